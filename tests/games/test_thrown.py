"""The dice that may be thrown on the way to an answer: their results, weighed by their chances, are the answer."""

from fractions import Fraction

import pytest

from mangonel.api.rolls import asked, values_of
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules

QUESTIONS = {(system.id, question.name): question for system in systems() for question in system.questions()}
CHARGE = {"attacker": ("Ch:4:6",), "charge": True}


def rolls_and_odds(rules, game, name, given):
    question, loaded = QUESTIONS[game, name], load_rules(rules)
    answer = asked(question, given, (loaded,)).answers[0]
    return question.thrown(loaded, values_of(question, given)), answer.odds


def weighed(rolls):
    odds = {}
    for roll in rolls:
        for letter in roll.results:
            odds[letter] = odds.get(letter, Fraction(0)) + roll.chance / len(roll.faces)
    return odds


@pytest.mark.parametrize("given", [CHARGE | {"defender": (unit,)} for unit in ("Ch:4:6", "Pi:4:5", "Ch:4:9")])
def test_a_charge_may_be_voided_and_is_fought_otherwise_then(given):
    rolls, odds = rolls_and_odds("filo-read", "filo", "combat", given)
    # One d10 of at most the quality voids the charge of who can charge himself, of 9 always.
    quality = int(given["defender"][0][-1])
    whens = [(roll.when, roll.chance) for roll in rolls]
    stands, void = Fraction(9 - quality, 10), Fraction(quality + 1, 10)
    assert (
        whens
        == {
            5: [("", 1)],
            6: [("reaction charge", 1), ("if the charge stands", stands), ("if the charge is void", void)],
            9: [("reaction charge", 1), ("if the charge is void", 1)],
        }[quality]
    )
    assert weighed([roll for roll in rolls if roll.when != "reaction charge"]) == odds


def test_a_wound_may_be_rolled_for_twice():
    (first, second), odds = rolls_and_odds("croisades", "cryhavoc", "heal", {})
    assert (first.results.count("reroll"), second.chance) == (1, Fraction(1, 6))
    assert {letter: chance for letter, chance in weighed((first, second)).items() if letter != "reroll"} == odds


def test_a_fire_arrow_hits_before_it_sets_alight():
    given = {"cause": "arrow", "target": "ram"}
    (hit, fire), odds = rolls_and_odds("siege-it", "cryhavoc", "fire", given)
    assert fire.chance == weighed([hit])["H"]
    assert weighed([fire])["F"] == odds["F"]


@pytest.mark.parametrize(
    ("game", "name", "given"),
    [
        ("cryhavoc", "fire", {"cause": "hand"}),
        ("filo", "rally", {"quality": 5, "de_rada": "with"}),
        ("filo", "victory", {"of": "muslims"}),
    ],
)
def test_what_is_certain_is_not_thrown_for(game, name, given):
    rolls, odds = rolls_and_odds({"cryhavoc": "siege", "filo": "navas"}[game], game, name, given)
    assert (rolls, list(odds.values())) == ((), [1])


def test_friends_who_are_passed_by_a_rout_throw_each_for_his_own_quality():
    rolls, _ = rolls_and_odds("filo-read", "filo", "rout", {"quality": (5, 3, 5)})
    assert [(roll.when, roll.results.count("Dr")) for roll in rolls] == [
        ("friend of quality 5", 4),
        ("friend of quality 3", 6),
    ]


def test_a_leader_is_tested_by_some_dice_only():
    (roll,), odds = rolls_and_odds("filo-read", "filo", "leader", {"rolls": 1})
    assert (roll.chance, weighed([roll])["muere"]) == (Fraction(1, 10), odds["muere"])
    (roll,), odds = rolls_and_odds("filo-read", "filo", "leader", {"rolls": 1, "tested": True})
    assert weighed([roll]) == odds


def test_long_results_stand_once_for_all_faces_next_to_each_other():
    (roll,), _ = rolls_and_odds("filo-read", "filo", "reaction-charge", {"quality": 8})
    assert roll.cells == (("0\N{EN DASH}8", 9, "passes"), ("9", 1, "-"))
    (roll,), _ = rolls_and_odds("siege", "cryhavoc", "topple", {})
    assert [(face, number) for face, number, _ in roll.cells] == [(face, 1) for face in roll.faces]
