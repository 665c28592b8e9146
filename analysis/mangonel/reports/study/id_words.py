"""Ids of a study as words of its language."""

from __future__ import annotations

from mangonel.reports.ids import endings_name
from mangonel.reports.study.study import Study, StudyNumber

__all__ = ["comparing_head", "difference_name", "ending_name", "measure_name", "number_name"]

_KINDS = {"ending": "endings", "side": "endings", "counter": "tallies"}


def ending_name(study: Study, name: str) -> str:
    """Return what an ending of the sequence is called, or the victory of a side, or several joined by ``+``."""
    return endings_name(name, study.first.sequence, study.words)


def measure_name(study: Study, name: str) -> str:
    """Return what a measure, or the turn, is called."""
    if name == study.unit:
        return study.words.for_unit("report.last", study.unit)
    return study.words.word("losses", name, study.first.sequence)


def number_name(study: Study, number: StudyNumber) -> str:
    """Return what a number of a study is called."""
    if number.kind == "mean":
        return measure_name(study, number.name)
    return study.words.word(_KINDS[number.kind], number.name, study.first.sequence)


def difference_name(study: Study) -> str:
    """Return what the difference of the two sides is called."""
    left, right = study.labels
    return study.words.text("report.minus", left=left, right=right)


def comparing_head(study: Study) -> tuple[str, ...]:
    """Return the heads of the columns of numbers: each side and, of two, their difference."""
    return (*study.labels, difference_name(study)) if len(study.labels) > 1 else study.labels
