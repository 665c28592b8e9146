"""The comparison report: two rule sets on one scenario, as HTML, PDF and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.locales import in_words
from mangonel.reports.answer import answer_section, endings_section, means_section
from mangonel.reports.background import (
    assumptions_section,
    footer,
    provenance_section,
    question_section,
    rules_section,
    trace_section,
)
from mangonel.reports.course import map_section, series_section
from mangonel.reports.evidence import charts_section, heat_section
from mangonel.reports.losses import losses_section
from mangonel.reports.number_rows import csv_bytes, number_rows
from mangonel.reports.report_model import ReportData, ReportText
from mangonel.reports.study import Study
from mangonel.reports.writing import write_all

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.rules.difference import Difference
    from mangonel.studies.attribute import Effect, LeftOut
    from mangonel.studies.compare import Comparison
    from mangonel.studies.sweep import Sweep

__all__ = ["build_report", "render_report", "write_report"]


def build_report(
    comparison: Comparison,
    text: ReportText,
    *,
    differences: Sequence[Difference] = (),
    sweep: Sweep | None = None,
    effects: Sequence[Effect] = (),
    left_out: Sequence[LeftOut] = (),
    ending: str = "",
    words: Locale | None = None,
) -> ReportData:
    """Return all that the report says, ready to be rendered.

    Parameters
    ----------
    comparison
        The two results and their differences.
    text
        Question, scenario, policies, assumptions, trace, command and date.
    differences
        What differs between the two rule sets.
    sweep
        Numbers of a heat map.
    effects
        What each difference does by itself.
    left_out
        The differences of which that cannot be told, and why.
    ending
        The ending the question is about; by default the first that comes at all on either side.
    words
        The language, by default English. What `text` says is to be in it already.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    words = in_words(words)
    study = Study(comparison, tuple(differences), sweep, tuple(effects), tuple(left_out), ending)
    sections = (
        question_section(study, text),
        answer_section(study),
        endings_section(study),
        charts_section(study),
        series_section(study),
        map_section(study),
        losses_section(study),
        means_section(study),
        heat_section(study),
        rules_section(study, text),
        assumptions_section(text),
        trace_section(text),
        provenance_section(study, text),
    )
    return ReportData(
        text.title,
        tuple(section for section in sections if section is not None),
        footer(study),
        number_rows(study),
        words,
    )


def render_report(data: ReportData, *, paper: str = "a4") -> dict[str, bytes]:
    """Return the report as the content of three files, by suffix: ``html``, ``pdf`` and ``csv``.

    Parameters
    ----------
    data
        The report.
    paper
        ``a4`` or ``letter``.

    Raises
    ------
    DataError
        If there is no such paper.
    """
    # The two renderers bring in jinja2 and the PDF back end, which nobody needs who only builds a report.
    from mangonel.reports.html import html_bytes
    from mangonel.reports.pdf import pdf_bytes

    return {"html": html_bytes(data), "pdf": pdf_bytes(data, paper=paper), "csv": csv_bytes(data.numbers)}


def write_report(data: ReportData, folder: Path, name: str = "comparison", *, paper: str = "a4") -> tuple[Path, ...]:
    """Write ``name.html``, ``name.pdf`` and ``name.csv`` into a folder: all three, or none.

    Parameters
    ----------
    data
        The report.
    folder
        Made if it is not there yet.
    name
        Name of the files without suffix.
    paper
        ``a4`` or ``letter``.

    Returns
    -------
    tuple of Path
        The files written.

    Raises
    ------
    DataError
        If there is no such paper, or a file cannot be written.
    """
    files = {folder / f"{name}.{suffix}": content for suffix, content in render_report(data, paper=paper).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"cannot be made: {error.strerror or error}", file=folder) from error
    write_all(files)
    return tuple(files)
