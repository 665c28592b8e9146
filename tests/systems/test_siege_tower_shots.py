"""Fire, oil and shots around a siege tower: odds worked by hand, games played out."""

import pytest

from systems.made_siege_towers import ARCHER, BESIEGERS, FAR, NOBODY, counted, exact, lines, trace


def test_fire_arrows():
    # Two shots of a longbow in a turn, one in ten each.
    counted(exact(ARCHER | FAR), fire_arrows=2, fires=0.2)
    counted(exact(ARCHER | FAR, fire_arrow_to_hit="six-in-ten"), fire_arrows=2, fires=0.12)


@pytest.mark.parametrize(("value", "dead", "wounded"), [("retreat", 0.0, 0.0), ("attacked", 0.18, 0.06)])
def test_oil(value, dead, wounded):
    # It catches on 8 to 10. On 8-1 who must leave dies of D and F (6 in 10) and is wounded by E (2 in 10).
    result = exact({"oil.barrels": 1}, oil_occupants_of_burning_machine=value)
    counted(result, oil_poured=1, fires=0.3, besiegers_dead=dead, besiegers_wounded=wounded)


@pytest.mark.parametrize(
    ("policies", "tries"),
    [({"fire_policy": "fight-on"}, 0), ({"fire_fighters": 1}, 2), ({"fire_fighters": 4}, 8)],
)
def test_burnt_in_the_third_turn_unless_it_is_put_out(policies, tries):
    # An oil fire of turn 1, fought in turns 2 and 3: 1 to 3 puts it out. The fire has driven a man down to the three
    # others. What it spreads to in turn 2 is younger.
    fire = {"turns": 3, "oil.barrels": 1} | {f"policies.{key}": value for key, value in policies.items()}
    result = exact(fire, fire_spread_timing="end-of-opponents-turn")
    assert result.probability("destroyed").value == pytest.approx(0.3 * 0.7**tries, abs=1e-12)


def test_men_come_down_from_a_burning_hex():
    # The barrel catches on 8; the fire spreads on 7 from the front to the middle, and nobody gets over from the last hex.
    at_once = {"fire_spread_timing": "end-of-turn"}
    game = trace({"oil.barrels": 1, "width": 3, "foothold": 3, "defenders.on_wall": 3}, [8, 7], **at_once)
    assert [line for line in lines(game) if line.startswith("down")] == [
        "down from the burning top: 1 of the besiegers"
    ] * 2
    stays = {"oil.barrels": 1, "turns": 2, "policies.fire_policy": "fight-on", "defenders.on_wall": 2} | BESIEGERS
    over = trace(stays | {"besiegers.kind": "spearman"}, [10, 8, 7, 6], **at_once)
    assert over.tallies["besiegers_attacks"] == 1


def test_a_tower_that_burns_stands():
    way = FAR | ARCHER | {"turns": 2, "policies.fire_fighters": 3}
    game = trace(way, [10, 1, 1, 6, 6, 6, 1, 1, 1])
    assert [line for line in lines(game) if "moves up" in line] == ["the siege tower moves up, 18 hexes to go"]


@pytest.mark.parametrize(("option", "wounded"), [("inside", 0.4), ("wounded", 0.8)])
def test_shots_at_the_men_on_top(option, wounded):
    # A longbow at light cover, rows 4 to 13: C B B A A. Two shots at fit men.
    shots = ARCHER | FAR | {"policies.arrows": "men"}
    counted(exact(shots, tower_top_retreat=option), shots=2, hits=0.6, besiegers_dead=0.2, besiegers_wounded=wounded)


@pytest.mark.parametrize(
    ("friends", "levels", "shots"),
    [
        ("whole-level", "base", 0),
        ("whole-level", "italian", 2),
        ("any-difference", "base", 2),
        ("never-from-siege-tower", "base", 0),
        ("never-from-siege-tower", "italian", 2),
    ],
)
def test_shots_past_the_men_on_the_wall(friends, levels, shots):
    # Else it is fire arrows.
    at_wall = ARCHER | {"policies.arrows": "men"}
    result = exact(at_wall, friend_adjacent_height=friends, elevation_levels=levels)
    counted(result, shots=shots, fire_arrows=2 - shots)
    # Nobody in the way: the reserve has not come yet in the first phase.
    alone = at_wall | {"first": "defenders", "defenders.on_wall": 0, "defenders.reserve": 1}
    counted(exact(alone, friend_adjacent_height=friends, elevation_levels=levels), shots=2 if shots else 1)


@pytest.mark.parametrize(("cover", "wounded", "dead"), [("radius", 0.1, 0.0), ("void", 0.2, 0.3)])
def test_shots_from_the_top(cover, wounded, dead):
    # A crossbow, rows 3 to 12: in heavy cover B A A, in the open C C C B B A A.
    top = FAR | {"besiegers.top": 1, "besiegers.men": 4, "platform.weapon": "crossbow"}
    result = exact(top, siege_tower_shooter_cover=cover)
    counted(result, platform_shots=1, platform_hits=wounded + dead, defenders_wounded=wounded, defenders_dead=dead)
    counted(exact(top | {"platform.weapon": "longbow"}, siege_tower_shooter_cover=cover), platform_shots=2)
    counted(exact(top | {"approach": []}), platform_shots=0)


def test_a_wounded_man_on_top_shoots_worse():
    # B on the archer's 3 wounds him in turn 1. His crossbow then has rows 4 to 13: a 1 is A, where it was B.
    top = FAR | ARCHER | {"first": "defenders", "besiegers.top": 1, "besiegers.men": 4, "platform.weapon": "crossbow"}
    game = trace(top | {"archers.weapon": "crossbow", "policies.arrows": "men"}, [4, 1])
    assert game.measures["besiegers_wounded"] == 1
    assert (game.tallies["platform_hits"], game.measures["defenders_wounded"]) == (0, 0)
    assert any("wounded shooter" in line for line in lines(game))


@pytest.mark.parametrize(("aim", "hexes"), [("front", (1, 2)), ("middle", (2, 1)), ("rear", (3, 2))])
def test_which_hex_is_aimed_at(aim, hexes):
    burning = ARCHER | {"first": "defenders", "defenders.on_wall": 2, "policies.fire_policy": "fight-on"}
    told = lines(trace(burning | {"policies.arrow_aim": aim}, [10, 10] + [1] * 9))
    first, second = hexes
    caught = [line for line in told if "on fire" in line]
    assert caught == [f"siege tower hex {first} is on fire", f"siege tower hex {second} is on fire"]


@pytest.mark.parametrize(
    ("shoot_wall", "foothold"),
    [
        # Two cross at once, and the top is full again. A crossbow, C on 1 to 3, B on 4 and 5, A on 6 and 7: without room
        # on top he is wounded.
        ("first", 0.7),
        # It shoots at the men on top, in light cover: A on 5 and 6.
        ("never", 1.0),
        ("last", 1.0),
    ],
)
def test_shots_at_besiegers_on_the_wall(shoot_wall, foothold):
    crossbow = NOBODY | {"archers": {"men": 1, "weapon": "crossbow", "aside": 1}, "besiegers.men": 8}
    found = exact(crossbow | {"policies.shoot_wall": shoot_wall})
    counted(found, shots=1, retreats=0 if shoot_wall == "first" else 0.2)
    assert found.probability("foothold").value == pytest.approx(foothold, abs=1e-12)
    if shoot_wall == "first":
        counted(found, besiegers_dead=0.3, besiegers_wounded=0.4)


def test_no_shots_past_ones_own_on_the_wall():
    crossbow = {"archers": {"men": 1, "weapon": "crossbow", "aside": 1}, "defenders.on_wall": 1}
    counted(exact(crossbow | {"policies.shoot_wall": "first"}), crossings=1, shots=0)


def test_who_is_shot_at_on_the_wall_finds_room_on_top():
    # One crosses from the top, one from below, two more climb: one place on top is free.
    crossbow = NOBODY | {"archers": {"men": 1, "weapon": "crossbow", "aside": 1}, "policies.shoot_wall": "first"}
    found = exact(crossbow | {"besiegers.top": 1, "besiegers.men": 4})
    counted(found, crossings=2, besiegers_dead=0.3, besiegers_wounded=0.2, retreats=0.2)
    assert found.probability("foothold").value == pytest.approx(0.5, abs=1e-12)


def test_archers_who_have_nobody_else_shoot_at_the_wall():
    # A crossbow shoots no fire arrows, and all four besiegers are on the wall.
    crossbow = NOBODY | {"archers": {"men": 1, "weapon": "crossbow", "aside": 1}, "width": 4, "foothold": 4}
    few = crossbow | {"besiegers.top": 1, "besiegers.men": 4}
    counted(exact(few | {"policies.shoot_wall": "never"}), shots=0)
    found = exact(few)
    counted(found, crossings=4, shots=1)
    assert found.probability("foothold").value == pytest.approx(0.5, abs=1e-12)
