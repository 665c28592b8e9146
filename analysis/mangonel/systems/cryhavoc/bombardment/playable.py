"""What a bombardment says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.bombardment.setup import BombardmentSetup, WallHex
from mangonel.systems.playable import Axis, Facts, Playable

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.locales import Locale

__all__ = ["PLAYABLE"]


def _make(setup: BombardmentSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.bombardment.sequence import bombardment

    return bombardment(setup, rules)


def _facts(setup: BombardmentSetup, words: Locale) -> Facts:
    def told(spot: WallHex) -> str:
        parts = [words.word("walls", spot.wall)]
        parts += [words.plural("facts.marks", spot.marks)] if spot.marks else []
        if spot.before is not None:
            parts.append(words.text("facts.behind", name=words.place(setup.hexes[spot.before].name)))
        return f"{words.place(spot.name)} ({', '.join(parts)})"

    relief = "" if setup.relief is None else words.text("facts.on_day", day=setup.relief)
    return (
        (words.text("facts.stone_throwers"), words.text("facts.light_and_heavy", light=setup.light, heavy=setup.heavy)),
        (words.text("facts.wall_hexes"), ", ".join(told(spot) for spot in setup.hexes)),
        (words.text("facts.hexes_down"), str(setup.wanted)),
        (words.text("facts.relief"), relief),
    )


def _sweep(setup: BombardmentSetup) -> tuple[Axis, Axis]:
    # The other number stays at least 1: without any engine there is no bombardment.
    del setup
    return ("engines.light", tuple(range(7))), ("engines.heavy", (1, 2, 3, 4, 5))


PLAYABLE = Playable(name="bombardment", keys=BombardmentSetup, make=_make, facts=_facts, sweep=_sweep)
