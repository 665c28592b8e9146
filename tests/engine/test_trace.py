"""One game told: given dice, too few, impossible ones, and what is printed."""

import pytest

from engine.games import battering, duel, scalar_duel_turn
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.trace import DiceRanOutError, play_trace
from mangonel.errors import MangonelError


def dice_of(game):
    return [event.die for event in game.events if event.die is not None]


def test_given_dice_are_used_in_order():
    game = play_trace(battering(), dice=[4, 5, 10, 1, 7, 9, 3])
    assert (game.ending, game.turn, game.seed) == ("breach", 6, None)
    assert dice_of(game) == [4, 5, 10, 1, 7, 9]
    assert (game.measures, game.tallies) == ({"marks": 4}, {"rolls": 6})


def test_dice_may_be_a_function_of_their_sides():
    asked = []

    def largest(sides):
        asked.append(sides)
        return sides

    game = play_trace(duel(), dice=largest)
    assert dice_of(game) == asked
    assert len(set(asked)) > 1
    assert game.seed is None


def test_a_game_in_the_words_of_the_rolls():
    game = play_trace(duel(1), dice=[6, 3, 5, 2])
    assert list(game.lines()) == [
        "Turn 1",
        "  shots",
        "    shot, die 6 -> hit",
        "    pierces, die 3 -> pierces",
        "    shot, die 5 -> hit",
        "    pierces, die 2 -> -",
        "Ending: undecided (turn 1, the last)",
        "  left: 2",
        "  right: 1",
        "  shots: 2",
        "  shots that hurt or kill: 2",
    ]


def test_notes_count_things_in_the_right_number():
    def march(s, dice):
        s.away -= 1
        dice.note("{:hex} to go, camp {}", s.away > 0, s.away, s.turn + s.away)

    game = play_trace(PlaySequence("march", [Column("away", 3, 3)], [Phase("march", march)], (), turns=3))
    assert [event.text for event in game.events] == ["2 hexes to go, camp 3", "1 hex to go, camp 3"]


def test_the_ending_is_told_in_words_and_kept_as_an_id():
    def give_up(s, _dice):
        s.ending = 1

    game = play_trace(PlaySequence("siege", [Column("days", 1)], [Phase("evening", give_up)], ("given_up",), turns=1))
    assert game.ending == "given_up"
    assert list(game.lines()) == ["Ending: given up (turn 1)"]


@pytest.mark.parametrize("seed", range(25))
def test_traced_games_are_the_scalar_game(seed):
    game = play_trace(duel(), seed=seed)
    left, position, shots, hits = dice_of(game), (2, 2, 0), 0, 0
    turn = ending = 0
    while turn < 6 and not ending:
        turn += 1
        ending, position, more_shots, more_hits = scalar_duel_turn(position, lambda _sides: left.pop(0))
        shots, hits = shots + more_shots, hits + more_hits
    assert left == []
    assert (game.turn, game.seed) == (turn, seed)
    assert game.ending == ("undecided", "left falls", "right falls", "fled")[ending]
    assert game.measures == {"left": position[0], "right": position[1]}
    assert game.tallies == {"shots": shots, "hits": hits}


def test_the_same_seed_tells_the_same_game():
    assert play_trace(duel(), seed=3) == play_trace(duel(), seed=3)
    assert len({tuple(dice_of(play_trace(duel(), seed=seed))) for seed in range(10)}) == 10


def test_too_few_dice():
    with pytest.raises(DiceRanOutError, match="the given dice ran out in turn 3, batter") as caught:
        play_trace(battering(), dice=[5, 5])
    assert [event.die for event in caught.value.events] == [5, 5]


@pytest.mark.parametrize("die", [0, 11, -1])
def test_a_die_that_is_not_on_the_die(die):
    with pytest.raises(MangonelError, match=f"a die of {die} was given for a die with 10 sides in turn 2"):
        play_trace(battering(), dice=[5, die])


def test_a_die_too_large_for_a_smaller_die():
    with pytest.raises(MangonelError, match="a die of 7 was given for a die with 6 sides"):
        play_trace(duel(), dice=[7])


def test_stopping_early_says_so():
    game = play_trace(battering(), dice=[5, 5, 5, 5], turns=3)
    assert (game.ending, game.turn, game.measures["marks"]) == ("stopped", 3, 3)
    assert play_trace(battering(2), dice=[5] * 9, turns=9).turn == 2
