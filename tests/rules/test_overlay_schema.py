"""The JSON schema of overlays: current, of one mind with the reader, and what it refuses while one writes."""

import json
import re
import tomllib

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import cases
from mangonel.cli.rules import command
from mangonel.errors import DataError
from mangonel.games.cryhavoc.ground import SIGNS
from mangonel.games.cryhavoc.missiles import COVERS
from mangonel.rules import overlay
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules, no_option, rule_set_names
from mangonel.rules.overlay import apply_overlay, check_overlay
from mangonel.rules.reading import Node
from mangonel.rules.schema import overlay_schema
from rules.overlays import HEAD, MISTAKES, template, uncommented

CASES = cases(__file__)

SIEGE = load_rules("siege")
SCHEMA = overlay_schema(SIEGE)
reproducible = settings(derandomize=True, database=None, max_examples=300)


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


WORDS = [*CASES["WORDS"], *COVERS, *SIGNS]


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


VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def valid(text):
    return VALIDATOR.is_valid(tomllib.loads(text))


def test_it_is_a_schema():
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def test_the_template_passes():
    written = template(SIEGE, name="mine", reference="siege")
    assert valid(written)
    assert valid(uncommented(written))
    assert valid(HEAD)


@pytest.mark.parametrize("name", [name for name in rule_set_names("cryhavoc") if len(load_rules(name).chain) == 2])
def test_shipped_overlays_pass(name):
    assert valid((data_root() / "rules" / "cryhavoc" / f"{name}.toml").read_text(encoding="utf-8"))


ONLY_THE_READER_SEES = {
    "cell and row", "row and column", "a change of what is added", "a row twice", "bands with a gap",
    "a column out of order", "a column of words", "a column twice in size", "after nothing",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(MISTAKES) - ONLY_THE_READER_SEES))
def test_mistakes_are_seen_in_the_editor(name):
    assert not valid(HEAD + MISTAKES[name][0])


@pytest.mark.parametrize(
    "text", ['[options]\nram-rat = "x"\n', '[options]\nram-rate = "x"\n', "chnage = 1\n", 'base_digest = "abc"\n']
)
def test_mistakes_of_options_are_seen(text):
    assert not valid(HEAD + text)


def cells_of(table, column, data):
    return data.draw(st.sampled_from([*{line[table.columns.index(column)] for line in table.cells}, "1", "C", "x"]))


@reproducible
@given(
    st.sampled_from(sorted(SIEGE.tables)),
    st.sampled_from(["cell", "row", "column", "add row", "add column", "add weapon"]),
    st.data(),
)
def test_the_schema_passes_whatever_the_reader_passes(name, what, data):
    table = SIEGE.table(name)
    row, column = data.draw(st.sampled_from(table.rows)), data.draw(st.sampled_from(table.columns))
    block = {"table": name}
    if what == "cell":
        block |= {"row": row, "column": column, "value": cells_of(table, column, data)}
    elif what.endswith("weapon"):
        block |= {
            "row": data.draw(st.sampled_from(["sling", "longbow"])),
            "column": "row_offset",
            "value": data.draw(st.sampled_from(["3", "+3", "-3", "C"])),
        }
    elif what.endswith("row"):
        values = [cells_of(table, other, data) for other in table.columns]
        block |= {"row": row if what == "row" else data.draw(st.sampled_from(["new", row])), "values": " ".join(values)}
    else:
        values = [cells_of(table, column, data) for _ in table.rows]
        block |= {
            "column": column if what == "column" else data.draw(st.sampled_from(["99", column])),
            "values": " ".join(values),
        }
    content = {
        "schema": 1,
        "id": "mine",
        "title": "Mine",
        "base": "siege",
        "add" if "add" in what else "change": [block],
    }
    node = Node(content)
    try:
        check_overlay(node)
        apply_overlay(node, SIEGE, no_option)
    except DataError:
        return
    assert list(VALIDATOR.iter_errors(content)) == []
