"""A process as a game of OpenSpiel; skipped where OpenSpiel is not installed."""

import numpy as np
import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import best
from mangonel.studies.openspiel import openspiel_game
from studies.test_decide import bets


@pytest.fixture(scope="module")
def spiel():
    return pytest.importorskip("pyspiel")


def expected(state, player):
    """Return the value of a state to a player if all do their best, by the tree."""
    if state.is_terminal():
        return state.returns()[player]
    if state.is_chance_node():
        return sum(odds * expected(state.child(action), player) for action, odds in state.chance_outcomes())
    values = [expected(state.child(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


@pytest.mark.parametrize("spoils", [0, 1])
def test_its_tree_has_our_values(spiel, spoils):
    game = openspiel_game(bets(spoils))
    found = best(bets(spoils), side="player", against="best")
    assert expected(game.new_initial_state(), 0) == pytest.approx(found.value, abs=1e-12)
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    value, _ = minimax.expectiminimax(game.new_initial_state(), 20, lambda state: 0.0, 0)
    assert value == pytest.approx(found.value, abs=1e-12)


def test_a_best_reply_to_the_plan(spiel):
    game = openspiel_game(bets(1), players=("player",))
    assert expected(game.new_initial_state(), 0) == pytest.approx(best(bets(1), side="player").value, abs=1e-12)


@pytest.mark.slow
def test_random_rollouts_of_a_shipped_game(spiel):
    small = {"turns": 5, "approach": ["flat_ground x 1"], "besiegers.men": 3, "defenders.reserve": 0}
    process = build(load_scenario("ladder-one").replaced(small), load_rules("siege"))
    game, rng = openspiel_game(process), np.random.default_rng(1)
    wins = 0
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                assert sum(odds) == pytest.approx(1)
                state.apply_action(rng.choice(actions, p=odds))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        one, other = state.returns()
        assert one == -other
        wins += one
    assert 0 <= wins <= 60


def test_what_is_wrong_is_refused(spiel):
    with pytest.raises(DataError, match="no such side"):
        openspiel_game(bets(0), players=("nobody",))
    with pytest.raises(DataError, match="turn limit"):
        openspiel_game(build(load_scenario("siege-breach"), load_rules("siege")))
