"""Volleys at one target who stands still, and what tests ask of them.

Faces of the die in the open at short range, on foot: crossbow C 1-3, B 4-5, A 6-7; longbow C 1-2, B 3-4, A 5-6. On
horses: crossbow D 1, C 2, B 3-4, A 5; longbow C 1, B 2-3, A 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from mangonel.engine.process import Process
from mangonel.engine.run import run
from mangonel.engine.trace import Trace, play_trace
from mangonel.odds.result import Result
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.scenario import Scenario, build, load_scenario

Block = dict[str, Any]

SIEGE = load_rules("siege")
SPEARMAN: Block = {"kind": "spearman", "men": 1}
RIDER: Block = {"kind": "knight", "men": 1, "mounted": True}
CROSSBOW: Block = {"men": 1, "weapon": "crossbow"}
LONGBOW: Block = {"men": 1, "weapon": "longbow"}
BALLISTA: Block = {"men": 1, "weapon": "ballista"}


def scenario(*groups: Block, targets: Block = SPEARMAN, **changes: Any) -> Scenario:
    """One target who stands 20 hexes away for one turn, if nothing else is said."""
    plain = {
        "turns": 1,
        "approach": ["flat_ground x 19"],
        "targets": dict(targets),
        "shooters": [dict(group) for group in groups],
        "policies": {"advance": "stand"},
        "break_off": {},
    }
    return load_scenario("volley-wall").replaced(plain | {key.replace("__", "."): one for key, one in changes.items()})


def volley(*groups: Block, options: Mapping[str, str] | None = None, rules: RuleSet = SIEGE, **changes: Any) -> Process:
    return build(scenario(*groups, **changes), rules.replaced(options=options or {}))


def exact(*groups: Block, **changes: Any) -> Result:
    return run(volley(*groups, **changes), engine="exact")


def dead(*groups: Block, **changes: Any) -> float:
    return exact(*groups, **changes).mean("targets_dead").value


def told(*groups: Block, dice: Sequence[int], **changes: Any) -> Trace:
    return play_trace(volley(*groups, **changes), dice=dice)


def to_go(sequence: Process, dice: Sequence[int]) -> int:
    """Return the hexes to go that are told last in a game."""
    game = play_trace(sequence, dice=dice)
    notes = [event.text for event in game.events if "to go" in event.text]
    return int(notes[-1].split(", ")[1].split()[0])


def close(wanted: float) -> Any:
    return pytest.approx(wanted, abs=1e-12)
