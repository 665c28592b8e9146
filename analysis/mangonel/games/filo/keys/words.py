"""Stacks in the words of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.games.filo.keys.stacks import CommandKeys, StackKeys, UnitKeys
    from mangonel.rules.words import Locale

__all__ = ["command_words", "stack_words", "unit_words"]


_LEAST = {"strength": 1, "quality": 0, "movement": 1}


def unit_words(stack: UnitKeys, words: Locale) -> list[str]:
    """Return who a stack is: its units with both faces of the counter, its leader, where it stands."""
    strength, quality, movement = ("/".join(map(str, stack.both(name, low))) for name, low in _LEAST.items())
    title = words.translated(stack.kind.title)
    values = {"title": title, "type": stack.kind.type, "strength": strength, "quality": quality, "movement": movement}
    parts = [words.plural("facts.units_of", stack.units, **values)]
    if stack.state != "organised_fresh":
        parts.append(words.word("unit_states", stack.state))
    artillery = getattr(stack, "artillery", None)
    if artillery is not None:
        parts.append(words.text("facts.with_artillery", title=words.translated(artillery.title)))
    if stack.leader is not None:
        parts.append(words.text("facts.led_by", bonus=stack.leader.bonus))
    parts += [words.word("ground", ground) for ground in stack.ground]
    return [*parts, words.text("facts.no_way_back")] if stack.room == "blocked" else parts


def command_words(command: CommandKeys, words: Locale) -> list[str]:
    """Return who commands a side."""
    once = words.text("facts.army", value=command.value, bonus=command.army_bonus)
    number = getattr(command, "markers", 0)
    markers = [words.plural("facts.markers", number)] if number else []
    again = [words.text("facts.twice", value=command.army_value)] if command.activations > 1 else []
    return [once, *again, *markers]


def stack_words(stack: StackKeys, words: Locale) -> str:
    """Return who a side of one stack is."""
    edge = [] if stack.edge is None else [words.plural("facts.hexes_to_edge", stack.edge)]
    return words.text("frame.semicolon").join((*unit_words(stack, words), *edge, *command_words(stack, words)))
