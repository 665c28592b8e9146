"""The sequences of the second game against their oracles: the same dice must give the same game, roll for roll."""

import random

import pytest

from mangonel.engine.trace import play_trace
from mangonel.errors import MangonelError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario, scenario_names
from pace import slow_after
from systems.engagement_twin import some_engagement, some_rules

# The oracles are written apart from the program.
engagement = pytest.importorskip("oracle.filo.engagement")
read_rules = pytest.importorskip("oracle.filo.rules").read_rules

SETS = {name: load_rules(name) for name in ("filo-read", "navas")}
TOGETHER, GAMES = 10, 6


def faces_of(game):
    """Return every die of a game as it fell."""
    throws = (event.die for event in game.events if event.die is not None)
    return [face for throw in throws for face in (throw if isinstance(throw, tuple) else (throw,))]


def both(scenario, rules, sequence, seed):
    """Return what both make of the same dice, and whether the oracle has left some of them."""
    game = play_trace(sequence, seed=seed)
    faces = iter(faces_of(game))
    options = {**rules.values, **scenario.assumptions}
    story = engagement.play(scenario.content, read_rules(rules.id).changed(options), faces)
    ours = (game.ending, game.turn, dict(game.measures), dict(game.tallies))
    theirs = (
        story.ending,
        story.turn,
        {name: story.measures.get(name, 0) for name in game.measures},
        {name: story.tallies.get(name, 0) for name in game.tallies},
    )
    return ours, theirs, next(faces, None)


@pytest.mark.parametrize("first", slow_after(1, range(0, 200, TOGETHER)))
def test_any_engagement_is_played_like_the_oracle(first):
    played = 0
    for seed in range(first, first + TOGETHER):
        draw = random.Random(seed)
        base = draw.choice(list(SETS.values()))
        scenario, rules = some_engagement(draw), some_rules(draw, base)
        try:
            sequence = build(scenario, rules)
        except MangonelError:
            # A combat that the ground does not allow.
            continue
        for game in range(GAMES):
            ours, theirs, left = both(scenario, rules, sequence, 1000 * seed + game)
            assert (ours, left) == (theirs, None), (seed, game)
            played += 1
    assert played > TOGETHER


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("name", [name for name in scenario_names("filo") if name.startswith("engagement")])
def test_shipped_engagements_are_played_like_the_oracle(name, rules):
    scenario = load_scenario(name)
    sequence = build(scenario, SETS[rules])
    for seed in range(12):
        ours, theirs, left = both(scenario, SETS[rules], sequence, seed)
        assert (ours, left) == (theirs, None), seed
