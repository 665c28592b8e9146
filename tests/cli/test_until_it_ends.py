"""A scenario that is played on past its turn limit."""

import json

from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules


def test_simulate_plays_on_past_the_turn_limit(ask, ram):
    whole, limited = ask("simulate", ram, "--until-it-ends"), ask("simulate", ram)
    wanted = run(build(load_scenario(ram), load_rules("siege")).lasting(None))
    assert whole == json.loads(json.dumps(wanted.to_dict()))
    assert whole["turns"] > limited["turns"]
