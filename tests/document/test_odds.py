"""Answers of ``mangonel odds`` in other languages."""

import re

import pytest

import mangonel as mg
from mangonel.cli.main import main
from mangonel.document.rolls import answers_told
from mangonel.document.text import plain
from rules.words.marking import left_over, marked

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
