"""Notes that a result carries, as keys of the language files with their values, and numbers of things as words."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct

from mangonel.rules.words import say, speaking, words


class Note(Struct, frozen=True):
    """One thing to know about a run."""

    key: str
    """Key in the section ``notes`` of the language files, for example ``common``; an English text that is none,
    of a result that another program made, is said as it is."""
    values: tuple[tuple[str, str | int], ...] = ()
    """The values of its places, by name; numbers in plain digits."""
    unit: str = ""
    """The name of a turn, where the sentence speaks of turns."""
    number: int | None = None
    """How many there are, where the sentence differs for one and for more."""

    def said(self) -> str:
        """Return the note in a language."""
        return self._filled({name: words().written(str(value)) for name, value in self.values})

    def __str__(self) -> str:
        """Return the note in English with plain digits, for files and the command line."""
        with speaking(), speaking(replace(words(), thousands="")):
            return self._filled(dict(self.values))

    def _filled(self, values: dict[str, str | int] | dict[str, str]) -> str:
        key = f"notes.{self.key}"
        if self.unit:
            return words().for_unit(key, self.unit, self.number, **values)
        if self.number is not None:
            return words().plural(key, self.number, **values)
        return say(key, **values) if key in words().phrases else self.key


def counted(number: int, one: str) -> str:
    """Return a number of things as words: "1 barrel", "2 hexes", "3 stunned men", "4 men on foot"."""
    if number == 1:
        return f"1 {one}"
    thing, on, where = one.partition(" on ")
    if thing.endswith("man"):
        thing = f"{thing.removesuffix('man')}men"
    elif thing.endswith("try"):
        thing = f"{thing.removesuffix('y')}ies"
    else:
        thing += "es" if thing.endswith("x") else "s"
    return f"{number} {thing}{on}{where}"
