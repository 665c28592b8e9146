"""Volley: odds worked by hand from the missile tables, what every policy and option moves, and wrong files.

Faces of the die in the open at short range, on foot: crossbow C 1-3, B 4-5, A 6-7; longbow C 1-2, B 3-4, A 5-6. On
horses: crossbow D 1, C 2, B 3-4, A 5; longbow C 1, B 2-3, A 4.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.cryhavoc.scenario import build, load_scenario

SIEGE = load_rules("siege")
SPEARMAN = {"kind": "spearman", "men": 1}
RIDER = {"kind": "knight", "men": 1, "mounted": True}
CROSSBOW = {"men": 1, "weapon": "crossbow"}
LONGBOW = {"men": 1, "weapon": "longbow"}
BALLISTA = {"men": 1, "weapon": "ballista"}
ERRARE = {"missed-shot-rule": "errare-humanum-est"}


def scenario(*groups, targets=SPEARMAN, **changes):
    """One target who stands 20 hexes away for one turn, if nothing else is said."""
    plain = {
        "turns": 1,
        "approach": ["flat_ground x 19"],
        "targets": dict(targets),
        "shooters": [dict(group) for group in groups],
        "policies": {"advance": "stand"},
        "break_off": {},
    }
    return load_scenario("volley-wall").replaced(plain | {key.replace("__", "."): one for key, one in changes.items()})


def volley(*groups, options=None, rules=SIEGE, **changes):
    return build(scenario(*groups, **changes), rules.replaced(options=options or {}))


def exact(*groups, **changes):
    return run(volley(*groups, **changes), engine="exact")


def dead(*groups, **changes):
    return exact(*groups, **changes).mean("targets_dead").value


def told(*groups, dice, **changes):
    return play_trace(volley(*groups, **changes), dice=dice)


def to_go(sequence, dice):
    """Return the hexes to go that are told last in a game."""
    game = play_trace(sequence, dice=dice)
    notes = [event.text for event in game.events if "to go" in event.text]
    return int(notes[-1].split(", ")[1].split()[0])


def close(wanted):
    return pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_two_arrows_at_one_man(engine):
    # Killed: C (0.2), or B then B or C (0.2 x 0.4), or A or a miss, then C (0.6 x 0.2).
    result = run(volley(LONGBOW), engine=engine, trials=200_000, seed=3)
    for name, wanted in (("targets_dead", 0.4), ("targets_wounded", 0.24)):
        found = result.mean(name)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12)), name
    # The second arrow is shot unless the first has killed.
    for name, wanted in (("shots", 1.8), ("hits", 1.8 * 0.4), ("retreats", 1.8 * 0.2)):
        found = result.tally(name)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12)), name
    assert result.probability("destroyed").value == result.mean("targets_dead").value


def test_a_bolt_at_a_man():
    result = exact(CROSSBOW)
    assert result.mean("targets_dead").value == close(0.3)
    assert result.mean("targets_wounded").value == close(0.2)
    assert result.tally("retreats").value == close(0.2)
    assert dead(CROSSBOW, targets=SPEARMAN | {"wounded": 1}) == close(0.5)


@pytest.mark.parametrize(
    ("value", "unhorsed", "wounded", "horses"), [("base", 0.4, 0.2, 0.3), ("croisades", 0.3, 0.2, 0.1)]
)
def test_a_bolt_at_a_rider(value, unhorsed, wounded, horses):
    # Base: B, C and D unhorse, B and D kill the horse. Since Croisades B spares the horse and C the seat.
    options = {"mounted-missile-croisades": value}
    result = exact(CROSSBOW, targets=RIDER, options=options)
    assert result.mean("targets_unhorsed").value == close(unhorsed)
    assert result.mean("targets_wounded").value == close(wounded)
    assert result.tally("horses_killed").value == close(horses)
    assert result.mean("targets_dead").value == 0
    # A wounded rider dies of B, C and D, with or without his horse.
    result = exact(CROSSBOW, targets=RIDER | {"wounded": 1}, options=options)
    assert result.mean("targets_dead").value == close(0.4)
    assert result.mean("targets_unhorsed").value == 0
    assert result.tally("horses_killed").value == close(horses)


def test_a_stunned_man_dies_of_a_retreat():
    # Two bolts: the first unhorses and stuns (B, 3), the second drives back a knight on foot (A, 6 with +1).
    game = told(CROSSBOW | {"men": 2}, targets=RIDER, dice=[3, 6])
    assert game.measures["targets_dead"] == 1
    assert game.tallies["hits"] == 1
    assert game.tallies["retreats"] == 0
    # In the next turn he is fit again.
    game = told(CROSSBOW, targets=RIDER, turns=2, dice=[3, 6])
    assert (game.measures["targets_dead"], game.tallies["retreats"]) == (0, 1)


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


def test_bows_shoot_twice_and_ballistas_every_third_turn():
    crowd = SPEARMAN | {"men": 20}
    for group, shots in ((CROSSBOW, 7), (LONGBOW, 14), ({"men": 1, "weapon": "shortbow"}, 14), (BALLISTA, 3)):
        assert exact(group, targets=crowd, turns=7).tally("shots").value == close(shots)
    for ready, shots in ((1, 3), (2, 2), (3, 2)):
        assert exact(BALLISTA | {"ready": ready}, targets=crowd, turns=7).tally("shots").value == close(shots)
    assert exact(BALLISTA | {"men": 2}, targets=crowd, turns=1).tally("shots").value == close(2)


@pytest.mark.parametrize(
    ("approach", "place", "aside", "chance"),
    [
        # Bolts, C at short range: no cover 1-3, light 1-2, medium 1, heavy none.
        (["flat_ground x 8"], "ground", 0, 0.3),
        (["scrub x 8"], "ground", 0, 0.2),
        (["slope x 8"], "ground", 0, 0.1),
        (["trench x 8"], "ground", 0, 0.0),
        # He stands in the first hex until he has entered the second.
        (["slope x 1", "flat_ground x 7"], "ground", 0, 0.1),
        # Nine hexes: beyond the radius of a battlement, within that of a siege tower's top and of the keep's slits.
        (["scrub x 7"], "battlement", 0, 0.3),
        (["scrub x 8"], "battlement", 0, 0.2),
        (["scrub x 8"], "siege_tower_top", 0, 0.3),
        (["scrub x 8"], "keep_slit", 3, 0.3),
        (["scrub x 8"], "keep_slit", 4, 0.2),
        # Range: 25 is short, 26 medium; 75 medium, 76 long; 130 long, 131 nothing.
        (["flat_ground x 8"], "ground", 16, 0.3),
        (["flat_ground x 8"], "ground", 17, 0.2),
        (["flat_ground x 8"], "ground", 66, 0.2),
        (["flat_ground x 8"], "ground", 67, 0.1),
        (["flat_ground x 8"], "ground", 121, 0.1),
        (["flat_ground x 8"], "ground", 122, 0.0),
    ],
)
def test_cover_and_range(approach, place, aside, chance):
    found = exact(CROSSBOW | {"place": place, "aside": aside}, approach=approach)
    assert found.mean("targets_dead").value == close(chance)
    assert found.tally("shots").value == close(1 if aside < 122 else 0)


@pytest.mark.parametrize(("group", "chance"), [({}, 0.3), ({"wounded": 1}, 0.2), ({"aptitude": 2}, 0.1)])
def test_modifiers_of_the_shooter(group, chance):
    assert dead(CROSSBOW | group) == close(chance)


def test_a_wounded_man_shoots_after_the_others():
    game = told(CROSSBOW | {"men": 2, "wounded": 1}, targets=SPEARMAN | {"men": 9}, dice=[3, 3])
    assert [event.text.partition(":")[0] for event in game.events if event.die] == ["shooter 1", "shooter 2"]
    assert "wounded shooter" not in game.events[0].text
    assert "wounded shooter" in game.events[1].text


REVISED = {"missile-ranges": "croisades"}
OPTIONS = [
    # 60 hexes are medium range, C 1-2, and long since Croisades, C 1.
    ("missile-ranges", {}, CROSSBOW | {"aside": 40}, {}, {"base": 0.2, "croisades": 0.1}),
    # A ballista in the open kills on 1 to 5.
    ("revised-ballista", REVISED, BALLISTA, {}, {"base": 0.5, "none": 0.0}),
    ("dismounted-knight", {}, CROSSBOW, {"targets__kind": "knight-on-foot"}, {"1": 0.2, "0": 0.3}),
    ("shooter-aptitude", {}, CROSSBOW | {"aptitude": -1}, {}, {"optional": 0.4, "none": 0.3}),
    # 8 and 11 hexes away.
    (
        "downward-radius",
        {},
        CROSSBOW | {"place": "tower_slit"},
        {"approach": ["scrub x 7"]},
        {"play-sheet": 0.3, "english": 0.3, "german": 0.2},
    ),
    (
        "siege-tower-shooter-cover",
        {},
        CROSSBOW | {"place": "siege_tower_top", "aside": 9},
        {"approach": ["slope x 1"]},
        {"radius": 0.1, "void": 0.3},
    ),
    ("missed-shot-rule", {}, CROSSBOW, {"friends": {"men": 1}}, {"forbidden": 0.0, "errare-humanum-est": 0.3}),
]


@pytest.mark.parametrize(("option", "beside", "group", "changes", "chances"), OPTIONS, ids=[one[0] for one in OPTIONS])
def test_an_option_moves_the_dead(option, beside, group, changes, chances):
    for value, chance in chances.items():
        assert dead(group, options=beside | {option: value}, **changes) == close(chance), value


@pytest.mark.parametrize(("value", "hits"), [("medium", 0.3), ("none", 0.5)])
def test_a_rider_in_a_trench(value, hits):
    # Bolts at riders: in medium cover B 1-2 and A 3; in none D, C, B, B and A.
    found = exact(CROSSBOW, targets=RIDER, approach=["trench x 9"], options={"mounted-heavy-cover": value})
    assert found.tally("hits").value + found.tally("retreats").value == close(hits)


@pytest.mark.parametrize(("value", "hit", "shots"), [("heavy", 0.3, 1), ("infinite", 0.0, 0)])
def test_mantlets(value, hit, shots):
    # Heavy: B 1 (row 3), A 2 and 3.
    found = exact(CROSSBOW, mantlets=True, options={"mantlet-cover": value})
    assert found.tally("shots").value == close(shots)
    assert found.tally("hits").value + found.tally("retreats").value == close(hit)
    # From a siege tower under the Italian rule a mantlet that is not infinite is nothing.
    above = CROSSBOW | {"place": "siege_tower_top"}
    options = {"mantlet-cover": value, "siege-tower-shooter-cover": "void"}
    assert dead(above, mantlets=True, options=options) == close(0.3 if value == "heavy" else 0)
    # At the end of the approach they do not cover.
    plan = {"approach": ["flat_ground x 6"], "first": "targets", "policies__advance": "walk"}
    assert dead(CROSSBOW, mantlets=True, options={"mantlet-cover": value}, **plan) == close(0.3)


def test_friends_beside_the_target():
    # 10 misses; 8 and more hits a friend; a lot among three, of whom two are fit.
    plan = {"friends": {"men": 3, "wounded": 1}, "options": ERRARE}
    for lot, wounded, fallen in ((1, 2, 0), (2, 2, 0), (3, 0, 1)):
        game = told(CROSSBOW, dice=[10, 8, lot], **plan)
        assert (game.measures["friends_wounded"], game.measures["friends_dead"]) == (wounded, fallen)
        assert game.tallies["friends_hit"] == 1
    # One who is hit is wounded, hit again dead; no lot among one, and none left after that.
    game = told(CROSSBOW | {"men": 3}, dice=[10, 8, 10, 8, 10], friends={"men": 1}, options=ERRARE)
    assert game.measures["friends_dead"] == 1
    # Three misses in ten, three hits in ten.
    result = exact(CROSSBOW, **plan)
    assert result.tally("friends_hit").value == close(0.3 * 0.3)
    assert result.mean("friends_dead").value == close(0.09 / 3)


@pytest.mark.parametrize(("value", "chance"), [("all", 0.7), ("aptitude", 0.4)])
def test_modifiers_of_a_missed_shot(value, chance):
    # Long range 2, wounded 1, aptitude 1: with all of them 4 and more hits a friend, with the aptitude 7 and more.
    group = CROSSBOW | {"aside": 80, "wounded": 1, "aptitude": 1}
    found = exact(group, friends={"men": 1}, options=ERRARE | {"missed-shot-modifiers": value})
    # Bolts with 4 more: rows 7 to 16, so a miss on 4 to 10.
    assert found.tally("friends_hit").value == close(0.7 * chance)


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


@pytest.mark.parametrize("targets", [SPEARMAN, {"kind": "knight-on-foot", "men": 1}, RIDER])
@pytest.mark.parametrize("weapon", ["shortbow", "longbow", "crossbow", "ballista"])
def test_cover_range_and_aptitude_only_help_as_printed(targets, weapon):
    # Both printed tables fall from row to row and from column to column.
    def out(**keys):
        place = keys.pop("approach", "flat_ground")
        result = exact({"men": 1, "weapon": weapon} | keys, targets=targets, approach=[f"{place} x 2"])
        return result.tally("hits").value + result.tally("retreats").value

    covers = [out(approach=place) for place in ("flat_ground", "scrub", "slope")]
    assert covers == sorted(covers, reverse=True)
    ranges = [out(aside=aside) for aside in (0, 45, 65, 160)]
    assert ranges == sorted(ranges, reverse=True)
    if weapon != "ballista":
        aptitudes = [out(aptitude=number) for number in range(-3, 4)]
        assert aptitudes == sorted(aptitudes, reverse=True)


@pytest.mark.parametrize("name", rule_set_names())
@pytest.mark.parametrize("which", ["volley-wall", "volley-knights", "volley-friends"])
def test_every_edition_plays_it(which, name):
    result = run(build(load_scenario(which), load_rules(name)), engine="exact")
    assert result.weights.sum() == close(1)


def test_what_the_sources_have_lost_is_an_error():
    with pytest.raises(UnknownCellError, match="shortbow reaches 26"):
        exact({"men": 1, "weapon": "shortbow", "aside": 10}, rules=load_rules("vikings"))
    with pytest.raises(UnknownCellError, match="siege tower"):
        exact(CROSSBOW | {"place": "siege_tower_top"}, approach=["scrub x 3"], options={"downward-radius": "english"})


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
        f"shooter 1: longbow, at a rider, 20 hexes away: die 2, {rows} 5, no cover -> {off}",
        "he is on foot from now on",
        "shooter 1: ballista, at a rider, 50 hexes away: die 1, no cover -> F (horse and rider killed)",
        f"shooter 1: longbow, at a stunned man, 20 hexes away: die 4, +1 dismounted knight, {rows} 8, no cover -> {back}",
        "stunned as he is, he dies",
        "no target is left",
    ]
