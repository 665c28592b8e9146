"""Lanes beside each other: alone they are engagements; help, second lines, breaking off."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

READ = load_rules("filo-read")
BASE, DUEL = load_scenario("line-navas"), load_scenario("engagement-pikes")
KNIGHTS, PIKES = {"kind": "knights"}, {"kind": "pikemen"}
NONE = {"policies": {"a": {}, "b": {"act": "hold"}}, "a": {}, "b": {}}


def lane(ours=KNIGHTS, theirs=PIKES, gap=0):
    return {"gap": gap, "a": ours, "b": theirs}


def made(lanes, changes=None, rules=READ):
    return build(BASE.replaced({"turns": 1, "lanes": lanes, **NONE, **(changes or {})}), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def alone(ours, theirs, gap, turns, until="rout", room="open"):
    changes = {
        **{f"a.{key}": value for key, value in ours.items()},
        **{f"b.{key}": value for key, value in theirs.items()},
        "gap": gap, "turns": turns, "policies.b.until": until, "b.room": room,
    }  # fmt: skip
    return run(build(DUEL.replaced(changes), READ), engine="exact")


def lines_of(dice, *what, **more):
    return [event.text for event in play_trace(made(*what, **more), dice=iter(dice)).events]


def test_lanes_without_help_are_engagements_by_themselves():
    """Who stands with no way back is out when he routs, so that lanes are over when engagements are."""
    kinds = [(KNIGHTS, PIKES, 2), ({"kind": "sergeants"}, {"kind": "militia"}, 3)]
    lanes = [lane(ours, {**theirs, "room": "blocked"}, gap) for ours, theirs, gap in kinds]
    for turns in (1, 2):
        one, other = (
            alone(ours, theirs, gap, turns, "eliminated", "blocked").probability("b_broken").value
            for ours, theirs, gap in kinds
        )
        found = exact(lanes, {"turns": turns, "policies.b.until": "eliminated"})
        assert found.probability("b_broken").value == pytest.approx(one * other, abs=1e-12)
        assert found.mean("a_lanes").value == pytest.approx(one + other, abs=1e-12)


def test_a_neighbour_attacks_too_when_its_enemy_is_gone():
    # b1 is routed already, so a1 helps: 8 against 6 is +1, and the first attack is no charge.
    lanes = [lane(theirs={**PIKES, "state": "routed_fresh"}), lane()]
    lines = lines_of([(6, 6), (1, 1), 9, 9, 9], lanes, {"policies.a.exploit": "join"})
    assert "stack a1 helps stack a2" in lines
    assert any(
        "stack a2: combat, die 9, +1 ratio 1/1, +2 Ch against Pi, +1 better quality = 13" in line for line in lines
    )
    plain = lines_of([(6, 6), (1, 1), 9, 9], lanes)
    assert not [line for line in plain if "helps" in line]


def test_both_charge_or_nobody_does_and_the_rear_comes_later():
    foot = {"kind": "foot-sergeants"}
    broken = {**PIKES, "state": "routed_fresh", "quality": 0}
    for helper, charge in ((KNIGHTS, True), (foot, False)):
        lines = lines_of([(6, 6), (1, 1), 0, 9], [lane(helper, broken), lane(gap=2)], {"policies.a.exploit": "rear"})
        combat = next(line for line in lines if ": combat" in line)
        assert ("charge" in combat) is charge
        assert ("stack a2 charges" in lines) is charge
        assert "rear hex" not in combat
    again = {"policies.a.exploit": "rear", "turns": 2}
    lines = lines_of([(6, 6), (1, 1), 0, (6, 6), (1, 1), 0, 9, 9], [lane(KNIGHTS, broken), lane(gap=2)], again)
    assert "+2 rear hex" in [line for line in lines if ": combat" in line][1]


def test_a_result_befalls_all_who_attack():
    broken = {**PIKES, "state": "routed_fresh", "quality": 0}
    militia = {"kind": "militia"}
    lines = lines_of(
        [(6, 6), (1, 1), 0, 9],
        [lane(militia, broken), lane(militia, {"kind": "knights"})],
        {"policies.a.exploit": "join"},
    )
    for stack in ("a1", "a2"):
        assert any(line == f"stack {stack} goes back, 1 hex" for line in lines)


@pytest.mark.parametrize(("option", "tired"), [("all", {"a1", "a2"}), ("one", {"a2"})])
def test_who_takes_a_result_of_both(option, tired):
    broken, militia = {**PIKES, "state": "routed_fresh", "quality": 0}, {"kind": "militia"}
    rules = READ.replaced(options={"results-on-all": option})
    # 10 on 4 are +2, type -2, quality -1: F+R by a 0.
    lanes = [lane(militia, broken), lane(militia, {"kind": "knights"})]
    lines = lines_of([(6, 6), (1, 1), 0, 9], lanes, {"policies.a.exploit": "join"}, rules=rules)
    assert {stack for stack in ("a1", "a2") if f"stack {stack} is organised, fatigued" in lines} == tired
    assert {stack for stack in ("a1", "a2") if f"stack {stack} goes back, 1 hex" in lines} == {"a1", "a2"}


def test_who_helps_brings_his_leader_and_those_behind_him():
    broken = {**PIKES, "state": "routed_fresh", "quality": 0}
    led = {"leader": {"bonus": 0}}
    # A natural 9 tests the leader of the helper, though the lane of the combat has none.
    lines = lines_of(
        [(6, 6), (1, 1), 9, 5, 9, 9], [lane({**KNIGHTS, **led}, broken), lane()], {"policies.a.exploit": "join"}
    )
    assert "leader of stack a1: leader, die 5, row 0..5 -> RAS (nothing happens to the leader)" in lines
    # 10 on 4 are +2, type -2, quality -1, leader -3: D+R, and whoever cannot go back is eliminated.
    helper = {"kind": "militia", "room": "blocked", "support": 1, **led}
    lanes = [lane(helper, broken), lane({"kind": "militia"}, {**KNIGHTS, "leader": {"bonus": 3}})]
    lines = lines_of([(6, 6), (1, 1), 0, 9, 9, 9], lanes, {"policies.a.exploit": "join"})
    after = lines[lines.index("stack a1 is eliminated") :]
    assert after[1:3] == ["the leader of stack a1 is captured", "stack a1 has a new front"]


def test_who_is_gone_is_beside_nobody():
    shaken = {**KNIGHTS, "state": "demoralised_fresh"}
    lanes = [lane(shaken, {**PIKES, "state": "demoralised_fatigued", "room": "blocked"}), lane(gap=10, theirs=KNIGHTS)]
    lines = lines_of([(6, 6), (1, 1), 9, 0, 0], lanes, {"policies.a.demoralised": "attack"})
    assert "stack b1 is eliminated" in lines
    assert "stack a1: rally, die 0, row 0..6 -> it is organised" in lines


@pytest.mark.parametrize(("die", "state"), [(5, 0), (6, 1)])
def test_the_second_line_tests_and_takes_the_place_or_runs(die, state):
    lanes = [lane(theirs={**PIKES, "support": 1, "state": "demoralised_fatigued"}), lane(gap=9)]
    # Demoralised and fatigued pikes that are demoralised again rout.
    lines = lines_of([(6, 6), (1, 1), 9, die, *[9] * 2], lanes)
    assert ("stack b1 has a new front" in lines) is (state == 0)
    found = exact(lanes)
    routs = found.tally("b_passed").value
    assert 0 < routs < 1


def test_the_chance_that_the_second_line_stands_by_hand():
    lanes = [lane(theirs={**PIKES, "support": 2, "state": "demoralised_fatigued"}), lane(gap=10, theirs=KNIGHTS)]
    found = exact(lanes, {"policies.b.until": "eliminated"})
    first = found.tally("b_routs").value - found.tally("b_passed").value
    # Each behind tests quality 5: 0.4 run; the second one tests only if the first has run.
    assert found.tally("b_passed").value == pytest.approx(first * (0.4 + 0.4 * 0.4), abs=1e-12)


def test_a_side_breaks_off_at_so_many_lanes():
    lanes = [lane(theirs={**PIKES, "room": "blocked"}), lane(theirs={**PIKES, "room": "blocked"})]
    found = exact(lanes, {"policies.b.give_up": 1, "policies.b.until": "eliminated"})
    either = 1 - (1 - alone(KNIGHTS, PIKES, 0, 1, "eliminated", "blocked").probability("b_broken").value) ** 2
    assert found.probability("b_gives_up").value == pytest.approx(either, abs=1e-12)


def test_a_side_with_so_many_lanes_broken_from_the_start_breaks_off_at_the_first_combat():
    begun = [lane(theirs={**PIKES, "state": "routed_fresh"}), lane()]
    found = run(made(begun, {"turns": 2, "policies.b.give_up": 1}), engine="exact")
    assert found.probability("b_gives_up").value == pytest.approx(1.0, abs=1e-12)
    assert found.tally("a_combats").value == pytest.approx(1.0, abs=1e-12)


def test_a_charge_of_a_side_without_riders_is_refused_and_one_of_a_mixed_side_is_not():
    mixed = BASE.replaced({"lanes": [lane(gap=2), lane({"kind": "pikemen"}, gap=2)], "policies.a.charge": True})
    assert run(build(mixed, READ), engine="exact").tally("a_charges").value > 0
    foot = BASE.replaced({"lanes": [lane({"kind": "pikemen"})] * 2, "policies.a.charge": True})
    with pytest.raises(DataError, match=r"policies\.a\.charge: none of these units ever charges"):
        build(foot, READ)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lanes": [lane()]}, "lanes: 2 to 4 lanes"),
        ({"lanes": [lane(), lane({"kind": "bombards"})]}, r"lanes\.2\.a\.kind: artillery does not attack"),
        ({"lanes": [lane(), lane(gap=11)]}, r"lanes\.2\.gap"),
        (
            {"lanes": [lane(), lane({**KNIGHTS, "state": "routed_fresh", "support": 1})]},
            r"lanes\.2\.a\.support: nobody stands behind a routed front",
        ),
        ({"policies.a.exploit": "flank"}, "policies.a.exploit"),
        ({"policies.a.until": "gone"}, "policies.a.until"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said):
        BASE.replaced(changes)
