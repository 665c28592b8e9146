"""Two results of one scenario in brief: what differs most, and the numbers that matter on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.charts.numbers import points
from mangonel.reports.study.names import number_name
from mangonel.reports.study.study import Study, StudyNumber, study_of
from mangonel.studies.finding import Cause, comparison_finding
from mangonel.telling.blocks import Rows, Said, Told
from mangonel.telling.numbers import happens, number
from mangonel.telling.results import that_matter
from mangonel.telling.sources import source, unfinished

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.studies.compare import Comparison

__all__ = ["comparison_told"]


def comparison_told(
    found: Comparison,
    words: Locale,
    *,
    everything: bool = False,
    ending: str = "",
    causes: Sequence[Cause] = (),
    effects: Told = (),
) -> Told:
    """Return a comparison in brief.

    Parameters
    ----------
    found
        The comparison.
    words
        The language.
    everything
        Whether all of its numbers are told, not only those that matter most.
    ending
        What is asked about, an ending or a side; by default what a report on it would be about.
    causes
        Parts of what differs, with what each does alone.
    effects
        What its differences do by themselves.
    """
    study = study_of(found, ending=ending, words=words)
    left, right = study.labels
    scenario = words.translated(study.first.provenance.scenario or study.first.sequence)
    title = words.text("report.title_comparison", scenario=scenario, left=left, right=right)
    return (
        *unfinished([found.left.provenance, found.right.provenance], words),
        Said(title, "title"),
        Said(comparison_finding(found, study.asked.name, (left, right), causes=causes, words=words), "lead"),
        _rows(study, everything=everything),
        *effects,
        source([found.left.provenance, found.right.provenance], words),
    )


def _rows(study: Study, *, everything: bool) -> Rows:
    words = study.words
    rows = [
        (number_name(study, one), *_shown(study, one, everything=everything))
        for one in (study.numbers if everything else _brief(study))
        if happens(*one.sides)
    ]
    return Rows(("", *study.labels, words.text("report_differences.difference")), tuple(rows))


def _shown(study: Study, one: StudyNumber, *, everything: bool) -> tuple[str, ...]:
    words, percent = study.words, one.kind in ("ending", "side")
    most = None if everything or percent else 2
    sides = (number(side, words, percent=percent, interval=everything, most=most) for side in one.sides)
    assert one.difference is not None
    return (*sides, points(one.difference, percent=percent, in_title=not everything, words=words))


def _brief(study: Study) -> list[StudyNumber]:
    """Return who wins, how it ends, and the means that matter; a side that wins by one ending only is that ending."""
    results = tuple(study.results.values())
    means = that_matter(results)
    coming = {one.name for one in study.of_kind("ending") if happens(*one.sides)}
    wins = {side.name: coming & set(side.wins) for side in study.first.sides}
    sides = [one for one in study.of_kind("side") if len(wins[one.name]) != 1]
    return [*sides, *study.of_kind("ending"), *(study.number("mean", name) for name in means)]
