"""A rule file that makes the ground of an approach impassable is told so, and nobody marches on the spot."""

import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")


def barred(column, value, ground="flat_ground"):
    return SIEGE.replaced(cells=[CellChange("terrain", ground, column, value)])


@pytest.mark.parametrize(
    "name", ["ladder-one", "ram-gate", "siege-tower-one", "sortie-battery", "volley-wall", "siege-storms"]
)
@pytest.mark.parametrize("value", ["impassable", "x"])
def test_nobody_comes_over_it_on_foot(name, value):
    build(load_scenario(name), SIEGE)
    with pytest.raises(DataError, match=r"cannot enter|cannot be entered") as caught:
        build(load_scenario(name), barred("foot", value))
    assert "approach" in caught.value.path
    assert caught.value.value == "flat_ground"


@pytest.mark.parametrize("name", ["ram-gate", "siege-tower-one"])
def test_an_engine_has_two_points(name):
    build(load_scenario(name), barred("foot", "2"))
    with pytest.raises(DataError, match="costs 3 points, and an engine has 2"):
        build(load_scenario(name), barred("foot", "3"))


def test_riders_stand_before_what_the_print_bars_and_nothing_else():
    volley = load_scenario("volley-knights").replaced({"approach": ["flat_ground x 2", "filled_moat"]})
    build(volley, SIEGE)
    with pytest.raises(DataError, match="horses cannot enter"):
        build(volley, barred("mounted", "impassable"))
