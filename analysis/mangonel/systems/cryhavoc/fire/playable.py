"""What a fire says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mangonel.odds.words import counted
from mangonel.systems.cryhavoc.fire.setup import read_fire_setup
from mangonel.systems.cryhavoc.parts.playable import Axis, Facts, Playable
from mangonel.systems.cryhavoc.parts.words import policy_words

if TYPE_CHECKING:
    from mangonel.engine.sequence import PlaySequence
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.fire.setup import BurningObject, FireSetup, LaidFire

__all__ = ["FIRE_SEQUENCE"]


def _make(setup: FireSetup, rules: RuleSet) -> PlaySequence:
    from mangonel.systems.cryhavoc.fire.turns import fire

    return fire(setup, rules)


def _object_words(one: BurningObject) -> str:
    parts = [one.kind.replace("_", " "), counted(len(one.hexes), "hex")]
    for number, who in ((one.men, "man"), (one.lying, "stunned man")):
        parts += [f"{counted(number, who)} in each"] if number else []
    return f"{one.name} ({', '.join(parts)})"


def _facts(setup: FireSetup) -> Facts:
    names = setup.hex_names

    def fire_words(laid: LaidFire) -> str:
        tries = f", {counted(laid.tries, 'try')}" if laid.tries else ""
        return f"{names[laid.place]} ({laid.cause}, turn {laid.turn}{tries})"

    fighters = f"{counted(setup.fighters, 'man')} from turn {setup.fighters_from} on" if setup.fighters else ""
    return (
        ("Owner", setup.owner),
        ("Objects", ", ".join(_object_words(one) for one in setup.objects)),
        ("Fires laid", ", ".join(fire_words(laid) for laid in setup.fires)),
        ("Men who put out fire", fighters),
        ("First player", setup.first),
    )


def _policies(setup: FireSetup) -> Facts:
    return policy_words({"aim": setup.aim, "room": setup.room, "occupants": setup.occupants})


def _sweep(setup: FireSetup) -> tuple[Axis, Axis]:
    del setup
    return ("fighters.men", tuple(range(6))), ("fighters.from", (1, 2, 3, 4))


FIRE_SEQUENCE = Playable(
    name="fire",
    read=read_fire_setup,
    make=_make,
    facts=_facts,
    policies=_policies,
    options=("da-and-spread-fire", "spread-rolls", "fire-three-turns", "fire-destruction"),
    sweep=_sweep,
)
