"""Printed tables for melee and for shots at riders, typed in by hand from the play sheet."""

from oracle.tables import Cells, _table

# Combat against riders. Row: die. Columns: odds 1-1, 2-1, ... 11-1, 12-1 and more.
RIDER_COMBAT: Cells = _table("""
 1: C C D D E E F F G G H H
 2: B C C D D E E F F G G H
 3: B B C C D D E E F F G G
 4: A B B C C D D E E F F G
 5: A A A B C C D D E E F F
 6: - - - A B C C D D E E F
 7: - - - - A B C C D D E E
 8: - - - - - A B C C D D E
 9: - - - - - - A B C C D D
10: - - - - - - - A B C C D
""")

# Missiles against riders. Row: the die of the heaviest weapon (1 to 8 and more). Columns: no, light, medium cover.
RIDER_MISSILES: Cells = _table("""
 1: F E D
 2: E D C
 3: D C B
 4: C B B
 5: B B A
 6: B A -
 7: A - -
 8: - - -
""")
RIDER_COVERS = ["none", "light", "medium"]
LAST_RIDER_ROW = 8

# Signs in melee: - is -1, 0 is 0, + is +1. Where two are printed, the first.
SIGNS = {
    "flat_ground": 0,
    "scrub": -1,
    "tree": -1,
    "slope": -1,
    "tent": -1,
    "trench": 1,
    "building_interior": 1,
    "building_outer_corner": 0,
    "building_door_or_courtyard_entry": 1,
    "arrow_slit": 1,
    "battlement": 0,
    "stairs": -1,
    "tower_door": 1,
    "keep_door": 1,
    "tower_or_keep_interior": 1,
    "spiral_stair": -1,
    "castle_gate": 1,
    "moat": -1,
    "drawbridge": 0,
    "ladder": -1,
    "ladder_climb": -1,
    "filled_moat": 0,
    "rubble": -1,
    "siege_tower": 0,
    "siege_tower_top": -1,
    "covered_ram": -1,
    "mantlet": 0,
    "+": 1,
    "0": 0,
    "-": -1,
}
# Terrains whose sign an option names, if it differs from the printed one.
SIGN_OPTIONS = {
    "ladder": "ladder-combat-sign",
    "ladder_climb": "ladder-combat-sign",
    "tower_door": "tower-door-sign",
    "keep_door": "tower-door-sign",
    "siege_tower_top": "siege-tower-top-sign",
    "rubble": "rubble-sign",
}

# Points to enter on horseback.
HORSE_GROUND = {"flat_ground": 1, "scrub": 2, "slope": 2, "trench": 1, "drawbridge": 1}

SPREAD_LIGHTS = range(7, 11)  # first column of the fire table, for a fire set by hand


def rider_missile_result(weapon_row_of_one: int, modified_die: int, cover: str) -> str:
    """The result of a shot at a rider; the weapon's 1 stands on the row given."""
    row = min(weapon_row_of_one - 1 + modified_die, LAST_RIDER_ROW)
    return RIDER_MISSILES[row][RIDER_COVERS.index(cover)]
