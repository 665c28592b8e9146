"""Overlays of siege for tests: their parts, and one mistake each."""

import re

from mangonel.document.rule_sets import overlay_template
from mangonel.games.system import system_of
from mangonel.rules.words import load_locale

HEAD = 'schema = 1\nid = "mine"\ntitle = "My rules"\nbase = "siege"\n'
RANGES = ["ranges-base", "ranges-croisades", "ranges-vikings"]


def block(head, **keys):
    lines = []
    for key, value in keys.items():
        text = f'"{value}"' if isinstance(value, str) else "[" + ", ".join(f'"{entry}"' for entry in value) + "]"
        lines.append(f"{key} = {text}\n")
    return f"[[{head}]]\n{''.join(lines)}"


def change(**keys):
    return block("change", **keys)


def add(**keys):
    return block("add", **keys)


def template(base, *, name, reference, lang="en"):
    """Return what ``mangonel rules new`` writes."""
    examples = system_of(base).examples(base)
    return overlay_template(base, load_locale(lang), name=name, reference=reference, examples=examples)


def uncommented(text):
    return re.sub(r"^# (?=\[\[|[a-z0-9_-]+ = )", "", text, flags=re.MULTILINE)


ROW = {"table": "melee-foot", "row": "3", "values": "F F F F F F F F F F F F"}
CELL = {"table": "melee-foot", "row": "3", "column": "3-1"}
WEAPON = {"table": "missile-foot", "row": "sling", "column": "row_offset"}
DITCH = {"table": "terrain", "row": "ditch", "values": "2 impassable light -"}

MISTAKES = {
    "row too short": (change(**ROW | {"values": "F F"}), "change.1.values", ["2 values for 12 cells"]),
    "row of wrong cells": (
        change(**ROW | {"values": "F F F F F F Z F F F F F"}),
        "change.1.values",
        ["unknown result: 'Z'", "allowed: A"],
    ),
    "row made unknown": (
        change(**ROW | {"values": "F F F F F F ? F F F F F"}),
        "change.1.values",
        ["cannot make a cell unknown"],
    ),
    "column of wrong length": (
        change(table="melee-foot", column="3-1", values="F F F"),
        "change.1.values",
        ["3 values for 10 cells"],
    ),
    "unknown row": (change(**ROW | {"row": "13"}), "change.1.row", ["unknown value: '13'"]),
    "unknown column": (change(table="melee-foot", column="3:1", values="F"), "change.1.column", ["did you mean '3-1'"]),
    "values for one cell": (change(**CELL, values="F"), "change.1.values", ["a single cell has a value"]),
    "value for a row": (change(table="melee-foot", row="3", value="F"), "change.1.column", ["is missing"]),
    "both": (change(**ROW, value="F"), "change.1.value", ["unknown key"]),
    "cell and row": (
        change(**CELL, value="E") + change(**ROW),
        "change.2",
        ["changes the same cell as change.1: 'melee-foot.3.3-1'"],
    ),
    "row and column": (
        change(**ROW) + change(table="melee-foot", column="3-1", values="F F F F F F F F F F"),
        "change.2",
        ["changes the same cell as change.1"],
    ),
    "a change of what is added": (
        change(table="terrain", row="ditch", column="cover", value="heavy") + add(**DITCH),
        "change.1",
        ["changes the same cell as add.1"],
    ),
    "a row that is there": (add(**DITCH | {"row": "moat"}), "add.1.row", ["has this row already: 'moat'"]),
    "a row twice": (add(**DITCH) + add(**DITCH), "add.2.row", ["has this row already: 'ditch'"]),
    "a row too short": (
        add(**DITCH | {"values": "2 2"}),
        "add.1.values",
        ["2 cells for 4 places", "foot, mounted, cover, sign"],
    ),
    "a wrong cover": (
        add(**DITCH | {"values": "2 2 lite 0"}),
        "add.1.values",
        ["unknown cover: 'lite'", "did you mean 'light'"],
    ),
    "a lost cell": (add(**DITCH | {"values": "2 2 ? 0"}), "add.1.values", ["cannot be unknown"]),
    "a label with a dot": (add(**DITCH | {"row": "a.b"}), "add.1.row", ["letters, digits"]),
    "after nothing": (add(**DITCH, after="mote"), "add.1.after", ["unknown value: 'mote'", "did you mean 'moat'"]),
    "a face": (
        add(table="melee-foot", row="11", values="F F F F F F F F F F F F"),
        "add.1.row",
        ["of kind die cannot have more rows"],
    ),
    "a value column": (add(table="breach", column="x", values="1"), "add.1.column", ["cannot have more columns"]),
    "neither": (add(table="terrain", values="2 2 none 0"), "add.1.row", ["is missing"]),
    "no values": (
        add(table="terrain", row="ditch", vlaues="2 2 none 0"),
        "add.1.vlaues",
        ["unknown key", "did you mean 'values'"],
    ),
    "an unknown key": (add(**DITCH, resaon="x"), "add.1.resaon", ["unknown key", "did you mean 'reason'"]),
    "an unknown table": (add(**DITCH | {"table": "terain"}), "add.1.table", ["did you mean 'terrain'"]),
    "an unknown table of several": (
        add(tables=["ranges-base", "range-x"], row="sling", values="1-2 3-4 5-6"),
        "add.1.tables.2",
        ["'range-x'"],
    ),
    "no tables": (add(tables=[], row="sling", values="1-2 3-4 5-6"), "add.1.tables", ["at least one"]),
    "table and tables": (add(**DITCH, tables=["terrain"]), "add.1.tables", ["either table or tables"]),
    "bands with a gap": (
        add(table="ranges-base", row="sling", values="1-10 12-20 21-30"),
        "add.1",
        ["no longer holds together", "begin at 11"],
    ),
    "a column out of order": (
        add(table="battering", column="4", values="D D D D D D D D D D", after="9"),
        "add.1.values",
        ["grow from left to right"],
    ),
    "a column of words": (
        add(table="battering", column="many", values="D D D D D D D D D D"),
        "add.1.column",
        ["points from 1 to 99"],
    ),
    "a column twice in size": (
        add(table="battering", column="12", values="D D D D D D D D D D"),
        "add.1.values",
        ["grow from left to right"],
    ),
    "a weapon that is there": (add(**WEAPON | {"row": "longbow"}, value="3"), "add.1.row", ["has this weapon already"]),
    "a weapon up": (add(**WEAPON, value="-1"), "add.1.value", ["is 0 to 100: '-1'"]),
    "a weapon of a table without": (
        add(table="melee-foot", row="sling", column="row_offset", value="1"),
        "add.1.row",
        ["no row offsets"],
    ),
    "a cell that is not there": (
        add(table="terrain", row="ditch", column="cover", value="none"),
        "add.1.column",
        ["unknown value", "row_offset"],
    ),
}
