"""Lines of a terminal: no word is broken, and answers of mangonel odds in other languages."""

import re
from dataclasses import replace

import pytest

import mangonel as mg
from mangonel.document.html import fragment
from mangonel.document.rolls import answers_told
from mangonel.document.text import plain
from mangonel.document.wording import bar
from mangonel.paper.blocks import Paragraph, Table
from rules.words.marking import left_over, marked, said_in


def test_sentences_are_broken_between_words_and_numbers_keep_their_sign():
    text = plain((Paragraph("a policies.attack_from=12-1+ b 61\N{NO-BREAK SPACE}% c"),), width=24)
    assert text.splitlines() == ["a", "policies.attack_from=12-1+", "b 61 % c"]


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
    told = said_in(marked(), answers_told, ASKED[name]().answers, 10_000, everything=True)
    for line in plain(told, width=10_000).splitlines():
        # The first lines are titles; results stand as printed.
        if "[" not in line:
            assert left_over(IDS.sub(" ", line)) == [], line


def test_rule_sets_of_one_id_keep_their_own_meanings():
    rules = mg.load_rules("siege"), replace(mg.load_rules("croisades"), id="siege")
    shots = [mg.odds.missile("shortbow", distance=10, mounted=True, rules=each).answers[0] for each in rules]
    texts = [cell for block in answers_told(shots) if isinstance(block, Table) for row in block.rows for cell in row]
    assert any(all(f"siege {each.digest}: " in text for each in rules) for text in texts)


def test_dice_that_are_rolled_besides_are_told_in_a_language(told):
    out = told("odds", "rally", "--quality", 5, "--trials", 1000, "--lang", "es", "--all")
    assert "0-5 se reagrupa, 6-9 -" in out
    assert "1.000 tiradas, semilla 0" in out
    assert re.search(r"salió +se reagrupa [\d,]+ % \([\d,]+ a [\d,]+\), - [\d,]+ %", out)
