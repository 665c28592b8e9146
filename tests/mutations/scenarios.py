"""Small scenarios of every sequence, `games/*.toml`, which together ask for every cell and option that it can ask for.

Cells and option values that cannot matter stand in `excuses.toml` with the reason.

`[plain]` is what all games of a file say, `[games]` what each says besides or otherwise, and `options` of the rules.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from games.registry import SEQUENCES

HERE = Path(__file__).parent
ROSTER = {"roster": str(HERE / "small.toml")}
"""Kinds of-1 to of-12 have an attack of so much; every defence is 1."""


@dataclass(frozen=True)
class Small:
    """A scenario made of the shipped one of the name `base`, and the options of the rules that it is played by."""

    base: str
    changes: Mapping[str, Any]
    options: Mapping[str, str]


def _read(sequence: str) -> dict[str, Small]:
    file = tomllib.loads((HERE / "games" / f"{sequence}.toml").read_text(encoding="utf-8"))
    found = {}
    for name, game in file["games"].items():
        options = game.pop("options", {})
        found[name] = Small(file["scenario"], ROSTER | file["plain"] | game, options)
    return found


SMALL = {name: _read(name) for name in SEQUENCES}
FILE = tomllib.loads((HERE / "excuses.toml").read_text(encoding="utf-8"))
IDLE_CELLS, IDLE_VALUES, UNASKED_CELLS = (
    [SimpleNamespace(**one) for one in FILE[kind]] for kind in ("idle_cells", "idle_values", "unasked_cells")
)
