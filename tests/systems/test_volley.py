"""Volley: the way of the targets, what every policy moves, how it ends, and wrong files.

What is on which face of the die stands in `made_volleys`.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.scenario import build, load_scenario
from systems.made_volleys import BALLISTA, CROSSBOW, LONGBOW, RIDER, SIEGE, SPEARMAN, close, exact, to_go, told, volley


@pytest.mark.parametrize(("value", "left"), [("once", 8), ("every", 10), ("holds", 6)])
def test_what_a_retreat_does_to_the_band(value, left):
    # Six hexes forward, then two retreats of two hexes each.
    plan = {
        "targets": SPEARMAN | {"men": 3},
        "first": "targets",
        "approach": ["flat_ground x 12"],
        "policies__advance": "walk",
        "options": {"band-retreat": value},
    }
    sequence = volley(CROSSBOW | {"men": 2}, **plan)
    assert to_go(sequence, [6, 7]) == left
    behind = run(sequence, engine="exact").by_turn("hexes_gained", 1).value
    # 6 hexes, less 2 for each of two A, or for the first of them; all three never die of two bolts.
    wanted = {"once": 6 - 2 * (1 - 0.8**2), "every": 6 - 4 * 0.2, "holds": 6}
    assert behind == close(wanted[value])


def test_a_retreat_ends_at_the_start():
    game = told(CROSSBOW, dice=[6])
    assert "his band is where it started" in [event.text for event in game.events]


def test_riders_fall_back_four_hexes():
    plan = {"targets": RIDER, "first": "targets", "policies__advance": "walk"}
    assert to_go(volley(CROSSBOW, **plan), [5]) == 11


def test_where_men_on_foot_gather():
    # The first rider is unhorsed 19 hexes from the end, the second at 23, after a retreat of four: both are at 23.
    plan = {"targets": RIDER | {"men": 3}, "first": "targets", "turns": 3, "policies": {}}
    game = told(CROSSBOW | {"men": 3}, dice=[3, 5, 3, *[10] * 6], approach=["flat_ground x 31"], **plan)
    moves = [event.text for event in game.events if event.phase == "targets' movement, foot"]
    # In turn 2 they are stunned, in turn 3 they walk four hexes.
    assert moves == ["the men on foot come on, 19 hexes to go"]
    assert (game.ending, game.measures["targets_unhorsed"]) == ("arrived", 2)


@pytest.mark.parametrize(
    ("value", "fit", "hurt", "killed"),
    # One bolt, C 0.3 and B 0.2 at whoever is aimed at; a wounded man dies of both.
    [("fit", 2 - 0.5, 1 + 0.2, 0.3), ("wounded", 2, 1 - 0.5, 0.5)],
)
def test_policy_aim(value, fit, hurt, killed):
    result = exact(CROSSBOW, targets=SPEARMAN | {"men": 3, "wounded": 1}, policies__aim=value)
    assert result.mean("targets_dead").value == close(killed)
    assert result.mean("targets_wounded").value == close(hurt)
    assert result.by_turn("targets_unhurt", 1).value == close(fit)


@pytest.mark.parametrize(("value", "killed"), [("fit", 0), ("stunned", 1), ("wounded", 1)])
def test_policy_aim_at_the_stunned(value, killed):
    # Turn 1 unhorses a rider, turn 2 the other: on foot are a fit and a stunned man when an A (6) follows.
    plan = {"targets": RIDER | {"men": 2}, "turns": 2, "policies__aim": value}
    game = told(CROSSBOW | {"men": 3}, dice=[3, 10, 10, 3, 6, 10], **plan)
    assert game.measures["targets_dead"] == killed


@pytest.mark.parametrize(("value", "killed"), [("fit", 1), ("stunned", 1), ("wounded", 0)])
def test_policy_aim_at_the_wounded(value, killed):
    # A wounded (C) and a stunned man (B) are on foot when an A (6) follows.
    plan = {"targets": RIDER | {"men": 2}, "policies__aim": value}
    game = told(CROSSBOW | {"men": 3}, dice=[2, 3, 6], **plan)
    assert game.measures["targets_dead"] == killed


def test_policy_band():
    for band, riders in (("riders", 1), ("foot", 2)):
        game = told(CROSSBOW | {"men": 2}, dice=[2, 1], targets=RIDER | {"men": 3}, policies__band=band)
        on_foot = game.measures["targets_unhorsed"]
        assert 3 - on_foot - game.measures["targets_dead"] == riders


@pytest.mark.parametrize(("value", "left"), [("walk", 13), ("half", 16)])
def test_policy_advance(value, left):
    assert to_go(volley(CROSSBOW | {"men": 0}, policies__advance=value), []) == left
    assert exact(CROSSBOW | {"men": 0}, turns=1).by_turn("hexes_gained", 1).value == 0
    # Half of five is two.
    slow = volley(CROSSBOW | {"men": 0}, targets={"kind": "man-at-arms", "men": 1}, policies__advance=value)
    assert to_go(slow, []) == {"walk": 14, "half": 17}[value]


@pytest.mark.parametrize(("value", "left"), [("fit", 13), ("slowest", 16)])
def test_policy_pace(value, left):
    targets = SPEARMAN | {"men": 3, "wounded": 1}
    assert to_go(volley(CROSSBOW | {"men": 0}, targets=targets, policies={"pace": value}), []) == left
    # Without a fit man all go at the pace of the wounded, without a wounded one at that of the fit.
    assert to_go(volley(CROSSBOW | {"men": 0}, targets=SPEARMAN | {"wounded": 1}, policies={"pace": value}), []) == 16
    assert to_go(volley(CROSSBOW | {"men": 0}, policies={"pace": value}), []) == 13


@pytest.mark.parametrize(("value", "moves"), [("follow", 1), ("stay", 0)])
def test_policy_unhorsed(value, moves):
    # C unhorses and wounds: he goes on at two hexes a turn, or stays.
    game = told(CROSSBOW, dice=[2], targets=RIDER, policies={"unhorsed": value})
    assert [event.phase for event in game.events].count("targets' movement, foot") == moves


@pytest.mark.parametrize(("value", "left"), [("base", 13), ("croisades", 11)])
def test_movement_allowances(value, left):
    options = {"movement-allowances": value}
    assert to_go(volley(CROSSBOW | {"men": 0}, options=options, policies={}), []) == left


def test_ground_that_stops():
    # A filled moat costs two points and keeps horses out.
    way = ["flat_ground x 3", "filled_moat x 1", "flat_ground x 1"]
    nobody = CROSSBOW | {"men": 0}
    for targets, left in ((SPEARMAN, 0), (RIDER, 2)):
        result = exact(nobody, targets=targets, approach=way, policies={})
        assert result.by_turn("hexes_gained", 1).value == 5 - left
    assert exact(nobody, targets=RIDER, approach=way, policies={}, turns=9).probability("undecided").value == 1


def test_breaking_off():
    # Those who were wounded at the start do not count, whatever becomes of them.
    plan = {"targets": SPEARMAN | {"men": 4, "wounded": 2}, "policies__aim": "wounded", "turns": 2}
    assert exact(CROSSBOW, **plan, break_off={"losses": 1}).probability("broken_off").value == 0
    plan["policies__aim"] = "fit"
    found = exact(CROSSBOW, **plan, break_off={"losses": 1})
    assert found.probability("broken_off", by_turn=1).value == close(0.5)
    assert found.probability("broken_off").value == close(0.75)
    assert exact(CROSSBOW, **plan, break_off={"turn": 2}).probability("broken_off", by_turn=1).value == 0
    assert exact(CROSSBOW, **plan, break_off={"turn": 2}).probability("broken_off").value == 1


def test_order_of_endings():
    # Dead is dead, and whoever has arrived has not broken off.
    assert exact(CROSSBOW, break_off={"turn": 1}).probability("destroyed").value == close(0.3)
    arrived = exact(CROSSBOW, approach=["flat_ground x 3"], policies={}, break_off={"turn": 1})
    assert arrived.probability("arrived").value == close(0.7)
    assert arrived.probability("destroyed").value == close(0.3)


def test_shots_before_or_after_the_move():
    plan = {"approach": ["flat_ground x 3"], "policies": {}}
    # If the targets move first, a retreat of two hexes keeps them from arriving.
    assert exact(CROSSBOW, **plan, first="targets").probability("arrived").value == close(0.5)
    assert exact(CROSSBOW, **plan, first="shooters").probability("arrived").value == close(0.7)


def test_more_shooters_never_help_the_targets():
    base = load_scenario("volley-wall")
    chances = [
        run(build(base.replaced({"shooters.2.men": men, "shooters.2.wounded": 0}), SIEGE), engine="exact")
        .probability("arrived")
        .value
        for men in range(5)
    ]
    assert np.all(np.diff(chances) < 0)


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
@pytest.mark.parametrize("which", ["volley-wall", "volley-knights", "volley-friends"])
def test_every_edition_plays_it(which, name):
    result = run(build(load_scenario(which), load_rules(name)), engine="exact")
    assert result.weights.sum() == close(1)


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
        "20 hexes away",
        f"shooter 1: longbow, at a rider: die 2, {rows} 5, no cover -> {off}",
        "he is on foot from now on",
        "50 hexes away",
        "shooter 1: ballista, at a rider: die 1, no cover -> F (horse and rider killed)",
        "20 hexes away",
        f"shooter 1: longbow, at a stunned man: die 4, +1 dismounted knight, {rows} 8, no cover -> {back}",
        "stunned as he is, he dies",
        "no target is left",
    ]
