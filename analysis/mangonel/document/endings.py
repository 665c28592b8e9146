"""How often and when each ending comes: curves, heat map."""

from __future__ import annotations

from mangonel.document.answer import came_by, ending_tables
from mangonel.document.course import MOST_COLUMNS, turn_tables
from mangonel.document.study import Study, ending_name
from mangonel.document.sweeps import SweepStudy, difference_pictures, heat_pictures
from mangonel.document.wording import engine_name
from mangonel.engine.owners import UNDECIDED, endings_meant
from mangonel.paper.blocks import Block, Paragraph, Picture, Section, Table
from mangonel.paper.charts.curves import curves_height, ending_curves
from mangonel.paper.charts.numbers import full, short
from mangonel.rules.words import capital
from mangonel.studies.sweep import Sweep

__all__ = ["endings_section", "heat_section"]


def endings_section(study: Study) -> Section:
    """Return how often each ending comes and when: the numbers of the chart of the answer, and the curves."""
    words = study.words
    results = study.results
    rules = words.joined(results)
    drawn = _likeliest(study)
    rise = _rise(study, drawn)
    # A curve along the axis, or its numbers, say nothing that the table of all endings does not say.
    coming = study.coming if drawn in study.coming else (drawn, *study.coming)
    height = curves_height(results, coming)
    curves = Picture(
        "curves",
        words.for_unit("report_charts.curves_alt", study.unit, rules=rules, finding=rise),
        height,
        height,
        lambda ax: ending_curves(results, endings=coming, asked=drawn, ax=ax, title=rise, words=words),
    )
    tables = turn_tables(
        study,
        "report_charts.by_turn",
        "endings",
        coming,
        lambda result, name, turn: (short if result.exact else full)(
            result.probability(name, by_turn=turn), words=words
        ),
        first=1,
    )
    chances, when = ending_tables(study)
    return Section("endings", words.text("report_endings.heading"), (chances, curves, when, *tables))


def _likeliest(study: Study) -> str:
    """Return the ending whose curve the chart of the curves is about: of what is asked for the one that comes most."""
    meant = endings_meant(study.main_ending, study.first.all_endings, study.first.sides)
    drawn = [ending for ending in meant if ending != UNDECIDED] or study.first.endings
    return max(drawn, key=lambda ending: max(result.probability(ending).value for result in study.results.values()))


def _rise(study: Study, drawn: str) -> str:
    """Say by which turn the curve of an ending is at half of its final height; once if it is the same for both."""
    words = study.words
    ending = ending_name(study, drawn)
    turns = {label: came_by(study, result, drawn, 0.5) for label, result in study.results.items()}
    if not any(turns.values()):
        return words.text("report_charts.rise_none" if study.exact else "report_charts.rise_unseen", ending=ending)
    labels: dict[str, list[str]] = {}
    for (label, by), result in zip(turns.items(), study.results.values(), strict=True):
        none = words.text("report_charts.none" if result.exact else "report_charts.unseen")
        text = none if by is None else words.for_unit("report_charts.half_by", study.unit, turn=by)
        labels.setdefault(text, []).append(label)
    sides = [
        words.text("report_answer.under", number=text, rules=words.joined(rules)) if len(turns) > 1 else text
        for text, rules in labels.items()
    ]
    return words.text("report_charts.rise", ending=ending, sides=", ".join(sides))


def heat_section(study: Study) -> Section | None:
    """Return the heat map with its numbers, of two results that of their differences; None if there is no sweep.

    A sentence stands for one that is the same everywhere.
    """
    words = study.words
    first = study.sweep
    if first is None:
        return None
    axes = tuple(words.path(name, first.sequence) for name in (first.x_name, first.y_name))
    heading = capital(words.text("report_heat.heading", across=axes[0], down=axes[1]))
    sweeps = [swept for swept in (first, study.right_sweep) if swept is not None]
    blocks: list[Block] = []
    if len(sweeps) > 1:
        both = SweepStudy(dict(zip(study.labels, sweeps, strict=True)), study.first.endings, words)
        blocks += difference_pictures(both)
    differ = bool(blocks)
    for label, sweep in zip(study.labels, sweeps, strict=False):
        # One by itself needs no name: the note below says whose it is.
        blocks += _heat_blocks(study, sweep, axes, label if len(sweeps) > 1 else "", drawn=not differ)
    return Section("heat-map", heading, tuple(blocks))


def _heat_blocks(study: Study, sweep: Sweep, axes: tuple[str, ...], label: str, *, drawn: bool) -> list[Block]:
    words = study.words
    if not sweep.varies:
        return [Paragraph(_everywhere(study, sweep))]
    across, down = axes
    source = sweep.provenance
    engines = sorted({cell.engine for row in sweep.provenances for cell in row})
    exact = all(cell.exact for row in sweep.estimates for cell in row)
    table = len(sweep.xs) < MOST_COLUMNS
    note = words.text(
        "report_heat.note" if exact or table else "report_heat.note_sampled",
        rules=f"{source.rules} ({source.digest})",
        engine=words.joined(engine_name(engine, words) for engine in engines),
    )
    name = "heat-map-right" if sweep is study.right_sweep else "heat-map"
    blocks: list[Block] = [*heat_pictures(sweep, words, name=name, label=label)] if drawn else []
    if table:
        rows = tuple(
            (str(y), *((short if estimate.exact else full)(estimate, words=words) for estimate in row))
            for y, row in zip(sweep.ys, sweep.estimates, strict=True)
        )
        ending = words.word("endings", sweep.ending, sweep.sequence)
        caption = words.text("report_heat.caption", ending=ending, across=across, down=down)
        caption = words.text("frame.named", name=label, text=caption) if label else caption
        blocks.append(Table(caption, (down, *(str(x) for x in sweep.xs)), rows, folded=True))
    # The numbers of maps that are not drawn are in the tables and in the file of numbers.
    return [*blocks, Paragraph(note, "note")] if blocks else []


def _everywhere(study: Study, sweep: Sweep) -> str:
    """Say how often an ending comes that comes as often in every cell."""
    words = study.words
    estimates = [cell for row in sweep.estimates for cell in row]
    chance = short(estimates[0], words=words)
    values = {"rules": sweep.provenance.rules, "ending": words.word("endings", sweep.ending, sweep.sequence)}
    if all(cell.exact for cell in estimates):
        return words.text("report_sweep.everywhere", chance=chance, **values)
    return words.text("report_sweep.not_apart", low=chance, high=chance, **values)
