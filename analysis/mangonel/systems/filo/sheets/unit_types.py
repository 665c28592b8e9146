"""The sheet of types: what each that attacks has to roll against each that defends, with and without a charge."""

from __future__ import annotations

from typing import Final

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.press.blocks import Column, Grid, Row, Sheet
from mangonel.rules.ruleset import RuleSet
from mangonel.sheets.answers import Answer, Footnotes
from mangonel.sheets.wanted import Asked
from mangonel.systems.filo.combat import Combat, combat_situation
from mangonel.systems.filo.sheets.combats import COMBAT_OPTIONS, COMBAT_TABLES, MEASURES
from mangonel.systems.filo.sheets.counting import lost, number_cell
from mangonel.systems.filo.sheets.frame import make_sheet
from mangonel.systems.filo.sheets.modifiers import ratio_grid, unit
from mangonel.systems.filo.sheets.results import Harm, harm_answer, harm_kind
from mangonel.tables.merging import in_order

__all__ = ["TYPE_OPTIONS", "reaction", "type_grid", "type_sheet"]

TYPE_OPTIONS: Final = ("signs", "light-foot-row", "routed-acts")
_TABLE: Final = "combat-types"


def type_sheet(asked: Asked) -> Sheet:
    """Return the sheet of types, for units of even strength and quality in the open."""
    notes = Footnotes()
    return make_sheet(
        asked,
        "types",
        how=(asked.text("types.how"), reaction(asked)),
        main=[
            type_grid(asked, notes),
            *(_rolled(asked, MEASURES[name], asked.text(f"modifiers.{name}"), notes) for name in ("back", "repulsed")),
        ],
        side=[ratio_grid(asked, notes)],
        tables=lambda _rules: [*COMBAT_TABLES, "types"],
        options=(*TYPE_OPTIONS, "result-dashes", *COMBAT_OPTIONS),
        notes=notes,
    )


def _attackers(asked: Asked) -> list[str]:
    """Return the types that attack under some rule set."""
    return in_order(asked.answers(_able, "attacks"))


def _able(rules: RuleSet, what: str) -> list[str]:
    table = rules.table("types")
    known = rules.table(_TABLE).rows
    return [row for row in table.rows if table.cell(row, what) == "yes" and (what != "attacks" or row in known)]


def reaction(asked: Asked) -> str:
    """Return who charges, who may void a charge, and who never attacks and has no row that says what it is."""
    charging = asked.text("types.reaction", types=", ".join(in_order(asked.answers(_able, "charges"))))
    idle = [name for name in _defenders(asked) if name not in _attackers(asked)]
    never = [asked.text("types.idle", type=name, name=asked.word("unit_types", name)) for name in idle]
    return " ".join((charging, *never))


def _defenders(asked: Asked) -> list[str]:
    return in_order([rules.table(_TABLE).columns for rules in asked.sets])


def type_grid(asked: Asked, notes: Footnotes) -> Grid:
    """Return what the types add to the die, as printed, with what each that attacks is."""
    rows = in_order([rules.table(_TABLE).rows for rules in asked.sets])
    return Grid(
        asked.text("types.added"),
        tuple(Column(name, asked.text("types.defends")) for name in _defenders(asked)),
        tuple(
            Row(
                asked.word("unit_types", row),
                tuple(number_cell(asked, _TABLE, row, name, notes) for name in _defenders(asked)),
                row,
            )
            for row in rows
        ),
        (asked.text("types.attacks"), ""),
    )


def _rolled(asked: Asked, harm: Harm, caption: str, notes: Footnotes) -> Grid:
    """Return which faces, or how likely they are, bring some results, for each pair of types."""

    def answer(rules: RuleSet, mine: str, other: str, *, charge: bool) -> Answer:
        try:
            roll = combat_situation(rules, Combat((unit(mine),), (unit(other),), charge))
        except NoRollError:
            return None
        except UnknownCellError:
            return lost(asked, rules, _TABLE, f"{mine}.{other}", notes)
        return harm_answer(asked, rules, harm, roll.situation.modifier, notes)

    rows = []
    charging = {name for rules in asked.sets for name in _able(rules, "charges")}
    for mine in _attackers(asked):
        for charge in (False, True) if mine in charging else (False,):
            cells = tuple(
                asked.cell(asked.answers(answer, mine, other, charge=charge), harm_kind(harm))
                for other in _defenders(asked)
            )
            rows.append(Row(asked.text("types.charge", type=mine) if charge else mine, cells))
    columns = tuple(Column(name, asked.text("types.defends")) for name in _defenders(asked))
    return Grid(caption, columns, tuple(rows), ("", asked.text("types.attacks")))
