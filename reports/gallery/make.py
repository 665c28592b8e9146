"""Make the gallery again, pictures, numbers and its page: `.venv/bin/python reports/gallery/make.py`."""
# ruff: noqa: E501 - an entry is one line

import contextlib
import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from mangonel.cli.main import main
from mangonel.document.model import ReportData
from mangonel.document.typst import plain_report, report_pdf
from mangonel.paper.blocks import Bullets, Paragraph, Picture, Replay, Table, Verbatim
from mangonel.paper.files import page_png
from mangonel.paper.typesetting import typeset

HERE = Path(__file__).parent

ENTRIES = (
    ("mangonel charts", "The player aid: the turn and the ground, melee, missiles, walls; how to use a table stands above it, rules and sources at the foot."),
    ("mangonel charts --against croisades", "Two rule sets: what changes, on one side, rules in force first."),
    ("mangonel charts summary", "The chances asked for most, on one page."),
    ("mangonel charts melee-foot --view outcomes --lang de", "Outcomes by name with their letters, in German."),
    ("mangonel charts missile-foot --against croisades --all-cells", "Two rule sets: ranges cut where either changes, changed cells framed among all the others."),
    ("mangonel charts melee-mounted --view table --lang fr --orientation landscape", "The printed table beside its odds, in French, lengthwise."),
    ("mangonel charts battering --rules siege-de --lang es --view percent", "Breach within so many rolls, a ram that rolls every second turn, in Spanish."),
    ("mangonel charts fire --rules siege-it --lang it --view tenths --paper letter", "Rolls out of ten, with the hit roll of the Italian supplement, in Italian, on US Letter."),
    ("mangonel charts missile-mounted --rules vikings --view at-least", "This result or a better one; cells that the source has lost, with their reason."),
    ("mangonel charts terrain --rules siege-it --against siege-de --lang de --orientation landscape", "Movement, cover and sign, two rule sets, in German, lengthwise."),
    ("mangonel charts ladders --lang fr --view table", "Toppling, costs and fighting, in French."),
    ("mangonel charts healing --against croisades --lang es --view table", "Days with a d10 against turns with a d6, in Spanish."),
    ("mangonel charts panic --lang it --paper letter", "Panic and rout after deaths, in Italian, on US Letter."),
    ("mangonel charts combat --rules navas --lang es", "The second game: combat by total, which faces bring which result, in Spanish."),
    ("mangonel charts --cards", "The player aid on cards of poker size with two sides, cut by column."),
    ("mangonel charts --fold a5", "The same as a booklet: each subject on one spread."),
    ("mangonel charts shots --rules filo", "The second game: fire by weapon, range and total; cells that the source has lost, with their reason."),
    ("mangonel report volley-knights --date 2026-01-01", "A comparison: the front picture, what changes under other rules and which rule does it, and what to do, in English."),
    ("mangonel report fire-battery --kind scenario --lang fr --date 2026-01-01", "A scenario under one rule set: fire among stone throwers, in French."),
    ("mangonel report --kind rules --left siege --right siege-de --lang de --date 2026-01-01", "What differs between two rule sets, and what it does to single rolls, in German."),
    ("mangonel report panic-levy --kind sweep --lang es --date 2026-01-01", "One chance over two numbers of a scenario, in Spanish."),
)  # fmt: skip
"""Each command of the gallery, and what it shows; an entry is one line, and the page follows."""

DPI = 110
"""Dots an inch. At 100 the typesetter leaves out a line of dots of one of the charts."""

OPTIONS = {"charts": ("--format", "png", "--format", "csv", "--dpi", str(DPI)), "report": ()}
"""What each kind of command gets besides here, as pictures and numbers cannot be PDF."""

PAGES = 2
"""The pages of a report that are shown."""

WHOLE = ("volley-knights-siege-croisades.html",)
"""The pages for the browser that are kept."""

HEAD = """# Gallery

What the commands write, as pictures; beside each, as CSV, every word and number that stands on a sheet, and every number of a
report. The real sheets are PDF: vector, true to size, fonts embedded; reports are PDF, of which the first pages are shown, and HTML,
of which one is here to be opened. `reports/gallery/make.py` makes all of it again, this page too; the tests do so and compare every
word and number, in the pictures as well.
"""


LINKS = {"charts": "Words and numbers", "report": "Numbers"}
"""What the CSV of each kind of command holds."""


def report_words(report: ReportData) -> str:
    """Return every word of a report but those of its charts, a line for each text, in the order of reading."""
    lines = [report.title]
    for section in report.sections:
        lines.append(section.heading)
        for block in section.blocks:
            if isinstance(block, Paragraph | Verbatim):
                lines.append(block.text)
            elif isinstance(block, Bullets):
                lines += block.items
            elif isinstance(block, Picture | Replay):
                lines.append(block.alt)
            elif isinstance(block, Table):
                lines += [block.caption, *(" | ".join(row) for row in (block.header, *block.rows))]
    return "\n".join((*lines, report.footer))


def called(command: str, folder: Path) -> None:
    """Let a command write into a folder, with pictures."""
    kind, *words = command.split()[1:]
    # A report says by which command it was made.
    with contextlib.redirect_stdout(io.StringIO()), mock.patch.object(sys, "argv", command.split()), printed() as made:
        if main([kind, *words, *OPTIONS[kind], "--out", str(folder)]):
            sys.exit(1)
    for report in made:
        (name,) = (file.stem for file in folder.glob("*.pdf"))
        words_in = report_words(report)
        for number, page in enumerate(typeset("report", plain_report(report, "a4"), "png", dpi=DPI)[:PAGES], start=1):
            (folder / f"{name}-{number}.png").write_bytes(page_png(page, words_in, DPI, grey=False))


@contextlib.contextmanager
def printed() -> Iterator[list[ReportData]]:
    """Keep the reports that are printed meanwhile."""
    made: list[ReportData] = []

    def kept(report: ReportData, **more: Any) -> bytes:
        made.append(report)
        return report_pdf(report, **more)

    with mock.patch("mangonel.document.typst.report_pdf", kept):
        yield made


def make(out: Path) -> None:
    """Write the pictures and numbers of all commands into a folder, and the page that shows them."""
    parts = [HEAD]
    for command, shows in ENTRIES:
        with tempfile.TemporaryDirectory() as folder:
            called(command, Path(folder))
            names = sorted(
                file.name for file in Path(folder).iterdir() if file.suffix in {".png", ".csv"} or file.name in WHOLE
            )
            for name in names:
                shutil.copy(Path(folder) / name, out / name)
        pictures = "\n".join(f"![{shows}]({name})" for name in names if name.endswith(".png"))
        what = {".csv": LINKS[command.split()[1]], ".html": "The whole page"}
        links = " ".join(f"[{what[Path(name).suffix]}]({name})." for name in names if not name.endswith(".png"))
        parts.append(f"## `{command}`\n\n{shows} {links}\n\n{pictures}\n")
    (out / "README.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    for old in (*HERE.glob("*.png"), *HERE.glob("*.csv"), *HERE.glob("*.html")):
        old.unlink()
    make(HERE)
