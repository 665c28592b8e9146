"""Draw the house: layers, their rooms by size, and the walks of `docs/architecture.md`.

`.venv/bin/python docs/images/house.py`
"""

import re
from collections.abc import Iterator
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

import mangonel

HERE = Path(__file__).parent
PACKAGE = Path(mangonel.__file__).parent
PAGE = (HERE.parent / "architecture.md").read_text(encoding="utf-8")
LAYERS = ["errors", *re.findall(r"`(\w+)`", " ".join(re.findall(r"(?m)^\| (`.*?) \|", PAGE)))]
WALKS = (
    ("From a die to a chart", "#b5341c"),
    ("From a cell to the odds", "#1c5fb5"),
    ("From a key to a form", "#2f7d32"),
)
WIDTH, GAP, MOST_IN_A_ROW = 100.0, 0.6, 4


def lines(files: list[Path]) -> int:
    """Return the lines of some modules."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def rooms(layer: str) -> list[tuple[str, int]]:
    """Return each folder of a layer that holds modules, with their lines; the layer itself first."""
    place = PACKAGE / layer
    if not place.is_dir():
        return [(layer, lines([place.with_suffix(".py")]))]
    folders = sorted({place, *(file.parent for file in place.rglob("*.py"))})
    return [(folder.relative_to(PACKAGE).as_posix(), lines(list(folder.glob("*.py")))) for folder in folders]


def boxes() -> Iterator[tuple[str, int, float, int, float]]:
    """Yield name, lines, left edge, row and width of each room, from the ground up."""
    row = 0
    for layer in LAYERS:
        found = rooms(layer)
        count = -(-len(found) // MOST_IN_A_ROW)
        size = -(-len(found) // count)
        for start in range(0, len(found), size):
            part = found[start : start + size]
            least = {name: max(8.5, steps_width(name)) for name, _ in part}
            rest = WIDTH - sum(least.values()) - GAP * (len(part) - 1)
            whole = sum(number for _, number in part)
            left = 0.0
            for name, number in part:
                wide = least[name] + rest * number / whole
                yield name, number, left, row, wide
                left += wide + GAP
            row += 1


def steps(walk: str) -> list[tuple[str, str]]:
    """Return number and module of each step of a walk, as the page has them."""
    text = PAGE.split(f"## {walk}\n")[1].split("\n## ")[0]
    return re.findall(r"^(\d+)\. `([\w/]+\.py)`", text, re.MULTILINE)


def step_width(module: str) -> float:
    """Return how wide a step is in the picture."""
    return 3.2 + 0.58 * len(Path(module).stem)


def steps_width(room: str) -> float:
    """Return how wide all steps in a room are beside each other."""
    modules = (module for walk, _ in WALKS for _, module in steps(walk))
    return 1.3 + sum(step_width(module) for module in modules if str(Path(module).parent) == room)


def draw(axes: Axes) -> int:
    """Draw the rooms with the steps of the walks in them, and return how many rows there are."""
    places: dict[str, tuple[float, int]] = {}
    for name, number, left, row, wide in boxes():
        places[name] = (left, row)
        own = "/" not in name
        face = "#e9dfc8" if own else "#f7f3ea"
        box = FancyBboxPatch((left, row), wide, 0.84, boxstyle="round,pad=0,rounding_size=0.1", fc=face, ec="#6b5d45")
        axes.add_patch(box)
        label = name.rpartition("/")[2].replace("_", " ")
        axes.text(left + 0.5, row + 0.75, label, fontsize=8, va="top", weight="bold" if own else "normal")
        axes.text(left + wide - 0.5, row + 0.73, f"{number:,}", fontsize=6, ha="right", va="top", color="#6b5d45")
    free = {name: left + 1.3 for name, (left, _) in places.items()}
    for walk, colour in WALKS:
        for number, module in steps(walk):
            room = str(Path(module).parent)
            disc = {"boxstyle": "circle,pad=0.2", "fc": colour, "ec": "none"}
            height = places[room][1] + 0.25
            axes.text(free[room], height, number, fontsize=6, color="white", ha="center", va="center", bbox=disc)
            named = Path(module).stem.replace("_", " ")
            axes.text(free[room] + 1.1, height - 0.01, named, fontsize=6.5, color=colour, va="center")
            free[room] += step_width(module)
    return row_count(places)


def row_count(places: dict[str, tuple[float, int]]) -> int:
    """Return how many rows of rooms there are."""
    return 1 + max(row for _, row in places.values())


def main() -> None:
    """Draw and write it."""
    figure = Figure(figsize=(11, 8), layout="constrained")
    axes = figure.add_subplot()
    rows = draw(axes)
    axes.set(xlim=(-0.5, WIDTH + 0.5), ylim=(-0.1, rows + 0.6))
    axes.set_axis_off()
    for place, (walk, colour) in enumerate(WALKS):
        axes.text(22 * place, rows + 0.45, walk, color=colour, fontsize=9, va="top", weight="bold")
    figure.set_size_inches(11, 0.5 * rows + 0.3)
    figure.savefig(HERE / "house.png", dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    main()
