"""What a melee of two groups says of itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.melee.setup import SIDES, MeleeSetup, MeleeSide, read_melee_setup
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import kind_words, panic_words, policy_words, rider_words

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet

__all__ = ["MELEE", "MELEE_OPTIONS"]

MELEE_OPTIONS = (
    "column-below-1-1",
    "column-above-12-1",
    "shift-order",
    "joint-bonus-number",
    "spiral-stairs",
    "window-combat",
    "second-panic",
    "panicked-reach",
)
"""Readings that count wherever groups of men fight."""


def _make(setup: MeleeSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.melee.battle import melee_battle

    return melee_battle(setup, rules)


def _facts(setup: MeleeSetup) -> Facts:
    return (
        ("Attackers", _side(setup.attackers)),
        ("Defenders", _side(setup.defenders)),
        ("Panic", panic_words({"attackers": setup.attackers.panic, "defenders": setup.defenders.panic})),
        ("First player", setup.first),
    )


def _side(side: MeleeSide) -> str:
    men = counted(side.men, "man") + rider_words(side.mounted)
    text = f"{men} on {side.terrain.replace('_', ' ')}: {kind_words(side.kind)}"
    if side.room is not None:
        text += f"; room behind for {side.room}"
    if side.front is not None:
        text += f"; {side.front} can attack at once"
    return text


def _policies(setup: MeleeSetup) -> Facts:
    facts: list[tuple[str, str]] = []
    for name, side in zip(SIDES, (setup.attackers, setup.defenders), strict=True):
        limits = {"break off after losses": side.losses, "break off in turn": side.turn}
        facts += [(f"{name}: {key}", text) for key, text in policy_words(asdict(side.policies) | limits)]
    return tuple(facts)


def _sweep(setup: MeleeSetup) -> tuple[Axis, Axis]:
    ours = max(1, setup.attackers.mounted)
    theirs = max(1, setup.defenders.mounted)
    return ("attackers.men", tuple(range(ours, ours + 5))), ("defenders.men", tuple(range(theirs, theirs + 5)))


MELEE = Playable(
    name="melee",
    read=read_melee_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=MELEE_OPTIONS,
    sweep=_sweep,
)
