"""Policies of the ladder assault: who is hurt, whom oil and shots are for, who steps where, when defenders give up."""

from dataclasses import replace

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.describe import policies_in_force
from mangonel.systems.scenario import build, load_scenario

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
DEFENDERS_FIRST = {"first": "defenders"}
ATTACK = {"policies": {}}
# What stands on a hex of the wall.
EMPTY, DEFENDER, HURT_DEFENDER, STUNNED_DEFENDER, BESIEGER, HURT_BESIEGER, STUNNED_BESIEGER = range(7)
AT_THE_FOOT = {"approach": [], "width": 1, "foothold": 1, "defenders.oil": 1, **DEFENDERS_FIRST}
CROSSBOW = {"towers": {"men": 1, "weapon": "crossbow", "aside": 3}, **DEFENDERS_FIRST}


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


def lines(game):
    return [event.text for event in game.events]


def counted(result, **wanted):
    found = {name: (result.tally(name) if name in result.tallies else result.mean(name)).value for name in wanted}
    assert found == pytest.approx(wanted, abs=1e-12)


# -------------------------------------------------------------------- who takes the wound


@pytest.mark.parametrize(("wound", "dead", "wounded"), [("fit-first", 0, 2), ("wounded-first", 1, 0)])
def test_which_besieger_takes_the_wound(wound, dead, wounded):
    # A fit and a wounded man, 8 + 4 against 4, 3-1, one more for two: A on 8. Then the defender misses with a 10.
    game = trace(ATTACK, [8, 10], {"wound": wound}, hex=(BESIEGER, DEFENDER, HURT_BESIEGER))
    assert (game.measures["besiegers_dead"], game.measures["besiegers_wounded"]) == (dead, wounded)


@pytest.mark.parametrize(("wound", "dead", "wounded"), [("fit-first", 0, 2), ("wounded-first", 1, 0)])
def test_which_defender_takes_the_wound(wound, dead, wounded):
    # 9 + 4 against 3, 4-1, one more for two: A on 9.
    game = trace(DEFENDERS_FIRST, [9], {"defence_wound": wound}, hex=(DEFENDER, BESIEGER, HURT_DEFENDER))
    assert (game.measures["defenders_dead"], game.measures["defenders_wounded"]) == (dead, wounded)


@pytest.mark.parametrize(("aim", "dead", "wounded"), [("fit", 0, 2), ("wounded", 1, 0), ("stunned", 1, 1)])
def test_who_on_the_ground_is_shot_at(aim, dead, wounded):
    # B: a fit man is wounded, another dies.
    game = trace(CROSSBOW, [4], {"aim": aim}, fit=(2,), stunned=(1,), wounded=(1,))
    assert (game.measures["besiegers_dead"], game.measures["besiegers_wounded"]) == (dead, wounded)


# -------------------------------------------------------------------- oil


@pytest.mark.parametrize(
    ("oil_at", "text"),
    [
        ("climber", "the man on ladder 1 is killed"),
        ("climber-first", "the man on ladder 1 is killed"),
        ("ground-first", "man on wall hex 1 aims at a man at the foot of ladder 1"),
    ],
)
def test_whom_oil_is_poured_on(oil_at, text):
    game = trace(AT_THE_FOOT, [1], {"oil_at": oil_at}, hex=(DEFENDER,), upright=(1,), climber=(1,), fit=(3,))
    assert text in lines(game)
    assert game.measures["besiegers_dead"] == 1


@pytest.mark.parametrize("upright", [0, 1])
@pytest.mark.parametrize(("oil_at", "poured"), [("climber", 0), ("climber-first", 1), ("ground-first", 1)])
def test_oil_without_a_climber(upright, oil_at, poured):
    # Column 8-1: F on 1 to 4, E on 5 and 6; whom D stuns is fit again, and C has no effect on a man at the foot.
    found = exact(AT_THE_FOOT, {"oil_at": oil_at}, hex=(DEFENDER,), upright=(upright,))
    counted(found, oil_poured=poured, besiegers_dead=0.4 * poured, besiegers_wounded=0.2 * poured)


@pytest.mark.parametrize("oil_at", ["climber", "climber-first", "ground-first"])
def test_a_man_pours_one_barrel_in_a_phase(oil_at):
    two = AT_THE_FOOT | {"defenders.oil": 2}
    counted(exact(two, {"oil_at": oil_at}, hex=(DEFENDER,), upright=(1,), climber=(1,), fit=(3,)), oil_poured=1)


def test_oil_on_a_stunned_man_at_the_foot_kills():
    found = exact(AT_THE_FOOT, {"oil_at": "ground-first", "aim": "stunned"}, hex=(DEFENDER,), stunned=(1,), fit=(3,))
    counted(found, besiegers_dead=1)
    others = exact(AT_THE_FOOT, {"oil_at": "ground-first", "aim": "wounded"}, hex=(DEFENDER,), wounded=(1,), fit=(3,))
    counted(others, besiegers_dead=0.8)


@pytest.mark.parametrize(
    ("changes", "policies", "hexes"),
    [
        ({"approach": ["flat_ground"]}, {}, (DEFENDER, EMPTY)),
        ({}, {"oil_first": False}, (DEFENDER, EMPTY)),
        ({}, {}, (STUNNED_DEFENDER, EMPTY)),
        ({}, {}, (DEFENDER, BESIEGER)),
        ({}, {}, (EMPTY, DEFENDER)),
    ],
)
def test_no_oil_on_the_foot(changes, policies, hexes):
    # Men far away, no leave to pour, a stunned man, an enemy beside him, nobody on the hex of the ladder.
    wide = AT_THE_FOOT | {"width": 2, "foothold": 2} | changes
    counted(exact(wide, {"oil_at": "ground-first"} | policies, hex=hexes), oil_poured=0)


def test_oil_on_the_foot_costs_besiegers():
    siege = {"turns": 12, "approach": ["flat_ground x 6"], "width": 2, "foothold": 2, "defenders.on_wall": 2}
    siege |= {"defenders.oil": 2, **ATTACK}
    guarded = {"hex": (DEFENDER, DEFENDER), "fit": (6,)}
    plain, poured = (exact(siege, {"oil_at": value}, **guarded) for value in ("climber", "climber-first"))
    assert poured.mean("besiegers_dead").value > plain.mean("besiegers_dead").value


# -------------------------------------------------------------------- shots at the wall


@pytest.mark.parametrize(
    ("hexes", "dead", "wounded"),
    [
        # Nobody beside him: C on 1 to 3, B on 4 and 5, A on 6 and 7, with two free hexes behind him or none.
        ((BESIEGER, EMPTY, EMPTY, EMPTY), 0.3, 0.2),
        ((EMPTY, EMPTY, EMPTY, BESIEGER), 0.3, 0.2),
        ((BESIEGER, EMPTY, DEFENDER, EMPTY), 0.3, 0.4),
        ((BESIEGER, EMPTY, EMPTY, DEFENDER), 0.3, 0.4),
        ((EMPTY, BESIEGER, EMPTY, EMPTY), 0.3, 0.2),
        ((HURT_BESIEGER, EMPTY, EMPTY, EMPTY), 0.5, 0.5),
        ((STUNNED_BESIEGER, EMPTY, EMPTY, EMPTY), 0.7, 0),
        # One of their own beside him.
        ((BESIEGER, DEFENDER, EMPTY, EMPTY), 0, 0),
        ((EMPTY, STUNNED_DEFENDER, BESIEGER, EMPTY), 0, 0),
    ],
)
def test_a_tower_shoots_at_the_wall(hexes, dead, wounded):
    # The one man on the ground of whom a party has to have two is dead already; the defenders are in no state to attack.
    alone = CROSSBOW | {"width": 4, "foothold": 4}
    shots = float(dead > 0)
    found = exact(alone, {"shoot_wall": "first"}, hex=hexes, fit=(0,))
    counted(found, shots=shots, hits=shots * 0.5)
    if shots:
        counted(found, besiegers_dead=1 + dead, besiegers_wounded=wounded)
    counted(exact(alone, hex=hexes, fit=(0,)), shots=shots)
    counted(exact(alone, {"shoot_wall": "never"}, hex=hexes, fit=(0,)), shots=0)


@pytest.mark.parametrize(
    ("hexes", "shots"),
    [
        ((BESIEGER, EMPTY, DEFENDER, EMPTY), 1),
        ((BESIEGER, EMPTY, EMPTY, DEFENDER), 1),
        ((BESIEGER, BESIEGER, EMPTY, DEFENDER), 1),
        # His own man between, or a besieger beside him.
        ((BESIEGER, EMPTY, HURT_DEFENDER, DEFENDER), 1),
        ((BESIEGER, DEFENDER, EMPTY, EMPTY), 0),
        ((EMPTY, BESIEGER, EMPTY, STUNNED_DEFENDER), 0),
    ],
)
def test_shots_along_the_wall(hexes, shots):
    armed = DEFENDERS_FIRST | {"width": 4, "foothold": 4, "defenders.weapon": "crossbow"}
    counted(exact(armed, {"shoot_wall": "last"}, hex=hexes, fit=(0,)), shots=shots)


@pytest.mark.parametrize(
    ("shoot_wall", "text"),
    [
        ("never", "tower shooter 1 aims at party 1, 30 hexes from the wall"),
        ("first", "tower shooter 1 aims at the man on wall hex 1"),
        ("last", "tower shooter 1 aims at party 1, 30 hexes from the wall"),
    ],
)
def test_whether_the_wall_comes_first(shoot_wall, text):
    game = trace(CROSSBOW, [10], {"shoot_wall": shoot_wall}, hex=(BESIEGER, EMPTY, EMPTY))
    assert text in lines(game)


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


def test_besiegers_seek_the_fight():
    wide = {"width": 4, "foothold": 4}
    game = trace(wide, [10] * 3, {"seek_fight": True}, hex=(BESIEGER, BESIEGER, EMPTY, DEFENDER))
    told = lines(game)
    assert "the man on wall hex 2 steps towards the enemy, to hex 3" in told
    assert "the man on wall hex 1 steps towards the enemy, to hex 2" in told
    back = lines(trace(wide, [10] * 3, {"seek_fight": True}, hex=(DEFENDER, EMPTY, EMPTY, BESIEGER)))
    assert [line for line in back if "steps" in line] == ["the man on wall hex 4 steps towards the enemy, to hex 3"]


def test_who_seeks_the_fight_does_not_make_room():
    pair = {"besiegers.ladders": 2}
    begin = {"hex": (DEFENDER, BESIEGER, EMPTY), "upright": (0, 1)}
    assert "the man on wall hex 2 steps on to hex 3" in lines(trace(pair, [10] * 3, **begin))
    assert not [line for line in lines(trace(pair, [10] * 3, {"seek_fight": True}, **begin)) if "steps" in line]
    # Without a defender on the wall they make room all the same.
    begin["hex"] = (EMPTY, BESIEGER, EMPTY)
    told = lines(trace(pair, [10] * 3, {"seek_fight": True}, reserve_fit=1, **begin))
    assert "the man on wall hex 2 steps on to hex 3" in told


def test_seeking_the_fight_finds_it():
    far = {"turns": 4, "width": 4, "foothold": 4, **ATTACK}
    begin = {"hex": (BESIEGER, EMPTY, EMPTY, DEFENDER), "fit": (1,)}
    counted(exact(far, {"make_room": False}, **begin), defenders_dead=0, besiegers_dead=0)
    assert exact(far, {"seek_fight": True}, **begin).mean("defenders_dead").value > 0


# -------------------------------------------------------------------- giving up


def test_defenders_give_up():
    by_turn = exact({"break_off.defenders.turn": 1, "turns": 5}, hex=(DEFENDER, EMPTY, EMPTY))
    assert by_turn.endings == ("foothold", "repulsed", "cleared", "abandoned")
    assert by_turn.probability("abandoned", by_turn=1).value == 1
    # Two dead or wounded men of three, counted on the wall and behind it.
    losses = {"break_off.defenders.losses": 2, "turns": 5}
    kept = exact(losses, hex=(HURT_DEFENDER, DEFENDER, DEFENDER))
    assert kept.probability("abandoned").value == 0
    given = exact(losses, hex=(HURT_DEFENDER, DEFENDER, HURT_DEFENDER))
    assert given.probability("abandoned", by_turn=1).value == 1
    assert exact({}).endings == ("foothold", "repulsed", "cleared")


def test_other_endings_come_before_it():
    limits = {"break_off.defenders.turn": 1}
    assert exact(limits | {"foothold": 1}, hex=(BESIEGER, EMPTY, DEFENDER)).probability("foothold").value == 1
    assert exact(limits, hex=(EMPTY, BESIEGER, EMPTY)).probability("cleared").value == 1
    # With nobody on the wall yet it is not cleared, however empty it is.
    assert exact({}, hex=(EMPTY,) * 3).probability("cleared").value == 0
    both = exact(limits | {"break_off.turn": 1}, hex=(DEFENDER, EMPTY, EMPTY))
    assert both.probability("repulsed").value == 1


# -------------------------------------------------------------------- what is asked for


@pytest.mark.parametrize(
    ("key", "wrong", "near"),
    [
        ("policies.wound", "wounded-frist", "wounded-first"),
        ("policies.defence_wound", "fit_first", "fit-first"),
        ("policies.aim", "stuned", "stunned"),
        ("policies.oil_at", "climber_first", "climber-first"),
        ("policies.shoot_wall", "frist", "first"),
        ("break_off.defenders.loses", 3, "losses"),
        ("policies.seek_fights", True, "seek_fight"),
    ],
)
def test_mistakes_are_told(key, wrong, near):
    with pytest.raises(DataError) as caught:
        load_scenario("ladder-one").replaced({key: wrong})
    assert key in str(caught.value)
    assert f"did you mean '{near}'" in str(caught.value)


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
