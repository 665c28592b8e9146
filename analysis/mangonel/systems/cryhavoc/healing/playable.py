"""What healing says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.healing.setup import read_healing_setup
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.healing.setup import Casualties, HealingSetup

__all__ = ["HEALING"]


def _make(setup: HealingSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.healing.days import healing_days

    return healing_days(setup, rules)


def _facts(setup: HealingSetup) -> Facts:
    def words(one: Casualties) -> str:
        from_outside = f"{counted(one.men, 'more man')}, from outside"
        return f"day {one.day}: {f'{one.men} of the fit men' if one.source == 'fit' else from_outside}"

    return (
        ("Fit men", str(setup.fit)),
        ("Wounded on day 1", str(setup.wounded)),
        ("Wounded later", "; ".join(words(one) for one in setup.casualties)),
        ("Fit men wanted", "" if setup.wanted is None else str(setup.wanted)),
    )


def _policies(setup: HealingSetup) -> Facts:
    del setup
    return ()


def _sweep(setup: HealingSetup) -> tuple[Axis, Axis]:
    few = max(1, setup.wounded - 3)
    return ("wounded", tuple(range(few, few + 5))), ("fit", tuple(range(max(0, setup.fit - 2), setup.fit + 3)))


HEALING = Playable(
    name="healing",
    read=read_healing_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=("healing-who-rolls", "healing-table"),
    sweep=_sweep,
)
