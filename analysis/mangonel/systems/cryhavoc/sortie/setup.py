"""What a sortie needs to know: the keys of its scenario."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.systems.cryhavoc.keys.approach import STANDING, WAY_OUT, approach
from mangonel.systems.cryhavoc.keys.kinds import kind, mounted
from mangonel.systems.cryhavoc.keys.morale import PanicOf, panic_of
from mangonel.systems.cryhavoc.keys.policies import MeleePolicies, after_turn, at_losses
from mangonel.systems.cryhavoc.keys.shooters import Shooters, shooters
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.fields import Reading, Told, block, flag, key, one_of, text, whole
from mangonel.systems.roster import KINDS
from mangonel.systems.shapes import Text
from mangonel.tables.reading import Node

__all__ = ["SortieSetup"]

_OURS, _THEIRS = Told(side="sortie"), Told(side="besiegers")


def _besieger(reading: Reading, node: Node, name: str) -> Kind | None:
    """Read the kind of the besiegers, which is asked for if there are any."""
    return reading.context.kind(node, name) if node.keys() or reading["relief"] else None


@dataclass(frozen=True, slots=True)
class SortieSetup:
    """A sortie.

    ``besieger`` is None if there are no besiegers but archers, ``panic`` and ``besiegers_panic`` if there is none;
    ``room``, ``besiegers_room``, ``break_off_turn`` and ``break_off_losses`` are None if there is no limit.
    """

    turns: int = whole(1, 60, "the most turns that are played")
    first: str = one_of(("besiegers", "defenders"), "who moves first")
    approach: tuple[str, ...] = approach(WAY_OUT)
    engines: int = whole(1, 6, "engines at the end of the way out")
    party: Kind = kind("sortie.kind")
    men: int = whole(1, 12, "men of the sortie", at="sortie.men")
    mounted: int = mounted("sortie.mounted", "party")
    turn: int = whole(1, 60, "the turn in which they come out", 1, at="sortie.turn")
    room: int | None = whole(0, 12, "how many can be driven back at once, else all", None, at="sortie.room")
    besieger: Kind | None = key(
        Text(usual="", offer=KINDS), "a kind of men of the roster", _besieger, at="besiegers.kind"
    )
    besiegers: int = whole(0, 20, "men at the engines", 0, at="besiegers.men")
    terrain: str = text("the ground on which they stand", "flat_ground", offer=STANDING, at="besiegers.terrain")
    besiegers_room: int | None = whole(
        0, 40, "how many can be driven back at once, else all", None, at="besiegers.room"
    )
    relief: int = whole(0, 20, "men who come to help", at="relief.men", without=0)
    relief_turn: int = whole(1, 60, "the turn in which they come", at="relief.turn", without=0)
    archers: Shooters = shooters("archers", "aside", "hexes behind the engines", nearest=1, usual=1)
    policies: MeleePolicies = block(MeleePolicies, at="policies.sortie", told=_OURS)
    task: str = one_of(
        ("burn", "fight"), "`fight`: first the besiegers, then the engines", at="policies.sortie.", told=_OURS
    )
    torches: int = whole(1, 6, "men who set fire to one engine in a turn", 1, at="policies.sortie.", told=_OURS)
    besiegers_policies: MeleePolicies = block(MeleePolicies, at="policies.besiegers", told=_THEIRS)
    fire_policy: str = one_of(
        ("put-out", "fight"),
        "`fight`: no fire is fought while the party is there",
        at="policies.besiegers.",
        told=_THEIRS,
    )
    fire_fighters: int = whole(1, 6, "men at one fire", 2, at="policies.besiegers.", told=_THEIRS)
    break_off_turn: int | None = after_turn("break_off.turn", Told("break_off_in_turn", "sortie"))
    break_off_losses: int | None = at_losses(12, "break_off.losses", Told("break_off_after_losses", "sortie"))
    all_burn: bool = flag(
        "they go home when all engines burn", at="break_off.", told=Told("home_when_all_burn", "sortie")
    )
    panic: PanicOf | None = panic_of(
        "panic_of.sortie", lambda sortie: sortie["party"], lambda sortie: sortie["besiegers_policies"].follow
    )
    besiegers_panic: PanicOf | None = panic_of(
        "panic_of.besiegers",
        lambda sortie: sortie["besieger"] or sortie["party"],
        lambda sortie: sortie["policies"].follow,
    )

    def check(self, node: Node) -> None:
        """Check that there is a way out."""
        if not self.approach:
            raise node.error("the way out has at least one hex", "approach", value=0)
