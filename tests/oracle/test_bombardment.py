"""Hand-worked checks of the bombardment oracle: scripted dice, every one of which must be rolled."""

from fractions import Fraction
from typing import Any

import pytest

from cases import cases
from games import hand_worked
from oracle.bombardment import Bombardment, play_bombardment

CASES = cases(__file__)

Setup = dict[str, Any]


def wall_hex(name: str, wall: str = "outer", marks: int = 0, before: str | None = None) -> Setup:
    return {"name": name, "wall": wall, "marks": marks, "before": before}


def setup(*hexes: Setup, light: int = 0, heavy: int = 0, turns: int = 1, **other: Any) -> Setup:
    policies = {"allocation": "concentrate", "damaged": "least"}
    base = {"turns": turns, "wanted": 1, "relief": None, "engines": {"light": light, "heavy": heavy}}
    policies |= {key: other.pop(key) for key in ("allocation", "damaged") if key in other}
    return base | {"hexes": list(hexes) or [wall_hex("gate")], "policies": policies} | other


def allotted(scenario: Setup, **options: str) -> list[int]:
    """The points on each hex on the first day."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    game = Bombardment.begun(scenario, named, lambda: 5)
    # The day is played by the package, too: each column is rolled on, and a 1 damages by the points on it.
    hand_worked.on_both(play_bombardment)(scenario | {"turns": 1}, named, lambda: 1)
    return [sum(engine.points for engine in group) for group in game.allot(game.hexes)]


@pytest.mark.parametrize(("policy", "light", "heavy", "die", "left"), CASES["test_who_is_damaged"])
def test_who_is_damaged(policy: str, light: int, heavy: int, die: int, left: int) -> None:
    scenario = setup(light=light, heavy=heavy, damaged=policy, turns=3)
    game = Bombardment.begun(scenario, {}, lambda: die)
    game.play_day()
    hand_worked.on_both(play_bombardment)(scenario, {}, lambda: die)
    assert sum(engine.points for engine in game.heavy + game.light if not engine.under_repair) == left


def test_sixteen_points_always_stay_above_twelve() -> None:
    # The cheapest repair leaves at least 12 points, so the chance of damage is 0.8 on each of three days.
    scenario = setup(wall_hex("gate", marks=1), light=4, heavy=4, turns=3)
    found = hand_worked.odds(play_bombardment, scenario, lambda outcome: outcome.ending)
    assert found["breached"] == Fraction(8, 10) ** 3


@pytest.mark.parametrize(("allocation", "light", "heavy", "points"), CASES["test_allocation"])
def test_allocation(allocation: str, light: int, heavy: int, points: list[int]) -> None:
    hexes = [wall_hex("a"), wall_hex("b"), wall_hex("c")]
    assert allotted(setup(*hexes, light=light, heavy=heavy, allocation=allocation)) == points


def test_keep_back_under_the_other_reading_of_the_columns() -> None:
    hexes = [wall_hex("a"), wall_hex("b")]
    scenario = setup(*hexes, light=4, heavy=3, allocation="keep-back")
    # 13 points reach 12+, which begins above 9: ten will do. The three left are column 3, for which two will do.
    assert allotted(scenario, between_columns="above") == [10, 2]
