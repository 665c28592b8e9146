"""Hand-worked checks of the campaign oracle: scripted dice, every one of which must be rolled."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from games import hand_worked
from oracle.campaign import Campaign, new_campaign, play_campaign
from oracle.ladder import play_ladder
from oracle.melee import play_melee
from oracle.outcome import Outcome
from oracle.ram import play_ram
from oracle.scripted import FIGHT_POLICIES, SERGEANT, Setup, changed
from oracle.siege_tower import play_siege_tower

GIANT = SERGEANT | {"attack": 96, "defence": 4}
SIDE = {"kind": SERGEANT, "men": 1, "mounted": 0, "terrain": "flat_ground", "room": None, "front": None}
LIMIT = {"losses": None, "turn": None}
MELEE: Setup = {
    "turns": 1,
    "first": "attackers",
    "attackers": SIDE | {"terrain": "rubble"},
    "defenders": SIDE,
    "policies": {"attackers": FIGHT_POLICIES, "defenders": FIGHT_POLICIES},
    "break_off": {"attackers": LIMIT, "defenders": LIMIT},
}
NOBODY_SHOOTS = {"men": 0, "weapon": "longbow", "aside": 0, "distance": 20}
RAM: Setup = {
    "turns": 6,
    "first": "besiegers",
    "approach": [],
    "wall": "outer",
    "marks": 0,
    "bombarded": False,
    "man_on_wall": False,
    "besiegers": {"kind": SERGEANT, "men": 4, "rams": 1},
    "archers": NOBODY_SHOOTS,
    "oil": {"barrels": 0, "men": 0},
    "sortie": {"men": 2, "kind": SERGEANT, "turn": 2},
    "policies": {"fire_policy": "put-out", "fire_fighters": 4, "room": 4},
}
LADDERS: Setup = {
    "turns": 8,
    "first": "besiegers",
    "width": 2,
    "foothold": 1,
    "approach": ["flat_ground"] * 3,
    "mantlets": False,
    "besiegers": {"kind": SERGEANT, "ladders": 2, "men": 3},
    "covering": NOBODY_SHOOTS,
    "defenders": {"kind": SERGEANT, "on_wall": 2, "reserve": 1, "weapon": "none"},
    "oil": 1,
    "towers": {"men": 1, "weapon": "longbow", "aside": 2},
    "policies": {
        "attack": "joint",
        "attack_from": "1-1",
        "facing": "topple",
        "oil_first": True,
        "topple_empty": True,
        "defence_attack": "joint",
        "fire": "spread",
        "shoot_first": "climber",
        "make_room": True,
    },
    "break_off": {"losses": None, "turn": None},
}
TOWER: Setup = {
    "turns": 8,
    "first": "besiegers",
    "approach": ["flat_ground"] * 3,
    "width": 2,
    "abreast": 2,
    "foothold": 2,
    "besiegers": {"kind": SERGEANT, "men": 6, "top": 3},
    "platform": {"weapon": "none"},
    "archers": {"men": 1, "weapon": "longbow", "aside": 1},
    "oil": {"barrels": 1, "men": 1},
    "defenders": {"kind": SERGEANT, "on_wall": 2, "reserve": 1},
    "policies": {
        "platform": "shoot",
        "fire_policy": "put-out",
        "fire_fighters": 4,
        "arrows": "fire",
        "strike": "wall",
        "besiegers": FIGHT_POLICIES | {"together": 2},
        "defenders": FIGHT_POLICIES | {"together": 2},
    },
    "break_off": {"losses": None, "turn": None},
}
STONES: Setup = {
    "wanted": 1,
    "engines": {"light": 0, "heavy": 3},
    "hexes": [{"name": "gate", "wall": "outer", "marks": 3, "before": None}],
    "policies": {"allocation": "concentrate", "damaged": "least"},
}
BASE: Setup = {
    "turns": 9,
    "relief": None,
    "besiegers": {"kind": SERGEANT, "men": 6},
    "defenders": {"kind": SERGEANT, "men": 3},
    "bombardment": None,
    "ram": None,
    "breach": None,
    "tower": None,
    "assault": None,
    "policies": {
        "breaches": 1,
        "from_day": None,
        "rest": 0,
        "order": ["ram", "breach", "tower", "assault"],
        "garrison": "even",
        "healing": True,
    },
    "break_off": {"losses": None, "assaults": None, "turn": None},
}
AT_ONCE = {"breaches": 0, "from_day": 1}
ONCE = {"assaults": 1}


def siege(**changes: Any) -> Setup:
    blocks = {name: block for name, block in changes.items() if BASE[name] is None}
    others = {name: value for name, value in changes.items() if name not in blocks}
    return changed(BASE, others) | copy.deepcopy(blocks)


class Dice:
    """Scripted dice; a die of six is written as a negative number."""

    def __init__(self, *values: int) -> None:
        self.left = list(values)

    def __call__(self, sides: int = 10) -> int:
        value = self.left.pop(0)
        assert (value < 0) == (sides == 6)
        return abs(value)


def scripted(setup: Setup, *values: int, **options: str) -> Outcome:
    return hand_worked.scripted(play_campaign, setup, *values, **options)


def begun(setup: Setup, day: int = 1) -> Campaign:
    campaign = new_campaign(setup, {}, Dice())
    campaign.day = day
    return campaign


def told(groups: dict[str, list[Any]]) -> dict[str, int]:
    return {part: len(men) for part, men in groups.items()}


def test_a_breach_that_nobody_holds() -> None:
    setup = siege(bombardment=STONES, breach={"setup": MELEE}, defenders={"men": 0})
    # Day 1: a 4 does nothing on 9 points, day 2: a 5 brings the wall down, day 3: the assault.
    outcome = scripted(setup, 4, 5)
    assert (outcome.ending, outcome.turn, outcome.measures["breaches"]) == ("taken", 3, 1)
    assert (outcome.tallies["rolls"], outcome.tallies["assaults"], outcome.tallies["by_breach"]) == (2, 1, 1)


def test_up_the_rubble() -> None:
    setup = siege(bombardment=STONES, breach={"setup": MELEE}, besiegers={"kind": GIANT}, defenders={"men": 1})
    # 96 : 4 is past 12-1; rubble is one column to the left: 11-1, where 7 kills.
    outcome = scripted(setup, 5, 7)
    assert (outcome.ending, outcome.turn, outcome.measures["defenders_dead"]) == ("taken", 2, 1)


def test_a_wounded_man_is_back_on_his_day() -> None:
    setup = siege(breach={"setup": MELEE}, besiegers={"men": 1}, defenders={"men": 1}, bombardment=STONES, turns=5)
    # Day 2: 8 : 4 and rubble is 1-1: 4 is A, the attacker is wounded; the defender attacks him at 8 : 2, from the flat
    # against rubble 5-1, where 10 does nothing. He rolls 2: back on day 4. Nobody can attack on day 3.
    # Day 4: 1-1, a 6 does nothing; 8 : 4 against rubble is 3-1, an 8 does nothing. Day 5 the same.
    outcome = scripted(setup, 5, 4, 10, 2, 6, 8, 6, 8)
    assert outcome.ending == "undecided"
    assert outcome.tallies["besiegers_back"] == 1
    assert outcome.tallies["assaults"] == 3


@pytest.mark.parametrize(("dice", "day"), [((-1,), 5), ((-3,), 8), ((-5,), 11), ((-6, -3), 17), ((-6, -2), None)])
def test_turns_of_three_days_since_croisades(dice: tuple[int, ...], day: int | None) -> None:
    setup = siege(breach={"setup": MELEE}, besiegers={"men": 1}, defenders={"men": 1}, bombardment=STONES, turns=2)
    campaign = new_campaign(setup, {"healing-table": "croisades"}, Dice(5, 4, 10, *dice))
    outcome = campaign.play()
    man = campaign.men["besiegers"][0]
    assert (man.state, man.back_on) == (("dead", None) if day is None else ("wounded", day))
    assert outcome.measures["besiegers_dead"] == (day is None)
    scripted(setup, 5, 4, 10, *dice, healing_table="croisades")


def test_rolling_every_evening() -> None:
    setup = siege(breach={"setup": MELEE}, besiegers={"men": 1}, defenders={"men": 1}, bombardment=STONES, turns=4)
    # Evening of day 2: a 2, back on day 4. Of day 3: a 10, never. On day 4 there is nobody left who could attack.
    outcome = scripted(setup, 5, 4, 10, 2, 10, healing_who_rolls="daily")
    assert (outcome.ending, outcome.turn, outcome.measures["besiegers_wounded"]) == ("given_up", 4, 1)


def test_nobody_comes_back_without_healing() -> None:
    setup = siege(breach={"setup": MELEE}, besiegers={"men": 1}, defenders={"men": 1}, bombardment=STONES)
    setup["policies"]["healing"] = False
    assert scripted(setup, 5, 4, 10).turn == 2


def test_the_ram_keeps_its_marks_and_opens_the_breach() -> None:
    ram = {"setup": RAM | {"turns": 2}, "hex": None, "stock": 1}
    setup = siege(ram=ram, breach={"setup": MELEE}, policies=AT_ONCE, defenders={"men": 0}, besiegers={"men": 5})
    # Two rolls a day; with the fourth damage the wall is down and the breach is open on the same day.
    outcome = scripted(setup, 5, 5, 5, 4, 5)
    assert (outcome.ending, outcome.turn) == ("taken", 3)
    assert (outcome.tallies["ram_breaches"], outcome.tallies["by_breach"]) == (1, 1)


def test_the_ram_goes_on_where_the_stones_stopped() -> None:
    setup = siege(
        bombardment=STONES | {"hexes": [STONES["hexes"][0] | {"marks": 2}]},
        ram={"setup": RAM | {"turns": 1}, "hex": "gate", "stock": 1},
        policies={"breaches": 0, "from_day": 2},
        defenders={"men": 0},
        break_off={"turn": 3},
    )
    # Day 1: 5 is damage by the stones: three marks. Day 2: no stones; the ram on a bombarded wall needs a 6 by the
    # German rules. Day 3: a 6.
    outcome = scripted(setup, 5, 5, 6, ram_bombarded_wall_minus_one="-1")
    assert (outcome.measures["breaches"], outcome.tallies["rolls"]) == (1, 1)


def test_a_burnt_ram_leaves_the_stock() -> None:
    burning = RAM | {"oil": {"barrels": 9, "men": 1}, "policies": RAM["policies"] | {"fire_fighters": 0}, "turns": 3}
    ram = {"setup": burning | {"sortie": RAM["sortie"] | {"men": 0}}, "hex": None, "stock": 1}
    setup = siege(ram=ram, policies=AT_ONCE, turns=2)
    # Turn 1: battering 1 (void), oil 8: fire; spread to the next hex fails in turns 2 and 3. Then no ram is left.
    outcome = scripted(setup, 1, 8, 1, 1)
    assert (outcome.tallies["rams_lost"], outcome.tallies["assaults"]) == (1, 1)


def test_men_are_told_off_in_order() -> None:
    parts: Setup = {
        "ram": {"setup": RAM, "hex": None, "stock": 1},
        "breach": {"setup": changed(MELEE, {"attackers": {"men": 4}})},
        "tower": {"setup": TOWER, "stock": 1},
        "assault": {"setup": LADDERS},
    }
    campaign = begun(siege(besiegers={"men": 11}, policies=AT_ONCE, **parts))
    # The ram takes 4 and opens the breach, for which 4 stand by; the 3 left are enough for the tower.
    assert told(campaign.tell_off_besiegers()) == {"ram": 4, "breach": 4, "tower": 3}
    campaign.setup["policies"]["order"] = ["breach", "assault", "tower", "ram"]
    # No breach before the ram: 6 for the ladders, the 5 left for the tower.
    assert told(campaign.tell_off_besiegers()) == {"assault": 6, "tower": 5}
    campaign.setup["besiegers"] = {"men": 9}
    campaign.men["besiegers"] = campaign.men["besiegers"][:8]
    # Two are left, too few for the tower and for the ram.
    assert told(campaign.tell_off_besiegers()) == {"assault": 6}


def test_the_garrison_is_shared_out() -> None:
    parts: Setup = {"breach": {"setup": changed(MELEE, {"defenders": {"men": 4}})}, "assault": {"setup": LADDERS}}
    campaign = begun(siege(defenders={"men": 6}, **parts))
    assert told(campaign.tell_off_defenders(["breach", "assault"])) == {"breach": 3, "assault": 3}
    campaign.setup["policies"]["garrison"] = "in-order"
    assert told(campaign.tell_off_defenders(["breach", "assault"])) == {"breach": 4, "assault": 2}


def test_when_an_assault_is_due() -> None:
    campaign = begun(siege(assault={"setup": LADDERS}, policies={"breaches": 2, "from_day": 5, "rest": 2}))
    due = []
    for day in range(1, 12):
        campaign.day = day
        if campaign.assault_is_due():
            due.append(day)
            campaign.last_assault = day
    assert due == [5, 8, 11]


def test_relief_and_break_off() -> None:
    stones = siege(bombardment=STONES, breach={"setup": MELEE}, relief=1)
    assert scripted(stones, 4).ending == "relieved"
    assert scripted(stones | {"break_off": BASE["break_off"] | {"turn": 1}}, 4).ending == "given_up"


def random_dice(seed: int) -> Callable[..., int]:
    chance = random.Random(seed)
    return lambda sides=10: chance.randint(1, sides)


SINGLE_PARTS: list[tuple[str, Setup, Callable[..., Outcome], int, int]] = [
    ("ram", {"setup": RAM, "hex": None, "stock": 1}, play_ram, 4, 2),
    ("tower", {"setup": TOWER, "stock": 1}, play_siege_tower, 6, 3),
    ("assault", {"setup": LADDERS}, play_ladder, 6, 3),
]


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("part", "block", "play", "besiegers", "defenders"), SINGLE_PARTS)
def test_a_siege_of_one_assault_is_that_assault(
    part: str, block: Setup, play: Callable[..., Outcome], besiegers: int, defenders: int, seed: int
) -> None:
    forces: Setup = {"besiegers": {"men": besiegers}, "defenders": {"men": defenders}}
    setup = siege(policies=AT_ONCE, break_off=ONCE, **forces, **{part: block})
    whole, alone = play_campaign(setup, {}, random_dice(seed)), play(block["setup"], {}, random_dice(seed))
    assert whole.ending == ("taken" if alone.ending in ("foothold", "cleared") else "given_up")
    for loss in ("attackers_dead", "attackers_wounded", "defenders_dead", "defenders_wounded"):
        assert getattr(whole, loss) == getattr(alone, loss)


@pytest.mark.parametrize("seed", range(15))
def test_a_party_that_is_not_full(seed: int) -> None:
    # Five men for two ladders of three: three and two. Four: three, and one who stays away.
    whole = siege(policies=AT_ONCE, break_off=ONCE, assault={"setup": LADDERS}, besiegers={"men": 4})
    fewer = hand_worked.on_both(play_campaign)(whole, {}, random_dice(seed))
    assert fewer.attackers_dead + fewer.attackers_wounded <= 3
    more = hand_worked.on_both(play_campaign)(changed(whole, {"besiegers": {"men": 5}}), {}, random_dice(seed))
    assert more.ending in ("taken", "given_up")


def test_melee_is_played_as_it_is() -> None:
    melee = changed(MELEE, {"attackers": {"men": 3}, "defenders": {"men": 2}, "turns": 6})
    for seed in range(25):
        setup = siege(bombardment=STONES, breach={"setup": melee}, besiegers={"men": 3}, defenders={"men": 2}, turns=2)
        dice = random_dice(seed)
        # The first die of the siege is that of the stones.
        whole = hand_worked.on_both(play_campaign)(
            setup, {}, lambda sides=10, dice=dice, first=[5]: first.pop() if first else dice(sides)
        )
        alone = play_melee(melee, {}, random_dice(seed))
        assert (whole.ending == "taken") == (alone.ending == "attackers_win")
        assert whole.defenders_dead == alone.defenders_dead


@pytest.mark.parametrize("seed", range(30))
def test_no_man_is_lost_on_the_way(seed: int) -> None:
    chance = random.Random(seed)
    setup = siege(
        turns=12,
        besiegers={"men": 16},
        defenders={"men": 9},
        bombardment=STONES,
        ram={"setup": RAM, "hex": chance.choice([None, "gate"]), "stock": 2},
        breach={"setup": changed(MELEE, {"attackers": {"men": 5}, "defenders": {"men": 4}, "turns": 5})},
        tower={"setup": TOWER, "stock": 1},
        assault={"setup": LADDERS},
        policies={
            "from_day": chance.choice([None, 2]),
            "rest": chance.randint(0, 3),
            "garrison": chance.choice(["even", "in-order"]),
        },
        relief=chance.choice([None, 11]),
        break_off={"losses": chance.choice([None, 9])},
    )
    options = {
        "healing-table": chance.choice(["d10", "croisades"]),
        "healing-who-rolls": chance.choice(["once", "daily"]),
    }
    campaign = new_campaign(setup, options, random_dice(seed))
    outcome = campaign.play()
    assert outcome.ending in ("taken", "given_up", "relieved", "undecided")
    assert (outcome.ending == "taken") == (
        sum(outcome.tallies[f"by_{part}"] for part in ("breach", "tower", "assault")) == 1
    )
    assert len(campaign.men["besiegers"]) == 16
    fit = len(campaign.fit("besiegers"))
    assert fit + outcome.attackers_dead + outcome.attackers_wounded == 16
