"""The four sides of the player aid: combat, fire, units, the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mangonel.press.blocks import Lines, Sheet
from mangonel.sheets.answers import Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.sheets.combats import COMBAT_OPTIONS, COMBAT_TABLES
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.grounds import COSTS, GROUND_OPTIONS, ground_grid, ground_lines
from mangonel.systems.filo.sheets.initiatives import ORDER_OPTIONS, class_lines, initiative_grid, order_lines
from mangonel.systems.filo.sheets.modifiers import combat_lines, fire_lines, ratio_grid
from mangonel.systems.filo.sheets.qualities import (
    LEADER_OPTIONS,
    TEST_OPTIONS,
    TEST_TABLES,
    fate_lines,
    leader_grid,
    quality_grid,
    rally_lines,
)
from mangonel.systems.filo.sheets.results import advance_lines, result_grid
from mangonel.systems.filo.sheets.shots import (
    SHOT_OPTIONS,
    SHOT_TABLES,
    printed_shots,
    read_alone,
    shot_grid,
    shot_lines,
)
from mangonel.systems.filo.sheets.states import STATE_OPTIONS, state_grid, state_lines
from mangonel.systems.filo.sheets.unit_types import TYPE_OPTIONS, reaction, type_grid
from mangonel.systems.filo.sheets.victories import victory_lines, victory_options, victory_tables

__all__ = ["combat_side", "shot_side", "turn_side", "unit_side"]

_PHASES: Final = ("A", "B", "C", "D", "D1", "D2", "D3", "D4", "E")


def combat_side(asked: Asked) -> Sheet:
    """Return the side of combat: results, force ratio, types, all that is added, terrain."""
    notes = Footnotes()
    main = [result_grid(asked, notes), type_grid(asked, notes)]
    ground = ground_grid(asked, notes, ("combat", "charge"), asked.text("ground.caption"))
    return make_sheet(
        asked,
        "aid-combat",
        how=(asked.text("combat.how"), reaction(asked)),
        main=main,
        side=[
            combat_lines(asked, notes),
            ratio_grid(asked, notes),
            advance_lines(asked),
            ground_lines(asked, ground, "others", "up"),
        ],
        last=[ground],
        tables=lambda _rules: [*COMBAT_TABLES, "ground", "types"],
        options=("result-dashes", *TYPE_OPTIONS, *COMBAT_OPTIONS, *GROUND_OPTIONS),
        notes=notes,
    )


def shot_side(asked: Asked) -> Sheet:
    """Return the side of fire: what to roll, figures, who shoots, all that is added, terrain."""
    notes = Footnotes()
    grid = read_alone(asked, shot_grid(asked, notes, asked.text("shots.caption")))
    ground = ground_grid(asked, notes, ("fire",), asked.text("ground.fire_caption"))
    return make_sheet(
        asked,
        "aid-shots",
        how=(asked.text("shots.how"),),
        main=[grid],
        side=[
            fire_lines(asked, notes),
            *shot_lines(asked),
            printed_shots(asked, notes),
            ground_lines(asked, ground, "others", "sight"),
        ],
        last=[ground],
        tables=lambda _rules: [*SHOT_TABLES],
        options=(*SHOT_OPTIONS, *GROUND_OPTIONS),
        notes=notes,
    )


def unit_side(asked: Asked) -> Sheet:
    """Return the side of units: states, tests by quality, leaders."""
    notes = Footnotes()
    return make_sheet(
        asked,
        "aid-units",
        how=(asked.text("tests.how"),),
        main=[state_grid(asked), quality_grid(asked, asked.text("tests.caption"))],
        side=[
            state_lines(asked),
            rally_lines(asked, notes),
            leader_grid(asked),
            fate_lines(asked),
        ],
        tables=lambda _rules: ["states", "hexes", *TEST_TABLES],
        options=(*STATE_OPTIONS, *TEST_OPTIONS, *LEADER_OPTIONS),
        notes=notes,
    )


def turn_side(asked: Asked) -> Sheet:
    """Return the side of the turn: its phases, initiative, what movement costs, victory."""
    notes = Footnotes()
    # Two dice on either side: no face of one brings a class.
    asked = replace(asked, view="percent")
    phases = tuple((phase, asked.text(f"turn.{phase}")) for phase in _PHASES)
    ground = ground_grid(asked, notes, COSTS, asked.text("ground.cost_caption"))
    return make_sheet(
        asked,
        "aid-turn",
        how=(asked.text("initiative.how"),),
        main=[initiative_grid(asked, asked.text("initiative.caption"))],
        side=[
            Lines(asked.text("turn.caption"), phases),
            class_lines(asked),
            order_lines(asked),
            *victory_lines(asked, notes),
            ground_lines(asked, ground, "sums", "roads"),
        ],
        last=[ground],
        tables=lambda rules: ["initiative", "ground", *victory_tables(rules)],
        options=(*ORDER_OPTIONS, "parapet-row", "charge-movement", *victory_options(asked)),
        notes=notes,
    )
