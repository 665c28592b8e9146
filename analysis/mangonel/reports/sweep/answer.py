"""The answer of a report on a sweep: where the chance is highest, where it passes one half, what one more is worth."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.charts.numbers import differs, full, points, short
from mangonel.odds.intervals import Estimate
from mangonel.press.blocks import Bullets, Paragraph, Section, Table
from mangonel.reports.sweep_study import SweepStudy, crossings, mean_step
from mangonel.studies.sweep import Sweep

__all__ = ["answer_section", "half_passed", "steps_section", "sweep_findings"]


def answer_section(study: SweepStudy) -> Section:
    """Return where the chance is highest and lowest under each rule set, how two of them differ, and how sure it is."""
    words = study.words
    findings = [sweep_findings(study, label) for label in study.sweeps]
    leads = [Paragraph(lead, "lead") for lead, *_ in findings]
    items = [item for _, *those in findings for item in those]
    if study.differences:
        items.append(_compared(study))
    items.append(words.text("report_sweep.sure_exact" if study.exact else "report_sweep.sure_sampled"))
    return Section("answer", words.text("report_answer.heading"), (*leads, Bullets(tuple(items))))


def sweep_findings(study: SweepStudy, label: str) -> list[str]:
    """Return sentences on the sweep of a rule set: its ends, where it passes one half, what one more is worth."""
    return [_ends(study, label), *_steps(study, label, study.sweeps[label])]


def steps_section(study: SweepStudy) -> Section | None:
    """Return for each row of a grid where it passes one half and what one more is worth.

    None if there is one row, or nothing varies.
    """
    if len(study.first.ys) < 2 or not any(sweep.varies for sweep in study.sweeps.values()):
        return None
    words = study.words
    header = (
        study.y_name,
        words.text("report_sweep.half_head", name=study.x_name),
        words.text("report_sweep.step_head", name=study.x_name),
    )
    tables = []
    for label, sweep in study.sweeps.items():
        rows = tuple(
            (str(y), half_passed(study, line), _worth(study, sweep.xs, [line]))
            for y, line in zip(sweep.ys, sweep.estimates, strict=True)
        )
        caption = words.text("report_sweep.steps_caption", ending=study.ending, rules=label)
        tables.append(Table(caption, header, rows, numeric=False))
    return Section("steps", words.text("report_sweep.steps_heading"), tuple(tables))


def _ends(study: SweepStudy, label: str) -> str:
    """Return the highest and the lowest chance under a rule set, and where they are."""
    words = study.words
    cells = study.cells(label)
    low = min(cells, key=lambda cell: cell.found.value)
    high = max(cells, key=lambda cell: cell.found.value)
    values = {"ending": study.ending, "rules": label, "low": _chance(study, low.found)}
    if low.found.exact and high.found.exact and not study.sweeps[label].varies:
        return words.text("report_sweep.everywhere", ending=study.ending, rules=label, chance=_chance(study, low.found))
    values["high"] = _chance(study, high.found)
    if low.found.high >= high.found.low and not (low.found.exact and high.found.exact):
        return words.text("report_sweep.not_apart", **values)
    return words.text(
        "report_sweep.lead", **values, high_place=study.place(high.x, high.y), low_place=study.place(low.x, low.y)
    )


def _chance(study: SweepStudy, estimate: Estimate) -> str:
    return (short if estimate.exact else full)(estimate, words=study.words)


def _steps(study: SweepStudy, label: str, sweep: Sweep) -> list[str]:
    """Return where the chance passes one half, and what one more of each is worth."""
    words = study.words
    items = [words.text("report_sweep.half", rules=label, text=_half_overall(study, sweep))]
    for name, values, lines in (
        (study.x_name, sweep.xs, sweep.estimates),
        (study.y_name, sweep.ys, tuple(zip(*sweep.estimates, strict=True))),
    ):
        if name and len(values) > 1:
            worth = _worth(study, values, lines)
            items.append(words.text("report_sweep.step", rules=label, name=name, worth=worth))
    return items


def _half_overall(study: SweepStudy, sweep: Sweep) -> str:
    """Return where the chance passes one half; of a grid, in how many of its rows."""
    words = study.words
    if len(sweep.ys) == 1:
        return half_passed(study, sweep.estimates[0])
    passing = sum(bool(crossings(sweep.xs, line)) for line in sweep.estimates)
    if not passing:
        above = {estimate.value >= 0.5 for line in sweep.estimates for estimate in line}
        if len(above) > 1:
            return words.text("report_sweep.half_no_row")
        return words.text("report_sweep.above" if True in above else "report_sweep.below")
    return words.text("report_sweep.half_rows", count=words.number(passing), total=words.number(len(sweep.ys)))


def half_passed(study: SweepStudy, line: Sequence[Estimate]) -> str:
    """Return between which values a line of chances passes one half, or on which side of it it stays."""
    words = study.words
    crossed = crossings(study.first.xs, line)
    if not crossed:
        return words.text("report_sweep.above" if line[0].value >= 0.5 else "report_sweep.below")
    places = [words.text("report_sweep.between", name=study.x_name, low=low, high=high) for low, high in crossed]
    return words.text("frame.semicolon").join(places)


def _worth(study: SweepStudy, values: Sequence[int], lines: Sequence[Sequence[Estimate]]) -> str:
    step = mean_step(values, lines)
    return "-" if step is None else points(step, words=study.words)


def _compared(study: SweepStudy) -> str:
    """Return where the two rule sets differ most."""
    words = study.words
    left, right = study.sweeps
    cells = study.difference_cells
    apart = [cell for cell in cells if differs(cell.found)]
    if not apart:
        key = "report_sweep.alike" if study.exact else "report_sweep.alike_sampled"
        return words.text(key, left=left, right=right)
    most = max(apart, key=lambda cell: abs(cell.found.value))
    return words.text(
        "report_sweep.compared",
        left=left,
        right=right,
        count=words.number(len(apart)),
        total=words.number(len(cells)),
        points=points(most.found, words=words),
        place=study.place(most.x, most.y),
    )
