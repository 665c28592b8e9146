"""Sheets and reports of rule files that nobody would write: they come out, or there is one clear error."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from document.made_reports import rules_report
from document.reading_pages import faults as page_faults
from fuzzing import dumped
from mangonel.document.html import html_bytes
from mangonel.errors import MangonelError
from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.paper.blocks import Picture, Table
from mangonel.paper.printed_sheets import PrintedSheets
from mangonel.paper.wanted import Asked
from mangonel.rules.cells import UNKNOWN
from mangonel.rules.difference import differences
from mangonel.rules.loading import load_rules
from pace import slow_after
from paper.asking import locale, rules, spoken
from paper.looking import faults, report_faults
from rules.overlays import HEAD, RANGES, add, change

pytestmark = pytest.mark.slow

SIEGE = rules("siege")
TABLES = sorted(SIEGE.tables)
SHEETS = len(CATALOGUE.entries) // 3


@st.composite
def lines(draw):
    """Draw changes of any cell to another value of its table, and new columns, rows and weapons."""
    changes = {}
    for _ in range(draw(st.integers(1, 6))):
        table = SIEGE.tables[draw(st.sampled_from(TABLES))]
        row, column = draw(st.sampled_from(table.rows)), draw(st.sampled_from(table.columns))
        values = {cell for line in table.cells for cell in line} | {".", "-", "0", "99", "1-1", "impassable"}
        value = draw(st.sampled_from(sorted(value for value in values if _fits(table, column, value))))
        changes[table.id, row, column] = {"table": table.id, "row": row, "column": column, "value": value}
    additions = draw(
        st.lists(
            st.sampled_from(
                [
                    {"table": "melee-foot", "column": "3-2", "values": "F F F F F F F F F F"},
                    {"table": "battering", "column": "2", "values": "4C . . . . . . . . ."},
                    {"table": "terrain", "row": "bog_of_the_" + "very_" * 12 + "deep", "values": "9 x infinite/none -/+"},
                    {"table": "machine-points", "row": "bombard", "values": "60"},
                    {"tables": ["missile-foot", "missile-mounted"], "row": "sling", "column": "row_offset", "value": "100"},
                ]
            ),
            max_size=2,
            unique_by=str,
        )
    )  # fmt: skip
    options = {
        name: draw(st.sampled_from(SIEGE.options[name].values))
        for name in draw(st.lists(st.sampled_from(sorted(SIEGE.options)), max_size=6, unique=True))
    }
    return {"options": options, "change": list(changes.values()), "add": additions}


def _fits(table, column, value):
    fault = table.form.fault("", column, value, results=tuple(table.results), words=table.words)
    return fault is None and value != UNKNOWN


@settings(
    derandomize=True,
    database=None,
    max_examples=4,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(content=lines(), data=st.data())
def test_whatever_a_rule_file_says(tmp_path, content, data):
    file = tmp_path / "mine.toml"
    head = {"schema": 1, "id": "mine", "title": "Mine {page} $x$", "base": "siege"}
    file.write_text(dumped(head | content), encoding="utf-8")
    try:
        mine = load_rules(file)
    except MangonelError:
        # Bands of ranges that no longer follow one another.
        return
    view = data.draw(st.sampled_from(["faces", "percent", "at-least", "outcomes", "tenths", "table"]))
    sets = data.draw(st.sampled_from([(mine,), (SIEGE, mine), (mine, rules("vikings"))]))
    # A third of the sheets for each file, so that each sheet is made of some files; one of them is set.
    names = data.draw(
        st.lists(st.sampled_from(sorted(CATALOGUE.entries)), min_size=SHEETS, max_size=SHEETS, unique=True)
    )
    for name in names:
        try:
            found = CATALOGUE.build(name, Asked(sets, locale("en"), view))
        except MangonelError:
            continue
        if name == names[0]:
            assert faults(PrintedSheets([found])) == []
    report = rules_report(SIEGE, mine)
    cells = [one for one in differences(SIEGE, mine) if one.kind == "cell"]
    shown = [row for part in report.sections if part.anchor == "cells" for t in part.blocks for row in t.rows]
    assert len(shown) == len(cells)
    tables = [block for part in report.sections for block in part.blocks if isinstance(block, Table)]
    assert all({len(row) for row in table.rows} == {len(table.header)} for table in tables)


def test_a_weapon_without_ranges_has_no_rows(write):
    file = write(
        "club.toml",
        HEAD
        + add(tables=["missile-foot", "missile-mounted"], row="dart", column="row_offset", value="4")
        + add(tables=["missile-foot", "missile-mounted"], row="sling", column="row_offset", value="5")
        + add(tables=RANGES, row="sling", values="1-9 . .")
        + change(table="missile-modifiers", row="long", column="value", value="-1"),
    )
    found = CATALOGUE.build("missile-foot", Asked((load_rules(file),), locale("en")))
    groups = [row.group for row in found.main[0].rows]
    assert "dart" not in groups
    assert [spoken(row) for row in found.main[0].rows if row.group == "sling"] == ["+0 short 1\N{EN DASH}9"]


LONG = 'schema = 1\nid = "mine"\ntitle = "' + "My rules of a very long name " * 6 + '"\nbase = "siege"\n'
STRANGE = [
    LONG,
    HEAD + add(table="melee-foot", column="3-2", values="F F F F F F F F F F"),
    HEAD + add(table="terrain", row="bog_of_the_" + "very_" * 12 + "deep", values="9 x infinite/none -/+"),
    HEAD + add(tables=["missile-foot", "missile-mounted"], row="sling", column="row_offset", value="100"),
    HEAD + add(table="machine-points", row="bombard", values="60"),
]


@pytest.mark.parametrize("text", slow_after(0, STRANGE, 3))
def test_a_report_keeps_to_its_place(write, text):
    report = rules_report(SIEGE, load_rules(write("strange.toml", text)))
    assert page_faults(html_bytes(report)) == []
    assert report_faults(report) == []
    assert all(block.height < 9.5 for one in report.sections for block in one.blocks if isinstance(block, Picture))
