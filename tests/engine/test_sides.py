"""Whose the endings are."""

from dataclasses import replace

import pytest

from engine.games import battering
from mangonel.engine.run import run
from mangonel.errors import SequenceError
from mangonel.odds.owners import Side

GAME = battering(5)


def test_results_of_every_engine_carry_the_sides():
    who = (Side("besiegers", GAME.endings[:1]), Side("defenders"))
    for engine in ("exact", "counts", "monte-carlo"):
        assert run(replace(GAME, sides=who), engine=engine, trials=2_000).sides == who


def test_a_side_wins_by_an_ending_that_exists_and_is_no_other_sides():
    with pytest.raises(SequenceError, match="cannot win by 'never': there is no such ending"):
        replace(GAME, sides=(Side("besiegers", ("never",)),))
    with pytest.raises(SequenceError, match="two sides cannot win by the same ending"):
        replace(GAME, sides=(Side("besiegers", GAME.endings[:1]), Side("defenders", GAME.endings[:1])))


def test_a_side_loses_what_is_measured():
    name = GAME.measures[0].name
    assert replace(GAME, sides=(Side("besiegers", losses=(name,)),)).sides[0].has(name)
    with pytest.raises(SequenceError, match="cannot lose 'crew_eaten': that is not measured"):
        replace(GAME, sides=(Side("besiegers", losses=(name, "crew_eaten")),))
