"""Lines of a terminal: no word is broken, and answers of mangonel odds in other languages."""

import re

import pytest

import mangonel as mg
from mangonel.cli.main import main
from mangonel.document.html import fragment
from mangonel.document.rolls import answers_told
from mangonel.document.text import plain
from mangonel.document.wording import bar
from mangonel.paper.blocks import Paragraph, Table
from rules.words.marking import left_over, marked


def test_sentences_are_broken_between_words_and_numbers_keep_their_sign():
    text = plain((Paragraph("a policies.attack_from=12-1+ b 61\N{NO-BREAK SPACE}% c"),), width=24)
    assert text.splitlines() == ["a", "policies.attack_from=12-1+", "b 61 % c"]


def test_a_table_that_fits():
    table = Table("", ("", "chance", "type"), (("won", "61.28 %", "a=b"), ("lost", "1 %", "")), text=(0, 2))
    assert plain((table,), width=44).splitlines() == [
        "         chance  type",
        "  " + "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * 19,
        "  won   61.28 %  a=b",
        "  lost      1 %",
    ]


def test_what_is_copied_stands_below_where_the_words_have_no_room():
    name = "who takes a wound when several fight one man: wounded men first"
    table = Table(
        "", ("", "n", "type"), ((name, "1.25", "policies.attackers.wound=wounded"), ("as it is", "2", "")), text=(0, 2)
    )
    lines = plain((table,), width=60).splitlines()
    assert max(map(len, lines)) <= 60
    assert lines[2:] == [
        "  who takes a wound when several fight one man:         1.25",
        "  wounded men first",
        "      type policies.attackers.wound=wounded",
        "  as it is                                                 2",
    ]
    # Where a name takes two lines at most they stay side by side.
    assert plain((table,), width=90).splitlines()[0].split() == ["n", "type"]


def test_many_numbers_stand_in_parts_with_the_names_of_the_rows():
    table = Table("", ("x", *map(str, range(9))), (("first", *["10.00 %"] * 9),))
    lines = plain((table,), width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert sum(line.startswith("  first") for line in lines) == 3
    assert sum(line.count("10.00 %") for line in lines) == 9


def test_one_renderer_knows_words_numbers_and_bars():
    rows = (("a", bar(0.5), "50 %"), ("b", bar(0.25), "25 %"))
    shown = fragment((Table("", ("", "", "chance"), rows),))
    assert '<th scope="row">a</th><td class="bar">' in shown
    assert '<td class="n">50 %</td>' in shown


def test_bars_are_as_long_as_what_they_stand_for():
    assert {len(bar(share)) for share in (0.0, 1e-9, 0.3, 1.0)} == {20}
    assert bar(0.0).strip() == ""
    assert bar(1e-9).strip() != ""
    assert bar(0.5).rstrip() == "\N{FULL BLOCK}" * 10
    assert bar(1.0) == "\N{FULL BLOCK}" * 20


BOTH = ["siege", "croisades"]
ASKED = {
    "melee": lambda: mg.odds.melee(8, 3, terrain="ladder", against="battlement", rules=BOTH),
    "many": lambda: mg.odds.melee((40, 20), 3, mounted=True),
    "missile": lambda: mg.odds.missile("longbow", 40, terrain="battlement", wounded=True, rules=BOTH),
    "near": lambda: mg.odds.missile("shortbow", 5),
    "topple": lambda: mg.odds.topple(tries=3),
    "batter": lambda: mg.odds.batter(9, ram=True, target="keep"),
    "fire": lambda: mg.odds.fire("arrow", "ram"),
    "oil": mg.odds.oil,
    "rally": lambda: mg.odds.rally(5, routed=True, bonus=(1,), movement=4),
    "reaction": lambda: mg.odds.reaction_charge(5),
    "initiative": lambda: mg.odds.initiative(leader_a=(2,), leader_b=(2,)),
    "states": lambda: mg.odds.states(("routed_fresh", "organised_fresh"), "D+R"),
    "victory": lambda: mg.odds.victory("christians", eliminated=("Ch",)),
}
# Tables go by their ids, by which they are asked for; so do their columns, which are printed so.
IDS = re.compile(
    r"\b(?:melee|missile|ladder|fire|oil|reaction|leader)(?:[-_][a-z_]+)*\b|\b(?:heavy|siege|croisades|battering)\b"
)


@pytest.mark.parametrize("name", ASKED)
def test_every_word_is_from_the_file_of_the_language(name):
    told = answers_told(ASKED[name]().answers, 10_000, marked(), everything=True)
    for line in plain(told, width=10_000).splitlines():
        # The first lines are titles; results stand as printed.
        if "[" not in line:
            assert left_over(IDS.sub(" ", line)) == [], line


def test_dice_that_are_rolled_besides_are_told_in_a_language(capsys):
    assert main(["odds", "rally", "--quality", "5", "--trials", "1000", "--lang", "es", "--all"]) == 0
    out = capsys.readouterr().out
    assert "0-5 se reagrupa, 6-9 -" in out
    assert "1.000 tiradas, semilla 0" in out
    assert re.search(r"salió +se reagrupa [\d,]+ % \([\d,]+ a [\d,]+\), - [\d,]+ %", out)


def test_the_faces_stand_with_their_results():
    assert "1 D, 2-3 C, 4-5 B, 6 A, 7-10 -" in mg.odds.melee(8, 3).summary(everything=True)
    faces, results = mg.odds.melee(8, 3).summary().splitlines()[6:8]
    assert dict(zip(faces.split(), results.split(), strict=True)) == dict(
        zip(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], "DCCBBA----", strict=True)
    )
    # Results are words there: the strip has no room.
    assert "0-5 rallies, 6-9 -" in mg.odds.rally(5).summary()


def test_a_terminal_shows_the_answer_once_and_in_colour():
    answers = mg.odds.melee(8, 3).answers
    brief, painted = (plain(answers_told(answers, colour=colour)) for colour in (False, True))
    assert len(brief.splitlines()) == 16
    assert not re.search(r"melee-foot|1/10|in short|\[", brief)
    assert re.sub(r" *\x1b\[[0-9;]*m *", " ", painted).split() == brief.split()
    assert len(set(re.findall(r"48;5;\d+", painted))) == 5
