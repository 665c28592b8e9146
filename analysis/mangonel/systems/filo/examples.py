"""Changes for somebody who starts a rule file of his own."""

from __future__ import annotations

from collections.abc import Iterator

from mangonel.rules.ruleset import RuleSet
from mangonel.rules.template import Example, free_label

__all__ = ["examples"]

_CHANGES = (
    ("Even strength gives 0", "combat-ratio", "modifier", "1/1", "0"),
    ("A cell that the source has lost", "combat-types", "Pi", "Ch", "-2"),
    ("A charge through a rear hex", "combat-modifiers", "charge_rear", "value", "+2"),
    ("Another result of a combat", "combat-results", "5..6", "defenders", "F+R"),
    ("The figures of a shot: demoralised, routed", "shots", "crossbowmen", "4", "8/9"),
)


def examples(base: RuleSet) -> Iterator[Example]:
    """Yield what can be shown on the tables that a rule set has; all of it is accepted as it stands."""
    for about, name, row, column, value in _CHANGES:
        table = base.tables.get(name)
        if table is not None and row in table.rows and column in table.columns:
            keys = {"table": name, "row": row, "column": column, "value": value}
            yield Example(about, (("change", keys),))
    if ground := base.tables.get("ground"):
        keys = {"table": ground.id, "row": free_label(base, "ditch"), "values": "2 3 SE -1 -2"}
        yield Example("A new terrain: costs, then fire, combat and charge", (("add", keys),))
