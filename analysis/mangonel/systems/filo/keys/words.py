"""Stacks in the words of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.systems.filo.keys.stacks import StackKeys

__all__ = ["stack_words"]


def stack_words(stack: StackKeys, words: Locale) -> str:
    """Return who a stack is: its units with both faces of the counter, its leaders, where it stands."""
    faces = [
        "/".join(map(str, stack.both(name, least)))
        for name, least in (("strength", 1), ("quality", 0), ("movement", 1))
    ]
    title = words.translated(stack.kind.title)
    parts = [
        words.plural(
            "facts.units_of",
            stack.units,
            title=title,
            type=stack.kind.type,
            strength=faces[0],
            quality=faces[1],
            movement=faces[2],
        )
    ]
    if stack.state != "organised_fresh":
        parts.append(words.word("unit_states", stack.state))
    if stack.leader is not None:
        parts.append(words.text("facts.led_by", bonus=stack.leader.bonus))
    parts += [words.word("ground", one) for one in stack.ground]
    if stack.room == "blocked":
        parts.append(words.text("facts.no_way_back"))
    if stack.edge is not None:
        parts.append(words.plural("facts.hexes_to_edge", stack.edge))
    parts.append(words.text("facts.army", value=stack.value, bonus=stack.army_bonus))
    if stack.activations > 1:
        parts.append(words.text("facts.twice", value=stack.army_value))
    return words.text("frame.semicolon").join(parts)
