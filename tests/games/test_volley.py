"""Volley: odds by option, what must be monotone, a report of a turn, and wrong files."""

from collections.abc import Mapping
from typing import Any

import pytest

from cases import cases
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import UnknownCellError
from mangonel.games.scenario import Scenario, build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet

CASES = cases(__file__)

Block = dict[str, Any]

SIEGE = load_rules("siege")
SPEARMAN: Block = {"kind": "spearman", "men": 1}
RIDER: Block = {"kind": "knight", "men": 1, "mounted": True}
CROSSBOW: Block = {"men": 1, "weapon": "crossbow"}


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


def close(wanted: float) -> Any:
    return pytest.approx(wanted, abs=1e-12)


OPTIONS = CASES["OPTIONS"]


@pytest.mark.parametrize(("option", "beside", "group", "changes", "chances"), OPTIONS, ids=[one[0] for one in OPTIONS])
def test_an_option_moves_the_dead(option, beside, group, changes, chances):
    for value, chance in chances.items():
        assert dead(group, options=beside | {option: value}, **changes) == close(chance), value


@pytest.mark.parametrize("targets", [SPEARMAN, {"kind": "knight-on-foot", "men": 1}, RIDER])
@pytest.mark.parametrize("weapon", ["shortbow", "longbow", "crossbow", "ballista"])
def test_cover_range_and_aptitude_only_help_as_printed(targets, weapon):
    # Both printed tables fall from row to row and from column to column.
    def out(**keys):
        place = keys.pop("approach", "flat_ground")
        result = exact({"men": 1, "weapon": weapon} | keys, targets=targets, approach=[f"{place} x 2"])
        return result.tally("hits").value + result.tally("retreats").value

    covers = [out(approach=place) for place in ("flat_ground", "scrub", "slope")]
    assert covers == sorted(covers, reverse=True)
    ranges = [out(aside=aside) for aside in (0, 45, 65, 160)]
    assert ranges == sorted(ranges, reverse=True)
    if weapon != "ballista":
        aptitudes = [out(aptitude=number) for number in range(-3, 4)]
        assert aptitudes == sorted(aptitudes, reverse=True)


def test_what_the_sources_have_lost_is_an_error():
    with pytest.raises(UnknownCellError, match="shortbow reaches 26"):
        exact({"men": 1, "weapon": "shortbow", "aside": 10}, rules=load_rules("vikings"))
    with pytest.raises(UnknownCellError, match="siege tower"):
        exact(CROSSBOW | {"place": "siege_tower_top"}, approach=["scrub x 3"], options={"downward-radius": "english"})
