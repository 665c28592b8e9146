"""Lines as they are typed at a prompt by a person who knows pandas."""

import math

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.text import Text

import mangonel as mg
from mangonel.engine.intervals import Estimate

mpl.use("Agg")
MEN = "besiegers.men"


def test_an_estimate_is_a_number():
    chance = Estimate(0.3574, 0.01, 0.34, 0.38, exact=False)
    assert (float(chance), round(chance, 2), math.floor(chance)) == (0.3574, 0.36, 0)
    assert chance > 0.3
    assert 0.3 < chance <= Estimate.of_exact(0.5)
    assert f"{chance:.1%}" == "35.7%"
    assert f"{chance}" == str(chance) == "0.36 (0.34 to 0.38)"
    assert max([chance, Estimate.of_exact(0.1)]) is chance


def test_a_game_is_played_on_from_a_position():
    start, later = mg.simulate("ladder-one"), mg.simulate("ladder-one", position="turn=5, besiegers=4")
    assert later["foothold"] < start["foothold"]
    with pytest.raises(mg.MangonelError, match="turn=9"):
        mg.simulate("ladder-one", position="besiegers=4")


def test_a_sweep_takes_a_mapping_and_names_its_columns():
    swept = mg.sweep("panic-one", x={"turns": range(1, 3)})
    assert list(swept.to_frame()["turns"]) == [1, 2]
    assert list(mg.sweep("panic-one", x=("turns", [1, 2])).to_frame()["p"]) == list(swept.to_frame()["p"])


def test_numbers_of_numpy_are_numbers():
    two = np.int64(2)
    assert repr(mg.odds.melee(np.int64(8), two)) == repr(mg.odds.melee(8, 2))
    assert repr(mg.simulate("panic-one", turns=two)) == repr(mg.simulate("panic-one", turns=2))
    swept = mg.sweep("panic-one", x={"turns": np.arange(1, 3)}, y={"rules.panic.panic": np.arange(2)})
    assert {type(number) for number in swept.xs + swept.ys} == {int}


WRONG = {
    "an axis without values": (lambda: mg.sweep("ladder-one", x=MEN), "x: write it as {"),
    "a range of attackers": (
        lambda: mg.odds.melee(range(3, 10), 3),
        "attack: several are a list of what acts together",
    ),
    "a chance in words": (lambda: mg.reach("panic-one", by="turns", chance="half"), "chance: a chance lies"),
    "a text for choices": (
        lambda: mg.tactics("panic-one", choices={"policies.dies_first": "fit"}),
        "choices: write it",
    ),
    "a text for scenarios": (lambda: mg.survey("siege", scenarios="panic-*"), "scenarios: write it as ["),
    "a number for goals": (lambda: mg.rank(3, ["siege"]), "goals: wants goals"),
    "no rule set": (lambda: mg.load_rules(None), "rules: wants a rule set"),
    "no scenario": (lambda: mg.load_scenario(None), "wants a scenario, its name"),
    "a number as a position": (lambda: mg.simulate("panic-one", position=5), 'position: write it as "turn=9, '),
    "a number as a choice": (lambda: mg.tactics("panic-one", choices={"turns": 1}), "choices: write it as"),
    "a number as a side": (lambda: mg.best("ladder-one", side=4), "wants a name: 4"),
    "a number as a value": (lambda: mg.best("ladder-one", value=4), "value: write it as"),
    "a text to choose": (lambda: mg.best("ladder-one", choose="facing"), "choose: write it as"),
    "half a turn": (lambda: mg.trace("panic-one", turns=1.5), "turns: takes a whole number"),
    "no unit": (lambda: mg.attribute("panic-one", by="x"), "by: no such unit of a difference"),
    "a number as an ending": (lambda: mg.simulate("panic-one").probability(3), "wants the name of an ending"),
    "values as rules": (lambda: mg.simulate("ladder-one", {MEN: 8}), "rules: wants a rule set"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_type_gives_one_clear_error(name):
    ask, text = WRONG[name]
    with pytest.raises(mg.MangonelError) as error:
        ask()
    assert text in str(error.value)


def test_names_of_the_top_level():
    assert mg.rules("siege")["ladder-topple"].to_frame().iloc[0, 0] == "T"
    assert mg.trace("panic-one", seed=1, turns=1).turn == 1
    survey = mg.survey("siege", "croisades", scenarios=["healing-six"])
    assert [row.scenario.file.stem for row in survey.rows] == ["healing-six"]
    assert len(survey.plot().lines)


def test_studies_draw_themselves_with_titles():
    for study, title in (
        (mg.odds.melee(8, 3, rules=["siege", "croisades"]), "Melee"),
        (mg.attribute("healing-six"), "All back: Croisades minus Siege and Cry Havoc"),
        (mg.survey(scenarios=["healing-six"]), "Chance that the outcome in question happens, scenario by scenario"),
    ):
        assert title in [text.get_text() for text in study.plot().figure.findobj(Text)]
