"""What ground does: movement points, cover, columns moved in melee, and heights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Final

from mangonel.games.cryhavoc.ground import terrain_signs
from mangonel.games.cryhavoc.missiles import terrain_covers
from mangonel.games.cryhavoc.sheets.melees import OUTSIDE, sign_text
from mangonel.paper.blocks import CONTINUES, Cell, Column, Grid, Lines, Row
from mangonel.paper.wanted import ARROW, MISSING, Answer, Asked
from mangonel.rules.cells import UNKNOWN, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import Table

__all__ = ["signs_add_up"]


_BLOCKED: Final = "\N{BLACK SQUARE}"
"""What stands where nobody can go."""

_NOT_PRINTED: Final = "\N{EN DASH}"
"""What stands where no cost is printed, or nobody fights."""

_NEUTRAL: Final = "0"
_WAYS: Final = ("foot", "mounted")

# In which case a ground costs what on foot and mounted, as the play sheet has it: without a name it is the case of the
# second value, without a number the cost is that of the row.
_FURTHER: Final[dict[str, tuple[tuple[str, str | None, str | None], ...]]] = {
    "arrow_slit": (("", _BLOCKED, _BLOCKED),),
    "battlement": (("from_ladder", "ladder.ladder_to_battlement_cost", _BLOCKED), ("from_rubble", "3", _BLOCKED)),
    "building_door_or_courtyard_entry": (("entry", None, "+1"),),
    "castle_gate": (("", _BLOCKED, _BLOCKED),),
    "mantlet": (("", _BLOCKED, _BLOCKED),),
    "moat": (("from_outside", "moat.edge_cost", _BLOCKED),),
    "siege_tower": (("inside_up", "+2", _BLOCKED),),
    "tower_or_keep_interior": (("from_rubble", "3", _BLOCKED),),
}

_Ask = Callable[[RuleSet, str, int], tuple[Answer, ...]]


def _by_word(asked: Asked) -> list[tuple[str, str]]:
    return asked.by_word("terrain", asked.rows("terrain"))


def _known(rules: RuleSet, name: str) -> bool:
    return name in rules.table("terrain").rows


def _rows(asked: Asked, name: str, word: str, ask: _Ask) -> list[Row]:
    """Return the row of a ground, and one below it for the second of two values, where that is another."""
    rows: list[Row] = []
    first: list[tuple[Answer, ...] | None] = []
    for place in (0, 1):
        answers = [ask(rules, name, place) if _known(rules, name) else None for rules in asked.sets]
        if answers == first:
            continue
        first = answers
        columns = range(max(len(row_of_set) for row_of_set in answers if row_of_set is not None))
        cells = tuple(
            asked.cell([None if row_of_set is None else row_of_set[at] for row_of_set in answers]) for at in columns
        )
        when = asked.word("second", name) if asked.locale.has_word("second", name) else word
        rows.append(Row(f"{CONTINUES}{when}" if place else word, cells))
    return rows


def cover_grid(asked: Asked) -> Grid:
    """Return the cover of whoever stands on each ground."""

    def cover(rules: RuleSet, name: str, place: int) -> tuple[Answer, ...]:
        covers = terrain_covers(rules, name)
        mine = covers[min(place, len(covers) - 1)]
        return (asked.text("aid.no_shot") if mine == "infinite" else asked.word("cover_columns", mine),)

    rows = [row for name, word in _by_word(asked) for row in _rows(asked, name, word, cover)]
    return Grid("", (Column(asked.text("missile.cover")),), tuple(rows), fold=True)


def signs_add_up(asked: Asked) -> bool:
    """Return whether the columns moved for both grounds are the sum of what each moves against neutral ground."""

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


def sign_grid(asked: Asked) -> Grid:
    """Return how many columns each ground moves an attack from it, and one at whoever stands there."""

    def moved(rules: RuleSet, mine: str, other: str) -> str:
        table = rules.table("terrain-shift")
        known = mine in table.rows and other in table.columns
        return asked.signed(table.number(mine, other)) if known else _NOT_PRINTED

    def signs(rules: RuleSet, name: str, place: int) -> tuple[Answer, ...]:
        known = terrain_signs(rules, name)
        mine = known[min(place, len(known) - 1)]
        return moved(rules, mine, _NEUTRAL), moved(rules, _NEUTRAL, mine)

    def outside(rules: RuleSet, name: str, *, attacks: bool) -> str | None:
        if not _known(rules, name):
            return None
        sign, table = terrain_signs(rules, name)[0], rules.table(OUTSIDE)
        if attacks:
            return moved(rules, sign, _NEUTRAL)
        return moved(rules, table.cell(name, "value") if name in table.rows else _NEUTRAL, sign)

    rows: list[Row] = []
    for name, word in _by_word(asked):
        rows += _rows(asked, name, word, signs)
        if any(name in rules.table(OUTSIDE).rows for rules in asked.sets):
            cells = tuple(asked.words(outside, name, attacks=attacks) for attacks in (True, False))
            rows.append(Row(f"{CONTINUES}{asked.text('aid.outside')}", cells))
    columns = (Column(asked.text("aid.from_it")), Column(asked.text("aid.on_it")))
    return Grid("", columns, tuple(rows), fold=True)


def cost_grid(asked: Asked) -> Grid:
    """Return the movement points to enter each ground, on foot and mounted; a star is for further cases."""
    rows = tuple(Row(_starred(asked, name, word), _costs(asked, name)) for name, word in _by_word(asked))
    return Grid("", tuple(Column(asked.text(f"terrain.{way}")) for way in _WAYS), rows, fold=True)


def cost_lines(asked: Asked) -> Lines:
    """Return what the signs and stars among the movement points mean: what is paid in which case of which ground."""
    cases: dict[str, list[str]] = {_BLOCKED: [asked.text("aid.blocked")]}
    for name, word in _by_word(asked):
        for case, foot, mounted in _further_costs(asked, name):
            alike = foot == _plain_cost(asked, name, "foot")
            cell = mounted if alike else foot
            value = cell.value if cell.other is None else f"{cell.value} {ARROW} {cell.other}"
            ground = f"{word}, {case}"
            cases.setdefault(value, []).append(asked.named(asked.text("terrain.mounted"), ground) if alike else ground)
    entries = [(value, asked.listed(grounds)) for value, grounds in cases.items()]
    entries += [(_NOT_PRINTED, asked.text("terrain.not_printed")), ("", asked.text("aid.horses"))]
    return Lines(f"{asked.text('terrain.cost')}*", tuple(entries))


def _further_costs(asked: Asked, name: str) -> list[tuple[str, Cell, Cell]]:
    """Return in which cases a ground costs something else, and what it costs then on foot and mounted."""

    def cell(way: str, value: str | None) -> Cell:
        def told(rules: RuleSet) -> str | None:
            if not _known(rules, name):
                return None
            table, dot, row = (value or "").partition(".")
            return asked.number(rules.table(table).number(row)) if dot else value

        return _plain_cost(asked, name, way) if value is None else asked.words(told)

    return [
        (
            asked.text(f"aid.{when}") if when else asked.word("second", name),
            cell("foot", foot),
            cell("mounted", mounted),
        )
        for when, foot, mounted in _FURTHER.get(name, ())
    ]


def _starred(asked: Asked, name: str, word: str) -> str:
    """Return the name of a ground, with a star if there are further costs; among changes nothing explains it."""
    return f"{word}*" if name in _FURTHER and not asked.only_changes else word


def _costs(asked: Asked, name: str) -> tuple[Cell, ...]:
    return tuple(_plain_cost(asked, name, way) for way in _WAYS)


def _plain_cost(asked: Asked, name: str, way: str) -> Cell:
    """Return the movement points to enter a ground where no case of its own counts."""

    def cost(rules: RuleSet) -> str | None:
        if not _known(rules, name):
            return None
        cell = rules.table("terrain").cell(name, way)
        # Where no mounted cost of its own is printed, the table has another word than for what is barred.
        return asked.number(int(cell)) if cell.isdecimal() else _BLOCKED if cell == "impassable" else _NOT_PRINTED

    return asked.words(cost)


def ground_grid(asked: Asked) -> Grid:
    """Return the terrain table as the options have it: what it costs, what cover and what sign it gives."""

    def cover(rules: RuleSet, row: str) -> str | None:
        if not _known(rules, row):
            return None
        return _two(asked, row, [asked.word("covers", name) for name in terrain_covers(rules, row)])

    def sign(rules: RuleSet, row: str) -> str | None:
        if not _known(rules, row):
            return None
        text = _two(asked, row, [sign_text(asked, name) for name in terrain_signs(rules, row)])
        outside = rules.table(OUTSIDE)
        if row not in outside.rows:
            return text
        there = asked.named(asked.text("terrain.outside"), sign_text(asked, outside.cell(row, "value")))
        return asked.listed([text, there])

    rows = []
    for row in asked.rows("terrain"):
        words = (_each_named(asked, asked.answers(ask, row)) for ask in (cover, sign))
        rows.append(Row(_starred(asked, row, asked.word("terrain", row)), (*_costs(asked, row), *words)))
    columns = (
        *(Column(asked.text(f"terrain.{way}"), asked.text("terrain.cost")) for way in _WAYS),
        Column(asked.text("missile.cover")),
        Column(asked.text("terrain.sign")),
    )
    return Grid("", columns, tuple(rows))


def _each_named(asked: Asked, answers: list[str | None]) -> Cell:
    """Return a cell; where rule sets differ and one says several things, each is named, else none knew what changes."""
    several = any(answer is not None and asked.text("frame.semicolon") in answer for answer in answers)
    if not several or len(set(answers)) == 1:
        return asked.cell(answers)
    return asked.cell(
        [answer and asked.named(name, answer) for name, answer in zip(asked.short_names(), answers, strict=True)]
    )


def ground_example(asked: Asked) -> str:
    """Return the first ground that a man can enter on foot and mounted, and that is not flat, in words."""
    table = asked.rules.table("terrain")
    for row in table.rows:
        costs = {way: table.cell(row, way) for way in _WAYS}
        cover, sign = terrain_covers(asked.rules, row), terrain_signs(asked.rules, row)
        if all(cost.isdecimal() for cost in costs.values()) and len(cover) == len(sign) == 1 and sign != ("0",):
            numbers = {way: asked.number(int(cost)) for way, cost in costs.items()}
            words = {"cover": asked.word("covers", cover[0]), "sign": sign_text(asked, sign[0])}
            return asked.text("terrain.example", terrain=asked.word("terrain", row), **numbers, **words)
    return ""


def _two(asked: Asked, row: str, values: list[str]) -> str:
    """Return one value, or two with when the second one holds."""
    if len(values) == 1 or not asked.locale.has_word("second", row):
        return " / ".join(values)
    return asked.listed([values[0], asked.named(asked.word("second", row), values[1])])


def heights(asked: Asked) -> list[tuple[str, str]]:
    """Return which place has which level."""

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
