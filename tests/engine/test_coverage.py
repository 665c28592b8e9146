"""Whether 95 % intervals hold the exact number as often as they say, over hundreds of seeds."""

import runpy
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy

from engine.judging import FIVE_SIGMA, ROUNDING
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare_sequences
from paper.charts.made_games import skirmish

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
TAIL = FIVE_SIGMA / 2
RARE = 30
"""An interval of the normal kind wants so many trials to show a thing, and as many to show its absence."""


def risk(armies, defenders, turns=None):
    sequence = runpy.run_path(str(EXAMPLES / "risk.py"))["risk"](armies, defenders)
    return sequence if turns is None else replace(sequence, turns=turns)


def rams():
    return runpy.run_path(str(EXAMPLES / "two_rams.py"))["two_rams"]()


def numbers(result):
    """Yield every number of a result by its name."""
    for ending in result.all_endings:
        yield ("ending", ending), result.probability(ending)
        yield ("halfway", ending), result.probability(ending, by_turn=(result.turns + 1) // 2)
    for measure in (result.unit, *result.measures):
        yield ("mean", measure), result.mean(measure)
    for tally in result.tallies:
        yield ("counter", tally), result.tally(tally)
    for series in result.series:
        yield ("series", series), result.by_turn(series, (result.turns + 1) // 2)


def assert_covered(wanted, found, seeds):
    """Fail unless each number lies in its interval as often as 95 % of so many seeds may."""
    least = scipy.stats.binom.ppf(TAIL, seeds, 0.95)
    for name, estimates in found.items():
        slack = ROUNDING * max(1.0, abs(wanted[name]))
        held = sum(one.low - slack <= wanted[name] <= one.high + slack for one in estimates)
        assert held >= least, (name, held, seeds, wanted[name])


CASES = {
    "one round, counts": (lambda: risk(3, 2, 1), "counts", 2_000, 300),
    "Risk 12 v 12, counts": (lambda: risk(12, 12), "counts", 8_000, 100),
    "Risk 10 v 10": (lambda: risk(10, 10), "monte-carlo", 2_000, 200),
    "days of two rams": (rams, "monte-carlo", 2_000, 100),
    "skirmish": (skirmish, "monte-carlo", 5_000, 100),
    "panic-one": (lambda: build(load_scenario("panic-one"), load_rules("siege")), "monte-carlo", 2_000, 100),
}


@pytest.mark.parametrize("case", CASES)
def test_intervals_hold_what_they_promise(case):
    make, engine, trials, seeds = CASES[case]
    sequence = make()
    wanted = {name: one.value for name, one in numbers(run(sequence, engine="exact"))}
    found = defaultdict(list)
    for seed in range(seeds):
        for name, one in numbers(run(sequence, engine=engine, trials=trials, seed=1_000 + seed)):
            if name[0] not in {"ending", "halfway"} or RARE <= wanted[name] * trials <= trials - RARE:
                found[name].append(one)
    assert len(found) >= 3
    assert_covered(wanted, found, seeds)


def test_differences_on_common_dice_hold_what_they_promise_and_no_more():
    names, trials, seeds = ("four", "five"), 2_000, 100
    pair = skirmish(), skirmish(lowest=5)
    exact = compare_sequences(pair, names, engine="exact")
    wanted = {(change.kind, change.name): change.estimate.value for change in exact.differences}
    found = defaultdict(list)
    for seed in range(seeds):
        for change in compare_sequences(
            pair, names, engine="monte-carlo", trials=trials, seed=1_000 + seed
        ).differences:
            found[change.kind, change.name].append(change.estimate)
    assert_covered(wanted, found, seeds)
    # Too wide is dishonest as well: distances from the truth, in stated standard errors, have variance 1.
    for (kind, which), estimates in found.items():
        errors = [one.se for one in estimates]
        # Of pairs that differ a few times in thousands the error is itself a matter of chance.
        if kind != "counter" or min(errors) == 0 or max(errors) > 1.2 * min(errors):
            continue
        z = [(one.value - wanted[kind, which]) / one.se for one in estimates]
        statistic = float(np.sum(np.square(z)))
        assert scipy.stats.chi2.ppf(TAIL, seeds) <= statistic <= scipy.stats.chi2.isf(TAIL, seeds), (
            which,
            statistic / seeds,
        )
