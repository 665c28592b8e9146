"""Hand-worked checks of the ram oracle: scripted dice, every one of which must be rolled."""

import itertools
import random
from fractions import Fraction

import pytest

from games.hand_worked import by_oracle, odds, scripted
from games.ram_beside import fight_sortie, ram_on_both
from oracle.ram import play_ram
from oracle.readings import LETTER
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


def test_minus_one() -> None:
    bombarded, tower = ram_setup(bombarded=True), ram_setup(wall="tower")
    for setup, option in ((bombarded, "ram_bombarded_wall_minus_one"), (tower, "ram_tower_minus_one")):
        assert scripted(play_ram, setup, 5).marks == 1
        assert scripted(play_ram, setup, 5, **{option: "-1"}).marks == 0
        assert scripted(play_ram, setup, 1, **{option: "-1"}).marks == 0


def test_inner_wall_keep_and_the_man_on_the_wall() -> None:
    assert scripted(play_ram, ram_setup(wall="inner"), 5, inner_wall_d_count="1").ending == "breach"
    assert scripted(play_ram, ram_setup(wall="keep"), ram_against_keep="forbidden").tallies["battering"] == 0
    outcome = scripted(play_ram, ram_setup(turns=3, marks=3, man_on_wall=True), 5)
    assert (outcome.ending, outcome.turn, outcome.marks, outcome.defenders_wounded) == ("breach", 1, 4, 1)


def test_the_ram_moves_two_points_and_stops_at_the_moat() -> None:
    setup = ram_setup(turns=2, approach=["filled_moat", "flat_ground"])
    assert scripted(play_ram, setup, 5).events == ["T2 battering, die 5 -> D"]
    assert scripted(play_ram, ram_setup(turns=9, approach=["moat"])).tallies["battering"] == 0


def test_two_men_are_not_enough() -> None:
    outcome = scripted(play_ram, ram_setup(turns=5, besiegers={"men": 2}))
    assert (outcome.ending, outcome.turn) == ("crew_lost", 1)


def test_an_arrow_fire_is_put_out_on_four() -> None:
    setup = ram_setup(turns=2, archers={"men": 1}, policies={"fire_fighters": 1, "room": 4})
    #              turn 1: blow, arrow, arrow, spread; turn 2: put out, arrow, arrow
    outcome = scripted(play_ram, setup, 1, 10, 9, 6, 4, 9, 9)
    assert (outcome.tallies["fires"], outcome.tallies["tries"], outcome.tallies["put_out"]) == (1, 1, 1)
    assert (outcome.tallies["fire_arrows"], outcome.tallies["battering"]) == (4, 1)


def test_an_oil_fire_is_not_put_out_on_four() -> None:
    setup = ram_setup(turns=2, oil={"barrels": 1, "men": 1}, policies={"fire_fighters": 1, "room": 4})
    outcome = scripted(play_ram, setup, 1, 8, 4, 6)
    assert (outcome.tallies["put_out"], outcome.tallies["oil"]) == (0, 1)
    assert scripted(play_ram, setup, 1, 8, 3).tallies["put_out"] == 1


BURNING = {"turns": 5, "oil": {"barrels": 1, "men": 1}, "policies": {"fire_fighters": 0, "room": 4}}


def test_a_ram_burns_three_turns() -> None:
    outcome = scripted(play_ram, ram_setup(**BURNING), 1, 8, 6, 6)
    assert (outcome.ending, outcome.turn, outcome.attackers_wounded) == ("destroyed", 3, 0)


def test_the_second_ram_goes_on_where_the_first_burnt() -> None:
    setup = ram_setup(**BURNING, besiegers={"rams": 2})
    outcome = scripted(play_ram, setup, 5, 8, 6, 6, 5, 4)
    assert (outcome.ending, outcome.marks) == ("undecided", 2)


def test_fire_spreads_one_hex_a_turn() -> None:
    setup = ram_setup(**BURNING)
    # turn 1: 0 to 1; turn 2: 0 has no neighbour left, 1 to 2; turn 3: nothing left to roll
    outcome = scripted(play_ram, setup, 1, 8, 7, 7, fire_spread_timing="end-of-turn")
    assert outcome.tallies["spreads"] == 2
    assert (outcome.ending, outcome.turn) == ("destroyed", 3)


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


def test_who_shoots_fire_arrows_and_how() -> None:
    setup = ram_setup(archers={"men": 1, "weapon": "crossbow"})
    assert scripted(play_ram, setup, 1).tallies["fire_arrows"] == 0
    assert scripted(play_ram, setup, 1, 9, fire_arrow_weapons="bows-and-crossbows").tallies["fire_arrows"] == 1
    bow = ram_setup(archers={"men": 1})
    outcome = scripted(play_ram, bow, 1, 7, 6, 10, 6, fire_arrow_to_hit="six-in-ten")
    assert (outcome.tallies["fire_arrows"], outcome.tallies["fires"]) == (2, 1)
    assert scripted(play_ram, ram_setup(archers={"men": 1, "aside": 30}), 1).tallies["fire_arrows"] == 0
    assert scripted(play_ram, ram_setup(archers={"men": 1, "aside": 29}), 1, 9, 9).tallies["fire_arrows"] == 2


def test_oil_on_the_front_man_by_option() -> None:
    setup = ram_setup(**{**BURNING, "turns": 1}, besiegers={"men": 4})
    for die, dead, wounded in ((4, 1, 0), (5, 0, 1), (7, 1, 0), (9, 0, 0)):
        outcome = scripted(play_ram, setup, 1, 8, die, oil_occupants_of_burning_machine="attacked")
        assert (outcome.attackers_dead, outcome.attackers_wounded) == (dead, wounded)


def test_ramming_on_in_the_fire() -> None:
    setup = ram_setup(**{**BURNING, "policies": {"fire_policy": "ram-on", "fire_fighters": 6, "room": 4}})
    dice, later = (1, 8, 1, 6, 1, 6), {"burning_hex_occupants": "wounded-then-dead"}
    letter = by_oracle(play_ram, setup, *dice, readings=LETTER, **later)
    for outcome, wounded in ((scripted(play_ram, setup, *dice, **later), 0), (letter, 1)):
        assert (outcome.ending, outcome.tallies["battering"], outcome.tallies["tries"]) == ("destroyed", 3, 0)
        assert (outcome.attackers_dead, outcome.attackers_wounded) == (1, wounded)


def test_the_man_in_the_fire_is_wounded_in_its_second_turn() -> None:
    for turns, dice, wounded in ((1, (1, 8), 0), (2, (1, 8, 1, 6), 1)):
        policies = {"fire_policy": "ram-on", "fire_fighters": 6, "room": 4}
        setup = ram_setup(**{**BURNING, "turns": turns, "policies": policies})
        outcome = scripted(play_ram, setup, *dice, burning_hex_occupants="wounded-then-dead")
        assert (outcome.attackers_wounded, outcome.attackers_dead) == (wounded, 0)


def test_ramming_on_is_not_possible_when_men_must_leave() -> None:
    setup = ram_setup(**{**BURNING, "turns": 2, "policies": {"fire_policy": "ram-on", "fire_fighters": 1, "room": 4}})
    outcome = scripted(play_ram, setup, 1, 8, 9, 6)
    assert (outcome.tallies["battering"], outcome.tallies["tries"]) == (1, 1)


def test_a_sortie_stops_the_ram_for_a_turn() -> None:
    # two men, 16 : 4, joint, against the ram: 6-1; 10 is A. The crew of three, from the ram, jointly: 24 : 4 is 6-1,
    # the fit man dies; the wounded one is left, 4 : 4, against the ram
    setup = ram_setup(turns=2, sortie={"men": 2})
    outcome = scripted(play_ram, setup, 5, 10, 1, 10)
    assert outcome.events == [
        "T1 battering, die 5 -> D",
        "T1 sortie attacks crew on 6-1, die 10 -> A",
        "T2 crew attack sortie on 6-1, die 1 -> F",
        "T2 sortie attacks crew on 2-1, die 10 -> -",
    ]
    assert (outcome.defenders_dead, outcome.defenders_wounded) == (1, 1)


def test_men_behind_meet_the_sortie_and_the_free_crew_batters() -> None:
    # the sortie never gets odds of 1 to 1, so nobody is engaged
    weak = SERGEANT | {"attack": 3}
    setup = ram_setup(turns=2, besiegers={"men": 4}, sortie={"men": 1, "kind": weak})
    outcome = scripted(play_ram, setup, 1, 1, 5)
    assert outcome.events == [
        "T1 battering, die 1 -> 3C",
        "T2 men behind attack sortie on 2-1, die 1 -> D",
        "T2 battering, die 5 -> D",
    ]


def test_a_stunned_sortie_man_is_struck_first_and_dies_of_a_retreat() -> None:
    game = ram_on_both(ram_setup(besiegers={"men": 4}, sortie={"men": 2}), {}, Dice(2))
    game.sortie_is_out = True
    game.sortie[1].state = "stunned"
    fight_sortie(game)  # 2-1: 2 is C
    assert [man.state for man in game.sortie] == ["fit", "dead"]


def test_a_stunned_man_stops_the_ram_until_he_recovers() -> None:
    # 8 : 4 against the ram: 3-1; 2 is D. Turn 2: no move, no blow, two men fight: 16 : 4 - 1 + 1 = 4-1, nothing
    setup = ram_setup(turns=2, sortie={"men": 1})
    outcome = scripted(play_ram, setup, 1, 2, 10, 10)
    assert outcome.events[1] == "T1 sortie attacks crew on 3-1, die 2 -> D"
    assert outcome.events[2] == "T2 crew attack sortie on 4-1, die 10 -> -"
    assert (outcome.attackers_dead, outcome.attackers_wounded) == (0, 0)


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
    # turn 4: three men stand behind and fight; only by the rules the ram's crew batters
    outcome = scripted(play_ram, setup, *start, 10, 5, 10, attacked_crew="next-turn")
    assert outcome.tallies["battering"] == 2
    assert (
        by_oracle(play_ram, setup, *start, 10, 10, readings=LETTER, attacked_crew="next-turn").tallies["battering"] == 1
    )


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
