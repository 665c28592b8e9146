"""What a line says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.filo.keys.words import command_words, unit_words
from mangonel.systems.filo.line.setup import FrontKeys, LineSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: LineSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.line.sequence import line

    return line(setup, rules)


def _facts(setup: LineSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), _side([lane.a for lane in setup.lanes], command_words(setup.a, words), words)),
        (words.text("facts.side_b"), _side([lane.b for lane in setup.lanes], command_words(setup.b, words), words)),
        (words.text("facts.between"), words.text("frame.comma").join(str(lane.gap) for lane in setup.lanes)),
    )


def _side(fronts: list[FrontKeys], command: list[str], words: Locale) -> str:
    return words.text("frame.semicolon").join((*(_front(front, words) for front in fronts), *command))


def _front(front: FrontKeys, words: Locale) -> str:
    behind = [words.plural("facts.stacks_behind", front.support)] if front.support else []
    return words.text("frame.comma").join((*unit_words(front, words), *behind))


def _sweep(setup: LineSetup) -> tuple[Axis, Axis]:
    quality = setup.lanes[0].b.both("quality", 0)[0]
    low = min(max(0, quality - 1), 9)
    return ("lanes.1.gap", (0, 1, 2, 3)), ("lanes.1.b.quality", tuple(range(low, low + 3)))


PLAYABLE = Playable(name="line", keys=LineSetup, make=_make, facts=_facts, sweep=_sweep)
