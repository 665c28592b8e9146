"""Hand-worked checks of the campaign oracle: scripted dice, every one of which must be rolled."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from cases import cases
from games import hand_worked
from oracle.campaign import play_campaign
from oracle.ladder import play_ladder
from oracle.melee import play_melee
from oracle.outcome import Outcome
from oracle.ram import play_ram
from oracle.scripted import SERGEANT, Setup, changed
from oracle.setups import in_full, setup_of
from oracle.siege_tower import play_siege_tower

CASES = cases(__file__)

MELEE, RAM = setup_of("midgame/melee", CASES["MELEE"]), setup_of("midgame/ram", CASES["RAM"])
LADDERS, TOWER = setup_of("midgame/ladder_fights", CASES["LADDERS"]), setup_of("midgame/siege_tower", CASES["TOWER"])
LADDERS["besiegers"]["kind"] = LADDERS["defenders"]["kind"] = SERGEANT
STONES = in_full(CASES["STONES"], {})
PARTS = ("bombardment", "ram", "breach", "tower", "assault")
BASE = setup_of("worked/campaign", {"besiegers": {"men": 6}, "defenders": {"men": 3}, **dict.fromkeys(PARTS)})
AT_ONCE = {"breaches": 0, "from_day": 1}
ONCE = {"assaults": 1}


def siege(**changes: Any) -> Setup:
    blocks = {name: block for name, block in changes.items() if BASE[name] is None}
    others = {name: value for name, value in changes.items() if name not in blocks}
    return changed(BASE, others) | copy.deepcopy(blocks)


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
