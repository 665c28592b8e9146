"""The designer's questions answered: summaries, charts and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from mangonel.document.model import Making, NumberRow, ReportData, footer, made_note, report_of
from mangonel.document.sweeps import cell_sources
from mangonel.document.wording import source
from mangonel.document.worth import (
    Bars,
    by_state_bars,
    by_state_told,
    cell_name,
    change_text,
    drawn_reach,
    quantity_name,
    reach_title,
    reach_told,
    shares_bars,
    shares_told,
    subject,
    value_text,
    worth_bars,
    worth_told,
)
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming
from mangonel.errors import DataError
from mangonel.games.scenario import build
from mangonel.paper.blocks import WORDS, Block, Blocks, Paragraph, Picture, Section, Table
from mangonel.paper.charts.numbers import full, points, short
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, speaking, words
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.attribute import Shares
from mangonel.studies.editable import Cells
from mangonel.studies.rank import GoalValue, Ranking
from mangonel.studies.sensitivity import Sensitivity
from mangonel.studies.shown import DesignStudy
from mangonel.studies.solve import Solution, Target
from mangonel.studies.sweep import Reach
from mangonel.studies.worth import Worth, WorthByState

if TYPE_CHECKING:
    from mangonel.paper.charts.goals import Band

_SHOWN = 12
"""Cells that a summary lists."""


def _sensitivity_told(study: Sensitivity) -> Blocks:
    name = quantity_name(study.asked, study.scenario.sequence)
    title = Paragraph(subject(study.scenario, study.rules, study.asked), "title")
    value = value_text(study.asked, study.value)
    if not study.effects:
        return title, Paragraph(say("design.no_cell", name=name, value=value), "lead")
    largest = tuple(study.largest.values())
    first = largest[0]
    cell, change = cell_name(first.cell, study.rules), change_text(study.asked, first.change)
    changed = {"cell": cell, "letter": first.letter, "to": first.to, "change": change}
    lead = say("design.sensitivity_lead", name=name, value=value, **changed)
    rows = []
    for effect in largest[:_SHOWN]:
        weighed = "" if effect.exact is None else change_text(study.asked, effect.exact)
        letters = f"{effect.letter} \N{RIGHTWARDS ARROW} {effect.to}"
        slope = change_text(study.asked, effect.slope)
        rows.append((cell_name(effect.cell, study.rules), letters, slope, weighed))
    keys = ("cell_head", "letters", *(("common_dice", "effect") if study.sampled else ("first_order", "weighed")))
    header = tuple(say(f"design.{key}") for key in keys)
    trials = words().number(study.provenances[0].trials or 0)
    note = say("design.sampled", trials=trials) if study.sampled else say("design.slopes_are_local")
    caption = words().plural("design.cells_read", len(study.cells))
    return (title, Paragraph(lead, "lead"), Table(caption, header, tuple(rows), text=(0, 1)), Paragraph(note, "note"))


def _table_picture(study: Sensitivity, table: str) -> Picture:
    """Return a printed table, each cell shaded by its largest effect.

    It is a DataError if no cell of the table is rolled on.
    """
    from mangonel.paper.charts.cells import cell_map, cell_map_height

    if not study.tables:
        raise DataError("nothing to draw: no table is rolled on")
    if table and table not in study.tables:
        raise DataError("this table is not rolled on in the scenario", value=table, allowed=study.tables)
    printed = study.rules.table(table or study.tables[0])
    largest: dict[tuple[str, str], tuple[str, Estimate]] = {}
    for effect in study.effects:
        if effect.cell[0] == printed.id:
            largest.setdefault(effect.cell[1:], (effect.to, effect.change))
    name = quantity_name(study.asked, study.scenario.sequence)
    value = value_text(study.asked, study.value)
    titled = words().titled("tables", printed.id, printed.title)
    title = say("design.map_title", table=titled, name=name, value=value)
    note = say("design.map_note_sampled" if study.sampled else "design.map_note")
    draw = partial(cell_map, printed, largest, percent=study.asked.is_chance, title=title, note=note)
    # It is too wide for a phone.
    return Picture(f"cells-{printed.id}", title, cell_map_height(printed, title, note), None, draw)


def _ranking_told(study: Ranking) -> Blocks:
    names, first = names_of([design.rules for design in study.designs]), study.designs[0]
    met = [name for name, design in zip(names, study.designs, strict=True) if design.met]
    count = {"goals": words().number(len(study.goals.goals)), "title": study.goals.title}
    if met:
        lead = say("design.rank_met", names=words().joined(met), **count)
    else:
        missed = (words().named(value.goal.name, _goal_cell(value)) for value in first.by_goal if not value.met)
        lead = say("design.rank_missed", name=names[0], **count, list=words().with_semicolons(missed))
    header = ("", say("design.missed_by"), *(value.goal.name for value in first.by_goal))
    rows = tuple(
        (name, words().written(f"{design.missed_by:.3f}"), *(_goal_cell(value) for value in design.by_goal))
        for name, design in zip(names, study.designs, strict=True)
    )
    wanted = tuple(
        (
            value.goal.name,
            subject(value.goal.scenario, first.rules, value.asked),
            _limits(value.goal.low, value.goal.high, _is_share(value)),
        )
        for value in first.by_goal
    )
    blocks: list[Block] = [
        Paragraph(study.goals.title, "title"),
        Paragraph(lead, "lead"),
        Table(say("design.goals"), ("", "", ""), wanted, text=WORDS),
        Table(say("design.ranking"), header, rows),
    ]
    if isinstance(study.help, Solution) and study.help.answers:
        answer, rules = study.help.answers[0], study.help.rules
        key = "design.help_meets" if answer.missed_by <= 0 else "design.help_nearer"
        change, missed_by = _change(answer.cells, answer.before, rules), words().written(f"{answer.missed_by:.3f}")
        blocks.append(Paragraph(say(key, name=names_of([rules])[0], change=change, missed=missed_by)))
    blocks.append(Paragraph(say("design.miss_note"), "note"))
    if not all(value.value.exact for design in study.designs for value in design.by_goal):
        blocks.append(Paragraph(say("design.rank_sampled"), "note"))
    return tuple(blocks)


def _is_share(value: GoalValue) -> bool:
    return value.asked.is_chance and value.goal.against is None


def _goal_cell(value: GoalValue) -> str:
    share = _is_share(value)
    text = short(value.value) if share else words().written(value.value.digits()[0])
    if value.met:
        return text if value.sure else f"{text} ?"
    nearer = value.goal.low if value.value.value < value.goal.low else value.goal.high
    off = points(Estimate.of_exact(value.value.value - nearer), percent=share)
    return f"{text} ({off}{'' if value.sure else ' ?'})"


def _limits(low: float, high: float, share: bool) -> str:  # noqa: FBT001 - how both are written
    ends = [words().written(f"{100 * end:.4g}" if share else f"{end:.4g}") for end in (low, high)]
    text = say("report.to", low=ends[0], high=ends[1])
    return words().percentage(text) if share else text


def _bands(study: Ranking) -> list[Band]:
    from mangonel.paper.charts.goals import Band

    bands = []
    for place, first in enumerate(study.designs[0].by_goal):
        reached, goal = [design.by_goal[place] for design in study.designs], first.goal
        most = first.asked.most if goal.against is None else 0.0
        most = max([most, goal.high * (1.0 if first.asked.is_chance and most else 1.2)])
        name = f"{goal.name} ({_limits(goal.low, goal.high, _is_share(first))})"
        values, texts = tuple(each.value for each in reached), tuple(_goal_cell(each) for each in reached)
        bands.append(Band(name, goal.low, goal.high, most, values, texts))
    return bands


def _solution_told(study: Solution) -> Blocks:
    name = names_of([study.rules])[0]
    title = Paragraph(study.goals.title, "title")
    if study.met_before:
        return title, Paragraph(say("design.met_already", name=name), "lead")
    effort = {
        "considered": words().number(study.considered),
        "weighed": words().number(study.weighed),
        "trials": words().number(max((source.trials or 0 for source in study.provenances), default=0)),
    }
    if not study.answers:
        lead = words().plural("design.nothing_helps", study.cells, name=name, **effort)
        return title, Paragraph(lead, "lead")
    first = study.answers[0]
    change = _change(first.cells, first.before, study.rules)
    missed = words().written(f"{first.missed_by:.3f}")
    if study.met:
        lead = words().plural("design.solved", len(first.cells), name=name, change=change)
    else:
        lead = words().plural("design.not_solved", study.cells, name=name, change=change, missed=missed)
    names = [_target_name(target, study.rules) for target in study.targets]
    before = (_limited(target, target.before) for target in study.targets)
    rows = [(say("design.as_printed"), "", *before)]
    for answer in study.answers:
        values = (_limited(target, value) for target, value in zip(study.targets, answer.confirmed, strict=True))
        text = _change(answer.cells, answer.before, study.rules)
        rows.append((text, words().written(f"{answer.missed_by:.3f}"), *values))
    header = (say("design.letters"), say("design.missed_by"), *names)
    subjects = (
        "" if target.held else subject(target.game.scenario, study.rules, target.asked) for target in study.targets
    )
    limits = (_target_limits(target) for target in study.targets)
    wanted = tuple(zip(names, subjects, limits, strict=True))
    key = "confirmed_all" if study.exhaustive else "confirmed_sampled" if study.sampled else "confirmed"
    return (
        title,
        Paragraph(lead, "lead"),
        Table(say("design.goals"), ("", "", ""), wanted, text=WORDS),
        Table(say("design.answers"), header, tuple(rows)),
        Paragraph(say(f"design.{key}", **effort), "note"),
    )


def _target_name(target: Target, rules: RuleSet) -> str:
    held = target.held
    return subject(target.game.scenario, rules, target.asked) if held else words().translated(target.goal.name)


def _target_limits(target: Target) -> str:
    """Return where a target has to lie; a ratio as a ratio."""
    low, high = (limit / (target.scale or 1.0) for limit in (target.goal.low, target.goal.high))
    return _limits(low, high, target.asked.is_chance and target.scale is None)


def _target_value(target: Target, value: Estimate) -> str:
    if target.scale is None:
        return value_text(target.asked, value)
    return words().written(f"{value.value / (target.scale or 1.0):.2f}")


def _limited(target: Target, value: Estimate) -> str:
    text = _target_value(target, value)
    if not value.exact and target.scale is None:
        text = full(value, percent=target.asked.is_chance)
    text += "" if value.exact or target.goal.is_sure(value) else " ?"
    return text if target.cost(value.value) <= 0 else f"{text} !"


def _change(cells: Cells, before: Cells, rules: RuleSet) -> str:
    arrow = "\N{RIGHTWARDS ARROW}"
    named = (words().named(cell_name(cell, rules), f"{before[cell]} {arrow} {new}") for cell, new in cells.items())
    return words().with_semicolons(named)


def _answer_picture(study: Solution, number: int) -> Picture:
    """Return the goals with their values before and after an answer. It is a DataError if there is no such answer."""
    from mangonel.paper.charts.goals import Band

    if not 1 <= number <= len(study.answers):
        raise DataError("there is no such answer", value=number, allowed=range(1, len(study.answers) + 1))
    answer, bands = study.answers[number - 1], []
    for target, after in zip(study.targets, answer.confirmed, strict=True):
        values = (target.before, after)
        texts = tuple(_target_value(target, value) for value in values)
        name = f"{_target_name(target, study.rules)} ({_target_limits(target)})"
        bands.append(Band(name, target.goal.low, target.goal.high, target.asked.most, values, texts))
    labels = (say("design.as_printed"), say("design.changed"))
    return _goal_picture(bands, labels, _change(answer.cells, answer.before, study.rules))


def _goal_picture(bands: Sequence[Band], labels: Sequence[str], title: str) -> Picture:
    from mangonel.paper.charts.goals import goal_bands, goal_bands_height

    draw = partial(goal_bands, bands, labels, title=title)
    return Picture.of("goals", title, draw, partial(goal_bands_height, bands, labels, title))


def pictured(study: DesignStudy, part: str) -> Picture:
    """Return the picture of a study; `part` is a table of a sensitivity, or the number of an answer of a solution.

    Raises
    ------
    DataError
        If there is nothing to draw, or no such part.
    """
    from mangonel.paper.charts.curves import lines_height
    from mangonel.paper.charts.tornado import tornado, tornado_height

    with _in_units(study):
        if isinstance(study, Sensitivity):
            return _table_picture(study, part)
        if isinstance(study, Solution):
            return _answer_picture(study, int(part) if part.isdecimal() else int(not part))
        if isinstance(study, Ranking):
            lead = _ranking_told(study)[1]
            assert isinstance(lead, Paragraph)
            return _goal_picture(_bands(study), names_of([each.rules for each in study.designs]), lead.text)
        if isinstance(study, Reach):
            draw = partial(drawn_reach, study)
            return Picture.of("reach", reach_title(study), draw, lambda _: lines_height(1))
        bars: dict[type, Callable[..., Bars]] = {Worth: worth_bars, WorthByState: by_state_bars, Shares: shares_bars}
        names, changes, texts, title = bars[type(study)](study)
        draw = partial(tornado, names, changes, texts, title=title)
        name = "shares" if isinstance(study, Shares) else "worth"
        return Picture.of(name, title, draw, partial(tornado_height, names, title))


def _in_units(study: DesignStudy) -> AbstractContextManager[None]:
    if isinstance(study, Sensitivity | Worth | WorthByState | Shares):
        return naming(build(study.scenario, study.left if isinstance(study, Shares) else study.rules).sides)
    return nullcontext()


def told(study: DesignStudy, *, everything: bool = True) -> Blocks:
    """Return the summary of a designer's question, with all of where it comes from or only how it was found."""
    tellers: dict[type, Callable[..., Blocks]] = {
        Sensitivity: _sensitivity_told,
        Ranking: _ranking_told,
        Worth: worth_told,
        WorthByState: by_state_told,
        Shares: shares_told,
        Reach: reach_told,
        Solution: _solution_told,
    }
    with _in_units(study):
        sources = cell_sources(study.sweep, study.start) if isinstance(study, Reach) else study.provenances
        return (*tellers[type(study)](study), source(sources, everything=everything))


def design_blocks(study: DesignStudy) -> Blocks:
    """Return the title of a designer's question, its answer, the pictures, and the rest of its summary."""
    title, lead, *blocks = told(study)
    parts = study.tables if isinstance(study, Sensitivity) else ("",)
    if isinstance(study, Worth | Shares | Solution) and not study.to_frame().size:
        parts = ()
    return (title, lead, *(pictured(study, part) for part in parts), *blocks)


def build_design_report(study: DesignStudy, making: Making) -> ReportData:
    """Return the report on a designer's question, ready to be rendered."""
    title, *answer = design_blocks(study)
    assert isinstance(title, Paragraph)
    sections = (
        Section("answer", say("report_answer.heading"), tuple(answer)),
        Section("provenance", say("report_provenance.heading"), (made_note(making),)),
    )
    foot = footer({source.digest: source for source in study.provenances}.values())
    return report_of(title.text, sections, foot, design_numbers(study))


def design_numbers(study: DesignStudy) -> Iterator[NumberRow]:
    """Yield the rows of the frame of a study, each number under the name of its row and its column."""
    with speaking():
        frame = study.to_frame()
    numeric = [name for name in frame.columns if frame[name].dtype.kind == "f"]
    for row in frame.to_dict("records"):
        name = ".".join(str(row[column]) for column in frame.columns if column not in numeric)
        for column in numeric:
            if row[column] == row[column]:
                yield NumberRow(str(column), "", name, estimate=float(row[column]))
