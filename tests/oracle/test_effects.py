"""What results do by the tables of effects: how a cell is read, and how it is carried out, also where no shipped table has it."""

import pytest

from cases import cases
from games.hand_worked import on_both
from oracle.effects import Side, carry_out, leaves_burning, read_effect
from oracle.ladder import Assault
from oracle.men import Man
from oracle.rules import read_rules
from oracle.scripted import NO_ATTACK, SERGEANT
from oracle.setups import setup_of
from oracle.volley import play_volley

CASES = cases(__file__)

SHOTS = "effects-missile-foot"


@pytest.mark.parametrize(("effect", "state", "after", "driven"), CASES["test_what_befalls_one_man"])
def test_what_befalls_one_man(effect: str, state: str, after: str, driven: int) -> None:
    man, hexes, buried = Man(SERGEANT, "defender", state), [0], []
    carry_out(read_effect(effect), Side([man], lambda _men, back: hexes.append(back), buried.append))
    assert (man.state, hexes[-1]) == (after, driven)
    assert buried in ([], [[]], [[man]])
    assert ([man] in buried) == (after == "dead")


@pytest.mark.parametrize(("effect", "states", "driven"), CASES["test_of_several_attackers_one_is_hurt_and_all_retreat"])
def test_of_several_attackers_one_is_hurt_and_all_retreat(
    effect: str, states: list[str], driven: list[list[int]]
) -> None:
    men = [Man(SERGEANT, "attacker") for _ in range(2)]
    went: list[list[int]] = []
    attackers = Side(men, lambda able, _hexes: went.append([men.index(man) for man in able]), victim=lambda: men[1])
    carry_out(read_effect(effect), Side([Man(SERGEANT, "defender")]), attackers)
    assert [man.state for man in men] == states
    assert went == driven


@pytest.mark.parametrize(("effect", "state", "after"), CASES["test_what_burning_oil_does_to_a_man_inside"])
def test_what_burning_oil_does_to_a_man_inside(effect: str, state: str, after: str) -> None:
    man = Man(SERGEANT, "besieger", state)

    def leaves(one: Man) -> None:
        one.state = "left stunned"

    leaves_burning(read_effect(effect), man, leaves)
    assert man.state == after


def test_nobody_is_harmed_by_his_own_shot_or_misses_by_harm() -> None:
    # Every shot is B. A miss would be followed by a roll beside friends, who die of a second hit.
    setup = setup_of("worked/volley", {"approach": ["flat_ground x 40"], "friends": {"men": 1}})
    # No table of shots may say that the shooter is harmed: there the oracle plays alone.
    for effect, dead, play in (("attacker:wounded", 0, play_volley), ("nobody", 1, on_both(play_volley))):
        rules = read_rules(options={"missed-shot-rule": "errare-humanum-est"}, cells=[(SHOTS, "B", "value", effect)])
        dice = iter([3, 10, 3, 10] if dead else [3, 3])
        outcome = play(setup, rules, lambda dice=dice: next(dice))
        assert (outcome.measures["friends_dead"], outcome.tallies["hits"]) == (dead, 0)


def test_shots_at_a_ladder_ask_how_far_a_man_retreats() -> None:
    way = ["flat_ground"] * 12
    setup = setup_of(
        "midgame/ladder_fights",
        {
            "approach": way,
            "towers": {"men": 1, "weapon": "crossbow"},
            "defenders": {"on_wall": 0},
            "turns": 3,
            "first": "defenders",
            "policies": NO_ATTACK,
        },
    )

    options = {"carrier-retreat": "falls-back"}

    def hexes_entered(effect: str) -> int:
        game = Assault.begun(setup, read_rules(options=options, cells=[(SHOTS, "A", "value", effect)]), lambda: 6)
        for _ in range(2):
            game.besiegers_turn()
        before = game.ladders[0].distance
        game.defenders_turn()
        return game.ladders[0].distance - before

    assert [hexes_entered(f"target:retreat-{hexes}") for hexes in (1, 2, 4)] == [1, 2, 4]
    assert hexes_entered("nobody") == 0
