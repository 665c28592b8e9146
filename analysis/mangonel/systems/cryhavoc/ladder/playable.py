"""What the ladder assault says of itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.ladder.setup import read_ladder_setup
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import kind_words, panic_words, policy_words, shooter_words, way_words

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.ladder.setup import LadderSetup

__all__ = ["LADDER_ASSAULT"]


def _make(setup: LadderSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.ladder.assault import ladder_assault

    return ladder_assault(setup, rules)


def _facts(setup: LadderSetup) -> Facts:
    armed = "" if setup.weapon == "none" else f", with {setup.weapon}"
    return (
        ("Sector", f"{counted(setup.width, 'battlement hex')}, foothold at {counted(setup.foothold, 'besieger')}"),
        ("Approach", way_words(setup.approach) + (", behind mantlets" if setup.mantlets else "")),
        (
            "Besiegers",
            f"{counted(setup.ladders, 'ladder')}, {counted(setup.men, 'man')} each: {kind_words(setup.besieger)}",
        ),
        ("Covering archers", shooter_words(setup.covering, "to the wall")),
        (
            "Defenders",
            f"{setup.on_wall} on the wall, {setup.reserve} in reserve: {kind_words(setup.defender)}{armed}",
        ),
        ("Towers", shooter_words(setup.towers, "aside")),
        ("Oil", counted(setup.oil, "barrel") if setup.oil else ""),
        ("Panic", panic_words({"besiegers": setup.panic})),
        ("First player", setup.first),
    )


def _policies(setup: LadderSetup) -> Facts:
    limits = {"break off at losses": setup.break_off_losses, "break off after turn": setup.break_off_turn}
    theirs = setup.defenders_break_off
    limits |= {"defenders break off at losses": theirs.losses, "defenders break off after turn": theirs.turn}
    return policy_words(asdict(setup.policies) | limits)


def _sweep(setup: LadderSetup) -> tuple[Axis, Axis]:
    shooters = ("towers.men", (0, 1, 2, 3)) if setup.towers.men else ("defenders.oil", (0, 1, 2, 3))
    return ("besiegers.men", tuple(range(3, 9))), shooters


LADDER_ASSAULT = Playable(
    name="ladder-assault",
    read=read_ladder_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=(
        "climb-in-raising-move",
        "retreat-from-ladder",
        "wall-retreat",
        "carrier-retreat",
        "fall-on-man",
        "column-below-1-1",
        "column-above-12-1",
        "shift-order",
        "joint-bonus-number",
        "second-panic",
        "panicked-reach",
    ),
    sweep=_sweep,
)
