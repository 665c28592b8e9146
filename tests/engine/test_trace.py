"""One game told: dice given or seeded, dice of several kinds, and dice that do not fit."""

from dataclasses import replace

import pytest

from cases import cases
from engine.games import battering, duel
from mangonel.engine.exact import chain_of
from mangonel.engine.notes import counted
from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll, cached
from mangonel.engine.run import run
from mangonel.engine.trace import DiceRanOutError, play_trace
from mangonel.errors import DataError, MangonelError, SequenceError
from mangonel.rules.dice import Die
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import Modifier, Situation
from mangonel.rules.words import PhraseBook, locale_names
from rules.made_clash import written
from rules.words.marking import said_in

CASES = cases(__file__)


FIRST = Roll.at_least("initiative", Die(6, 2), 10)
RALLY = Roll.of("rally", ["rallied"] * 6 + ["-"] * 4, Die(10, zero=True))


def drill(turns=1):
    def muster(s, dice):
        if dice.roll(FIRST) == "initiative":
            s.ending = 1 if dice.roll(RALLY) == "rallied" else 2

    return Process("drill", [], [Phase("muster", muster)], ("rallied", "lost"), turns)


def dice_of(game):
    return [event.die for event in game.events if event.die is not None]


def test_given_dice_are_used_in_order():
    game = play_trace(battering(), dice=[4, 5, 10, 1, 7, 9, 3])
    assert (game.ending, game.turn, game.seed) == ("breach", 6, None)
    assert dice_of(game) == [4, 5, 10, 1, 7, 9]
    assert (game.measures, game.tallies) == ({"marks": 4}, {"rolls": 6})


def test_a_game_in_the_words_of_the_rolls():
    game = play_trace(replace(duel(2, 1), unit="day"), dice=[3, 2])
    assert list(game.lines()) == CASES["test_a_game_in_the_words_of_the_rolls"]


def test_notes_count_things_in_the_right_number():
    def march(s, dice):
        s.away -= 1
        if s.away > 0:
            dice.note("{:hex} to go, camp {}", s.away, s.turn + s.away)

    game = play_trace(Process("march", [Column("away", 3, 3)], [Phase("march", march)], (), 3))
    assert [event.text for event in game.events] == ["2 hexes to go, camp 3", "1 hex to go, camp 3"]


def test_who_rolls_is_named_by_the_phase_where_several_do_the_same():
    hit = Roll.at_least("hit", 6, 5)

    def shoot(s, dice):
        dice.note("{who} aims at {:man}", s.men)
        s.men -= dice.roll(hit) == "hit"
        dice.roll(hit, who="the other")

    phases = [Phase(f"shot {number}", shoot, f"archer {number}") for number in (1, 2)]
    game = Process("volley", [Column("men", 9, 9)], phases, (), 1)
    told = [event.text for event in play_trace(game, dice=[5, 1, 2, 1]).events]
    assert [text.partition(",")[0] for text in told] == [
        *("archer 1 aims at 9 men", "archer 1: hit", "the other: hit"),
        *("archer 2 aims at 8 men", "archer 2: hit", "the other: hit"),
    ]
    tables = chain_of(game).tables
    assert tables[0] is tables[1]


def test_the_ending_is_told_in_words_and_kept_as_an_id():
    def give_up(s, dice):
        s.ending = 1

    game = play_trace(Process("siege", [], [Phase("evening", give_up)], ("given_up",), 1))
    assert game.ending == "given_up"
    assert list(game.lines()) == ["Ending: given up (turn 1)"]


def test_the_same_seed_tells_the_same_game():
    assert play_trace(duel(), seed=3) == play_trace(duel(), seed=3)
    assert len({tuple(dice_of(play_trace(duel(), seed=seed))) for seed in range(10)}) == 10
    assert play_trace(duel(), seed=3).seed == 3


def test_too_few_dice():
    with pytest.raises(DiceRanOutError, match="the given dice ran out in turn 3, batter") as caught:
        play_trace(battering(), dice=[5, 5])
    assert [event.die for event in caught.value.events] == [5, 5]


@pytest.mark.parametrize("die", [0, 11, -1])
def test_a_number_that_is_not_on_the_die(die):
    with pytest.raises(MangonelError, match=f"a die of {die} was given for a die with 10 sides in turn 2"):
        play_trace(battering(), dice=[5, die])


def test_stopping_early_says_so():
    game = play_trace(battering(), dice=[5, 5, 5, 5], turns=3)
    assert (game.ending, game.turn, game.measures["marks"]) == ("stopped", 3, 3)
    assert play_trace(battering(2), dice=[5] * 9, turns=9).turn == 2


def test_the_engines_know_how_often_such_dice_fall():
    # 10, 11 and 12 come in 3 + 2 + 1 of 36 ways, 0 to 5 in 6 of 10.
    exact = run(drill(), engine="exact")
    assert exact.probability("rallied").value == pytest.approx(1 / 6 * 6 / 10, abs=1e-15)
    assert exact.probability("lost").value == pytest.approx(1 / 6 * 4 / 10, abs=1e-15)


def test_dice_are_given_and_told_as_they_show():
    game = play_trace(drill(), dice=[(5, 6), 0])
    assert [(event.die, event.text) for event in game.events] == [
        ((5, 6), "initiative, dice 5+6 -> initiative"),
        (0, "rally, die 0 -> rallied"),
    ]
    assert play_trace(drill(), dice=["5+6", "0"]) == game
    assert play_trace(drill(), dice=["4+6", "6"]).ending == "lost"
    assert play_trace(drill(), dice=["3+6"]).ending == "undecided"


def test_a_function_throws_each_die():
    asked = []

    def largest(sides):
        asked.append(sides)
        return sides

    assert dice_of(play_trace(drill(), dice=largest)) == [(6, 6), 9]
    assert asked == [6, 6, 10]


@pytest.mark.parametrize(
    ("dice", "error", "text"),
    [
        ([11], MangonelError, "dice of 11 were given for 2d6 in turn 1"),
        ([(0, 6)], MangonelError, r"dice of 0\+6 were given for 2d6"),
        ([(5, 6), 10], MangonelError, "a die of 10 was given for a die with 10 sides that counts from 0 in turn 1"),
        (["11"], DataError, "2 dice are whole numbers from 1 to 6"),
        (["5+6", "10"], DataError, "a die is a whole number from 0 to 9: '10'"),
        ([(5, 6)], DiceRanOutError, "ran out in turn 1, muster"),
    ],
)
def test_dice_that_do_not_fit_are_refused(dice, error, text):
    with pytest.raises(error, match=text):
        play_trace(drill(), dice=dice)


def test_a_roll_has_an_outcome_for_every_throw():
    with pytest.raises(SequenceError, match="2d6 falls in 36 ways, not 11"):
        Roll.of("initiative", ["-"] * 11, Die(6, 2))
    roll = Roll.at_least("hit", 10, 7)
    assert roll.chances == {"-": 0.6, "hit": 0.4}
    assert (roll.told(6), roll.told(7)) == ("die 6 -> -", "die 7 -> hit")


class Clash:
    """Two lines clash until one is disordered: a roll on a table, looked up by its situation."""

    def __init__(self, folder):
        self.rules = load_rules(written(folder)).replaced(options={"stain": "retreat"})

    @cached
    def roll(self, bonus):
        modifiers = (Modifier("leader", 2 + bonus),)
        return Roll.on(Situation(self.rules.table("clash"), "attackers", modifiers=modifiers), against="the hill")

    def process(self):
        def meet(s, dice):
            s.seen = self.roll(3).outcomes.index(dice.roll(self.roll(3), who="the vanguard"))

        return Process(
            "clash", [Column("seen", 9)], [Phase("clash", meet)], (), 1, (Measure("seen", 9, lambda s: s.seen),)
        )


def test_a_roll_on_a_table_is_the_situation_of_the_odds(tmp_path):
    game = Clash(tmp_path)
    situation = Situation(game.rules.table("clash"), "attackers", modifiers=(Modifier("leader", 5),))
    result = run(game.process(), engine="exact")
    for letter, chance in situation.odds().items():
        code = game.roll(3).outcomes.index(letter)
        there = result.weights[result.column("seen") == code].sum()
        assert there == pytest.approx(float(chance), abs=1e-15)
    told = play_trace(game.process(), dice=[1]).events[0].text
    assert told.startswith(
        "the vanguard: clash, the hill: die 1, +5 leader, +5 in all counts as +3 = 4, row 4, attackers -> "
    )


@pytest.mark.parametrize("language", [name for name in locale_names() if name != "en"])
def test_dice_bands_and_caps_are_told_in_every_language(language):
    book = said_in(language, PhraseBook)
    for text in ("dice 5+6", "row 5..12", "row -3..0", "die 1, +5 in all counts as +3 = 4, row 4"):
        told = book.told(text)
        assert told is not None, text
        assert told != text


@pytest.mark.parametrize(("number", "one", "words"), CASES["test_numbers_of_things_have_their_plural"])
def test_numbers_of_things_have_their_plural(number, one, words):
    assert counted(number, one) == words
