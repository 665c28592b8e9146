"""Panic: odds worked by hand from the table, what every policy and option moves, and wrong files.

The table: nothing on 1 to 5; 6, 7 and 8 one, two and three men panic; 9 and 10 three and six men rout.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")


def panic(options=None, **changes):
    """Men without a leader, one death, one turn, if nothing else is said."""
    plain = {
        "turns": 1,
        "knights": 0,
        "soldiers": 0,
        "peasants": 0,
        "edge": 0,
        "broken": None,
        "deaths": {},
        "policies": {},
    }
    named = plain | {key.replace("__", "."): value for key, value in changes.items()}
    named["broken"] = named["broken"] or named["soldiers"] + named["peasants"]
    return build(load_scenario("panic-one").replaced(named), SIEGE.replaced(options=options or {}))


def exact(options=None, **changes):
    return run(panic(options, **changes), engine="exact")


@pytest.mark.slow
def test_more_leaders_never_break_more_men_and_more_deaths_never_fewer():
    base = load_scenario("panic-levy")

    def broken(**changes):
        named = {key.replace("__", "."): value for key, value in changes.items()}
        return run(build(base.replaced(named), SIEGE), engine="exact").probability("broken").value

    by_rally = [broken(rally_each=number, leaders_from=1) for number in range(5)]
    assert np.all(np.diff(by_rally) <= 0)
    assert by_rally[-1] < by_rally[0]
    by_risk = [broken(deaths__risk=risk) for risk in range(1, 11)]
    assert np.all(np.diff(by_risk) > 0)
    by_limit = [broken(broken=number) for number in range(6, 14)]
    assert np.all(np.diff(by_limit) < 0)


def test_without_the_rule_nobody_is_seized():
    with pytest.raises(DataError, match="nobody panics under this rule set"):
        panic({"panic-rule": "none"}, soldiers=3)
