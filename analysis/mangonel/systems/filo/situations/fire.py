"""Fire: one d10 against two figures, alone or together (chapter 9, Tabla de Tiros)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mangonel.errors import DataError, NoRollError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.filo.situations.ground import fire_effect
from mangonel.systems.filo.situations.scales import DEMORALISED, ON, ROUTED
from mangonel.systems.filo.situations.thresholds import threshold_table
from mangonel.systems.filo.situations.units import Unit, shooter_of
from mangonel.tables.cells import NO_EFFECT, UNKNOWN
from mangonel.tables.situation import Modifier, Situation

__all__ = ["SHOT_BEFORE", "Shot", "fire_situation", "knows_nearer", "reach"]

SHOT_BEFORE = ("none", "activation", "step", "phase-b")
"""When the target was shot at before: not, in this activation, in this step of phase B, in another step of it."""

_ARTILLERY = "artillery"
_MEANINGS = {"Dr": "routed", "D": "demoralised", NO_EFFECT: "no effect"}


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot, or one that several units of a type make together."""

    shooters: tuple[Unit, ...]
    """All who shoot."""
    distance: int
    """Hexes to the target from the farthest of them."""
    ground: tuple[str, ...] = ()
    """Where the target is, and what lies before it."""
    from_inside: bool = False
    """Whether it is shot from inside out, over a wall or a gate."""
    shot_before: str = SHOT_BEFORE[0]
    """When the target was shot at before: one of `SHOT_BEFORE`."""

    def stronger(self, points: int) -> Shot:
        """Return the shot with more strength."""
        first, *rest = self.shooters
        return replace(self, shooters=(replace(first, most=first.most + points), *rest))

    def nearer(self, hexes: int) -> Shot:
        """Return the shot from nearer by."""
        return replace(self, distance=self.distance - hexes)


def reach(rules: RuleSet, weapon: str) -> int:
    """Return how many hexes a weapon reaches; cells that the source has lost are shots that are possible."""
    table = rules.table("shots")
    return max(
        (int(distance) for distance in table.columns if table.printed(weapon, distance) != "imposible"), default=0
    )


def knows_nearer(rules: RuleSet, shot: Shot) -> bool:
    """Tell whether the figures of the same shot from one hex nearer by are there and known."""
    weapon, column = shooter_of(rules, shot.shooters[0]), str(shot.distance - 1)
    table = rules.table("shots")
    return column in table.columns and table.printed(weapon, column) not in (UNKNOWN, "imposible")


def fire_situation(rules: RuleSet, shot: Shot) -> Situation:
    """Return the roll of a shot: ``Dr``, ``D`` or no effect.

    Raises
    ------
    DataError
        If nobody shoots, they are of several types, or the distance is under 1.
    NoRollError
        If the rules do not allow the shot.
    UnknownCellError
        If the source has lost a cell that it needs, and no reading fills it.
    """
    weapon = _weapon(rules, shot)
    begins = _begins(rules, weapon, shot.distance)
    table = rules.table("shots")
    lowest = min(begins.values(), default=1)
    begins[NO_EFFECT] = min(0, lowest - 1)
    column = f"{weapon}, {shot.distance} {'hex' if shot.distance == 1 else 'hexes'}"
    table_read = threshold_table(table.id, table.title, column, _MEANINGS, begins, table.source)
    modifiers = (*_strength(rules, shot, weapon), *_state(rules, shot), *_special(rules, shot))
    ground = fire_effect(rules, shot.ground, from_inside=shot.from_inside)
    modifiers_all = (*modifiers, Modifier("terrain", ground))
    return Situation(table_read, column, modifiers=tuple(modifier for modifier in modifiers_all if modifier.value))


def _weapon(rules: RuleSet, shot: Shot) -> str:
    if not shot.shooters:
        raise DataError("a shot needs at least one shooter", value=0)
    kinds = tuple(dict.fromkeys(unit.type for unit in shot.shooters))
    if len(kinds) > 1:
        raise DataError("who shoots together is of one type", path="shooter", value=" ".join(kinds))
    weapon = shooter_of(rules, shot.shooters[0])
    if weapon == "-":
        types = rules.table("types")
        able = [row for row in types.rows if types.cell(row, "fires") != "-"]
        raise NoRollError("no shot: such a unit does not shoot", path="shooter", value=kinds[0], allowed=able)
    words = {word for unit in shot.shooters for word in unit.words}
    if "resting" in words and rules.choice("rest-and-fire") == "no":
        raise NoRollError("no shot: a resting unit does not shoot (option rest-and-fire: no)", path="shooter")
    if any(unit.order == ROUTED for unit in shot.shooters) and rules.choice("routed-acts") == "no":
        raise NoRollError("no shot: a routed unit does not shoot (option routed-acts: no)", path="shooter")
    _check_before(rules, shot.shot_before)
    return weapon


def _check_before(rules: RuleSet, before: str) -> None:
    if before not in SHOT_BEFORE:
        raise DataError("unknown time of a shot", value=before, allowed=SHOT_BEFORE)
    if before in ("activation", "step"):
        raise NoRollError(f"no shot: a unit is the target of one shot in one {before}", path="shot-before")
    if before == "phase-b" and (how := rules.choice("phase-b-shots")) == "per-phase":
        raise NoRollError(
            f"no shot: a unit is the target of one shot in phase B (option phase-b-shots: {how})", path="shot-before"
        )


def _begins(rules: RuleSet, weapon: str, distance: int) -> dict[str, int]:
    """Return from which modified die a shot routs and demoralises; of one that only demoralises the one figure."""
    if distance < 1:
        raise DataError("a shot goes at least 1 hex far", path="distance", value=distance)
    table = rules.table("shots")
    # Columns are numbers of hexes; beyond the last one nobody shoots.
    figures = table.figures(weapon, str(distance)) if str(distance) in table.columns else ()
    if not figures:
        raise NoRollError(f"no shot: {weapon} reach 1 to {reach(rules, weapon)} hexes", path="distance", value=distance)
    if len(figures) == 1:
        return {"D": figures[0]}
    return {"Dr": figures[1], **({"D": figures[0]} if figures[0] < figures[1] else {})}


def _strength(rules: RuleSet, shot: Shot, weapon: str) -> list[Modifier]:
    """Return what the strength of all who shoot adds; of two units that act as one only one shoots (9.1)."""
    strength, number = sum(unit.most for unit in shot.shooters), rules.table("fire-modifiers").number
    if strength < 4:
        return [] if weapon == _ARTILLERY else [Modifier("strength under 4", number("strength_under_4"))]
    if strength > 8:
        both = rules.choice("fire-strength-steps") == "three"
        over = [Modifier("strength over 4", number("strength_over_4"))] if both else []
        return [*over, Modifier("strength over 8", number("strength_over_8"))]
    return [Modifier("strength over 4", number("strength_over_4"))] if strength > 4 else []


def _state(rules: RuleSet, shot: Shot) -> list[Modifier]:
    number = rules.table("fire-modifiers").number
    holds = {
        "moved": any("moved" in unit.words for unit in shot.shooters),
        "demoralised": any(unit.order == DEMORALISED for unit in shot.shooters),
        "mounted": any(unit.mounted for unit in shot.shooters),
    }
    return [Modifier(row, number(row)) for row, held in holds.items() if held]


def _special(rules: RuleSet, shot: Shot) -> list[Modifier]:
    archers = shot.shooters[0].type == "Ar" and rules.choice("navas-archers") == ON
    return [Modifier("archers", rules.table("navas-modifiers").number("archers"))] if archers else []
