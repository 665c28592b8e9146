"""What the oracles read of the rule files by a reader of their own is what the program reads."""

import ast
from pathlib import Path

import pytest

import oracle
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from oracle.rules import Rules, read_rules
from rules.overlays import DITCH, HEAD, RANGES, ROW, add, change

ORACLES = [
    module
    for module in sorted(Path(oracle.__file__).parent.rglob("*.py"))
    if not module.name.startswith(("test_", "conftest"))
]
EDITED = (
    change(**ROW)
    + change(table="breach", row="outer_wall", column="value", value="3")
    + change(table="missile-foot", column="light", values="C C C C C C C C C C")
    + change(table="missile-foot", row="longbow", column="row_offset", value="1")
    + add(**DITCH)
    + add(tables=RANGES, row="sling", values="1-10 11-20 21-30")
    + add(tables=["missile-foot", "missile-mounted"], row="sling", column="row_offset", value="5")
)


def everything(rules: RuleSet | Rules) -> dict[str, object]:
    """Return options, cells and row offsets as plain data."""
    cells: dict[str, object] = {}
    for name, table in rules.tables.items():
        rows = table.cells.items() if isinstance(rules, Rules) else zip(table.rows, table.cells, strict=True)
        for row, values in rows:
            cells |= {f"{name}.{row}.{column}": str(value) for column, value in zip(table.columns, values, strict=True)}
        cells |= {f"{name}.{weapon}.row_offset": rows for weapon, rows in table.row_offset.items()}
    return {"options": dict(rules.values if isinstance(rules, RuleSet) else rules.options), **cells}


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
def test_every_shipped_rule_set(name):
    assert everything(read_rules(name)) == everything(load_rules(name))


@pytest.mark.parametrize("base", ["siege", "croisades"])
def test_an_overlay_with_changes_and_additions(write, base):
    path = write("mine.toml", HEAD.replace("siege", base) + EDITED)
    read = everything(read_rules(path))
    assert read == everything(load_rules(str(path)))
    assert (read["melee-foot.3.1-1"], read["terrain.ditch.foot"], read["missile-foot.longbow.row_offset"]) == (
        "F",
        "2",
        1,
    )


def test_changes_as_plain_data():
    cells = [("melee-foot", "3", "1-1", "F"), ("breach", "outer_wall", "value", "3")]
    read = read_rules("siege", {"wall-retreat": "wounded"}, cells)
    changed = everything(read_rules()) | {"melee-foot.3.1-1": "F", "breach.outer_wall.value": "3"}
    changed["options"] = {**read_rules().options, "wall-retreat": "wounded"}
    assert everything(read) == changed
    assert read_rules().cell("breach", "outer_wall") == "4"


@pytest.mark.parametrize(
    ("options", "cells"),
    [
        ({"wall-retraet": "wounded"}, []),
        ({}, [("breach", "outer", "value", "3")]),
        ({}, [("braech", "x", "value", "3")]),
    ],
)
def test_what_is_not_there_is_an_error(options, cells):
    with pytest.raises((KeyError, AssertionError)):
        read_rules("siege", options, cells)


def constants(module):
    """Return the texts that stand in the code of a module, but for pieces of longer ones."""
    nodes = list(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))
    pieces = {id(piece) for node in nodes if isinstance(node, ast.JoinedStr) for piece in node.values}
    texts = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in pieces]
    return {node.value for node in texts if isinstance(node.value, str)}


def imported(module):
    tree = ast.parse(module.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {getattr(node, "module", None) or node.names[0].name for node in imports}


@pytest.mark.parametrize("module", ORACLES, ids=lambda module: module.stem)
def test_no_oracle_takes_anything_from_the_program(module):
    assert not [name for name in imported(module) if name.split(".")[0] == "mangonel"]


# In the other game letters are what rows of its table of states are called.
@pytest.mark.parametrize("module", [one for one in ORACLES if "filo" not in one.parts], ids=lambda module: module.stem)
def test_no_oracle_knows_a_letter(module):
    results = {result for table in load_rules("siege").tables.values() for result in table.results}
    # A dash and bare numbers are other things, too: a sign, an option, a name. Policies are "never", as wounds are healed never.
    assert not {text for text in constants(module) & results if text not in ("-", "never") and not text.isdigit()}
