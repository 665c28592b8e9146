"""Who steps on after a fight on the wall, when covering archers hold fire, the moat, and whose hex the ladder stands in."""

import pytest

from mangonel.document.wording import source
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.locales import load_locale, locale_names
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario
from systems.test_ladder_policies import (
    ATTACK,
    BESIEGER,
    CROSSBOW,
    DEFENDER,
    DEFENDERS_FIRST,
    EMPTY,
    HURT_BESIEGER,
    HURT_DEFENDER,
    STUNNED_BESIEGER,
    counted,
    exact,
    lines,
    trace,
)

SIEGE = load_rules("siege")
# Spearmen 8/3 (wounded 4/2) against men-at-arms 9/4 (4/2).
LADDERS = {"besiegers.ladders": 3, **ATTACK}
ONE_LADDER = ATTACK | {"width": 2, "foothold": 2}


def advances(game):
    return [text for text in lines(game) if "advances" in text]


# -------------------------------------------------------------------- besiegers


def test_a_besieger_before_an_upright_ladder_advances_and_makes_room():
    # 8 against 4, 2-1: E on 1 stuns nobody; a wounded man (2): 4-1: killed by 1.
    game = trace(ONE_LADDER, [1, 10], hex=(BESIEGER, HURT_DEFENDER), upright=(1,), fit=(0,))
    assert advances(game) == ["the man on wall hex 1 advances to hex 2"]


@pytest.mark.parametrize("upright", [0, 1])
def test_without_a_ladder_behind_him_or_without_the_policy_he_stays(upright):
    told = trace(
        ONE_LADDER, [1, 10], {"advance": not upright}, hex=(BESIEGER, HURT_DEFENDER), upright=(upright,), fit=(0,)
    )
    assert advances(told) == []
    assert told.measures["defenders_dead"] == 1


def test_the_climber_goes_first_whatever_the_policy():
    together = LADDERS | {"foothold": 3}
    starts = {"hex": (BESIEGER, HURT_DEFENDER, EMPTY), "upright": (1, 1, 0), "climber": (0, 1, 0), "fit": (0, 0, 0)}
    for policy in (True, False):
        game = trace(together, [1, 10], {"advance": policy}, **starts)
        assert advances(game) == ["the man on ladder 2 advances onto the wall"]


def test_of_two_besiegers_the_one_on_the_lower_hex_advances():
    starts = {"hex": (BESIEGER, HURT_DEFENDER, BESIEGER), "upright": (1, 0, 1), "fit": (0, 0, 0)}
    assert advances(trace(LADDERS, [1, 10], **starts)) == ["the man on wall hex 1 advances to hex 2"]
    starts["upright"] = (0, 0, 1)
    assert advances(trace(LADDERS, [1, 10], **starts)) == ["the man on wall hex 3 advances to hex 2"]


def test_a_besieger_who_is_attacked_and_wins_advances():
    # A wounded man-at-arms, 4 against 3, 1-1: A on 4 wounds the attacker, who dies of it.
    starts = {"hex": (BESIEGER, HURT_DEFENDER), "upright": (1,), "fit": (0,)}
    game = trace(ONE_LADDER | DEFENDERS_FIRST, [4, 10, 10], **starts)
    assert advances(game) == ["the man on wall hex 1 advances to hex 2"]
    # Who was stunned cannot.
    starts["hex"] = (STUNNED_BESIEGER, HURT_DEFENDER)
    assert advances(trace(ONE_LADDER | DEFENDERS_FIRST, [4, 10, 10], **starts)) == []


# -------------------------------------------------------------------- defenders


@pytest.mark.parametrize(("ladder", "policy", "steps"), [(1, True, 1), (0, True, 0), (1, False, 0)])
def test_a_defender_advances_to_a_ladder(ladder, policy, steps):
    # 9 against 2, 4-1: killed by 1.
    starts = {"hex": (HURT_BESIEGER, DEFENDER), "upright": (ladder,), "fit": (0,)}
    game = trace(ONE_LADDER | DEFENDERS_FIRST, [1, 10], {"defence_advance": policy}, **starts)
    assert len(advances(game)) == steps


def test_a_defender_before_a_ladder_of_his_own_stays():
    starts = {"hex": (HURT_BESIEGER, DEFENDER, EMPTY), "upright": (1, 1, 0), "fit": (0, 0, 0)}
    assert advances(trace(LADDERS | DEFENDERS_FIRST, [1, 10], **starts)) == []


def test_a_defender_whom_nobody_could_drive_off_takes_the_hex_of_who_gave_way():
    # 8 against 4, 2-1: B on 4, and a free hex behind the besieger.
    starts = {"hex": (EMPTY, BESIEGER, DEFENDER), "upright": (0, 1, 0), "fit": (0, 0, 0)}
    game = trace(LADDERS, [4, 10], **starts)
    assert "the man on wall hex 2 falls back along the wall to hex 1" in lines(game)
    assert advances(game) == ["the man on wall hex 3 advances to hex 2"]


def test_a_man_takes_along_that_he_was_in_a_melee():
    # He shoots in the first missile phase after it on neither hex; nobody else is there to shoot.
    armed = ONE_LADDER | {"defenders.weapon": "crossbow", "turns": 1}
    starts = {"hex": (HURT_BESIEGER, DEFENDER), "upright": (1,), "fit": (2,)}
    attacks = {"attack_from": "1-1"}
    # 4 against 4, 1-1: A on 4: the besieger, wounded already, dies; the defender steps to the ladder and is in no state to shoot.
    game = trace(armed, [4, 10, 10], attacks, **starts)
    assert advances(game) == ["the man on wall hex 2 advances to hex 1"]
    assert game.tallies["shots"] == 0


# -------------------------------------------------------------------- covering archers

COVER = {"covering": {"men": 1, "weapon": "crossbow", "distance": 6}, "defenders.on_wall": 1}
STANDS = {"hex": (DEFENDER, EMPTY, EMPTY)}


@pytest.mark.parametrize(
    ("approach", "starts", "shots"),
    [
        # Far away, or too few to carry: nobody can climb.
        (["flat_ground x 30"], {}, {"always": 1, "approach": 1, "never": 0}),
        ([], {"fit": (1,)}, {"always": 1, "approach": 1, "never": 0}),
        # In reach of this move: spearmen have 6 points, 4 with the ladder.
        (["flat_ground x 5"], {}, {"always": 1, "approach": 1, "never": 0}),
        (["flat_ground x 4"], {}, {"always": 1, "approach": 0, "never": 0}),
        ([], {}, {"always": 1, "approach": 0, "never": 0}),
        # Upright, with men below or none.
        ([], {"upright": (1,), "fit": (1,)}, {"always": 1, "approach": 0, "never": 0}),
        ([], {"upright": (1,), "fit": (0,)}, {"always": 1, "approach": 1, "never": 0}),
    ],
)
def test_when_covering_archers_shoot(approach, starts, shots):
    changes = COVER | {"approach": approach, "policies": {"attack_from": "12-1+"}}
    # The one man on the wall stands before the one ladder.
    for policy, number in (shots | {"beside": shots["approach"]}).items():
        counted(exact(changes, {"cover_fire": policy}, **(STANDS | starts)), cover_shots=number)


def test_in_the_second_missile_phase_they_look_at_ladders_that_stand():
    bows = COVER | {"covering.weapon": "longbow", "policies": {"attack_from": "12-1+"}}
    far = exact(bows | {"approach": ["flat_ground x 30"]}, **STANDS)
    near = exact(bows | {"approach": ["flat_ground x 4"]}, **STANDS)
    # The first shot drives the man off on two faces. A ladder that could be raised holds it, one that stands the second.
    counted(far, cover_shots=1.8)
    counted(near, cover_shots=0)


@pytest.mark.parametrize("language", locale_names())
def test_a_result_says_that_covering_archers_never_shoot(language):
    words = load_locale(language)
    climbs = {"upright": (1,), "fit": (2,)}
    for changes, policy, starts, never in (
        ({}, "approach", STANDS | climbs, True),
        ({}, "beside", STANDS | climbs, True),
        ({}, "always", STANDS | climbs, False),
        ({}, "never", STANDS | climbs, False),
        ({}, "approach", climbs, False),
        ({"covering.men": 0}, "approach", STANDS | climbs, False),
        ({"approach": ["flat_ground x 30"]}, "approach", STANDS, False),
    ):
        result = exact(COVER | {"approach": []} | changes, {"cover_fire": policy}, **starts)
        note = words.text("notes.cover_fire_held", policy=policy)
        assert (note in str(source([result.provenance], words))) is never


# -------------------------------------------------------------------- the way, the ladder's hex, who carries on


def turns_to_the_wall(approach, **options):
    """Return the first turn at the end of which a ladder of unharmed men can have been climbed."""
    plain = {
        "defenders.on_wall": 0,
        "defenders.reserve": 0,
        "towers.men": 0,
        "defenders.oil": 0,
        "width": 1,
        "foothold": 1,
    }
    scenario = load_scenario("ladder-one").replaced(plain | {"approach": approach, "turns": 12})
    result = run(build(scenario, SIEGE.replaced(options=options)), engine="exact")
    return next(turn for turn in range(1, 13) if result.probability("foothold", by_turn=turn).value == 1)


@pytest.mark.parametrize(
    ("approach", "cost", "turns"),
    [
        # 4 points with the ladder; raised in one move, climbed with what is left or in the next, across in the one after.
        (["moat x 1"], "entering", 3),
        (["flat_ground x 1", "moat x 1"], "entering", 4),
        (["moat x 2"], "entering", 3),
        (["moat x 5"], "entering", 4),
        (["moat x 1", "flat_ground x 1"], "entering", 3),
        (["moat x 1", "flat_ground x 1"], "slope", 4),
        (["moat x 1", "filled_moat x 1"], "slope", 4),
    ],
)
def test_what_a_moat_costs(approach, cost, turns):
    assert turns_to_the_wall(approach, **{"moat-cost": cost}) == turns


def test_the_points_over_the_edge_are_a_cell():
    dear = SIEGE.replaced(cells=[CellChange("moat", "edge_cost", "value", "5")])
    scenario = load_scenario("ladder-one").replaced({"approach": ["moat x 1"], "towers.men": 0, "turns": 3})
    repulsed = [run(build(scenario, rules), engine="exact").probability("repulsed").value for rules in (SIEGE, dear)]
    assert repulsed[0] < 1
    assert repulsed[1] == 1


def test_no_mantlet_is_carried_through_a_moat():
    with pytest.raises(DataError, match="mantlets cannot be carried over this ground"):
        load_scenario("ladder-one").replaced({"approach": ["moat x 1"], "mantlets": True})


ALONE = {"approach": ["flat_ground x 2"], "width": 1, "foothold": 1, "defenders.oil": 0}


@pytest.mark.parametrize(
    ("options", "men", "climbs"),
    [
        # Of 6 points 2 for the way and 3 for the ladder: a third man climbs.
        ({}, 3, True),
        ({}, 2, False),
        ({"climb-in-raising-move": "forbidden"}, 3, False),
        # The carrier in whose hex it stands is on it.
        ({"climb-in-raising-move": "carrier"}, 2, True),
    ],
)
def test_who_is_on_the_ladder_when_it_is_raised(options, men, climbs):
    game = trace(ALONE | {"assumptions": options}, [], {}, hex=(EMPTY,), fit=(men,))
    assert any("climbs ladder 1" in text for text in lines(game)) == climbs


@pytest.mark.parametrize(("points", "climbs"), [("both", False), ("ladder", True)])
def test_what_a_follower_pays_for_the_hex_of_the_ladder(points, climbs):
    # 2 for flat ground and 2 for the filled moat at the foot leave 2 of 6; without those of the foot 4.
    way = ALONE | {"approach": ["flat_ground x 2", "filled_moat x 1"], "assumptions": {"ladder-hex-points": points}}
    game = trace(way, [], {}, hex=(EMPTY,), fit=(3,))
    assert any("climbs ladder 1" in text for text in lines(game)) == climbs


@pytest.mark.parametrize(
    ("option", "men", "falls"),
    [
        ("falls-back", 6, True),
        ("holds-with-two", 3, False),
        ("holds-with-two", 2, True),
        ("holds", 2, False),
    ],
)
def test_who_carries_on_when_a_man_is_driven_back(option, men, falls):
    # A crossbow at 27 + 4 hexes, long range: A on 6.
    shot = CROSSBOW | {
        "approach": ["flat_ground x 8"],
        "assumptions": {"carrier-retreat": option},
        "turns": 2,
        "first": "besiegers",
    }
    game = trace(shot, [7, 10], hex=(EMPTY,) * 3, fit=(men,))
    assert any("falls back" in text for text in lines(game)) == falls


@pytest.mark.parametrize(("option", "poured"), [("allowed", 1), ("forbidden", 0)])
def test_who_was_attacked_and_oil(option, poured):
    # The climber attacks and does no harm: 8 - over the ladder, 1-1: nothing on 10.
    fight = {
        "assumptions": {"oil-after-fight": option},
        "width": 1,
        "foothold": 1,
        "defenders.oil": 1,
        "approach": [],
        **ATTACK,
    }
    game = trace(fight, [10, 10, 10], hex=(DEFENDER,), upright=(1,), climber=(1,), fit=(0,))
    assert game.tallies["oil_poured"] == poured
