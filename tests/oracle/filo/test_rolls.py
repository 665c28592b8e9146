"""Single rolls by hand, of the oracle and of the package: what the rules give as examples, and what is easily got wrong."""

from dataclasses import replace
from fractions import Fraction

import pytest

from cases import cases
from games.filo_asking import ask, said_of
from games.filo_engagement_twin import SIDES
from games.filo_hand_worked import our_rules
from mangonel.errors import DataError, NoRollError, UnknownCellError
from oracle.filo import rolls
from oracle.filo.courses import odds, of_faces
from oracle.filo.rolls import Fighter
from oracle.filo.rules import LostCellError, read_rules

CASES = cases(__file__)

READ = read_rules("filo-read")
KNIGHTS = Fighter("Ch", 4, 6, mounted=True)
PIKES = Fighter("Pi", 4, 6)


FOLLOW = "avance_obligatorio"


def asked(name, rules=READ, **said):
    """Return the package's answer to a question under rules of the oracle."""
    return ask(name, our_rules(rules), **said)


def tenths(**letters):
    return {letter: Fraction(number, 10) for letter, number in letters.items()}


def fought(attacker, defender, *, charge, rules=READ):
    """Return the package's answer of a combat of two."""
    # What lies between them is said of who attacks across it.
    across = [ground for ground in defender.grounds if ground in SIDES]
    inside = [ground for ground in defender.grounds if ground not in SIDES]
    said = {"attacker": (said_of(attacker, *across),), "defender": (said_of(defender, *inside),)}
    return asked("combat", rules, charge=charge != "no", **said)


def combat_total(rules, attacker, defender, *, charge="no"):
    """Return what is added to the die by the oracle, and see that the package adds it."""
    facts = fought(attacker, defender, charge=charge, rules=rules).facts
    total = rolls.combat_total(rules, attacker, defender, charge=charge)
    assert (facts["after_reaction_charge"] if charge == "void" else facts)["total"] == total
    return total


def shot_total(rules, shooter, grounds=(), distance=1):
    said = {"shooter": (f"{shooter.type}:{shooter.strength}",), "distance": (distance,), "terrain": grounds}
    total = rolls.shot_total(rules, shooter, grounds)
    assert asked("fire", rules, **said).facts["total"] == total
    return total


def test_knights_charge_pikes():
    total = combat_total(READ, KNIGHTS, PIKES, charge="yes")
    found = of_faces(lambda die: rolls.combat_results(READ, die + total)[0])
    assert (total, found) == (
        5,
        {**tenths(R=2), "F+R": Fraction(3, 10), "D+R": Fraction(4, 10), "Dr+R": Fraction(1, 10)},
    )
    answer = fought(KNIGHTS, PIKES, charge="yes")
    assert answer.odds == {f"{letter}/{FOLLOW}": chance for letter, chance in found.items()}


def test_knights_charge_knights_who_may_answer():
    def charged(dice):
        kind = "void" if dice.d10("reaction charge") <= KNIGHTS.quality else "yes"
        return rolls.combat_results(READ, dice.d10("combat") + rolls.combat_total(READ, KNIGHTS, KNIGHTS, charge=kind))

    expected = {("-", "R"): 24, ("-", "-"): 10, ("R", FOLLOW): 20, ("F+R", FOLLOW): 30, ("D+R", FOLLOW): 16}
    assert rolls.may_react(READ, KNIGHTS)
    found = {result: Fraction(share, 100) for result, share in expected.items()}
    answer = fought(KNIGHTS, KNIGHTS, charge="yes")
    assert (odds(charged), answer.facts["reaction_charge"]) == (found, 0.7)
    assert answer.odds == {"/".join(dict.fromkeys(result)): chance for result, chance in found.items()}


def test_crossbows_at_two_hexes():
    bows, total = rolls.figures(READ, "Ab", 2), shot_total(READ, Fighter("Ab", 4, 4), distance=2)
    found = of_faces(lambda die: rolls.shot_letter(bows, die + total) or "-")
    assert found == asked("fire", shooter=("Ab:4",), distance=(2,)).odds == {"-": Fraction(7, 10), **tenths(D=2, Dr=1)}


@pytest.mark.parametrize(
    ("bonus", "state", "quality", "share"),
    [(1, "routed_fatigued", 5, 5), (0, "routed_fatigued", 5, 4), (0, "routed_fatigued", 0, 1)],
)
def test_rallies(bonus, state, quality, share):
    answer = asked("rally", quality=quality, bonus=(bonus,), routed=True, fatigued=True)
    found = of_faces(lambda die: rolls.rallies(READ, die, state, quality, bonus))[True]
    assert found == answer.odds["rallies"] == Fraction(share, 10)


def test_classes_of_initiative():
    found = odds(lambda dice: rolls.initiative_class(READ, dice.two_d6("a"), dice.two_d6("b")))
    assert found == {"C1": Fraction(73, 648), "C2": Fraction(41, 72), "C3": Fraction(191, 648), "C4": Fraction(5, 216)}
    named = asked("initiative").named
    assert {name: named[name] for name in found} == found
    assert named["a has the initiative"] == named["b has the initiative"] == (1 - found["C1"]) / 2


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
    answer = asked("leader", rules).odds
    assert (answer["herido"], answer["muere"]) == (found["wounded"], found["dead"])
    # Who is wounded already dies of a wound.
    assert rolls.leader_after(rules, 6, "wounded") == "dead"
    assert asked("leader", rules, wounded=True).odds["muere"] == Fraction(sum(fates), 100)


def fighter(kind, strength, quality, more=None):
    more = {name: tuple(value) if isinstance(value, list) else value for name, value in (more or {}).items()}
    return Fighter(kind, strength, quality, **more)


@pytest.mark.parametrize(
    ("attacker", "defender", "charge", "name", "options", "total"), CASES["test_what_is_added_in_a_combat"]
)
def test_what_is_added_in_a_combat(attacker, defender, charge, name, options, total):
    rules = read_rules(name).changed(options)
    assert combat_total(rules, fighter(*attacker), fighter(*defender), charge=charge) == total


def test_beyond_the_limit_the_results_are_those_of_the_limit():
    assert rolls.combat_results(READ, 7 + 9)[0] == rolls.combat_results(READ, 30)[0] == "Dr+R"


def test_under_rules_that_do_not_know_ruy_diaz_he_is_nobody_and_may_not_be_named():
    with_him = Fighter("Pi", 4, 6, ruy_diaz=True)
    assert rolls.combat_total(READ, with_him, PIKES) == 1
    with pytest.raises(DataError, match="knows no such rule"):
        fought(with_him, PIKES, charge="no")


@pytest.mark.parametrize(
    ("strength", "option", "total"), [(3, "two", -1), (4, "two", 0), (5, "two", 1), (9, "two", 2), (9, "three", 3)]
)
def test_strength_of_fire(strength, option, total):
    rules = READ.changed({"fire-strength-steps": option})
    assert shot_total(rules, Fighter("Ab", strength, 4)) == total
    assert shot_total(rules, Fighter("At", strength, 4)) == max(0, total)


def test_ground_that_is_shot_at_and_that_nobody_charges():
    assert shot_total(READ, Fighter("Ab", 4, 4), ("wall",)) == -4
    for rules, ground in ((READ, "bridge"), (READ.changed({"parapet-row": "wall"}), "parapet")):
        assert not rolls.allows_charge(rules, (ground,))
        with pytest.raises(NoRollError, match="does not allow"):
            fought(KNIGHTS, replace(PIKES, grounds=(ground,)), charge="yes", rules=rules)


def test_a_lost_cell_is_an_error_and_a_reading_fills_it():
    with pytest.raises(LostCellError):
        rolls.figures(read_rules("filo"), "Ar", 2)
    with pytest.raises(UnknownCellError, match="archer-row = earlier-state"):
        asked("fire", read_rules("filo"), shooter=("Ar:4",), distance=(2,))
    assert rolls.figures(READ, "Ar", 2) == "6/8"
    assert asked("fire", shooter=("Ar:4",), distance=(2,)).odds == tenths(**{"-": 6, "D": 2, "Dr": 2})
    for type_, distance in (("Ar", 4), ("At", 7), ("Pi", 1)):
        assert rolls.figures(READ, type_, distance) == ""
        with pytest.raises(NoRollError):
            asked("fire", shooter=(f"{type_}:4",), distance=(distance,))


def test_a_rout_through_friends():
    found = of_faces(lambda die: rolls.routs_when_passed(die, 5))[True]
    assert found == asked("rout", quality=(5,)).odds["Dr"] == Fraction(4, 10)
