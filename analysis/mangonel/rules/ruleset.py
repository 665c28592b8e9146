"""A rule set: tables, options and their values, a digest of all that odds depend on; questions to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from mangonel.errors import DataError, LackingError
from mangonel.rules.cells import read_whole
from mangonel.rules.effects import effects_table, texts_by_effect
from mangonel.rules.forms import TableForm
from mangonel.rules.reading import FILLED, IDENTIFIER, Node
from mangonel.rules.table import Table

if TYPE_CHECKING:
    from mangonel.rules.change import Addition, CellChange, Change

DIFFERENCE = "difference"
"""Kind of an option that sources answer, each in its way."""


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One value of an option, with its source and its meaning."""

    value: FILLED
    source: FILLED
    text: FILLED


class Option(Struct, frozen=True, forbid_unknown_fields=True, rename={"choices": "choice"}):
    """A point of the rules that can be settled in more than one way; its fields are the keys of an option."""

    id: IDENTIFIER
    """Name, for example ``ram-rate``."""
    kind: Literal["difference", "reading", "assumption"]
    """``difference`` (sources differ), ``reading`` (they leave it open) or ``assumption`` (of our own model)."""
    title: FILLED
    affects: FILLED
    """`title`, `affects`: its subject, and the odds that it changes."""
    default: FILLED
    """Value that the base rule set takes."""
    choices: Annotated[tuple[Choice, ...], Meta(min_length=1, extra={"fault": "an option needs choices"})]
    """All values, in the order of the file."""

    @property
    def values(self) -> tuple[str, ...]:
        """The values to choose from."""
        return tuple(choice.value for choice in self.choices)

    def choice(self, value: str) -> Choice:
        """Return the choice with this value.

        Raises
        ------
        DataError
            If the option has no such value; the nearest one is suggested.
        """
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise DataError(f"option {self.id} has no such value", value=value, allowed=self.values)


def by_id(node: Node, options: Sequence[Option]) -> dict[str, Option]:
    """Return the options of a rule file by id, in its order.

    It is a DataError if an id or a value is there twice, or a default is no choice.
    """
    known: dict[str, Option] = {}
    for option, block in zip(options, node.nodes("option"), strict=True):
        for number, value in enumerate(option.values, start=1):
            if value in option.values[: number - 1]:
                raise block.error("this value is there twice", f"choice.{number}.value", value=value)
        block.choice("default", option.values)
        if option.id in known:
            raise block.error("this option is there twice", "id", value=option.id)
        known[option.id] = option
    return known


def check_values(
    node: Node, options: Mapping[str, Option], known: Mapping[str, Option], numbers: Mapping[str, Sequence[int]]
) -> None:
    """Check that the program understands the values of options that it asks for.

    Those `known` are the options that it asks for, with all values that it understands; options of other names are
    free. Of some options any number is understood, from the lowest to the highest. A DataError is raised for the first
    value that is not understood, with its place in the rule file.
    """
    for place, option in enumerate(options.values(), start=1):
        understood = known[option.id].values if option.id in known else option.values
        for number, value in enumerate(option.values, start=1):
            if value not in understood and not _is_number(value, numbers.get(option.id)):
                path = f"option.{place}.choice.{number}.value"
                raise node.error("nothing understands this value of the option", path, value=value, allowed=understood)


def _is_number(value: str, limits: Sequence[int] | None) -> bool:
    if limits is None or re.fullmatch(r"-?[0-9]{1,3}", value) is None:
        return False
    return limits[0] <= int(value) <= limits[1]


Cell = tuple[str, str, str]
"""A cell by table, row and column; the column ``row_offset`` is that of a weapon, as in an overlay."""

_NONE = "(absent)"
_KINDS = ("options", "cells", "tables", "additions")


class Asked:
    """The questions that a rule set was asked, noted by `RuleSet.noting`; the answers are in the rule set.

    A game built anew from a rule set that gives the same `answers` is the same, and has the same odds. Noted are ids
    of options, and cells, in the order in which they were first asked for; tables whose labels, die and result letters
    were in sight; and tables and axes that were asked for additions of overlays.
    """

    def __init__(self) -> None:
        self.options: dict[str, None] = {}
        self.cells: dict[Cell, None] = {}
        self.tables: dict[str, None] = {}
        self.additions: dict[tuple[str, str], None] = {}

    def note_cell(self, table: str, row: str, column: str) -> None:
        """Note that a cell was read."""
        self.cells[table, row, column] = None

    def plain(self) -> dict[str, list[Any]]:
        """Return all that is noted, as JSON can hold it."""
        return {name: list(getattr(self, name)) for name in _KINDS}

    def take(self, plain: Mapping[str, Sequence[Any]]) -> None:
        """Note the result of `plain` of another one."""
        for name in _KINDS:
            entries = (tuple(entry) if isinstance(entry, list) else entry for entry in plain[name])
            getattr(self, name).update(dict.fromkeys(entries))

    def answers(self, rules: RuleSet) -> tuple[Hashable, ...]:
        """Return the answers of a rule set to everything that is noted here.

        The texts of results are left out: no odds hang on words.
        """
        options = (_option(rules, name) for name in self.options)
        frames = (_frame(rules.tables.get(name)) for name in self.tables)
        cells = (rules.tables[name].written(*place) if name in rules.tables else None for name, *place in self.cells)
        return (*options, *frames, *cells, *(rules.added(*addition) for addition in self.additions))

    def readings(self, rules: RuleSet) -> tuple[str, ...]:
        """Return which options, with their values, have filled cells that are noted here."""
        readings = (
            f"{reading.option} = {reading.value}"
            for table, row, column in self.cells
            if table in rules.tables
            for reading in rules.tables[table].cells_if
            if f"{row}.{column}" in reading.cells and rules.values.get(reading.option) == reading.value
        )
        return tuple(dict.fromkeys(readings))

    def tells_apart(self, left: RuleSet, right: RuleSet) -> bool:
        """Tell whether two rule sets answer otherwise to anything that is noted here."""
        return self.answers(left) != self.answers(right)


def _option(rules: RuleSet, name: str) -> Hashable:
    # Some readings are only looked at where they are not those of the base.
    return (rules.values[name], rules.options[name].default) if name in rules.options else _NONE


def _frame(table: Table | None) -> Hashable:
    """Return all of a table that is neither cell nor word."""
    if table is None:
        return _NONE
    labels = (table.columns, table.rows, tuple(table.results), tuple(table.row_offset))
    return (table.kind, table.thrown, table.limit, table.open_ended, table.shiftable, *labels)


DIGEST_LENGTH = 12


@dataclass(frozen=True)
class RuleSet:
    """The rules that a question is answered with. It is not changed once made: `replaced` hands out a new one."""

    id: str
    title: str
    """`id`, `title`: name and heading."""
    system: str
    """Id of the game: the folder of its rule sets."""
    chain: tuple[str, ...]
    """Ids of the rule sets it is made of, base first, itself last."""
    tables: Mapping[str, Table]
    """Tables by id, as in their files and overlays; `table` hands them out with the texts that fit the options."""
    options: Mapping[str, Option]
    """Options by id."""
    values: Mapping[str, str]
    """Chosen value of every option, by id."""
    changes: tuple[Change, ...] = ()
    """Net changes against the first of the chain, in the order in which they were made."""
    inherited: tuple[Change, ...] = field(default=(), compare=False)
    """Those of the rule set that it is based on."""
    file: Path | None = field(default=None, compare=False)
    """The file it was read from, for errors."""
    asked: Asked | None = field(default=None, compare=False, repr=False)
    """Where the questions to this rule set are noted; None if nowhere. It makes no difference between rule
    sets."""

    def __repr__(self) -> str:
        """Return a line that says which it is."""
        counts = f"{len(self.tables)} tables, {len(self.options)} options"
        return f"<RuleSet {self.id} [{self.digest}]: {self.title}; {counts}, made of {' < '.join(self.chain)}>"

    @property
    def own_changes(self) -> int:
        """How many places it changes against its base; those that it changes back count, too."""
        return len({(change.kind, change.where) for change in {*self.changes} ^ {*self.inherited}})

    def __getitem__(self, name: str) -> Table:
        """Return ``rules["melee-foot"]``, the same as `table`."""
        return self.table(name)

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    def table(self, name: str) -> Table:
        """Return a table, with the result texts that hold under the chosen options and tell the effects.

        Raises
        ------
        DataError
            If there is no such table, with the nearest id, or a result has no known effect.
        """
        if name not in self._handed_out:
            table = self._table_of(self.tables, name)
            for reading in table.cells_if:
                if self.choice(reading.option) == reading.value:
                    table = table.with_cells(reading.cells)
            for block in table.results_if:
                if self.values.get(block.option) == block.value:
                    table = table.with_texts(block.texts)
            # Not by `table` and `choice`, which note questions: no odds hang on words.
            effects = self.tables.get(effects_table(table.form, self.values.get)) if table.results else None
            if effects is not None:
                cells = (change.cell for change in self.changes if change.cell is not None)
                changed = {cell.row for cell in cells if cell.table == effects.id}
                table = table.with_texts(texts_by_effect(table, effects, changed))
            if self.asked is not None:
                self.asked.tables[name] = None
                table = replace(table, told=self.asked.note_cell)
            self._handed_out[name] = table
        return self._handed_out[name]

    @cached_property
    def _handed_out(self) -> dict[str, Table]:
        """Tables as they hold under the options. A second question is noted already."""
        return {}

    def form(self, name: str) -> TableForm | None:
        """Return the form of a table; None if there is none. No odds hang on it, and it is not noted."""
        return self.tables[name].form if name in self.tables else None

    def has_table(self, name: str) -> bool:
        """Tell whether there is a table of this id."""
        if self.asked is not None:
            self.asked.tables[name] = None
        return name in self.tables

    def noting(self, asked: Asked) -> RuleSet:
        """Return the same rule set, which notes in `asked` the questions to it and to its copies.

        `choice`, `number`, `table` and the cells of tables that it hands out are noted; `tables`, `options` and
        `values` as a whole are not.
        """
        return replace(self, asked=asked)

    def choice(self, name: str) -> str:
        """Return the chosen value of an option.

        Raises
        ------
        DataError
            If there is no such option; the nearest id is suggested.
        """
        self._option(name)
        if self.asked is not None:
            self.asked.options[name] = None
        return self.values[name]

    def filled(self, text: str, written: Callable[[str], str] = str) -> str:
        """Return a text with the cells that it names, as ``{table.row.column}``, written in their places."""

        def cell(named: re.Match[str]) -> str:
            table, place = named.groups()
            return written(self.tables[table].entries.get(place, named[0])) if table in self.tables else named[0]

        return re.sub(r"\{([^{}.]+)\.([^{}]+)\}", cell, text)

    def is_base(self, name: str) -> bool:
        """Tell whether an option has the value that the base rule set takes.

        Raises
        ------
        DataError
            If there is no such option; the nearest id is suggested.
        """
        return self.choice(name) == self.options[name].default

    def number(self, name: str) -> int:
        """Return the chosen value of an option as a whole number.

        Raises
        ------
        DataError
            If there is no such option, or its value is no number.
        """
        value = self.choice(name)
        try:
            return read_whole(value)
        except DataError:
            raise DataError(f"option {name} is not a number", value=value) from None

    def added(self, table: str, axis: str = "row") -> tuple[str, ...]:
        """Return the labels of the rows, columns or weapons that overlays have added to a table.

        Parameters
        ----------
        axis
            ``row``, ``column`` or ``weapon``.
        """
        if self.asked is not None:
            self.asked.additions[table, axis] = None
        additions = [change.addition for change in self.changes if change.addition is not None]
        return tuple(addition.label for addition in additions if (addition.table, addition.axis) == (table, axis))

    def _option(self, name: str) -> Option:
        option = self.options.get(name)
        if option is None:
            raise LackingError(f"rule set {self.id} has no such option", value=name, allowed=self.options)
        return option

    @cached_property
    def digest(self) -> str:
        """Fingerprint of all that odds depend on: 12 hexadecimal digits.

        It covers the cells, labels, dice, row offsets and results of all tables, and every option whose value is not
        the first of its choices. Titles, comments and sources do not count, nor do cells and results under a value that
        is not chosen: a new option whose first choice is its default changes no digest.
        """
        from hashlib import sha256

        parts: list[str] = [self.system]
        for name in sorted(self.tables):
            table = self.tables[name]
            parts += [name, table.kind, str(table.die), str(table.open_ended), str(table.shiftable)]
            parts += ["columns", *table.columns]
            for row, cells in zip(table.rows, table.cells, strict=True):
                parts += ["row", row, *cells]
            parts += ["results", *(f"{letter}={text}" for letter, text in table.results.items())]
            for block in table.results_if:
                if self.values.get(block.option) == block.value:
                    parts += ["if", *(f"{letter}={text}" for letter, text in sorted(block.texts.items()))]
            if table.dice > 1 or table.zero:
                parts += ["dice", str(table.dice), str(table.zero)]
            if table.limit is not None:
                parts += ["limit", *map(str, table.limit)]
            for reading in table.cells_if:
                if self.values.get(reading.option) == reading.value:
                    parts += ["reading", *(f"{place}={cell}" for place, cell in sorted(reading.cells.items()))]
            parts += ["offsets", *(f"{weapon}={rows}" for weapon, rows in sorted(table.row_offset.items()))]
        others = {name: value for name, value in self.values.items() if value != self.options[name].choices[0].value}
        parts += ["options", *(f"{name}={value}" for name, value in sorted(others.items()))]
        return sha256("\x1f".join(parts).encode()).hexdigest()[:DIGEST_LENGTH]

    def replaced(
        self,
        *,
        options: Mapping[str, str] | None = None,
        cells: Iterable[CellChange] = (),
        additions: Iterable[Addition] = (),
        name: str = "",
        title: str = "",
    ) -> RuleSet:
        """Return a rule set with other values for some options and cells.

        Parameters
        ----------
        options
            New values by option id.
        cells
            New cells, at most one for each.
        additions
            Rows, columns and weapons that tables are to have more; they are made before cells are changed.
        name, title
            Id and heading of the new rule set; both stay as they are if empty.

        Raises
        ------
        DataError
            If an option, value, table, row or column is unknown, or a table cannot hold a value.
        """
        from mangonel.rules.change import Change

        by = name or self.id
        changes: list[Change] = []
        values = dict(self.values)
        for option, value in (options or {}).items():
            self._option(option).choice(value)
            changes.append(Change("option", option, values[option], value, by=by))
            values[option] = value
        tables = dict(self.tables)
        for new in additions:
            tables[new.table] = new.made_to(self._table_of(tables, new.table))
            tables[new.table].check()
            changes.append(Change(new.axis, new.where, "", " ".join(new.values), by=by, addition=new))
        cells = tuple(cells)
        for cell in cells:
            table = self._table_of(tables, cell.table)
            tables[cell.table] = table.replaced(cell.row, cell.column, cell.value)
            changes.append(Change.of_cell(table, cell, by))
        for cell in cells:
            tables[cell.table].check()
        return self.with_made(values, tables, changes, name=name, title=title)

    def _table_of(self, tables: Mapping[str, Table], name: str) -> Table:
        if name not in tables:
            raise LackingError(f"rule set {self.id} has no such table", value=name, allowed=tables)
        return tables[name]

    def with_made(
        self,
        values: Mapping[str, str],
        tables: Mapping[str, Table],
        made: Iterable[Change],
        *,
        name: str = "",
        title: str = "",
    ) -> RuleSet:
        """Return a rule set with values and tables that were checked before, and the changes that led to them."""
        from mangonel.rules.change import merged

        return replace(
            self,
            id=name or self.id,
            title=title or self.title,
            chain=(*self.chain, name) if name else self.chain,
            tables=tables,
            values=values,
            changes=merged((*self.changes, *made)),
            inherited=self.changes if name else self.inherited,
        )

    def applying(self, changes: Iterable[Change], *, name: str = "", title: str = "") -> RuleSet:
        """Return this rule set with some changes of another one, under the name and heading if they are given.

        Raises
        ------
        DataError
            If this rule set lacks a place that one of them changes.
        """
        changes = tuple(changes)
        options = {change.where: change.after for change in changes if change.kind == "option"}
        cells = tuple(change.cell for change in changes if change.cell is not None)
        additions = tuple(change.addition for change in changes if change.addition is not None)
        return self.replaced(options=options, cells=cells, additions=additions, name=name, title=title)
