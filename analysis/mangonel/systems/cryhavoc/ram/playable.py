"""What the attack of a ram says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import kind_words, policy_words, shooter_words, way_words
from mangonel.systems.cryhavoc.ram.setup import read_ram_setup

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.ram.setup import RamSetup

__all__ = ["RAM"]


def _make(setup: RamSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.ram.attack import ram_attack

    return ram_attack(setup, rules)


def _facts(setup: RamSetup) -> Facts:
    wall = f"{setup.wall} wall, {counted(setup.marks, 'D mark')} at the start"
    wall += ", bombarded before" if setup.bombarded else ""
    wall += ", a man on it" if setup.man_on_wall else ""
    sortie = ""
    if setup.sortie_kind is not None:
        sortie = f"{counted(setup.sortie_men, 'man')} from turn {setup.sortie_turn}: {kind_words(setup.sortie_kind)}"
    return (
        ("Wall", wall),
        ("Approach", way_words(setup.approach)),
        ("Besiegers", f"{counted(setup.rams, 'ram')}, {counted(setup.men, 'man')} each: {kind_words(setup.besieger)}"),
        ("Archers with fire arrows", shooter_words(setup.archers, "aside")),
        ("Oil", f"{counted(setup.oil, 'barrel')}, poured by {setup.oil_men}" if setup.oil else ""),
        ("Sortie", sortie),
        ("First player", setup.first),
    )


def _policies(setup: RamSetup) -> Facts:
    told: dict[str, object] = {"fire_policy": setup.fire_policy, "fire_fighters": setup.fire_fighters}
    if setup.oil or setup.sortie_kind is not None:
        told["wound"] = setup.wound
    if setup.archers.men:
        told |= {"arrows": setup.arrows, "arrow_aim": setup.arrow_aim}
    if setup.sortie_kind is not None:
        told |= {"room": setup.room, "attack": setup.attack}
        told |= {"defence_attack": setup.defence_attack, "defence_wound": setup.defence_wound}
    ours, theirs = setup.break_off, setup.sortie_break_off
    told |= {"break off after losses": ours.losses, "break off in turn": ours.turn}
    told |= {"sortie breaks off after losses": theirs.losses, "sortie breaks off in turn": theirs.turn}
    return policy_words(told)


def _sweep(setup: RamSetup) -> tuple[Axis, Axis]:
    men = ("besiegers.men", tuple(range(3, 9)))
    return ("archers.men", tuple(range(6))) if setup.archers.men else men, ("oil.barrels", (0, 1, 2, 3, 4))


RAM = Playable(
    name="ram",
    read=read_ram_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=(
        "ram-every-second-turn-start",
        "ram-tower-minus-one",
        "da-and-spread-fire",
        "fire-three-turns",
        "oil-retreat",
        "column-below-1-1",
        "column-above-12-1",
        "shift-order",
        "joint-bonus-number",
    ),
    sweep=_sweep,
)
