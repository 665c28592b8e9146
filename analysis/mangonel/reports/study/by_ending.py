"""Tables of what is expected among the games of each ending: losses and endings hang together."""

from __future__ import annotations

from mangonel.charts.numbers import full
from mangonel.odds.result import Result
from mangonel.press.blocks import Table
from mangonel.reports.study.id_words import ending_name, measure_name
from mangonel.reports.study.study import Study

__all__ = ["given_tables"]


def given_tables(study: Study) -> tuple[Table, ...]:
    """Return a table for each result that can end in more than one way: a row a measure, a column an ending."""
    tables = (_given_table(study, label, result) for label, result in study.results.items())
    return tuple(table for table in tables if table is not None)


def _given_table(study: Study, label: str, result: Result) -> Table | None:
    words = study.words
    coming = [ending for ending in result.all_endings if result.probability(ending).value > 0]
    if len(coming) < 2:
        return None
    rows = []
    for name in (result.unit, *result.measures):
        means = (result.mean_given(name, ending) for ending in coming)
        cells = (full(mean, percent=False, words=words) for mean in means if mean is not None)
        rows.append((measure_name(study, name), *cells))
    header = (words.text("report_counters.quantity"), *(ending_name(study, ending) for ending in coming))
    return Table(words.text("report_counters.given", rules=label), header, tuple(rows), folded=True)
