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
ROW_OF_ONE = {"ballista": 1, "crossbow": 3, "longbow": 4, "shortbow": 5}
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
DEADLY_AGE = 3  # of a fire, for men who stay in it


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


# Missiles against riders. Rows as for men on foot; nothing heavier than medium cover.
MOUNTED_MISSILES: Cells = _table("""
 1: F E D
 2: E D C
 3: D C B
 4: C B B
 5: B B A
 6: B A -
 7: A - -
 8: - - -
""")
LAST_MOUNTED_MISSILE_ROW = 8

BALLISTA_RANGES = [50, 100, 175]
# The revised ranges of Vikings / Dragon Noir; the shortbow's long range is lost.
VIKING_RANGES = {"shortbow": [10, 25], "crossbow": [15, 30, 75], "longbow": [12, 30, 90]}

# What a hex costs on a horse; None: no horse enters it.
RIDING: dict[str, int | None] = {
    "flat_ground": 1,
    "scrub": 2,
    "tree": None,
    "slope": 2,
    "tent": None,
    "trench": 1,
    "stairs": None,
    "drawbridge": 1,
    "filled_moat": None,
    "rubble": None,
    "moat": None,
}
# Hexes within which scrub and slope do not cover, by where the shooter is and whose text it is.
RADIUS_OF: dict[str, dict[str, int]] = {
    "play-sheet": {"battlement": 8, "tower_slit": 8, "siege_tower_top": 10, "keep_slit": 12},
    "english": {"battlement": 8, "tower_slit": 8, "keep_slit": 12},
    "german": {"battlement": 8, "tower_slit": 0, "siege_tower_top": 10, "keep_slit": 12},
}
HEXES_OF_RETREAT = {"foot": 2, "riders": 4}
MISSED_SHOT_HITS_FROM = 8
BALLISTA_EVERY = 3

# Panic after a death: what comes of a die, and for how many men.
PANIC = {6: ("panic", 1), 7: ("panic", 2), 8: ("panic", 3), 9: ("rout", 3), 10: ("rout", 6)}

# Healing: days by d10, None for never; turns of three days by d6, and by the second d6 after a 6, 0 for death.
HEALING_DAYS = [1, 2, 3, 4, 5, 6, 8, 10, None, None]
HEALING_TURNS = [1, 1, 2, 2, 3]
HEALING_TURNS_AFTER_SIX = [0, 0, 5, 5, 5, 5]
DAYS_OF_A_TURN = 3


def mounted_missile_result(weapon: str, modified_die: int, cover: str) -> str:
    """The result of a shot at a rider; there is no column for heavy cover."""
    row = min(ROW_OF_ONE[weapon] - 1 + modified_die, LAST_MOUNTED_MISSILE_ROW)
    return MOUNTED_MISSILES[row][COVERS.index(cover)]


def band_modifier(weapon: str, distance: int, edition: str, revised_ballista: str) -> int | None:
    """As `range_modifier`, for every weapon and edition."""
    if weapon == "ballista":
        if edition != "base" and revised_ballista == "none":
            return None
        bands = BALLISTA_RANGES
    else:
        bands = VIKING_RANGES[weapon] if edition == "vikings" else RANGES[edition][weapon]
        if edition == "vikings" and weapon == "shortbow" and distance > bands[-1]:
            raise ValueError("the long range of this shortbow is lost")
    return next((modifier for modifier, last_hex in enumerate(bands) if distance <= last_hex), None)
