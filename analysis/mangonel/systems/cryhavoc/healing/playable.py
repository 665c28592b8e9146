"""What healing says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.healing.setup import Casualties, HealingSetup
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet

__all__ = ["PLAYABLE"]


def _make(setup: HealingSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.healing.sequence import healing_days

    return healing_days(setup, rules)


def _facts(setup: HealingSetup, words: Locale) -> Facts:
    def told(casualties: Casualties) -> str:
        return words.plural(f"facts.casualties_{casualties.source}", casualties.men, day=casualties.day)

    return (
        (words.text("facts.fit_men"), str(setup.fit)),
        (words.text("facts.wounded_first"), str(setup.wounded)),
        (
            words.text("facts.wounded_later"),
            words.text("frame.semicolon").join(told(casualty) for casualty in setup.casualties),
        ),
        (words.text("facts.fit_wanted"), "" if setup.wanted is None else str(setup.wanted)),
    )


def _sweep(setup: HealingSetup) -> tuple[Axis, Axis]:
    few = max(1, setup.wounded - 3)
    return ("wounded", tuple(range(few, few + 5))), ("fit", tuple(range(max(0, setup.fit - 2), setup.fit + 3)))


PLAYABLE = Playable(name="healing", keys=HealingSetup, make=_make, facts=_facts, sweep=_sweep)
