"""A sequence played inside another one: the same game as on its own, chained."""

from dataclasses import replace

import numpy as np
import pytest

from engine.games import battering, duel
from engine.judging import assert_fits
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.trace import play_trace
from mangonel.engine.within import Within
from mangonel.errors import SequenceError


def days_of_battering(days=3, rolls=2, marks=4):
    """Batter so many rolls a day; the marks stay over night."""
    ram = Within("ram", battering(rolls, marks))

    def morning(s, _dice):
        ram.begin(s, np.ones(s.size, dtype=bool), {"marks": s.old})

    def evening(s, _dice):
        s.old = ram.column(s, "marks")
        s.ending = ram.ending(s) == 1
        ram.leave(s, ram.begun(s))

    return PlaySequence(
        name="days",
        columns=[Column("old", marks), *ram.columns],
        phases=[Phase("morning", morning), *ram.phases, Phase("evening", evening)],
        endings=("breach",),
        turns=days,
        measures=(Measure("marks", marks, lambda s: s.old),),
        tallies=ram.tallies,
        series=(Measure("marks by day", marks, lambda s: s.old),),
    )


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_days_of_two_rolls_are_like_one_game_of_all_rolls(engine):
    # Binomial: 4 damages at 6 in 10 by roll 4 and by roll 6.
    result = run(days_of_battering(), engine=engine, trials=200_000, seed=1)
    assert_fits(result, result.probability("breach", by_turn=2), 0.1296)
    assert_fits(result, result.probability("breach"), 0.54432)
    # Rolls made: six, less one for a breach by roll five: P(breach by 5) = 0.33696, and less another by roll four;
    # the rolls after a breach within a day are not made.
    assert_fits(result, result.tally("ram_rolls"), 6 - 2 * 0.1296 - (0.33696 - 0.1296))


def test_a_duel_inside_goes_as_on_its_own():
    inside = Within("duel", duel(6))
    plain = run(duel(6), engine="exact")
    for where in (np.array([True]), np.array([False])):

        def begin(s, _dice, where=where):
            inside.begin(s, np.repeat(where, s.size))

        def tell(s, _dice):
            s.ending = inside.ending(s)

        outer = PlaySequence(
            name="outer",
            columns=inside.columns,
            phases=[Phase("begin", begin), *inside.phases, Phase("tell", tell)],
            endings=plain.endings,
            turns=1,
            tallies=inside.tallies,
        )
        whole = run(outer, engine="exact")
        for ending in plain.endings:
            wanted = plain.probability(ending).value if where[0] else 0.0
            assert whole.probability(ending).value == pytest.approx(wanted, abs=1e-12)
        for tally in plain.tallies:
            wanted = plain.tally(tally).value if where[0] else 0.0
            assert whole.tally(f"duel_{tally}").value == pytest.approx(wanted, abs=1e-12)


def test_the_trace_tells_the_inner_game():
    game = play_trace(days_of_battering(days=1), dice=[5, 4])
    assert [event.phase for event in game.events] == ["ram, turn 1: batter", "ram, turn 2: batter"]
    assert game.measures == {"marks": 1}


def test_unknown_columns_are_refused():
    ram = Within("ram", battering())
    outer = PlaySequence(
        "outer", ram.columns, [Phase("x", lambda s, _dice: ram.begin(s, s.ending == 0, {"oil": 1}))], ("a",), 1
    )
    with pytest.raises(SequenceError, match="no column 'oil'"):
        run(outer, engine="exact")


@pytest.mark.parametrize("engine", ["exact", "monte-carlo"])
def test_what_is_left_is_forgotten(engine):
    game = days_of_battering()
    inner = [name for name in game.layout.places if name.startswith("ram_")]
    assert len(inner) == 3
    nights = []

    def night(s, _dice):
        nights.append([int(np.max(getattr(s, name)[s.ending == 0], initial=0)) for name in inner])

    run(replace(game, phases=[*game.phases, Phase("night", night)]), engine=engine, trials=100)
    assert nights
    assert not np.any(nights)
