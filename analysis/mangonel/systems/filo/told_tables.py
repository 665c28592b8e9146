"""Words for the rows and columns of this game's tables; types of units keep the letters of their counters."""

from __future__ import annotations

from mangonel.systems.told_tables import KindWords, TableWords

__all__ = ["WORDS"]

WORDS = TableWords(
    rows=("shooters", "table_rows", "modifiers", "ground"),
    columns=("unit_states", "table_columns"),
    kinds={
        "ground": KindWords(
            headed={
                column: f"ground.{column}"
                for column in ("infantry_and_leaders", "cavalry_and_artillery", "fire", "combat", "charge")
            }
        ),
    },
)
