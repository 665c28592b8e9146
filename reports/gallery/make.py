"""Draw the sheets of the gallery and write their numbers beside them: `.venv/bin/python reports/gallery/make.py`."""

import sys
from pathlib import Path

from mangonel.cli.main import main

HERE = Path(__file__).parent

COMMANDS = (
    "mangonel charts summary",
    "mangonel charts melee-foot --view outcomes --lang de",
    "mangonel charts missile-foot --against croisades",
    "mangonel charts melee-mounted --view table --lang fr --orientation landscape --ink colour",
    "mangonel charts battering --rules siege-de --lang es",
    "mangonel charts fire --rules siege-it --lang it --view tenths --paper letter",
)
"""Each with ``--format png --format csv --dpi 100`` here."""


def make(out: Path, *formats: str) -> None:
    """Write the sheets of all commands into a folder, in these formats."""
    wanted = [word for one in formats for word in ("--format", one)]
    for command in COMMANDS:
        if main([*command.split()[1:], *wanted, "--dpi", "100", "--force", "--out", str(out)]):
            sys.exit(1)


if __name__ == "__main__":
    make(HERE, "png", "csv")
