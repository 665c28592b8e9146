"""Scenarios and traces in words."""

import re
from functools import cache
from itertools import pairwise

import pytest

from cases import cases
from mangonel.engine.trace import play_trace
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
from mangonel.rules.words import speaking
from rules.words.marking import left_over, marked
from shipped_games import long_ones_slow, shipped_game

CASES = cases(__file__)

ONE = r"(?<![-\d])1 (?:more |fit |stunned |wounded |light |heavy )*"
MANY = ("battle", "waves", "line", "siege-great")
BAD = {
    "one of several": re.compile(ONE + r"(?:hexes|men|engines|points|riders|besiegers|defenders|rows|days|turns)\b"),
    "several of one": re.compile(r"(?<![-\d])(?:0|[2-9]|[1-9]\d+) (?:hex|man|engine|point|rider|besieger|defender|row|day|turn)\b"),
    "either of both": re.compile(r"\((?:s|es)\)|/men\b"),
    "an id": re.compile(r"[a-z]_[a-z]"),
    "a letter without its meaning": re.compile(r"-> (?:-|[A-Z]\w{0,4})$"),
}  # fmt: skip


@pytest.mark.parametrize("name", long_ones_slow())
def test_a_trace_reads_well(name):
    # Of a battle one game is as long as many of others.
    games = [play_trace(shipped_game(name), seed=seed) for seed in range(1 if name.startswith(MANY) else 2)]
    # The numbers at the end go by the names that players gave: "second row 2".
    lines = {line for game in games for line in game.lines()}
    assert [(what, line) for line in lines for what, pattern in BAD.items() if pattern.search(line)] == []


FOLLOWED_BY = CASES["FOLLOWED_BY"]
HAS_TO_SAY = CASES["HAS_TO_SAY"]


def shipped_lines():
    for name in scenario_names("cryhavoc"):
        sequence = build(load_scenario(name), load_rules("siege"))
        for seed in range(12):
            yield list(play_trace(sequence, seed=seed).lines())


@pytest.mark.slow
def test_what_came_of_a_result_is_told():
    met = dict.fromkeys((*FOLLOWED_BY, *HAS_TO_SAY), 0)
    for lines in shipped_lines():
        for line, following in pairwise(lines):
            for what, (before, after) in FOLLOWED_BY.items():
                if re.search(before, line):
                    assert re.search(after, following), (what, line, following)
                    met[what] += 1
            for what, (some, wanted) in HAS_TO_SAY.items():
                if re.search(some, line):
                    assert re.search(wanted, line), (what, line)
                    met[what] += 1
    assert min(met.values()) > 10, met


def test_a_night_that_ends_an_assault_is_told():
    scenario = load_scenario("siege-breach").replaced({"breach.turns": 1})
    told = [event.text for event in play_trace(build(scenario, load_rules("siege")), seed=4).events]
    assert "night falls on the breach, nothing is decided, and it is called off" in told
    assert "the breach is held" not in told


SIEGE = load_rules("siege")
# What no shipped scenario has, so that every sentence is asked for.
VARIANTS = CASES["VARIANTS"]
SLIP = re.compile(r"\b1 (\w+ )?(hexes|barrels|ladders|men|rams|tries|marks|ballistas|times)\b|\((s|es)\)")


def test_facts_are_in_plain_words():
    for scenario in map(load_scenario, scenario_names()):
        for fact, text in (*scenario_facts(scenario), *policies_in_force(scenario)):
            assert fact
            assert text
            assert not SLIP.search(text), (scenario.file, text)


def test_facts_have_the_values_in_the_saddle_and_who_stands_beside_whom():
    riders, together = (dict(scenario_facts(load_scenario(name))) for name in ("volley-knights", "line-together"))
    assert riders["Targets"].endswith("dismounted knight), in the saddle 20/8/12, wounded 10/4/8")
    assert ", 1 more beside it;" in together["Side a"]
    for name, path, value in (("battle-navas", "a.banners.1", 9), ("waves-kings", "waves.1", 5)):
        facts = dict(scenario_facts(load_scenario(name).replaced({f"{path}.activations": 2})))
        assert facts["Side a"].count(f"acts twice a turn (army leader, value {value})") == 1
        assert facts.get("First turn of attacks and shots, by sector") == {9: "2, 1, 2", 5: None}[value]


@cache
def asked_by(name):
    """Return the rule set that a scenario is played under, and what it asks of it."""
    scenario, asked = variants()[name], Asked()
    rules = load_rules(scenario.system.rules)
    build(scenario, rules, asked)
    return rules, asked


def described(name, words="en"):
    """Return all texts that a report has of a scenario."""
    scenario, (rules, asked) = variants()[name], asked_by(name)
    with speaking(words):
        return [*scenario_facts(scenario), *policies_in_force(scenario), *assumptions_in_force(scenario, rules, asked)]


@cache
def variants():
    """Return the shipped scenarios and those with what they lack."""
    shipped = {name: load_scenario(name) for name in scenario_names()}
    changed = {f"{name}, changed": shipped[name].replaced(changes) for name, changes in VARIANTS.items()}
    return shipped | changed


def test_no_text_comes_from_elsewhere():
    english = marked()
    option = re.compile(r" \([a-z0-9-]+\)")
    for name in variants():
        for said, text in described(name, english):
            # Ids and values of options are what a rule file is written with.
            assert left_over(option.sub("", said)) == [], name
            assert {word for word in left_over(text) if word not in text.partition(":")[0]} == set(), (name, text)


def test_a_place_of_ones_own_is_shown_as_it_is():
    own = {"hexes": [{"name": "Devil_s tooth", "wall": "outer"}], "wanted": 1}
    facts = dict(scenario_facts(load_scenario("bombardment-curtain").replaced(own), "day"))
    assert facts["Wall hexes, as they are wanted"] == "Devil s tooth (outer)"


def test_assumptions_are_told_by_title_and_id_with_value_and_meaning():
    scenario, asked = load_scenario("ladder-one"), Asked()
    build(scenario, SIEGE, asked)
    facts = dict(assumptions_in_force(scenario, SIEGE, asked))
    assert facts["Climbing in the move in which a ladder is raised (climb-in-raising-move)"] == (
        "men climb in the move in which the ladder is raised (allowed)"
    )
