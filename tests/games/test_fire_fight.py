"""Lines that shoot at each other: worked odds, who shoots at whom, what is refused."""

import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

READ = load_rules("filo-read")
BASE = load_scenario("fire-fight-crossbows")
CROSSBOWS, PIKES = {"kind": "crossbowmen"}, {"kind": "pikemen"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gap": 0}, "gap"),
        ({"a.groups": []}, "a.groups"),
        ({"a.groups": [PIKES] * 5}, "a.groups"),
        ({"a.groups": [{"kind": "pikeman"}]}, "a.groups.1.kind: unknown value.*did you mean 'pikemen'"),
        ({"a.groups": [{"kind": "pikemen", "units": 2}]}, "a.groups.1.units: at most one unit"),
        ({"policies.a.target": "strongest"}, "policies.a.target"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said):
        build(BASE.replaced(changes), READ)
