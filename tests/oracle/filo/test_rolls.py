"""The single rolls of the oracle by hand: what the rules give as examples, and what is easily got wrong."""

from fractions import Fraction

import pytest

from oracle.filo import rolls
from oracle.filo.courses import odds, of_faces
from oracle.filo.rolls import Fighter
from oracle.filo.rules import LostCellError, read_rules

READ, NAVAS = read_rules("filo-read"), read_rules("navas")
KNIGHTS = Fighter("Ch", 4, 6, mounted=True)
PIKES = Fighter("Pi", 4, 6)


def tenths(**letters):
    return {letter: Fraction(number, 10) for letter, number in letters.items()}


def test_knights_charge_pikes():
    total = rolls.combat_total(READ, KNIGHTS, PIKES, charge="yes")
    found = of_faces(lambda die: rolls.combat_results(READ, die + total)[0])
    assert (total, found) == (
        5,
        {**tenths(R=2), "F+R": Fraction(3, 10), "D+R": Fraction(4, 10), "Dr+R": Fraction(1, 10)},
    )


def test_knights_charge_knights_who_may_answer():
    def fought(dice):
        kind = "void" if dice.d10("reaction charge") <= KNIGHTS.quality else "yes"
        return rolls.combat_results(READ, dice.d10("combat") + rolls.combat_total(READ, KNIGHTS, KNIGHTS, charge=kind))

    follow = "avance_obligatorio"
    expected = {("-", "R"): 24, ("-", "-"): 10, ("R", follow): 20, ("F+R", follow): 30, ("D+R", follow): 16}
    assert rolls.may_react(READ, KNIGHTS)
    assert odds(fought) == {result: Fraction(share, 100) for result, share in expected.items()}


def test_crossbows_at_two_hexes():
    bows, total = rolls.figures(READ, "Ab", 2), rolls.shot_total(READ, Fighter("Ab", 4, 4))
    assert of_faces(lambda die: rolls.shot_letter(bows, die + total)) == {"": Fraction(7, 10), **tenths(D=2, Dr=1)}


@pytest.mark.parametrize(
    ("bonus", "state", "quality", "share"),
    [(1, "routed_fatigued", 5, 5), (0, "routed_fatigued", 5, 4), (0, "routed_fatigued", 0, 1)],
)
def test_rallies(bonus, state, quality, share):
    assert of_faces(lambda die: rolls.rallies(READ, die, state, quality, bonus))[True] == Fraction(share, 10)


def test_classes_of_initiative():
    found = odds(lambda dice: rolls.initiative_class(READ, dice.two_d6("a"), dice.two_d6("b")))
    assert found == {"C1": Fraction(73, 648), "C2": Fraction(41, 72), "C3": Fraction(191, 648), "C4": Fraction(5, 216)}


@pytest.mark.parametrize(("option", "fates"), [("nine", (3, 1)), ("nine-and-zero", (6, 2))])
def test_a_leader_in_one_attack(option, fates):
    rules = READ.changed({"leader-test-face": option})
    found = odds(
        lambda dice: (
            rolls.leader_after(rules, dice.d10("leader"), "fit")
            if rolls.tests_leaders(rules, dice.d10("combat"))
            else "fit"
        )
    )
    assert (found["wounded"], found["dead"]) == tuple(Fraction(share, 100) for share in fates)
    assert rolls.leader_after(rules, 6, "wounded") == "dead"


@pytest.mark.parametrize(
    ("mine", "theirs", "value"), [(4, 4, 1), (5, 6, 0), (3, 2, 1), (4, 2, 2), (2, 5, -1), (3, 10, -2), (40, 2, 2)]
)
def test_the_force_ratio_is_the_highest_step_that_is_reached(mine, theirs, value):
    assert rolls.ratio_modifier(READ, mine, theirs) == value


def test_the_sum_is_limited_before_the_die():
    strong, weak = Fighter("Ch", 12, 9, mounted=True, bonus=3), Fighter("Mi", 2, 2, "demoralised")
    assert rolls.combat_total(READ, strong, weak, charge="yes") == 7
    assert rolls.combat_results(READ, 7 + 9)[0] == rolls.combat_results(READ, 30)[0] == "Dr+R"


def test_a_reaction_charge_voids_the_ground_of_the_charge():
    wood = Fighter("Ch", 4, 6, mounted=True, grounds=("wood",))
    totals = [rolls.combat_total(READ, KNIGHTS, wood, charge=kind) for kind in ("yes", "void", "no")]
    assert totals == [1 + 2 - 2, 1 - 1, 1 - 1]
    stays = READ.changed({"reaction-terrain": "charge-column"})
    assert rolls.combat_total(stays, KNIGHTS, wood, charge="void") == 1 - 2


def test_who_is_routed_is_charged_from_the_front():
    gone = Fighter("Pi", 4, 6, "routed")
    assert rolls.combat_total(READ, KNIGHTS, gone, charge="yes") == 7
    weak = Fighter("Ha", 1, 1, mounted=True)
    assert rolls.combat_total(READ, weak, gone, charge="yes") == -2 + 2 - 1 + 3 + 2
    assert rolls.combat_total(READ.changed({"charge-on-routed": "none"}), weak, gone, charge="yes") == -2 + 2 - 1 + 3


def test_ruy_diaz_on_either_side():
    with_him = Fighter("Pi", 4, 6, ruy_diaz=True)
    assert rolls.combat_total(NAVAS, with_him, PIKES) == 1 + 1
    assert rolls.combat_total(NAVAS, PIKES, with_him) == 1 - 1
    assert rolls.combat_total(READ, with_him, PIKES) == 1


@pytest.mark.parametrize(
    ("strength", "option", "total"), [(3, "two", -1), (4, "two", 0), (5, "two", 1), (9, "two", 2), (9, "three", 3)]
)
def test_strength_of_fire(strength, option, total):
    rules = READ.changed({"fire-strength-steps": option})
    assert rolls.shot_total(rules, Fighter("Ab", strength, 4)) == total
    assert rolls.shot_total(rules, Fighter("At", strength, 4)) == max(0, total)


def test_ground_is_added_up_or_the_best_of_it():
    there = Fighter("Pi", 4, 6, grounds=("marsh", "stream"))
    assert rolls.combat_total(READ, PIKES, there) == 1 + 1 - 1
    assert rolls.combat_total(READ.changed({"terrain-sum": "lowest"}), PIKES, there) == 1 - 1
    assert rolls.shot_total(READ, Fighter("Ab", 4, 4), ("wall",)) == -4
    assert not rolls.allows_charge(READ, ("bridge",))
    assert not rolls.allows_charge(READ.changed({"parapet-row": "wall"}), ("parapet",))


def test_a_lost_cell_is_an_error_and_a_reading_fills_it():
    with pytest.raises(LostCellError):
        rolls.figures(read_rules("filo"), "Ar", 2)
    assert rolls.figures(READ, "Ar", 2) == "6/8"
    assert rolls.figures(READ, "Ar", 4) == rolls.figures(READ, "At", 7) == rolls.figures(READ, "Pi", 1) == ""


def test_a_rout_through_friends():
    assert of_faces(lambda die: rolls.routs_when_passed(die, 5))[True] == Fraction(4, 10)
