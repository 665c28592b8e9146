"""Cases worked by hand of ¡Al filo de la Espada!, as the package has them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.games.filo.keys import Kind
from mangonel.games.filo.system import SYSTEM
from mangonel.games.reading import read
from mangonel.games.roster import load_roster
from mangonel.games.scenario import Scenario, build
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from oracle.filo.rules import Rules

HERE = Path(__file__)


def as_scenario(sequence: str, content: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a file of this content would be."""
    roster = load_roster(SYSTEM.usual_roster, HERE.parent, SYSTEM.id, Kind)
    setup = read(SYSTEM.playables()[sequence].keys, Node(dict(content), file=HERE), roster)
    return Scenario("worked by hand", sequence, "", roster, setup, {}, HERE, content)


def our_rules(rules: Rules) -> RuleSet:
    """Return rules of the oracle as the package has them."""
    changed = [CellChange(*place, value) for place, value in rules.changes.items()]
    return shipped().replaced(options=dict(rules.options)).replaced(cells=changed)


@cache
def shipped() -> RuleSet:
    return load_rules("filo")


def exactly(sequence: str, content: Mapping[str, Any], rules: Rules) -> Result:
    """Return the odds of the package under rules of the oracle."""
    return run(build(as_scenario(sequence, content), our_rules(rules)), engine="exact")
