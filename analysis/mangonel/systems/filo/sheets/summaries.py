"""The one-page summary: the chances asked for most."""

from __future__ import annotations

from mangonel.press.blocks import Grid, Lines, Sheet
from mangonel.sheets.answers import Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.sheets.combats import COMBAT_TABLES, MEASURES, combat_example
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.initiatives import class_bands, initiative_grid
from mangonel.systems.filo.sheets.modifiers import combat_lines
from mangonel.systems.filo.sheets.qualities import TEST_TABLES, leader_grid, quality_grid
from mangonel.systems.filo.sheets.results import harm_row, total_columns
from mangonel.systems.filo.sheets.shots import SHOT_TABLES, hit_lines, shot_grid

__all__ = ["summary_sheet"]

_OPTIONS = ("result-dashes", "archer-row", "artillery-five", "leader-test-face")


def summary_sheet(asked: Asked) -> Sheet:
    """Return the sheet with the numbers of all tables that are asked for most."""
    notes = Footnotes()
    combat = Grid(
        asked.text("titles.combat"),
        total_columns(asked),
        tuple(harm_row(asked, harm, asked.text(f"modifiers.{name}"), notes) for name, harm in MEASURES.items()),
    )
    return make_sheet(
        asked,
        "summary",
        how=(asked.text("combat.how"), *combat_example(asked)),
        main=[
            combat,
            quality_grid(asked, asked.text("titles.tests")),
            initiative_grid(asked, asked.text("titles.initiative")),
        ],
        side=[
            shot_grid(asked, notes, asked.text("titles.shots"), (-2, -1, 0, 1, 2)),
            leader_grid(asked),
            combat_lines(asked, notes, brief=True),
            Lines(asked.text("states.signs"), (*hit_lines(asked), *class_bands(asked))),
        ],
        tables=lambda _rules: [*COMBAT_TABLES, *SHOT_TABLES, *TEST_TABLES, "initiative"],
        options=_OPTIONS,
        notes=notes,
        brief=True,
    )
