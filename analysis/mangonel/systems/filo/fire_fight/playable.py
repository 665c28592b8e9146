"""What a fire-fight says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.filo.fire_fight.setup import FireFightSetup, LineKeys
from mangonel.systems.filo.keys.words import command_words, unit_words
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: FireFightSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.fire_fight.sequence import fire_fight

    return fire_fight(setup, rules)


def _facts(setup: FireFightSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _line(setup.a, words)),
        (words.text("facts.side_b"), _line(setup.b, words)),
        (words.text("facts.between"), words.plural("facts.empty_hexes", setup.gap)),
    )


def _line(line: LineKeys, words: Locale) -> str:
    groups = [words.text("frame.comma").join(unit_words(group, words)) for group in line.groups]
    return words.text("frame.semicolon").join((*groups, *command_words(line, words)))


def _sweep(setup: FireFightSetup) -> tuple[Axis, Axis]:
    strength = setup.a.groups[0].both("strength", 1)[0]
    low = max(1, strength - 2)
    return ("gap", tuple(range(1, 6))), ("a.groups.1.strength", tuple(range(low, low + 6)))


PLAYABLE = Playable(name="fire-fight", keys=FireFightSetup, make=_make, facts=_facts, sweep=_sweep)
