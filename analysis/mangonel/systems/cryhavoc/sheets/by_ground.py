"""Tables by ground, to be looked up like words: columns moved in melee, cover, movement points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mangonel.press.blocks import CONTINUES, Cell, Column, Grid, Lines, Row
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.alphabet import by_word
from mangonel.sheets.answers import ARROW, Answer
from mangonel.sheets.wanted import Asked
from mangonel.systems.cryhavoc.ground import terrain_signs
from mangonel.systems.cryhavoc.missiles import terrain_covers
from mangonel.systems.cryhavoc.sheets.melees import OUTSIDE
from mangonel.tables.merging import in_order

__all__ = [
    "cost_grid",
    "cost_lines",
    "cover_grid",
    "plain_cost",
    "sign_grid",
    "signs_add_up",
    "starred",
]

_BLOCKED: Final = "\N{BLACK SQUARE}"
"""What stands where nobody can go."""

_NOT_PRINTED: Final = "\N{EN DASH}"
"""What stands where no cost is printed."""

_STAR: Final = "*"
_NO_MELEE: Final = _NOT_PRINTED
_NO_SHOT: Final = "infinite"
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

_Told = Callable[[RuleSet, int], tuple[Answer, ...]]


def _by_word(asked: Asked) -> list[tuple[str, str]]:
    """Return id and name of each ground in the order of the alphabet."""
    return by_word(asked, "terrain", in_order([rules.table("terrain").rows for rules in asked.sets]))


def _rows(asked: Asked, name: str, word: str, told: _Told) -> list[Row]:
    """Return the row of a ground, and one below it for the second of two values, where that is another."""
    rows: list[Row] = []
    first: list[tuple[Answer, ...] | None] = []
    for place in (0, 1):
        answers = [told(rules, place) if name in rules.table("terrain").rows else None for rules in asked.sets]
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

    def cover(name: str) -> _Told:
        def told(rules: RuleSet, place: int) -> tuple[Answer, ...]:
            covers = terrain_covers(rules, name)
            cover_set = covers[min(place, len(covers) - 1)]
            return (asked.text("aid.no_shot") if cover_set == _NO_SHOT else asked.word("cover_columns", cover_set),)

        return told

    rows = [row for name, word in _by_word(asked) for row in _rows(asked, name, word, cover(name))]
    return Grid(asked.text("aid.cover"), (Column(asked.text("missile.cover")),), tuple(rows), fold=True)


def signs_add_up(asked: Asked) -> bool:
    """Return whether the columns moved for both grounds are the sum of what each moves against neutral ground."""
    for rules in asked.sets:
        table = rules.table("terrain-shift")
        if _NEUTRAL not in table.rows or _NEUTRAL not in table.columns:
            return False
        for mine in table.rows:
            for other in table.columns:
                alone = table.number(mine, _NEUTRAL) + table.number(_NEUTRAL, other)
                if table.number(mine, other) != alone:
                    return False
    return True


def sign_grid(asked: Asked) -> Grid:
    """Return how many columns each ground moves an attack from it, and one at whoever stands there."""

    def moved(rules: RuleSet, mine: str, other: str) -> str:
        table = rules.table("terrain-shift")
        known = mine in table.rows and other in table.columns
        return asked.signed(table.number(mine, other)) if known else _NO_MELEE

    def signs(name: str) -> _Told:
        def told(rules: RuleSet, place: int) -> tuple[Answer, ...]:
            signs = terrain_signs(rules, name)
            sign_set = signs[min(place, len(signs) - 1)]
            return moved(rules, sign_set, _NEUTRAL), moved(rules, _NEUTRAL, sign_set)

        return told

    def outside(rules: RuleSet, name: str, *, attacks: bool) -> str | None:
        if name not in rules.table("terrain").rows:
            return None
        sign = terrain_signs(rules, name)[0]
        if attacks:
            return moved(rules, sign, _NEUTRAL)
        there = name in rules.table(OUTSIDE).rows
        return moved(rules, rules.table(OUTSIDE).cell(name, "value") if there else _NEUTRAL, sign)

    rows: list[Row] = []
    for name, word in _by_word(asked):
        rows += _rows(asked, name, word, signs(name))
        if any(name in rules.table(OUTSIDE).rows for rules in asked.sets):
            cells = tuple(asked.words(outside, name, attacks=attacks) for attacks in (True, False))
            rows.append(Row(f"{CONTINUES}{asked.text('aid.outside')}", cells))
    columns = (Column(asked.text("aid.from_it")), Column(asked.text("aid.on_it")))
    return Grid(asked.text("aid.ground"), columns, tuple(rows), fold=True)


def cost_grid(asked: Asked) -> Grid:
    """Return the movement points to enter each ground, on foot and mounted; a star is for further cases."""
    rows = tuple(
        Row(starred(asked, name, word), tuple(plain_cost(asked, name, way) for way in _WAYS))
        for name, word in _by_word(asked)
    )
    columns = (Column(asked.text("terrain.foot")), Column(asked.text("terrain.mounted")))
    return Grid(asked.text("aid.movement"), columns, rows, fold=True)


def cost_lines(asked: Asked) -> Lines:
    """Return what the signs and stars among the movement points mean: what is paid in which case of which ground."""
    cases: dict[str, list[str]] = {_BLOCKED: [asked.text("aid.blocked")]}
    for name, word in _by_word(asked):
        for case, foot, mounted in _further_costs(asked, name):
            alike = foot == plain_cost(asked, name, "foot")
            cell = mounted if alike else foot
            value = cell.value if cell.other is None else f"{cell.value} {ARROW} {cell.other}"
            ground = f"{word}, {case}"
            cases.setdefault(value, []).append(asked.named(asked.text("terrain.mounted"), ground) if alike else ground)
    entries = [(value, asked.listed(grounds)) for value, grounds in cases.items()]
    entries.append((_NOT_PRINTED, asked.text("terrain.not_printed")))
    return Lines(f"{asked.text('terrain.cost')}{_STAR}", (*entries, ("", asked.text("aid.horses"))))


def _further_costs(asked: Asked, name: str) -> list[tuple[str, Cell, Cell]]:
    """Return in which cases a ground costs something else, and what it costs then on foot and mounted."""

    def cell(way: str, value: str | None) -> Cell:
        def told(rules: RuleSet) -> str | None:
            if name not in rules.table("terrain").rows:
                return None
            table, dot, row = (value or "").partition(".")
            return asked.locale.number(rules.table(table).number(row)) if dot else value

        return plain_cost(asked, name, way) if value is None else asked.words(told)

    return [
        (
            asked.text(f"aid.{when}") if when else asked.word("second", name),
            cell("foot", foot),
            cell("mounted", mounted),
        )
        for when, foot, mounted in _FURTHER.get(name, ())
    ]


def starred(asked: Asked, name: str, word: str) -> str:
    """Return the name of a ground, with a star if there are further costs; among changes nothing explains it."""
    return f"{word}{_STAR}" if name in _FURTHER and not asked.only_changes else word


def plain_cost(asked: Asked, name: str, way: str) -> Cell:
    """Return the movement points to enter a ground where no case of its own counts."""
    return asked.words(lambda rules: _cost(asked, rules, name, way))


def _cost(asked: Asked, rules: RuleSet, name: str, way: str) -> str | None:
    table = rules.table("terrain")
    if name not in table.rows:
        return None
    cell = table.cell(name, way)
    # Where no mounted cost of its own is printed, the table has another word than for what is barred.
    return asked.locale.number(int(cell)) if cell.isdecimal() else _BLOCKED if cell == "impassable" else _NOT_PRINTED
