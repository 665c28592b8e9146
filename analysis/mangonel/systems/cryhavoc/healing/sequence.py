"""Healing as a sequence; `docs/sequences/healing.md` says in words what is played here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from mangonel.engine.sequence import Dice, Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Mask, State
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.healing.setup import SOURCES, HealingSetup
from mangonel.systems.cryhavoc.phases.healing import Infirmary
from mangonel.systems.endings import Endings

__all__ = ["ENDINGS", "healing_days"]

ENDINGS = Endings({"strength": "", "all_back": "nobody is left to come back"})
"""Endings; ``strength`` only if one is wanted, and told with the men there are."""


def healing_days(setup: HealingSetup, rules: RuleSet) -> PlaySequence:
    """Build the days of healing of a scenario under a rule set."""
    most, hurt = setup.most_men, setup.most_wounded
    infirmary = Infirmary(rules, hurt)
    return PlaySequence(
        name="healing",
        columns=[Column("fit", most, setup.fit), *infirmary.columns(setup.wounded)],
        phases=[
            Phase("morning", partial(_morning, infirmary)),
            Phase("casualties", _casualties(setup, infirmary), _has_casualties(setup)),
            *infirmary.evening("evening", _most_rolls(setup, infirmary), rolls="rolls"),
            Phase("night", _night(setup, infirmary)),
        ],
        endings=_endings(setup).names,
        turns=setup.turns,
        measures=(
            Measure("fit", most, lambda s: s.fit),
            Measure("wounded", hurt, infirmary.healing),
            Measure("out", hurt, infirmary.out),
            Measure("dead", hurt, infirmary.died),
        ),
        tallies=("rolls", "returned"),
        series=(Measure("fit", most, lambda s: s.fit), Measure("wounded", hurt, infirmary.healing)),
        unit="day",
    )


def _endings(setup: HealingSetup) -> Endings:
    return ENDINGS if setup.wanted is not None else ENDINGS.without("strength")


def _most_rolls(setup: HealingSetup, infirmary: Infirmary) -> int:
    """Return how many men there can be who roll in one evening."""
    if infirmary.daily:
        return setup.most_wounded
    days = {group.day for group in setup.casualties}
    return max([setup.wounded, *(sum(setup.wounded_on(day, source) for source in SOURCES) for day in days)])


def _morning(infirmary: Infirmary, s: State, dice: Dice) -> None:
    """Let men be back (one day, 1)."""
    back = infirmary.morning(s)
    s.fit += back
    s.returned += back
    dice.note("fit again: {}", back > 0, back)


def _has_casualties(setup: HealingSetup) -> Callable[[State], Mask]:
    days = {group.day for group in setup.casualties}
    return lambda s: np.full(s.size, s.turn in days)


def _casualties(setup: HealingSetup, infirmary: Infirmary) -> Callable[[State, Dice], None]:
    """Return the casualties of a day (one day, 2)."""
    by_day = {group.day: tuple(setup.wounded_on(group.day, source) for source in SOURCES) for group in setup.casualties}

    def fall(s: State, dice: Dice) -> None:
        hurt, others = by_day.get(s.turn, (0, 0))
        fallen = np.minimum(s.fit, hurt)
        s.fit -= fallen
        infirmary.admit(s, fallen + others)
        dice.note("wounded: {}", fallen > 0, fallen)
        dice.note(f"{others} wounded men join", np.full(s.size, others > 0))

    return fall


def _night(setup: HealingSetup, infirmary: Infirmary) -> Callable[[State, Dice], None]:
    """Return the end of a day: whether there are men enough, or nobody is to come back (Endings)."""
    endings, wanted = _endings(setup), setup.wanted
    last = max((group.day for group in setup.casualties), default=1)

    def night(s: State, dice: Dice) -> None:
        if wanted is not None:
            strong = s.fit >= wanted
            dice.note("{:fit man} again, as many as are wanted", strong, s.fit)
            endings.decide(s, dice, strength=strong)
        endings.decide(s, dice, all_back=(infirmary.healing(s) == 0) & (s.turn >= last))

    return night
