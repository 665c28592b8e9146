"""Sequences of Cry Havoc: odds by hand, what policies and options move, and what must be monotone."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from cases import cases
from engine.solving import solve
from mangonel.document.wording import source
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.scenario import Scenario, build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import load_locale, locale_names
from pace import slow_after

SIEGE = load_rules("siege")


def healing(options=None, rules=SIEGE, **changes):
    plain = {"turns": 20, "fit": 0, "wounded": 1, "casualties": []}
    return build(load_scenario("healing-six").replaced(plain | changes), rules.replaced(options=options or {}))


def exact_healing(options=None, **changes):
    return run(healing(options, **changes), engine="exact")


def near(wanted):
    return pytest.approx(wanted, abs=1e-12)


def test_strength_by_day_has_quantiles():
    fit = next(one for one in exact_healing(wounded=5, fit=3).watched if one.name == "fit")
    # Four days have passed for 4 in 10: one of five at most in 34 of 100 cases, two at most in 68.
    assert [fit.quantile(5, share) for share in (0.3, 0.5, 0.9)] == [4, 5, 6]


def test_no_strength_is_an_ending_where_none_is_wanted():
    assert exact_healing(wounded=2).endings == ("all_back",)
    assert exact_healing(wounded=2).probability("all_back").value == 1
    assert exact_healing(wounded=2, wanted=2).endings == ("strength", "all_back")


def panic(options=None, **changes):
    """Men without a leader, one death, one turn, if nothing else is said."""
    plain = {
        "turns": 1,
        "knights": 0,
        "soldiers": 0,
        "peasants": 0,
        "edge": 0,
        "broken": None,
        "deaths": {},
        "policies": {},
    }
    named = plain | {key.replace("__", "."): value for key, value in changes.items()}
    named["broken"] = named["broken"] or named["soldiers"] + named["peasants"]
    return build(load_scenario("panic-one").replaced(named), SIEGE.replaced(options=options or {}))


@pytest.mark.slow
def test_more_leaders_never_break_more_men_and_more_deaths_never_fewer():
    base = load_scenario("panic-levy")

    def broken(**changes):
        named = {key.replace("__", "."): value for key, value in changes.items()}
        return run(build(base.replaced(named), SIEGE), engine="exact").probability("broken").value

    by_rally = [broken(rally_each=number, leaders_from=1) for number in range(5)]
    assert np.all(np.diff(by_rally) <= 0)
    assert by_rally[-1] < by_rally[0]
    by_risk = [broken(deaths__risk=risk) for risk in range(1, 11)]
    assert np.all(np.diff(by_risk) > 0)
    by_limit = [broken(broken=number) for number in range(6, 14)]
    assert np.all(np.diff(by_limit) < 0)


def test_without_the_rule_nobody_is_seized():
    with pytest.raises(DataError, match="nobody panics under this rule set"):
        panic({"panic-rule": "none"}, soldiers=3)


CASES = cases(__file__)
# One spearman (6 points a turn) beside the engines in turn 1, one engine, nobody to see him.
ALONE = CASES["ALONE"]


def sortie(changes=(), **options):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("sortie-battery").replaced(ALONE | dict(changes)), SIEGE.replaced(options=chosen))


def exact_sortie(changes=(), **options):
    return run(sortie(changes, **options), engine="exact")


def destroyed(changes=()):
    base = {"turns": 8, "sortie.men": 3, "besiegers.kind": "militia", "besiegers.men": 2, "engines": 2}
    return exact_sortie(base | dict(changes)).probability("engines_destroyed").value


def test_more_fire_fighters_never_help_the_sortie():
    assert np.all(np.diff([destroyed({"policies.besiegers.fire_fighters": men}) for men in (1, 2)]) < 0)


def test_torches_count_where_a_roll_is_made():
    base = {"sortie.men": 4, "engines": 1, "turns": 5}
    one, two = (
        exact_sortie(base | {"policies.sortie.torches": number}, first_fire_column="also-hand-ignition")
        for number in (1, 2)
    )
    assert two.probability("engines_destroyed").value > one.probability("engines_destroyed").value


# Man-at-arms 9/4, wounded 4/2; militia 5/2, wounded 2/1; spearman 8/3, wounded 4/2; knight in the saddle 20/8, wounded 10/4.
ONE_TURN = CASES["ONE_TURN"]


def melee(changes=(), **options):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("melee-line").replaced(ONE_TURN | dict(changes)), SIEGE.replaced(options=chosen))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "riders"),
    [("melee-line", 0), ("melee-knights", 1), ("sortie-battery", 0), ("sortie-knights", 1), ("siege-tower-one", 0)],
)
def test_lost_saddles_are_counted_where_somebody_rides(name, riders):
    assert build(load_scenario(name), load_rules("siege")).tallies.count("unhorsed") == riders


def exact_melee(changes=(), **options):
    return run(melee(changes, **options), engine="exact")


def win(changes):
    base = {"policies.defenders": {}, "turns": 20, "attackers.men": 3, "defenders.men": 4}
    return exact_melee(base | changes).probability("attackers_win").value


@pytest.mark.slow
def test_better_ground_never_helps_the_other_side():
    assert np.all(np.diff([win({"attackers.terrain": sign}) for sign in ("-", "0", "+")]) > 0)
    assert np.all(np.diff([win({"defenders.terrain": sign}) for sign in ("-", "0", "+")]) < 0)


@pytest.mark.slow
def test_room_behind_never_hurts():
    assert np.all(np.diff([win({"attackers.room": room}) for room in range(4)]) >= 0)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "wants"), [("attackers", 1), ("defenders", -1)])
def test_best_decisions_are_no_worse_than_the_policies_of_the_scenario(side, wants):
    changes = {"attackers.men": 3, "defenders.men": 3, "turns": 3, "break_off": {}}
    process = build(load_scenario("melee-line").replaced(changes), SIEGE)

    def won(chain, states):
        return (chain.endings(states) == 1).astype(float)

    free = [name for name in process.plan if name.startswith(f"{side}.")]
    chain, solution = solve(process, free, won, {side: wants})
    asked = {decision.name for table in chain.tables for decision, _ in table.asked}
    names = "attack", "target", "attack_from", "wound", "advance", "follow", "break_off"
    assert asked == {f"{side}.{name}" for name in names}
    shipped = run(process, engine="exact").probability("attackers_win").value
    assert wants * (solution.values[0][0, 0] - shipped) > 0.01


Block = dict[str, Any]
SPEARMAN: Block = {"kind": "spearman", "men": 1}
RIDER: Block = {"kind": "knight", "men": 1, "mounted": True}
CROSSBOW: Block = {"men": 1, "weapon": "crossbow"}


def volley_scenario(*groups: Block, targets: Block = SPEARMAN, **changes: Any) -> Scenario:
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


def volley(*groups: Block, options: Mapping[str, str] | None = None, rules: RuleSet = SIEGE, **changes: Any) -> Process:
    return build(volley_scenario(*groups, **changes), rules.replaced(options=options or {}))


def exact_volley(*groups: Block, **changes: Any) -> Result:
    return run(volley(*groups, **changes), engine="exact")


def dead(*groups: Block, **changes: Any) -> float:
    return exact_volley(*groups, **changes).mean("targets_dead").value


VOLLEY_OPTIONS = CASES["VOLLEY_OPTIONS"]


@pytest.mark.parametrize(
    ("option", "beside", "group", "changes", "chances"), VOLLEY_OPTIONS, ids=[one[0] for one in VOLLEY_OPTIONS]
)
def test_an_option_moves_the_dead(option, beside, group, changes, chances):
    for value, chance in chances.items():
        assert dead(group, options=beside | {option: value}, **changes) == near(chance), value


@pytest.mark.parametrize(
    ("weapon", "targets"),
    [
        *product(["shortbow", "crossbow", "ballista"], [SPEARMAN]),
        *product(["longbow"], [SPEARMAN, {"kind": "knight-on-foot", "men": 1}, RIDER]),
    ],
)
def test_cover_range_and_aptitude_only_help_as_printed(weapon, targets):
    # Both printed tables fall from row to row and from column to column.
    def out(**keys):
        place = keys.pop("approach", "flat_ground")
        result = exact_volley({"men": 1, "weapon": weapon} | keys, targets=targets, approach=[f"{place} x 2"])
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
        exact_volley({"men": 1, "weapon": "shortbow", "aside": 10}, rules=load_rules("vikings"))
    with pytest.raises(UnknownCellError, match="siege tower"):
        exact_volley(
            CROSSBOW | {"place": "siege_tower_top"}, approach=["scrub x 3"], options={"downward-radius": "english"}
        )


OUTER = {"name": "wall", "wall": "outer"}
LAST = OUTER | {"marks": 3}


def bombardment_scenario(hexes=(LAST,), light=0, heavy=0, **changes):
    engines = {"engines.light": light, "engines.heavy": heavy}
    named = {key.replace("__", "."): value for key, value in changes.items()}
    return load_scenario("bombardment-curtain").replaced(
        {"wanted": 1, "hexes": [dict(one) for one in hexes], **engines} | named
    )


def bombarded(*hexes, options=None, **changes):
    rules = SIEGE.replaced(options=options or {})
    return run(build(bombardment_scenario(hexes or (LAST,), **changes), rules), engine="exact")


def breached(*hexes, by, **changes):
    return bombarded(*hexes, turns=by, **changes).probability("breached").value


@pytest.mark.parametrize(("value", "chance"), [("below", 0.4), ("above", 0.6)])
def test_between_columns(value, chance):
    # 8 points.
    found = breached(light=2, heavy=2, by=1, options={"between-columns": value})
    assert found == pytest.approx(chance, abs=1e-12)


WARD = {"name": "ward", "wall": "inner"}


def test_what_is_watched_day_by_day():
    found = bombarded(LAST, LAST | {"name": "other"}, heavy=3, turns=3, wanted=2)
    assert found.by_turn("marks", 0).value == 6
    assert found.by_turn("marks", 1).value == pytest.approx(6.6, abs=1e-12)
    assert found.by_turn("hexes_down", 1).value == pytest.approx(0.6, abs=1e-12)
    assert found.tally("down:wall").value == pytest.approx(
        found.by_turn("hexes_down", 3).value - found.tally("down:other").value
    )


def test_a_hex_that_is_down_from_the_start_is_refused():
    hexes = (OUTER, WARD | {"marks": 1})
    with pytest.raises(DataError, match="down by so many marks") as caught:
        bombarded(*hexes, heavy=1, options={"inner-wall-d-count": "1"})
    assert caught.value.path == "hexes.2.marks"
    assert bombarded(*hexes, heavy=1, turns=1).mean("marks").value >= 1


Changes = dict[str, Any]
# Men-at-arms 9/4/5 (wounded 4/2/3) on both sides, the tower at the wall, and nobody attacks unless a test lets him.
NEVER = "12-1+"
PLAIN_TOWER: Changes = {
    "turns": 1,
    "approach": [],
    "abreast": 2,
    "foothold": 2,
    "besiegers.kind": "man-at-arms",
    "defenders.kind": "man-at-arms",
    "defenders.reserve": 0,
    "oil.barrels": 0,
    "policies.besiegers.attack_from": NEVER,
    "policies.defenders.attack_from": NEVER,
}
BESIEGERS: Changes = {"policies.besiegers.attack_from": "1-1"}
DEFENDERS: Changes = {"policies.defenders.attack_from": "1-1"}


def tower(changes: Changes, **options: str) -> Process:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("siege-tower-one").replaced(PLAIN_TOWER | changes), SIEGE.replaced(options=named))


def exact_tower(changes: Changes, **options: str) -> Result:
    return run(tower(changes, **options), engine="exact")


SMALL = {"turns": 6, "approach": ["flat_ground x 4"], "besiegers.men": 5, "besiegers.top": 2}
SMALL |= BESIEGERS | DEFENDERS | {"foothold": 1, "oil.barrels": 1, "policies.fire_fighters": 2}


def foothold(changes, **options):
    return exact_tower(SMALL | changes, **options).probability("foothold").value


@pytest.mark.slow
def test_a_better_sign_on_top_helps_the_tower():
    assert foothold({}, siege_tower_top_sign="0") > foothold({}, siege_tower_top_sign="-")


LAID = {"hex": "a", "cause": "hand"}


def tent(name, *places, **other):
    return {"name": name, "kind": "tent", "hexes": [list(place) for place in places]} | other


A, B, C = tent("a", (0, 0)), tent("b", (1, 0)), tent("c", (2, 0))


def camp(*objects, fires=(LAID,), turns=12, **changes):
    named = {key.replace("__", "."): value for key, value in changes.items()}
    content = {"objects": [dict(one) for one in objects], "fires": [dict(one) for one in fires], "turns": turns}
    return load_scenario("fire-camp").replaced({"fighters.men": 0} | content | named)


def burnt(*objects, options=None, engine="exact", **changes):
    sequence = build(camp(*objects, **changes), SIEGE.replaced(options=options or {}))
    return run(sequence, engine=engine, trials=200_000, seed=6)


def chance(result, tally):
    return result.tally(tally).value


def test_a_target_without_a_column_is_an_error_of_the_scenario():
    fires = [{"hex": "a", "cause": "arrow", "tries": 1}]
    options = {"fire-arrow-target-classes": "italian"}
    with pytest.raises(DataError, match="no column") as caught:
        burnt(A, fires=fires, options=options)
    assert caught.value.path == "fires.1.hex"
    # Nothing is rolled for it: no column is needed.
    assert chance(burnt(A, fires=[{"hex": "a", "cause": "arrow"}], options=options), "fires") == 1


@pytest.mark.parametrize(("place", "spreads"), [((1, -1), 0.4), ((0, 1), 0.4), ((1, 1), 0.0), ((2, 0), 0.0)])
def test_neighbours(place, spreads):
    for other in (place, (-place[0], -place[1])):
        assert chance(burnt(A, tent("b", other), turns=1), "spreads") == near(spreads)


def test_more_men_and_earlier_ones_never_help_the_fire():
    by_men = [burnt(A, B, C, turns=20, fighters__men=men).mean("objects_lost").value for men in range(5)]
    assert all(one > other for one, other in pairwise(by_men))
    by_turn = [
        burnt(A, B, C, turns=20, fighters__men=3, fighters__from=turn).mean("objects_lost").value for turn in (1, 2, 3)
    ]
    assert by_turn[0] < by_turn[1] < by_turn[2]
    by_room = [
        burnt(A, B, C, turns=20, fighters__men=4, policies__room=room).mean("objects_lost").value for room in (1, 2, 4)
    ]
    assert by_room[0] > by_room[1] > by_room[2]


def test_what_is_watched_turn_by_turn():
    result = burnt(A, B, turns=4)
    assert [result.by_turn("hexes_burning", turn).value for turn in (0, 1)] == [0, near(1.4)]
    assert result.by_turn("hexes_lost", 2).value == 0
    assert result.by_turn("hexes_lost", 3).value == near(1.4)


def test_a_kind_that_no_table_knows():
    with pytest.raises(DataError, match="tent") as caught:
        burnt(A | {"kind": "tents"})
    assert caught.value.path == "objects.1.kind"


# Men-at-arms 9/4 (wounded 4/2) with a ram at the wall, spearmen 8/3 (4/2) against them.
PLAIN_RAM = CASES["PLAIN_RAM"]
OUT = {"sortie.turn": 1}
DEFENDERS_FIRST = {"first": "defenders"}
# A longbow next to the wall: C on 1 and 2, B on 3 and 4, A on 5 and 6 at short range without cover.
ARCHER = {"archers": {"men": 1, "weapon": "longbow", "aside": 1}, **DEFENDERS_FIRST}


def ram(changes, policies=(), *, options=(), **starts):
    """Return a game that begins with these values in its columns."""
    named = {f"policies.{name}": value for name, value in dict(policies).items()}
    rules = SIEGE.replaced(options=dict(options))
    made = build(load_scenario("ram-sortie:fire").replaced(PLAIN_RAM | dict(changes) | named), rules)
    assert {column.name for column in made.columns} >= set(starts)
    columns = [replace(column, start=starts.get(column.name, column.start)) for column in made.columns]
    return replace(made, columns=columns)


def exact_ram(*asked, **starts):
    return run(ram(*asked, **starts), engine="exact")


def test_the_middle_burns_more_rams():
    burns = ARCHER | {"turns": 12, "archers.men": 3, "approach": ["flat_ground x 8"], "besiegers.men": 6}
    fighting = {"fire_fighters": 4}
    front, middle = (exact_ram(burns, fighting | {"arrow_aim": aim}) for aim in ("front", "middle"))
    assert middle.probability("destroyed").value > front.probability("destroyed").value


def test_a_sortie_that_goes_home_loses_less():
    long = OUT | {"turns": 12, "besiegers.men": 6, "sortie.men": 3}
    stays, goes = exact_ram(long), exact_ram(long | {"break_off.sortie.losses": 1})
    assert goes.mean("defenders_dead").value < stays.mean("defenders_dead").value
    assert goes.probability("breach").value > stays.probability("breach").value


PLAIN_LADDER = CASES["PLAIN_LADDER"] | {"policies": {"attack_from": NEVER}}
# What stands on a hex of the wall.
EMPTY, DEFENDER, BESIEGER = 0, 1, 4


def ladder(changes, policies=(), rules=SIEGE, **starts):
    """Return a game that begins with these values in its columns, and has the men that are in them."""
    named = {f"policies.{name}": value for name, value in dict(policies).items()}
    scenario = load_scenario("ladder-one").replaced(PLAIN_LADDER | dict(changes) | named)
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


def exact_ladder(*asked, **starts):
    return run(ladder(*asked, **starts), engine="exact")


COVER = {"covering": {"men": 1, "weapon": "crossbow", "distance": 6}, "defenders.on_wall": 1}
STANDS = {"hex": (DEFENDER, EMPTY, EMPTY)}


def test_a_result_says_that_covering_archers_never_shoot():
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
        result = exact_ladder(COVER | {"approach": []} | changes, {"cover_fire": policy}, **starts)
        for words in map(load_locale, locale_names()):
            note = words.text("notes.cover_fire_held", policy=policy)
            assert (note in str(source([result.provenance], words))) is never


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


@pytest.mark.parametrize(("approach", "cost", "turns"), CASES["test_what_a_moat_costs"])
def test_what_a_moat_costs(approach, cost, turns):
    assert turns_to_the_wall(approach, **{"moat-cost": cost}) == turns


def test_no_mantlet_is_carried_through_a_moat():
    with pytest.raises(DataError, match="mantlets cannot be carried over this ground"):
        load_scenario("ladder-one").replaced({"approach": ["moat x 1"], "mantlets": True})


@pytest.mark.parametrize(
    ("name", "watched"), slow_after(1, map(tuple, CASES["test_what_is_watched_moves_from_its_start"]))
)
def test_what_is_watched_moves_from_its_start(name, watched):
    result = run(build(load_scenario(name), SIEGE), engine="monte-carlo", trials=20, seed=1)
    for series, start in watched.items():
        assert result.by_turn(series, 0).value == start
        assert any(result.by_turn(series, turn).value != start for turn in range(1, result.turns + 1))
