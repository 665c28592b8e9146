"""Single rolls of fire, oil, healing and panic."""

from fractions import Fraction

import pytest

from mangonel.errors import DataError
from mangonel.games.cryhavoc.fire_and_walls import (
    arrow_hit_situation,
    check_fire_arrow,
    extinguish_odds,
    extinguish_situation,
    fire_odds,
    fire_situation,
    oil_situation,
    puts_out,
)
from mangonel.games.cryhavoc.rolls import healing_odds, healing_situation, panic_situation
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
CROISADES = load_rules("croisades")
ITALIAN = SIEGE.replaced(options={"fire-arrow-to-hit": "six-in-ten", "fire-arrow-weapons": "bows-and-crossbows"})


@pytest.mark.parametrize(
    ("target", "plain", "with_hit"),
    [("ram", 10, 6), ("siege_tower", 10, 6), ("ladder", 10, 6), ("tent", 30, 18), ("mantlet", 30, 18)],
)
def test_fire_arrows(target, plain, with_hit):
    assert fire_odds(SIEGE, cause="arrow", target=target)["F"] == Fraction(plain, 100)
    odds = fire_odds(ITALIAN, cause="arrow", target=target)
    assert odds == {"F": Fraction(with_hit, 100), "-": Fraction(100 - with_hit, 100)}


def test_spread_and_oil():
    assert fire_odds(SIEGE)["F"] == Fraction(4, 10)
    assert fire_odds(SIEGE, cause="oil")["F"] == Fraction(3, 10)
    assert fire_situation(SIEGE, cause="oil", target="ram").outcomes() == (*"-------", *"FFF")


def test_fire_set_by_hand():
    assert fire_odds(SIEGE, cause="hand") == {"F": Fraction(1)}
    with pytest.raises(DataError, match="no roll"):
        fire_situation(SIEGE, cause="hand")
    spanish = SIEGE.replaced(options={"first-fire-column": "also-hand-ignition"})
    assert fire_odds(spanish, cause="hand") == {"F": Fraction(4, 10), "-": Fraction(6, 10)}


def test_the_roll_to_hit():
    assert arrow_hit_situation(SIEGE) is None
    assert arrow_hit_situation(ITALIAN).odds() == {"H": Fraction(6, 10), "-": Fraction(4, 10)}


def test_who_shoots_fire_arrows_and_how_far():
    check_fire_arrow(SIEGE, "longbow", 30)
    check_fire_arrow(ITALIAN, "crossbow", 25)
    with pytest.raises(DataError, match="short range, 1 to 30"):
        fire_odds(SIEGE, cause="arrow", target="ram", weapon="longbow", distance=31)
    with pytest.raises(DataError, match="no fire arrows"):
        check_fire_arrow(SIEGE, "crossbow")
    with pytest.raises(DataError, match="no fire arrows"):
        check_fire_arrow(ITALIAN, "ballista")
    with pytest.raises(DataError, match="unknown weapon"):
        check_fire_arrow(SIEGE, "sling")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"cause": "arow"}, "did you mean 'arrow'"),
        ({"cause": "arrow"}, "needs a target"),
        ({"cause": "arrow", "target": "tents"}, "did you mean 'tent'"),
    ],
)
def test_wrong_fires(keys, message):
    with pytest.raises(DataError, match=message):
        fire_situation(SIEGE, **keys)


def test_a_target_can_be_moved_to_the_other_column():
    wet = SIEGE.replaced(cells=[CellChange("fire-targets", "mantlet", "value", "fire_arrow_b")])
    assert fire_odds(wet, cause="arrow", target="mantlet")["F"] == Fraction(1, 10)


def test_putting_out():
    assert extinguish_situation(SIEGE).odds() == {"D": Fraction(3, 10), "DA": Fraction(2, 10), "-": Fraction(5, 10)}
    assert extinguish_odds(SIEGE) == Fraction(3, 10)
    assert extinguish_odds(SIEGE, arrows_only=True) == Fraction(5, 10)
    assert not puts_out("DA", arrows_only=False)
    assert not puts_out("-", arrows_only=True)


def test_oil_on_a_man():
    situation = oil_situation(SIEGE)
    assert situation.final_column == "8-1"
    assert situation.odds() == {
        "C": Fraction(2, 10),
        "D": Fraction(2, 10),
        "E": Fraction(2, 10),
        "F": Fraction(4, 10),
    }


def test_healing():
    odds = healing_odds(SIEGE)
    assert odds["never"] == Fraction(2, 10)
    assert sum(odds.values()) == 1
    assert healing_situation(SIEGE).outcomes() == ("1", "2", "3", "4", "5", "6", "8", "10", "never", "never")


def test_healing_in_croisades():
    assert healing_odds(CROISADES) == {
        "1": Fraction(1, 3),
        "2": Fraction(1, 3),
        "3": Fraction(1, 6),
        "5": Fraction(1, 9),
        "dies": Fraction(1, 18),
    }


def test_panic():
    odds = panic_situation(SIEGE).odds()
    assert odds == {
        "P1": Fraction(1, 10),
        "P2": Fraction(1, 10),
        "P3": Fraction(1, 10),
        "R3": Fraction(1, 10),
        "R6": Fraction(1, 10),
        "-": Fraction(5, 10),
    }
