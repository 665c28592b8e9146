"""Sheets of walls, fire, ladders, men and ground: chances of one roll, and of at least one success in several."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import comb, inf
from typing import Final, TypeAlias

from msgspec import structs

from mangonel.games.cryhavoc import fire_and_walls as walls
from mangonel.games.cryhavoc.ground import ground_shift, terrain_signs
from mangonel.games.cryhavoc.missiles import terrain_covers
from mangonel.games.cryhavoc.outcomes import points_label
from mangonel.games.cryhavoc.questions import QUESTIONS
from mangonel.games.cryhavoc.rolls import DIES, NEVER, days_a_number, healing_odds, healing_situation, panic_situation
from mangonel.games.cryhavoc.sheets.combats import measures, reading, rolled_grid
from mangonel.games.question import attempt
from mangonel.paper.blocks import CONTINUES, Cell, Column, Grid, Row
from mangonel.paper.catalogue import Case, Heads, column_grid, faces_of
from mangonel.paper.wanted import MISSING, Answer, Asked, Chance
from mangonel.rules.cells import UNKNOWN, in_order, read_whole
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation, possible
from mangonel.rules.table import Table

_TARGETS: Final = ("wall", "tower")
"""Targets of stone throwers with chances of their own."""
_MOST_ROLLS: Final = 999
"""Rolls after which a sheet says only that it takes more."""
_RAMMED: Final = {
    "wall": ("wall", False),
    "bombarded": ("wall", True),
    "tower_only": ("tower", False),
    "keep_only": ("keep", False),
}
"""Targets of a ram, and whether they were bombarded before."""
_NEEDED: Final = 6
_SURE: Final = (Fraction(1, 2), Fraction(9, 10))
_SECOND: Final = "healing-croisades-reroll"


def at_least(wanted: int, rolls: int, chance: Fraction) -> Fraction:
    """Return the chance of at least so many successes in so many rolls."""
    hits, faces = chance.as_integer_ratio()
    fewer = sum(comb(rolls, k) * hits**k * (faces - hits) ** (rolls - k) for k in range(min(wanted, rolls + 1)))
    return 1 - Fraction(fewer, faces**rolls)


@cache
def _rolls_for(wanted: int, chance: Fraction, sure: Fraction) -> int | None:
    """Return after how many rolls so many successes are as likely as `sure`; None if that takes too many."""
    rolls = bisect_left(range(_MOST_ROLLS + 1), sure, key=lambda rolls: at_least(wanted, rolls, chance))
    return rolls if rolls <= _MOST_ROLLS else None


def _batter_roll(rules: RuleSet, column: str, target: str) -> Situation | None:
    """Return one roll with the points of a column, which may be between two columns of another rule set."""
    return possible(lambda: walls.batter_situation(rules, points=read_whole(column.rstrip("+")), target=target))


def damage_chance(rules: RuleSet, column: str, target: str) -> Fraction | None:
    """Return the chance that one roll with the points of a column damages the wall, None if there is no such roll."""
    roll = _batter_roll(rules, column, target)
    return None if roll is None else walls.damage_odds(roll)


def battering_grid(asked: Asked) -> Grid:
    """Return the results of one roll on each column, against towers too where they have other ones than walls."""
    columns, points = asked.columns("battering"), asked.text("battering.points")
    rolls = {target: [partial(_batter_roll, column=column, target=target) for column in columns] for target in _TARGETS}
    outcomes = [[each and each.outcomes() for roll in row for each in asked.answers(roll)] for row in rolls.values()]
    heads = {target: asked.named(points, asked.text(f"battering.{target}")) for target in _TARGETS}
    if outcomes[0] == outcomes[1]:
        heads = {"wall": points}
    labels = [Column(points_label(columns, column), head) for head in heads.values() for column in columns]
    rolled = zip(labels, [roll for target in heads for roll in rolls[target]], strict=True)
    return rolled_grid(asked, rolled, measures(asked, "battering"), (asked.text("frame.result"), ""))


def printed_battering(asked: Asked) -> Grid:
    columns = asked.columns("battering")
    labels = tuple(Column(points_label(columns, column)) for column in columns)
    return structs.replace(column_grid(asked, "battering"), columns=labels)


def battering_rows(asked: Asked, known: str = "") -> list[Case]:
    """Return a row for each target and column; only those with a roll if they are to be `known`."""
    columns = asked.columns("battering")
    # The keep may need fewer damage results than a tower.
    alike = known or all(walls.marks_to_breach(rules, "keep") == walls.marks_to_breach(rules) for rules in asked.sets)
    names = zip(_TARGETS, ("wall", "tower" if alike else "tower_only"), strict=True)
    return [
        Case(points_label(columns, column), (column, target), asked.text(f"battering.{name}"))
        for target, name in names
        for column in columns
        if not known or any(asked.answers(damage_chance, column, target))
    ]


def breached(_asked: Asked, rules: RuleSet, column: str, target: str, rolls: int) -> Answer:
    chance = damage_chance(rules, column, target)
    return None if chance is None else Chance("", at_least(walls.marks_to_breach(rules), rolls, chance))


def sure_columns(asked: Asked) -> Heads:
    """Return a column for each damage still needed, and how likely a breach shall be."""
    cases = [(needed, sure) for needed in _still_needed(asked) for sure in _SURE]
    percent = {sure: asked.locale.percentage(asked.number(100 * sure)) for sure in _SURE}
    return [(Column(percent[sure], f"{asked.number(needed)} {walls.DAMAGE}"), (needed, sure)) for needed, sure in cases]


def _still_needed(asked: Asked) -> list[int]:
    first = {walls.marks_to_breach(rules, wall) for rules in asked.sets for wall in walls.WALL_HEXES}
    # All that a printed rule needs; of a rule file that asks for more, the first and the last ones.
    return sorted({*first, *range(1, min(max(first), _NEEDED))}, reverse=True)


def rolls_until(asked: Asked, rules: RuleSet, column: str, target: str, wanted: int, sure: Fraction) -> Answer:
    chance = damage_chance(rules, column, target)
    if not chance:
        return None
    needed = _rolls_for(wanted, chance, sure)
    return f">{asked.number(_MOST_ROLLS)}" if needed is None else asked.number(needed)


def ram_rows(asked: Asked) -> Iterator[Case]:
    """Yield the targets of a ram, by the damage that is still needed; targets with the same chance stand together."""
    alike: dict[tuple[Fraction | None, ...], list[str]] = {}
    for name in _RAMMED:
        chances = tuple(asked.answers(_ram_chance, name))
        if any(chance is not None for chance in chances):
            alike.setdefault(chances, []).append(name)
    for names in alike.values():
        group = ", ".join(asked.text(f"battering.{name}") for name in names)
        for needed in _still_needed(asked):
            yield Case(asked.number(needed), (names[0], needed), group)


def rammed(_asked: Asked, rules: RuleSet, target: str, needed: int, turns: int) -> Answer:
    chance = _ram_chance(rules, target)
    if rules.choice("ram-rate") == "every-second-turn":
        turns = (turns + (rules.choice("ram-every-second-turn-start") != "second-turn")) // 2
    return None if chance is None else Chance("", at_least(needed, turns, chance))


def _ram_chance(rules: RuleSet, name: str) -> Fraction | None:
    target, bombarded = _RAMMED[name]
    points = walls.machine_points(rules, "ram")
    roll = possible(lambda: walls.batter_situation(rules, points=points, ram=True, bombarded=bombarded, target=target))
    return None if roll is None else walls.damage_odds(roll)


def engine_lines(asked: Asked) -> list[tuple[str, str]]:
    def points(rules: RuleSet, name: str) -> str:
        there = name in rules.table("machine-points").rows
        return asked.number(walls.machine_points(rules, name)) if there else MISSING

    return [(asked.both(points, name), asked.word("engines", name)) for name in asked.rows("machine-points")]


def breaches(asked: Asked, where: str) -> str:
    return asked.both(lambda rules: asked.number(walls.marks_to_breach(rules, where)))


def battering_example(asked: Asked) -> str:
    columns = asked.rules.table("battering").columns
    points = read_whole(columns[len(columns) // 2].rstrip("+"))
    roll = walls.batter_situation(asked.rules, points=points)
    label = points_label(asked.columns("battering"), roll.final_column)
    example = asked.text("battering.example", points=points, column=label)
    return f"{example} {reading(asked, 'battering', roll, measures(asked, 'battering'), face=8)}"


def oil_grid(asked: Asked) -> Grid:
    rolls: list[Situation] = asked.answers(walls.oil_situation)
    head, shown = Column(alone(asked, rolls[0].table.id)), measures(asked, rolls[0].table.id)
    come = [each for each in shown if any(answer and answer.chance for answer in each.of_rolls(rolls))]
    caption = asked.text("fire.oil", column=asked.both(lambda rules: walls.oil_situation(rules).final_column))
    return structs.replace(rolled_grid(asked, [(head, walls.oil_situation)], come), caption=caption)


def alone(asked: Asked, table: str) -> str:
    """Return the heading of the only column of a grid of chances, or of faces to roll."""
    die = asked.rules.table(table).die
    return asked.text("frame.die", faces=die) if asked.view == "faces" else asked.text("frame.chance")


def stunned_fate(asked: Asked, rules: RuleSet, letter: str) -> Answer:
    """Return how likely a stunned man comes to an end, or the faces to roll for it."""
    chance = walls.stunned_in_fire_odds(rules).get(letter, Fraction(0))
    if asked.view != "faces":
        return Chance(letter, chance)
    roll = walls.comes_round_situation(rules)
    letters = (letter,) if chance < 1 else roll.outcomes()
    return Chance(letter, chance, faces_of(roll, *letters) if chance else ())


def ladder_cost(asked: Asked, rules: RuleSet, name: str) -> str:
    """Return the cost of something on a ladder, without a name to climb it and to cross from it in one move."""
    ladder = rules.table("ladder")
    if name:
        return asked.number(ladder.number(name))
    if rules.choice("ladder-climb-and-cross") != "by-allowance":
        return asked.text("facts.no")
    return asked.number(ladder.number("climb_cost") + ladder.number("ladder_to_battlement_cost"))


def ladder_shift(asked: Asked, ground: str, against: str) -> str:
    return asked.both(lambda rules: asked.signed(sum(shift.columns for shift in ground_shift(rules, ground, against))))


def healing_rows(asked: Asked) -> list[Case]:
    days = {asked.text("healing.day", day=asked.number(day)): day for day in _healing_days(asked)}
    come = {word for rules in asked.sets for word in healing_odds(rules)}
    ends = [(word, kind) for word, kind in ((NEVER, "wounded"), (DIES, "out")) if word in come]
    rows = [Case(label, (day,), kind="nothing") for label, day in days.items()]
    return [*rows, *(Case(asked.text(f"healing.{word}"), (word,), kind=kind) for word, kind in ends)]


def healed(asked: Asked, rules: RuleSet, when: int | str, by: bool) -> Answer:  # noqa: FBT001 - a column
    """Return how likely a wounded man is back on a day, or `by` it, or comes to a result."""
    if by:
        return _back_within(rules, when) if isinstance(when, int) else "\N{EN DASH}"
    result = when if isinstance(when, str) else str(Fraction(when, days_a_number(rules)))
    healing = attempt(QUESTIONS, "heal", rules, {}, (result,))
    assert healing is not None, "every rule set heals"
    return healing.rolled(asked) if asked.view == "faces" else Chance("", healing.chance)


def healing_example(asked: Asked) -> str:
    days = _healing_days(asked)
    middle = days[len(days) // 2]
    return asked.text("healing.example", day=middle, chance=asked.spoken(_back_within(asked.rules, middle).chance))


def printed_healing(asked: Asked) -> list[Grid]:
    """Return the tables of healing as printed, of two rule sets all that either has, with its name."""
    grids: dict[str, Grid] = {}
    for rules, name in zip(asked.sets, asked.short_names(), strict=True):
        single = Asked((rules,), asked.locale, asked.view)
        croisades = rules.choice("healing-table") == "croisades"
        for table in ("healing-croisades", _SECOND) if croisades else ("healing-d10",):
            grid = column_grid(single, table, None, "healing_columns", "healing_cells")
            caption = asked.text("healing.second") if table == _SECOND else grid.caption
            grids[f"{rules.digest} {table}"] = structs.replace(
                grid, caption=asked.named(name, caption) if len(asked.sets) > 1 else caption
            )
    return list(grids.values())


def healing_die(asked: Asked) -> str:
    return asked.both(lambda rules: asked.text("frame.die", faces=healing_situation(rules).table.die))


def _back_within(rules: RuleSet, days: int) -> Chance:
    by_day, unit = _by_day(rules), days_a_number(rules)
    if rules.choice("healing-who-rolls") == "daily":
        # Men who are back before the next roll do not roll again.
        soon = by_day.get(unit, Fraction(0))
        return Chance("", sum((soon * (sum(by_day.values()) - soon) ** k for k in range(days // unit)), Fraction(0)))
    return Chance("", sum((chance for day, chance in by_day.items() if day <= days), Fraction(0)))


def _healing_days(asked: Asked) -> list[int]:
    return sorted({day for rules in asked.sets for day in _by_day(rules)})


def _by_day(rules: RuleSet) -> dict[int, Fraction]:
    days = days_a_number(rules)
    return {int(when) * days: chance for when, chance in healing_odds(rules).items() if when.isdecimal()}


def panic_grid(asked: Asked) -> Grid:
    head = Column(asked.die("panic") if asked.view == "faces" else asked.text("frame.chance"))
    rolled = [(head, lambda rules: possible(lambda: panic_situation(rules)))]
    return rolled_grid(asked, rolled, measures(asked, "panic"), (asked.text("frame.result"), ""))


# The terrain effects chart, and levels of height.

_BLOCKED: Final = "\N{BLACK SQUARE}"
"""Sign of impassable ground."""
_NONE: Final = "\N{EN DASH}"
"""Sign where nobody can be shot, nobody fights, or no cost is printed."""
_NEUTRAL: Final = "0"
_WAYS: Final = ("foot", "mounted")
_Cases: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""Movement points on foot and mounted in special cases of a ground, as the play sheet has them."""


def ground_grid(asked: Asked, columns: Sequence[str], cases: _Cases) -> Grid:
    """Return some columns of the terrain effects chart, with a row below a ground for each case of its own.

    The columns are movement points on ``foot`` and ``mounted``, ``cover``, and the columns moved in melee for an
    ``attacker`` and for a ``target`` there.
    """
    rows: list[Row] = []
    for name, word in asked.by_word("terrain", asked.rows("terrain")):
        answers = {column: asked.answers(_ground, asked, name, "", column, cases) for column in columns}
        rows.append(Row(word, tuple(map(asked.cell, answers.values()))))
        for case in dict.fromkeys(("second", *cases.get(name, ()), "outside")):
            further = {column: asked.answers(_ground, asked, name, case, column, cases) for column in columns}
            if further != answers:
                cells = (Cell() if mine == answers[column] else asked.cell(mine) for column, mine in further.items())
                rows.append(Row(f"{CONTINUES}{_case(asked, name, case)}", tuple(cells)))
    # On cards the box above says it, too, and long names have more room.
    cost, moved = ("" if asked.brief else asked.text(f"terrain.{group}") for group in ("cost", "columns"))
    heads = {
        **{way: Column(asked.text(f"terrain.{way}"), cost) for way in _WAYS},
        "cover": Column(asked.text("missile.cover")),
        "attacker": Column(asked.text("aid.from_it"), moved),
        "target": Column(asked.text("aid.on_it"), moved),
    }
    return Grid("", tuple(heads[column] for column in columns), tuple(rows), fold=True)


def _case(asked: Asked, name: str, case: str) -> str:
    if case != "second":
        return asked.text(f"aid.{case}")
    return asked.word("second" if asked.locale.has_word("second", name) else "terrain", name)


def _ground(rules: RuleSet, asked: Asked, name: str, case: str, column: str, cases: _Cases) -> str | None:
    """Return the effect of a ground, in a case or where none holds; None if the rule set has no such ground."""
    if name not in rules.table("terrain").rows:
        return None
    second = -1 if case == "second" else 0
    if column in _WAYS:
        costs = cases.get(name, {})
        return _cost(rules, asked, name, costs.get(case, costs.get("", ("", "")))[_WAYS.index(column)], column)
    if column == "cover":
        cover = terrain_covers(rules, name)[second]
        return _NONE if cover == "infinite" else asked.word("cover_columns", cover)
    signs, outside, other = terrain_signs(rules, name), rules.table("attacked-from-outside"), _NEUTRAL
    sign = signs[second]
    if column == "attacker":
        # Through a window the option may give the target good ground on any terrain.
        shifts = possible(lambda: ground_shift(rules, f"{name}/{sign}" if signs[1:] else name, _NEUTRAL))
        return _NONE if shifts is None else asked.signed(sum(shift.columns for shift in shifts))
    if case == "outside" and name in outside.rows:
        other = outside.cell(name, "value")
    table = rules.table("terrain-shift")
    known = other in table.rows and sign in table.columns
    return asked.signed(table.number(other, sign)) if known else _NONE


def _cost(rules: RuleSet, asked: Asked, name: str, value: str, way: str) -> str:
    if value == "+":
        return value + _cost(rules, asked, name, "", way)
    if value:
        table, dot, row = value.partition(".")
        return asked.number(rules.table(table).number(row)) if dot else value
    cell = rules.table("terrain").cell(name, way)
    # Where no mounted cost of its own is printed, the table has another word than for barred ground.
    return asked.number(int(cell)) if cell.isdecimal() else _BLOCKED if cell == "impassable" else _NONE


def signs_add_up(asked: Asked) -> bool:
    """Return whether the columns moved for both grounds are the sum of those of each against neutral ground."""

    def adds_up(rules: RuleSet) -> bool:
        table = rules.table("terrain-shift")
        if _NEUTRAL not in table.rows or _NEUTRAL not in table.columns:
            return False
        sums = {
            (a, b): table.number(a, _NEUTRAL) + table.number(_NEUTRAL, b) for a in table.rows for b in table.columns
        }
        return all(table.number(*pair) == number for pair, number in sums.items())

    return all(map(adds_up, asked.sets))


def ground_example(asked: Asked) -> str:
    columns = (*_WAYS, "cover", "attacker", "target")
    for name in asked.rules.table("terrain").rows:
        row = {column: _ground(asked.rules, asked, name, "", column, {}) or "" for column in columns}
        if row["foot"].isdecimal() and row["mounted"].isdecimal() and row["attacker"] not in (_NEUTRAL, _NONE):
            return asked.text("terrain.example", terrain=asked.word("terrain", name), **row)
    return ""


def heights(asked: Asked) -> list[tuple[str, str]]:
    def levels(rules: RuleSet) -> Table:
        return rules.table("elevation-" + rules.choice("elevation-levels"))

    def level(rules: RuleSet, place: str) -> Fraction | str:
        table = levels(rules)
        printed = table.printed(place, "value") if place in table.rows else MISSING
        return printed if printed in {MISSING, UNKNOWN} else Fraction(printed)

    def height(place: str) -> float:
        mine = level(asked.rules, place)
        return inf if isinstance(mine, str) else float(mine)

    def written(rules: RuleSet, place: str) -> str:
        mine = level(rules, place)
        return mine if isinstance(mine, str) else asked.locale.number(mine, int(mine.denominator > 1))

    places: dict[str, list[str]] = {}
    # From the lowest up, those without a number after them.
    for place in sorted(in_order([levels(rules).rows for rules in asked.sets]), key=height):
        name = asked.locale.first_word(("terrain", "rule_rows"), place)
        places.setdefault(asked.both(written, place), []).append(name)
    unknown = places.pop(UNKNOWN, [])
    lines = [(level, ", ".join(names)) for level, names in places.items()]
    return [*lines, *([(UNKNOWN, asked.text("terrain.no_height", places=", ".join(unknown)))] if unknown else [])]
