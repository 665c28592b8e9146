"""Questions to the printed tables: columns, rows, ranges, ground, and what a result means in words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from oracle.rules import EMPTY_IN_PRINT, UNKNOWN, Rules, read_rules

INFINITE = "infinite"
IMPASSABLE = "impassable"
# The ground on which engines are pushed; other ground they enter only if a rule set has added it.
ENGINE_GROUND = ("flat_ground", "filled_moat")
# Ground that hides nobody from men above him, within their radius.
NO_COVER_FROM_ABOVE = ("scrub", "slope")

# Whose sign an option names, if it is not as printed.
SIGN_OPTIONS = {
    "ladder_climb": "ladder-combat-sign",
    "tower_door": "tower-door-sign",
    "keep_door": "tower-door-sign",
    "siege_tower_top": "siege-tower-top-sign",
    "rubble": "rubble-sign",
}
OTHER_SIGN = {"ladder-combat-sign": "0", "tower-door-sign": "-", "siege-tower-top-sign": "0", "rubble-sign": "0"}
BARE_SIGNS = ("-", "0", "+")

# Figures of the rule texts that stand in no table.
SPREAD_AT_THE_END = ("end-of-turn", "oil-from-next-turn")
RAM_POINTS = 2
RAM_CREW = 3
RAM_HEXES = 3
CARRY_ON = 2  # able men who keep a party where it is
DEADLY_AGE = 3  # of a fire, for men who stay in it
ENGINE_EVERY = 3  # turns, of which it shoots in one
DAYS_OF_A_TURN = 3


# Melee.


def column_number(label: str) -> int:
    """The number with which the head of a column begins: 8 of 8-1, 12 of 12+."""
    found = re.match("[0-9]+", label)
    assert found is not None, label
    return int(found[0])


def combat_result(rules: Rules, column: int, die: int, *, rides: bool = False) -> str:
    """The result of a combat; column 2 is 2-1."""
    table = rules.tables["melee-mounted" if rides else "melee-foot"]
    return table.face(die, table.columns[column - 1])


def oil_column(rules: Rules) -> int:
    return column_number(rules.cell("oil", "unprotected_character"))


def sign(rules: Rules, terrain: str) -> str:
    """The sign of a terrain in melee; where two are printed, the first."""
    if terrain in BARE_SIGNS:
        return terrain
    terrain = "ladder_climb" if terrain == "ladder" else terrain
    option = SIGN_OPTIONS.get(terrain)
    if option and rules.option(option) == OTHER_SIGN[option]:
        return OTHER_SIGN[option]
    if terrain == "spiral_stair" and rules.option("spiral-stairs") != "play-sheet":
        return "0"
    if terrain == "siege_tower_top":
        return printed(rules, "siege_tower", "sign", second=True)
    return printed(rules, terrain, "sign", second=terrain == "window")


def ground_columns(rules: Rules, terrain: str, against: str) -> int:
    """Columns moved for the ground of both: window rule since Croisades, and the sign before a keep door."""
    through_window = "window" in (terrain, against) and rules.option("window-combat") == "defence-plus"
    ours = "0" if through_window and terrain == "window" else sign(rules, terrain)
    theirs = "+" if through_window else sign(rules, against)
    outside = rules.tables["attacked-from-outside"].cells
    if against in outside and ours == "0":
        ours = rules.cell("attacked-from-outside", against)
    return sign_columns(rules, [ours], theirs)


def sign_columns(rules: Rules, ours: list[str], theirs: str) -> int:
    """Columns moved for signs; of several attackers the worst counts."""
    return rules.number("terrain-shift", min(ours, key=BARE_SIGNS.index), theirs)


# Terrain.


def printed(rules: Rules, terrain: str, column: str, *, second: bool = False) -> str:
    values = rules.cell("terrain", terrain, column).split("/")
    return values[-1] if second else values[0]


def cover_of(rules: Rules, terrain: str) -> str:
    if terrain == "mantlet" and rules.option("mantlet-cover") == INFINITE:
        return INFINITE
    return printed(rules, terrain, "cover")


def best_cover(rules: Rules, *covers: str) -> str:
    return max(covers, key=[*rules.tables["missile-foot"].columns, INFINITE].index)


def enter_cost(rules: Rules, approach: list[str], index: int) -> int:
    """Points to enter one hex of the approach on foot."""
    into, out_of = (place >= 0 and approach[place] == "moat" for place in (index, index - 1))
    if (into and not out_of) or (out_of and not into and rules.option("moat-cost") == "slope"):
        return rules.number("moat", "edge_cost")
    return int(printed(rules, approach[index], "foot"))


def riding_cost(rules: Rules, terrain: str) -> int | None:
    """Points to enter a hex on a horse; None if no horse enters it."""
    cost = printed(rules, terrain, "mounted")
    return None if cost == IMPASSABLE else int(cost)


def horses_enter(rules: Rules, terrain: str) -> bool:
    row = {"ladder": "ladder_climb", "siege_tower_top": "siege_tower"}.get(terrain, terrain)
    return row in BARE_SIGNS or printed(rules, row, "mounted").isdigit()


def hexes_moved(way: list[str], costs: list[int | None], points: int, *, rides: bool = False) -> int:
    """How many hexes of a way a move leads: horses cross trenches and do not stop in them."""
    moved = 0
    for number, (terrain, cost) in enumerate(zip(way, costs, strict=True), start=1):
        if cost is None or cost > points:
            break
        points -= cost
        moved = moved if rides and terrain == "trench" else number
    return moved


def engine_cost(rules: Rules, terrain: str) -> int | None:
    """Points to push an engine into a hex; None if it stops before it."""
    if terrain not in ENGINE_GROUND and terrain in read_rules().tables["terrain"].cells:
        return None
    return int(printed(rules, terrain, "foot"))


def radius_from(rules: Rules, place: str) -> int:
    """Within how many hexes scrub and slope do not cover against a shooter up there; 0 from the ground."""
    if place == "ground":
        return 0
    return rules.number("high-shooters", place, rules.option("downward-radius"))


def level(rules: Rules, place: str) -> float:
    return float(rules.cell(f"elevation-{rules.option('elevation-levels')}", place))


# Missiles.


def bands_of(rules: Rules, weapon: str) -> str | None:
    """The table of ranges that has a row for the weapon; None if it has lost its range."""
    table = f"ranges-{rules.option('missile-ranges')}"
    if weapon in rules.tables[table].cells:
        return table
    return "ranges-base" if rules.option("revised-ballista") == "base" else None


def band_of(rules: Rules, weapon: str, distance: int) -> str | None:
    """The band of a distance; None if the weapon does not reach."""
    table = bands_of(rules, weapon)
    if table is None:
        return None
    for band, cell in zip(rules.tables[table].columns, rules.tables[table].cells[weapon], strict=True):
        if cell == UNKNOWN:
            raise ValueError(f"the {band} range of the {weapon} is lost")
        nearest, farthest = map(int, cell.split("-"))
        if nearest <= distance <= farthest:
            return band
    return None


def range_modifier(rules: Rules, weapon: str, distance: int) -> int | None:
    """What the range adds to the die; None if the weapon does not reach."""
    band = band_of(rules, weapon, distance)
    return None if band is None else rules.number("missile-modifiers", band)


def missile_result(rules: Rules, weapon: str, modified_die: int, cover: str, *, rides: bool = False) -> str:
    """The result of a shot; other weapons than the heaviest begin further down."""
    table = rules.tables["missile-mounted" if rides else "missile-foot"]
    return table.face(table.row_offset[weapon] + max(1, modified_die), cover)


def riders_cover(rules: Rules, cover: str) -> str:
    """The cover of a rider where the ground gives this; if a column is not printed for it, an option says which."""
    table = rules.tables["missile-mounted"]
    empty = all(table.cell(row, cover) == EMPTY_IN_PRINT for row in table.cells)
    return rules.option("mounted-heavy-cover") if empty else cover


def knight_modifier(rules: Rules, kind: dict[str, object]) -> int:
    """What is added to the die for a knight on foot."""
    if kind["armour"] != "dismounted-knight" or rules.option("dismounted-knight") == "0":
        return 0
    return rules.number("missile-modifiers", "target_dismounted_knight")


def weapon_kind(rules: Rules, weapon: str) -> str:
    kinds = rules.tables["weapon-kinds"].cells
    return kinds[weapon][0] if weapon in kinds else "bow"


def is_bow(rules: Rules, weapon: str) -> bool:
    return weapon_kind(rules, weapon) == "bow"


def shoots_fire(rules: Rules, weapon: str, distance: int) -> bool:
    """Whether a fire arrow may be shot: by bows, or crossbows too, at short range."""
    kinds = ["bow"]
    if rules.option("fire-arrow-weapons") == "bows-and-crossbows":
        kinds.append("crossbow")
    return weapon_kind(rules, weapon) in kinds and band_of(rules, weapon, distance) == "short"


# Fire.


def arrow_column(rules: Rules, target: str) -> str:
    """The column of the fire table for fire arrows at this."""
    option = rules.option("fire-arrow-target-classes")
    if option == "italian":
        return rules.cell("fire-targets-italian", target)
    if option == "protected-mantlets" and target in rules.tables["fire-targets-protected"].cells:
        return rules.cell("fire-targets-protected", target)
    return rules.cell("fire-targets", target)


def arrow_hits(rules: Rules, die: int) -> bool:
    return rules.rolled("fire-arrow-hit", die, "hit") == "target hit"


def catches(rules: Rules, column: str, die: int) -> bool:
    return rules.rolled("fire", die, column) == "fire catches"


def not_yet_spreading(rules: Rules, *, by_oil: bool, age: int) -> bool:
    """Whether a fire is that of a barrel of this turn, which is left alone until the next."""
    return rules.option("fire-spread-timing") == "oil-from-next-turn" and by_oil and age == 0


def ways_of_spread(rules: Rules, fires: Mapping[int, Any]) -> Iterator[tuple[int, int]]:
    """From where to where the fires of an engine may spread in one step, roll by roll until the hex has caught."""
    now = [
        place
        for place in sorted(fires)
        if not not_yet_spreading(rules, by_oil=fires[place].cause == "oil", age=fires[place].age)
    ]
    for beside in [place for place in range(RAM_HEXES) if place not in fires]:
        sources = [place for place in now if abs(place - beside) == 1]
        if rules.option("spread-rolls") == "each-hex":
            sources = sorted(sources, key=lambda place: fires[place].cause == "arrows")[:1]
        for place in sources:
            if beside not in fires:
                yield place, beside


def put_out(rules: Rules, die: int, *, arrows_only: bool) -> bool:
    means = rules.rolled("fire", die, "extinguish")
    return means == "fire put out" or (arrows_only and means == "fire put out if arrows alone caused it")


def comes_round(rules: Rules, die: int) -> bool:
    """Whether a stunned man in a hex that catches fire does."""
    return rules.rolled("stunned-in-fire", die, "fire") == "he comes round"


# Walls.


def toppled(rules: Rules, modified_die: int) -> bool:
    return rules.rolled("ladder-topple", modified_die, "topple") == "ladder toppled"


def marks_to_breach(rules: Rules, wall: str) -> int:
    if wall in ("inner", "keep"):
        return int(rules.option("inner-wall-d-count"))
    return rules.number("breach", "outer_wall")


def battering_column(rules: Rules, points: int) -> str | None:
    """The column for so many points; None if they reach none."""
    columns = rules.tables["battering"].columns
    if points and rules.option("between-columns") == "above":
        return next((column for column in columns if column_number(column) >= points), columns[-1])
    reached = [column for column in columns if column_number(column) <= points]
    return reached[-1] if reached else None


def battering_result(rules: Rules, column: str, modified_die: int) -> tuple[bool, int]:
    """Whether the wall is damaged, and how many points of the engines are."""
    means = rules.rolled("battering", modified_die, column)
    lost = re.search("lose ([0-9]+) point", means)
    return "wall damaged" in means, int(lost[1]) if lost else 0


# Men.


def panic(rules: Rules, die: int) -> tuple[str, int]:
    """What comes of a panic test, and for how many men."""
    means = re.fullmatch(r"([0-9]+) m[ae]n (panic|rout)s?", rules.rolled("panic", die, "panic"))
    return (means[2], int(means[1])) if means else ("nothing", 0)


def healing(rules: Rules, table: str, die: int) -> str:
    """What the healing table says: days or turns as a number, or in words."""
    column = rules.tables[table].columns[0]
    means = rules.rolled(table, die, column)
    number = re.fullmatch(r"([0-9]+) (?:day|turn)s?", means)
    return number[1] if number else means
