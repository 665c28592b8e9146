"""Parts of a scenario in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.games.cryhavoc.keys.morale import PanicOf
    from mangonel.games.cryhavoc.keys.shooters import Shooters
    from mangonel.games.cryhavoc.men import Kind
    from mangonel.rules.words import Locale


def named(name: str, text: str, words: Locale) -> str:
    """Return a description in brackets, to follow a name."""
    return words.text("frame.named", name=name, text=text)


def side_word(side: str, words: Locale) -> str:
    """Return the name of a side."""
    return words.word("sides", side)


def weapon_word(weapon: str, words: Locale) -> str:
    """Return the name of a weapon inside a sentence."""
    return words.inside(words.word("weapons", weapon))


def kind_words(kind: Kind, words: Locale) -> str:
    """Return the name of a kind of men, with his values."""
    values = {
        "title": words.translated(kind.title),
        "fit": f"{kind.attack}/{kind.defence}/{kind.movement}",
        "wounded": f"{kind.wounded_attack}/{kind.wounded_defence}/{kind.wounded_movement}",
        "armour": words.word("armours", kind.armour),
    }
    if kind.stunned_defence is None:
        return words.text("facts.kind", **values)
    return words.text("facts.kind_stunned", stunned=f"-/{kind.stunned_defence}/-", **values)


def panic_words(sides: Mapping[str, PanicOf | None], words: Locale) -> str:
    """Return how each side stands a death among its men; nothing if there is no panic."""

    def told(panic: PanicOf) -> str:
        parts = [words.word("ranks", panic.rank)]
        parts += [words.text("facts.rallied", number=panic.rally)] if panic.rally else []
        parts += [] if panic.followed else [words.text("facts.not_followed")]
        return ", ".join((*parts, words.text(f"facts.run_first_{panic.panics_first}")))

    there = {name: panic for name, panic in sides.items() if panic is not None}
    sentences = (named(side_word(name, words), told(panic), words) for name, panic in there.items())
    return words.text("frame.semicolon").join(sentences)


def shooter_words(group: Shooters, place: str, words: Locale) -> str:
    """Return a group of shooters and, by a key such as ``hexes_aside``, where they stand; nothing if there are none."""
    if not group.men:
        return ""
    armed = words.text("facts.shooters_with", number=group.men, weapon=weapon_word(group.weapon, words))
    return f"{armed}, {words.plural(f'facts.{place}', group.place)}"


def in_note(name: str) -> str:
    """Return a name as it has to stand in the text of a note, where braces are places to be filled in."""
    return name.replace("{", "{{").replace("}", "}}")


def way_words(way: Sequence[str], words: Locale, *, mantlets: bool = False) -> str:
    """Return the hexes of a way, far to near, and whether mantlets are carried along."""
    runs = [(words.word("terrain", terrain), len(list(hexes))) for terrain, hexes in groupby(way)]
    parts = [words.text("facts.hexes_of", count=count, terrain=terrain) for terrain, count in runs]
    parts = parts or [words.text("facts.at_wall")]
    return ", ".join([*parts, words.text("facts.behind_mantlets")] if mantlets else parts)
