"""What a rule set was asked, and what it answers."""

import pytest

from mangonel.errors import DataError
from mangonel.games.cryhavoc.ground import terrain_sign
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.rules.change import Addition, CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked

SIEGE = load_rules("siege")


def noted(question, rules=SIEGE):
    asked = Asked()
    question(rules.noting(asked))
    return asked


def test_noting_makes_no_other_rule_set():
    asked = Asked()
    noting = SIEGE.noting(asked)
    assert (noting, hash(noting), noting.digest) == (SIEGE, hash(SIEGE), SIEGE.digest)
    assert noting.table("melee-foot") == SIEGE.table("melee-foot")
    assert SIEGE.asked is None
    assert SIEGE.table("melee-foot").told is None
    assert "asked" not in repr(noting)
    assert "told" not in repr(noting.table("breach"))


def test_every_question_is_noted_once_in_the_order_asked():
    def question(rules):
        assert rules.number("inner-wall-d-count") == 4
        assert rules.choice("shift-order") == "sum"
        assert rules.number("inner-wall-d-count") == 4
        assert rules.table("breach").number("outer_wall") == 4
        assert rules.table("terrain")["scrub", "foot"] == "2"
        assert rules.table("missile-foot").offset("crossbow") == 2
        assert rules.is_base("rubble-sign")
        assert rules.added("terrain") == ()
        assert not rules.has_table("effects-battering")

    asked = noted(question)
    assert list(asked.options) == ["inner-wall-d-count", "shift-order", "rubble-sign"]
    assert list(asked.cells) == [
        ("breach", "outer_wall", "value"),
        ("terrain", "scrub", "foot"),
        ("missile-foot", "crossbow", "row_offset"),
    ]
    assert list(asked.tables) == ["breach", "terrain", "missile-foot", "effects-battering"]
    assert list(asked.additions) == [("terrain", "row")]


def test_a_cell_that_is_not_there_is_not_noted():
    asked = Asked()
    table = SIEGE.noting(asked).table("terrain")
    for row, column in (("swamp", "foot"), ("scrub", "wheels")):
        with pytest.raises(DataError):
            table.cell(row, column)
    with pytest.raises(DataError, match="unknown weapon: 'sling'"):
        SIEGE.noting(asked).table("missile-foot").offset("sling")
    assert not asked.cells


def test_odds_read_the_faces_of_one_column():
    asked = noted(lambda rules: melee_situation(rules, attack=24, defence=7).odds())
    read = {cell for cell in asked.cells if cell[0] == "melee-foot"}
    assert read == {("melee-foot", str(face), "3-1") for face in range(1, 11)}
    assert {("terrain-shift", "0", "0"), ("terrain", "flat_ground", "sign")} <= set(asked.cells)


@pytest.mark.parametrize(
    ("change", "apart"),
    [
        ({"cells": [CellChange("melee-foot", "3", "3-1", "F")]}, True),
        ({"cells": [CellChange("melee-foot", "3", "4-1", "F")]}, False),
        ({"cells": [CellChange("terrain", "flat_ground", "sign", "+")]}, True),
        ({"cells": [CellChange("terrain", "scrub", "sign", "+")]}, False),
        ({"options": {"shift-order": "one-after-another"}}, True),
        ({"options": {"ram-rate": "every-second-turn"}}, False),
        ({"additions": [Addition("melee-foot", "column", "3-2", tuple("CCCBBA----"))]}, True),
        ({"additions": [Addition("ranges-base", "row", "sling", ("1-9", "10-19", "20-29"))]}, False),
    ],
)
def test_what_was_asked_tells_rule_sets_apart(change, apart):
    asked = noted(lambda rules: melee_situation(rules, attack=24, defence=7).odds())
    other = SIEGE.replaced(**change)
    assert asked.tells_apart(SIEGE, other) is apart
    assert asked.tells_apart(other, SIEGE) is apart
    assert not asked.tells_apart(other, other)


def test_a_reading_that_stands_for_the_table_is_told_with_that_value():
    # The default stands for the printed sign, so that a changed cell counts; another value does not read it.
    asked = noted(lambda rules: terrain_sign(rules, "rubble"))
    assert set(asked.options) == {"rubble-sign"}
    assert asked.tells_apart(SIEGE, SIEGE.replaced(options={"rubble-sign": "0"}))
    assert asked.tells_apart(SIEGE, SIEGE.replaced(cells=[CellChange("terrain", "rubble", "sign", "+")]))


def test_what_is_missing_altogether_is_an_answer_too():
    asked = noted(lambda rules: (rules.table("panic").cell("1", "panic"), rules.choice("panic-rule")))
    other = load_rules("siege")
    fewer = type(other)(
        other.id,
        other.title,
        other.system,
        other.chain,
        {name: table for name, table in other.tables.items() if name != "panic"},
        {name: option for name, option in other.options.items() if name != "panic-rule"},
        {name: value for name, value in other.values.items() if name != "panic-rule"},
    )
    assert asked.tells_apart(SIEGE, fewer)
    assert not asked.tells_apart(fewer, fewer)
