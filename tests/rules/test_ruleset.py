"""Rule sets: options, tables under options, digest, changes, differences, and what they are asked."""

import pickle
import shutil
from dataclasses import replace

import pytest
from msgspec import structs

from cases import text_of
from mangonel.errors import DataError
from mangonel.games.cryhavoc.ground import terrain_sign
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.rules import files as locate
from mangonel.rules.change import Addition, CellChange
from mangonel.rules.difference import differences, grouped
from mangonel.rules.loading import load_base, load_rules, rule_set_names
from mangonel.rules.ruleset import Asked, Choice, Option
from mangonel.rules.switching import switched, switches
from mangonel.rules.table import CellsIf, ResultsIf

SIEGE = load_rules("siege")
CROISADES = load_rules("croisades")


@pytest.mark.parametrize("name", rule_set_names())
def test_shipped_rule_sets_are_valid(name):
    """A start reads them without validation."""
    assert load_rules(name, validate=True) == load_rules(name)


def test_a_base_of_the_program_is_validated_when_asked(tmp_path, monkeypatch):
    shutil.copytree(locate.data_root(), tmp_path / "data")
    monkeypatch.setattr(locate, "data_root", lambda: tmp_path / "data")
    table = tmp_path / "data" / "rules" / "cryhavoc" / "tables" / "battering.toml"
    table.write_text(table.read_text(encoding="utf-8").replace("2C  3C  4C", "2C  5C  4C", 1), encoding="utf-8")
    file = tmp_path / "data" / "rules" / "cryhavoc" / "siege.toml"
    assert load_rules(file).table("battering").cells[0][3] == "5C"
    with pytest.raises(DataError, match=r"battering.toml: cells.1.9: .*'5C'"):
        load_rules(file, validate=True)


def test_every_option_says_who_says_so():
    for option in SIEGE.options.values():
        assert len(option.choices) >= 2, option.id
        assert len(set(option.values)) == len(option.values)
        for choice in option.choices:
            assert choice.source
            assert choice.text


def test_replaced_options():
    other = SIEGE.replaced(options={"ram-rate": "every-second-turn"})
    assert other.choice("ram-rate") == "every-second-turn"
    assert SIEGE.choice("ram-rate") == "every-turn"
    assert [str(change) for change in other.changes] == ["ram-rate: every-turn -> every-second-turn"]
    assert other.digest != SIEGE.digest
    assert other.replaced(options={"ram-rate": "every-turn"}).changes == ()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"options": {"ram-rte": "every-turn"}}, "did you mean 'ram-rate'"),
        ({"options": {"ram-rate": "every-trun"}}, "did you mean 'every-turn'"),
        ({"cells": iter([CellChange("mele-foot", "1", "1-1", "F")])}, "did you mean 'melee-foot'"),
        ({"cells": [CellChange("melee-foot", "0", "1-1", "F")]}, "no such row"),
        ({"cells": [CellChange("melee-foot", "1", "1-2", "F")]}, "no such column"),
        ({"cells": [CellChange("melee-foot", "1", "1-1", "Z")]}, "unknown result"),
        ({"cells": [CellChange("ranges-base", "longbow", "short", "1-20")]}, "begin at 21"),
    ],
)
def test_replaced_refuses_unknown_options_and_impossible_cells(changes, message):
    with pytest.raises(DataError, match=message):
        SIEGE.replaced(**changes)


def test_changes_can_be_applied_one_by_one():
    assert SIEGE.applying(CROISADES.changes).digest == CROISADES.digest
    one = SIEGE.applying(CROISADES.changes[:1])
    assert [change.where for change in one.changes] == ["missile-ranges"]
    mixed = SIEGE.replaced(
        options={"ram-rate": "every-second-turn"}, cells=[CellChange("missile-foot", "longbow", "row_offset", "2")]
    )
    assert SIEGE.applying(mixed.changes).digest == mixed.digest


def test_digest_is_short_and_steady():
    assert len(SIEGE.digest) == 12
    assert int(SIEGE.digest, 16) >= 0
    assert load_rules("siege").digest == SIEGE.digest
    assert SIEGE.digest != CROISADES.digest
    assert pickle.loads(pickle.dumps(CROISADES)).digest == CROISADES.digest


NEW = Option("new", "assumption", "x", "x", "no", (Choice("no", "s", "x"), Choice("yes", "s", "x")))


def test_a_new_option_at_its_default_moves_no_digest():
    more = replace(SIEGE, options={**SIEGE.options, "new": NEW}, values={**SIEGE.values, "new": "no"})
    assert more.digest == SIEGE.digest
    assert more.replaced(options={"new": "yes"}).digest != SIEGE.digest
    # The first choice is what counts, so that a changed default is seen.
    changed = structs.replace(NEW, default="yes")
    assert (
        replace(more, options={**SIEGE.options, "new": changed}, values={**SIEGE.values, "new": "yes"}).digest
        != SIEGE.digest
    )


def test_texts_and_cells_under_a_value_count_once_it_is_chosen():
    table = SIEGE.tables["melee-foot"]
    text, cell = ResultsIf("new", "yes", {"A": "x"}), CellsIf("new", "yes", {"1.1-1": "F"})
    for field, block in (("results_if", text), ("cells_if", cell)):
        tables = {**SIEGE.tables, table.id: replace(table, **{field: (block,)})}
        options = {**SIEGE.options, "new": NEW}
        off, on = (
            replace(SIEGE, tables=tables, options=options, values={**SIEGE.values, "new": value})
            for value in ("no", "yes")
        )
        with_option = replace(SIEGE, options=options, values={**SIEGE.values, "new": "yes"})
        assert off.digest == SIEGE.digest
        assert on.digest != with_option.digest


@pytest.mark.parametrize("name", [name for name in rule_set_names() if load_base(name) is None])
def test_the_default_of_an_option_is_its_first_choice(name):
    assert [one.id for one in load_rules(name).options.values() if one.default != one.choices[0].value] == []


def test_differences_name_cells_and_options_and_who_says_so():
    other = CROISADES.replaced(
        cells=[CellChange("melee-foot", "2", "3-1", "F"), CellChange("missile-foot", "longbow", "row_offset", "2")],
        name="mine",
    )
    found = {(entry.kind, entry.where): entry for entry in differences(SIEGE, other)}
    assert set(found) == {
        ("cell", "melee-foot.2.3-1"),
        ("cell", "missile-foot.longbow.row_offset"),
        *(("option", change.where) for change in CROISADES.changes),
    }
    cell = found["cell", "melee-foot.2.3-1"]
    assert (cell.left, cell.right) == ("D", "F")
    assert str(cell.source_left).startswith("Play sheet of the Cry Havoc series")
    assert str(cell.source_right) == "rule set mine"
    option = found["option", "ladder-climb-and-cross"]
    assert (option.left, option.right) == ("by-allowance", "forbidden")
    assert "Croisades 2.69" in str(option.source_right)


def turned(table, **changes):
    return replace(SIEGE, tables={**SIEGE.tables, table.id: replace(table, **changes)})


DIE_TABLE = next(table for table in SIEGE.tables.values() if table.kind == "die" and table.results)


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "values"},
        {"die": DIE_TABLE.die + 1},
        {"open_ended": not DIE_TABLE.open_ended},
        {"shiftable": not DIE_TABLE.shiftable},
        {"columns": DIE_TABLE.columns[::-1]},
        {"rows": DIE_TABLE.rows[::-1]},
        {"cells": DIE_TABLE.cells[::-1]},
        {"results": {**DIE_TABLE.results, "Z": "nothing happens"}},
        {"results": {letter: f"{text}." for letter, text in DIE_TABLE.results.items()}},
        {"results_if": (ResultsIf("ram-rate", "every-turn", {"A": "nothing happens"}),)},
        {"row_offset": {**DIE_TABLE.row_offset, "sling": 1}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_everything_in_a_table_that_odds_hang_on_is_in_the_digest(changes):
    assert turned(DIE_TABLE).digest == SIEGE.digest
    assert turned(DIE_TABLE, **changes).digest != SIEGE.digest


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


CLUB = text_of(__file__, "grouping_club.toml")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    file = tmp_path_factory.mktemp("rules") / "club.toml"
    file.write_text(CLUB.replace("{cover}", SIEGE.tables["missile-foot"].columns[0]), encoding="utf-8")
    file.with_name("guest.toml").write_text(text_of(__file__, "grouping_guest.toml"), encoding="utf-8")
    return file


def groups(left, right, by):
    return {one.where: one for one in grouped(switches(left, right), left, right, by=by)}


def test_a_block_is_one_difference_and_so_is_a_name_over_several(club):
    found = groups(SIEGE, load_rules(club), "block")
    assert set(found) == {"melee-foot.*.1-1", "bows", "battering.4.9", "ram-rate", "fire-arrow-to-hit"}
    column = found["melee-foot.*.1-1"]
    assert (column.kind, column.reason) == ("changes", "less of a gamble")
    assert {part.where.rpartition(".")[2] for part in column.parts} == {"1-1"}
    assert (found["bows"].reason, len(found["bows"].parts)) == ("stronger bows", 2)
    assert (found["battering.4.9"].kind, found["battering.4.9"].parts) == ("cell", ())


def test_the_way_back_is_grouped_alike(club):
    there, back = (groups(*pair, "block") for pair in ((SIEGE, load_rules(club)), (load_rules(club), SIEGE)))
    assert set(there) == set(back)


def test_a_file_is_one_difference(club):
    found = groups(SIEGE, load_rules(club.with_name("guest.toml")), "file")
    assert set(found) == {"club", "guest"}
    # The last word on a cell is that of the guests.
    assert {part.where for part in found["guest"].parts} == {"battering.4.9", "battering.5.9"}


def test_every_cell_by_itself(club):
    rules = load_rules(club)
    assert tuple(groups(SIEGE, rules, "cell").values()) == switches(SIEGE, rules)


@pytest.mark.parametrize("by", ["block", "file", "cell"])
def test_all_groups_one_after_the_other_are_the_whole_way(club, by):
    right = load_rules(club.with_name("guest.toml"))
    rules = SIEGE
    for one in groups(SIEGE, right, by).values():
        rules = switched(rules, one, right)
    assert rules.digest == right.digest


def test_what_python_changes_is_one_each():
    right = SIEGE.replaced(options={"ram-rate": "every-second-turn", "fire-arrow-to-hit": "six-in-ten"})
    assert set(groups(SIEGE, right, "block")) == {"ram-rate", "fire-arrow-to-hit"}


def test_a_cell_set_to_what_is_printed_against_a_reading_is_a_difference():
    reading = load_rules("navas").replaced(options={"rest-outcome": "fatigued"})
    printed = reading.replaced(cells=[CellChange("states", "rest", "organised_fatigued", "organised_fresh")])
    (found,) = differences(reading, printed)
    assert (found.where, found.left, found.right) == (
        "states.rest.organised_fatigued",
        "organised_fatigued",
        "organised_fresh",
    )
