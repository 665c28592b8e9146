"""Fire: odds worked by hand from the fire table, what every policy and option moves, and wrong files.

Faces of the die: spread catches on 7-10, an oil barrel on 8-10, an arrow at a tent on 8-10 and at a ram on a 10; a man
puts out any fire on 1-3 and one by arrows on 4 and 5 too.
"""

from itertools import pairwise

import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
LAID = {"hex": "a", "cause": "hand"}


def tent(name, *places, **other):
    return {"name": name, "kind": "tent", "hexes": [list(place) for place in places]} | other


A, B, C = tent("a", (0, 0)), tent("b", (1, 0)), tent("c", (2, 0))


def camp(*objects, fires=(LAID,), turns=12, **changes):
    named = {key.replace("__", "."): value for key, value in changes.items()}
    content = {"objects": [dict(one) for one in objects], "fires": [dict(one) for one in fires], "turns": turns}
    return load_scenario("fire-camp").replaced({"fighters.men": 0} | content | named)


def burnt(*objects, options=None, engine="exact", **changes):
    sequence = build(camp(*objects, **changes), SIEGE.replaced(options=options or {}))
    return run(sequence, engine=engine, trials=200_000, seed=6)


def chance(result, tally):
    return result.tally(tally).value


def near(value):
    return pytest.approx(value, abs=1e-12)


def test_a_target_without_a_column_is_an_error_of_the_scenario():
    fires = [{"hex": "a", "cause": "arrow", "tries": 1}]
    options = {"fire-arrow-target-classes": "italian"}
    with pytest.raises(DataError, match="no column") as caught:
        burnt(A, fires=fires, options=options)
    assert caught.value.path == "fires.1.hex"
    # Nothing is rolled for it: no column is needed.
    assert chance(burnt(A, fires=[{"hex": "a", "cause": "arrow"}], options=options), "fires") == 1


@pytest.mark.parametrize(("place", "spreads"), [((1, -1), 0.4), ((0, 1), 0.4), ((1, 1), 0.0), ((2, 0), 0.0)])
def test_neighbours(place, spreads):
    for other in (place, (-place[0], -place[1])):
        assert chance(burnt(A, tent("b", other), turns=1), "spreads") == near(spreads)


def test_more_men_and_earlier_ones_never_help_the_fire():
    by_men = [burnt(A, B, C, turns=20, fighters__men=men).mean("objects_lost").value for men in range(5)]
    assert all(one > other for one, other in pairwise(by_men))
    by_turn = [
        burnt(A, B, C, turns=20, fighters__men=3, fighters__from=turn).mean("objects_lost").value for turn in (1, 2, 3)
    ]
    assert by_turn[0] < by_turn[1] < by_turn[2]
    by_room = [
        burnt(A, B, C, turns=20, fighters__men=4, policies__room=room).mean("objects_lost").value for room in (1, 2, 4)
    ]
    assert by_room[0] > by_room[1] > by_room[2]


def test_what_is_watched_turn_by_turn():
    result = burnt(A, B, turns=4)
    assert [result.by_turn("hexes_burning", turn).value for turn in (0, 1)] == [0, near(1.4)]
    assert result.by_turn("hexes_lost", 2).value == 0
    assert result.by_turn("hexes_lost", 3).value == near(1.4)


def test_a_kind_that_no_table_knows():
    with pytest.raises(DataError, match="tent") as caught:
        burnt(A | {"kind": "tents"})
    assert caught.value.path == "objects.1.kind"
