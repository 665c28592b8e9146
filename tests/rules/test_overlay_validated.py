"""The JSON schema of overlays put to work: what it passes, and what it refuses while one writes."""

import tomllib

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mangonel.errors import DataError
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules, no_option, rule_set_names
from mangonel.rules.overlay import apply_overlay, check_overlay
from mangonel.rules.reading import Node
from mangonel.rules.schema import overlay_schema
from rules.overlays import HEAD, MISTAKES, template, uncommented

SIEGE = load_rules("siege")
SCHEMA = overlay_schema(SIEGE)
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
reproducible = settings(derandomize=True, database=None, deadline=None, max_examples=300)


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
