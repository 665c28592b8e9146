"""Draw the pictures of the README: `.venv/bin/python docs/images/make.py`."""

import shutil
import tempfile
from pathlib import Path

import explorer

from mangonel.cli.main import main as run_command
from mangonel.games.scenario import load_scenario
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.heat import heat_map
from mangonel.paper.charts.style import image
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare
from mangonel.studies.sweep import sweep

HERE = Path(__file__).parent


def main() -> None:
    """Draw and write them."""
    siege, croisades = load_rules("siege"), load_rules("croisades")
    found = compare(load_scenario("ladder-one"), siege, croisades)
    curves = ending_curves({"siege": found.left, "croisades": found.right})
    (HERE / "ladder-one-curves.png").write_bytes(image(curves, "png"))
    grid = sweep(
        load_scenario("ram-gate"),
        siege,
        x=("archers.men", tuple(range(6))),
        y=("oil.barrels", (0, 1, 2, 3, 4)),
        ending="breach",
    )
    (HERE / "ram-gate-heat.png").write_bytes(image(heat_map(grid), "png"))
    with tempfile.TemporaryDirectory() as folder:
        if run_command(["charts", "aid-melee", "--format", "png", "--dpi", "80", "--out", folder]):
            raise SystemExit(1)
        (side,) = Path(folder).glob("*.png")
        shutil.copy(side, HERE / "card.png")
    explorer.main()


if __name__ == "__main__":
    main()
