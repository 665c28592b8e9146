"""Printed tables of bombardment, fire and healing, typed in by hand from the play sheet and the rule books."""

# Battering. Row: die. Columns: 1, 3, 6, 9, 12 and more points. D: damage; a number: points of the engines damaged.
BATTERING_POINTS = [1, 3, 6, 9, 12]
BATTERING = {
    1: ["1", "1", "2", "3", "4"],
    2: ["-", "-", "1", "2", "3"],
    3: ["-", "-", "-", "1", "D2"],
    4: ["-", "-", "-", "-", "D1"],
    5: ["-", "-", "-", "D", "D"],
    6: ["-", "-", "-", "D", "D"],
    7: ["-", "-", "D", "D", "D"],
    8: ["-", "-", "D", "D", "D"],
    9: ["-", "D", "D", "D", "D"],
    10: ["D", "D", "D", "D", "D"],
}
LIGHT_POINTS = 1
HEAVY_POINTS = 3
MARKS_TO_BREACH = 4
TOWER_OR_KEEP = -1

# Fire table: the dice with which a thing happens.
CATCHES = {"spread": range(7, 11), "oil": range(8, 11), "arrow_a": range(8, 11), "arrow_b": range(10, 11)}
OUT_ALWAYS = range(1, 4)
OUT_IF_ARROWS_ONLY = range(4, 6)
ARROW_FINDS_ITS_MARK = range(1, 7)
COMES_ROUND = range(1, 7)
DEADLY_AGE = 3  # of a fire, for men who stay in it

# Fire arrow column of each target: play sheet with its note, protected mantlets, Italian supplement.
_PLAY_SHEET = {
    "heavy_stone_thrower": "arrow_a",
    "light_stone_thrower": "arrow_a",
    "missile_ballista": "arrow_a",
    "mantlet": "arrow_a",
    "tent": "arrow_a",
    "cart": "arrow_a",
    "siege_tower": "arrow_b",
    "ram": "arrow_b",
    "ladder": "arrow_b",
    "building": "arrow_b",
}
ARROW_COLUMNS = {
    "play-sheet": _PLAY_SHEET,
    "protected-mantlets": _PLAY_SHEET | {"mantlet": "arrow_b"},
    "italian": {
        "heavy_stone_thrower": "arrow_a",
        "light_stone_thrower": "arrow_a",
        "missile_ballista": "arrow_a",
        "siege_tower": "arrow_b",
        "ram": "arrow_b",
    },
}

# Healing in days, and since Croisades in turns of three days; None: not in this siege.
HEALING_D10 = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 8: 10, 9: None, 10: None}
HEALING_D6 = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
HEALING_D6_AGAIN_DIES = range(1, 3)
HEALING_D6_AGAIN_TURNS = 5
DAYS_OF_A_TURN = 3


def battering_column(points: int, between: str) -> int | None:
    """The column for so many points, counted from 0; `between` is the option for totals between two columns."""
    if between == "above":
        return next((place for place, limit in enumerate(BATTERING_POINTS) if limit >= points), 4)
    reached = [place for place, limit in enumerate(BATTERING_POINTS) if limit <= points]
    return max(reached, default=None)


def battering_result(column: int, modified_die: int) -> tuple[bool, int]:
    """Whether the wall is damaged, and how many points of the engines are."""
    text = BATTERING[max(modified_die, 1)][column]
    return text.startswith("D"), int(text.strip("D-") or 0)
