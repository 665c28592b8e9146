"""What the players have decided, as the keys of a scenario declare it, in the words of a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mangonel.systems.fields import Key, Told, keys_of, place_of
from mangonel.systems.shapes import Block

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.systems.playable import Facts

__all__ = ["Decision", "decisions", "policies_told"]

_Line = tuple[tuple[str, int], str, str]
"""The side and the rank of a policy, by which it finds its place; its name and what was decided."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A policy of a scenario, and who decides it."""

    side: str
    """The side that decides; empty if none of them does, or either may."""
    policy: str
    sequence: str
    """`policy`, `sequence`: its word, and the sequence whose word it is."""
    part: str = ""
    """The part of a scenario that it is a decision in; empty if it has no parts."""
    defines: bool = False
    """Whether it defines when its side has lost, and is no decision."""

    def said(self, value: object, words: Locale) -> str:
        """Return what is decided if it has a value, without the side; with it of what is no decision."""
        name = words.word("policies", self.policy, self.sequence)
        if self.defines:
            name = words.text("frame.named", name=words.word("sides", self.side), text=name)
        return words.text("frame.named", name=_of_part(name, self.part, words), text=_chosen(self.policy, value, words))


def decisions(keys: type[Any], sequence: str) -> Mapping[str, Decision]:
    """Return the policies that the keys of a sequence declare, by their dotted paths in a scenario."""
    return dict(_decisions(keys, {}, {}, (), Told(sequence=sequence)))


def _decisions(
    keys: type[Any], changed: Mapping[str, Key], names: Mapping[str, str], path: tuple[str, ...], around: Told
) -> Iterator[tuple[str, Decision]]:
    for field, key in keys_of(keys, changed):
        if key.told is None:
            continue
        telling = key.told
        folders, last = place_of(field, key, names)
        here = (*path, *folders, *((last,) if last else ()))
        side = telling.whose or telling.side or around.side
        if isinstance(key.shape, Block):
            inside = Told(side=side, names=telling.names, sequence=telling.sequence or around.sequence)
            inside = replace(inside, part=telling.part or around.part)
            yield from _decisions(key.shape.keys, key.shape.changed, key.shape.names, here, inside)
        elif key.shape is not None:
            policy = around.names.get(field) or telling.name or field
            yield ".".join(here), Decision(side, policy, around.sequence, around.part, telling.defines)


def policies_told(setup: Any, words: Locale, sequence: str) -> Facts:
    """Return name and value of each policy that a set-up was read with, those left out that do not matter.

    Its fields declare them; `sequence` is whose words for policies are used.
    """
    return tuple((name, text) for _, name, text in _lines(setup, words, sequence, Told(), {}))


def _lines(setup: Any, words: Locale, sequence: str, told: Told, changed: Mapping[str, Key]) -> list[_Line]:
    lines: list[_Line] = []
    for field, key in keys_of(type(setup), changed):
        value, here = getattr(setup, field), key.told
        if value is None or here is None or not here.when(setup):
            continue
        here = replace(here, side=here.side or told.side)
        place = here.side, here.rank
        if isinstance(key.shape, Block):
            below = _lines(value, words, here.sequence or sequence, here, key.shape.changed)
            lines += [(place, _of_part(name, here.part, words), text) for _, name, text in below]
            continue
        policy = told.names.get(field) or here.name or field
        name = words.word("policies", policy, sequence)
        if place[0]:
            name = words.text("frame.named", name=words.word("sides", place[0]), text=name)
        lines.append((place, name, _chosen(policy, value, words)))
    sides = list(dict.fromkeys(side for (side, _), _, _ in lines))
    return sorted(lines, key=lambda line: (sides.index(line[0][0]), line[0][1]))


def _of_part(name: str, part: str, words: Locale) -> str:
    return words.text("frame.named", name=words.inside(words.word("parts", part)), text=name) if part else name


def _chosen(policy: str, value: object, words: Locale) -> str:
    if isinstance(value, bool):
        return words.text("facts.yes" if value else "facts.no")
    if isinstance(value, tuple):
        return ", ".join(_chosen(policy, choice, words) for choice in value)
    return words.word("choices", str(value), policy)
