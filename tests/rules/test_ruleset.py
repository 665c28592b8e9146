"""Rule sets: options, tables under options, digest, changes and differences."""

import pickle
import shutil
from dataclasses import replace

import pytest
from msgspec import structs

from mangonel.errors import DataError
from mangonel.rules import files as locate
from mangonel.rules.change import CellChange
from mangonel.rules.difference import differences
from mangonel.rules.loading import load_base, load_rules, rule_set_names
from mangonel.rules.ruleset import Choice, Option
from mangonel.rules.table import CellsIf, ResultsIf

SIEGE = load_rules("siege")
CROISADES = load_rules("croisades")


def test_shipped_rule_sets_load():
    names = rule_set_names()
    assert {"siege", "croisades"} <= set(names)
    assert list(names) == sorted(names)
    for name in names:
        assert load_rules(name).chain[-1] == name


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


def test_unknown_ids_suggest_the_nearest():
    with pytest.raises(DataError, match="did you mean 'ram-rate'"):
        SIEGE.choice("ramrate")
    with pytest.raises(DataError, match="did you mean 'melee-foot'"):
        SIEGE.table("mele-foot")


def test_replaced_options():
    other = SIEGE.replaced(options={"ram-rate": "every-second-turn"})
    assert other.choice("ram-rate") == "every-second-turn"
    assert SIEGE.choice("ram-rate") == "every-turn"
    assert [str(change) for change in other.changes] == ["ram-rate: every-turn -> every-second-turn"]
    assert other.digest != SIEGE.digest
    assert other.replaced(options={"ram-rate": "every-turn"}).changes == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ram-rte": "every-turn"}, "did you mean 'ram-rate'"),
        ({"ram-rate": "every-trun"}, "did you mean 'every-turn'"),
    ],
)
def test_replaced_refuses_unknown_options(options, message):
    with pytest.raises(DataError, match=message):
        SIEGE.replaced(options=options)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (CellChange("mele-foot", "1", "1-1", "F"), "did you mean 'melee-foot'"),
        (CellChange("melee-foot", "0", "1-1", "F"), "no such row"),
        (CellChange("melee-foot", "1", "1-2", "F"), "no such column"),
        (CellChange("melee-foot", "1", "1-1", "Z"), "unknown result"),
        (CellChange("ranges-base", "longbow", "short", "1-20"), "begin at 21"),
    ],
)
def test_replaced_refuses_impossible_cells(cell, message):
    with pytest.raises(DataError, match=message):
        SIEGE.replaced(cells=iter([cell]))


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
        cells=[
            CellChange("melee-foot", "2", "3-1", "F"),
            CellChange("missile-foot", "longbow", "row_offset", "2"),
        ],
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
