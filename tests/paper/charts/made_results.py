"""Small results made by hand, for the tests of charts and reports."""

from dataclasses import replace

import numpy as np

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import Side
from mangonel.engine.result import Provenance, Result
from mangonel.paper.charts.numbers import Grid
from mangonel.rules.words import load_locale

EN = load_locale("en")
ENDINGS = ("foothold", "repulsed", "cleared")
MEASURES = ("besiegers_dead", "besiegers_wounded", "defenders_dead", "defenders_wounded")
SIDES = tuple(
    Side(name, losses=(f"{name}_dead", f"{name}_wounded"), kinds="dead_or_wounded")
    for name in ("besiegers", "defenders")
)
# Ending, turn, then the measures.
OUTCOMES = np.array(
    [
        [0, 6, 1, 1, 0, 1],
        [1, 3, 0, 2, 1, 0],
        [1, 5, 2, 1, 1, 1],
        [2, 4, 3, 2, 0, 0],
        [2, 6, 4, 2, 0, 1],
        [3, 5, 1, 0, 3, 1],
    ],
    dtype=np.int64,
)
SIEGE_WEIGHTS = np.array([0.0625, 0.25, 0.125, 0.25, 0.25, 0.0625])
CROISADES_WEIGHTS = np.array([0.0625, 0.125, 0.125, 0.375, 0.25, 0.0625])


def provenance(rules: str = "siege", *, trials: int | None = None) -> Provenance:
    sampled = trials is not None
    return Provenance(
        version="0.1.0",
        numpy="2.4.6",
        rules=rules,
        digest="0123456789ab" if rules == "siege" else "ba9876543210",
        scenario="Two ladders at dawn",
        scenario_digest="feedfeedfeed",
        engine="monte-carlo" if sampled else "exact",
        trials=trials,
        seed=7 if sampled else None,
        states=None if sampled else 1234,
    )


def exact_result(rules: str = "siege", weights: np.ndarray = SIEGE_WEIGHTS) -> Result:
    return Result(
        sequence="ladder-assault",
        endings=ENDINGS,
        measures=MEASURES,
        turns=6,
        outcomes=OUTCOMES,
        weights=weights,
        tallies=("shots", "hits"),
        tally_means=np.array([5.75, 1.625]),
        tally_errors=np.zeros(2),
        provenance=provenance(rules),
        sides=SIDES,
    )


def sampled_result(rules: str = "croisades", *, trials: int = 1600, weights: np.ndarray = CROISADES_WEIGHTS) -> Result:
    base = exact_result(rules, weights)
    return replace(base, tally_errors=np.array([0.05, 0.02]), provenance=provenance(rules, trials=trials))


def repeated_result(rules: str = "croisades", *, repeats: int = 8) -> Result:
    rng = np.random.default_rng(11)
    drawn = rng.multinomial(4000, CROISADES_WEIGHTS, size=repeats) / 4000
    base = exact_result(rules, drawn.mean(axis=0))
    source = replace(provenance(rules, trials=4000 * repeats), engine="counts")
    return replace(base, tally_errors=np.array([0.03, 0.01]), provenance=source)


def long_result(rules: str, *, seed: int = 3, turns: int = 30, trials: int | None = None) -> Result:
    """Four endings, one of them hardly ever, over many turns and with many losses."""
    rng = np.random.default_rng(seed)
    rows, weights = [], []
    shares = {1: 0.40, 2: 0.39, 3: 0.1699, 4: 0.0001, 0: 0.04}
    for code, share in shares.items():
        at = np.arange(1, turns + 1) if code else np.array([turns])
        law = rng.dirichlet(np.full(len(at), 4.0)) * share
        for turn, weight in zip(at, law, strict=True):
            rows.append([code, turn, int(rng.integers(0, 15)), int(rng.integers(0, 9)), int(rng.integers(0, 6)), 2])
            weights.append(weight)
    return Result(
        sequence="ram",
        endings=("breach", "destroyed", "crew_lost", "wall_taken_by_escalade_meanwhile"),
        measures=("crew_dead", "crew_wounded", "defenders_dead", "defenders_wounded"),
        turns=turns,
        outcomes=np.array(rows, dtype=np.int64),
        weights=np.array(weights) / np.sum(weights),
        tallies=("battering_rolls",),
        tally_means=np.array([3.6]),
        tally_errors=np.array([0.0 if trials is None else 0.01]),
        provenance=provenance(rules, trials=trials),
        sides=(replace(SIDES[0], name="crew", losses=("crew_dead", "crew_wounded")), SIDES[1]),
    )


def sweep(columns: int = 5, rows: int = 4, *, trials: int | None = None) -> Grid:
    values = np.linspace(0.0, 1.0, columns * rows).reshape(rows, columns) ** 1.5
    if trials is None:
        cells = tuple(tuple(Estimate.of_exact(float(p)) for p in row) for row in values)
    else:
        cells = tuple(
            tuple(Estimate.of_normal(float(p), float(np.sqrt(p * (1 - p) / trials + 1e-9))) for p in row)
            for row in values
        )
    return Grid(
        "ladders",
        "defenders_on_wall",
        tuple(range(1, columns + 1)),
        tuple(range(2, rows + 2)),
        "foothold",
        cells,
        "ladder-assault",
        None,
    )
