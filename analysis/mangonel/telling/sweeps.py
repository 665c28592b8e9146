"""A chance by one number of a scenario, or by two, with where all of its cells come from."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.charts.numbers import full
from mangonel.locales import Locale, capital
from mangonel.reports.sweep.answer import sweep_findings
from mangonel.reports.sweep_study import SweepStudy
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.naming import names_of
from mangonel.studies.sweep import Sweep
from mangonel.telling.blocks import Rows, Said, Told
from mangonel.telling.numbers import bar
from mangonel.telling.provenance import engine_named

__all__ = ["sweep_told"]

_MOST_DIGESTS = 4


def sweep_told(found: Sweep, rules: RuleSet, words: Locale) -> Told:
    """Return a sweep: what it says, then a row for each value with a bar, or a table of both numbers."""
    named = words.word("endings", found.ending, found.sequence)
    across, down = (words.path(name, found.sequence) if name else "" for name in (found.x_name, found.y_name))
    title = words.text("frame.named", name=words.translated(found.provenance.scenario), text=named)
    cells = [[full(swept_cell, words=words) for swept_cell in line] for line in found.estimates]
    if found.one_way:
        rows = tuple(
            (str(x), bar(swept_cell.value), cell)
            for x, swept_cell, cell in zip(found.xs, found.estimates[0], cells[0], strict=True)
        )
        table = Rows((across, "", named), rows, text=())
    else:
        caption = capital(words.text("report_heat.caption", ending=named, across=across, down=down))
        grid = tuple((str(y), *line) for y, line in zip(found.ys, cells, strict=True))
        table = Rows((down, *map(str, found.xs)), grid, caption, text=())
    called = names_of([rules], words)[0]
    lead, *more = sweep_findings(SweepStudy({called: found}, (), words), called)
    findings = (Said(lead, "lead"), *(Said(text) for text in more if found.varies))
    return (Said(title, "title"), *findings, table, _sources(found, words))


def _sources(found: Sweep, words: Locale) -> Said:
    cells = [cell for row in found.provenances for cell in row]
    first = cells[0]
    counted = [(name, sum(cell.engine == name for cell in cells)) for name in sorted({cell.engine for cell in cells})]
    engines = [(engine_named(name, words), count) for name, count in counted]
    states = [cell.states for cell in cells if cell.states is not None]
    sampled = [cell.trials for cell in cells if cell.trials is not None]
    digests = sorted({cell.scenario_digest for cell in cells})
    many = words.text("telling.digests", number=words.number(len(digests)))
    shown = ", ".join(digests) if len(digests) <= _MOST_DIGESTS else many
    seeds = {cell.seed for cell in cells if cell.trials is not None}
    texts = {key: words.text(f"report_provenance.{key}") for key in ("engine", "seed", "trials", "states", "scenario")}
    parts = [
        words.text("telling.cells", number=words.number(len(cells))),
        f"{texts['engine']} "
        + ", ".join(name if len(engines) == 1 else f"{name} ({count})" for name, count in engines),
        f"{_span(sampled, words)} {texts['trials']}, {texts['seed']} {seeds.pop()}" if sampled else "",
        f"{texts['states']} {_span(states, words)}" if states else "",
        *dict.fromkeys(note.said(words) for cell in cells for note in cell.notes),
        f"{words.text('report_provenance.rules')} {first.rules} [{first.digest}]",
        f"{texts['scenario']} {words.translated(first.scenario)} [{shown}]",
        f"mangonel {first.version}",
    ]
    return Said(words.text("frame.semicolon").join(part for part in parts if part), "note")


def _span(numbers: Sequence[int], words: Locale) -> str:
    low, high = min(numbers), max(numbers)
    return words.number(low) if low == high else words.text("report.to", low=words.number(low), high=words.number(high))
