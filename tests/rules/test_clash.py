"""A game with other dice: from 0, in pairs, on bands, with a cap, for both sides at once. Odds are worked by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from cases import cases
from mangonel.document.rule_sets import table_told
from mangonel.document.text import plain
from mangonel.errors import DataError, UnknownCellError
from mangonel.rules.change import CellChange
from mangonel.rules.dice import Die
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import Joint, Modifier, Situation
from mangonel.rules.table import CellsIf
from mangonel.rules.table_files import load_table
from mangonel.rules.words import in_words
from rules.made_clash import CLASH, written

CASES = cases(__file__)


@pytest.fixture
def game(tmp_path):
    return load_rules(written(tmp_path))


@pytest.fixture
def read(game):
    return game.replaced(options={"stain": "retreat"})


def clash(rules, *values, column="defenders"):
    return Situation(rules.table("clash"), column, modifiers=tuple(Modifier(f"reason {n}", n) for n in values))


def test_zero_is_zero_and_bands_hold_what_lies_in_them(read):
    fight = clash(read)
    assert fight.faces == tuple(range(10))
    # 0; 1, 2, 3; 4; 5 to 9.
    assert fight.outcomes() == ("-", "R", "R", "R", "-", "D+R", "D+R", "D+R", "D+R", "D+R")
    assert fight.odds() == {"R": Fraction(3, 10), "D+R": Fraction(1, 2), "-": Fraction(1, 5)}
    for wrong in (-1, 10, (3, 4)):
        with pytest.raises(DataError, match="a d10 has no such face"):
            fight.outcome(wrong)


def test_modifiers_count_up_to_the_limit_and_not_beyond(read):
    assert clash(read, 2, 2).odds() == clash(read, 3).odds()
    assert clash(read, -2, -5, 1).odds() == clash(read, -3).odds()
    # 0 to 9 and -3: -3, -2, -1, 0 / 1, 2, 3 / 4 / 5, 6.
    assert clash(read, -9).odds() == {"R": Fraction(3, 10), "D+R": Fraction(1, 5), "-": Fraction(1, 2)}
    # First added up, then limited: 5 - 3 is 2 and not 0.
    assert clash(read, 5, -3).odds() == clash(read, 2).odds()


def test_a_throw_is_told_with_its_reasons_and_its_cap(read):
    assert clash(read).explain(7) == "die 7, row 5..12, defenders -> D+R (disordered and retreat)"
    assert clash(read, 2).explain(0) == "die 0, +2 reason 2 = 2, row 1..3, defenders -> R (retreat)"
    assert clash(read, 4, 1).explain(1) == (
        "die 1, +4 reason 4, +1 reason 1, +5 in all counts as +3 = 4, row 4, defenders -> - (stand)"
    )


def test_one_throw_gives_a_result_to_each_side(read):
    both = Joint(clash(read, -1), ("attackers", "defenders"))
    # -1, 0 / 1, 2, 3 / 4 / 5, 6, 7, 8.
    assert both.odds() == {
        ("D+R", "-"): Fraction(1, 5),
        ("R", "R"): Fraction(3, 10),
        ("-", "-"): Fraction(1, 10),
        ("-", "D+R"): Fraction(2, 5),
    }
    assert both.explain(3) == "die 3, -1 reason -1 = 2, row 1..3 -> attackers: R (retreat), defenders: R (retreat)"
    with pytest.raises(DataError, match="no such column"):
        Joint(clash(read), ("attackers", "referees"))


def test_two_dice_are_added_up_and_told_as_two(game):
    draw = Situation(game.table("draw"), "first")
    assert len(draw.faces) == 36
    # 2, 3, 4: 1 + 2 + 3 ways of 36; 10, 11, 12 the same.
    assert draw.odds() == {"late": Fraction(1, 6), "early": Fraction(1, 6), "-": Fraction(2, 3)}
    assert draw.explain((5, 6)) == "dice 5+6 = 11, row 10..12 -> early (moves first)"
    leader = Situation(game.table("draw"), "first", modifiers=(Modifier("leader", 1),))
    # 9 and more: 4 + 3 + 2 + 1.
    assert leader.odds()["early"] == Fraction(10, 36)
    assert leader.explain((4, 5)) == "dice 4+5, +1 leader = 10, row 10..12 -> early (moves first)"
    with pytest.raises(DataError, match="2d6 has no such face"):
        draw.outcome(11)


def test_a_lost_cell_says_why_and_which_option_fills_it(game, read):
    with pytest.raises(
        UnknownCellError, match=r"unknown \(a stain\); the option stain = retreat fills it, and an over"
    ):
        clash(game).odds()
    # Nothing is lost where nobody gets to.
    assert clash(game, column="attackers").odds()["-"] == Fraction(6, 10)
    assert clash(read).outcome(2) == "R"
    assert game.tables["clash"].printed("1..3", "defenders") == "?"


def test_who_changes_a_cell_has_the_last_word_on_it(game, read):
    change = CellChange("clash", "1..3", "defenders", "D+R")
    for rules in (game, read):
        assert clash(rules.replaced(cells=[change])).outcome(2) == "D+R"


def test_the_options_of_cells_are_noted_when_the_table_is_asked_for(game):
    from mangonel.rules.ruleset import Asked

    asked = Asked()
    game.noting(asked).table("clash")
    assert list(asked.options) == ["stain"]


@pytest.mark.parametrize(
    "change",
    [
        {"zero": False},
        {"dice": 2},
        {"limit": (-3, 2)},
        {"limit": None},
        {"cells_if": ()},
        {"cells_if": (CellsIf("stain", "none", {"1..3.defenders": "R"}),)},
        {"cells_if": (CellsIf("stain", "retreat", {"1..3.defenders": "D+R"}),)},
    ],
    ids=str,
)
def test_dice_limits_and_readings_are_in_the_digest(read, change):
    turned = {**read.tables, "clash": replace(read.tables["clash"], **change)}
    assert replace(read, tables={**read.tables}).digest == read.digest
    assert replace(read, tables=turned).digest != read.digest


def test_a_table_is_printed_with_its_dice(game):
    lines = [line.strip() for line in plain(table_told(game.table("clash"), in_words(None))).splitlines()]
    assert lines[1].split() == ["1d10", "attackers", "defenders"]
    assert "The die counts from 0 to 9." in lines
    assert "All modifiers together count as -3 to +3." in lines
    assert plain(table_told(game.table("draw"), in_words(None))).splitlines()[1].split() == ["2d6", "first"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    CASES["test_a_wrong_table_is_refused"],
)
def test_a_wrong_table_is_refused(tmp_path, before, after, words):
    text = CLASH.replace(before, after) if ".defenders" not in before else after.join(CLASH.rsplit(before, 1))
    assert text != CLASH
    file = tmp_path / "clash.toml"
    file.write_text(text)
    with pytest.raises(DataError) as caught:
        load_table(file)
    assert all(word in str(caught.value) for word in words), caught.value


@pytest.mark.parametrize(("key", "wrong"), [("option", "stein"), ("value", "retreet")])
def test_a_reading_names_an_option_that_there_is(tmp_path, key, wrong):
    right = {"option": "stain", "value": "retreat"}[key]
    file = written(tmp_path, clash=CLASH.replace(f'{key} = "{right}"', f'{key} = "{wrong}"'))
    with pytest.raises(DataError, match=rf"cells_if.1.{key}: unknown {key}.*did you mean '{right}'"):
        load_rules(file)


@pytest.mark.parametrize("die", [Die(10), Die(10, zero=True), Die(6, 2), Die(4, 3, zero=True)], ids=str)
def test_every_throw_has_its_place_and_is_read_as_it_is_written(die):
    for place, throw in enumerate(die.throws):
        assert die.place(throw) == place
        assert die.read(die.shown(throw)) == throw
        assert die.total(throw) in die.totals
    assert {die.total(throw) for throw in die.throws} == set(die.totals)


@pytest.mark.parametrize(
    ("die", "word", "text"),
    [
        (Die(10), "11", r"from 1 to 10 \(or 0 for 10\): '11'"),
        (Die(10, zero=True), "10", "from 0 to 9: '10'"),
        (Die(6), "0", "from 1 to 6: '0'"),
        (Die(6, 2), "11", r"2 dice are whole numbers from 1 to 6 joined by \+, such as 6\+6: '11'"),
        (Die(6, 2), "5+7", "5.7"),
        (Die(6), "5+1", "a die is a whole number from 1 to 6"),
        (Die(6), "\u0663", "a die is a whole number from 1 to 6"),
    ],
)
def test_what_no_die_shows_is_refused(die, word, text):
    with pytest.raises(DataError, match=text):
        die.read(word)


def test_a_ten_sided_die_shows_0_for_its_10():
    assert Die(10).read("0") == 10
    assert Die(10, zero=True).read("0") == 0
    assert Die(10, 2).read("0+3") == (10, 3)
