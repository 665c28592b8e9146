"""What is asked of a scenario if nobody says has an answer: neither always nor never, or the scenario is named here."""

import json

import pytest

from document.made_study import exact_result
from document.test_model import without_endings
from mangonel.engine.owners import endings_meant, usually_asked
from mangonel.engine.result import asked_about, first_open, questions
from mangonel.games.scenario import load_scenario, scenario_names
from results.make import FOLDER
from shipped_games import shipped_game

NOT_THE_USUAL = {
    "command-duel": "undecided",  # nothing ends it
    "engagement-camp": "undecided",  # two turns, to see readings of terrain: nobody is broken so soon
    "engagement-withdrawal": "undecided",  # as above, for charges through a rear hex
    "fire-fight-javelins": "b",  # who closes to throw javelins shoots too seldom to rout archers
}
ALWAYS = {
    "command-duel",  # as above
    "engagement-camp",  # as above
    "engagement-withdrawal",  # as above
    "healing-six",  # under the usual rule set whoever lives is back in time
}


@pytest.mark.parametrize("name", scenario_names())
def test_the_usual_question_is_open(name):
    scenario = load_scenario(name)
    found = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))[scenario.system.rules]["endings"]
    come = {ending: chance[0] if isinstance(chance, list) else chance for ending, chance in found.items()}
    sequence = shipped_game(name)
    known = (*sequence.endings, "undecided")
    chances = {
        asked: [sum(come[ending] for ending in endings_meant(asked, known, sequence.sides))]
        for asked in questions(sequence.endings, sequence.sides)
    }
    asked = first_open(chances)
    assert asked == NOT_THE_USUAL.get(name, usually_asked(sequence.endings, sequence.sides))
    assert (chances[asked][0] > 1 - 1e-9) == (name in ALWAYS)
    assert chances[asked][0] > 0


def test_what_never_comes_is_not_asked_about():
    assert asked_about(exact_result()) == "foothold"
    assert asked_about(without_endings(exact_result(), 1)) == "repulsed"


def test_what_is_open_goes_before_what_always_comes():
    assert first_open({"a": [1.0, 1.0], "b": [0.0, 0.0], "c": [0.2, 0.0]}) == "c"
    assert first_open({"a": [0.0], "b": [1.0], "undecided": [0.0]}) == "b"
    assert first_open({"a": [1.0, 0.9], "b": [0.5, 0.1]}) == "a"
    assert first_open({"a": [0.0], "b": [0.0]}) == "a"
