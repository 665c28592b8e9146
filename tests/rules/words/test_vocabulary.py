"""English has a word for whatever shipped scenarios, rule sets and rosters make a report say."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, ClassVar

import pytest

from cases import cases
from mangonel.games.cryhavoc.fire_and_walls import WALL_HEXES
from mangonel.games.cryhavoc.men import ARMOURS
from mangonel.games.cryhavoc.panic import CLASSES
from mangonel.games.cryhavoc.siege_campaign import PARTS
from mangonel.games.cryhavoc.volley import PLACES
from mangonel.games.fields import decisions, option_kind
from mangonel.games.reading import KeyPlace, key_places
from mangonel.games.scenario import (
    assumptions_in_force,
    build,
    load_scenario,
    policies_in_force,
    scenario_facts,
    scenario_names,
    usual_sweep,
)
from mangonel.games.system import KindWords, system_of, systems
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import Asked
from mangonel.rules.words import Locale, load_locale, speaking
from shipped_games import shipped_game

CASES = cases(__file__)

BASES = tuple(one for one in map(load_rules, rule_set_names()) if len(one.chain) == 1)
RULES = {game.id: (load_rules(game.rules), load_rules(game.compared)) for game in systems()}
PLAYABLES = {name: playable for system in systems() for name, playable in system.playables().items()}
SCENARIOS = {name: load_scenario(name) for name in scenario_names()}
WITH_PANIC = ("ladder-assault", "melee", "sortie")
# Breaking off brings endings of its own.
BROKEN_OFF = CASES["BROKEN_OFF"]
ENGLISH = load_locale("en")


@lru_cache
def spoken_of() -> dict[str, set[tuple[str, str]]]:
    """Return what the shipped scenarios record, by kind of words, each with its sequence."""
    found: dict[str, set[tuple[str, str]]] = {
        kind: set() for kind in ("endings", "losses", "tallies", "series", "sides")
    }
    for name, rules in ((name, rules) for name, one in SCENARIOS.items() for rules in RULES[one.system.id]):
        scenario = SCENARIOS[name]
        variants = []
        if scenario.sequence in WITH_PANIC:
            variants.append(scenario.replaced({"panic": True}))
        if scenario.sequence in BROKEN_OFF:
            variants.append(scenario.replaced({f"{block}.turn": 3 for block in BROKEN_OFF[scenario.sequence]}))
        for sequence in (shipped_game(name, rules.id), *(build(variant, rules) for variant in variants)):
            names = {
                "endings": (*sequence.endings, "undecided", *(side.name for side in sequence.sides if side.wins)),
                "losses": [measure.name for measure in sequence.measures],
                "tallies": sequence.tallies,
                "series": [measure.name for measure in sequence.series],
                "sides": [side.name for side in sequence.sides],
            }
            for kind, those in names.items():
                found[kind] |= {(name, scenario.sequence) for name in those}
    return found


def places() -> set[str]:
    """Return the names of hexes and things in shipped scenarios, without the number after them."""
    counters = (name.partition(":")[2] for name, _ in spoken_of()["tallies"])
    return {re.sub(r" \d+$", "", place) for place in counters if place}


def hexes_of_sieges() -> set[str]:
    setups = (scenario.setup for scenario in SCENARIOS.values() if scenario.sequence == "siege-campaign")
    return {spot.name for setup in setups for spot in setup.bombardment.hexes}


@pytest.mark.parametrize("kind", ["endings", "losses", "tallies", "series"])
def test_every_name_of_a_result_has_a_word(kind):
    wanted = {(one.partition(":")[0], sequence) for one, sequence in spoken_of()[kind]}
    assert sorted(one for one in wanted if not ENGLISH.has_word(kind, *one)) == []


def test_an_ending_that_is_said_of_many_things_is_said_of_each():
    """The adjective depends on what is destroyed, so there is a word for each."""
    of = {sequence for ending, sequence in spoken_of()["endings"] if ending == "destroyed"}
    assert of == {"ram", "siege-tower", "volley"}
    assert all(f"{sequence}.destroyed" in ENGLISH.words["endings"] for sequence in of)


def test_every_side_sequence_place_and_axis_has_a_word():
    bleeding = {one.removesuffix("_dead") for one, _ in spoken_of()["losses"] if one.endswith("_dead")}
    # The armies of the second game are told by what is lost: units, or leaders.
    bleeding = {one for one in bleeding if not one.endswith("_leader")} - {"a", "b"}
    wanted = {
        "sides": (*(side for side, _ in spoken_of()["sides"]), *bleeding, "sortie", "friends"),
        "side_losses": bleeding,
        "sequences": PLAYABLES,
        "units": ("turn", "day"),
        "places": places() | hexes_of_sieges(),
        "paths": {axis for scenario in SCENARIOS.values() for axis, _ in usual_sweep(scenario)},
        "parts": ("bombardment", *PARTS),
        "walls": WALL_HEXES,
        "ram_walls": WALL_HEXES,
        "causes": ("arrow", "oil", "hand", "spread"),
        "armours": ARMOURS,
        "classes": CLASSES,
        "ranks": CLASSES,
        "stands": PLACES,
        "terrain": ("ladder", "siege_tower_top"),
    }
    for kind, names in wanted.items():
        assert [one for one in names if not ENGLISH.has_word(kind, one)] == [], kind


def places_in(keys: type[Any]) -> Iterator[KeyPlace]:
    """Return the keys that a dataclass declares, those of its lists of blocks among them."""
    for place in key_places(keys):
        yield place
        if place.said.kind == "blocks":
            yield from places_in(place.said.block)


def choices() -> set[str]:
    """Return what a key of a scenario lets choose, by the word of the policy or the key; columns are told as printed."""
    found = set()
    for name, playable in PLAYABLES.items():
        decided = decisions(playable.keys, name)
        for place in places_in(playable.keys):
            path, values = ".".join(place.path), place.said.values
            key = decided[path].policy if path in decided else path
            found |= {f"{option_kind(key)}.{value}" for value in values if value[0].isalpha()}
    return found


OPTIONS = CASES["OPTIONS"]
"""Options of decisions that no key of a scenario chooses."""


def test_every_choice_of_the_players_has_a_word():
    options = {f"{name}.{option}" for name, several in OPTIONS.items() for option in several}
    assert set(ENGLISH.words["choices"]) <= choices() | options
    named = (choice.partition(".") for choice in choices() | options)
    assert [choice for choice in named if not ENGLISH.has_word("choices", choice[2], choice[0])] == []


class Listening(Locale):
    """English that remembers which words it is asked for."""

    asked: ClassVar[set[tuple[str, str, str]]] = set()

    def word(self, kind: str, name: str, of: str = "") -> str:
        self.asked.add((kind, name, of))
        return super().word(kind, name, of)


@lru_cache
def words_of_facts() -> frozenset[tuple[str, str, str]]:
    """Return the words that are asked for to describe the shipped scenarios."""
    english = ENGLISH
    listening = Listening(**{field.name: getattr(english, field.name) for field in fields(Locale)})
    for scenario in SCENARIOS.values():
        asked = Asked()
        (rules, *_) = RULES[scenario.system.id]
        build(scenario, rules, asked)
        with speaking(listening):
            scenario_facts(scenario)
            policies_in_force(scenario)
            assumptions_in_force(scenario, rules, asked)
    return frozenset(Listening.asked)


def test_every_word_of_the_facts_and_policies_of_shipped_scenarios_is_there():
    asked = words_of_facts()
    assert {"policies", "choices", "weapons", "terrain", "stands", "targets", "causes"} <= {kind for kind, *_ in asked}
    # Columns of odds and numbers are no words.
    missing = [
        (kind, one, of)
        for kind, one, of in asked
        if not ENGLISH.has_word(kind, one, of) and not re.fullmatch(r"\d+(-1\+?)?", one)
    ]
    assert sorted(missing) == []


def test_every_row_and_column_of_a_table_has_a_word():
    """Letters of results and types, and numbers, are called as they are printed."""
    wanted = set()
    for base in BASES:
        system = system_of(base)
        for table in base.tables.values():
            own = system.words.kinds.get(table.kind, KindWords())
            places = dict.fromkeys((*table.rows, *table.row_offset), system.words.rows)
            columns = (column for column in table.columns if column not in own.headed)
            places |= dict.fromkeys(columns, (*own.columns, *system.words.columns))
            wanted |= {(place, kinds) for place, kinds in places.items() if re.search("[a-z]{3}", place)}
    assert len(wanted) > 100
    assert sorted(place for place, kinds in wanted if not any(ENGLISH.has_word(kind, place) for kind in kinds)) == []


def test_what_varies_in_a_sweep_is_named_and_not_spelt_from_its_id():
    bare = replace(ENGLISH, words={})
    axes = {axis for scenario in SCENARIOS.values() for axis, _ in usual_sweep(scenario)}
    assert [axis for axis in sorted(axes) if ENGLISH.word("paths", axis) == bare.word("paths", axis)] == []
