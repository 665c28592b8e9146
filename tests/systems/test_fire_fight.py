"""Lines that shoot at each other: worked odds, who shoots at whom, what is refused."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

READ = load_rules("filo-read")
BASE = load_scenario("fire-fight-crossbows")
CROSSBOWS, PIKES = {"kind": "crossbowmen"}, {"kind": "pikemen"}


def made(ours, theirs, changes=None, rules=READ):
    lines = {"turns": 1, "gap": 1, "a.groups": ours, "b.groups": theirs, **(changes or {})}
    return build(BASE.replaced(lines), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def lines_of(dice, *what, **more):
    return [event.text for event in play_trace(made(*what, **more), dice=iter(dice)).events]


def shots(lines):
    return [line for line in lines if "shoots" in line]


def test_a_shot_of_crossbows_by_hand():
    """Crossbows, 4 points, 2 hexes, in the clear, not moved: demoralised 0.2, routed 0.1."""
    found = exact([CROSSBOWS], [PIKES])
    assert found.probability("b_broken").value == pytest.approx(0.1, abs=1e-12)
    # Of the demoralised 0.6 rally: 0 to 5 of quality 5.
    assert found.mean("b_demoralised").value == pytest.approx(0.2 * 0.4, abs=1e-12)


def test_two_of_a_kind_shoot_as_one_and_better():
    together, apart = ({"policies.a.join": join, "policies.a.target": "first"} for join in (True, False))
    # 8 points: +1, so 0.3 demoralised or routed become 0.4, of which 0.2 rout; the second target is not shot at.
    found = exact([CROSSBOWS, CROSSBOWS], [PIKES, PIKES], together)
    assert found.tally("a_shots").value == pytest.approx(1.0)
    assert found.tally("a_routs").value == 0.0
    assert found.tally("b_routs").value == pytest.approx(0.2, abs=1e-12)
    found = exact([CROSSBOWS, CROSSBOWS], [PIKES, PIKES], apart)
    assert found.tally("a_shots").value == pytest.approx(2.0)
    assert found.tally("b_routs").value == pytest.approx(0.2, abs=1e-12)
    assert found.tally("a_hits").value == pytest.approx(0.6, abs=1e-12)
    # One target is shot at once in an activation, whoever shoots.
    assert exact([CROSSBOWS, CROSSBOWS], [PIKES], apart).tally("a_shots").value == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("target", "theirs", "aimed"),
    [
        ("first", [PIKES, {"kind": "militia"}], "b1"),
        ("weakest", [PIKES, {"kind": "militia"}], "b2"),
        ("weakest", [PIKES, {"kind": "pikemen", "state": "demoralised_fresh"}], "b2"),
        ("weakest", [PIKES, {"kind": "pikemen", "state": "organised_fatigued"}], "b2"),
        ("first", [{"kind": "pikemen", "state": "routed_fresh"}, PIKES], "b2"),
        ("nearest", [PIKES, PIKES], "b1"),
    ],
)
def test_whom_they_shoot_at(target, theirs, aimed):
    lines = lines_of([(6, 6), (1, 1), *[0] * 5], [CROSSBOWS], theirs, {"policies.a.target": target})
    assert shots(lines) == [f"group a1 shoots at group {aimed}"]


def test_who_has_gone_back_is_farther_away():
    pair = {"policies.a.target": "nearest", "turns": 2, "gap": 2}
    # The first is routed two hexes and rallies twice; it is 5 hexes away then, and the other one 3.
    dice = [(6, 6), (1, 1), 9, 0, (6, 6), (1, 1), 0, 0]
    assert shots(lines_of(dice, [CROSSBOWS], [PIKES, PIKES], pair)) == [
        "group a1 shoots at group b1",
        "group a1 shoots at group b2",
    ]


def test_a_line_goes_forward_as_its_slowest_and_stops():
    come = {"policies.a.act": "attack", "gap": 8, "policies.b.act": "shoot"}
    light, foot = {"kind": "light-horse"}, {"kind": "light-foot"}
    assert "side a goes forward, 5 hexes" in lines_of([(6, 6), (1, 1)], [light, foot], [PIKES], come)
    found = exact([light], [PIKES], {**come, "gap": 5})
    assert found.probability("reached").value == 0.0
    # At gap 1 javelins reach: 9 and more, with -1 for the move, -1 on horseback, -1 for 3 points never.
    assert (found.mean("gap").value if "gap" in found.measures else 1) == 1
    assert exact([light], [PIKES], {**come, "gap": 5, "policies.a.stop": 0}).probability(
        "reached"
    ).value == pytest.approx(1.0)


def test_archers_and_artillery_shoot_twice_a_turn_and_a_target_once_a_step():
    bows, guns = {"kind": "archers"}, {"kind": "bombards"}
    # Each in its step of phase B, and one of them in the activation.
    zeros = [0, 0, (6, 6), (1, 1), 0]
    assert len(shots(lines_of(zeros, [bows, guns], [PIKES]))) == 3
    once = READ.replaced(options={"phase-b-shots": "per-phase"})
    assert len(shots(lines_of(zeros[1:], [bows, guns], [PIKES], rules=once))) == 2


def test_rest_is_lost_by_a_shot_even_in_vain():
    tired = {"kind": "pikemen", "state": "organised_fatigued"}
    rests = {"policies.b.rest": True, "policies.b.until": "eliminated", "policies.a.target": "first"}
    found = exact([CROSSBOWS], [tired, tired], rests)
    assert found.mean("b_fatigued").value == pytest.approx(1.0)


def test_a_side_is_broken_when_all_its_groups_are():
    found = exact([CROSSBOWS], [PIKES, {"kind": "pikemen", "state": "routed_fresh"}])
    assert found.probability("b_broken").value == pytest.approx(0.1, abs=1e-12)


def test_its_leader_is_tested_by_a_nine():
    led = {"kind": "pikemen", "leader": {"bonus": 1}}
    lines = lines_of([(6, 6), (1, 1), 9, 9], [CROSSBOWS], [led])
    assert any(line.startswith("leader of group b1") and line.endswith("the leader dies") for line in lines)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gap": 0}, "gap"),
        ({"a.groups": []}, "a.groups"),
        ({"a.groups": [PIKES] * 5}, "a.groups"),
        ({"a.groups": [{"kind": "pikeman"}]}, "a.groups.1.kind: unknown value.*did you mean 'pikemen'"),
        ({"a.groups": [{"kind": "pikemen", "units": 2}]}, "a.groups.1.units: at most one unit"),
        ({"policies.a.target": "strongest"}, "policies.a.target"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said):
        build(BASE.replaced(changes), READ)
