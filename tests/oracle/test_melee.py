"""Hand-worked checks of the slow melee."""

from fractions import Fraction

from games import hand_worked
from games.hand_worked import odds
from oracle.fighting import Fighter, fight_column
from oracle.melee import play_melee
from oracle.rules import read_rules
from oracle.scripted import KNIGHT, SERGEANT
from oracle.setups import setup_of
from oracle.tables import ground_columns

SIEGE = read_rules()


def test_one_against_one_for_one_turn() -> None:
    # 8 : 4 is 2-1: D 1, C 2, B 2, A 1, nothing 4 of 10. A wounded man defends with 2: 4-1, where 1 to 5 kill him and 8 is A.
    # D: the defender is stunned and does not strike back. B: the attacker is out of contact. Else he strikes back.
    chances = odds(play_melee, setup_of("midgame/melee"), lambda told: (told.attackers_dead, told.attackers_wounded))
    assert chances == {(1, 0): Fraction(5, 100), (0, 1): Fraction(5, 100), (0, 0): Fraction(90, 100)}
    # Self-inflicted wounds of the defender: 1 of 10 after C or nothing (6 of 10), and on 4-1 after A (1 of 10).
    chances = odds(play_melee, setup_of("midgame/melee"), lambda told: told.defenders_wounded)
    assert chances[1] == Fraction(7, 100)


def test_giving_no_rest() -> None:
    # After B (2 of 10) the defender who follows strikes back too: 10 more of 100 courses with a die of his own.
    follow = setup_of("midgame/melee", {"policies": {"defenders": {"follow": True}}})
    chances = odds(play_melee, follow, lambda told: told.defenders_wounded)
    assert chances[1] == Fraction(9, 100)


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
