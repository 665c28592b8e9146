"""What a sortie needs to know, and reading it from a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.systems.cryhavoc.keys.approach import read_approach
from mangonel.systems.cryhavoc.keys.morale import PanicOf, read_panic
from mangonel.systems.cryhavoc.keys.policies import MeleePolicies, read_melee_policies
from mangonel.systems.cryhavoc.keys.shooters import Shooters, read_shooters
from mangonel.systems.cryhavoc.men.roster import read_mounted

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Roster
    from mangonel.tables.reading import Node

__all__ = ["SortieSetup", "read_sortie_setup"]


@dataclass(frozen=True, slots=True)
class SortieSetup:
    """A sortie; every field is a key of the scenario file of the same name or under a block of that name.

    ``besieger`` is None if there are no besiegers but archers, ``panic`` and ``besiegers_panic`` if there is none;
    ``room``, ``besiegers_room``, ``break_off_turn`` and ``break_off_losses`` are None if there is no limit.
    """

    turns: int
    first: str
    approach: tuple[str, ...]
    engines: int
    party: Kind
    men: int
    mounted: int
    turn: int
    room: int | None
    besieger: Kind | None
    besiegers: int
    terrain: str
    besiegers_room: int | None
    relief: int
    relief_turn: int
    archers: Shooters
    policies: MeleePolicies
    task: str
    torches: int
    besiegers_policies: MeleePolicies
    fire_policy: str
    fire_fighters: int
    break_off_turn: int | None
    break_off_losses: int | None
    all_burn: bool
    panic: PanicOf | None
    besiegers_panic: PanicOf | None


def read_sortie_setup(node: Node, roster: Roster) -> SortieSetup:
    """Read and check the blocks of a sortie.

    Raises
    ------
    DataError
        For the first value that is not allowed.
    """
    sortie, besiegers = node.node("sortie"), node.node("besiegers", required=False)
    relief, limits = node.node("relief", required=False), node.node("break_off", required=False)
    policies = node.node("policies", required=False)
    ours, theirs = policies.node("sortie", required=False), policies.node("besiegers", required=False)
    approach = read_approach(node)
    if not approach:
        raise node.error("the way out has at least one hex", "approach", value=0)
    party, men = roster.kind(sortie), sortie.integer("men", 1, 12)
    helpers = relief.integer("men", 0, 20) if relief.keys() else 0
    besieger = roster.kind(besiegers) if besiegers.keys() or helpers else None
    decided = {"sortie": read_melee_policies(ours), "besiegers": read_melee_policies(theirs)}
    panic = read_panic(
        node,
        {"sortie": party, "besiegers": besieger or party},
        {"sortie": decided["besiegers"].follow, "besiegers": decided["sortie"].follow},
    )
    return SortieSetup(
        turns=node.integer("turns", 1, 60),
        first=node.choice("first", ("besiegers", "defenders"), "besiegers"),
        approach=approach,
        engines=node.integer("engines", 1, 6),
        party=party,
        men=men,
        mounted=read_mounted(sortie, party, men),
        turn=sortie.integer("turn", 1, 60, 1),
        room=sortie.integer("room", 0, 12) if "room" in sortie else None,
        besieger=besieger,
        besiegers=besiegers.integer("men", 0, 20, 0),
        terrain=besiegers.text("terrain", "flat_ground"),
        besiegers_room=besiegers.integer("room", 0, 40) if "room" in besiegers else None,
        relief=helpers,
        relief_turn=relief.integer("turn", 1, 60) if relief.keys() else 0,
        archers=read_shooters(node, "archers", "aside", weapons=None, nearest=1, usual=1),
        policies=decided["sortie"],
        task=ours.choice("task", ("burn", "fight"), "burn"),
        torches=ours.integer("torches", 1, 6, 1),
        besiegers_policies=decided["besiegers"],
        fire_policy=theirs.choice("fire_policy", ("put-out", "fight"), "put-out"),
        fire_fighters=theirs.integer("fire_fighters", 1, 6, 2),
        break_off_turn=limits.integer("turn", 1, 60) if "turn" in limits else None,
        break_off_losses=limits.integer("losses", 1, 12) if "losses" in limits else None,
        all_burn=limits.flag("all_burn", default=False),
        panic=panic["sortie"],
        besiegers_panic=panic["besiegers"],
    )
