"""Scenarios in words."""

import re
from functools import cache

import pytest

from mangonel.games.scenario import (
    assumptions_in_force,
    build,
    load_scenario,
    policies_in_force,
    scenario_facts,
    scenario_names,
)
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked
from mangonel.rules.words import load_locale, locale_names
from rules.words.marking import left_over, marked

SIEGE = load_rules("siege")
# What no shipped scenario has, so that every sentence is asked for.
VARIANTS = {
    "ladder-one": {"panic": True, "panic_of": {"rally": 1, "panics_first": "fit"}, "defenders.weapon": "longbow"},
    "melee-knights": {"panic": True, "attackers.room": 2, "attackers.front": 1},
    "sortie-battery": {"panic": True, "sortie.room": 1, "besiegers.room": 1},
    "panic-levy": {"deaths.risk": 7, "enemy_follows": False, "edge": 0},
    "ram-gate": {"man_on_wall": True, "bombarded": True, "marks": 1},
    "volley-wall": {"mantlets": True, "targets.wounded": 2},
}
SLIP = re.compile(r"\b1 (\w+ )?(hexes|barrels|ladders|men|rams|tries|marks|ballistas)\b|\((s|es)\)")


@pytest.mark.parametrize("name", scenario_names())
def test_facts_are_in_plain_words(name):
    scenario = load_scenario(name)
    for fact, text in (*scenario_facts(scenario), *policies_in_force(scenario)):
        assert fact
        assert text
        assert not SLIP.search(text), text


@cache
def asked_by(name):
    """Return the rule set that a scenario is played under, and what it asks of it."""
    scenario, asked = variants()[name], Asked()
    rules = load_rules(scenario.system.rules)
    build(scenario, rules, asked)
    return rules, asked


def described(name, words=None):
    """Return all texts that a report has of a scenario."""
    scenario, (rules, asked) = variants()[name], asked_by(name)
    facts = scenario_facts(scenario, "turn", words)
    return [*facts, *policies_in_force(scenario, words), *assumptions_in_force(scenario, rules, asked, words)]


@cache
def variants():
    """Return the shipped scenarios and those with what they lack."""
    shipped = {name: load_scenario(name) for name in scenario_names()}
    changed = {f"{name}, changed": shipped[name].replaced(changes) for name, changes in VARIANTS.items()}
    return shipped | changed


@pytest.mark.parametrize("name", variants())
def test_no_text_comes_from_elsewhere(name):
    english = marked()
    option = re.compile(r" \([a-z0-9-]+\)")
    for said, text in described(name, english):
        # Ids and values of options are what a rule file is written with.
        assert left_over(option.sub("", said)) == []
        assert {word for word in left_over(text) if word not in text.partition(":")[0]} == set(), text


@pytest.mark.parametrize("language", [name for name in locale_names() if name != "en"])
@pytest.mark.parametrize("name", variants())
def test_every_language_tells_the_same_facts(language, name):
    english, other = described(name), described(name, load_locale(language))
    assert len(other) == len(english)
    for (said, text), (mine, own) in zip(english, other, strict=True):
        assert mine
        assert "{" not in own
        # The numbers are those of the scenario, whatever their order.
        assert sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", mine))
        if not said.startswith("Note"):
            assert set(re.findall(r"\d+", text)) <= set(re.findall(r"\d+", own)) | {"10"}, (text, own)


def test_a_place_of_ones_own_is_shown_as_it_is():
    own = {"hexes": [{"name": "Devil_s tooth", "wall": "outer"}], "wanted": 1}
    facts = dict(scenario_facts(load_scenario("bombardment-curtain").replaced(own), "day", load_locale("en")))
    assert facts["Wall hexes, as they are wanted"] == "Devil s tooth (outer)"


def test_assumptions_are_told_by_title_and_id_with_value_and_meaning():
    scenario, asked = load_scenario("ladder-one"), Asked()
    build(scenario, SIEGE, asked)
    facts = dict(assumptions_in_force(scenario, SIEGE, asked))
    assert facts["Climbing in the move in which a ladder is raised (climb-in-raising-move)"] == (
        "men climb in the move in which the ladder is raised (allowed)"
    )
