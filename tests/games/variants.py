"""Random scenarios and rule sets, within what the scenario files allow."""

import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.missiles import COVERS
from mangonel.games.scenario import Scenario, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet

KINDS = ("man-at-arms", "spearman", "bowman", "militia", "knight-on-foot")
WEAPONS = ("shortbow", "longbow", "crossbow")

DRAWN = cases(__file__)


def drawn(draw: random.Random, name: str, block: str = "") -> dict[str, Any]:
    """Draw a value of each key of a table of `variants.toml`, which says how."""
    return {f"{block}{key}": _value(draw, said) for key, said in DRAWN[name].items()}


def _value(draw: random.Random, said: Any) -> Any:
    if isinstance(said, str):
        return draw.randint(*map(int, said.split("..")))
    return draw.random() < said if isinstance(said, float) else draw.choice(said)


def some_rules(draw: random.Random) -> RuleSet:
    """Draw a value of every option that there is: what a sequence does not ask for cannot matter to it."""
    base = load_rules("siege")
    # Some ranges of Vikings are unknown.
    known = {name: [value for value in option.values if value != "vikings"] for name, option in base.options.items()}
    return base.replaced(options={name: draw.choice(values) for name, values in known.items()})


MELEE_TABLES = ("melee-foot", "effects-melee-foot")
MOUNTED_TABLES = ("melee-mounted", "effects-melee-mounted")
MISSILE_TABLES = ("missile-foot", "effects-missile-foot")
RIDER_TABLES = ("missile-mounted", "effects-missile-mounted", "effects-missile-mounted-croisades")
FIRE_TABLES = ("fire", "fire-arrow-hit")
NUMBERS = {"breach": tuple("123456"), "panicked": tuple("012369"), "joint-attack": ("-1", "0", "1", "2")}
"""What a table of bare numbers may say."""
OTHERS = {"cover": COVERS[:-1], "sign": ("-", "0", "+"), "mounted": ("1", "2", "5", "impassable")}
"""What cells of the terrain table may say; all others are numbers, or words of their table."""


def with_some_cells(draw: random.Random, rules: RuleSet, tables: Sequence[str]) -> RuleSet:
    """Change some cells of these tables: about one in five results, and half of what results do."""
    changes = []
    for name in tables:
        table = rules.tables[name]
        values = NUMBERS.get(name) or table.words
        share = 0.2 if table.kind == "die" else 0.5
        changes += [
            CellChange(name, row, column, draw.choice(values or table.results_of(column)))
            for row in table.rows
            for column in table.columns
            if draw.random() < share
        ]
    return rules.replaced(cells=changes)


def with_some_numbers(draw: random.Random, rules: RuleSet) -> RuleSet:
    """Change one in ten cells of terrain, numbers and words that are read, if the cell can say what is drawn."""
    for table in (table for table in rules.tables.values() if table.kind != "die"):
        for row, column in product(table.rows, table.columns):
            if draw.random() < 0.1 and row not in table.form.unread:
                others = OTHERS.get(column) or table.words or ("-3", "-1", "0", "1", "2", "5", "9", "20")
                value = "/".join(draw.choice(others) for _ in table.printed(row, column).split("/"))
                with suppress(DataError):
                    rules = rules.replaced(cells=[CellChange(table.id, row, column, value)])
    return rules


def shooters(draw: random.Random, group: str, place: str, farthest: int) -> dict[str, object]:
    return {
        f"{group}.men": draw.randint(0, 3),
        f"{group}.weapon": draw.choice(WEAPONS),
        f"{group}.{place}": draw.randint(1, farthest),
    }


def some_break_off(draw: random.Random, side: str, losses: int, last: int) -> dict[str, object]:
    changes: dict[str, object] = {}
    if draw.random() < 0.4:
        changes[f"{side}.losses"] = draw.randint(1, losses)
    if draw.random() < 0.3:
        changes[f"{side}.turn"] = draw.randint(1, last)
    return changes


def some_ladder(draw: random.Random) -> Scenario:
    width = draw.randint(1, 4)
    mantlets = draw.random() < 0.3
    terrains = ("flat_ground", "scrub", "slope", "trench", "filled_moat") + (() if mantlets else ("rubble", "moat"))
    weapon = draw.choice(("none", "none", *WEAPONS))
    facing = ("topple", "fight", "shoot")
    changes: dict[str, object] = {
        "width": width,
        "foothold": draw.randint(1, width),
        **drawn(draw, "ladder"),
        "mantlets": mantlets,
        "approach": [f"{draw.choice(terrains)} x {draw.randint(1, 12)}" for _ in range(draw.randint(0, 3))],
        "besiegers.ladders": draw.randint(1, width),
        "defenders.on_wall": draw.randint(0, width),
        "defenders.weapon": weapon,
        **shooters(draw, "towers", "aside", 15),
        **shooters(draw, "covering", "distance", 40),
        "policies.facing": draw.choice(facing[:2] if weapon == "none" else facing),
    }
    if draw.random() < 0.3:
        changes["break_off.turn"] = draw.randint(1, 12)
    return load_scenario("ladder-one").replaced(changes)


def beset_ram(draw: random.Random) -> dict[str, object]:
    """Draw rams that a small sortie of equals fights again and again, and gets hurt."""
    kind = draw.choice(KINDS)
    return {
        **drawn(draw, "beset-ram"),
        "approach": [f"flat_ground x {draw.randint(1, 40)}"],
        "besiegers.kind": kind,
        "sortie.kind": kind,
    }


def some_ram(draw: random.Random) -> Scenario:
    ground = ("flat_ground", "flat_ground", "filled_moat")
    changes: dict[str, object] = {
        **drawn(draw, "ram"),
        "approach": [f"{draw.choice(ground)} x {draw.randint(1, 12)}" for _ in range(draw.randint(0, 3))],
        **shooters(draw, "archers", "aside", 12),
        **some_break_off(draw, "break_off", 6, 30),
    }
    if draw.random() < 0.6:
        changes |= {
            **drawn(draw, "ram-sortie"),
            **some_break_off(draw, "break_off.sortie", 2, 12),
        }
    if draw.random() < 0.4:
        changes |= beset_ram(draw)
    return load_scenario("ram-gate").replaced(changes)
