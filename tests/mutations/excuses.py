"""Cells and option values that cannot matter, with the reason: what is not asked, or asked and moves nothing."""

from dataclasses import dataclass

__all__ = ["IDLE_CELLS", "IDLE_VALUES", "UNASKED_CELLS", "IdleCells", "IdleValue", "UnaskedCells"]


@dataclass(frozen=True)
class IdleCells:
    """Cells that some sequences ask for and that move none of their odds."""

    sequences: str
    table: str
    cells: str
    reason: str


@dataclass(frozen=True)
class IdleValue:
    """A value of an option that some sequences ask for and that moves none of their odds."""

    sequences: str
    option: str
    value: str
    reason: str


@dataclass(frozen=True)
class UnaskedCells:
    """Cells that no sequence and no single roll asks for, in rows that are not said to be `unread`."""

    table: str
    cells: str
    reason: str


IDLE_CELLS = (
    IdleCells(
        "ladder-assault ram siege-tower sortie",
        "missile-modifiers",
        "aptitude_lowest.value aptitude_highest.value",
        "shooters have an aptitude in volleys only; 0 is within any limits that hold 0",
    ),
)

IDLE_VALUES = (
    IdleValue(
        "ladder-assault",
        "downward-radius",
        "english",
        "the English text has the radius of the play sheet for tower slits and battlements",
    ),
    IdleValue(
        "ram",
        "between-columns",
        "above",
        "a ram has nine points, and the battering table has a column for nine",
    ),
    IdleValue(
        "ram siege-tower",
        "fire-arrow-target-classes",
        "protected-mantlets",
        "it is about mantlets",
    ),
    IdleValue(
        "ram siege-tower",
        "fire-arrow-target-classes",
        "italian",
        "the Italian classes are those of the play sheet for rams and siege towers",
    ),
    IdleValue(
        "siege-tower",
        "friend-adjacent-height",
        "never-from-siege-tower",
        "whoever shoots past friends here stands on no siege tower",
    ),
)

UNASKED_CELLS = (
    UnaskedCells(
        "terrain",
        """building_interior.foot building_wall_hexside.foot window.foot building_outer_corner.foot
        building_door_or_courtyard_entry.foot castle_wall_full_hex.foot arrow_slit.foot battlement.foot stairs.foot
        tower_door.foot keep_door.foot tower_or_keep_interior.foot spiral_stair.foot castle_gate.foot
        covered_ram.foot mantlet.foot cart_or_siege_machine.foot""",
        "no sequence leads men over such ground; along a wall and inside an engine steps are not counted",
    ),
    UnaskedCells("terrain", "ladder_climb.foot", "what it costs to climb is the climb_cost of the table of ladders"),
    UnaskedCells(
        "terrain",
        """building_interior.mounted building_wall_hexside.mounted window.mounted castle_wall_full_hex.mounted
        arrow_slit.mounted battlement.mounted stairs.mounted tower_door.mounted keep_door.mounted
        tower_or_keep_interior.mounted spiral_stair.mounted moat.mounted ladder_climb.mounted siege_tower.mounted
        covered_ram.mounted mantlet.mounted cart_or_siege_machine.mounted""",
        "no sequence leads riders there",
    ),
    UnaskedCells("ladder", "turn_cost_each.value", "no sequence turns or moves an upright ladder"),
    UnaskedCells(
        "panicked",
        "radius.value retreat.value calm.value",
        "no sequence keeps the hexes that men run: a side is near enough, or it is out of contact",
    ),
)
