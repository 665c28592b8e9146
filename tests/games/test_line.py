"""Lanes beside each other: alone they are engagements; help, second lines, breaking off."""

import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

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


def test_at_least_one_lane_is_won_by_the_end_of_a_turn():
    """Nobody comes back who is eliminated or off the map: two lanes are won with the chance that not both are not."""
    kinds = [(KNIGHTS, PIKES, 2), ({"kind": "sergeants"}, {"kind": "militia"}, 3)]
    lanes = [lane(ours, {**theirs, "room": "blocked"}, gap) for ours, theirs, gap in kinds]
    series = exact(lanes, {"turns": 3, "policies.b.until": "eliminated"})
    for turns in (1, 2, 3):
        one, other = (
            alone(ours, theirs, gap, turns, "eliminated", "blocked").probability("b_broken").value
            for ours, theirs, gap in kinds
        )
        assert series.by_turn("a_won", turns).value == pytest.approx(1 - (1 - one) * (1 - other), abs=1e-12)
    assert series.by_turn("a_won", 0).value == series.by_turn("b_won", 3).value == 0


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
