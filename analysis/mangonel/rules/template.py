"""The text that a rule file of one's own starts from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mangonel.errors import DataError
from mangonel.rules.loading import rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.loading import SCHEMA
from mangonel.tables.table import ROW_OFFSET, Table

__all__ = ["overlay_id", "overlay_template"]

_WEAPON, _ENGINE, _TERRAIN = "sling", "bombard", "ditch"
_COLUMNS = ("15", "18", "21", "24")


def overlay_id(stem: str, base: RuleSet) -> str:
    """Return an id for an overlay of `base` in a file of this name; none that another rule set has."""
    name = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "my-rules"
    while name in (*base.chain, *rule_set_names()):
        name += "-of-mine"
    return name


def overlay_template(base: RuleSet, *, name: str, reference: str) -> str:
    """Return an overlay that changes nothing yet.

    Every option of the base stands there, commented out at the base's value, with its choices; so do examples of
    changes and additions. Whatever is uncommented as it stands is accepted.

    Parameters
    ----------
    base
        The rule set that the overlay is to be based on.
    name
        Id of the overlay.
    reference
        How the overlay names its base: an id, or a path from where the overlay is.
    """
    lines = [
        f"# A rule file of your own, based on {_plain(base.title)}.",
        "# A line that begins with # says nothing: take the # away and change the value.",
        "# To check it: mangonel rules check FILE. To see what it changes: mangonel rules diff BASE FILE.",
        "",
        f"schema = {SCHEMA}",
        f"id = {_quoted(name)}",
        'title = "My rules"',
        f"base = {_quoted(reference)}",
        "# To refuse the base in any other state than the one of today:",
        f"# base_digest = {_quoted(base.digest)}",
        "",
        "[options]",
    ]
    for key, option in base.options.items():
        lines += ["", f"# {_plain(option.title)} ({option.kind}). {_plain(option.affects)}."]
        lines += [f"#   {_plain(one.value)}: {_plain(one.text)} ({_plain(one.source)})" for one in option.choices]
        lines.append(f"# {_key(key)} = {_quoted(base.values[key])}")
    lines += ["", "# Changes. Tables, rows and columns: mangonel tables, mangonel tables melee-foot"]
    for about, keys in (*_changes(base), *_additions(base)):
        lines += ["", f"# {about}:"]
        lines += [f"# {line}" for line in keys]
    return "\n".join(lines) + "\n"


Example = tuple[str, list[str]]


def _changes(base: RuleSet) -> Iterator[Example]:
    if table := base.tables.get("melee-foot"):
        row, column = table.rows[2], table.columns[0]
        told = {"source": "Our club, 4 May", "reason": "less bloody"}
        cell = {"row": row, "column": column, "value": table.cells[2][0]}
        yield "One cell, with who says so and why", _block("change", table=table.id, **cell, **told)
        values = " ".join(line[-1] for line in table.cells)
        yield "A whole column", _block("change", table=table.id, column=table.columns[-1], values=values)
    if table := base.tables.get("missile-foot"):
        yield "A whole row", _block("change", table=table.id, row=table.rows[0], values=" ".join(table.cells[0]))
    if table := base.tables.get("terrain-shift"):
        yield "A column shift: rows are the attacker's ground, columns the defender's", _first_cell(table)
    if table := base.tables.get("missile-modifiers"):
        yield "A modifier of the die", _first_cell(table)
    if table := base.tables.get("breach"):
        yield "A threshold", _first_cell(table)


def _additions(base: RuleSet) -> Iterator[Example]:
    shots = [table.id for table in base.tables.values() if table.row_offset]
    ranges = [table.id for table in base.tables.values() if table.kind == "ranges"]
    if shots and ranges:
        weapon = _free(base, _WEAPON)
        offset = _block("add", tables=shots, row=weapon, column=ROW_OFFSET, value="5")
        bands = _block("add", tables=ranges, row=weapon, values="1-15 16-30 31-45")
        kind = _block("add", table="weapon-kinds", row=weapon, values="bow") if "weapon-kinds" in base.tables else []
        about = "A new weapon: how many rows down it reads the missile tables, its ranges, and what it is"
        yield about, offset + bands + kind
    points, burning = base.tables.get("machine-points"), base.tables.get("fire-targets")
    if points and burning:
        engine = _free(base, _ENGINE)
        strength = _block("add", table=points.id, row=engine, values="6")
        fire = _block("add", table=burning.id, row=engine, values=burning.cells[0][0])
        yield "A new engine: its battering points, and how it catches fire", strength + fire
    if table := base.tables.get("terrain"):
        values = "2 impassable light -"
        yield (
            "A new terrain: cost on foot and mounted, cover, sign",
            _block("add", table=table.id, row=_free(base, _TERRAIN), values=values),
        )
    table = base.tables.get("battering")
    column = next((size for size in _COLUMNS if table is not None and size not in table.columns), None)
    if table is not None and column is not None:
        values = " ".join(line[-1] for line in table.cells)
        yield (
            "A new column, from the first row to the last",
            _block("add", table=table.id, column=column, values=values),
        )


def _free(base: RuleSet, label: str) -> str:
    """Return a label that no table of the base has: this one, or one with a number."""
    taken = {one for table in base.tables.values() for one in (*table.rows, *table.row_offset)}
    number = 2
    found = label
    while found in taken:
        found, number = f"{label}-{number}", number + 1
    return found


def _first_cell(table: Table) -> list[str]:
    return _block("change", table=table.id, row=table.rows[0], column=table.columns[0], value=table.cells[0][0])


def _block(head: str, **keys: str | list[str]) -> list[str]:
    return [f"[[{head}]]", *(f"{key} = {_value(value)}" for key, value in keys.items())]


def _value(value: str | list[str]) -> str:
    return _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _quoted(text: str) -> str:
    import json

    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError("cannot be written in UTF-8", value=text) from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _plain(text: str) -> str:
    """Return a text fit for one line of comment."""
    return "".join(mark for mark in " ".join(text.split()) if mark.isprintable())
