"""Reports on rule files that nobody would write: each has a page and a place for everything."""

import pytest
from hypothesis import HealthCheck, given, settings

from document.made_reports import rules, rules_report
from document.reading_pages import faults
from fuzzing import dumped
from mangonel.document.html import html_bytes
from mangonel.errors import MangonelError
from mangonel.paper.blocks import Picture, Table
from mangonel.rules.difference import differences
from mangonel.rules.loading import load_rules
from pace import slow_after
from paper.looking import report_faults
from paper.test_strange_rules import lines
from rules.overlays import HEAD, add

pytestmark = pytest.mark.slow

SIEGE = rules("siege")
LONG = 'schema = 1\nid = "mine"\ntitle = "' + "My rules of a very long name " * 6 + '"\nbase = "siege"\n'


@settings(
    derandomize=True,
    database=None,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(content=lines())
def test_any_rule_file_that_can_be_read_has_a_report(write, content):
    file = write("strange.toml", HEAD + dumped(content))
    try:
        strange = load_rules(file)
    except MangonelError:
        return
    data = rules_report(SIEGE, strange)
    cells = [one.where for one in differences(SIEGE, strange) if one.kind == "cell"]
    shown = [row for section in data.sections if section.anchor == "cells" for t in section.blocks for row in t.rows]
    assert len(shown) == len(cells)
    for section in data.sections:
        for block in section.blocks:
            if isinstance(block, Table):
                assert block.rows
                assert {len(row) for row in block.rows} == {len(block.header)}


@pytest.mark.parametrize(
    "text",
    slow_after(
        0,
        [
            LONG,
            HEAD + add(table="melee-foot", column="3-2", values="F F F F F F F F F F"),
            HEAD + add(table="terrain", row="bog_of_the_" + "very_" * 12 + "deep", values="9 x infinite/none -/+"),
            HEAD + add(tables=["missile-foot", "missile-mounted"], row="sling", column="row_offset", value="100"),
            HEAD + add(table="machine-points", row="bombard", values="60"),
        ],
        3,
    ),
)
def test_it_keeps_to_its_place(write, text):
    file = write("strange.toml", text)
    data = rules_report(SIEGE, load_rules(file))
    assert faults(html_bytes(data)) == []
    assert report_faults(data) == []
    assert all(block.height < 9.5 for one in data.sections for block in one.blocks if isinstance(block, Picture))
