"""The terrain effects chart, and levels of height."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Final, TypeAlias

from mangonel.games.cryhavoc.ground import terrain_signs
from mangonel.games.cryhavoc.missiles import terrain_covers
from mangonel.paper.blocks import CONTINUES, Cell, Column, Grid, Row
from mangonel.paper.wanted import MISSING, Asked
from mangonel.rules.cells import UNKNOWN, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import Table

_BLOCKED: Final = "\N{BLACK SQUARE}"
"""Sign of impassable ground."""

_NONE: Final = "\N{EN DASH}"
"""Sign where nobody can be shot, nobody fights, or no cost is printed."""

_NEUTRAL: Final = "0"
_WAYS: Final = ("foot", "mounted")
_OUTSIDE: Final = "attacked-from-outside"
"""Table of places with a sign of its own for attackers from outside."""

_Cases: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""Movement points on foot and mounted in special cases of a ground, as the play sheet has them."""


def ground_grid(asked: Asked, columns: Sequence[str], cases: _Cases) -> Grid:
    """Return some columns of the terrain effects chart, with a row below a ground for each case of its own.

    The columns are movement points on ``foot`` and ``mounted``, ``cover``, and the columns moved in melee for an
    ``attacker`` and for a ``target`` there.
    """
    rows: list[Row] = []
    for name, word in asked.by_word("terrain", asked.rows("terrain")):
        answers = {column: asked.answers(_ground, asked, name, "", column, cases) for column in columns}
        rows.append(Row(word, tuple(map(asked.cell, answers.values()))))
        for case in dict.fromkeys(("second", *cases.get(name, ()), "outside")):
            further = {column: asked.answers(_ground, asked, name, case, column, cases) for column in columns}
            if further != answers:
                cells = (
                    Cell() if answer == answers[column] else asked.cell(answer) for column, answer in further.items()
                )
                rows.append(Row(f"{CONTINUES}{_case(asked, name, case)}", tuple(cells)))
    # On cards the box above says it, too, and long names have more room.
    cost, moved = ("" if asked.brief else asked.text(f"terrain.{group}") for group in ("cost", "columns"))
    heads = {
        **{way: Column(asked.text(f"terrain.{way}"), cost) for way in _WAYS},
        "cover": Column(asked.text("missile.cover")),
        "attacker": Column(asked.text("aid.from_it"), moved),
        "target": Column(asked.text("aid.on_it"), moved),
    }
    return Grid("", tuple(heads[column] for column in columns), tuple(rows), fold=True)


def _case(asked: Asked, name: str, case: str) -> str:
    if case != "second":
        return asked.text(f"aid.{case}")
    return asked.word("second" if asked.locale.has_word("second", name) else "terrain", name)


def _ground(rules: RuleSet, asked: Asked, name: str, case: str, column: str, cases: _Cases) -> str | None:
    """Return the effect of a ground, in a case or where none holds; None if the rule set has no such ground."""
    if name not in rules.table("terrain").rows:
        return None
    second = -1 if case == "second" else 0
    if column in _WAYS:
        return _cost(rules, asked, name, cases.get(name, {}).get(case, ("", ""))[_WAYS.index(column)], column)
    if column == "cover":
        cover = terrain_covers(rules, name)[second]
        return _NONE if cover == "infinite" else asked.word("cover_columns", cover)
    sign, outside, other = terrain_signs(rules, name)[second], rules.table(_OUTSIDE), _NEUTRAL
    if column == "attacker":
        return _moved(rules, asked, sign, other)
    if case == "outside" and name in outside.rows:
        other = outside.cell(name, "value")
    return _moved(rules, asked, other, sign)


def _cost(rules: RuleSet, asked: Asked, name: str, value: str, way: str) -> str:
    if value:
        table, dot, row = value.partition(".")
        return asked.number(rules.table(table).number(row)) if dot else value
    cell = rules.table("terrain").cell(name, way)
    # Where no mounted cost of its own is printed, the table has another word than for barred ground.
    return asked.number(int(cell)) if cell.isdecimal() else _BLOCKED if cell == "impassable" else _NONE


def _moved(rules: RuleSet, asked: Asked, mine: str, other: str) -> str:
    table = rules.table("terrain-shift")
    known = mine in table.rows and other in table.columns
    return asked.signed(table.number(mine, other)) if known else _NONE


def signs_add_up(asked: Asked) -> bool:
    """Return whether the columns moved for both grounds are the sum of those of each against neutral ground."""

    def adds_up(rules: RuleSet) -> bool:
        table = rules.table("terrain-shift")
        if _NEUTRAL not in table.rows or _NEUTRAL not in table.columns:
            return False
        return all(
            table.number(mine, other) == table.number(mine, _NEUTRAL) + table.number(_NEUTRAL, other)
            for mine in table.rows
            for other in table.columns
        )

    return all(map(adds_up, asked.sets))


def ground_example(asked: Asked) -> str:
    columns = (*_WAYS, "cover", "attacker", "target")
    for name in asked.rules.table("terrain").rows:
        row = {column: _ground(asked.rules, asked, name, "", column, {}) or "" for column in columns}
        if row["foot"].isdecimal() and row["mounted"].isdecimal() and row["attacker"] not in (_NEUTRAL, _NONE):
            return asked.text("terrain.example", terrain=asked.word("terrain", name), **row)
    return ""


def heights(asked: Asked) -> list[tuple[str, str]]:
    def levels(rules: RuleSet) -> Table:
        return rules.table("elevation-" + rules.choice("elevation-levels"))

    def level(rules: RuleSet, place: str) -> str:
        table = levels(rules)
        return table.cells[table.row_index(place)][0] if place in table.rows else MISSING

    def height(place: str) -> float:
        mine = level(asked.rules, place)
        return inf if mine in {MISSING, UNKNOWN} else float(mine)

    def written(rules: RuleSet, place: str) -> str:
        mine = level(rules, place)
        if mine in {MISSING, UNKNOWN}:
            return mine
        return asked.locale.number(Fraction(mine), 0 if Fraction(mine).denominator == 1 else 1)

    places: dict[str, list[str]] = {}
    # From the lowest up, those without a number after them.
    for place in sorted(in_order([levels(rules).rows for rules in asked.sets]), key=height):
        name = asked.locale.first_word(("terrain", "rule_rows"), place)
        places.setdefault(asked.both(written, place), []).append(name)
    lines = [(level, ", ".join(names)) for level, names in places.items() if level != UNKNOWN]
    if UNKNOWN in places:
        lines.append((UNKNOWN, asked.text("terrain.no_height", places=", ".join(places[UNKNOWN]))))
    return lines
