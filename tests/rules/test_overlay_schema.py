"""The JSON schema of overlays: current, and of one mind with the reader."""

import json
import re

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import cases
from mangonel.cli.rules import command
from mangonel.games.cryhavoc.ground import SIGNS
from mangonel.games.cryhavoc.missiles import COVERS
from mangonel.rules import overlay
from mangonel.rules.loading import load_rules
from mangonel.rules.schema import overlay_schema

CASES = cases(__file__)

SIEGE = load_rules("siege")
SCHEMA = overlay_schema(SIEGE)
reproducible = settings(derandomize=True, database=None, deadline=None, max_examples=300)


def test_the_command_prints_it():
    printed = CliRunner().invoke(command, ["schema"], catch_exceptions=False).output
    assert json.loads(printed) == SCHEMA


def test_options_and_tables_are_those_of_the_base():
    options = SCHEMA["properties"]["options"]["properties"]
    texts = {name: tuple(one for one in entry["enum"] if isinstance(one, str)) for name, entry in options.items()}
    assert texts == {one.id: one.values for one in SIEGE.options.values()}
    assert options["inner-wall-d-count"]["enum"] == ["4", "1", 4, 1]
    assert options["tower-keep-minus-one"]["enum"] == ["-1", "0", -1, 0]
    for key in ("change", "add"):
        items = SCHEMA["properties"][key]["items"]
        assert items["properties"]["table"]["enum"] == list(SIEGE.tables)
        assert [case["if"]["properties"]["table"]["const"] for case in items["allOf"]] == list(SIEGE.tables)
    croisades = overlay_schema(load_rules("croisades"))["properties"]
    assert croisades["options"]["properties"]["healing-table"]["default"] == "croisades"
    assert croisades["id"]["not"]["enum"] == ["siege", "croisades"]


def test_the_schema_knows_the_keys_that_the_reader_knows():
    properties = SCHEMA["properties"]
    assert set(overlay._File.__struct_fields__) == set(properties)
    assert set(overlay._Change.__struct_fields__) == set(properties["change"]["items"]["properties"])
    assert set(overlay._Addition.__struct_fields__) == set(properties["add"]["items"]["properties"])
    for block in (SCHEMA, properties["options"], properties["change"]["items"], properties["add"]["items"]):
        assert block["additionalProperties"] is False


WORDS = [
    *CASES["WORDS"],
    *COVERS,
    *SIGNS,
]


@reproducible
@given(st.sampled_from(sorted(SIEGE.tables)), st.data())
def test_patterns_of_cells_agree_with_the_reader(name, data):
    table = SIEGE.table(name)
    column = data.draw(st.sampled_from(table.columns))
    printed = [cell for line in table.cells for cell in line]
    cell = data.draw(
        st.one_of(
            st.sampled_from(printed), st.sampled_from(WORDS), st.text(alphabet="0123456789-+/.ABCDEFT", max_size=12)
        )
    )
    known = {"results": tuple(table.results), "words": table.words}
    pattern = table.form.pattern(column, **known)
    matches = re.fullmatch(pattern, cell) is not None
    fault = table.form.fault("", column, cell, **known)
    if table.kind == "ranges" and matches and fault is not None:
        assert "range band runs" in str(fault)
    else:
        assert matches == (fault is None), (cell, pattern)
