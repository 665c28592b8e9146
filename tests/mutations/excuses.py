"""Cells and option values that cannot matter, with the reason: `excuses.toml`."""

import tomllib
from pathlib import Path
from types import SimpleNamespace

FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
IDLE_CELLS, IDLE_VALUES, UNASKED_CELLS = (
    [SimpleNamespace(**one) for one in FILE[kind]] for kind in ("idle_cells", "idle_values", "unasked_cells")
)
