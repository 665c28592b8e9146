"""Hand-worked checks of the healing oracle: scripted dice, every one of which must be rolled."""

import copy
from fractions import Fraction
from typing import Any

import pytest

from games import hand_worked
from oracle.healing import play_healing
from oracle.outcome import Outcome

Setup = dict[str, Any]


def healing_setup(**changes: Any) -> Setup:
    base: Setup = {"turns": 20, "fit": 10, "wounded": 0, "casualties": [], "wanted": None}
    return copy.deepcopy(base | changes)


def casualties(day: int, men: int, source: str = "fit") -> Setup:
    return {"day": day, "men": men, "from": source}


def scripted(setup: Setup, *dice: int, sides: int = 10, **options: str) -> Outcome:
    return hand_worked.scripted(play_healing, setup, *(die if sides == 10 else -die for die in dice), **options)


@pytest.mark.parametrize(("die", "back_on"), [(1, 4), (2, 4), (3, 7), (4, 7), (5, 10)])
def test_turns_of_three_days(die: int, back_on: int) -> None:
    outcome = scripted(healing_setup(wounded=1), die, sides=6, healing_table="croisades")
    assert (outcome.turn, outcome.measures["fit"]) == (back_on, 11)


def test_one_in_eighteen_dies() -> None:
    dead = Fraction(0)
    for first in range(1, 7):
        for second in range(1, 7):
            dice = (first, second) if first == 6 else (first,)
            outcome = scripted(healing_setup(wounded=1), *dice, sides=6, healing_table="croisades")
            dead += Fraction(outcome.measures["dead"], 36)
    assert dead == Fraction(1, 18)


def test_new_wounds_on_later_days() -> None:
    setup = healing_setup(fit=2, wounded=1, casualties=[casualties(4, 5), casualties(4, 1, "outside")])
    # Day 1: back on day 2, so three are fit on day 4 and all are wounded, with one from outside.
    outcome = scripted(setup, 1, 1, 1, 9, 1)
    assert outcome.events[:5] == ["day 1: 2 fit", "day 2: 3 fit", "day 3: 3 fit", "day 4: 0 fit", "day 5: 3 fit"]
    assert (outcome.ending, outcome.turn, outcome.measures["out"]) == ("all_back", 5, 1)


def test_no_end_while_casualties_are_to_come() -> None:
    setup = healing_setup(casualties=[casualties(3, 1)])
    assert scripted(setup, 9).turn == 3
    # Nobody wounded at all is no scenario.
    assert hand_worked.by_oracle(play_healing, healing_setup()).turn == 1


def test_a_new_roll_every_evening() -> None:
    # 2 would be the third day, but the roll of day 2 takes its place; 9 is final; 1 is back on the next day.
    outcome = scripted(healing_setup(wounded=2), 2, 9, 5, 1, healing_who_rolls="daily")
    assert (outcome.turn, outcome.measures["fit"], outcome.measures["out"]) == (4, 11, 1)
    # A third of all come back: 0.1 of 0.3 decide a day's roll.
    fit = {day: Fraction(0) for day in (2, 3)}
    for first in range(1, 11):
        for second in range(1, 11):
            dice = (first,) if first in (1, 9, 10) else (first, second)
            setup = healing_setup(wounded=1, turns=3 if len(dice) == 1 else 2)
            outcome = scripted(setup, *dice, healing_who_rolls="daily")
            fit[2] += Fraction(first == 1 and outcome.measures["fit"] == 11, 100)
            fit[3] += Fraction(len(dice) == 2 and second == 1 and outcome.measures["wounded"] == 1, 100)
    assert fit == {2: Fraction(1, 10), 3: Fraction(7, 100)}
