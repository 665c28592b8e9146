"""Hand-worked checks of the bombardment oracle: scripted dice, every one of which must be rolled."""

import random
from fractions import Fraction
from typing import Any

import pytest

from games import hand_worked
from oracle import tables
from oracle.bombardment import new_bombardment, play_bombardment
from oracle.outcome import Outcome
from oracle.rules import read_rules

Setup = dict[str, Any]


def wall_hex(name: str, wall: str = "outer", marks: int = 0, before: str | None = None) -> Setup:
    return {"name": name, "wall": wall, "marks": marks, "before": before}


def setup(*hexes: Setup, light: int = 0, heavy: int = 0, turns: int = 1, **other: Any) -> Setup:
    policies = {"allocation": "concentrate", "damaged": "least"}
    base = {"turns": turns, "wanted": 1, "relief": None, "engines": {"light": light, "heavy": heavy}}
    policies |= {key: other.pop(key) for key in ("allocation", "damaged") if key in other}
    return base | {"hexes": list(hexes) or [wall_hex("gate")], "policies": policies} | other


def scripted(scenario: Setup, *dice: int, **options: str) -> Outcome:
    return hand_worked.scripted(play_bombardment, scenario, *dice, **options)


def allotted(scenario: Setup, **options: str) -> list[int]:
    """The points on each hex on the first day."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    game = new_bombardment(scenario, named, lambda: 5)
    # The day is played by the package, too: each column is rolled on, and a 1 damages by the points on it.
    hand_worked.on_both(play_bombardment)(scenario | {"turns": 1}, named, lambda: 1)
    return [sum(engine.points for engine in group) for group in game.allot(game.hexes)]


@pytest.mark.parametrize(
    ("points", "below", "above"), [(1, "1", "1"), (2, "1", "3"), (5, "3", "6"), (11, "9", "12+"), (30, "12+", "12+")]
)
def test_points_between_two_columns(points: int, below: str, above: str) -> None:
    for value, column in (("below", below), ("above", above)):
        assert tables.battering_column(read_rules(options={"between-columns": value}), points) == column


def test_four_damage_results_breach_an_outer_wall() -> None:
    outcome = scripted(setup(heavy=3, turns=9), 5, 6, 4, 7, 10)
    assert (outcome.ending, outcome.turn) == ("breached", 5)
    assert outcome.measures == {"breaches": 1, "marks": 4}
    assert outcome.tallies["damages"] == 4
    assert outcome.tallies["down:gate"] == 1


def test_a_damaged_engine_misses_the_next_day_and_no_other() -> None:
    # Die 1 on column 3 damages the only engine; day 2 is idle, day 3 it shoots again.
    outcome = scripted(setup(heavy=1, turns=3), 1, 9)
    assert outcome.tallies == {"rolls": 2, "damages": 1, "points_damaged": 1, "idle_days": 1, "down:gate": 0}


def test_only_the_points_of_the_result_are_missing_by_the_other_reading() -> None:
    # 3 points less 1 are 2: the column of 1 on day 2, where a 9 does nothing; on day 3 a 9 damages again.
    outcome = scripted(setup(heavy=1, turns=3), 1, 9, 9, engine_repair="points")
    assert outcome.measures["marks"] == 1
    assert outcome.tallies["idle_days"] == 0


def test_damage_and_loss_come_together() -> None:
    outcome = scripted(setup(heavy=4), 3)
    assert outcome.measures["marks"] == 1
    assert outcome.tallies["points_damaged"] == 2


@pytest.mark.parametrize(
    ("policy", "light", "heavy", "die", "left"),
    [
        ("least", 4, 4, 2, 13),  # 3C: one heavy engine
        ("least", 4, 4, 1, 12),  # 4C: one heavy and one light
        ("least", 4, 4, 3, 14),  # 2C: two light engines
        ("heavy-first", 4, 4, 3, 13),  # 2C: a heavy engine
        ("light-first", 2, 5, 1, 12),  # 4C: two light, and a heavy one for the other two points
        ("least", 2, 5, 1, 13),
    ],
)
def test_who_is_damaged(policy: str, light: int, heavy: int, die: int, left: int) -> None:
    scenario = setup(light=light, heavy=heavy, damaged=policy, turns=3)
    game = new_bombardment(scenario, {}, lambda: die)
    game.play_day()
    hand_worked.on_both(play_bombardment)(scenario, {}, lambda: die)
    assert sum(engine.points for engine in game.heavy + game.light if not engine.under_repair) == left


@pytest.mark.slow
def test_sixteen_points_always_stay_above_twelve() -> None:
    # The cheapest repair leaves at least 12 points, so the chance of damage is 0.8 on each of four days.
    found = hand_worked.odds(play_bombardment, setup(light=4, heavy=4, turns=4), lambda outcome: outcome.ending)
    assert found["breached"] == Fraction(8, 10) ** 4


def test_towers_and_keep_take_one_off() -> None:
    tower = setup(wall_hex("tower", "tower"), heavy=3)
    assert scripted(tower, 5).measures["marks"] == 0
    assert scripted(tower, 6).measures["marks"] == 1
    assert scripted(tower, 5, tower_keep_minus_one="0").measures["marks"] == 1
    # A 1 with -1 is read as 1.
    assert scripted(tower, 1).tallies["points_damaged"] == 3


def test_an_inner_wall_waits_for_the_hex_before_it() -> None:
    hexes = [wall_hex("a", marks=3), wall_hex("b", marks=3), wall_hex("in", "inner", before="b")]
    # Day 1: a falls. Day 2: b, since in is behind b. Day 3: in, which needs a single D by the extension.
    outcome = scripted(setup(*hexes, heavy=3, turns=9, wanted=3), 5, 5, 5, inner_wall_d_count="1")
    assert (outcome.ending, outcome.turn) == ("breached", 3)
    hexes[2] = wall_hex("in", "inner")
    spread = setup(*hexes, heavy=9, turns=2, wanted=3, allocation="spread")
    # Any breach will do if none is named; who may be shot at is settled in the morning.
    assert scripted(spread, 5, 1, 5, 5, inner_wall_d_count="1").ending == "breached"


def test_the_keep_by_both_conditions() -> None:
    hexes = [wall_hex("keep 1", "keep", marks=1), wall_hex("keep 2", "keep"), wall_hex("wall", marks=3)]
    scenario = setup(*hexes, heavy=3, turns=2)
    # Only the wall may be shot at on day 1, and that is the breach.
    assert scripted(scenario, 5).tallies["down:wall"] == 1
    # keep 2 lies beside keep 1, which has a mark; keep 1 has no damaged neighbour. Order: keep 2 before the wall.
    german = scripted(scenario, 6, 6, keep_bombardment_condition="keep-damaged")
    # Day 2: keep 1 comes first, now that keep 2 is damaged.
    assert german.measures == {"breaches": 0, "marks": 6}


def test_nothing_to_shoot_at_is_an_idle_day() -> None:
    outcome = scripted(setup(wall_hex("keep", "keep"), heavy=2, turns=3))
    assert outcome.tallies["idle_days"] == 3
    assert outcome.ending == "undecided"


def test_relief_comes_after_the_breach_is_looked_for() -> None:
    scenario = setup(wall_hex("gate", marks=3), heavy=3, turns=9, relief=1)
    assert scripted(scenario, 5).ending == "breached"
    assert scripted(scenario, 4).ending == "relieved"


@pytest.mark.parametrize(
    ("allocation", "light", "heavy", "points"),
    [
        ("concentrate", 2, 3, [11, 0, 0]),
        ("spread", 2, 3, [3 + 1, 3 + 1, 3]),
        ("spread", 1, 1, [3, 1, 0]),
        ("keep-back", 2, 3, [9, 1, 1]),  # 11: column 9 with three heavy; 2: column 1 with one light
        ("keep-back", 2, 4, [12, 1, 1]),
        ("keep-back", 4, 0, [3, 1, 0]),
        ("keep-back", 3, 1, [6, 0, 0]),
        ("keep-back", 3, 2, [9, 0, 0]),
    ],
)
def test_allocation(allocation: str, light: int, heavy: int, points: list[int]) -> None:
    hexes = [wall_hex("a"), wall_hex("b"), wall_hex("c")]
    assert allotted(setup(*hexes, light=light, heavy=heavy, allocation=allocation)) == points


def test_keep_back_under_the_other_reading_of_the_columns() -> None:
    hexes = [wall_hex("a"), wall_hex("b")]
    scenario = setup(*hexes, light=4, heavy=3, allocation="keep-back")
    # 13 points reach 12+, which begins above 9: ten will do. The three left are column 3, for which two will do.
    assert allotted(scenario, between_columns="above") == [10, 2]


def test_missing_points_come_off_those_that_stay_back_first() -> None:
    hexes = [wall_hex("a"), wall_hex("b")]
    scenario = setup(*hexes, light=2, heavy=3, allocation="keep-back", turns=2)
    # 9 and 1 points, one light engine stays back. Day 1: 2C and nothing. Day 2: one point each is missing of those
    # that stay back and of b, so there is one roll, on column 9.
    outcome = scripted(scenario, 2, 5, 5, engine_repair="points")
    assert outcome.tallies["rolls"] == 3
    assert outcome.measures["marks"] == 1


@pytest.mark.parametrize("seed", range(60))
def test_random_bombardments_end_properly(seed: int) -> None:
    chance = random.Random(seed)
    hexes = [
        wall_hex("a"),
        wall_hex("t", "tower", 1),
        wall_hex("in", "inner", before="a"),
        wall_hex("k", "keep"),
    ]
    scenario = setup(
        *hexes,
        light=chance.randint(0, 4),
        heavy=chance.randint(1, 4),
        turns=20,
        wanted=chance.randint(1, 4),
        relief=chance.choice([None, 15]),
        allocation=chance.choice(["concentrate", "spread", "keep-back"]),
        damaged=chance.choice(["least", "light-first", "heavy-first"]),
    )
    options = {
        "engine-repair": chance.choice(["engines", "points"]),
        "between-columns": chance.choice(["below", "above"]),
        "inner-wall-d-count": chance.choice(["1", "4"]),
    }
    outcome = play_bombardment(scenario, options, lambda: chance.randint(1, 10))
    assert outcome.ending in ("breached", "relieved", "undecided")
    assert (outcome.ending == "breached") == (outcome.measures["breaches"] >= scenario["wanted"])
    assert outcome.measures["marks"] == 1 + outcome.tallies["damages"]
