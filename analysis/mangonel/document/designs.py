"""The designer's questions answered: summaries, charts and reports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.axes import Axes

from mangonel.document.background import Making, facts_table, footer
from mangonel.document.model import NumberRow, ReportData
from mangonel.document.wording import source
from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.blocks import PICTURE_WIDTH, Block, Blocks, Paragraph, Picture, Section, Table
from mangonel.paper.charts.cells import cell_map, cell_map_height
from mangonel.paper.charts.numbers import points, short
from mangonel.rules.asked_options import Cell
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, in_words
from mangonel.studies.editable import DesignStudy, Quantity
from mangonel.studies.sensitivity import Sensitivity

__all__ = ["build_design_report", "cell_name", "drawn_table", "quantity_name", "sensitivity_told", "told"]

_SHOWN = 12
"""Cells that a summary lists."""


def quantity_name(asked: Quantity, process: str, words: Locale) -> str:
    """Return the name of a quantity: an ending, a side, the turns, a measure."""
    if not asked.is_chance:
        return words.text("design.turns") if asked.measure == "turn" else words.word("measures", asked.measure, process)
    return (
        words.word("endings", asked.text, process)
        if asked.text != "+".join(asked.endings)
        else "+".join(words.word("endings", ending, process) for ending in asked.endings)
    )


def cell_name(cell: Cell, rules: RuleSet, words: Locale) -> str:
    """Return the name of a cell: its table, row and column."""
    table, row, column = cell
    title = words.titled("tables", table, rules.tables[table].title)
    return words.text("design.cell", table=title, row=row, column=column.replace("_", " "))


def value_text(asked: Quantity, value: Estimate, words: Locale) -> str:
    """Return a value of a quantity as a label: a percentage, or a mean."""
    return short(value, words=words) if asked.is_chance else words.written(value.digits(most=2)[0])


def change_text(asked: Quantity, change: Estimate, words: Locale) -> str:
    """Return a change of a quantity with its sign and, if it is sampled, its interval."""
    return points(change, percent=asked.is_chance, in_title=change.exact, words=words)


def sensitivity_told(study: Sensitivity, words: Locale) -> Blocks:
    """Return the cells that carry a result, the largest effect first."""
    name = quantity_name(study.asked, study.scenario.sequence, words)
    scenario = words.translated(study.scenario.title)
    title = Paragraph(words.text("frame.named", name=scenario, text=name), "title")
    value = value_text(study.asked, study.value, words)
    if not study.effects:
        return title, Paragraph(words.text("design.no_cell", name=name, value=value), "lead")
    first = study.effects[0]
    lead = words.text(
        "design.sensitivity_lead",
        cell=cell_name(first.cell, study.rules, words),
        letter=first.letter,
        to=first.to,
        name=name,
        value=value,
        change=change_text(study.asked, first.change, words),
    )
    rows = []
    shown = [study.largest(cell) for cell in study.cells[:_SHOWN]]
    for effect in filter(None, shown):
        weighed = "" if effect.exact is None else change_text(study.asked, effect.exact, words)
        change = f"{effect.letter} \N{RIGHTWARDS ARROW} {effect.to}"
        rows.append(
            (cell_name(effect.cell, study.rules, words), change, change_text(study.asked, effect.slope, words), weighed)
        )
    keys = ("cell_head", "letters", "first_order" if not study.sampled else "common_dice", "weighed")
    header = tuple(words.text(f"design.{key}") for key in keys)
    width = 3 if study.sampled else 4
    caption = words.plural("design.cells_read", len(study.cells))
    return (
        title,
        Paragraph(lead, "lead"),
        Table(caption, header[:width], tuple(row[:width] for row in rows), text=(0, 1)),
        Paragraph(words.text("design.sampled" if study.sampled else "design.slopes_are_local"), "note"),
        source([study.provenance], words),
    )


def drawn_table(study: Sensitivity, table: str = "", *, ax: Axes | None = None, words: Locale | None = None) -> Axes:
    """Draw a printed table, each cell shaded by its largest effect.

    Raises
    ------
    DataError
        If no cell of the table is rolled on.
    """
    words = in_words(words)
    if not study.tables:
        raise DataError("nothing to draw: no table is rolled on")
    if table and table not in study.tables:
        raise DataError("this table is not rolled on in the scenario", value=table, allowed=study.tables)
    printed = study.rules.table(table or study.tables[0])
    largest: dict[tuple[str, str], tuple[str, Estimate]] = {}
    for effect in study.effects:
        if effect.cell[0] == printed.id:
            largest.setdefault(effect.cell[1:], (effect.to, effect.change))
    return cell_map(
        printed,
        largest,
        percent=study.asked.is_chance,
        ax=ax,
        title=_table_title(study, printed.id, words),
        note=_note(study, words),
        words=words,
    )


def _table_title(study: Sensitivity, table: str, words: Locale) -> str:
    title = words.titled("tables", table, study.rules.tables[table].title)
    name = quantity_name(study.asked, study.scenario.sequence, words)
    return words.text("design.map_title", table=title, name=name, value=value_text(study.asked, study.value, words))


def _note(study: Sensitivity, words: Locale) -> str:
    return words.text("design.map_note_sampled" if study.sampled else "design.map_note")


def _pictures(study: DesignStudy, words: Locale) -> Iterator[Picture]:
    if isinstance(study, Sensitivity):
        for table in study.tables:
            title = _table_title(study, table, words)
            height = cell_map_height(study.rules.table(table), title, _note(study, words), PICTURE_WIDTH)
            yield Picture(f"cells-{table}", title, height, None, partial(_draw_table, study, table, words))


def _draw_table(study: Sensitivity, table: str, words: Locale, ax: Axes) -> Axes:
    return drawn_table(study, table, ax=ax, words=words)


def told(study: DesignStudy, words: Locale) -> Blocks:
    """Return the summary of a designer's question."""
    if isinstance(study, Sensitivity):
        return sensitivity_told(study, words)
    raise TypeError(type(study).__name__)


def build_design_report(study: DesignStudy, making: Making) -> ReportData:
    """Return the report on a designer's question, ready to be rendered."""
    words = making.words
    title, lead, *blocks = told(study, words)
    assert isinstance(title, Paragraph)
    answer: tuple[Block, ...] = (lead, *_pictures(study, words), *blocks)
    made = [(words.text(f"report_provenance.{key}"), text) for key, text in _origin(making) if text]
    sections = (
        Section("answer", words.text("report_answer.heading"), answer),
        Section(
            "provenance",
            words.text("report_provenance.heading"),
            (facts_table(words.text("report_provenance.made"), made, words),),
        ),
    )
    return ReportData(title.text, sections, footer(study.provenances), tuple(_numbers(study)), words)


def _origin(making: Making) -> tuple[tuple[str, str], ...]:
    return ("command", making.command), ("date", making.date)


def _numbers(study: DesignStudy) -> Iterator[NumberRow]:
    """Yield the rows of the frame of a study, each number under the name of its row and its column."""
    frame = study.to_frame()
    numeric = [name for name in frame.columns if frame[name].dtype.kind in "fi"]
    for row in frame.to_dict("records"):
        name = ".".join(str(row[column]) for column in frame.columns if column not in numeric)
        for column in numeric:
            if row[column] == row[column]:
                yield NumberRow(str(column), "", name, estimate=float(row[column]))
