"""What the attack with a siege tower says of itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import kind_words, policy_words, shooter_words, way_words
from mangonel.systems.cryhavoc.siege_tower.setup import NO_WEAPON, read_siege_tower_setup

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.siege_tower.setup import SiegeTowerSetup

__all__ = ["SIEGE_TOWER"]


def _make(setup: SiegeTowerSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.siege_tower.assault import siege_tower_assault

    return siege_tower_assault(setup, rules)


def _facts(setup: SiegeTowerSetup) -> Facts:
    armed = "" if setup.platform_weapon == NO_WEAPON else f", those on top with {setup.platform_weapon}"
    below = setup.men - setup.top
    return (
        ("Sector", f"{counted(setup.width, 'battlement hex')}, foothold at {counted(setup.foothold, 'besieger')}"),
        ("Siege tower", f"{counted(setup.abreast, 'hex')} of its top beside the wall"),
        ("Approach", way_words(setup.approach)),
        ("Besiegers", f"{setup.top} on top, {below} below: {kind_words(setup.besieger)}{armed}"),
        ("Defenders", f"{setup.on_wall} on the wall, {setup.reserve} in reserve: {kind_words(setup.defender)}"),
        ("Archers of the defenders", shooter_words(setup.archers, "aside")),
        ("Oil", f"{counted(setup.oil, 'barrel')}, poured by {setup.oil_men}" if setup.oil else ""),
        ("First player", setup.first),
    )


def _policies(setup: SiegeTowerSetup) -> Facts:
    limits = {"break off after losses": setup.break_off_losses, "break off in turn": setup.break_off_turn}
    fire = {"fire_policy": setup.fire_policy, "fire_fighters": setup.fire_fighters}
    ours = {"platform": setup.platform} | fire | asdict(setup.besiegers_policies) | limits
    gives_up = setup.defenders_break_off
    theirs: dict[str, object] = {"arrows": setup.arrows, "arrow_aim": setup.arrow_aim, "shoot_wall": setup.shoot_wall}
    theirs |= {"strike": setup.strike} | asdict(setup.defenders_policies)
    theirs |= {"break off after losses": gives_up.losses, "break off in turn": gives_up.turn}
    return tuple(
        (f"{name}: {key}", text)
        for name, values in (("besiegers", ours), ("defenders", theirs))
        for key, text in policy_words(values)
        if key != "follow"
    )


def _sweep(setup: SiegeTowerSetup) -> tuple[Axis, Axis]:
    least = setup.top + 3
    return ("besiegers.men", tuple(range(least, least + 4))), ("defenders.reserve", (0, 1, 2, 3))


SIEGE_TOWER = Playable(
    name="siege-tower",
    read=read_siege_tower_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=(
        "tower-top-retreat",
        "wall-retreat",
        "da-and-spread-fire",
        "oil-retreat",
        "column-below-1-1",
        "column-above-12-1",
        "shift-order",
        "joint-bonus-number",
    ),
    sweep=_sweep,
)
