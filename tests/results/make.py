"""Write what every shipped scenario comes to under every shipped rule set, for `test_results.py` to hold the program to.

Run it only when a number is meant to move, and say in the changelog which and why: ``python tests/results/make.py``.
A file is a scenario, by rule set: the engine that answers by itself, and chances and means as that engine gives
them. Where the states are too many to be counted to the end, the turns that can be are given exactly as well.

What every rule set and scenario is stands in `digests.json` alone, for a new option or table gives all rule sets of its
game a new digest though no number moves: ``python tests/results/make.py --digests`` writes only that.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from mangonel.engine.exact import STATE_LIMIT
from mangonel.engine.run import run
from mangonel.errors import MangonelError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.scenario import build, load_scenario, scenario_names
from mangonel.tables.locate import data_root

__all__ = ["DIGESTS", "FOLDER", "answer", "digests"]

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "digests.json"
SEED = 5
TRIALS = 4096
FEW = {"siege-great": 32, "siege-storms": 128, "siege-tower-fire": 128}
"""Trials of scenarios whose games take long; what they come to was written down with twice as many and more."""
EARLY = dict.fromkeys(("siege-great", "siege-storms"), 2_000)
"""States of sieges from which on they are counted: they are far over any limit a turn later."""


def whole(scenario, sequence):
    """Return the result that an automatic run gives."""
    limit = EARLY.get(scenario, STATE_LIMIT)
    return run(sequence, trials=FEW.get(scenario, TRIALS), seed=SEED, state_limit=limit)


def opening(sequence, turns):
    """Return the exact result of the first turns."""
    return run(replace(sequence, turns=turns), engine="exact")


def answer(scenario, rules, turns=None):
    """Return what is written of a scenario under a rule set, by name each.

    `turns` are those of the opening; unless told, those that the automatic run counts exactly.
    """
    try:
        sequence = build(load_scenario(scenario), load_rules(rules))
    except MangonelError as error:
        return {"refused": str(error).replace(f"{data_root()}", "data")}
    result = whole(scenario, sequence)
    entry = {"engine": result.provenance.engine}
    if result.exact:
        return entry | numbers(result)
    through = re.search(r"exact through \w+ (\d+)", result.provenance.note)
    if turns is None and through is not None:
        turns = int(through.group(1))
    if turns is not None:
        entry["opening"] = {"turns": turns, **numbers(opening(sequence, turns))}
    return entry | numbers(result)


def digests():
    """Return the digest of every shipped rule set and scenario."""
    return {
        "rules": {name: load_rules(name).digest for name in rule_set_names()},
        "scenarios": {name: load_scenario(name).digest for name in scenario_names()},
    }


def numbers(result):
    """Return the chance of every ending, and the mean of every measure and counter; if sampled, each with its error.

    The error is that of as many independent games, which the spread of a few repeats may fall short of by chance.
    """
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
    spread = float(np.sqrt(max(0.0, result.weights @ values**2 - (result.weights @ values) ** 2)))
    trials = result.provenance.trials
    # Of what never happened, or always did, one game more or less is not known.
    return [estimate.value, max(estimate.se, spread / trials**0.5, 1 / trials)]


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
