"""Draw the pictures of the pages: `.venv/bin/python docs/images/make.py [front|heat|card|explorer|house]...`."""

import shutil
import sys
import tempfile
from pathlib import Path

import explorer
import house

from mangonel.cli.main import main as run_command
from mangonel.paper.charts.heat import heat_map
from mangonel.paper.charts.style import image
from mangonel.studies.sweep import sweep

HERE = Path(__file__).parent


def front() -> None:
    """Draw the front picture of the ladder assault."""
    _written("report", "ladder-one", "--poster", name="ladder-one-front.png")


def heat() -> None:
    """Draw the breach by archers and oil."""
    grid = sweep("ram-gate", x={"archers.men": range(6)}, y={"oil.barrels": range(5)}, ending="breach")
    (HERE / "ram-gate-heat.png").write_bytes(image(heat_map(grid), "png"))


def card() -> None:
    """Draw a side of the player aid."""
    _written("charts", "aid-melee", "--format", "png", "--dpi", "80", name="card.png")


def _written(*command: str, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if run_command([*command, "--out", folder]):
            raise SystemExit(1)
        (picture,) = Path(folder).glob("*.png")
        shutil.copy(picture, HERE / name)


PICTURES = {"front": front, "heat": heat, "card": card, "explorer": explorer.main, "house": house.main}


if __name__ == "__main__":
    for asked in sys.argv[1:] or PICTURES:
        PICTURES[asked]()
