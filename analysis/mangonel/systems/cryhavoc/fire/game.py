"""A fire's scenario and rule set, looked up once for all phases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mangonel.engine.rolls import Roll
from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.fire.setup import FireSetup, LaidFire
from mangonel.systems.cryhavoc.rolls.fires import arrow_hit_roll, comes_round_roll, extinguish_roll, fire_roll

__all__ = ["FireGame", "LayingRolls", "fire_game"]

_NEIGHBOURS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))


@dataclass(frozen=True)
class LayingRolls:
    """What has to be rolled for a fire that is laid: to hit, and to catch; None where no roll is needed."""

    hit: Roll | None
    catch: Roll | None


@dataclass(frozen=True)
class FireGame:
    """Everything the phases of a fire look up."""

    setup: FireSetup
    rules: RuleSet
    names: tuple[str, ...]
    """What the hexes are called."""
    neighbours: tuple[tuple[int, ...], ...]
    """Numbers of the neighbours of each hex, in order."""
    groups: tuple[tuple[int, ...], ...]
    """Numbers of the hexes of each object."""
    laying: tuple[LayingRolls, ...]
    """The rolls of each fire of the scenario."""
    spread: Roll
    extinguish: Roll
    """`spread`, `extinguish`: the rolls of a fire that may spread, and of a man who puts one out."""
    comes_round: Roll | None
    """The roll of a stunned man whom fire reaches; None if he is killed without one."""

    @cached_property
    def stays(self) -> bool:
        """Whether men stay in a burning hex."""
        return self.setup.occupants == "stay" and self.rules.choice("burning-hex-occupants") == "wounded-then-dead"

    @cached_property
    def lying(self) -> dict[int, int]:
        """Stunned men by hex, hexes without any left out."""
        return self._by_hex([piece.lying for piece in self.setup.objects])

    @cached_property
    def staying(self) -> dict[int, int]:
        """Men there may ever be in a hex who stay in fire, by hex; hexes without any left out."""
        if not self.stays:
            return {}
        return self._by_hex([piece.men + piece.lying for piece in self.setup.objects])

    @cached_property
    def able(self) -> dict[int, int]:
        """Able men at the start by hex, of the hexes in `staying`."""
        men = self._by_hex([piece.men for piece in self.setup.objects])
        return {place: men.get(place, 0) for place in self.staying}

    @cached_property
    def cause_counts(self) -> bool:
        """Whether it makes a difference what has caused a fire: only to those who put it out."""
        return bool(self.setup.fighters or self.staying)

    @cached_property
    def last_laid(self) -> int:
        """The last turn in which a fire is laid."""
        return max(fire.turn for fire in self.setup.fires)

    @property
    def people(self) -> int:
        """Men who may come to harm."""
        return sum(self.staying.values()) if self.stays else sum(self.lying.values())

    def _by_hex(self, numbers: list[int]) -> dict[int, int]:
        return {place: number for group, number in zip(self.groups, numbers, strict=True) for place in group if number}


def fire_game(setup: FireSetup, rules: RuleSet) -> FireGame:
    """Look up everything a fire needs."""
    kinds = rules.table("fire-targets").rows
    for number, piece in enumerate(setup.objects, start=1):
        if piece.kind not in kinds:
            raise DataError("unknown kind of object", path=f"objects.{number}.kind", value=piece.kind, allowed=kinds)
    groups, start = [], 0
    for piece in setup.objects:
        groups.append(tuple(range(start, start + len(piece.hexes))))
        start += len(piece.hexes)
    places = setup.places
    kind_of = [piece.kind for piece in setup.objects for _ in piece.hexes]
    neighbours = []
    for column, row in places:
        around = {(column + step, row + other) for step, other in _NEIGHBOURS}
        neighbours.append(tuple(number for number, place in enumerate(places) if place in around))
    return FireGame(
        setup=setup,
        rules=rules,
        names=setup.hex_names,
        neighbours=tuple(neighbours),
        groups=tuple(groups),
        laying=tuple(_laying(rules, fire, number, kind_of) for number, fire in enumerate(setup.fires, start=1)),
        spread=fire_roll(rules, "spread"),
        extinguish=extinguish_roll(rules),
        comes_round=comes_round_roll(rules) if rules.choice("stunned-in-fire") == "rolls" else None,
    )


def _laying(rules: RuleSet, fire: LaidFire, number: int, kind_of: list[str]) -> LayingRolls:
    if not fire.tries:
        return LayingRolls(None, None)
    if fire.cause == "arrow":
        try:
            return LayingRolls(arrow_hit_roll(rules), fire_roll(rules, "arrow", kind_of[fire.place]))
        except DataError as error:
            path = f"fires.{number}.hex"
            raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None
    if fire.cause == "oil":
        return LayingRolls(None, fire_roll(rules, "oil"))
    if fire.cause == "hand" and rules.choice("first-fire-column") != "also-hand-ignition":
        return LayingRolls(None, None)
    # By hand it catches in the column of spread.
    return LayingRolls(None, fire_roll(rules, "spread"))
