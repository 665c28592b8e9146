"""What a sortie says of itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from mangonel.odds.words import counted, spoken
from mangonel.systems.cryhavoc.melee.playable import MELEE_OPTIONS
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import (
    kind_words,
    panic_words,
    policy_words,
    rider_words,
    shooter_words,
    way_words,
)
from mangonel.systems.cryhavoc.sortie.setup import read_sortie_setup

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.sortie.setup import SortieSetup

__all__ = ["SORTIE"]


def _make(setup: SortieSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.sortie.raid import sortie_raid

    return sortie_raid(setup, rules)


def _facts(setup: SortieSetup) -> Facts:
    party = f"{counted(setup.men, 'man')}{rider_words(setup.mounted)} from turn {setup.turn}: {kind_words(setup.party)}"
    besiegers = ""
    if setup.besieger is not None:
        besiegers = f"{counted(setup.besiegers, 'man')} on {spoken(setup.terrain)}: {kind_words(setup.besieger)}"
    return (
        ("Engines", str(setup.engines)),
        ("Way out", way_words(setup.approach)),
        ("Sortie", party + _room(setup.room)),
        ("Besiegers", besiegers + _room(setup.besiegers_room)),
        ("Relief", f"{counted(setup.relief, 'man')} in turn {setup.relief_turn}" if setup.relief else ""),
        ("Archers of the besiegers", shooter_words(setup.archers, "behind the engines")),
        ("Panic", panic_words({"sortie": setup.panic, "besiegers": setup.besiegers_panic})),
        ("First player", setup.first),
    )


def _room(room: int | None) -> str:
    return "" if room is None else f"; room behind for {room}"


def _policies(setup: SortieSetup) -> Facts:
    ours = asdict(setup.policies) | {"task": setup.task, "torches": setup.torches}
    ours |= {"break off in turn": setup.break_off_turn, "break off after losses": setup.break_off_losses}
    ours |= {"home when all burn": setup.all_burn}
    theirs = asdict(setup.besiegers_policies)
    theirs |= {"fire_policy": setup.fire_policy, "fire_fighters": setup.fire_fighters}
    return tuple(
        (f"{name}: {key}", text)
        for name, values in (("sortie", ours), ("besiegers", theirs))
        for key, text in policy_words(values)
    )


def _sweep(setup: SortieSetup) -> tuple[Axis, Axis]:
    least = max(1, setup.mounted)
    return ("sortie.men", tuple(range(least, least + 5))), ("besiegers.men", tuple(range(1, 6)))


SORTIE = Playable(
    name="sortie",
    read=read_sortie_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=("carrier-retreat", "fire-three-turns", *MELEE_OPTIONS),
    sweep=_sweep,
)
