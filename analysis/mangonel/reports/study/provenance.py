"""The section that says where the numbers of a study come from."""

from __future__ import annotations

from mangonel.charts.numbers import full
from mangonel.odds.owners import UNDECIDED
from mangonel.press.blocks import Section, Table
from mangonel.reports.background import made_table, source_rows
from mangonel.reports.report_model import ReportText
from mangonel.reports.study.study import Study

__all__ = ["provenance_section"]


def provenance_section(study: Study, text: ReportText) -> Section:
    """Return where every number comes from: enough to make the report again."""
    words = study.words
    results = study.results.values()
    rest = study.number("ending", UNDECIDED)
    *rows, note = source_rows([result.provenance for result in results], words)
    rows.append((words.for_unit("report_provenance.limit", study.unit), *(str(result.turns) for result in results)))
    rows.append((words.text("report_provenance.undecided"), *(full(side, words=words) for side in rest.sides)))
    caption, head = words.text("report_provenance.caption"), words.text("report.item")
    table = Table(caption, (head, *study.labels), (*rows, note), numeric=False)
    blocks = (table, made_table(text, words, method=study.method))
    return Section("provenance", words.text("report_provenance.heading"), blocks)
