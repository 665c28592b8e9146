"""Words for the rows, columns and cells of this game's tables, and the table whose columns are steps of a number."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.errors import NoRollError
from mangonel.games.cryhavoc.fire_and_walls import batter_situation
from mangonel.games.system import KindWords, Steps, TableWords
from mangonel.rules.cells import read_whole
from mangonel.rules.ruleset import RuleSet


def points_label(columns: Sequence[str], column: str) -> str:
    """Return how a column of the battering table is headed: only the highest one is open, whichever was so in print."""
    return f"{column.rstrip('+')}{'+' if column == columns[-1] else ''}"


def _rolled_on(rules: RuleSet, column: str) -> str:
    """Return the column that points roll on under rules that may have no column of their own for them."""
    if column in rules.table("battering").columns:
        return column
    try:
        return batter_situation(rules, points=read_whole(column.rstrip("+"))).final_column
    except NoRollError:
        return column


STEPS = {"battering": Steps(points_label, _rolled_on)}

WORDS = TableWords(
    rows=("weapons", "rule_rows", "terrain", "targets", "engines", "bands", "stands", "armours", "places", "costs"),
    columns=("rule_columns", "cover_columns", "fire_columns", "panic_columns", "ladder_columns", "healing_columns"),
    cells=("rule_cells", "fire_columns", "costs", "healing_cells"),
    rolled=("healing_cells",),
    kinds={
        "ranges": KindWords(columns=("distances",)),
        "terrain": KindWords(
            headed={
                "foot": "terrain.foot",
                "mounted": "terrain.mounted",
                "cover": "missile.cover",
                "sign": "terrain.sign",
            },
            cells={"cover": ("covers",), "sign": ("signs",)},
            parted=True,
        ),
    },
)
