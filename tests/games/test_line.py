"""Lanes beside each other: alone they are engagements; help, second lines, breaking off."""

from dataclasses import replace

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import best

READ = load_rules("filo-read")
BASE = load_scenario("line-navas")
KNIGHTS, PIKES = {"kind": "knights"}, {"kind": "pikemen"}
NONE = {"policies": {"a": {}, "b": {"act": "hold"}}, "a": {}, "b": {}}


def lane(ours=KNIGHTS, theirs=PIKES, gap=0):
    return {"gap": gap, "a": ours, "b": theirs}


def made(lanes, changes=None, rules=READ):
    return build(BASE.replaced({"turns": 1, "lanes": lanes, **NONE, **(changes or {})}), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


@pytest.mark.slow
def test_a_smaller_radius_costs_lanes():
    """The figure of the list of assumptions, and the chances of the leader's three choices."""
    shipped = load_scenario("line-leader")

    def odds(**changes):
        return run(build(shipped.replaced({key.replace("__", "."): value for key, value in changes.items()}), READ))

    near, far = (odds(a__leader__radius=radius, policies__a__leader_lane=1).mean("a_lanes").value for radius in (1, 2))
    assert far - near == pytest.approx(0.36, abs=0.005)
    chances = [odds(policies__a__leader_lane=lane).by_turn("a_won", 3).value for lane in (1, 2, 3)]
    assert chances == pytest.approx([0.6546, 0.6566, 0.6971], abs=5e-5)


def test_the_army_leader_does_not_move_the_leader_of_the_stacks():
    twice = build(load_scenario("line-leader").replaced({"a.activations": 2}), READ)
    moves = [phase.name for phase in twice.phases if phase.name.endswith(": leader")]
    assert moves == ["side a acts first: leader", "side a acts after it: leader"]


def test_who_is_freed_is_with_those_who_free_him_and_not_where_his_replacement_is():
    knights = {**KNIGHTS, "state": "demoralised_fresh", "room": "blocked", "support": 1}
    pikes = {**PIKES, "state": "demoralised_fresh", "room": "blocked"}
    militia = {"kind": "militia"}
    policies = {
        "a": {"demoralised": "hold", "until": "eliminated"},
        "b": {"act": "attack", "demoralised": "attack", "until": "eliminated"},
    }
    lanes = [lane(knights, pikes), lane(militia, militia)]
    process = made(lanes, {"a.leader": {"bonus": 2}, "policies": policies, "turns": 2})

    def sends_the_replacement(s, options, **_):
        return 2 if s.a_leader >= 2 and 2 in options else options[0]

    sent = replace(process, plan={**process.plan, "a.leader_lane": sends_the_replacement})
    # Turn 1: militia in vain (3 + 1), the pikes take him, militia in vain. Turn 2: he is freed by a 0, and the militia
    # attack without his bonus: 4 + 1 is a retreat only.
    faces = iter((6, 6, 1, 1, 3, 9, 3, 6, 6, 1, 1, 0, 4, 3))
    game = play_trace(sent, dice=lambda sides: next(faces) + (sides == 10))
    assert (game.tallies["a_freed"], game.measures["b_fatigued"]) == (1, 0)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"a.leader": {"bonus": 1, "lane": 4}}, r"a\.leader\.lane: there is no such lane: 4"),
        ({"policies.a.leader_lane": 4}, r"policies\.a\.leader_lane: there is no such lane: 4"),
        ({"policies.b.leader_lane": 1}, r"policies\.b\.leader_lane: no leader of the side to go there"),
        ({"lanes.1.a.leader": {"bonus": 1}}, r"lanes\.1\.a\.leader: leaders of lanes and one of the side"),
        ({"policies.a.seat": "foot"}, r"policies\.a\.seat: who mounts or dismounts needs markers"),
    ],
)
def test_a_leader_and_markers_that_are_not_there_are_refused(changes, said):
    with pytest.raises(DataError, match=said):
        load_scenario("line-leader").replaced(changes)


def test_a_charge_of_a_side_without_riders_is_refused_and_one_of_a_mixed_side_is_not():
    mixed = BASE.replaced({"lanes": [lane(gap=2), lane({"kind": "pikemen"}, gap=2)], "policies.a.charge": True})
    assert run(build(mixed, READ), engine="exact").tally("a_charges").value > 0
    foot = BASE.replaced({"lanes": [lane({"kind": "pikemen"})] * 2, "policies.a.charge": True})
    with pytest.raises(DataError, match=r"policies\.a\.charge: none of these units ever charges"):
        build(foot, READ)


def test_joining_or_waiting_is_decided_by_state():
    """Two stacks on foot before knights: each that waits comes after the other; no plan for the whole game does better."""
    lanes = [lane({"kind": "foot-sergeants", "support": 1}, KNIGHTS)]
    changes = {"policies.b": {"act": "attack", "charge": False}, "turns": 4, "lanes": lanes}
    scenario = load_scenario("line-together").replaced(changes)
    wait, join = (
        run(build(scenario.replaced({"policies.a.exploit": choice}), READ), engine="exact")
        .probability("b_broken")
        .value
        for choice in ("none", "join")
    )
    one = scenario.replaced({"lanes": [lane({"kind": "foot-sergeants"}, KNIGHTS)]})
    unaided = run(build(one, READ), engine="exact")
    assert unaided.probability("b_broken").value < wait < join
    assert join <= best(scenario, READ, "a", choose=["a.exploit"]).value + 1e-12


@pytest.mark.parametrize(
    ("changes", "lost", "won"),
    [
        ({}, 0.595888, 0.051225),
        ({"policies.a.advances": "front"}, 0.601084, 0.052146),
        ({"policies.a.exploit": "none"}, 0.615513, 0.036944),
        ({"policies.a.together": False}, 0.830292, 0.025359),
        ({"policies.b.exploit": "none"}, 0.570075, 0.069858),
        ({"lanes.1.b.artillery": None}, 0.0, 0.604130),
    ],
    ids=["as shipped", "who advances", "waits", "one after another", "one in front", "no bombards"],
)
def test_each_rule_of_an_attack_by_several_moves_a_shipped_line(changes, lost, won):
    """10.2, 10.8, joining or waiting, and 5.1, each by itself."""
    result = run(build(load_scenario("line-bombards").replaced(changes), READ), engine="exact")
    assert result.probability("a_broken").value == pytest.approx(lost, abs=5e-7)
    assert result.probability("b_gives_up").value == pytest.approx(won, abs=5e-7)
