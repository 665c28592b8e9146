"""Panic among the parties of a ladder assault: whom a death concerns, who runs, who comes back, and what it stops."""

import pytest

from games.test_engines_agree import agree
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
# Before the besiegers move, a crossbow shoots at a party one hex from the foot: C on 1 to 3, B on 4 and 5.
ASSAULT = {
    "panic": True,
    "panic_of.followed": True,
    "turns": 1,
    "first": "defenders",
    "width": 1,
    "foothold": 1,
    "approach": ["flat_ground"],
    "besiegers.men": 6,
    "defenders": {"kind": "militia", "on_wall": 1},
    "towers": {"men": 1, "weapon": "crossbow", "aside": 0},
    "policies": {"attack_from": "12-1+"},
}
# The test: nothing on 1 to 5, P1, P2, P3 on 6 to 8, R3 on 9, R6 on 10.
KILL, WOUND, MISS = 1, 4, 10
NOTHING, ONE, TWO, THREE, ROUT_THREE, ROUT_SIX = 1, 6, 7, 8, 9, 10
TWO_SHOTS = {"towers.men": 2}
PAIR = {"width": 3, "foothold": 2, "besiegers.ladders": 2, "defenders.on_wall": 3}


def sequence(changes=(), base=ASSAULT, **options):
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return build(load_scenario("ladder-one").replaced(base | dict(changes)), SIEGE.replaced(options=chosen))


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def trace(changes, dice, **options):
    return play_trace(sequence(changes, **options), dice=dice)


def ran(game):
    return game.measures["besiegers_panicked"], game.measures["besiegers_routed"]


def raised(game):
    return any(event.text == "ladder 1 is raised" for event in game.events)


# -------------------------------------------------------------------- the test


@pytest.mark.parametrize(
    ("changes", "panics", "left"),
    [
        ({}, 0.6, 0.6),
        ({"panic_of.followed": False}, 0.6, 0.0),
        ({"panic_of.rally": 1}, 0.6, 0.1 + 0.2),
        # From two hexes off they run to where they are calm.
        ({"approach": ["flat_ground x 2"]}, 0.0, 0.0),
    ],
)
def test_odds_of_the_test(changes, panics, left):
    # Five are left: one, two or three panic on a die each; three rout on one, all five on another.
    result = exact(changes)
    assert result.tally("panic_tests").value == pytest.approx(0.3, abs=1e-12)
    assert result.tally("panics").value == pytest.approx(0.3 * panics, abs=1e-12)
    assert result.mean("besiegers_panicked").value == pytest.approx(0.3 * left, abs=1e-12)
    assert result.mean("besiegers_routed").value == pytest.approx(0.3 * 0.8, abs=1e-12)
    assert result.mean("besiegers_dead").value == pytest.approx(0.3, abs=1e-12)


def test_class_may_be_named():
    assert ran(trace({"besiegers.kind": "knight-on-foot", "panic_of.class": "peasant"}, [KILL, TWO])) == (2, 0)


# -------------------------------------------------------------------- whom a death concerns

ABOVE = {"first": "besiegers", "approach": [], "towers.men": 0, "defenders.oil": 1, "policies.topple_empty": False}


def test_who_dies_on_the_ladder():
    # One climbs, and oil kills him on 1: the five on the ground see it.
    game = trace(ABOVE, [1, ROUT_SIX])
    assert (game.measures["besiegers_dead"], ran(game)) == (1, (0, 5))
    # E on 5 wounds him only.
    assert trace(ABOVE, [5]).tallies["panic_tests"] == 0


def test_only_the_party_of_the_dead_man():
    # Each tower looks at a ladder of its own first.
    game = trace(PAIR | TWO_SHOTS, [MISS, KILL, ROUT_SIX])
    assert ran(game) == (0, 5)
    words = [event.text for event in game.events]
    assert "ladder 1 is raised" in words
    assert "ladder 2 is raised" not in words


# -------------------------------------------------------------------- what follows


@pytest.mark.parametrize(("first", "losses"), [("wounded", 1), ("fit", 2)])
def test_who_runs_first_and_that_routed_men_are_no_losses(first, losses):
    # One is wounded, another dies, and three of the five who are left rout: with the wounded man or without him.
    changes = TWO_SHOTS | {"panic_of.panics_first": first}
    dice = [WOUND, KILL, ROUT_THREE]
    game = trace(changes | {"break_off.losses": losses + 1}, dice)
    assert (game.ending, game.measures["besiegers_wounded"], ran(game)) == ("undecided", 1, (0, 3))
    assert trace(changes | {"break_off.losses": losses}, dice).ending == "repulsed"


def test_panic_never_helps_the_besiegers():
    base = {"turns": 6, "towers.men": 1, "policies": {}, "besiegers.men": 5, "defenders.oil": 1}
    made = [exact(base | change) for change in ({"panic": False}, {"panic_of.rally": 2}, {})]
    chances = [result.probability("foothold").value for result in made]
    assert chances[0] > chances[1] > chances[2]


@pytest.mark.parametrize("followed", [False, True])
def test_engines_agree(followed):
    changes = {"turns": 4, "besiegers.men": 4, "policies": {}, "panic_of.rally": 1, "panic_of.followed": followed}
    made = sequence(changes)
    result = run(made, engine="exact")
    assert result.weights.sum() == pytest.approx(1.0, abs=1e-12)
    agree(result, run(made, engine="monte-carlo", trials=60_000, seed=3))
    agree(result, run(made, engine="counts", trials=60_000, seed=3))


# -------------------------------------------------------------------- files
