"""What the rules do not allow is one thing, what is wrong in a rule set another: only the first is a roll less."""

from dataclasses import replace

import pytest

from mangonel.errors import DataError, NoRollError
from mangonel.games.cryhavoc.fire_and_walls import (
    batter_situation,
    battering_effect,
    check_fire_arrow,
    fire_situation,
    machine_points,
    oil_situation,
    topple_situation,
)
from mangonel.games.cryhavoc.ground import check_heights
from mangonel.games.cryhavoc.missiles import missile_situation, target_cover
from mangonel.games.cryhavoc.rolls import animal_situation, melee_situation, next_column
from mangonel.games.cryhavoc.sheets.works import damage_chance
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import possible

SIEGE = load_rules("siege")


def having(*cells, **options):
    """Return siege with cells that no file could give it, as table, row, column and value."""
    tables = dict(SIEGE.tables)
    for name, row, column, value in cells:
        table = tables[name]
        lines = [list(line) for line in table.cells]
        lines[table.row_index(row)][table.column_index(column)] = value
        tables[name] = replace(table, cells=tuple(map(tuple, lines)))
    values = {**SIEGE.values, **{name.replace("_", "-"): value for name, value in options.items()}}
    return replace(SIEGE, tables=tables, values=values)


def without_first_column():
    table = SIEGE.tables["battering"]
    less = replace(table, columns=table.columns[1:], cells=tuple(line[1:] for line in table.cells))
    return replace(SIEGE, tables={**SIEGE.tables, "battering": less})


def shot(rules, **other):
    return missile_situation(rules, **{"weapon": "longbow", "distance": 3, "cover": "none"} | other)


NOT_ALLOWED = {
    "beyond range": lambda: shot(SIEGE, distance=999),
    "infinite cover": lambda: shot(SIEGE, cover="infinite"),
    "a friend in the way": lambda: shot(SIEGE, friend_apart=0),
    "no ranges": lambda: shot(
        having(missile_ranges="vikings", revised_ballista="none"), weapon="ballista", cover="light"
    ),
    "below 1-1": lambda: melee_situation(having(sub_one_to_one_odds="impossible"), attack=1, defence=3),
    "left of the table": lambda: melee_situation(
        having(column_below_1_1="impossible"), attack=1, defence=1, terrain="ladder", against="battlement"
    ),
    "no melee there": lambda: melee_situation(SIEGE, attack=4, defence=1, against="window"),
    "over two levels": lambda: check_heights(SIEGE, ["flat_ground"], ["battlement"]),
    "animals": lambda: animal_situation(having(horse_defence="none"), attack=5),
    "nothing to batter with": lambda: batter_situation(SIEGE, points=0),
    "too few points": lambda: batter_situation(without_first_column(), points=1),
    "the keep": lambda: batter_situation(SIEGE, points=9, target="keep", wall_whole=True, keep_whole=True),
    "from below": lambda: topple_situation(having(ladder_topple_from_below="forbidden"), below=True),
    "certain": lambda: fire_situation(having(first_fire_column="spread-only"), cause="hand"),
    "no target of theirs": lambda: fire_situation(
        having(fire_arrow_target_classes="italian"), cause="arrow", target="tent"
    ),
    "no fire arrows": lambda: check_fire_arrow(having(fire_arrow_weapons="bows"), "crossbow"),
    "fire arrows so far": lambda: check_fire_arrow(SIEGE, "longbow", 99),
    "oil": lambda: oil_situation(having(oil_targets="lower"), place="same_height"),
    "from a ladder": lambda: target_cover(having(ladder_shooting="faced-battlement"), "scrub", shooter="ladder"),
}


@pytest.mark.parametrize("ask", NOT_ALLOWED.values(), ids=NOT_ALLOWED)
def test_what_the_rules_do_not_allow_is_no_roll(ask):
    with pytest.raises(NoRollError):
        ask()
    assert possible(ask) is None


WRONG = {
    "aptitude": lambda: shot(having(("missile-modifiers", "aptitude_lowest", "value", "1"))),
    "modifier": lambda: shot(having(("missile-modifiers", "short", "value", "x"))),
    "weapon": lambda: shot(SIEGE, weapon="slign"),
    "cover": lambda: shot(SIEGE, cover="fog"),
    "distance": lambda: shot(SIEGE, distance=0),
    "terrain": lambda: melee_situation(SIEGE, attack=4, defence=1, against="arow_slit"),
    "strength": lambda: melee_situation(SIEGE, attack=4, defence=0),
    "wall": lambda: batter_situation(SIEGE, points=9, target="gate"),
    "target of fire": lambda: fire_situation(SIEGE, cause="arrow", target="tnet"),
    "no target": lambda: fire_situation(SIEGE, cause="arrow"),
    "fire arrows": lambda: check_fire_arrow(SIEGE, "longbwo"),
    "machine": lambda: machine_points(SIEGE, "rams"),
    "battering": lambda: battering_effect("X"),
    "table": lambda: SIEGE.table("melee-fot"),
}


@pytest.mark.parametrize("ask", WRONG.values(), ids=WRONG)
def test_a_mistake_is_never_no_roll(ask):
    with pytest.raises(DataError) as caught:
        possible(ask)
    assert not isinstance(caught.value, NoRollError)


@pytest.mark.parametrize("scenario", ["ladder-one", "volley-wall", "ladder-two"])
def test_a_wrong_cell_lets_nobody_off_shooting(scenario):
    rules = having(("missile-modifiers", "aptitude_lowest", "value", "1"))
    with pytest.raises(DataError, match="aptitude"):
        build(load_scenario(scenario), rules)


def test_the_next_column_is_not_looked_for_among_wrong_ones():
    table = SIEGE.tables["melee-foot"]
    rules = replace(SIEGE, tables={**SIEGE.tables, "melee-foot": replace(table, columns=("odd", *table.columns[1:]))})
    with pytest.raises(DataError, match="must be a ratio"):
        next_column(rules, attack=4, defence=2)


def test_a_sheet_has_no_gap_where_a_table_is_wrong():
    with pytest.raises(DataError, match="not a whole number"):
        damage_chance(having(("battering-modifiers", "tower_or_keep_hex", "value", "x")), "6", "tower")
