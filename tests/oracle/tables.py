"""The printed tables the two oracles need, typed in by hand from the play sheet and the rule books."""

Cells = dict[int, list[str]]


def _table(text: str) -> Cells:
    """Read lines 'label: cell cell ...'."""
    rows = (line.split(":") for line in text.strip().splitlines())
    return {int(label): cells.split() for label, cells in rows}


# Combat against men on foot. Row: die. Columns: odds 1-1, 2-1, ... 11-1, 12-1 and more.
FOOT_COMBAT: Cells = _table("""
 1: C D E E F F F F F F F F
 2: B C D E E F F F F F F F
 3: B C D E E F F F F F F F
 4: A B C D D E E F F F F F
 5: A B C D D D E E F F F F
 6: - A B C C D D E E F F F
 7: - - A B C C D D E E F F
 8: - - - A B C C D D E E F
 9: - - - - A B C C D D E E
10: - - - - - A B C C D D E
""")
LAST_COLUMN = 12

# Missiles against men on foot. Row: the die of the heaviest weapon (1 to 10 and more). Columns: COVERS.
COVERS = ["none", "light", "medium", "heavy"]
FOOT_MISSILES: Cells = _table("""
 1: C C C C
 2: C C C B
 3: C C C B
 4: C C B A
 5: C B B A
 6: B B A -
 7: B A A -
 8: A A - -
 9: A - - -
10: - - - -
""")
LAST_MISSILE_ROW = 10
# The row on which a weapon's own 1 stands.
ROW_OF_ONE = {"crossbow": 3, "longbow": 4, "shortbow": 5}
BOWS = ("longbow", "shortbow")

# Last hex of short, medium and long range; the die is raised by 0, 1, 2.
RANGES: dict[str, dict[str, list[int]]] = {
    "base": {"shortbow": [25, 50, 75], "crossbow": [25, 75, 130], "longbow": [30, 90, 150]},
    "croisades": {"shortbow": [15, 40, 70], "crossbow": [25, 55, 90], "longbow": [30, 60, 120]},
}

# Ground on which men on foot may approach: points to enter, cover. The moat has its own rule, see enter_cost.
GROUND: dict[str, tuple[int, str]] = {
    "flat_ground": (1, "none"),
    "scrub": (2, "light"),
    "tree": (2, "light"),
    "slope": (2, "medium"),
    "tent": (2, "light"),
    "trench": (1, "heavy"),
    "stairs": (2, "none"),
    "drawbridge": (1, "none"),
    "filled_moat": (2, "none"),
    "rubble": (2, "medium"),
    "moat": (4, "none"),
}
MOAT_FROM_MOAT = 1
NO_COVER_FROM_ABOVE = ("scrub", "slope")
RADIUS_FROM_ABOVE = 8
COVER_OF_BATTLEMENT = "heavy"

CARRYING = 2
CLIMB = 3
LADDER_TO_BATTLEMENT = 4
TOPPLE_UP_TO = 6

# Ground a ram may enter.
RAM_GROUND = {"flat_ground": 1, "filled_moat": 2}
RAM_POINTS = 2
RAM_CREW = 3
RAM_HEXES = 3
OUTER_WALL_MARKS = 4

# Signs of the terrain in combat as numbers: - is -1, 0 is 0, + is +1.
SIGN_BATTLEMENT = 0
SIGN_FLAT = 0
SIGN_COVERED_RAM = -1

# Battering with 9 points, die 1 to 10.
BATTERING_NINE = ["3C", "2C", "1C", "-", "D", "D", "D", "D", "D", "D"]

# Fire table: the dice with which a thing happens.
CATCHES_BY_SPREAD = range(7, 11)
CATCHES_BY_OIL = range(8, 11)
CATCHES_BY_ARROW = range(10, 11)
OUT_ALWAYS = range(1, 4)
OUT_IF_ARROWS_ONLY = range(4, 6)
ARROW_FINDS_ITS_MARK = range(1, 7)
OIL_COLUMN = 8
BURNT_AFTER = 3


def combat_result(column: int, die: int) -> str:
    """The result of a combat against a man on foot; column 2 is 2-1."""
    return FOOT_COMBAT[die][column - 1]


def missile_result(weapon: str, modified_die: int, cover: str) -> str:
    """The result of a shot at a man on foot."""
    row = min(ROW_OF_ONE[weapon] - 1 + modified_die, LAST_MISSILE_ROW)
    return FOOT_MISSILES[row][COVERS.index(cover)]


def range_modifier(weapon: str, distance: int, edition: str) -> int | None:
    """What the range adds to the die; None if the weapon does not reach."""
    for modifier, last_hex in enumerate(RANGES[edition][weapon]):
        if distance <= last_hex:
            return modifier
    return None


def enter_cost(approach: list[str], index: int) -> int:
    """Points to enter one hex of the approach on foot; a moat hex costs 1 from another moat hex."""
    terrain = approach[index]
    if terrain == "moat" and index > 0 and approach[index - 1] == "moat":
        return MOAT_FROM_MOAT
    return GROUND[terrain][0]


def battering_result(modified_die: int) -> str:
    """The result of a ram's roll; below 1 is read as 1."""
    return BATTERING_NINE[max(modified_die, 1) - 1]
