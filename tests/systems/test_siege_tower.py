"""The attack with a siege tower: the way, fights and how it ends, policies, what must be monotone, wrong files."""

import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.systems.describe import policies_in_force
from mangonel.systems.scenario import build, load_scenario
from systems.made_siege_towers import (
    ARCHER,
    BESIEGERS,
    DEFENDERS,
    FAR,
    NOBODY,
    SIEGE,
    counted,
    exact,
    lines,
    mean,
    sequence,
    trace,
)
from systems.test_engines_agree import agree


def test_how_long_the_way_is():
    # Two hexes a turn; the odd one, then the filled moat for two points.
    way = {"turns": 9, "foothold": 1, "approach": ["flat_ground x 5", "filled_moat x 1"]} | NOBODY
    assert exact(way).probability("foothold", by_turn=3).value == 0
    assert exact(way).probability("foothold", by_turn=4).value == pytest.approx(1, abs=1e-12)


def test_a_moat_stops_it():
    stuck = {"turns": 9, "foothold": 1, "approach": ["flat_ground", "moat"]} | NOBODY
    counted(exact(stuck), crossings=0)


@pytest.mark.parametrize(
    ("levels", "leaving", "over"),
    [("two", "2", 4), ("two", "1", 4), ("three", "2", 3), ("three", "1", 4)],
)
def test_up_and_over_in_one_move(levels, leaving, over):
    # Three cross from the top. Five points take a fourth man up (2 or 4), and over with what is left (1 to 3).
    game = exact(NOBODY | {"width": 4, "foothold": 4}, siege_tower_levels=levels, siege_tower_exit=leaving)
    counted(game, crossings=over)


@pytest.mark.parametrize(("approach", "men"), [(["flat_ground"], 1), ([], 2)])
def test_who_pushes_does_not_climb_in_the_same_move(approach, men):
    # Four below, room for two on top.
    game = trace({"approach": approach, "besiegers.men": 5, "besiegers.top": 1})
    assert f"up to the top: {men} of the besiegers" in lines(game)


@pytest.mark.parametrize(("option", "over"), [("reserve", 0.5), ("wounded", 0.3)])
def test_from_the_top_and_onto_the_wall(option, over):
    # 18 against 3, 6-1, less one for the top, one more for two men: F on 1 to 3, C on 7 and 8; the victor advances.
    fight = BESIEGERS | {"defenders.kind": "spearman", "foothold": 1}
    result = exact(fight, wall_retreat=option)
    counted(result, besiegers_attacks=1, crossings=over, kills=0.3, self_wounds=0.1, repulses=0.1)
    assert result.probability("foothold").value == pytest.approx(over, abs=1e-12)


def test_three_abreast_attack_twice():
    # The third man alone: 3-1 less one is 2-1. He gets over with a C on 2 and 3, or, if the first attack stunned
    # a man, with D or C on 1 to 3, which kill that one.
    fight = BESIEGERS | {"defenders.kind": "spearman", "foothold": 1, "abreast": 3}
    result = exact(fight)
    counted(result, besiegers_attacks=2)
    assert result.probability("foothold").value == pytest.approx(0.5 + 0.3 * 0.2 + 0.2 * 0.3, abs=1e-12)
    # One abreast: 3-1 less one, 2-1: C on 2 and 3.
    assert exact(fight | {"abreast": 1}).probability("foothold").value == pytest.approx(0.2, abs=1e-12)


@pytest.mark.parametrize(("option", "wounded"), [("inside", 0.1), ("wounded", 0.3)])
def test_against_the_top(option, wounded):
    # 16 against 4, 4-1, one to the right for the top and one for two men, 6-1: E on 4, C on 7 and 8.
    counted(
        exact(DEFENDERS | {"defenders.kind": "spearman"}, tower_top_retreat=option),
        defenders_attacks=1,
        besiegers_dead=0.3,
        besiegers_wounded=wounded,
        self_wounds=0.1,
    )


@pytest.mark.parametrize(("sign", "dead"), [("-", 0.3), ("0", 0.1)])
def test_the_sign_of_the_top(sign, dead):
    # 6-1 or 5-1.
    counted(exact(DEFENDERS | {"defenders.kind": "spearman"}, siege_tower_top_sign=sign), besiegers_dead=dead)


FROM_BELOW = BESIEGERS | {"width": 3, "abreast": 3, "foothold": 3, "besiegers.men": 3, "besiegers.top": 0}


def test_who_falls_back_to_the_top_does_not_attack_from_there():
    # One man climbs and crosses, two stay on top. A 4 on 2-1 is B. The two attack together, and nobody after them.
    game = trace(FROM_BELOW, [4, 10])
    assert game.tallies["besiegers_attacks"] == 2
    assert game.tallies["retreats"] == 1
    # In the next turn he crosses again, and attacks.
    later = trace(FROM_BELOW | {"turns": 2}, [4, 10, 10, 10])
    assert later.tallies["crossings"] == 2
    assert later.tallies["besiegers_attacks"] == 4


def test_no_room_on_top_wounds_who_falls_back():
    # With a fourth man there are three on top.
    game = trace(FROM_BELOW | {"besiegers.men": 4}, [4, 10, 10])
    assert (game.measures["besiegers_wounded"], game.tallies["retreats"]) == (1, 0)


@pytest.mark.parametrize(
    ("strike", "together", "fights"),
    [("wall", 2, ["wall"]), ("wall", 1, ["wall", "top"]), ("top", 2, ["top"]), ("top", 1, ["top", "wall"])],
)
def test_the_second_fight_is_for_those_who_had_none(strike, together, fights):
    # Two defenders, one besieger on the wall, one place before the men on top.
    policies = {"policies.strike": strike, "policies.defenders.together": together}
    game = trace(DEFENDERS | policies | {"width": 3, "foothold": 3, "abreast": 1}, [10] * len(fights))
    where = {"defenders' melee on the wall": "wall", "defenders' melee against the top": "top"}
    rolled = [event.phase.split(",")[0] for event in game.events if event.die is not None]
    found = [where[phase] for phase in rolled if phase in where]
    assert found == fights


def test_a_fit_man_advances_before_a_wounded_one():
    # An A on 10 wounds one of two; then F on 1, and the fit one of the group goes.
    game = trace(BESIEGERS | {"turns": 2, "defenders.kind": "spearman"}, [10, 1, 10])
    assert game.measures["besiegers_wounded"] == 1
    assert "a man of the group advances onto the wall" in lines(game)
    # He attacks from there in turn 3 with all his strength, 9 against 3.
    later = trace(BESIEGERS | {"turns": 3, "defenders.kind": "spearman"}, [10, 1, 10, 10, 10])
    assert any("a fit man against a fit man" in line and "3-1" in line for line in lines(later))


@pytest.mark.parametrize(
    ("limits", "ending"),
    [
        ({}, "undecided"),
        ({"break_off.turn": 1}, "repulsed"),
        ({"break_off.losses": 2}, "undecided"),
        ({"break_off.losses": 1}, "repulsed"),
        ({"break_off.losses": 1, "foothold": 1}, "foothold"),
    ],
)
def test_breaking_off(limits, ending):
    # One has crossed to the third hex; one on top is wounded by a 4 on 6-1.
    fight = DEFENDERS | {"defenders.kind": "spearman", "width": 3, "policies.strike": "top"}
    assert trace(fight | limits, [4]).ending == ending


@pytest.mark.parametrize(
    ("advance", "retreat", "foothold"), [(True, "reserve", 0.1), (True, "wounded", 0.0), (False, "reserve", 0.0)]
)
def test_the_man_on_top_takes_the_hex_of_who_fails_against_him(advance, retreat, foothold):
    # 9 against 4, 2-1, one more against the top: B on 6 sends the only defender into the reserve.
    fight = DEFENDERS | {"width": 1, "foothold": 1, "defenders.on_wall": 1, "policies.besiegers.advance": advance}
    result = exact(fight, wall_retreat=retreat)
    assert result.probability("foothold").value == pytest.approx(foothold, abs=1e-12)
    counted(result, crossings=foothold)


def test_the_man_on_top_takes_the_hex_of_one_who_dies_in_his_attack():
    # A on 7 wounds the defender; in turn 2 he attacks with 4 against 4, 1-1 and one more, and dies of A on 6.
    fight = DEFENDERS | {"width": 1, "foothold": 1, "defenders.on_wall": 1, "turns": 2}
    game = trace(fight, [7, 6])
    assert (game.ending, game.turn, game.measures["defenders_dead"]) == ("foothold", 2, 1)
    assert "the man on top advances onto the wall" in lines(game)


def test_a_stunned_man_on_top_takes_no_hex():
    # One by one on 3-1: D on 2 stuns him, B on 6 drives the second attacker back.
    fight = DEFENDERS | {"width": 2, "foothold": 1, "defenders.on_wall": 2, "policies.defenders.attack": "separate"}
    game = trace(fight | {"abreast": 1, "besiegers.top": 1, "besiegers.men": 4}, [2, 6])
    assert (game.tallies["stuns"], game.tallies["repulses"], game.tallies["crossings"]) == (1, 1, 0)


def test_who_has_stepped_off_the_top_does_not_shield_the_others():
    # Three attack three; the first fails and the man attacked is over. Those left on top are attacked once each.
    fight = DEFENDERS | {"width": 3, "foothold": 3, "defenders.on_wall": 3, "policies.defenders.together": 1}
    game = trace(fight | {"abreast": 3}, [6, 10, 10])
    assert (game.tallies["crossings"], game.tallies["defenders_attacks"]) == (1, 3)


def test_nobody_crosses_by_advancing_if_that_is_the_policy():
    fight = BESIEGERS | {"defenders.kind": "spearman", "foothold": 1, "policies.besiegers.advance": False}
    assert exact(fight).probability("foothold").value == 0


@pytest.mark.parametrize(("value", "down", "attacks"), [("hexes", 1, 1), ("all", 3, 0)])
def test_a_fire_in_one_hex_of_the_tower(value, down, attacks):
    # The barrel catches on 8. Of two hexes at the wall one is left, or none; nobody climbs to it either.
    fire = BESIEGERS | {"first": "defenders", "oil.barrels": 1, "policies.fire_policy": "fight-on", "abreast": 2}
    fire |= {"defenders.on_wall": 2, "width": 2, "besiegers.men": 9}
    game = trace(fire, [8, *[10] * attacks], tower_top_fire=value)
    assert f"down from the burning top: {down} of the besiegers" in lines(game)
    assert game.tallies["besiegers_attacks"] == attacks
    assert any(line.startswith("up to the top") for line in lines(game)) is False


def test_nobody_is_on_top_of_a_burning_tower_or_crosses_from_it():
    # An empty wall: with one open hex men climb and cross, with none they stay below.
    fire = NOBODY | {"first": "defenders", "oil.barrels": 1, "policies.fire_policy": "fight-on", "foothold": 2}
    fire |= {"width": 2, "besiegers.top": 0, "besiegers.men": 6, "defenders.reserve": 0}
    for value, over in (("hexes", 2), ("all", 0)):
        assert trace(fire, [8], tower_top_fire=value).tallies["crossings"] == over


def test_nobody_left_who_can_climb():
    # Three climb to the top, where four knights attack one of them each turn: beyond 12-1 a 1 kills.
    lone = {"besiegers.men": 3, "besiegers.top": 0, "policies.defenders.together": 6, "abreast": 3, "width": 4}
    fight = DEFENDERS | lone | {"foothold": 4, "defenders.on_wall": 4, "defenders.kind": "knight-on-foot", "turns": 4}
    game = trace(fight, [1, 1, 1])
    assert (game.ending, game.turn) == ("repulsed", 3)
    assert game.measures["besiegers_dead"] == 3


@pytest.mark.parametrize(("die", "ending"), [(6, "foothold"), (10, "destroyed")])
def test_a_foothold_counts_even_if_the_tower_burns(die, ending):
    # The oil of turn 1 burns to the end of turn 3. In that turn 16 against 4, 4-1, is C on 6 and nothing on 10.
    fire = BESIEGERS | {"turns": 3, "oil.barrels": 1, "foothold": 1, "abreast": 3, "policies.fire_policy": "fight-on"}
    game = trace(fire | {"besiegers.kind": "spearman"}, [10, 10, 8, 10, 6, die, 6])
    assert (game.ending, game.turn) == (ending, 3)


SMALL = {"turns": 6, "approach": ["flat_ground x 4"], "besiegers.men": 5, "besiegers.top": 2}
SMALL |= BESIEGERS | DEFENDERS | {"foothold": 1, "oil.barrels": 1, "policies.fire_fighters": 2}


@pytest.mark.parametrize("changes", [{}, ARCHER | {"turns": 5, "platform.weapon": "crossbow", "first": "defenders"}])
def test_engines_agree(changes):
    played = sequence(SMALL | changes)
    found = run(played, engine="exact")
    assert found.weights.sum() == pytest.approx(1, abs=1e-12)
    agree(found, run(played, engine="monte-carlo", trials=100_000, seed=3))
    agree(found, run(played, engine="counts", trials=100_000, seed=3))


def test_the_shipped_scenario_is_counted_exactly():
    result = run(build(load_scenario("siege-tower-one"), SIEGE), engine="exact")
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)
    assert result.provenance.states < 100_000


def foothold(changes, **options):
    return exact(SMALL | changes, **options).probability("foothold").value


def test_a_better_sign_on_top_helps_the_tower():
    assert foothold({}, siege_tower_top_sign="0") > foothold({}, siege_tower_top_sign="-")


AT_WALL = {"turns": 3, "abreast": 3, "width": 3, "defenders.on_wall": 3, "foothold": 2, "besiegers.men": 6}
AT_WALL |= BESIEGERS | DEFENDERS | {"defenders.kind": "spearman", "besiegers.top": 3}
ON_THE_WAY = {"turns": 2, "platform.weapon": "crossbow"} | ARCHER | FAR
BURNING = {"turns": 2, "oil.barrels": 1, "defenders.on_wall": 2}


@pytest.mark.parametrize(
    ("scene", "policy"),
    [
        (ON_THE_WAY, {"platform": "hold"}),
        (BURNING, {"fire_policy": "fight-on"}),
        (BURNING, {"fire_fighters": 1}),
        (ON_THE_WAY, {"arrows": "men"}),
        (AT_WALL, {"strike": "top"}),
        (AT_WALL, {"besiegers.attack": "separate"}),
        (AT_WALL, {"besiegers.together": 1}),
        (AT_WALL, {"besiegers.attack_from": "6-1"}),
        (AT_WALL, {"besiegers.target": "fit"}),
        (AT_WALL, {"besiegers.wound": "wounded-first"}),
        (AT_WALL, {"defenders.attack": "separate"}),
        (AT_WALL, {"defenders.together": 1}),
        (AT_WALL, {"defenders.attack_from": "6-1"}),
        (AT_WALL, {"defenders.target": "wounded"}),
        (AT_WALL, {"defenders.wound": "wounded-first"}),
    ],
)
def test_every_policy_moves_something(scene, policy):
    plain, other = exact(scene), exact(scene | {f"policies.{key}": value for key, value in policy.items()})
    names = (*plain.tallies, *plain.measures)
    assert max(abs(mean(plain, name) - mean(other, name)) for name in names) > 1e-6


def test_what_is_watched_turn_by_turn():
    result = exact(SMALL)
    watched = ("besiegers_living", "defenders_living", "besiegers_on_wall", "hexes_burning")
    start = [result.by_turn(name, 0).value for name in watched]
    late = [result.by_turn(name, 6).value for name in watched]
    assert start == [5, 2, 0, 0]
    assert late[0] < start[0]
    assert late[1] < start[1]
    assert late[2] > 0.5
    assert late[3] > 0


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"besiegers.men": 5}, "besiegers.men", "6"),
        ({"besiegers.top": 4}, "besiegers.top", "4"),
        ({"foothold": 3}, "foothold", "3"),
        ({"abreast": 0}, "abreast", "0"),
        ({"defenders.on_wall": 3}, "defenders.on_wall", "3"),
        ({"policies.strike": "walls"}, "policies.strike", "wall"),
        ({"policies.fire_fighters": 0}, "policies.fire_fighters", "0"),
        ({"policies.besiegers.follow": True}, "policies.besiegers.follow", "unknown"),
        ({"policies.defenders.togehter": 2}, "policies.defenders.togehter", "together"),
        ({"platform.weapons": "longbow"}, "platform.weapons", "weapon"),
        ({"break_off.loses": 2}, "break_off.loses", "losses"),
    ],
)
def test_bad_files(changes, where, words):
    with pytest.raises(DataError) as error:
        load_scenario("siege-tower-one").replaced(changes)
    assert error.value.path == where
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"approach": ["scrub x 2"]}, "approach", "filled_moat"),
        ({"platform.weapon": "longbo"}, "platform.weapon", "longbow"),
        ({"archers": {"men": 1, "weapon": "ballista", "aside": 0}}, "archers.weapon", "longbow"),
    ],
)
def test_what_the_rule_set_does_not_know(changes, where, words):
    with pytest.raises(DataError) as error:
        sequence(changes)
    assert error.value.path.startswith(where)
    assert words in str(error.value)


def test_defenders_give_up():
    wall = FAR | {"turns": 4, "defenders.on_wall": 2, "break_off.defenders.turn": 2}
    found = exact(wall)
    assert found.endings == ("foothold", "destroyed", "repulsed", "abandoned")
    assert found.probability("abandoned", by_turn=2).value == 1
    assert found.probability("abandoned", by_turn=1).value == 0
    assert exact(wall | {"break_off.turn": 2}).probability("repulsed").value == 1
    assert exact(FAR).endings == ("foothold", "destroyed", "repulsed")
    # Three crossbows on top at men behind heavy cover: B on 1, A on 2 and 3. Nobody is left for the third after two A.
    shot = FAR | {"platform.weapon": "crossbow", "defenders.on_wall": 2, "break_off.defenders.losses": 1}
    hurt = exact(shot).probability("abandoned").value
    assert hurt == pytest.approx(1 - (0.2 * 0.2 + (0.9 * 0.9 - 0.2 * 0.2) * 0.9), abs=1e-12)


@pytest.mark.parametrize(
    ("key", "wrong", "near"),
    [
        ("policies.arrow_aim", "reer", "rear"),
        ("policies.shoot_wall", "fist", "first"),
        ("break_off.defenders.tunr", 3, "turn"),
    ],
)
def test_mistakes_in_the_new_policies_are_told(key, wrong, near):
    with pytest.raises(DataError) as caught:
        load_scenario("siege-tower-one").replaced({key: wrong})
    assert key in str(caught.value)
    assert f"did you mean '{near}'" in str(caught.value)


def test_the_new_policies_are_among_those_in_force():
    changed = {"policies.arrow_aim": "rear", "break_off.defenders.losses": 3}
    told = dict(policies_in_force(load_scenario("siege-tower-one").replaced(changed)))
    assert told["defenders: where fire arrows are aimed first"] == "rear"
    assert told["defenders: when besiegers on the wall are shot at"] == "last"
    assert told["defenders: break off after losses"] == "3"
