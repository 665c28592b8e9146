"""Which change of the rules does it: the chart of causes, and the line about changes that do nothing here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mangonel.charts.causes import Causes, cause_bars, causes_height
from mangonel.charts.numbers import differs
from mangonel.press.blocks import NARROW_WIDTH, PICTURE_WIDTH, Paragraph, Picture
from mangonel.reports.report_model import ReportText
from mangonel.reports.study.id_words import ending_name
from mangonel.reports.study.study import Study
from mangonel.rules.difference import Difference
from mangonel.studies.attribute import Effect
from mangonel.studies.finding import Cause
from mangonel.studies.naming import difference_named

__all__ = ["acting", "cause_name", "causes_blocks", "causes_of", "rest_line"]

_MOST_NAMED: Final = 3  # changes that do nothing
_MOST_BARS: Final = 12


def cause_name(text: ReportText, difference: Difference, study: Study) -> str:
    """Return what a difference is called."""
    return difference_named(difference, text.titles, study.words)


def acting(study: Study) -> tuple[Effect, ...]:
    """Return the effects that move the chance that is asked about, alone or last; they stand by their size."""
    ending = study.main_ending
    return tuple(
        effect
        for effect in study.effects
        if any(differs(part.chance_of(ending).estimate) for part in (effect.alone, effect.last))
    )


def causes_of(study: Study, text: ReportText) -> list[Cause]:
    """Return the changes that move the chance that is asked about, for the sentence that says what was found."""
    ending = study.main_ending
    return [
        Cause(cause_name(text, effect.difference, study), effect.alone.chance_of(ending).estimate)
        for effect in acting(study)
    ]


def causes_blocks(study: Study, text: ReportText) -> list[Picture | Paragraph]:
    """Return the chart of causes, or the line alone if nothing acts; nothing if nothing was attributed."""
    words = study.words
    total = study.asked.difference
    effects = acting(study)
    rest = rest_line(study, text, effects)
    if total is None or not effects:
        return [Paragraph(rest, "note")] if rest else []
    ending = study.main_ending
    causes: Causes = {
        cause_name(text, effect.difference, study): (
            effect.alone.chance_of(ending).estimate,
            effect.last.chance_of(ending).estimate,
        )
        for effect in effects[:_MOST_BARS]
    }
    title = words.text("report_causes.title", ending=ending_name(study, ending))
    height, narrow = (
        causes_height(causes, title, width, rest=rest, words=words) for width in (PICTURE_WIDTH, NARROW_WIDTH)
    )
    left, right = study.labels
    return [
        Picture(
            "causes",
            words.text("report_causes.alt", finding=title),
            height,
            narrow,
            lambda ax: cause_bars(causes, total, names=(left, right), rest=rest, ax=ax, title=title, words=words),
        )
    ]


def rest_line(study: Study, text: ReportText, found: Sequence[Effect], *, most: int | None = _MOST_NAMED) -> str:
    """Return one line about the changes that do nothing to what is asked, and about those that nobody asks for.

    Parameters
    ----------
    study, text
        What the report is about.
    found
        The effects that are shown.
    most
        How many are named; None for all.
    """
    still = [effect.difference for effect in study.effects if effect not in found]
    groups = {"still": still, "unasked": study.unasked}
    lines = [
        study.words.plural(f"report_causes.{key}", len(differences), list=_some(study, text, differences, most))
        for key, differences in groups.items()
        if differences
    ]
    return " ".join(lines)


def _some(study: Study, text: ReportText, differences: Sequence[Difference], most: int | None) -> str:
    words = study.words
    names = list(dict.fromkeys(cause_name(text, difference, study) for difference in differences))
    # A single one that is left takes no more room by its name.
    if most is not None and len(names) > most + 1:
        names = [*names[:most], words.plural("report_causes.more", len(names) - most)]
    return words.text("frame.semicolon").join(names)
