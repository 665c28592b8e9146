"""Single rolls on ladders and walls."""

from fractions import Fraction

import pytest

from mangonel.errors import DataError
from mangonel.games.cryhavoc.fire_and_walls import (
    batter_situation,
    battering_effect,
    breach_count,
    damage_odds,
    machine_points,
    topple_situation,
)
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")


def damage(rules=SIEGE, **keys):
    return damage_odds(batter_situation(rules, **keys))


def test_toppling():
    italian = SIEGE.replaced(options={"ladder-topple-wounded": "1"})
    assert topple_situation(SIEGE).odds() == {"T": Fraction(6, 10), "-": Fraction(4, 10)}
    assert topple_situation(SIEGE, wounded=True).odds()["T"] == Fraction(6, 10)
    assert topple_situation(italian).odds()["T"] == Fraction(6, 10)
    assert topple_situation(italian, wounded=True).odds()["T"] == Fraction(5, 10)
    assert "ladder stays" in topple_situation(italian, wounded=True).explain(6)


def test_a_ram():
    points = machine_points(SIEGE, "ram")
    assert points == 9
    assert damage(points=points, ram=True) == Fraction(6, 10)
    german = SIEGE.replaced(options={"ram-bombarded-wall-minus-one": "-1"})
    assert damage(german, points=9, ram=True, bombarded=True) == Fraction(5, 10)
    assert damage(german, points=9, ram=True) == Fraction(6, 10)
    assert damage(SIEGE, points=9, ram=True, bombarded=True) == Fraction(6, 10)
    assert damage(german, points=9, bombarded=True) == Fraction(6, 10), "stone throwers are not bound by it"


def test_towers_and_keep():
    assert damage(points=9, target="tower") == Fraction(5, 10)
    assert damage(points=9, target="keep") == Fraction(5, 10)
    assert damage(points=9, target="tower", ram=True) == Fraction(6, 10)
    assert damage(SIEGE.replaced(options={"tower-keep-minus-one": "0"}), points=9, target="keep") == Fraction(6, 10)
    strict = SIEGE.replaced(options={"ram-tower-minus-one": "-1", "ram-bombarded-wall-minus-one": "-1"})
    assert damage(strict, points=9, target="tower", ram=True) == Fraction(5, 10)
    assert damage(strict, points=9, target="tower", ram=True, bombarded=True) == Fraction(4, 10)
    heavier = SIEGE.replaced(cells=[CellChange("battering-modifiers", "tower_or_keep_hex", "value", "-2")])
    assert damage(heavier, points=9, target="tower") == Fraction(4, 10)


def test_a_ram_at_the_keep_by_option():
    assert damage(points=9, target="keep", ram=True) == Fraction(6, 10)
    german = SIEGE.replaced(options={"ram-against-keep": "forbidden"})
    with pytest.raises(DataError, match="no ram"):
        batter_situation(german, points=9, target="keep", ram=True)
    assert damage(german, points=9, target="keep") == Fraction(5, 10)


@pytest.mark.parametrize(
    ("points", "below", "above"),
    [(1, "1", "1"), (2, "1", "3"), (3, "3", "3"), (4, "3", "6"), (8, "6", "9"), (11, "9", "12+"), (30, "12+", "12+")],
)
def test_points_between_columns(points, below, above):
    other = SIEGE.replaced(options={"between-columns": "above"})
    assert batter_situation(SIEGE, points=points).final_column == below
    assert batter_situation(other, points=points).final_column == above


@pytest.mark.parametrize(("points", "odds"), [(1, 1), (3, 2), (6, 4), (9, 6), (12, 8)])
def test_damage_by_column(points, odds):
    assert damage(points=points) == Fraction(odds, 10)


def test_die_one_with_minus_one_stays_on_row_one():
    situation = batter_situation(SIEGE, points=9, target="tower")
    assert situation.outcomes()[:3] == ("3C", "3C", "2C")


@pytest.mark.parametrize(
    ("result", "damage_and_loss", "for_a_ram"),
    [("D", (1, 0), (1, 0)), ("D/2C", (1, 2), (1, 0)), ("4C", (0, 4), (0, 0)), ("-", (0, 0), (0, 0))],
)
def test_effects(result, damage_and_loss, for_a_ram):
    assert battering_effect(result) == damage_and_loss
    assert battering_effect(result, ram=True) == for_a_ram


def test_a_ram_loses_nothing_and_says_so():
    assert "void" in batter_situation(SIEGE, points=9, ram=True).explain(1)
    assert "lose 3 points" in batter_situation(SIEGE, points=9).explain(1)


def test_breach_counts():
    assert breach_count(SIEGE) == 4
    assert breach_count(SIEGE, inner=True) == 4
    extension = SIEGE.replaced(options={"inner-wall-d-count": "1"})
    assert breach_count(extension, inner=True) == 1
    assert breach_count(extension) == 4


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"points": 0}, "at least 1 point"),
        ({"points": 9, "target": "towr"}, "did you mean 'tower'"),
    ],
)
def test_what_cannot_be_battered(keys, message):
    with pytest.raises(DataError, match=message):
        batter_situation(SIEGE, **keys)


def test_wrong_words():
    with pytest.raises(DataError, match="no battering result"):
        battering_effect("X")
    with pytest.raises(DataError, match="did you mean 'ram'"):
        machine_points(SIEGE, "rams")
