"""Shots of a volley: odds worked by hand from the missile tables, by cover, range, shooter and option.

What is on which face of the die stands in `made_volleys`.
"""

import pytest

from mangonel.engine.run import run
from mangonel.errors import UnknownCellError
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from systems.made_volleys import BALLISTA, CROSSBOW, LONGBOW, RIDER, SPEARMAN, close, dead, exact, told, volley

ERRARE = {"missed-shot-rule": "errare-humanum-est"}


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


def test_bows_shoot_twice_and_ballistas_every_third_turn():
    crowd = SPEARMAN | {"men": 20}
    for group, shots in ((CROSSBOW, 7), (LONGBOW, 14), ({"men": 1, "weapon": "shortbow"}, 14), (BALLISTA, 3)):
        assert exact(group, targets=crowd, turns=7).tally("shots").value == close(shots)
    for ready, shots in ((1, 3), (2, 2), (3, 2)):
        assert exact(BALLISTA | {"ready": ready}, targets=crowd, turns=7).tally("shots").value == close(shots)
    assert exact(BALLISTA | {"men": 2}, targets=crowd, turns=1).tally("shots").value == close(2)
    # What a weapon is stands in a cell.
    for kind, shots in (("crossbow", 7), ("bow", 14)):
        other = load_rules("siege").replaced(cells=[CellChange("weapon-kinds", "ballista", "value", kind)])
        assert exact(BALLISTA, rules=other, targets=crowd, turns=7).tally("shots").value == close(shots)


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
    texts = [event.text for event in game.events if event.die]
    assert [text.partition(":")[0] for text in texts] == ["shooter 1", "shooter 2"]
    assert ["wounded shooter" in text for text in texts] == [False, True]


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


def test_what_the_sources_have_lost_is_an_error():
    with pytest.raises(UnknownCellError, match="shortbow reaches 26"):
        exact({"men": 1, "weapon": "shortbow", "aside": 10}, rules=load_rules("vikings"))
    with pytest.raises(UnknownCellError, match="siege tower"):
        exact(CROSSBOW | {"place": "siege_tower_top"}, approach=["scrub x 3"], options={"downward-radius": "english"})
