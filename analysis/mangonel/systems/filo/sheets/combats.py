"""Sheets of combat: results by total, and what each modifier is worth."""

from __future__ import annotations

from typing import Final

from mangonel.locales.locale import MINUS
from mangonel.press.blocks import Block, Cell, Grid, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.combat import ATTACKERS, DEFENDERS
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.grounds import GROUND_OPTIONS, ground_grid, ground_lines
from mangonel.systems.filo.sheets.modifiers import combat_lines, combat_values, ratio_grid
from mangonel.systems.filo.sheets.results import (
    BACK,
    SHAKEN,
    TABLE,
    Harm,
    advance_lines,
    after_grids,
    chance_after,
    chance_of_harm,
    printed_grid,
    result_grid,
    total_columns,
    totals,
)
from mangonel.systems.filo.sheets.states import STATE_OPTIONS, state_grid, state_lines

__all__ = ["COMBAT_OPTIONS", "COMBAT_TABLES", "MEASURES", "combat_example", "combat_sheet", "modifier_sheet"]

COMBAT_OPTIONS: Final = (
    "several-leaders",
    "rear-charge",
    "charge-on-routed",
    "charge-movement",
    "charge-terrain",
    "reaction-terrain",
    "demoralised-attackers",
    "combat-after-rout",
    "combat-declared",
    "stacking",
    "ruy-diaz",
    "ruy-diaz-defence",
)
COMBAT_TABLES: Final = (TABLE, "combat-ratio", "combat-modifiers", "combat-types", "navas-modifiers")
MEASURES: Final = {"back": Harm(DEFENDERS, BACK), "shaken": Harm(DEFENDERS, SHAKEN), "repulsed": Harm(ATTACKERS, BACK)}
"""What is counted in sums: defenders driven back, demoralised or routed; attackers driven back."""

_EXAMPLE: Final = 5
_AFTER: Final = ("organised_fresh", "demoralised_fresh")
"""States of a defender of the example before the fight, and perhaps after it."""


def combat_sheet(asked: Asked) -> Sheet:
    """Return the sheet of combat by total."""
    notes = Footnotes()
    side: list[Block] = [
        ratio_grid(asked, notes),
        combat_lines(asked, notes),
        advance_lines(asked),
        state_lines(asked),
    ]
    if asked.view == "outcomes":
        main, last, example = after_grids(asked, notes), [], _after_example(asked)
    else:
        main, last, example = [result_grid(asked, notes)], [state_grid(asked)], combat_example(asked)
    if asked.view == "table":
        # With its bands as columns it is as wide as the chances above it, and as low as can be.
        main.append(printed_grid(asked, notes).turned)
    return make_sheet(
        asked,
        "combat",
        how=(asked.text("combat.how"), *example),
        main=main,
        side=side,
        last=last,
        tables=lambda _rules: [*COMBAT_TABLES, "states", "hexes"],
        options=("result-dashes", *COMBAT_OPTIONS, *STATE_OPTIONS),
        notes=notes,
        at_least="views.at-least-more",
    )


def combat_example(asked: Asked) -> tuple[str, ...]:
    """Return a fight that pikemen lose to a charge, read from the grid."""
    chance = chance_of_harm(asked.rules, MEASURES["back"], _EXAMPLE)
    if chance is None or _EXAMPLE not in totals(asked):
        return ()
    return (asked.text("combat.example", total=asked.signed(_EXAMPLE), chance=asked.spoken(chance)),)


def _after_example(asked: Asked) -> tuple[str, ...]:
    """Return what becomes of defenders in the same fight, read from a cell of their grid."""
    chance = chance_after(asked.rules, *_AFTER, _EXAMPLE)
    if chance is None or _EXAMPLE not in totals(asked):
        return ()
    before, after = (asked.word("unit_states", state) for state in _AFTER)
    return (
        asked.text(
            "combat.example_after",
            total=asked.signed(_EXAMPLE),
            before=before,
            after=after,
            chance=asked.spoken(chance),
        ),
    )


def modifier_sheet(asked: Asked) -> Sheet:
    """Return the sheet of modifiers, and of what one more point of each kind is worth at each total."""
    notes = Footnotes()
    values = sorted(
        {value for rules in asked.sets for value in combat_values(rules).values() if value is not None}, reverse=True
    )
    grids = [
        Grid(
            asked.text(f"modifiers.{name}"),
            total_columns(asked),
            tuple(Row(asked.signed(value), _worth(asked, harm, value)) for value in values),
            ("", asked.text("modifiers.more")),
        )
        for name, harm in MEASURES.items()
    ]
    ground = ground_grid(asked, notes, ("combat", "charge"), asked.text("ground.caption"))
    return make_sheet(
        asked,
        "modifiers",
        how=(asked.text("modifiers.how_tenths" if asked.view == "tenths" else "modifiers.how"), *_worth_example(asked)),
        main=grids,
        side=[combat_lines(asked, notes), ratio_grid(asked, notes), ground_lines(asked, ground, "others", "up")],
        last=[ground],
        tables=lambda _rules: [*COMBAT_TABLES, "ground"],
        options=("result-dashes", *COMBAT_OPTIONS, *GROUND_OPTIONS),
        notes=notes,
    )


def _worth(asked: Asked, harm: Harm, value: int) -> tuple[Cell, ...]:
    """Return by how much a chance changes with so many points more, for each total without them."""

    def change(rules: RuleSet, total: int) -> str:
        before, after = chance_of_harm(rules, harm, total), chance_of_harm(rules, harm, total + value)
        if before is None or after is None:
            return "?"
        # A difference of chances has a sign, and nothing at all none.
        written = asked.amount(abs(after - before))
        return "0" if after == before else f"{'+' if after > before else MINUS}{written}"

    return tuple(asked.words(change, total) for total in totals(asked))


def _worth_example(asked: Asked) -> tuple[str, ...]:
    before, after = (chance_of_harm(asked.rules, MEASURES["back"], total) for total in (_EXAMPLE - 2, _EXAMPLE))
    if before is None or after is None:
        return ()
    return (
        asked.text(
            "modifiers.example",
            less=asked.signed(_EXAMPLE - 2),
            before=asked.spoken(before),
            more=asked.signed(_EXAMPLE),
            after=asked.spoken(after),
        ),
    )
