"""Hand-worked checks of the volley oracle: scripted dice, every one of which must be rolled."""

import copy
import itertools
from fractions import Fraction
from typing import Any

import pytest

from games import hand_worked
from oracle.outcome import Outcome
from oracle.volley import play_volley

Setup = dict[str, Any]
SPEARMAN = {
    "attack": 8,
    "wounded_attack": 4,
    "defence": 3,
    "wounded_defence": 2,
    "movement": 6,
    "wounded_movement": 3,
    "armour": "unarmoured",
}
KNIGHT = SPEARMAN | {
    "mounted_attack": 20,
    "mounted_wounded_attack": 10,
    "mounted_defence": 8,
    "mounted_wounded_defence": 4,
    "movement": 4,
    "wounded_movement": 2,
    "armour": "dismounted-knight",
    "mounted_movement": 10,
    "mounted_wounded_movement": 8,
}
GROUP = {"men": 1, "weapon": "longbow", "wounded": 0, "aptitude": 0, "aside": 0, "place": "ground", "ready": 1}
TARGETS = {"kind": SPEARMAN, "men": 1, "wounded": 0, "mounted": False}
RIDERS = TARGETS | {"kind": KNIGHT, "mounted": True}


def volley_setup(shooters: list[Setup] | None = None, **changes: Any) -> Setup:
    base: Setup = {
        "turns": 1,
        "first": "shooters",
        "approach": ["flat_ground"] * 40,
        "mantlets": False,
        "shooters": [GROUP | group for group in (shooters or [{}])],
        "targets": TARGETS,
        "friends": {"men": 0, "wounded": 0},
        "policies": {"aim": "fit", "band": "riders", "advance": "stand", "pace": "fit", "unhorsed": "follow"},
        "break_off": {"losses": None, "turn": None},
    }
    for key, value in changes.items():
        base[key] = {**base[key], **value} if isinstance(value, dict) else value
    return copy.deepcopy(base)


def scripted(setup: Setup, *dice: int, **options: str) -> Outcome:
    return hand_worked.scripted(play_volley, setup, *dice, **options)


def odds(setup: Setup, dice: int, **options: str) -> dict[tuple[int, int], Fraction]:
    """Dead and wounded of all rolls of so many dice."""
    found: dict[tuple[int, int], Fraction] = {}
    for faces in itertools.product(range(1, 11), repeat=dice):
        script = iter(faces)
        named = {name.replace("_", "-"): value for name, value in options.items()}
        counts = hand_worked.on_both(play_volley)(setup, named, lambda script=script: next(script)).measures
        key = (counts["targets_dead"], counts["targets_wounded"])
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 10**dice)
    return found


def test_one_crossbow_bolt_in_the_open() -> None:
    # Short range, rows 3 to 12: C on rows 3, 4, 5, B on 6 and 7, A on 8 and 9.
    setup = volley_setup([{"weapon": "crossbow"}], approach=["flat_ground"] * 24)
    assert odds(setup, 1) == {(1, 0): Fraction(3, 10), (0, 1): Fraction(2, 10), (0, 0): Fraction(5, 10)}


def test_a_longbow_at_medium_range_against_light_cover() -> None:
    setup = volley_setup(approach=["scrub"] * 40, targets={"men": 2})
    # Rows 5 to 14: B on 5 and 6, and each man lives to be a second target of his own kind: fit first.
    assert odds(setup, 2)[0, 2] == Fraction(4, 100)
    assert odds(setup, 2)[0, 0] == Fraction(64, 100)


def test_bows_shoot_twice_crossbows_once_ballistas_in_one_turn_of_three() -> None:
    groups = [{"weapon": "ballista", "ready": 2}, {"weapon": "crossbow"}, {"weapon": "shortbow"}]
    outcome = scripted(volley_setup(groups, turns=5), *[10] * (5 * 3 + 2))
    assert outcome.tallies["shots"] == 17
    assert outcome.ending == "undecided"
    ballistas = [event for event in outcome.events if "group 0" in event]
    assert [event.split()[0] for event in ballistas] == ["T2", "T5"]


@pytest.mark.parametrize(
    ("group", "options", "first_miss"),
    [
        # Short range: longbow rows 4 up, 10 is a miss, so from 7.
        ({}, {}, 7),
        ({"wounded": 1}, {}, 6),
        ({"aptitude": 2}, {}, 5),
        ({"aptitude": -3}, {}, 10),
        ({"aptitude": 2}, {"shooter_aptitude": "none"}, 7),
    ],
)
def test_what_is_added_to_the_die(group: Setup, options: dict[str, str], first_miss: int) -> None:
    setup = volley_setup([group | {"weapon": "longbow"}], approach=["flat_ground"] * 20)
    assert scripted(setup, first_miss, first_miss, **options).tallies["retreats"] == 0
    assert scripted(setup, first_miss - 1, 10, **options).tallies["retreats"] == 1


def test_the_band_that_is_shot_at_first() -> None:
    group = [{"weapon": "crossbow", "men": 2}]
    targets = RIDERS | {"men": 2}
    setup = volley_setup(group, turns=2, targets=targets)
    # Turn 1: medium range, one unhorsed by B (die 3 is row 6), one miss. Turn 2: riders, or the man on foot.
    assert scripted(setup, 3, 10, 10, 10).events[2].endswith("riders, none cover, die 10 -> -")
    setup["policies"]["band"] = "foot"
    assert "at fit foot" in scripted(setup, 3, 10, 10, 10).events[2]


@pytest.mark.parametrize(("aim", "state"), [("fit", "fit"), ("wounded", "wounded"), ("stunned", "wounded")])
def test_aim(aim: str, state: str) -> None:
    setup = volley_setup(targets={"men": 2, "wounded": 1}, policies={"aim": aim})
    assert f"at {state} foot" in scripted(setup, 10, 10).events[0]


def test_slope_seen_from_above() -> None:
    near = {"approach": ["slope"] * 7}
    # Range 8, longbow die 3 is row 6: A in medium cover, B without.
    assert scripted(volley_setup(**near), 3, 10).measures["targets_wounded"] == 0
    above = [{"place": "battlement"}]
    assert scripted(volley_setup(above, **near), 3, 10).measures["targets_wounded"] == 1
    assert scripted(volley_setup([{"place": "battlement", "aside": 1}], **near), 3, 10).measures["targets_wounded"] == 0
    assert scripted(volley_setup([{"place": "tower_slit"}], **near), 3, 10).measures["targets_wounded"] == 1
    slit = scripted(volley_setup([{"place": "tower_slit"}], **near), 3, 10, downward_radius="german")
    assert slit.measures["targets_wounded"] == 0


def test_mantlets() -> None:
    setup = volley_setup(mantlets=True, approach=["flat_ground"] * 20)
    # Die 1 is row 4: A behind a mantlet.
    assert scripted(setup, 1, 10).measures["targets_dead"] == 0
    assert scripted(setup, mantlet_cover="infinite").tallies["shots"] == 0
    tower = volley_setup([{"place": "siege_tower_top"}], mantlets=True, approach=["flat_ground"] * 20)
    assert scripted(tower, 1, siege_tower_shooter_cover="void").ending == "destroyed"


def test_no_shot_out_of_range() -> None:
    # More hexes than an approach may have.
    for hexes, dice in ((150, ()), (149, (10, 10))):
        outcome = hand_worked.by_oracle(play_volley, volley_setup(approach=["flat_ground"] * hexes), *dice)
        assert outcome.tallies["shots"] == len(dice)
    ballista = volley_setup([{"weapon": "ballista"}], approach=["flat_ground"] * 20)
    assert scripted(ballista, missile_ranges="croisades", revised_ballista="none").tallies["shots"] == 0
    with pytest.raises(ValueError, match="lost"):
        scripted(volley_setup([{"weapon": "shortbow"}]), missile_ranges="vikings")
