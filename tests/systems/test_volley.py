"""Volley: the way of the targets, what every policy moves, how it ends, and wrong files.

What is on which face of the die stands in `made_volleys`.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.systems.scenario import build, load_scenario
from systems.made_volleys import BALLISTA, CROSSBOW, LONGBOW, RIDER, SIEGE, told


def test_more_shooters_never_help_the_targets():
    base = load_scenario("volley-wall")
    chances = [
        run(build(base.replaced({"shooters.2.men": men, "shooters.2.wounded": 0}), SIEGE), engine="exact")
        .probability("arrived")
        .value
        for men in range(5)
    ]
    assert np.all(np.diff(chances) < 0)


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"approach": []}, "approach", "at least one hex"),
        ({"approach": ["moat x 2"]}, "approach.1", "unknown terrain"),
        ({"targets.men": 0}, "targets.men", "1 to 40"),
        ({"targets.wounded": 13}, "targets.wounded", "0 to 12"),
        ({"targets.mounted": True}, "targets.mounted", "no horses"),
        ({"targets.kind": "knight", "targets.mounted": True, "mantlets": True}, "mantlets", "riders"),
        ({"approach": ["tree x 2"], "mantlets": True}, "approach", "cannot be carried"),
        ({"shooters": []}, "shooters", "at least one group"),
        ({"shooters": [CROSSBOW | {"men": 13}] * 2}, "shooters", "at most 24"),
        ({"shooters": [{"men": 1, "weapon": "croosbow"}]}, "shooters.1.weapon", "crossbow"),
        ({"shooters": [{"men": 1, "weapon": "balista"}]}, "shooters.1.weapon", "ballista"),
        ({"shooters": [CROSSBOW | {"place": "tower"}]}, "shooters.1.place", "tower_slit"),
        ({"shooters": [CROSSBOW, CROSSBOW | {"wounded": 2}]}, "shooters.2.wounded", "0 to 1"),
        ({"shooters": [CROSSBOW | {"aptitude": 4}]}, "shooters.1.aptitude", "-3 to 3"),
        ({"shooters": [CROSSBOW | {"ready": 2}]}, "shooters.1.ready", "only a ballista"),
        ({"shooters": [BALLISTA | {"ready": 4}]}, "shooters.1.ready", "1 to 3"),
        ({"shooters": [BALLISTA | {"wounded": 1}]}, "shooters.1.wounded", "ballista"),
        ({"shooters": [BALLISTA | {"aptitude": 1}]}, "shooters.1.aptitude", "ballista"),
        ({"shooters": [CROSSBOW | {"asside": 1}]}, "shooters.1.asside", "aside"),
        ({"friends": {"men": 7}}, "friends.men", "1 to 6"),
        ({"friends": {"men": 2, "wounded": 3}}, "friends.wounded", "0 to 2"),
        ({"first": "shooter"}, "first", "shooters"),
        ({"policies.aim": "fittest"}, "policies.aim", "fit"),
        ({"policies.band": "rider"}, "policies.band", "riders"),
        ({"policies.advance": "run"}, "policies.advance", "walk"),
        ({"policies.wound": "fit"}, "policies.wound", "unknown"),
        ({"shooters.4.men": 1}, "shooters.4.men", "no such value"),
        ({"shooters.first.men": 1}, "shooters.first.men", "no such value"),
    ],
)
def test_one_mistake_one_message(changes, path, words):
    with pytest.raises(DataError) as caught:
        build(load_scenario("volley-wall").replaced(changes), SIEGE)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_the_report_of_a_turn():
    game = told(LONGBOW, BALLISTA | {"aside": 30}, targets=RIDER | {"men": 2}, policies={}, dice=[2, 1, 4])
    rows, back = "+3 rows longbow = row", "A (target retreats 2 hexes)"
    off = "B (horse killed, rider stunned and unhorsed)"
    assert [event.text for event in game.events] == [
        f"shooter 1: longbow, at a rider, 20 hexes away: die 2, {rows} 5, no cover -> {off}",
        "he is on foot from now on",
        "shooter 1: ballista, at a rider, 50 hexes away: die 1, no cover -> F (horse and rider killed)",
        f"shooter 1: longbow, at a stunned man, 20 hexes away: die 4, +1 dismounted knight, {rows} 8, no cover -> {back}",
        "stunned as he is, he dies",
        "no target is left",
    ]
