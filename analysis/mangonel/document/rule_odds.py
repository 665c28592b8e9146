"""The effect of a change of rules on single rolls, and the names of rows, columns and cells of rule tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from msgspec import structs

from mangonel.document.rolls import column_word, reading_told, rolled_column
from mangonel.document.wording import with_id
from mangonel.errors import LackingError, UnknownCellError
from mangonel.games.question import Answer
from mangonel.games.system import KindWords, Steps, System, check_rules, system_of
from mangonel.paper.blocks import Cell, Column, Grid, Lines, Row, Sheet
from mangonel.paper.charts.changes import LOST, NEW, Changes
from mangonel.paper.wanted import ARROW, MISSING, Asked, printed, unsigned
from mangonel.rules.cells import UNKNOWN, in_order
from mangonel.rules.effects import Befalls, effect_text, read_cell
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation
from mangonel.rules.words import PhraseBook, say, words

_NO_NUMBER: Final = "\N{MIDDLE DOT}"
"""Sign of a cell in which both sides have an entry, but not both a chance."""

_BOTH: Final = f" {ARROW} "
"""The separator of two numbers of a line, as `Asked.both` writes them."""

_VIEW: Final = "outcomes"
_PRINTED_VIEW: Final = "percent"
"""In which sheets are printed unless another view is asked for."""


def both_told(cell: Cell) -> str:
    """Return both texts of a cell with an arrow between, which goes to the next line with the second; one if alike."""
    return f"{cell.value} {ARROW}\N{NO-BREAK SPACE}{cell.other}" if cell.changed else cell.value


def change_of(cell: Cell) -> Fraction | str:
    """Return second minus first chance; a sign if one is lost, new or not known, but 0 where nothing differs."""
    first, second = cell.chance, cell.other_chance
    if not cell.changed:
        return Fraction(0)
    if first is not None and second is not None:
        return second - first
    if UNKNOWN in (cell.value, cell.other):
        return UNKNOWN
    if first is not None and cell.other == MISSING:
        return LOST
    return NEW if second is not None and cell.value == MISSING else _NO_NUMBER


@dataclass(frozen=True, slots=True)
class OddsGrid:
    """Odds by rows and columns under two rule sets, somewhere different."""

    id: str
    """Name within the report."""
    title: str
    """The purpose of the roll."""
    corner: str
    """Head of the names of the rows; may be empty."""
    grid: Grid
    """Its cells under both rule sets, without the signs of footnotes."""
    sheet: tuple[str, int, int] | None = None
    """Subject of the whole sheet it is from, how many of its cells differ as printed, and of how many; None of none."""
    shots: bool = False
    """Whether it is about shots: a row and a group of columns are one."""

    @property
    def rows(self) -> tuple[str, ...]:
        """Names of the rows, with their groups."""
        return tuple(", ".join(filter(None, (row.group, row.label))) for row in self.grid.rows)

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Group and name of each column."""
        return tuple((column.group, column.label) for column in self.grid.columns)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Shape (rows, columns)."""
        return tuple(row.cells for row in self.grid.rows)

    @property
    def count(self) -> int:
        """Number of cells that differ."""
        return sum(cell.changed for row in self.cells for cell in row)

    def only(self, sign: str) -> tuple[int, tuple[str, ...]]:
        """Return how many shots, or entries of another kind, only one side has, and the names of their rows.

        Chances of all results of one shot count once.

        Parameters
        ----------
        sign
            `LOST` for entries of the first side only, `NEW` for those of the second only.
        """
        kept = {
            (row, self.columns[place][0] if self.shots else place)
            for row, cells in enumerate(self.cells)
            for place, cell in enumerate(cells)
            if change_of(cell) == sign
        }
        rows = sorted({row for row, _ in kept})
        # A group of which no row is left out is named once.
        groups = {row.group for row in self.grid.rows if row.group}
        groups -= {row.group for place, row in enumerate(self.grid.rows) if place not in rows}
        named = (group if (group := self.grid.rows[row].group) in groups else self.row_in_words(row) for row in rows)
        return len(kept), tuple(dict.fromkeys(named))

    def row_in_words(self, row: int) -> str:
        """Return the name of a row for a sentence: a number with the thing counted."""
        group, name, corner = self.grid.rows[row].group, self.grid.rows[row].label, self.grid.corner[1]
        return ", ".join(part for part in (group, f"{corner} {name}" if corner and name.isdecimal() else name) if part)

    def column_in_words(self, column: int) -> str:
        """Return the name of a column for a sentence: a number with the thing counted."""
        group, name = self.columns[column]
        return f"{group} {name}" if group and name.isdecimal() else ", ".join(part for part in (group, name) if part)

    @property
    def told(self) -> set[tuple[str, tuple[str, str], str]]:
        """Row, column and text of each cell that differs."""
        return {
            (row, column, both_told(cell))
            for row, cells in zip(self.rows, self.cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
            if cell.changed
        }

    @property
    def has_chances(self) -> bool:
        """Whether it is about chances, and not about words or other numbers."""
        return any(cell.chance is not None or cell.other_chance is not None for cell in self.grid.cells)

    @property
    def changes(self) -> Changes:
        """The grid as a map of differences: its changed rows only."""
        names = tuple(self.rows[row] for row in self.changed_rows)
        return Changes(names, self.columns, tuple(tuple(map(change_of, self.cells[row])) for row in self.changed_rows))

    @property
    def changed_rows(self) -> tuple[int, ...]:
        """Places of the rows in which something differs."""
        return tuple(place for place, row in enumerate(self.cells) if any(cell.changed for cell in row))


def die_grids(left: RuleSet, right: RuleSet, names: Iterable[str]) -> tuple[OddsGrid, ...]:
    """Return the odds of one roll on every column of some die tables, for those tables in which an odds differs.

    Parameters
    ----------
    names
        Ids of tables; those that are no die tables are left out.
    """
    rolled = {name for rules in (left, right) for name, table in rules.tables.items() if table.kind == "die"}
    grids = [_die_grid(left, right, name) for name in names if name in rolled]
    return tuple(grid for grid in grids if grid.count)


def sheet_grids(left: RuleSet, right: RuleSet) -> tuple[OddsGrid, ...]:
    """Return the grids of the odds sheets in which something differs, and the numbers in their lines that do.

    They show the effects of options, which change no table: ranges that count, rolls of a ram, modifiers of a die.
    """
    system = system_of(left)
    check_rules(right, system)
    catalogue = system.sheets()
    as_printed = Asked((left, right), words(), _PRINTED_VIEW)
    grids: list[OddsGrid] = []
    for name, entry in catalogue.entries.items():
        if entry.repeats:
            continue
        try:
            # Where a sheet tells faces of the die, a report tells the chances that they are.
            sheet = catalogue.build(name, replace(as_printed, view=_VIEW) if _VIEW in entry.views else as_printed)
        except LackingError:
            # A rule set that lacks the tables of a sheet has no such sheet; its tables are compared all the same.
            continue
        differing = [(place, grid) for place, grid in enumerate(_grids(sheet), start=1) if grid.changes]
        if differing:
            printed = _grids(catalogue.build(name, as_printed))
            counted = (sheet.title, sum(grid.changes for grid in printed), sum(len(grid.cells) for grid in printed))
            grids += [
                _from_sheet(f"{name}-{place}", sheet.title, grid, counted if counted[1] else None, shots=entry.pairs)
                for place, grid in differing
            ]
        grids += [
            _from_sheet(f"{name}-lines-{number}", sheet.title, _numbers(block))
            for number, block in enumerate((block for block in sheet.blocks if isinstance(block, Lines)), start=1)
            if any(_BOTH in number for number, _ in block.entries)
        ]
    # Terrain stands on the sheets of melee, too: a change of words is told once.
    changes = [grid.told for grid in grids]
    return tuple(
        grid
        for place, grid in enumerate(grids)
        if grid.has_chances or not any(changes[place] <= later for later in changes[place + 1 :])
    )


def _grids(sheet: Sheet) -> list[Grid]:
    return [block for block in sheet.blocks if isinstance(block, Grid)]


def _numbers(block: Lines) -> Grid:
    rows = []
    for number, text in block.entries:
        left, _, right = number.partition(_BOTH)
        if number:
            rows.append(Row(text, (Cell(value=left, other=right or None),)))
    return Grid(block.heading, (Column(say("report_rules.number")),), tuple(rows))


def _die_grid(left: RuleSet, right: RuleSet, name: str) -> OddsGrid:
    tables = [rules.table(name) for rules in (left, right) if name in rules.tables]
    system = system_of(left)
    steps = system.steps().get(name)
    letters = in_order([table.result_codes for table in tables])
    columns = in_order([table.columns for table in tables])
    odds = {column: [_odds(rules, name, column, steps) for rules in (left, right)] for column in columns}
    come = {letter for sides in odds.values() for side in sides if isinstance(side, dict) for letter in side}
    used, kind = [letter for letter in letters if letter in come], tables[0].kind
    rows = []
    for column in columns:
        label = column_word(system, kind, column) if steps is None else steps.label(columns, column)
        rows.append(Row(label, tuple(_odds_cell(odds[column], letter) for letter in used)))
    grid = Grid("", tuple(Column(printed(letter)) for letter in used), tuple(rows))
    title, corner = words().titled("tables", name, tables[0].title), say("report_rules.column")
    return OddsGrid(f"die-{name}", title, corner, grid)


def _odds(rules: RuleSet, name: str, column: str, steps: Steps | None) -> dict[str, Fraction] | str:
    if name not in rules.tables:
        return MISSING
    if steps is not None:
        column = steps.column(rules, column)
    if column not in rules.tables[name].columns:
        return MISSING
    try:
        return Situation(rules.table(name), column).odds()
    except UnknownCellError:
        return UNKNOWN


def _odds_cell(sides: Sequence[dict[str, Fraction] | str], letter: str) -> Cell:
    chances = [side.get(letter, Fraction(0)) if isinstance(side, dict) else None for side in sides]
    first, second = (
        side if isinstance(side, str) else percent(chance or Fraction(0))
        for side, chance in zip(sides, chances, strict=True)
    )
    if all(side == MISSING or chance == 0 for side, chance in zip(sides, chances, strict=True)):
        # No roll at all and a result that never comes are the same, as on the sheets.
        nothing = next((chance for chance in chances if chance is not None), None)
        return Cell(value=MISSING if nothing is None else percent(nothing), chance=nothing)
    if first == second:
        return Cell(value=first, chance=chances[0])
    return Cell(value=first, chance=chances[0], other=second, other_chance=chances[1])


def percent(chance: Fraction) -> str:
    """Return a chance as the grids write it: percent, to one decimal where it is not whole."""
    value = 100 * chance
    return words().number(value, 0 if value.denominator == 1 else 1)


def _from_sheet(
    name: str, title: str, grid: Grid, sheet: tuple[str, int, int] | None = None, *, shots: bool = False
) -> OddsGrid:
    keys, rows = grid.columns[: grid.keys], []
    for row in grid.rows:
        named = (f"{key.label} {cell.value}" for key, cell in zip(keys, row.cells, strict=False) if cell.value)
        # Footnotes stand on the sheet only.
        both = ((cell, cell.other and unsigned(cell.other)) for cell in row.cells[grid.keys :])
        cells = tuple(structs.replace(cell, value=unsigned(cell.value), other=other) for cell, other in both)
        rows.append(Row(unsigned(row.label) or ", ".join(named), cells, row.group))
    title = words().named(title, grid.caption) if grid.caption else title
    corner = ", ".join(filter(None, grid.corner))
    grid = structs.replace(grid, rows=tuple(rows), columns=grid.columns[grid.keys :], keys=0)
    return OddsGrid(f"sheet-{name}", title, corner, grid, sheet, shots)


def row_text(system: System, row: str) -> str:
    """Return the name of a row of a table of a game, with its id, which a rule file names."""
    return with_id(words().first_word(system.words.rows, row), row)


def column_text(system: System, kind: str, column: str) -> str:
    """Return the name of a column, with its id, which a rule file names."""
    return with_id(column_word(system, kind, column), column)


def cell_text(system: System, kind: str, column: str, value: str) -> str:
    """Return the text of a cell, in words where it is a word."""
    own = system.words.kinds.get(kind, KindWords())
    usual = system.words.rolled if kind == "die" else system.words.cells
    parts = value.split("/") if own.parted else [value]
    return " / ".join(words().written(words().first_word(own.cells.get(column, usual), part)) for part in parts)


def effect_cell(system: System, of: Befalls, value: str) -> str:
    """Return the effect of a result by a cell of a table of effects, with its id, which a rule file names.

    Parameters
    ----------
    of
        The men that the results befall.
    """
    return with_id(PhraseBook(system.id).meaning(effect_text(read_cell(value, of), of)), value)


def without_ids(answer: Answer) -> Answer:
    """Return an answer with table, column and readings in words instead of ids.

    Where no table is rolled on that the rule set has, as in a test against the quality, none is named, and no column
    that is the only one.
    """
    rules, lines, facts = answer.rules, dict(answer.lines), answer.facts
    name, column = str(facts.get("table", "")), lines.get("column", "")
    if not rules.has_table(name):
        lines |= {"table": "", "column": ""}
        return structs.replace(answer, lines=lines)
    table = rules.table(name)
    lines["table"] = words().titled("tables", name, table.title)
    if len(table.columns) == 1:
        lines["column"] = ""
    elif column == facts.get("column"):
        lines["column"] = rolled_column(rules, table, column)
    if readings := facts.get("readings"):
        lines["as read"] = words().with_semicolons(reading_told(rules, each) for each in readings)
    return structs.replace(answer, lines=lines)
