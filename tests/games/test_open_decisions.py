"""The best choices of the moment are at least as good as any policy that is kept all game."""

from itertools import product

import pytest

from engine.solving import best_value
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
ROW = {
    "turns": 6,
    "objects": [{"name": "tents", "kind": "tent", "hexes": [[0, 0], [1, 0], [0, 1], [3, 0]]}],
    "fires": [{"hex": "tents 2", "cause": "oil"}, {"hex": "tents 4", "cause": "oil"}],
    "fighters.men": 2,
    "policies.room": 1,
}
BATTERY = {"engines.light": 2, "engines.heavy": 2, "turns": 6}
KNIGHTS = {"targets.men": 2, "turns": 8, "approach": ["flat_ground x 12"], "targets.wounded": 1}


@pytest.mark.parametrize(
    ("name", "changes", "side", "ending", "choices"),
    [
        ("fire-camp", ROW, "besiegers", "put_out", {"aim": ("oldest", "youngest", "most-neighbours")}),
        (
            "bombardment-keep",
            BATTERY,
            "besiegers",
            "breached",
            {"allocation": ("concentrate", "spread", "keep-back"), "damaged": ("least", "light-first", "heavy-first")},
        ),
        (
            "volley-knights",
            KNIGHTS,
            "shooters",
            "destroyed",
            {"aim": ("fit", "wounded", "stunned"), "band": ("riders", "foot")},
        ),
        (
            "volley-knights",
            KNIGHTS,
            "targets",
            "arrived",
            {"advance": ("walk", "half", "stand"), "pace": ("fit", "slowest"), "unhorsed": ("follow", "stay")},
        ),
    ],
    ids=["fire", "bombardment", "shooters", "targets"],
)
def test_nothing_beats_the_best_choice_of_the_moment(name, changes, side, ending, choices):
    scenario = load_scenario(name).replaced(changes)
    process = build(scenario, SIEGE)
    best = best_value(process, tuple(choices), {side: 1}, ending)
    for values in product(*choices.values()):
        policies = {f"policies.{key}": value for key, value in zip(choices, values, strict=True)}
        kept = run(build(scenario.replaced(policies), SIEGE), engine="exact").probability(ending).value
        assert kept <= best + 1e-12
