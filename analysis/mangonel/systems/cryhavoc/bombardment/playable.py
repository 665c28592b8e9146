"""What a bombardment says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.bombardment.setup import read_bombardment_setup
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import policy_words

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.bombardment.setup import BombardmentSetup, WallHex

__all__ = ["BOMBARDMENT"]


def _make(setup: BombardmentSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.bombardment.days import bombardment

    return bombardment(setup, rules)


def _facts(setup: BombardmentSetup) -> Facts:
    def words(spot: WallHex) -> str:
        marks = f", {counted(spot.marks, 'D mark')} at the start" if spot.marks else ""
        behind = f", behind {setup.hexes[spot.before].name}" if spot.before is not None else ""
        return f"{spot.name} ({spot.wall}{marks}{behind})"

    return (
        ("Stone throwers", f"{setup.light} light, {setup.heavy} heavy"),
        ("Wall hexes, as they are wanted", ", ".join(words(spot) for spot in setup.hexes)),
        ("Hexes that have to be down", str(setup.wanted)),
        ("Relief", f"on day {setup.relief}" if setup.relief is not None else ""),
    )


def _policies(setup: BombardmentSetup) -> Facts:
    return policy_words({"allocation": setup.allocation, "damaged": setup.damaged})


def _sweep(setup: BombardmentSetup) -> tuple[Axis, Axis]:
    # The other number stays at least 1: without any engine there is no bombardment.
    del setup
    return ("engines.light", tuple(range(7))), ("engines.heavy", (1, 2, 3, 4, 5))


BOMBARDMENT = Playable(
    name="bombardment",
    read=read_bombardment_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=("between-columns", "engine-repair"),
    sweep=_sweep,
)
