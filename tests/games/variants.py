"""Random scenarios and rule sets, within what the scenario files allow."""

import random
from collections.abc import Sequence

from mangonel.games.scenario import Scenario, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet

KINDS = ("man-at-arms", "spearman", "bowman", "militia", "knight-on-foot")
WEAPONS = ("shortbow", "longbow", "crossbow")

UNPLAYABLE = {"missile-ranges": ("vikings",)}
"""Choices that leave ranges unknown."""


def some_rules(draw: random.Random) -> RuleSet:
    """Draw a value of every option that there is: what a sequence does not ask for cannot matter to it."""
    base = load_rules("siege")
    chosen = {}
    for name, option in base.options.items():
        chosen[name] = draw.choice([value for value in option.values if value not in UNPLAYABLE.get(name, ())])
    return base.replaced(options=chosen)


MELEE_TABLES = ("melee-foot", "effects-melee-foot")
MOUNTED_TABLES = ("melee-mounted", "effects-melee-mounted")
MISSILE_TABLES = ("missile-foot", "effects-missile-foot")
RIDER_TABLES = ("missile-mounted", "effects-missile-mounted", "effects-missile-mounted-croisades")
FIRE_TABLES = ("fire", "fire-arrow-hit")
NUMBERS = {"breach": ("1", "2", "3", "4", "5", "6")}
"""What a table of bare numbers may say."""


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
        "turns": draw.randint(1, 25),
        "first": draw.choice(("besiegers", "defenders")),
        "mantlets": mantlets,
        "approach": [f"{draw.choice(terrains)} x {draw.randint(1, 12)}" for _ in range(draw.randint(0, 3))],
        "besiegers.kind": draw.choice(KINDS),
        "besiegers.ladders": draw.randint(1, width),
        "besiegers.men": draw.randint(2, 8),
        "defenders.kind": draw.choice(KINDS),
        "defenders.on_wall": draw.randint(0, width),
        "defenders.reserve": draw.randint(0, 3),
        "defenders.oil": draw.randint(0, 2),
        "defenders.weapon": weapon,
        **shooters(draw, "towers", "aside", 15),
        **shooters(draw, "covering", "distance", 40),
        "policies.attack": draw.choice(("joint", "separate")),
        "policies.attack_from": draw.choice(("1-1", "1-1", "2-1", "3-1")),
        "policies.facing": draw.choice(facing[:2] if weapon == "none" else facing),
        "policies.oil_first": draw.random() < 0.5,
        "policies.topple_empty": draw.random() < 0.5,
        "policies.defence_attack": draw.choice(("joint", "separate")),
        "policies.fire": draw.choice(("spread", "concentrate")),
        "policies.shoot_first": draw.choice(("climber", "ground")),
        "policies.make_room": draw.random() < 0.7,
        "policies.cover_fire": draw.choice(("approach", "beside", "always", "never")),
        "policies.advance": draw.random() < 0.7,
        "policies.defence_advance": draw.random() < 0.7,
        "break_off.losses": draw.randint(1, 20),
    }
    if draw.random() < 0.3:
        changes["break_off.turn"] = draw.randint(1, 12)
    return load_scenario("ladder-one").replaced(changes)


def beset_ram(draw: random.Random) -> dict[str, object]:
    """Draw rams that a small sortie of equals fights again and again, and gets hurt."""
    kind = draw.choice(KINDS)
    return {
        "turns": draw.randint(15, 40),
        "approach": [f"flat_ground x {draw.randint(1, 40)}"],
        "wall": draw.choice(("outer", "tower")),
        "marks": 0,
        "besiegers.kind": kind,
        "besiegers.men": draw.randint(4, 6),
        "besiegers.rams": draw.randint(2, 3),
        "oil.barrels": draw.randint(0, 1),
        "sortie.men": draw.randint(2, 3),
        "sortie.kind": kind,
        "sortie.turn": draw.randint(1, 4),
        "policies.room": draw.randint(2, 6),
        "policies.attack": draw.choice(("joint", "separate", "separate")),
        "policies.defence_attack": draw.choice(("joint", "joint", "separate")),
        "policies.defence_wound": "wounded-first",
    }


def some_ram(draw: random.Random) -> Scenario:
    ground = ("flat_ground", "flat_ground", "filled_moat")
    changes: dict[str, object] = {
        "turns": draw.randint(1, 45),
        "first": draw.choice(("besiegers", "defenders")),
        "approach": [f"{draw.choice(ground)} x {draw.randint(1, 12)}" for _ in range(draw.randint(0, 3))],
        "wall": draw.choice(("outer", "inner", "tower", "keep")),
        "marks": draw.choice((0, 0, 1, 2, 3)),
        "bombarded": draw.random() < 0.5,
        "man_on_wall": draw.random() < 0.5,
        "besiegers.kind": draw.choice(KINDS),
        "besiegers.men": draw.randint(3, 8),
        "besiegers.rams": draw.randint(1, 3),
        **shooters(draw, "archers", "aside", 12),
        "oil.barrels": draw.randint(0, 4),
        "oil.men": draw.randint(1, 3),
        "policies.fire_policy": draw.choice(("put-out", "ram-on")),
        "policies.fire_fighters": draw.randint(0, 6),
        "policies.room": draw.randint(1, 6),
        "policies.arrows": draw.choice(("fire", "men")),
        "policies.arrow_aim": draw.choice(("front", "middle", "rear")),
        "policies.attack": draw.choice(("joint", "separate")),
        "policies.defence_attack": draw.choice(("joint", "separate")),
        "policies.wound": draw.choice(("fit-first", "wounded-first")),
        **some_break_off(draw, "break_off", 6, 30),
    }
    if draw.random() < 0.6:
        changes |= {
            "sortie.men": draw.randint(2, 6),
            "sortie.kind": draw.choice(KINDS),
            "sortie.turn": draw.randint(1, 9),
            "policies.defence_wound": draw.choice(("fit-first", "wounded-first", "wounded-first")),
            **some_break_off(draw, "break_off.sortie", 2, 12),
        }
    if draw.random() < 0.4:
        changes |= beset_ram(draw)
    return load_scenario("ram-gate").replaced(changes)
