"""Which odds each option moves, and by how much: numbers worked by hand from the printed tables."""

from fractions import Fraction

import pytest

from cases import cases
from mangonel.errors import MangonelError
from mangonel.games.cryhavoc.fire_and_walls import (
    batter_situation,
    damage_odds,
    fire_odds,
    marks_to_breach,
    oil_situation,
    stunned_in_fire_odds,
    topple_situation,
)
from mangonel.games.cryhavoc.missiles import missed_shot_situation, missile_situation, target_cover, terrain_cover
from mangonel.games.cryhavoc.rolls import animal_situation, healing_odds, melee_situation, panic_situation
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")


def of_roll(situation, **usual):
    """Return a question: the chance of some letters of a roll, in percent."""

    def asked(rules, **keys):
        keys = usual | keys
        letters = keys.pop("letters")
        odds = situation(rules, **keys).odds()
        return 100 * sum((odds.get(letter, Fraction(0)) for letter in letters), Fraction(0))

    return asked


# A fight is at 3-1 before shifts.
shot = of_roll(missile_situation, letters="ABC", weapon="longbow", distance=20, cover="none")
QUESTIONS = {
    "shot": shot,
    "shot_there": lambda rules, place: shot(rules, cover=terrain_cover(rules, place)),
    "shot_at": lambda rules, place, **keys: shot(
        rules, distance=keys.get("distance", 20), cover=target_cover(rules, place, **keys)
    ),
    "missed_shot": of_roll(missed_shot_situation),
    "fight": of_roll(melee_situation, letters="CDEF", attack=9, defence=3),
    "panic": of_roll(panic_situation),
    "animal": of_roll(animal_situation),
    "topple": of_roll(topple_situation),
    "oil": of_roll(oil_situation),
    "batter": lambda rules, points=9, **keys: 100 * damage_odds(batter_situation(rules, points=points, **keys)),
    "marks": marks_to_breach,
    "fire": lambda rules, **keys: 100 * fire_odds(rules, **keys).get("F", 0),
    "stunned_in_fire": lambda rules: 100 * stunned_in_fire_odds(rules)["K"],
    "healing": lambda rules: 100 * sum(healing_odds(rules).get(fate, 0) for fate in ("never", "dies")),
}


def answer(rules, question, keys):
    try:
        return round(float(QUESTIONS[question](rules, **keys)), 1)
    except MangonelError:
        return "no"


@pytest.mark.parametrize("option", CASES)
def test_what_an_option_moves(option):
    asks, answers, besides = (CASES[option].get(key, {}) for key in ("asks", "values", "rules"))
    assert set(answers) == set(SIEGE.options[option].values), "an answer for every value"
    for value, wanted in answers.items():
        rules = SIEGE.replaced(options=besides | {option: value})
        assert [answer(rules, *asked) for asked in asks] == wanted, value
    assert len(set(map(str, answers.values()))) > 1, "the option makes a difference"
