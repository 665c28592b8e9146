"""Playing the same scenario with the same dice by the package and by the oracle."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from mangonel.engine.sequence import PlaySequence
from mangonel.engine.trace import Trace, play_trace
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.cryhavoc.parts.blocks import Shooters
from mangonel.systems.cryhavoc.ram.setup import RamSetup
from mangonel.systems.cryhavoc.scenario import Scenario, build

TALLIES = {"oil_poured": "oil", "battering_rolls": "battering"}


def shooters(group: Shooters, place: str) -> dict[str, Any]:
    return {"men": group.men, "weapon": group.weapon, place: group.place}


def oracle_setup(setup: LadderSetup | RamSetup) -> dict[str, Any]:
    """Return the scenario in the form the oracles read."""
    common = {"turns": setup.turns, "first": setup.first, "approach": list(setup.approach)}
    if isinstance(setup, LadderSetup):
        return common | {
            "width": setup.width,
            "foothold": setup.foothold,
            "mantlets": setup.mantlets,
            "besiegers": {"kind": asdict(setup.besieger), "ladders": setup.ladders, "men": setup.men},
            "covering": shooters(setup.covering, "distance"),
            "defenders": {
                "kind": asdict(setup.defender),
                "on_wall": setup.on_wall,
                "reserve": setup.reserve,
                "weapon": setup.weapon,
            },
            "oil": setup.oil,
            "towers": shooters(setup.towers, "aside"),
            "policies": asdict(setup.policies),
            "break_off": {"losses": setup.break_off_losses, "turn": setup.break_off_turn},
        }
    sortie_kind = setup.sortie_kind or setup.besieger
    return common | {
        "wall": setup.wall,
        "marks": setup.marks,
        "bombarded": setup.bombarded,
        "man_on_wall": setup.man_on_wall,
        "besiegers": {"kind": asdict(setup.besieger), "men": setup.men, "rams": setup.rams},
        "archers": shooters(setup.archers, "aside"),
        "oil": {"barrels": setup.oil, "men": setup.oil_men},
        "sortie": {"men": setup.sortie_men, "kind": asdict(sortie_kind), "turn": setup.sortie_turn},
        "policies": {"fire_policy": setup.fire_policy, "fire_fighters": setup.fire_fighters, "room": setup.room},
    }


def told(game: Trace) -> dict[str, Any]:
    """Return ending, turn, losses and counters of a traced game under the oracle's names."""
    numbers = {name.replace("besiegers", "attackers"): value for name, value in game.measures.items()}
    counters = {TALLIES.get(name, name): value for name, value in game.tallies.items()}
    return {"ending": game.ending, "turn": game.turn, **numbers, "tallies": counters}


def played(outcome: Any, keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same facts of an oracle's outcome; a counter it never touched is 0."""
    facts = {name: getattr(outcome, name) for name in keys if name != "tallies"}
    return facts | {"tallies": {name: outcome.tallies.get(name, 0) for name in keys["tallies"]}}


def options_of(rules: RuleSet, scenario: Scenario) -> dict[str, str]:
    return dict(rules.values) | dict(scenario.assumptions)


def play_both(
    scenario: Scenario, rules: RuleSet, sequence: PlaySequence, oracle: Any, seed: int
) -> tuple[Any, Any, Any]:
    """Return what both make of the dice of `seed`, and the trace."""
    dice = random.Random(seed)
    game = play_trace(sequence, dice=iter(lambda: dice.randint(1, 10), 0))
    again = random.Random(seed)
    outcome = oracle(oracle_setup(scenario.setup), options_of(rules, scenario), lambda: again.randint(1, 10))
    facts = told(game)
    return facts, played(outcome, facts), (game, outcome)


def built(scenario: Scenario, rules: RuleSet) -> PlaySequence:
    return build(scenario, rules)
