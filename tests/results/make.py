"""Write what every shipped scenario comes to under every shipped rule set, for `test_results.py` to hold the program to.

Run it only when a number is meant to move, and say in the changelog which and why: ``python tests/results/make.py``.
A file is a scenario, by rule set: the engine that answers by itself, and chances and means as that engine gives
them. Where the states are too many to be counted to the end, the turns that can be are given exactly as well.

What every rule set and scenario is stands in `digests.json` alone, for a new option or table gives all rule sets of its
game a new digest though no number moves: ``python tests/results/make.py --digests`` writes only that.
"""

import json
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mangonel.engine.exact import STATE_LIMIT, exactly, starting
from mangonel.engine.run import run
from mangonel.errors import MangonelError, StateLimitError
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules, rule_set_names

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "digests.json"
SEED = 5
TRIALS = 20_000


def opening(process, turns):
    """Return the exact numbers of the first turns."""
    return {"turns": turns, **numbers(run(process.lasting(turns), engine="exact"))}


def answer(scenario, rules, turns=None, trials=TRIALS):
    """Return what is written of a scenario under a rule set, by name each.

    `turns` are those of the opening; unless told, those for which an automatic run that is sampled in the end could be
    exact.
    """
    try:
        # As a process of one's own: whether its phases depend on nothing else is looked at.
        process = replace(build(load_scenario(scenario), load_rules(rules)), tested=False)
        result = run(process, trials=trials, seed=SEED)
    except MangonelError as error:
        return {"refused": str(error).replace(f"{data_root()}", "data")}
    entry = {"engine": result.provenance.engine}
    if result.exact:
        return entry | numbers(result)
    if turns is None and not process.sampled:
        done = []
        with suppress(StateLimitError):
            exactly(process, starting(process), STATE_LIMIT, progress=done.append)
        turns = len(done)
    if turns:
        entry["opening"] = opening(process, turns)
    return entry | numbers(result)


def digests():
    """Return the digest of every shipped rule set and scenario."""
    return {
        "rules": {name: load_rules(name).digest for name in rule_set_names()},
        "scenarios": {name: load_scenario(name).digest for name in scenario_names()},
    }


def numbers(result):
    """Return the chance of every ending, and the mean of every measure and counter; if sampled, each with its error."""
    endings = {name: (result.outcomes[:, 0] == result.code(name)).astype(float) for name in result.all_endings}
    means = {name: result.column(name).astype(float) for name in ("turn", *result.measures)}
    if result.exact:
        return {
            "endings": {name: result.probability(name).value for name in endings},
            "means": {name: result.mean(name).value for name in means},
            "counters": {name: result.tally(name).value for name in result.tallies},
        }
    return {
        "endings": {name: _sampled(result, values) for name, values in endings.items()},
        "means": {name: _sampled(result, values) for name, values in means.items()},
    }


def _sampled(result, values):
    estimate = result.estimate(values)
    # Of what never happened, or always did, one game more or less is not known.
    return [estimate.value, max(estimate.se, 1 / result.provenance.trials)]


def written(answers):
    """Return answers as JSON: a line for each part of an answer, so that a change can be read."""
    blocks = (
        f" {json.dumps(rules)}: {{\n"
        + ",\n".join(f"  {json.dumps(part)}: {json.dumps(value)}" for part, value in entry.items())
        + "\n }"
        for rules, entry in answers.items()
    )
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def main(names):
    DIGESTS.write_text(f"{json.dumps(digests(), indent=1)}\n", encoding="utf-8")
    if "--digests" in names:
        return
    for name in names or scenario_names():
        answers = {rules: answer(name, rules) for rules in rule_set_names(load_scenario(name).system.id)}
        (FOLDER / f"{name}.json").write_text(written(answers), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
