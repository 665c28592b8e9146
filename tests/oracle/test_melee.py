"""Hand-worked checks of the slow melee."""

from games import hand_worked
from oracle.fighting import Fighter, fight_column
from oracle.rules import read_rules
from oracle.scripted import KNIGHT, SERGEANT
from oracle.tables import ground_columns

SIEGE = read_rules()


def test_a_wounded_rider_fights_with_his_own_values() -> None:
    rider = Fighter(KNIGHT, "defenders", rides=True)
    rider.wound()
    assert (rider.attack, rider.defence) == (10, 4)
    rider.rides = False
    assert (rider.attack, rider.defence) == (7, 3)


def test_ground() -> None:
    for rules, terrain, against, columns in (
        (SIEGE, "rubble", "trench", -2),
        (SIEGE.changed({"rubble-sign": "0"}), "rubble", "battlement", 0),
        (SIEGE, "flat_ground", "keep_door", -2),
        (SIEGE, "siege_tower_top", "battlement", -1),
    ):
        assert ground_columns(rules, terrain, against) == columns
        # From 6-1, so that there is room on both sides.
        assert hand_worked.column_of(rules, [24], 4, [terrain], against) == 6 + columns


def test_column_options() -> None:
    target = Fighter(SERGEANT, "defenders")
    each, never = SIEGE.changed({"joint-bonus-number": "each"}), SIEGE.changed({"column-below-1-1": "impossible"})
    for rules, men, ground, column in ((SIEGE, 3, 0, 7), (each, 3, 0, 8), (SIEGE, 1, -2, 1), (never, 1, -2, None)):
        group = [Fighter(SERGEANT, "attackers") for _ in range(men)]
        assert fight_column(group, target, ground, rules) == column
        # Rubble moves an attack on a trench two columns to the left.
        terrain, against = ("rubble", "trench") if ground else ("flat_ground", "flat_ground")
        attack, places = [man.attack for man in group], [terrain] * men
        assert hand_worked.column_of(rules, attack, target.defence, places, against) == column
