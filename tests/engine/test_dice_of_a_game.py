"""Rolls of dice that count from 0 or are thrown in pairs: exact, sampled, told and given. Odds are worked by hand."""

import pytest

from mangonel import Die, PlaySequence, Roll, play_trace, run
from mangonel.engine.sequence import Phase
from mangonel.engine.trace import DiceRanOutError
from mangonel.errors import DataError, MangonelError, SequenceError
from mangonel.locales import load_locale, locale_names
from mangonel.rules.loading import load_rules
from mangonel.tables.joint import Joint
from mangonel.tables.situation import Modifier, Situation
from tables.made_clash import written

FIRST = Roll.at_least("initiative", Die(6, 2), 10)
RALLY = Roll.of("rally", ("-", "rallied"), [["rallied"] * 6 + ["-"] * 4], thrown=Die(10, zero=True))


def turn(s, dice):
    first = dice.roll(FIRST, s.ending == 0) == 1
    rallied = dice.roll(RALLY, first) == 1
    s.ending += first * (2 - rallied)


def drill(turns=1):
    return PlaySequence("drill", [], [Phase("muster", turn)], ("rallied", "lost"), turns=turns)


def test_the_engines_know_how_often_dice_fall_so():
    # 10, 11 and 12 come in 3 + 2 + 1 of 36 ways, 0 to 5 in 6 of 10.
    exact = run(drill(), engine="exact")
    assert exact.probability("rallied").value == pytest.approx(1 / 6 * 6 / 10, abs=1e-15)
    assert exact.probability("lost").value == pytest.approx(1 / 6 * 4 / 10, abs=1e-15)
    for engine in ("counts", "monte-carlo"):
        found = run(drill(), engine=engine, trials=40_000, seed=5).probability("rallied")
        # Five standard errors of so many independent trials.
        assert abs(found.value - 0.1) < 5 * (0.1 * 0.9 / 40_000) ** 0.5


def test_dice_are_given_and_told_as_they_show():
    game = play_trace(drill(), dice=[(5, 6), 0])
    assert [(event.die, event.text) for event in game.events] == [
        ((5, 6), "initiative, dice 5+6 -> initiative"),
        (0, "rally, die 0 -> rallied"),
    ]
    assert game.ending == "rallied"
    assert play_trace(drill(), dice=["5+6", "0"]) == game
    assert play_trace(drill(), dice=["4+6", "6"]).ending == "lost"
    assert play_trace(drill(), dice=["3+6"]).ending == "undecided"


def test_a_function_throws_each_die():
    asked = []

    def largest(sides):
        asked.append(sides)
        return sides

    game = play_trace(drill(), dice=largest)
    assert asked == [6, 6, 10]
    assert [event.die for event in game.events] == [(6, 6), 9]


def test_seeded_dice_show_every_face():
    games = [play_trace(drill(200), seed=seed) for seed in range(60)]
    pairs = {event.die for game in games for event in game.events if isinstance(event.die, tuple)}
    assert pairs == set(Die(6, 2).throws)
    assert {event.die for game in games for event in game.events if isinstance(event.die, int)} == set(range(10))


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
        Roll.of("initiative", ("-",), [["-"] * 11], thrown=Die(6, 2))
    with pytest.raises(SequenceError, match="a die has 1 to 256 sides, not 400"):
        Roll.at_least("much", Die(20, 2), 30)


def clash(folder):
    """Two lines clash until one is disordered: a roll made of situations, told by them."""
    rules = load_rules(written(folder)).replaced(options={"stain": "retreat"})
    both = Joint(
        Situation(rules.table("clash"), "attackers", modifiers=(Modifier("leader", 5),)), ("attackers", "defenders")
    )
    names = tuple("/".join(pair) for pair in dict.fromkeys((("-", "-"), *both.outcomes())))
    faces = ["/".join(pair) for pair in both.outcomes()]
    roll = Roll.of("clash", names, [faces], lambda _place, die: both.explain(die), rules.table("clash").thrown)

    def meet(s, dice):
        s.ending += dice.roll(roll, s.ending == 0) == names.index("-/D+R")

    return PlaySequence("clash", [], [Phase("clash", meet)], ("broken",), turns=2)


def test_a_table_of_ones_own_is_played_as_it_is_asked(tmp_path):
    game = clash(tmp_path)
    # +5 counts as +3: 2 and more of 0 to 9 lead to 5..12.
    assert run(game, engine="exact").probability("broken", by_turn=1).value == pytest.approx(0.8, abs=1e-15)
    assert run(game, engine="exact").probability("broken").value == pytest.approx(0.96, abs=1e-15)
    told = play_trace(game, dice=[1, 2])
    assert told.events[0].text == (
        "clash, die 1, +5 leader, +5 in all counts as +3 = 4, row 4 -> attackers: - (stand), defenders: - (stand)"
    )
    assert told.ending == "broken"


@pytest.mark.parametrize("language", [name for name in locale_names() if name != "en"])
def test_dice_bands_and_caps_are_told_in_every_language(language):
    from mangonel.locales import PhraseBook

    book = PhraseBook(load_locale(language))
    for text in ("dice 5+6", "row 5..12", "row -3..0", "die 1, +5 in all counts as +3 = 4, row 4"):
        told = book.told(text)
        assert told is not None, text
        assert told != text
