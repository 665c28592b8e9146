"""Words for the rows, columns and cells of this game's tables, and the table whose columns are steps of a number."""

from __future__ import annotations

from mangonel.systems.cryhavoc.sheets.breaches import points_label, rolled_on
from mangonel.systems.told_tables import KindWords, Steps, TableWords

__all__ = ["STEPS", "WORDS"]

STEPS = {"battering": Steps(points_label, rolled_on)}

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
