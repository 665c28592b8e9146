"""Hand-worked checks of the ram oracle: scripted dice, every one of which must be rolled."""

import itertools
import random
from fractions import Fraction

import pytest

from games.hand_worked import odds, scripted
from games.ram_beside import fight_sortie, ram_on_both
from oracle.ram import play_ram
from oracle.scripted import named
from oracle.setups import SERGEANT, Dice, changed, finish, ram_setup


def test_a_ram_damages_on_five_and_more() -> None:
    marks = [scripted(play_ram, ram_setup(), die).marks for die in range(1, 11)]
    assert marks == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]


def breach_by(turns: int, rolls: int, chance: Fraction = Fraction(6, 10), **options: str) -> Fraction:
    """Every sequence of blows that count (die 10) and do not (die 1), each with its weight."""
    total = Fraction(0)
    for blows in itertools.product((10, 1), repeat=rolls):
        weight = Fraction(1)
        for blow in blows:
            weight *= chance if blow == 10 else 1 - chance
        dice = Dice(*blows)
        outcome = ram_on_both(ram_setup(turns=turns), named(options), dice).play()
        total += weight * (outcome.ending == "breach")
        assert outcome.ending == "breach" or dice.left == []
    return total


def test_breach_by_turn_four_over_all_dice() -> None:
    found = odds(play_ram, ram_setup(turns=4), lambda outcome: outcome.ending)
    assert found["breach"] == Fraction("0.1296")


@pytest.mark.parametrize(("turns", "chance"), [(4, "0.1296"), (5, "0.33696"), (6, "0.54432"), (7, "0.710208")])
def test_breach_of_a_fresh_wall(turns: int, chance: str) -> None:
    assert breach_by(turns, turns) == Fraction(chance)


@pytest.mark.parametrize(("turns", "rolls", "chance"), [(6, 3, "0"), (7, 4, "0.1296"), (9, 5, "0.33696")])
def test_breach_with_a_blow_every_second_turn(turns: int, rolls: int, chance: str) -> None:
    assert breach_by(turns, rolls, ram_rate="every-second-turn") == Fraction(chance)


BURNING = {"turns": 5, "oil": {"barrels": 1, "men": 1}, "policies": {"fire_fighters": 0, "room": 4}}


def test_a_barrels_fire_is_left_alone_for_its_turn_and_an_arrows_is_not() -> None:
    setup = ram_setup(**BURNING)
    # turn 1: no roll; turn 2: 0 to 1; turn 3: 1 to 2, and the ram is burnt
    outcome = scripted(play_ram, setup, 1, 8, 7, 7)
    assert [event.split()[0] for event in outcome.events] == ["T1", "T1", "T2", "T3"]
    assert (outcome.ending, outcome.turn, outcome.tallies["spreads"]) == ("destroyed", 3, 2)
    # Arrows: hex 0 and hex 1, and hex 1 rolls for hex 2 at once.
    by_arrows = changed(setup, {"turns": 1, "archers": {"men": 1}, "oil": {"barrels": 0}})
    assert scripted(play_ram, by_arrows, 1, 10, 10, 6).tallies["fires"] == 2
    # Hex 1 by an arrow, hex 0 by oil: hex 1 alone rolls, for hex 2.
    both = changed(setup, {"turns": 1, "archers": {"men": 1}, "policies": {"arrow_aim": "middle"}})
    outcome = scripted(play_ram, both, 1, 9, 10, 8, 6)
    assert outcome.events[-1].startswith("T1 spread 1 to 2, die 6")
    assert outcome.tallies["fires"] == 2


def test_spread_at_the_end_of_the_besiegers_turn() -> None:
    setup = ram_setup(**BURNING)
    outcome = scripted(play_ram, setup, 1, 8, 6, 6, fire_spread_timing="end-of-opponents-turn")
    assert [event.split()[0] for event in outcome.events] == ["T1", "T1", "T2", "T3"]


def test_the_oldest_fire_first() -> None:
    setup = ram_setup(turns=3, oil={"barrels": 1, "men": 1}, archers={"men": 1, "weapon": "crossbow"})
    setup = changed(setup, {"policies": {"fire_fighters": 2, "room": 4}})
    # turn 1: blow, arrow lights hex 0 (no oil on it), no spread; turn 2: two tries fail, arrow lights hex 1,
    # spread 1 to 2 fails; turn 3: hex 0 put out, then hex 1; arrow fails, oil fails
    dice = (1, 10, 6, 6, 6, 10, 6, 5, 5, 9, 7)
    outcome = scripted(play_ram, setup, *dice, fire_arrow_weapons="bows-and-crossbows")
    assert [event for event in outcome.events if "T3 put out" in event] == [
        "T3 put out hex 0, die 5 -> out",
        "T3 put out hex 1, die 5 -> out",
    ]


def test_ramming_on_in_the_fire() -> None:
    setup = ram_setup(**{**BURNING, "policies": {"fire_policy": "ram-on", "fire_fighters": 6, "room": 4}})
    dice, later = (1, 8, 1, 6, 1, 6), {"burning_hex_occupants": "wounded-then-dead"}
    outcome = scripted(play_ram, setup, *dice, **later)
    assert (outcome.ending, outcome.tallies["battering"], outcome.tallies["tries"]) == ("destroyed", 3, 0)
    assert (outcome.attackers_dead, outcome.attackers_wounded) == (1, 0)


def test_a_stunned_sortie_man_is_struck_first_and_dies_of_a_retreat() -> None:
    game = ram_on_both(ram_setup(besiegers={"men": 4}, sortie={"men": 2}), {}, Dice(2))
    game.sortie_is_out = True
    game.sortie[1].state = "stunned"
    fight_sortie(game)  # 2-1: 2 is C
    assert [man.state for man in game.sortie] == ["fit", "dead"]


def test_the_crew_goes_back_to_work() -> None:
    # turn 1: one man stunned; turn 2: 16 : 2, from the ram, joint: 8-1, 1 is F; turn 3: three men, not engaged
    setup = ram_setup(turns=3, sortie={"men": 1, "kind": SERGEANT | {"defence": 2}})
    outcome = scripted(play_ram, setup, 1, 2, 1, 5)
    assert outcome.events[1:] == [
        "T1 sortie attacks crew on 3-1, die 2 -> D",
        "T2 crew attack sortie on 8-1, die 1 -> F",
        "T3 battering, die 5 -> D",
    ]


def test_an_engaged_ram_does_not_move() -> None:
    setup = ram_setup(turns=2, approach=["flat_ground"] * 8, sortie={"men": 1})
    game = ram_on_both(setup, {}, Dice(10, 10, 10))
    finish(game)
    assert game.distance == 6


def test_the_men_of_a_new_ram_are_not_engaged() -> None:
    setup = ram_setup(**{**BURNING, "turns": 4}, besiegers={"rams": 2, "men": 3}, sortie={"men": 1, "turn": 3})
    start = (1, 8, 6, 10, 6)
    # turn 4: three men stand behind and fight; the ram's crew batters
    outcome = scripted(play_ram, setup, *start, 10, 5, 10, attacked_crew="next-turn")
    assert outcome.tallies["battering"] == 2


RAM_OPTIONS = {
    "ram-rate": ["every-turn", "every-second-turn"],
    "fire-arrow-to-hit": ["none", "six-in-ten"],
    "burning-hex-occupants": ["retreat", "wounded-then-dead"],
    "oil-occupants-of-burning-machine": ["retreat", "attacked"],
    "fire-spread-timing": ["oil-from-next-turn", "end-of-turn", "end-of-opponents-turn"],
    "attacked-crew": ["this-turn", "next-turn", "none"],
}


@pytest.mark.parametrize("seed", range(50))
def test_random_rams_end_properly(seed: int) -> None:
    chance = random.Random(seed)
    setup = ram_setup(turns=20, approach=["flat_ground"] * 3, besiegers={"men": 5, "rams": 2})
    setup = changed(setup, {"archers": {"men": 3}, "oil": {"barrels": 3, "men": 2}, "sortie": {"men": 2, "turn": 4}})
    setup["policies"]["fire_policy"] = chance.choice(["put-out", "ram-on"])
    options = {name: chance.choice(values) for name, values in RAM_OPTIONS.items()}
    outcome = play_ram(setup, options, lambda: chance.randint(1, 10))
    assert outcome.ending in ("breach", "destroyed", "crew_lost", "undecided")
    assert (outcome.ending == "breach") == (outcome.marks == 4)
    tallies = outcome.tallies
    assert tallies["put_out"] <= min(tallies["tries"], tallies["fires"] + tallies["spreads"])
    assert tallies["oil"] <= 3
