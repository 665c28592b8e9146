"""Wounded men who would come back too late need not be told apart."""

import pytest

from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.engine.run import run
from mangonel.games.cryhavoc.healing import Infirmary
from mangonel.rules.loading import load_rules

DAYS, MEN = 8, 4


def ward(last, **options):
    """A man is wounded on each of the first days, and two on the last but one."""
    rules = load_rules("siege").replaced(options={key.replace("_", "-"): value for key, value in options.items()})
    infirmary = Infirmary(rules, MEN + 2, count_dead=False, last=last)

    def morning(s, _dice):
        s.fit += infirmary.morning(s)
        if s.turn <= MEN:
            infirmary.admit(s, 1)
        if s.turn == DAYS - 1:
            infirmary.admit(s, 2)

    return Process(
        name="ward",
        columns=[Column("fit", MEN + 2), *infirmary.columns()],
        phases=[Phase("morning", morning), *infirmary.evening("men heal", MEN + 2)],
        endings=(),
        turns=DAYS,
        measures=(
            Measure("fit", MEN + 2, lambda s: s.fit),
            Measure("wounded", MEN + 2, infirmary.wounded),
            Measure("hopeful", MEN + 2, infirmary.healing),
        ),
        series=(Measure("fit_by_day", MEN + 2, lambda s: s.fit),),
    )


@pytest.mark.parametrize("table", ["d10", "croisades"])
@pytest.mark.parametrize("who", ["once", "daily"])
def test_men_who_come_too_late_wait_together(table, who):
    options = {"healing_table": table, "healing_who_rolls": who}
    apart, together = (run(ward(last, **options), engine="exact") for last in (None, DAYS))
    assert together.provenance.states <= apart.provenance.states
    for measure in apart.measures:
        assert together.mean(measure).value == pytest.approx(apart.mean(measure).value, abs=1e-12)
    for day in range(DAYS + 1):
        wanted = apart.by_turn("fit_by_day", day).value
        assert together.by_turn("fit_by_day", day).value == pytest.approx(wanted, abs=1e-12)


def test_it_makes_fewer_states():
    apart, together = (run(ward(last), engine="exact").provenance.states for last in (None, DAYS))
    assert together < apart
