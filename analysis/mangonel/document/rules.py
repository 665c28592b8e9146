"""The report on two rule sets: their differences with sources, and the effect on single rolls. Plays no scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final

from msgspec import structs

from mangonel._version import __version__
from mangonel.document.model import Making, NumberRow, ReportData, ReportText, provenance_section, report_of
from mangonel.document.rule_odds import (
    OddsGrid,
    both_told,
    cell_text,
    change_of,
    column_text,
    die_grids,
    effect_cell,
    percent,
    row_text,
    sheet_grids,
)
from mangonel.document.wording import named_apart
from mangonel.games.system import System, system_of
from mangonel.paper.blocks import WORDS, Block, Bullets, Paragraph, Picture, Section, Table
from mangonel.paper.charts.changes import LOST, NEW, change_picture, written_points
from mangonel.paper.wanted import MISSING
from mangonel.rules.cells import UNKNOWN
from mangonel.rules.change import place_of
from mangonel.rules.difference import ABSENT, Difference, differences
from mangonel.rules.effects import Befalls
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, speaking, words
from mangonel.rules.words.phrase_book import cited, difference_named, names_of, titles_of


def build_rules_report(left: RuleSet, right: RuleSet, making: Making) -> ReportData:
    """Return the report on the differences between two rule sets, ready to be rendered.

    Raises
    ------
    DataError
        If the rule sets are of two systems.
    """
    change = RuleChange(left, right)
    sides = {"left": words().translated(left.title), "right": words().translated(right.title)}
    title = say("report_rules.title", **sides)
    question = say("report_rules.question", left_id=left.id, right_id=right.id, **sides)
    sections = (
        answer_section(change),
        _options_section(change),
        _cells_section(change),
        _odds_section(change, "rolls", change.die_odds),
        _odds_section(change, "sheets", change.sheet_odds),
        _same_section(change),
        _provenance_section(change, ReportText(title, question, command=making.command, date=making.date)),
    )
    foot = f"mangonel {__version__}  |  {left.id} {left.digest}  |  {right.id} {right.digest}"
    with speaking():
        numbers = tuple(_number_rows(RuleChange(left, right)))
    return report_of(title, sections, foot, numbers)


def _options_section(change: RuleChange) -> Section | None:
    if not change.options:
        return None

    def row(difference: Difference) -> tuple[str, ...]:
        option = next(rules.options[difference.where] for rules in change.sets if difference.where in rules.options)
        meanings = (_meaning(rules, difference.where) for rules in change.sets)
        sources = (cited(source) for source in (difference.source_left, difference.source_right))
        return (titled("options", difference.where, option.title), *meanings, *sources)

    header = (say("report_rules.option"), *change.labels, *_source_heads(change))
    caption = say("report_rules.options_caption")
    rows = tuple(row(difference) for difference in change.options)
    return Section("options", say("report_rules.options_heading"), (Table(caption, header, rows, text=WORDS),))


def _meaning(rules: RuleSet, name: str) -> str:
    if name not in rules.options:
        return say("report_differences.absent")
    value = rules.values[name]
    return say("facts.option", title=words().meaning(name, value, rules), id=value)


def _source_heads(change: RuleChange) -> tuple[str, str]:
    left, right = (say("report_differences.source_of", rules=label) for label in change.labels)
    return left, right


def _cells_section(change: RuleChange) -> Section | None:
    header = (
        say("report_rules.row"),
        say("report_rules.column"),
        *change.labels,
        *_source_heads(change),
    )
    blocks: list[Block] = []
    for name, cells in change.cells.items():
        reasons = [change.reason(difference.where) for difference in cells]
        heads = (*header, say("report_rules.reason")) if any(reasons) else header
        rows = tuple(
            (
                *_place(change, name, difference),
                *(_cell(change, name, difference, value) for value in (difference.left, difference.right)),
                *(cited(source) for source in (difference.source_left, difference.source_right)),
                *([words().translated(reason)] if any(reasons) else []),
            )
            for difference, reason in zip(cells, reasons, strict=True)
        )
        blocks.append(Table(change.counted("report_rules.cells_caption", name), heads, rows, text=WORDS))
    if change.lonely_tables:
        blocks.append(Bullets(tuple(_only(change))))
    return Section("cells", say("report_rules.cells_heading"), tuple(blocks)) if blocks else None


def _only(change: RuleChange) -> Iterator[str]:
    """Yield a sentence for each table that only one rule set has."""
    for name, place in change.lonely_tables.items():
        yield say("report_rules.only", rules=change.labels[place], table=change.table_title(name))


def _place(change: RuleChange, name: str, difference: Difference) -> tuple[str, str]:
    _, row, column = place_of(difference.where)
    kind = change.table_kind(name)
    return row_text(change.system, row), column_text(change.system, kind, column)


def _cell(change: RuleChange, name: str, difference: Difference, value: str) -> str:
    if value == ABSENT:
        return say("report_differences.absent")
    if value == UNKNOWN:
        return say("report_rules.unknown")
    befallen = change.befallen(name)
    if befallen is not None:
        return effect_cell(change.system, befallen, value)
    return cell_text(change.system, change.table_kind(name), place_of(difference.where)[2], value)


def _same_section(change: RuleChange) -> Section:
    shared = [name for name in change.left.tables if name in change.right.tables]
    options = [name for name in change.left.options if name in change.right.options]
    same = {
        "tables": len(shared) - len(change.cells),
        "cells": sum(map(change.cell_count, shared)) - sum(map(len, change.cells.values())),
        "options": len(options) - sum(difference.where in options for difference in change.options),
    }
    text = say("report_rules.same", **{key: words().number(number) for key, number in same.items()})
    return Section("same", say("report_rules.same_heading"), (Paragraph(text),))


def _provenance_section(change: RuleChange, text: ReportText) -> Section:
    items = {
        "title": [words().translated(rules.title) for rules in change.sets],
        "id": [rules.id for rules in change.sets],
        "chain": [" < ".join(rules.chain) for rules in change.sets],
        "changes": [words().number(rules.own_changes) for rules in change.sets],
        "digest": [rules.digest for rules in change.sets],
    }
    rows = [("mangonel", __version__, __version__)]
    rows += [(say(f"report_rules.item_{item}"), left, right) for item, (left, right) in items.items()]
    header = (say("report.item"), *change.labels)
    table = Table(say("report_rules.sets_caption"), header, tuple(rows), text=WORDS)
    return provenance_section(text, table)


def _number_rows(change: RuleChange) -> Iterator[NumberRow]:
    yield from _difference_rows(change)
    for grid in (*change.die_odds, *change.sheet_odds):
        for row, cells in zip(grid.rows, grid.cells, strict=True):
            for (group, column), cell in zip(grid.columns, cells, strict=True):
                if cell.changed:
                    name = " / ".join(part for part in (grid.title, row, group, column) if part)
                    both = (cell.chance, cell.value), (cell.other_chance, cell.other or "")
                    for label, (chance, printed) in zip(change.labels, both, strict=True):
                        number, text = (None, printed) if chance is None else (float(chance), "")
                        yield NumberRow("odds", label, name, estimate=number, lo=number, hi=number, text=text)
    for label, rules in zip(change.labels, change.sets, strict=True):
        for name, value in (("version", __version__), ("rules", rules.id), ("digest", rules.digest)):
            yield NumberRow("provenance", label, name, text=value)


def _difference_rows(change: RuleChange) -> Iterator[NumberRow]:
    for difference in change.found:
        values, sources = (difference.left, difference.right), (difference.source_left, difference.source_right)
        for label, value, source in zip(change.labels, values, sources, strict=True):
            yield NumberRow(difference.kind, label, difference.where, text=value)
            yield NumberRow(f"{difference.kind}-source", label, difference.where, text=str(source))
        for label, rules in zip(change.labels, change.sets, strict=True):
            if difference.kind == "cell" and (reason := _reason_in(rules, difference.where)):
                yield NumberRow("cell-reason", label, difference.where, text=reason)


@dataclass(frozen=True, eq=False)
class RuleChange:
    """Two rule sets of one system, and their differences."""

    left: RuleSet
    right: RuleSet
    """`left`, `right`: the rule sets."""

    @property
    def sets(self) -> tuple[RuleSet, RuleSet]:
        """Both rule sets."""
        return self.left, self.right

    @cached_property
    def system(self) -> System:
        """The game of both."""
        return system_of(self.left)

    @cached_property
    def labels(self) -> tuple[str, str]:
        """Names of the two; those with one id are distinguished by their digests or their places."""
        left, right = named_apart((rules.id, rules.digest) for rules in self.sets)
        return left, right

    @cached_property
    def found(self) -> tuple[Difference, ...]:
        """All cells and options that differ, but none of the tables that only one of them has."""
        lonely = set(self.lonely_tables)
        return tuple(
            difference
            for difference in differences(self.left, self.right)
            if difference.kind == "option" or difference.where.partition(".")[0] not in lonely
        )

    @property
    def options(self) -> tuple[Difference, ...]:
        """The options that differ."""
        return tuple(difference for difference in self.found if difference.kind == "option")

    @cached_property
    def cells(self) -> dict[str, tuple[Difference, ...]]:
        """The cells that differ, by table."""
        cells = (difference for difference in self.found if difference.kind == "cell")
        return {
            name: tuple(group)
            for name, group in groupby(cells, key=lambda difference: difference.where.partition(".")[0])
        }

    @cached_property
    def lonely_tables(self) -> dict[str, int]:
        """Tables that only one rule set has, with its place."""
        names = dict.fromkeys((*self.left.tables, *self.right.tables))
        there = self.left.tables.keys() & self.right.tables.keys()
        return {name: int(name not in self.left.tables) for name in names if name not in there}

    @cached_property
    def die_odds(self) -> tuple[OddsGrid, ...]:
        """Odds of the changed die tables, column by column."""
        return die_grids(self.left, self.right, self.cells)

    @cached_property
    def sheet_odds(self) -> tuple[OddsGrid, ...]:
        """The changes on the odds sheets."""
        return sheet_grids(self.left, self.right) if self.left.digest != self.right.digest else ()

    def cell_count(self, name: str) -> int:
        """Return the number of cells of a table, on the side that has more."""
        return max(
            len(rules.tables[name].rows) * len(rules.tables[name].columns)
            for rules in self.sets
            if name in rules.tables
        )

    def counted(self, key: str, name: str) -> str:
        """Return a sentence with the number of cells of a table that differ, and of all."""
        count, total = words().number(len(self.cells[name])), words().number(self.cell_count(name))
        return say(key, table=self.table_title(name), count=count, total=total)

    def reason(self, where: str) -> str:
        """Return why a cell was changed, as the rule files tell, the second one's reason last; empty if none does."""
        return "; ".join(dict.fromkeys(text for rules in self.sets if (text := _reason_in(rules, where))))

    def table_kind(self, name: str) -> str:
        """Return the kind of a table."""
        return next(rules.tables[name].kind for rules in self.sets if name in rules.tables)

    def befallen(self, name: str) -> Befalls | None:
        """Return the men that the effects in a table befall; None if it holds no effects."""
        forms = [(rules, form) for rules in self.sets if (form := rules.form(name)) is not None]
        return next((of.befalls for rules, form in forms if (of := rules.form(form.results_of)) is not None), None)

    def table_title(self, name: str) -> str:
        """Return the heading of a table with its id."""
        tables = [rules.tables[name] for rules in self.sets if name in rules.tables]
        return titled("tables", name, tables[0].title)


def _reason_in(rules: RuleSet, where: str) -> str:
    """Return why a rule set changes a cell; empty if it does not, or gives no reason."""
    return next((change.reason for change in reversed(rules.changes) if change.covers(where)), "")


def titled(kind: str, name: str, title: str) -> str:
    """Return the title of a table or option with its id; the rule file's own where no translator knows it."""
    return say("facts.option", title=words().titled(kind, name, title), id=name)


_LISTED = 8
"""Differences that are named in the answer."""
_NAMED = 3
"""Table that are named one by one; the tables have them all."""


def answer_section(change: RuleChange) -> Section:
    """Return how many options and cells differ, which table changes most, and which odds."""
    heading = say("report_answer.heading")
    left, right = change.labels
    if not change.found and not change.lonely_tables:
        key = "report_rules.equal" if change.left.digest == change.right.digest else "report_rules.equal_cells"
        return Section("answer", heading, (Paragraph(say(key, left=left, right=right), "lead"),))
    whole = [*change.options, *(structs.replace(cells[0], where=name) for name, cells in change.cells.items())]
    names = list(dict.fromkeys(difference_named(each, titles_of(change.sets)) for each in whole))
    if len(names) > _LISTED + 1:
        names = [*names[:_LISTED], words().plural("report_causes.more", len(names) - _LISTED)]
    listed = words().with_semicolons(names)
    right_name, left_name = reversed(names_of(change.sets))
    lead = say("report_rules.lead", left=left_name, right=right_name, list=listed)
    most = max(change.cells, key=lambda name: len(change.cells[name]), default=None)
    largest = [] if most is None else [change.counted("report_rules.most", most)]
    # No number of points says what only one of the two has.
    grids = change.sheet_odds or change.die_odds
    alone = (words().named(grid.title, words().inside(text)) for grid in grids for text in _one_sided(grid))
    items = [*alone, *largest, *_only(change), *_odds(change), *_unknown(change)]
    return Section("answer", heading, (Paragraph(lead, "lead"), *([Bullets(tuple(items))] if items else [])))


def _largest_change(grid: OddsGrid) -> tuple[Fraction, str]:
    """Return the size of the largest known change of a chance in a grid, and a sentence; empty if there is none."""
    place = grid.changes.largest
    if place is None:
        return Fraction(0), ""
    row, column = grid.changed_rows[place[0]], place[1]
    cell = grid.cells[row][column]
    chances = [chance or Fraction(0) for chance in (cell.chance, cell.other_chance)]
    left, right = (words().percentage(percent(chance)) for chance in chances)
    where = {"row": grid.row_in_words(row), "column": grid.column_in_words(column)}
    gained = written_points(chances[1] - chances[0])
    sentence = say("report_rules.largest", **where, left=left, right=right, points=gained)
    return abs(chances[1] - chances[0]), sentence


def _one_sided(grid: OddsGrid) -> list[str]:
    """Return how many shots or other entries of a grid are no longer possible, and how many are new."""
    sentences = []
    for sign, key in ((LOST, "gone"), (NEW, "new")):
        count, rows = grid.only(sign)
        if count:
            shown = (*rows[:_NAMED], *(["\N{HORIZONTAL ELLIPSIS}"] if len(rows) > _NAMED else []))
            named = words().with_semicolons(shown)
            kind = "shots" if grid.shots else "entries"
            sentences.append(say(f"report_rules.{key}_{kind}", count=words().number(count), rows=named))
    return sentences


def _odds(change: RuleChange) -> list[str]:
    items: dict[str, tuple[Fraction, str]] = {}
    for grid in change.sheet_odds or change.die_odds:
        # A sheet says itself how many of its cells differ, and counts those of all its grids.
        title, differing, cells = grid.sheet or (grid.title, grid.count, len(grid.grid.cells))
        count, total = words().number(differing), words().number(cells)
        sentence = say("report_rules.counted", title=title, count=count, total=total)
        largest = items.get(sentence, (Fraction(0), "")), _largest_change(grid)
        items[sentence] = max(largest, key=itemgetter(0))
    sentences = [f"{sentence}. {largest}".strip() for sentence, (_, largest) in items.items()]
    return sentences or [say("report_rules.no_odds")]


def _unknown(change: RuleChange) -> Iterator[str]:
    for label, side in zip(change.labels, ("left", "right"), strict=True):
        if count := sum(getattr(cell, side) == UNKNOWN for cells in change.cells.values() for cell in cells):
            yield say("report_rules.lost", rules=label, count=words().number(count))


_WORTH_A_PICTURE: Final = 6
"""Changed chances below which the table alone shows more."""


def _odds_section(change: RuleChange, name: str, grids: Sequence[OddsGrid]) -> Section | None:
    """Return a section with the differences in grids of die tables (``rolls``) or odds sheets (``sheets``), if any."""
    if not grids:
        return None
    blocks: list[Block] = [Paragraph(say(f"report_rules.{name}_note"), "note")]
    cells = [cell for grid in grids if grid.has_chances for row in grid.cells for cell in row]
    if any(cell.changed and MISSING in (cell.value, cell.other) for cell in cells):
        blocks.append(Paragraph(say("report_rules.missing_note", sign=MISSING), "note"))
    pictures = [picture for grid in grids if (picture := _picture(change, grid)) is not None]
    if pictures and any(change_of(cell) in (LOST, NEW) for cell in cells):
        left, right = change.labels
        note = say("report_rules.one_sided_note", lost=LOST, new=NEW, left=left, right=right)
        blocks.append(Paragraph(note, "note"))
    if any(change_of(cell) == UNKNOWN for cell in cells):
        blocks.append(Paragraph(say("report_rules.unknown_note", sign=UNKNOWN), "note"))
    for grid in grids:
        blocks += [picture for picture in pictures if picture.name == grid.id]
        blocks += _odds_tables(change, grid)
    return Section(name, say(f"report_rules.{name}_heading"), tuple(blocks))


def _picture(change: RuleChange, grid: OddsGrid) -> Picture | None:
    finding = " ".join([*_one_sided(grid), _largest_change(grid)[1]]).strip()
    if not finding or grid.count < _WORTH_A_PICTURE:
        return None
    left, right = change.labels
    title = say("report_rules.picture_title", title=grid.title, left=left, right=right, largest=finding)
    return change_picture(grid.id, grid.changes, title, say("report_rules.picture_alt", title=title))


def _odds_tables(change: RuleChange, grid: OddsGrid) -> list[Table]:
    (left, right), tables = change.labels, []
    key, text = ("report_rules.odds_caption", (0,)) if grid.has_chances else ("report_rules.words_caption", WORDS)
    for group in dict.fromkeys(group for group, _ in grid.columns):
        places = [place for place, (other, _) in enumerate(grid.columns) if other == group]
        rows = tuple(
            (grid.rows[row], *(both_told(grid.cells[row][place]) for place in places))
            for row in grid.changed_rows
            if any(grid.cells[row][place].changed for place in places)
        )
        title = words().named(grid.title, group) if group else grid.title
        caption = say(key, title=title, left=left, right=right)
        head = (grid.corner or say("report_rules.row"), *(grid.columns[place][1] for place in places))
        tables += [Table(caption, head, rows, text=text)] if rows else []
    return tables
