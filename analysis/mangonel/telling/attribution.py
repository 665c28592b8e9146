"""What each difference of two rule sets does by itself, the largest first; those that do nothing in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mangonel.charts.numbers import points
from mangonel.locales import Locale
from mangonel.rules.difference import Difference
from mangonel.studies.naming import difference_named, reason_told
from mangonel.telling.blocks import Rows, Said, Told

if TYPE_CHECKING:
    from mangonel.reports.study.study import Study
    from mangonel.studies.attribute import Attribution

__all__ = ["attribution_told"]


def attribution_told(study: Study, single: Attribution, titles: Mapping[str, str], *, everything: bool) -> Told:
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
                _named(effect.difference, titles, words),
                *(points(part.chance_of(name).estimate, words=words) for part in (effect.alone, effect.last)),
            )
            for effect in moving
        )
        ending = words.word("endings", name, study.first.sequence)
        tables.append(Rows(head, rows, words.text("report_differences.effects", ending=ending)))
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
    return (*tables, *map(Said, (*lines, *left_out)))


def _named(difference: Difference, titles: Mapping[str, str], words: Locale) -> str:
    """Return what a difference is called, with the reason that its maker gives."""
    name = difference_named(difference, titles, words)
    return words.text("frame.named", name=name, text=difference.reason) if difference.reason else name
