"""A survey as a table: what changes most stands first."""

from __future__ import annotations

from mangonel.charts.numbers import differs, points, short
from mangonel.locales import Locale
from mangonel.studies.finding import survey_finding
from mangonel.studies.naming import names_of
from mangonel.studies.survey import Survey
from mangonel.telling.blocks import Rows, Said, Told
from mangonel.telling.provenance import source

__all__ = ["survey_told"]


def survey_told(found: Survey, words: Locale) -> Told:
    """Return what was found, a row for each scenario that changes, and the others in a line."""
    names = names_of(found.rules, words)
    blocks: list[Said | Rows] = [Said(survey_finding(found, words=words), "lead")]
    if found.rows:
        blocks.append(_table(found, names, words))
    if found.close:
        blocks.append(
            Said(words.text("survey.not_apart", list=", ".join(row.scenario.file.stem for row in found.close)))
        )
    if found.untouched:
        listed = ", ".join(scenario.file.stem for scenario in found.untouched)
        blocks.append(Said(words.text("survey.untouched", list=listed)))
    blocks += [
        Said(words.text("survey.refused", scenario=scenario.scenario.file.stem, reason=scenario.reason))
        for scenario in found.refused
    ]
    if found.provenances:
        blocks.append(source(found.provenances, words))
    return tuple(blocks)


def _table(found: Survey, names: tuple[str, ...], words: Locale) -> Rows:
    rows = []
    for row in found.rows:
        asked = words.word("endings", row.asked, row.results[0].sequence)
        changes = (
            points(change.estimate, interval=False, in_title=True, words=words)
            if change.estimate.exact or differs(change.estimate)
            else words.text("survey.no_difference")
            for change in row.changes
        )
        rows.append((row.scenario.file.stem, asked, short(row.chances[0], words=words), *changes))
    head = (
        words.text("survey.scenario"),
        words.text("survey.asked"),
        names[0],
        *(words.text("report.minus", left=names[0], right=name) if len(names) == 2 else name for name in names[1:]),
    )
    return Rows(head, tuple(rows), text=(0, 1))
