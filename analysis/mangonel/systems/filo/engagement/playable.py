"""What an engagement says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.filo.engagement.setup import EngagementSetup
from mangonel.systems.filo.keys.words import stack_words
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: EngagementSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.filo.engagement.sequence import engagement

    return engagement(setup, rules)


def _facts(setup: EngagementSetup, words: Locale) -> Facts:
    return (
        (words.text("facts.side_a"), stack_words(setup.a, words)),
        (words.text("facts.side_b"), stack_words(setup.b, words)),
        (words.text("facts.between"), words.plural("facts.empty_hexes", setup.gap)),
    )


def _sweep(setup: EngagementSetup) -> tuple[Axis, Axis]:
    quality = setup.b.both("quality", 0)[0]
    low = min(max(0, quality - 2), 8)
    return ("gap", tuple(range(6))), ("b.quality", tuple(range(low, low + 5)))


PLAYABLE = Playable(name="engagement", keys=EngagementSetup, make=_make, facts=_facts, sweep=_sweep)
