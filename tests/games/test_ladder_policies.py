"""Policies of the ladder assault: who is hurt, whom oil and shots are for, who steps where, when defenders give up."""

from dataclasses import replace

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario, policies_in_force
from mangonel.rules.loading import load_rules

SIEGE = load_rules("siege")
# Spearmen 8/3 (wounded 4/2) against men-at-arms 9/4 (4/2). The party is far away, and no besieger attacks unless a test
# lets him.
NEVER = "12-1+"
PLAIN = {
    "turns": 1,
    "width": 3,
    "foothold": 3,
    "approach": ["flat_ground x 30"],
    "defenders.kind": "man-at-arms",
    "defenders.oil": 0,
    "defenders.on_wall": 0,
    "towers.men": 0,
    "policies": {"attack_from": NEVER},
}
ATTACK = {"policies": {}}
# What stands on a hex of the wall.
EMPTY, DEFENDER, HURT_DEFENDER, STUNNED_DEFENDER, BESIEGER, HURT_BESIEGER, STUNNED_BESIEGER = range(7)


def sequence(changes, policies=(), rules=SIEGE, **starts):
    """Return a game that begins with these values in its columns, and has the men that are in them."""
    named = {f"policies.{name}": value for name, value in dict(policies).items()}
    scenario = load_scenario("ladder-one").replaced(PLAIN | dict(changes) | named)
    ladders = scenario.setup.ladders
    starts = {"hex": (EMPTY,) * scenario.setup.width, "fit": (4,) * ladders} | starts
    ground = sum(sum(starts.get(state, ())) for state in ("fit", "stunned", "wounded"))
    climbers = sum(man > 0 for man in starts.get("climber", ()))
    besiegers = ground + climbers + sum(man >= BESIEGER for man in starts["hex"])
    there = {
        "besiegers.men": max(2, -(-besiegers // ladders)),
        "defenders.on_wall": sum(EMPTY < man < BESIEGER for man in starts["hex"]),
        "defenders.reserve": starts.get("reserve_fit", 0),
    }
    made = build(scenario.replaced(there), rules)
    assert {column.name for column in made.columns} >= set(starts)
    columns = [replace(column, start=starts.get(column.name, column.start)) for column in made.columns]
    return replace(made, columns=columns)


def exact(*asked, **starts):
    return run(sequence(*asked, **starts), engine="exact")


def trace(changes, dice, policies=(), **starts):
    return play_trace(sequence(changes, policies, **starts), dice=dice)


def counted(result, **wanted):
    found = {name: (result.tally(name) if name in result.tallies else result.mean(name)).value for name in wanted}
    assert found == pytest.approx(wanted, abs=1e-12)


# -------------------------------------------------------------------- oil


def test_oil_on_the_foot_costs_besiegers():
    siege = {"turns": 12, "approach": ["flat_ground x 6"], "width": 2, "foothold": 2, "defenders.on_wall": 2}
    siege |= {"defenders.oil": 2, **ATTACK}
    guarded = {"hex": (DEFENDER, DEFENDER), "fit": (6,)}
    plain, poured = (exact(siege, {"oil_at": value}, **guarded) for value in ("climber", "climber-first"))
    assert poured.mean("besiegers_dead").value > plain.mean("besiegers_dead").value


# -------------------------------------------------------------------- shots at the wall


def test_shots_at_the_wall_cost_footholds():
    # Both hexes held by besiegers, nobody behind, and the lower one is shot at twice.
    held = {"width": 2, "foothold": 2, "towers": {"men": 2, "weapon": "crossbow", "aside": 1}}
    plain, shot = (
        exact(held, {"shoot_wall": value}, hex=(BESIEGER, BESIEGER), fit=(0,)) for value in ("never", "first")
    )
    assert plain.probability("foothold").value == 1
    # Any C fells a man: of two shots none does with 0.49.
    # C on 1 to 3 kills; the first shot wounds with 0.4 (B, or A without room), and then B and A of the second kill too.
    assert shot.probability("foothold").value == pytest.approx(0.3 * 0.7 + 0.4 * 0.3, abs=1e-12)


# -------------------------------------------------------------------- along the wall


def test_seeking_the_fight_finds_it():
    far = {"turns": 4, "width": 4, "foothold": 4, **ATTACK}
    begin = {"hex": (BESIEGER, EMPTY, EMPTY, DEFENDER), "fit": (1,)}
    counted(exact(far, {"make_room": False}, **begin), defenders_dead=0, besiegers_dead=0)
    assert exact(far, {"seek_fight": True}, **begin).mean("defenders_dead").value > 0


# -------------------------------------------------------------------- what is asked for


def test_they_are_among_the_policies_in_force():
    changed = {"policies.oil_at": "climber-first", "break_off.defenders.turn": 7}
    told = dict(policies_in_force(load_scenario("ladder-one").replaced(changed)))
    assert told["targets of oil"] == "climber first"
    assert told["wounds go to"] == told["wounds of the defending side go to"] == "men who are fit"
    assert told["first target on the ground"] == "fit"
    assert told["shots at besiegers on the wall"] == "last"
    assert told["besiegers on the wall seek a fight"] == "no"
    assert told["defenders break off after turn"] == "7"


def test_a_single_hex_of_armed_men():
    # Nobody is far enough along the wall to be shot at.
    narrow = {"width": 1, "foothold": 1, "defenders.weapon": "longbow"}
    assert exact(narrow, {"shoot_wall": "first"}, hex=(DEFENDER,)).tally("shots").value == pytest.approx(2, abs=1e-12)
