"""Shots of a volley: odds worked by hand from the missile tables, by cover, range, shooter and option.

What is on which face of the die stands in `made_volleys`.
"""

import pytest

from mangonel.errors import UnknownCellError
from mangonel.rules.loading import load_rules
from systems.made_volleys import BALLISTA, CROSSBOW, RIDER, SPEARMAN, close, dead, exact

REVISED = {"missile-ranges": "croisades"}
OPTIONS = [
    # 60 hexes are medium range, C 1-2, and long since Croisades, C 1.
    ("missile-ranges", {}, CROSSBOW | {"aside": 40}, {}, {"base": 0.2, "croisades": 0.1}),
    # A ballista in the open kills on 1 to 5.
    ("revised-ballista", REVISED, BALLISTA, {}, {"base": 0.5, "none": 0.0}),
    ("dismounted-knight", {}, CROSSBOW, {"targets__kind": "knight-on-foot"}, {"1": 0.2, "0": 0.3}),
    ("shooter-aptitude", {}, CROSSBOW | {"aptitude": -1}, {}, {"optional": 0.4, "none": 0.3}),
    # 8 and 11 hexes away.
    (
        "downward-radius",
        {},
        CROSSBOW | {"place": "tower_slit"},
        {"approach": ["scrub x 7"]},
        {"play-sheet": 0.3, "english": 0.3, "german": 0.2},
    ),
    (
        "siege-tower-shooter-cover",
        {},
        CROSSBOW | {"place": "siege_tower_top", "aside": 9},
        {"approach": ["slope x 1"]},
        {"radius": 0.1, "void": 0.3},
    ),
    ("missed-shot-rule", {}, CROSSBOW, {"friends": {"men": 1}}, {"forbidden": 0.0, "errare-humanum-est": 0.3}),
]


@pytest.mark.parametrize(("option", "beside", "group", "changes", "chances"), OPTIONS, ids=[one[0] for one in OPTIONS])
def test_an_option_moves_the_dead(option, beside, group, changes, chances):
    for value, chance in chances.items():
        assert dead(group, options=beside | {option: value}, **changes) == close(chance), value


@pytest.mark.parametrize("targets", [SPEARMAN, {"kind": "knight-on-foot", "men": 1}, RIDER])
@pytest.mark.parametrize("weapon", ["shortbow", "longbow", "crossbow", "ballista"])
def test_cover_range_and_aptitude_only_help_as_printed(targets, weapon):
    # Both printed tables fall from row to row and from column to column.
    def out(**keys):
        place = keys.pop("approach", "flat_ground")
        result = exact({"men": 1, "weapon": weapon} | keys, targets=targets, approach=[f"{place} x 2"])
        return result.tally("hits").value + result.tally("retreats").value

    covers = [out(approach=place) for place in ("flat_ground", "scrub", "slope")]
    assert covers == sorted(covers, reverse=True)
    ranges = [out(aside=aside) for aside in (0, 45, 65, 160)]
    assert ranges == sorted(ranges, reverse=True)
    if weapon != "ballista":
        aptitudes = [out(aptitude=number) for number in range(-3, 4)]
        assert aptitudes == sorted(aptitudes, reverse=True)


def test_what_the_sources_have_lost_is_an_error():
    with pytest.raises(UnknownCellError, match="shortbow reaches 26"):
        exact({"men": 1, "weapon": "shortbow", "aside": 10}, rules=load_rules("vikings"))
    with pytest.raises(UnknownCellError, match="siege tower"):
        exact(CROSSBOW | {"place": "siege_tower_top"}, approach=["scrub x 3"], options={"downward-radius": "english"})
