"""A document as files: HTML, PDF and CSV."""

from __future__ import annotations

from pathlib import Path

from mangonel.document.model import ReportData, csv_bytes
from mangonel.errors import DataError
from mangonel.paper.writing import write_all

__all__ = ["render_report", "write_report"]


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
    # The two renderers bring in jinja2 and the typesetter, which nobody needs who only builds a report.
    from mangonel.document.html import html_bytes
    from mangonel.document.typst import report_pdf

    return {"html": html_bytes(data), "pdf": report_pdf(data, paper=paper), "csv": csv_bytes(data.numbers)}


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
