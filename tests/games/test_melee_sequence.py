"""The melee of two groups: odds from the printed columns, what each policy does, and what must be monotone."""

import numpy as np
import pytest

from cases import cases
from engine.solving import solve
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

pytestmark = pytest.mark.slow

CASES = cases(__file__)

SIEGE = load_rules("siege")
# Man-at-arms 9/4, wounded 4/2; militia 5/2, wounded 2/1; spearman 8/3, wounded 4/2; knight in the saddle 20/8, wounded 10/4.
ONE_TURN = CASES["ONE_TURN"]


def sequence(changes=(), **options):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("melee-line").replaced(ONE_TURN | dict(changes)), SIEGE.replaced(options=chosen))


@pytest.mark.parametrize(
    ("name", "riders"),
    [("melee-line", 0), ("melee-knights", 1), ("sortie-battery", 0), ("sortie-knights", 1), ("siege-tower-one", 0)],
)
def test_lost_saddles_are_counted_where_somebody_rides(name, riders):
    assert build(load_scenario(name), load_rules("siege")).tallies.count("unhorsed") == riders


def test_every_man_is_dead_wounded_stunned_or_fit_at_the_end():
    result = run(build(load_scenario("melee-line"), load_rules("siege")), engine="exact")
    frame = result.to_frame()
    attackers = frame[["attackers_dead", "attackers_wounded", "attackers_stunned", "attackers_fit"]]
    assert set(attackers.sum(axis=1)) == {6}
    assert frame["attackers_stunned"].max() > 0
    # They play second and come round before the turn is over.
    assert "defenders_stunned" not in frame
    assert set(frame[["defenders_dead", "defenders_wounded", "defenders_fit"]].sum(axis=1)) == {7}


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def win(changes):
    base = {"policies.defenders": {}, "turns": 20, "attackers.men": 3, "defenders.men": 4}
    return exact(base | changes).probability("attackers_win").value


def test_better_ground_never_helps_the_other_side():
    assert np.all(np.diff([win({"attackers.terrain": sign}) for sign in ("-", "0", "+")]) > 0)
    assert np.all(np.diff([win({"defenders.terrain": sign}) for sign in ("-", "0", "+")]) < 0)


def test_room_behind_never_hurts():
    assert np.all(np.diff([win({"attackers.room": room}) for room in range(4)]) >= 0)


def test_strength_is_watched_turn_by_turn():
    result = run(build(load_scenario("melee-line"), SIEGE))
    men = [result.by_turn("attackers_living", turn).value for turn in range(5)]
    assert men[0] == 6
    assert np.all(np.diff(men) < 0)


@pytest.mark.parametrize(("side", "wants"), [("attackers", 1), ("defenders", -1)])
def test_best_decisions_are_no_worse_than_the_policies_of_the_scenario(side, wants):
    changes = {"attackers.men": 3, "defenders.men": 3, "turns": 3, "break_off": {}}
    process = build(load_scenario("melee-line").replaced(changes), SIEGE)

    def won(chain, states):
        return (chain.endings(states) == 1).astype(float)

    free = [name for name in process.plan if name.startswith(f"{side}.")]
    chain, solution = solve(process, free, won, {side: wants})
    asked = {decision.name for table in chain.tables for decision, _ in table.asked}
    names = "attack", "target", "attack_from", "wound", "advance", "follow", "break_off"
    assert asked == {f"{side}.{name}" for name in names}
    shipped = run(process, engine="exact").probability("attackers_win").value
    assert wants * (solution.values[0][0, 0] - shipped) > 0.01
