"""Units that come back: chances worked by hand, De Rada, routs through friends, what is refused."""

import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
BASE = load_scenario("recovery-vanguard")
PIKES = {"kind": "pikemen", "edge": 30}


def made(units, changes=None, rules=READ):
    return build(BASE.replaced({"turns": 1, "units": units, **(changes or {})}), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def test_a_distance_that_a_changed_table_leaves_out_is_not_shot_over():
    farther = READ.replaced(cells=[CellChange("shots", "crossbowmen", "6", "9")])
    shots = {"shots": {"kind": "crossbowmen", "distance": 5}}
    assert exact([PIKES], shots, rules=farther).tally("units_shots").value == 0


def test_enemies_whose_type_has_no_weapon_by_a_changed_cell_are_refused():
    unarmed = READ.replaced(cells=[CellChange("types", "Ab", "fires", "-")])
    with pytest.raises(DataError, match=r"shots\.kind: such units do not shoot: 'crossbowmen'"):
        made([PIKES], {"shots": {"kind": "crossbowmen", "distance": 2}}, unarmed)
