"""Make the gallery again, pictures, numbers and its page: `.venv/bin/python reports/gallery/make.py`."""
# ruff: noqa: E501 - an entry is one line

import contextlib
import io
import shutil
import sys
import tempfile
from pathlib import Path

from mangonel.cli.main import main

HERE = Path(__file__).parent

ENTRIES = (
    ("mangonel charts summary", "The chances asked for most, on one page."),
    ("mangonel charts melee-foot --view outcomes --lang de", "Outcomes by name with their letters, in German."),
    ("mangonel charts missile-foot --against croisades", "Two rule sets: ranges cut where either changes, changed cells framed."),
    ("mangonel charts melee-mounted --view table --lang fr --orientation landscape --ink colour", "The printed table beside its odds, in French, lengthwise, in colour."),
    ("mangonel charts battering --rules siege-de --lang es", "Breach within so many rolls, a ram that rolls every second turn, in Spanish."),
    ("mangonel charts fire --rules siege-it --lang it --view tenths --paper letter", "Rolls out of ten, with the hit roll of the Italian supplement, in Italian, on US Letter."),
    ("mangonel charts missile-mounted --rules vikings --view at-least", "This result or a better one; cells that the source has lost, with their reason."),
    ("mangonel charts terrain --rules siege-it --against siege-de --lang de --orientation landscape", "Movement, cover and sign, two rule sets, in German, lengthwise."),
    ("mangonel charts ladders --lang fr --view table", "Toppling, costs and fighting, in French."),
    ("mangonel charts healing --against croisades --lang es --view table", "Days with a d10 against turns with a d6, in Spanish."),
    ("mangonel charts panic --lang it --paper letter --ink colour", "Panic and rout after deaths, in Italian, on US Letter, in colour."),
)  # fmt: skip
"""Each command of the gallery, and what it shows; an entry is one line, and the page follows."""

OPTIONS = {"charts": ("--format", "png", "--format", "csv", "--dpi", "100")}
"""What each kind of command gets besides here, as pictures and numbers cannot be PDF."""

HEAD = """# Gallery

What the commands write, as pictures; beside each, as CSV, every word and number that stands on it. The real sheets are
PDF: vector, true to size, fonts embedded. `reports/gallery/make.py` makes all of it again, this page too; the tests do so
and compare every word and number, in the pictures as well.
"""


def make(out: Path) -> None:
    """Write the pictures and numbers of all commands into a folder, and the page that shows them."""
    parts = [HEAD]
    for command, shows in ENTRIES:
        kind, *words = command.split()[1:]
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.redirect_stdout(io.StringIO()):
                failed = main([kind, *words, *OPTIONS[kind], "--out", folder])
            if failed:
                sys.exit(1)
            names = sorted(file.name for file in Path(folder).iterdir())
            for name in names:
                shutil.copy(Path(folder) / name, out / name)
        pictures = "\n".join(f"![{shows}]({name})" for name in names if name.endswith(".png"))
        numbers = " ".join(f"[Words and numbers]({name})." for name in names if name.endswith(".csv"))
        parts.append(f"## `{command}`\n\n{shows} {numbers}\n\n{pictures}\n")
    (out / "README.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    for old in (*HERE.glob("*.png"), *HERE.glob("*.csv")):
        old.unlink()
    make(HERE)
