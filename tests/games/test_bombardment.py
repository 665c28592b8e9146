"""Bombardment: odds worked by hand from the battering table, what every policy and option moves, and wrong files.

Faces of the die that damage: 10 at 1 point, 9-10 at 3, 7-10 at 6, 5-10 at 9, 3-10 at 12 and more.
"""

import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
OUTER = {"name": "wall", "wall": "outer"}
LAST = OUTER | {"marks": 3}


def scenario(hexes=(LAST,), light=0, heavy=0, **changes):
    engines = {"engines.light": light, "engines.heavy": heavy}
    named = {key.replace("__", "."): value for key, value in changes.items()}
    return load_scenario("bombardment-curtain").replaced(
        {"wanted": 1, "hexes": [dict(one) for one in hexes], **engines} | named
    )


def bombarded(*hexes, options=None, **changes):
    rules = SIEGE.replaced(options=options or {})
    return run(build(scenario(hexes or (LAST,), **changes), rules), engine="exact")


def breached(*hexes, by, **changes):
    return bombarded(*hexes, turns=by, **changes).probability("breached").value


@pytest.mark.parametrize(("value", "chance"), [("below", 0.4), ("above", 0.6)])
def test_between_columns(value, chance):
    # 8 points.
    found = breached(light=2, heavy=2, by=1, options={"between-columns": value})
    assert found == pytest.approx(chance, abs=1e-12)


WARD = {"name": "ward", "wall": "inner"}


def test_what_is_watched_day_by_day():
    found = bombarded(LAST, LAST | {"name": "other"}, heavy=3, turns=3, wanted=2)
    assert found.by_turn("marks", 0).value == 6
    assert found.by_turn("marks", 1).value == pytest.approx(6.6, abs=1e-12)
    assert found.by_turn("hexes_down", 1).value == pytest.approx(0.6, abs=1e-12)
    assert found.tally("down:wall").value == pytest.approx(
        found.by_turn("hexes_down", 3).value - found.tally("down:other").value
    )


def test_a_hex_that_is_down_from_the_start_is_refused():
    hexes = (OUTER, WARD | {"marks": 1})
    with pytest.raises(DataError, match="down by so many marks") as caught:
        bombarded(*hexes, heavy=1, options={"inner-wall-d-count": "1"})
    assert caught.value.path == "hexes.2.marks"
    assert bombarded(*hexes, heavy=1, turns=1).mean("marks").value >= 1
