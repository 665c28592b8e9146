"""What the players have decided, as the keys of a scenario declare it, in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mangonel.systems.fields import Key, Told, keys_of
from mangonel.systems.shapes import Block

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.systems.playable import Facts

__all__ = ["policies_told"]

_Line = tuple[tuple[str, int], str, str]
"""The side and the rank of a policy, by which it finds its place; its name and what was decided."""


def policies_told(setup: Any, words: Locale, sequence: str) -> Facts:
    """Return name and value of each policy that a set-up was read with, those left out that do not matter.

    Parameters
    ----------
    setup
        What the keys of a scenario were read into: its fields declare them.
    words
        The language.
    sequence
        Whose words for policies are used.
    """
    return tuple((name, text) for _, name, text in _lines(setup, words, sequence, Told(), {}))


def _lines(setup: Any, words: Locale, sequence: str, told: Told, changed: Mapping[str, Key]) -> list[_Line]:
    found: list[_Line] = []
    for field, said in keys_of(type(setup), changed):
        value, here = getattr(setup, field), said.told
        if value is None or here is None or not here.when(setup):
            continue
        here = replace(here, side=here.side or told.side)
        place = here.side, here.rank
        if isinstance(said.shape, Block):
            below = _lines(value, words, here.sequence or sequence, here, said.shape.changed)
            found += [(place, _of_part(name, here.part, words), text) for _, name, text in below]
            continue
        policy = told.names.get(field) or here.name or field
        name = words.word("policies", policy, sequence)
        if place[0]:
            name = words.text("frame.named", name=words.word("sides", place[0]), text=name)
        found.append((place, name, _chosen(policy, value, words)))
    sides = list(dict.fromkeys(side for (side, _), _, _ in found))
    return sorted(found, key=lambda line: (sides.index(line[0][0]), line[0][1]))


def _of_part(name: str, part: str, words: Locale) -> str:
    return words.text("frame.named", name=words.inside(words.word("parts", part)), text=name) if part else name


def _chosen(policy: str, value: object, words: Locale) -> str:
    if isinstance(value, bool):
        return words.text("facts.yes" if value else "facts.no")
    if isinstance(value, tuple):
        return ", ".join(_chosen(policy, one, words) for one in value)
    return words.word("choices", str(value), policy)
