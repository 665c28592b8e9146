"""Two results of one scenario in brief: what differs most, and the numbers that matter on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mangonel.charts.numbers import differs, points
from mangonel.locales import Locale
from mangonel.reports.study.id_words import number_name
from mangonel.reports.study.study import Study, StudyNumber, study_of
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison
from mangonel.studies.finding import Cause, comparison_finding, games_told
from mangonel.studies.naming import difference_named, names_of, titles_of
from mangonel.telling.attribution import attribution_told
from mangonel.telling.blocks import Rows, Said, Told
from mangonel.telling.numbers import happens, number
from mangonel.telling.provenance import source, unfinished
from mangonel.telling.results import that_matter

__all__ = ["comparison_told"]


def comparison_told(
    found: Comparison,
    words: Locale,
    *,
    rules: Sequence[RuleSet] = (),
    single: Attribution | None = None,
    everything: bool = False,
    ending: str = "",
) -> Told:
    """Return a comparison in brief.

    Parameters
    ----------
    found
        The comparison.
    words
        The language.
    rules
        The two rule sets, for what they are called; without them they go by their ids.
    single
        Their differences one by one; None if nobody has played them.
    everything
        Whether all of its numbers are told, not only those that matter most.
    ending
        What is asked about, an ending or a side; by default what a report on it would be about.
    """
    names = names_of(rules, words) if rules else ()
    study = study_of(found, ending=ending, names=names, words=words)
    titles = titles_of(rules)
    left, right = study.labels
    scenario = words.translated(study.first.provenance.scenario or study.first.sequence)
    title = words.text("report.title_comparison", scenario=scenario, left=left, right=right)
    return (
        *unfinished([found.left.provenance, found.right.provenance], words),
        Said(title, "title"),
        Said(_finding(found, study, single, titles), "lead"),
        _rows(study, everything=everything),
        *(() if single is None else attribution_told(study, single, titles, everything=everything)),
        *_games(study),
        source([found.left.provenance, found.right.provenance], words),
    )


def _finding(found: Comparison, study: Study, single: Attribution | None, titles: Mapping[str, str]) -> str:
    asked, words = study.asked.name, study.words
    left, right = study.labels
    causes = [
        Cause(difference_named(effect.difference, titles, words), effect.alone.chance_of(asked).estimate)
        for effect in (() if single is None else single.effects)
    ]
    return comparison_finding(found, asked, (left, right), causes=causes, words=words)


def _games(study: Study) -> tuple[Said, ...]:
    """Return how many games show what is asked about at the table, if it differs."""
    difference = study.asked.difference
    if difference is None or not differs(difference):
        return ()
    return (Said(games_told(study.asked.sides, study.words)),)


def _rows(study: Study, *, everything: bool) -> Rows:
    words = study.words
    rows = [
        (number_name(study, shown), *_shown(study, shown, everything=everything))
        for shown in (study.numbers if everything else _brief(study))
        if happens(*shown.sides)
    ]
    return Rows(("", *study.labels, words.text("report_differences.difference")), tuple(rows))


def _shown(study: Study, one: StudyNumber, *, everything: bool) -> tuple[str, ...]:
    words, percent = study.words, one.kind in ("ending", "side")
    most = None if everything or percent else 2
    sides = (number(side, words, percent=percent, interval=everything, most=most) for side in one.sides)
    assert one.difference is not None
    return (*sides, points(one.difference, percent=percent, words=words))


def _brief(study: Study) -> list[StudyNumber]:
    """Return who wins, how it ends, and the means that matter; a side that wins by one ending only is that ending."""
    results = tuple(study.results.values())
    means = that_matter(results)
    coming = {number.name for number in study.of_kind("ending") if happens(*number.sides)}
    wins = {side.name: coming & set(side.wins) for side in study.first.sides}
    sides = [number for number in study.of_kind("side") if len(wins[number.name]) != 1]
    return [*sides, *study.of_kind("ending"), *(study.number("mean", name) for name in means)]
