"""A scenario in words, for reports: who is there, what the players have decided, what is assumed."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.ladder_setup import LadderSetup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.ladder_setup import Shooters
    from mangonel.systems.cryhavoc.ram_setup import RamSetup
    from mangonel.systems.cryhavoc.roster import Kind
    from mangonel.systems.cryhavoc.scenario import Scenario

__all__ = ["Facts", "assumptions_in_force", "policies_in_force", "scenario_facts"]

Facts = tuple[tuple[str, str], ...]
"""Name and text of each fact, in the order in which they are to be read."""

_LADDER_OPTIONS = (
    "climb-in-raising-move",
    "retreat-from-ladder",
    "wall-retreat",
    "carrier-retreat",
    "fall-on-man",
    "column-below-1-1",
    "joint-bonus-number",
)
_RAM_OPTIONS = ("ram-tower-minus-one", "da-and-spread-fire", "column-below-1-1", "joint-bonus-number")


def scenario_facts(scenario: Scenario) -> Facts:
    """Return who fights, where and with what."""
    setup = scenario.setup
    facts = _ladder(setup) if isinstance(setup, LadderSetup) else _ram(setup)
    facts += [("Turn limit", str(setup.turns)), ("First player", setup.first)]
    note = [("Note", scenario.note)] if scenario.note else []
    return (*note, *((name, text) for name, text in facts if text), ("Roster", scenario.roster.note))


def policies_in_force(scenario: Scenario) -> Facts:
    """Return what the players have decided."""
    setup = scenario.setup
    if isinstance(setup, LadderSetup):
        policies = [(name, _plain(value)) for name, value in asdict(setup.policies).items()]
        limits = {"break off at losses": setup.break_off_losses, "break off after turn": setup.break_off_turn}
        policies += [(name, str(limit)) for name, limit in limits.items() if limit is not None]
    else:
        policies = [("fire_policy", setup.fire_policy), ("fire_fighters", str(setup.fire_fighters))]
    return tuple((name.replace("_", " "), text) for name, text in policies)


def assumptions_in_force(scenario: Scenario, rules: RuleSet) -> Facts:
    """Return the readings and assumptions that count in this sequence, with the choice made."""
    ids = _LADDER_OPTIONS if isinstance(scenario.setup, LadderSetup) else _RAM_OPTIONS
    facts = []
    for name in (*ids, *(own for own in scenario.assumptions if own not in ids)):
        option = rules.options[name]
        chosen = scenario.assumptions.get(name, rules.values[name])
        text = next(choice.text for choice in option.choices if choice.value == chosen)
        facts.append((f"{option.title} ({name})", f"{chosen}: {text}"))
    return tuple(facts)


def _ladder(setup: LadderSetup) -> list[tuple[str, str]]:
    wall = f"{setup.width} battlement hexes, foothold at {setup.foothold} men"
    party = f"{setup.ladders} ladder(s), {setup.men} men each: {_kind(setup.besieger)}"
    armed = "" if setup.weapon == "none" else f", with {setup.weapon}"
    guard = f"{setup.on_wall} on the wall, {setup.reserve} in reserve: {_kind(setup.defender)}{armed}"
    return [
        ("Sector", wall),
        ("Approach", _way(setup.approach) + (", behind mantlets" if setup.mantlets else "")),
        ("Besiegers", party),
        ("Covering archers", _shooters(setup.covering, "hexes to the wall")),
        ("Defenders", guard),
        ("Towers", _shooters(setup.towers, "hexes aside")),
        ("Oil", f"{setup.oil} barrel(s)" if setup.oil else ""),
    ]


def _ram(setup: RamSetup) -> list[tuple[str, str]]:
    wall = f"{setup.wall} wall, {setup.marks} D mark(s) at the start" + (
        ", bombarded before" if setup.bombarded else ""
    )
    sortie = ""
    if setup.sortie_kind is not None:
        sortie = f"{setup.sortie_men} men from turn {setup.sortie_turn}: {_kind(setup.sortie_kind)}"
    return [
        ("Wall", wall + (", a man on it" if setup.man_on_wall else "")),
        ("Approach", _way(setup.approach)),
        ("Besiegers", f"{setup.rams} ram(s), {setup.men} men each: {_kind(setup.besieger)}"),
        ("Archers with fire arrows", _shooters(setup.archers, "hexes aside")),
        ("Oil", f"{setup.oil} barrel(s), poured by {setup.oil_men}" if setup.oil else ""),
        ("Sortie", sortie),
    ]


def _kind(kind: Kind) -> str:
    fit = f"{kind.attack}/{kind.defence}/{kind.movement}"
    wounded = f"{kind.wounded_attack}/{kind.wounded_defence}/{kind.wounded_movement}"
    return f"{kind.title} (attack/defence/movement {fit}, wounded {wounded}, {kind.armour})"


def _shooters(group: Shooters, place: str) -> str:
    return f"{group.men} with {group.weapon}, {group.place} {place}" if group.men else ""


def _way(way: Sequence[str]) -> str:
    runs = [(terrain, len(list(hexes))) for terrain, hexes in groupby(way)]
    return (
        ", ".join(f"{count} x {terrain.replace('_', ' ')}" for terrain, count in runs) or "at the wall from the start"
    )


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
