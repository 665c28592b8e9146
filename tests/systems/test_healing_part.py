"""Wounded men who come back day by day: odds worked by hand from the healing tables.

d10: 1 to 6 that many days, 7 is 8, 8 is 10, 9 and 10 never. Since Croisades, d6: 1-2 one turn of three days, 3-4 two, 5 three,
6 again: 1-2 dies, else five turns.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.trace import play_trace
from mangonel.rules.loading import load_rules
from mangonel.systems.cryhavoc.parts.healing import Infirmary

SIEGE = load_rules("siege")


def ward(days, men=1, last=None, **options):
    """So many men are wounded on day 1."""
    rules = SIEGE.replaced(options={key.replace("_", "-"): value for key, value in options.items()})
    wounded = Infirmary(rules, men, prefix="our_", last=last)

    def morning(s, dice):
        del dice
        s.fit += wounded.morning(s)
        if s.turn == 1:
            wounded.admit(s, np.full(s.size, men))

    return PlaySequence(
        name="ward",
        columns=[Column("fit", men), *wounded.columns()],
        phases=[Phase("morning", morning), *wounded.evening("men heal", men)],
        endings=(),
        turns=days,
        measures=(
            Measure("fit", men, lambda s: s.fit),
            Measure("wounded", men, wounded.wounded),
            Measure("hope", men, wounded.healing),
        ),
        series=(Measure("fit by day", men, lambda s: s.fit),),
        unit="day",
    )


BACK = {2: 0.1, 3: 0.2, 6: 0.5, 7: 0.6, 8: 0.6, 9: 0.7, 10: 0.7, 11: 0.8, 14: 0.8}


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_one_man_by_the_d10(engine):
    result = run(ward(14), engine=engine, trials=100_000, seed=3)
    for day, wanted in BACK.items():
        found = result.by_turn("fit by day", day)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12)), day


def test_those_out_for_this_siege_are_alive_and_without_hope():
    result = run(ward(14), engine="exact")
    assert result.mean("wounded").value == pytest.approx(0.2, abs=1e-12)
    assert result.mean("hope").value == 0
    assert run(ward(10), engine="exact").mean("hope").value == pytest.approx(0.1, abs=1e-12)


def test_one_man_since_croisades():
    result = run(ward(16, healing_table="croisades"), engine="exact")
    wanted = {3: 0, 4: 1 / 3, 6: 1 / 3, 7: 2 / 3, 10: 5 / 6, 15: 5 / 6, 16: 5 / 6 + 1 / 9}
    for day, chance in wanted.items():
        assert result.by_turn("fit by day", day).value == pytest.approx(chance, abs=1e-12), day
    assert 1 - result.mean("fit").value - result.mean("wounded").value == pytest.approx(1 / 18, abs=1e-12)


def test_a_new_roll_every_evening():
    # Back the next morning on a 1, never on 9 and 10, else he rolls again.
    result = run(ward(60, healing_who_rolls="daily"), engine="exact")
    for day in (2, 3, 4):
        wanted = 0.1 * sum(0.7**evening for evening in range(day - 1))
        assert result.by_turn("fit by day", day).value == pytest.approx(wanted, abs=1e-12)
    assert result.mean("fit").value == pytest.approx(1 / 3, abs=1e-9)
    assert result.mean("wounded").value == pytest.approx(2 / 3, abs=1e-9)


def test_a_new_roll_every_third_evening():
    # Wounded on day 1 he first rolls on day 3: back on day 6 with one turn, else he rolls again that evening; 1 in 18 dies.
    options = {"healing_table": "croisades", "healing_who_rolls": "daily"}
    result = run(ward(9, **options), engine="exact")
    for day, wanted in {5: 0, 6: 1 / 3, 8: 1 / 3, 9: 1 / 3 + (2 / 3 - 1 / 18) / 3}.items():
        assert result.by_turn("fit by day", day).value == pytest.approx(wanted, abs=1e-12), day


def test_men_roll_one_after_another_and_second_rolls_come_at_once():
    game = play_trace(ward(4, men=2, healing_table="croisades"), dice=[6, 1, 2])
    assert [event.die for event in game.events if event.die is not None] == [6, 1, 2]
    assert game.measures == {"fit": 1, "wounded": 0, "hope": 0}


def test_many_men_are_many_single_men():
    result = run(ward(14, men=4), engine="exact")
    for day, wanted in BACK.items():
        assert result.by_turn("fit by day", day).value == pytest.approx(4 * wanted, abs=1e-10)


@pytest.mark.parametrize("options", [{}, {"healing_table": "croisades"}, {"healing_who_rolls": "daily"}])
def test_a_last_day_changes_nothing_until_then_and_keeps_fewer_states(options):
    whole = run(ward(9, men=3, **options), engine="exact")
    short = run(ward(9, men=3, last=9, **options), engine="exact")
    for name in ("fit", "wounded", "hope"):
        assert short.mean(name).value == pytest.approx(whole.mean(name).value, abs=1e-12)
    for day in range(10):
        assert short.by_turn("fit by day", day).value == pytest.approx(
            whole.by_turn("fit by day", day).value, abs=1e-12
        )
    assert short.provenance.states <= whole.provenance.states
