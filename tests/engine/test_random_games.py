"""Games made at random come to the same by tables, by phases and by trials, whatever was run before."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.judging import SIGMAS
from engine.random_games import random_game
from engine.test_footprints import assert_same
from mangonel.engine.forever import until_it_ends
from mangonel.engine.run import run
from mangonel.engine.values import values
from mangonel.errors import SequenceError, StateLimitError

reproducible = settings(derandomize=True, database=None, deadline=None)
LIMIT, TRIALS = 500, 8_000
SEEDS = st.integers(0, 10**6)


def played(seed):
    """Return a game, and what it comes to phase by phase; None if it is too large."""
    try:
        return random_game(seed), run(random_game(seed), engine="exact", way="phases", state_limit=LIMIT)
    except StateLimitError:
        return None


def after_others(seed):
    """Return a game that was run shorter and longer, broken off, and solved."""
    game = random_game(seed)
    run(game.lasting(2), engine="exact", state_limit=LIMIT)
    for other in (
        lambda: run(game.lasting(12), engine="exact", state_limit=9),
        lambda: until_it_ends(game, limit=LIMIT),
        lambda: values(game.lasting(3), limit=7),
    ):
        try:
            other()
        except (StateLimitError, SequenceError):
            continue
    return game


def assert_near(drawn, exact):
    """Fail if an outcome is drawn that there is not, or one too often or too seldom."""
    chances = dict(zip(map(tuple, exact.outcomes.tolist()), exact.weights.tolist(), strict=True))
    found = dict(zip(map(tuple, drawn.outcomes.tolist()), drawn.weights.tolist(), strict=True))
    assert found.keys() <= chances.keys()
    for outcome, chance in chances.items():
        # By the chance itself, and some trials more for those that are rare.
        error = np.sqrt(max(0.0, chance * (1 - chance)) / TRIALS)
        assert abs(found.get(outcome, 0.0) - chance) <= SIGMAS * error + 16 / TRIALS, (outcome, chance)


@settings(reproducible, max_examples=12)
@given(SEEDS)
def test_tables_and_values_give_what_phases_give(seed):
    found = played(seed)
    if found is None:
        return
    game, phases = found
    for one in (game, game, game, after_others(seed)):
        assert_same(run(one, engine="exact", state_limit=LIMIT), phases)
    for ending, chance in values(random_game(seed), limit=LIMIT).at().items():
        assert abs(chance - phases.probability(ending).value) < 1e-12


@settings(reproducible, max_examples=6)
@given(SEEDS)
def test_trials_fit_exact_and_do_not_hang_on_what_was_run_before(seed):
    found = played(seed)
    if found is None:
        return
    game, exact = found
    before = after_others(seed)
    for engine in ("monte-carlo", "counts"):
        drawn, again = (run(one, engine=engine, trials=TRIALS, seed=seed) for one in (game, before))
        assert np.array_equal(drawn.outcomes, again.outcomes)
        assert np.array_equal(drawn.weights, again.weights)
        assert np.array_equal(drawn.tally_means, again.tally_means)
        assert_near(drawn, exact)


@settings(reproducible, max_examples=8)
@given(SEEDS)
def test_what_goes_on_until_it_ends_is_what_a_long_game_comes_to(seed):
    try:
        solved = until_it_ends(random_game(seed), limit=LIMIT)
        long = run(random_game(seed).lasting(200), engine="exact", way="phases", state_limit=LIMIT)
    except (StateLimitError, SequenceError):
        return
    left = long.probability("undecided").value
    for ending, chance in solved.chances.items():
        assert -1e-9 <= chance - long.probability(ending).value <= left + 1e-9
    if left < 1e-13:
        assert solved.turns == pytest.approx(long.mean("turn").value, abs=1e-8)
