"""The summary of a comparison: the largest difference, the numbers on both sides, the effect of each rule."""

from __future__ import annotations

from collections.abc import Mapping

from mangonel.document.headline import Cause, comparison_finding, games_told
from mangonel.document.results import that_matter
from mangonel.document.study import Study, StudyNumber, number_name, study_of
from mangonel.document.wording import happens, number, source, unfinished
from mangonel.paper.blocks import Blocks, Paragraph, Table
from mangonel.paper.charts.numbers import differs, points
from mangonel.rules.difference import Difference
from mangonel.rules.words import Locale
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison
from mangonel.studies.naming import difference_named, names_of, reason_told, titles_of

__all__ = ["comparison_told"]


def comparison_told(
    found: Comparison,
    words: Locale,
    *,
    single: Attribution | None = None,
    everything: bool = False,
    ending: str = "",
) -> Blocks:
    """Return a comparison in brief.

    Parameters
    ----------
    found
        The comparison.
    words
        The language.
    single
        Their differences one by one; None if nobody has played them.
    everything
        Whether all of its numbers are told, not only those that matter most.
    ending
        What is asked about, an ending or a side; by default what a report on it would be about.
    """
    rules = found.rules
    names = names_of(rules, words) if rules else ()
    study = study_of(found, ending=ending, names=names, words=words)
    titles = titles_of(rules)
    left, right = study.labels
    scenario = words.translated(study.first.provenance.scenario or study.first.sequence)
    title = words.text("report.title_comparison", scenario=scenario, left=left, right=right)
    return (
        *unfinished([found.left.provenance, found.right.provenance], words),
        Paragraph(title, "title"),
        Paragraph(_finding(found, study, single, titles), "lead"),
        _rows(study, everything=everything),
        *(() if single is None else attribution_told(study, single, titles, everything=everything)),
        *_games(study),
        source([found.left.provenance, found.right.provenance], words, everything=everything),
    )


def _finding(found: Comparison, study: Study, single: Attribution | None, titles: Mapping[str, str]) -> str:
    asked, words = study.asked.name, study.words
    left, right = study.labels
    causes = [
        Cause(difference_named(effect.difference, titles, words), effect.alone.chance_of(asked).estimate)
        for effect in (() if single is None else single.effects)
    ]
    return comparison_finding(found, asked, (left, right), causes=causes, words=words)


def _games(study: Study) -> tuple[Paragraph, ...]:
    difference = study.asked.difference
    if difference is None or not differs(difference):
        return ()
    return (Paragraph(games_told(study.asked.sides, study.words)),)


def _rows(study: Study, *, everything: bool) -> Table:
    words = study.words
    rows = [
        (number_name(study, shown), *_shown(study, shown, everything=everything))
        for shown in (study.numbers if everything else _brief(study))
        if happens(*shown.sides)
    ]
    return Table("", ("", *study.labels, words.text("report_differences.difference")), tuple(rows))


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


def attribution_told(study: Study, single: Attribution, titles: Mapping[str, str], *, everything: bool) -> Blocks:
    """Return what the differences do.

    Parameters
    ----------
    study
        The comparison.
    single
        Its differences one by one.
    titles
        Titles of the tables and options of both rule sets.
    everything
        Whether they are told for every ending, not only for what is asked about.
    """
    words, asked = study.words, study.asked.name
    moving = [effect for effect in single.effects if not effect.idle]
    moving.sort(key=lambda effect: -abs(effect.alone.chance_of(asked).estimate.value))
    left, right = study.labels
    head = (
        words.text("report_differences.difference"),
        words.text("report_differences.alone", rules=left),
        words.text("report_differences.last", rules=right),
    )
    tables = []
    for name in dict.fromkeys((asked, *(study.first.endings if everything else ()))) if moving else ():
        rows = tuple(
            (
                _with_reason(effect.difference, titles, words),
                *(points(part.chance_of(name).estimate, words=words) for part in (effect.alone, effect.last)),
            )
            for effect in moving
        )
        ending = words.word("endings", name, study.first.sequence)
        tables.append(Table(words.text("report_differences.effects", ending=ending), head, rows))
    lists = {"still": [effect.difference for effect in single.effects if effect.idle], "unasked": single.unasked}
    lines = [
        words.plural(
            f"report_causes.{key}",
            len(differences),
            list=words.text("frame.semicolon").join(
                difference_named(difference, titles, words) for difference in differences
            ),
        )
        for key, differences in lists.items()
        if differences
    ]
    left_out = [
        words.text(
            "telling.left_out",
            difference=difference_named(difference.difference, titles, words),
            reason=reason_told(difference, words),
        )
        for difference in single.left_out
    ]
    return (*tables, *map(Paragraph, (*lines, *left_out)))


def _with_reason(difference: Difference, titles: Mapping[str, str], words: Locale) -> str:
    name = difference_named(difference, titles, words)
    return words.text("frame.named", name=name, text=difference.reason) if difference.reason else name
