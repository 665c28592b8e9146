"""Single shots."""

from fractions import Fraction

import pytest

from cases import cases
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.cryhavoc.missiles import (
    animal_shot_situation,
    band_limits,
    missile_situation,
    range_band,
    reach,
    terrain_cover,
    weapons,
)
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import Modifier

CASES = cases(__file__)

SIEGE = load_rules("siege")
CROISADES = load_rules("croisades")


def tenths(**odds):
    return {letter.replace("miss", "-"): Fraction(count, 10) for letter, count in odds.items()}


def shot(rules=SIEGE, **keys):
    return missile_situation(rules, **{"weapon": "longbow", "distance": 10, "cover": "none"} | keys)


@pytest.mark.parametrize(
    ("keys", "odds"),
    [
        ({}, tenths(A=2, B=2, C=2, miss=4)),  # rows 4 to 13: C C B B A A - - - -
        ({"weapon": "ballista", "cover": "heavy"}, tenths(A=2, B=2, C=1, miss=5)),  # rows 1 to 10
        ({"weapon": "crossbow"}, tenths(A=2, B=2, C=3, miss=3)),  # rows 3 to 12
        ({"weapon": "shortbow", "cover": "medium"}, tenths(A=2, B=1, miss=7)),  # rows 5 to 14: B A A - ...
        ({"distance": 91}, tenths(A=2, B=2, miss=6)),  # long: rows 6 to 15: B B A A - ...
        ({"wounded": True}, tenths(A=2, B=2, C=1, miss=5)),
        ({"dismounted_knight": True}, tenths(A=2, B=2, C=1, miss=5)),
        ({"aptitude": 1}, tenths(A=2, B=2, C=1, miss=5)),
        ({"mounted": True}, tenths(A=1, B=2, C=1, miss=6)),  # rows 4 to 13: C B B A - ...
        ({"mounted": True, "weapon": "ballista"}, tenths(A=1, B=2, C=1, D=1, E=1, F=1, miss=3)),
    ],
)
def test_worked_shots(keys, odds):
    assert shot(**keys).odds() == odds


def test_a_wounded_man_at_a_ballista_shoots_as_well():
    assert shot(weapon="ballista", wounded=True) == shot(weapon="ballista")


def test_modifiers_add_up_and_are_explained():
    situation = shot(distance=100, wounded=True, dismounted_knight=True, aptitude=-1)
    assert [modifier.value for modifier in situation.modifiers] == [2, 1, 1, -1]
    assert situation.explain(1) == (
        "die 1, +2 long range, +1 wounded shooter, +1 dismounted knight, -1 shooter's aptitude, +3 rows longbow"
        " = row 7, no cover -> B (target wounded)"
    )
    assert shot(modifiers=(Modifier("fog", 2),)).odds() == shot(distance=100).odds()


@pytest.mark.parametrize(
    ("weapon", "distance", "base", "croisades"),
    CASES["test_range_bands"],
)
def test_range_bands(weapon, distance, base, croisades):
    assert range_band(SIEGE, weapon, distance) == base
    assert range_band(CROISADES, weapon, distance) == croisades


def test_reach():
    assert {weapon: reach(SIEGE, weapon) for weapon in weapons(SIEGE)} == {
        "ballista": 175,
        "crossbow": 130,
        "longbow": 150,
        "shortbow": 75,
    }
    assert reach(CROISADES, "longbow") == 120
    assert band_limits(SIEGE, "longbow") == {"short": (1, 30), "medium": (31, 90), "long": (91, 150)}


@pytest.mark.parametrize(
    ("keys", "message"),
    CASES["test_what_cannot_be_shot"],
)
def test_what_cannot_be_shot(keys, message):
    with pytest.raises(DataError, match=message):
        shot(**keys)


def test_the_lost_band_is_unknown():
    vikings = CROISADES.replaced(options={"missile-ranges": "vikings"})
    assert range_band(vikings, "shortbow", 25) == "medium"
    with pytest.raises(UnknownCellError, match="cut off"):
        shot(vikings, weapon="shortbow", distance=26)
    assert reach(vikings, "shortbow") == 25
    filled = vikings.replaced(cells=[CellChange("ranges-vikings", "shortbow", "long", "26-60")])
    assert range_band(filled, "shortbow", 26) == "long"


def test_terrain_cover_by_option_and_errors():
    other = SIEGE.replaced(options={"mantlet-cover": "infinite"})
    assert terrain_cover(other, "mantlet") == "infinite"
    assert terrain_cover(other, "battlement") == "heavy"
    with pytest.raises(DataError, match="one value"):
        terrain_cover(SIEGE, "battlement", second=True)
    with pytest.raises(DataError, match="did you mean 'battlement'"):
        terrain_cover(SIEGE, "batlement")


def test_shots_at_animals():
    # Longbow at short range in the open: rows 4 to 7 of the mounted table, C B B A. C befalls the rider only; B kills
    # the horse, but not since Croisades.
    shot = {"weapon": "longbow", "distance": 10, "cover": "none"}
    found = animal_shot_situation(SIEGE, **shot)
    assert found.outcomes() == ("-", "B", "B", "A", "-", "-", "-", "-", "-", "-")
    assert found.meaning("B") == "horse killed"
    croisades = animal_shot_situation(CROISADES, **shot)
    assert croisades.outcomes() == ("-", "-", "-", "A", "-", "-", "-", "-", "-", "-")
    # A ballista reaches the rows above: D and F kill the horse, E does not.
    assert animal_shot_situation(SIEGE, **shot | {"weapon": "ballista"}).outcomes() == tuple("F-D-BBA---")
    with pytest.raises(DataError, match="no attack on animals"):
        animal_shot_situation(SIEGE.replaced(options={"horse-defence": "none"}), **shot)
