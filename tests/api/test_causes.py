"""Differences between rule sets, and what each does, asked by name."""

import pytest

import mangonel as mg
from mangonel.errors import DataError
from mangonel.studies import attribute as attributing

SCENE = {"targets.men": 3, "turns": 3}


def test_names_give_what_objects_give():
    by_name = mg.attribute("volley-wall", "siege", "croisades", **SCENE)
    scenario = mg.load_scenario("volley-wall").replaced(SCENE)
    by_object = attributing.attribute(scenario, mg.load_rules("siege"), mg.load_rules("croisades"))
    assert by_name.effects
    assert [effect.difference for effect in by_name.effects] == [effect.difference for effect in by_object.effects]
    assert len(by_name.unasked) == len(by_object.unasked) > 0
    frame = by_name.to_frame("shooters")
    chances = {effect.alone.chance_of("shooters").estimate.value for effect in by_object.effects}
    assert set(frame["alone"]) == chances
    assert frame[["alone", "last"]].abs().max(axis=1).is_monotonic_decreasing


def test_it_shows_itself():
    attribution = mg.attribute("volley-wall", "siege", "croisades", **SCENE)
    moving = sum(not effect.idle for effect in attribution.effects)
    assert repr(attribution).startswith(f"<Attribution siege to croisades: {moving} of ")
    assert "What each difference does" in attribution.summary()
    assert "<table" in attribution._repr_html_()


def test_differences_by_name_are_those_of_the_rule_sets():
    siege, croisades = mg.load_rules("siege"), mg.load_rules("croisades")
    assert mg.differences("siege") == mg.differences("siege", "croisades") == mg.differences(siege, croisades)
    assert mg.differences("filo-read", "navas")
    assert mg.differences("siege", "siege") == ()


def test_what_is_not_there_is_said():
    with pytest.raises(DataError, match="croisades"):
        mg.differences("siege", "croisade")
    with pytest.raises(DataError, match="filo"):
        mg.differences("siege", "filo")
