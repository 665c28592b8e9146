"""The policies of the players, as the keys of a scenario declare it, in the words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from mangonel.games.fields import Block, Told, root, walked
from mangonel.games.system import Facts
from mangonel.rules.words import Locale

_Place = tuple[str, int]
"""The side and the rank of a policy, by which it finds its place."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A policy of a scenario, and the side that decides it."""

    side: str
    """The side that decides; empty if none of them does, or either may."""
    policy: str
    sequence: str
    """`policy`, `sequence`: its word, and the sequence of that word."""
    part: str = ""
    """The part of a scenario that it is a decision in; empty if it has no parts."""
    defines: bool = False
    """Whether it defines when its side has lost, and is no decision."""

    def said(self, value: object, words: Locale) -> str:
        """Return its value in words, without the side; with it if it is no decision."""
        name = self.named(self.side if self.defines else "", words)
        return words.text("frame.named", name=name, text=self.chosen(value, words))

    def chosen(self, value: object, words: Locale) -> str:
        """Return its value in words."""
        return _chosen(self.policy, value, words)

    def named(self, side: str, words: Locale) -> str:
        """Return its name, with its part and a side."""
        name = words.word("policies", self.policy, self.sequence)
        if side:
            name = words.text("frame.named", name=words.word("sides", side), text=name)
        if not self.part:
            return name
        return words.text("frame.named", name=words.inside(words.word("parts", self.part)), text=name)


def decisions(keys: type[Any], sequence: str) -> Mapping[str, Decision]:
    """Return the policies that the keys of a sequence declare, by their dotted paths in a scenario."""
    return {
        ".".join(path): decision for path, decision, _, _ in _decided(root(keys), (), Told(sequence=sequence), None)
    }


class Choice(NamedTuple):
    """The value of a key that has several, and all that it may be; of numbers those worth trying."""

    value: Any
    allowed: tuple[Any, ...]


def choices_of(keys: type[Any], setup: Any, content: Mapping[str, Any]) -> dict[str, Choice]:
    """Return the choices of a scenario by dotted path, given its keys, the set-up and its file."""
    choices = {}
    for met in walked(root(keys), setup, content):
        key = met.key
        tried = key.tried(setup) if callable(key.tried) else key.tried
        allowed = (True, False) if key.kind == "flag" else key.values if key.kind == "one_of" else tuple(tried)
        if allowed:
            choices[".".join(met.path)] = Choice(met.value, allowed)
    # Those of a part of a scenario come after those of the whole.
    return dict(sorted(choices.items(), key=lambda choice: not choice[0].startswith("policies.")))


def policies_told(setup: Any, words: Locale, sequence: str) -> Facts:
    """Return name and value of each policy that a set-up was read with, those left out that do not matter.

    Its fields declare them; `sequence` is the one with the words for policies.
    """
    lines = _decided(root(type(setup)), (), Told(sequence=sequence), setup)
    return tuple(
        (decision.named(side, words), _chosen(decision.policy, value, words)) for _, decision, (side, _), value in lines
    )


_Line = tuple[tuple[str, ...], Decision, _Place, Any]


def _decided(block: Block, path: tuple[str, ...], around: Told, setup: Any) -> list[_Line]:
    """Return the policies in a block with their paths, sides and values; of a set-up, those that matter, in order."""
    lines: list[tuple[_Place, _Line]] = []
    for entry in block.entries:
        key, here = entry.key, (*path, *entry.path)
        value = getattr(setup, entry.field, None)
        if (
            key.told is None
            or key.kind == "given"
            or (setup is not None and (value is None or not key.told.when(setup)))
        ):
            continue
        telling = key.told
        side, sequence, part = (
            telling.side or around.side,
            telling.sequence or around.sequence,
            telling.part or around.part,
        )
        whose = telling.whose or telling.side or around.whose or around.side
        whose = around.sides.get(whose, whose)
        if key.kind == "block" and key.block is not None:
            owners = telling.sides or around.sides
            inside = Told(side=side, whose=whose, sides=owners, names=telling.names, sequence=sequence, part=part)
            lines += [((side, telling.rank), line) for line in _decided(key.block, here, inside, value)]
        else:
            policy = around.names.get(entry.field) or telling.name or entry.field
            decision = Decision(whose, policy, sequence, part, telling.defines)
            lines.append(((side, telling.rank), (here, decision, (side, telling.rank), value)))
    if setup is None:
        return [line for _, line in lines]
    sides = list(dict.fromkeys(side for (side, _), _ in lines))
    return [line for _, line in sorted(lines, key=lambda each: (sides.index(each[0][0]), each[0][1]))]


def _chosen(policy: str, value: object, words: Locale) -> str:
    if isinstance(value, bool):
        return words.text("facts.yes" if value else "facts.no")
    if isinstance(value, tuple):
        return ", ".join(_chosen(policy, choice, words) for choice in value)
    return words.word("choices", str(value), policy)
