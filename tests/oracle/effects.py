"""What results do: the parts named in the tables of effects, and how they are carried out."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Generic, TypeVar

from oracle.men import Man
from oracle.rules import Rules

AnyMan = TypeVar("AnyMan", bound=Man)

# What is done to a man by each word, by its name among his own doings.
HARMS = {"stunned": "stun", "wounded": "wound", "killed": "kill"}
SIDES = ("attacker", "target")
NOBODY = "nobody"
RETREAT = re.compile(r"retreat-([1-9][0-9]*)")


@dataclass(frozen=True)
class Effect:
    """Whom a result befalls, and what it does to him."""

    side: str = NOBODY
    harm: str = ""
    retreat: int = 0
    unhorsed: bool = False
    horse_killed: bool = False

    @property
    def on_target(self) -> bool:
        return self.side == "target"

    @property
    def hurts(self) -> bool:
        """Whether a target is worse off than after a retreat."""
        return self.on_target and bool(self.harm or self.unhorsed or self.horse_killed)

    @property
    def throws(self) -> bool:
        """Whether a rider loses the saddle: nobody is stunned in it, or sits on a dead horse."""
        return self.unhorsed or self.horse_killed or self.harm == "stunned"


@cache
def read_effect(text: str) -> Effect:
    """Read one cell of a table of effects: a side, and what befalls it, joined by +."""
    if text == NOBODY:
        return Effect()
    side, _, parts = text.partition(":")
    harm, retreat, rest = "", 0, []
    for part in parts.split("+"):
        if part in HARMS and not harm:
            harm = part
        elif (found := RETREAT.fullmatch(part)) and not retreat:
            retreat = int(found[1])
        else:
            rest.append(part)
    if side not in SIDES or len(set(rest)) < len(rest) or not set(rest) <= {"unhorsed", "horse-killed"}:
        raise ValueError(f"no effect: {text}")
    return Effect(side, harm, retreat, unhorsed="unhorsed" in rest, horse_killed="horse-killed" in rest)


def melee_effect(rules: Rules, result: str, *, rides: bool = False) -> Effect:
    return read_effect(rules.cell("effects-melee-mounted" if rides else "effects-melee-foot", result))


def missile_effect(rules: Rules, result: str, *, rides: bool = False) -> Effect:
    table = "effects-missile-mounted" if rides else "effects-missile-foot"
    if rides and rules.option("mounted-missile-croisades") == "croisades":
        table = "effects-missile-mounted-croisades"
    return read_effect(rules.cell(table, result))


def nothing(*_: object) -> None:
    """What a retreat, or a death, comes to where a sequence has nothing to do about it."""


@dataclass
class Side(Generic[AnyMan]):
    """The men whom a result may befall, and what their sequence does about it."""

    men: Sequence[AnyMan]
    driven: Callable[[list[AnyMan], int], None] = nothing  # able men retreat so many hexes, as well as they can
    bury: Callable[[list[AnyMan]], None] = nothing  # those who have died of it, when all is done
    victim: Callable[[], AnyMan] | None = None  # who of several is hurt; the first if nothing is said


def carry_out(effect: Effect, target: Side[AnyMan], attackers: Side[AnyMan] | None = None) -> None:
    """Do what a result does: first one man is hurt, then all who live retreat; a stunned man who has to dies.

    Without attackers nobody on their side can be harmed, as by shots and oil.
    """
    side = target if effect.on_target else attackers
    if side is None or effect.side == NOBODY:
        return
    living = [man for man in side.men if man.living]
    if effect.harm:
        getattr(side.victim() if side.victim else side.men[0], HARMS[effect.harm])()
    if effect.retreat:
        for man in living:
            if man.state == "stunned":
                man.kill()
        able = [man for man in living if man.living]
        if able:
            side.driven(able, effect.retreat)
    side.bury([man for man in living if not man.living])


def leaves_burning(effect: Effect, man: AnyMan, leaves_stunned: Callable[[AnyMan], None]) -> None:
    """What oil does to a man in an engine it sets alight: he leaves whatever it brings, and then lies there no more."""
    lay = man.state == "stunned"
    if effect.on_target:
        carry_out(replace(effect, retreat=0), Side([man]))
        if man.state == "stunned" and (effect.retreat or not lay):
            leaves_stunned(man)
