"""Single attacks and shots, and what is no roll."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import cases
from mangonel.errors import DataError, NoRollError, UnknownCellError
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
from mangonel.games.cryhavoc.missiles import (
    animal_shot_situation,
    band_limits,
    missile_situation,
    range_band,
    reach,
    target_cover,
    terrain_cover,
    weapons,
)
from mangonel.games.cryhavoc.rolls import animal_situation, melee_situation, next_column
from mangonel.games.cryhavoc.sheets.works import damage_chance
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import Modifier, possible

CASES = cases(__file__)

SIEGE = load_rules("siege")
reproducible = settings(derandomize=True, database=None)


def column(rules=SIEGE, **keys):
    return melee_situation(rules, **keys).final_column


def test_joint_attack_from_mixed_ground():
    # English rules 1.72: 4:1, two attackers on + and -, defender on +: two left, one right.
    situation = melee_situation(SIEGE, attack=[6, 6], defence=3, terrain=["+", "-"], against="+")
    assert situation.column == "4-1"
    assert [shift.columns for shift in situation.shifts] == [-2, 1]
    assert situation.final_column == "3-1"


def test_joint_bonus_is_one_column_and_only_on_foot():
    assert column(attack=6, defence=3, attackers=2) == "3-1"
    assert column(attack=6, defence=3, attackers=4) == "3-1"
    assert column(attack=6, defence=3, attackers=4, mounted=True) == "2-1"
    each = SIEGE.replaced(options={"joint-bonus-number": "each"})
    assert column(each, attack=6, defence=3, attackers=4) == "5-1"


@pytest.mark.parametrize(("terrain", "against", "expected"), CASES["test_ground"])
def test_ground(terrain, against, expected):
    assert column(attack=9, defence=3, terrain=terrain, against=against) == expected


def test_a_named_sign_does_not_change_the_height():
    reach = {"attack": 9, "defence": 3, "heights": True}
    assert column(terrain="ladder_climb/-", against="battlement/0", **reach) == "2-1"
    with pytest.raises(DataError, match="more than one level"):
        column(terrain="flat_ground/0", against="battlement/0", **reach)


ABOVE = {"column-above-12-1": "ratio"}
BY_STEPS = {"shift-order": "one-after-another"}


@pytest.mark.parametrize(
    ("options", "keys", "expected", "reasons"), CASES["test_where_shifts_begin_and_how_they_are_limited"]
)
def test_where_shifts_begin_and_how_they_are_limited(options, keys, expected, reasons):
    rules = SIEGE.replaced(options=options)
    situation = melee_situation(rules, defence=3, **keys)
    assert situation.final_column == expected
    assert {shift.reason: shift.columns for shift in situation.shifts} == reasons


def test_a_shift_that_leads_off_the_table_on_the_way_allows_no_attack_where_that_is_the_rule():
    rules = SIEGE.replaced(options=BY_STEPS | {"column-below-1-1": "impossible"})
    with pytest.raises(DataError, match="left of column 1-1"):
        melee_situation(rules, attack=[2, 1], defence=3, terrain="scrub")
    both = SIEGE.replaced(options={"column-below-1-1": "impossible"})
    assert column(both, attack=[2, 1], defence=3, terrain="scrub") == "1-1"


def test_the_next_column_beyond_the_table():
    keys = {"attack": 36, "defence": 3, "terrain": "scrub"}
    assert next_column(SIEGE, **keys) is None
    assert next_column(SIEGE.replaced(options=ABOVE), **keys) == 3


@pytest.mark.parametrize(("keys", "message"), CASES["test_what_is_no_attack"])
def test_what_is_no_attack(keys, message):
    with pytest.raises(DataError, match=message):
        melee_situation(SIEGE, **{"attack": 9, "defence": 3} | keys)


@reproducible
@given(
    attack=st.integers(1, 80),
    defence=st.integers(1, 12),
    attackers=st.integers(1, 3),
    mounted=st.booleans(),
    terrain=st.sampled_from("-0+"),
    against=st.sampled_from("-0+"),
)
def test_next_column_is_the_first_point_that_helps(**keys):
    attack = keys.pop("attack")

    def place(points):
        try:
            situation = melee_situation(SIEGE, attack=points, **keys)
        except DataError:
            return -1
        return situation.table.columns.index(situation.final_column)

    found = next_column(SIEGE, attack=attack, **keys)
    better = next((more for more in range(1, 200) if place(attack + more) > place(attack)), None)
    assert found == better


@reproducible
@given(st.integers(1, 200), st.integers(1, 20), st.sampled_from("-0+"), st.sampled_from("-0+"), st.integers(1, 4))
def test_column_by_the_rule_text(attack, defence, ours, theirs, attackers):
    keys = {"attack": attack, "defence": defence, "terrain": ours, "against": theirs, "attackers": attackers}
    if attack < defence:
        with pytest.raises(DataError):
            melee_situation(SIEGE, **keys)
        return
    number = min(attack // defence, 12) + "-0+".index(ours) - "-0+".index(theirs) + (attackers > 1)
    number = min(max(number, 1), 12)
    assert column(**keys) == ("12-1+" if number == 12 else f"{number}-1")


CROISADES = load_rules("croisades")


def shot(rules=SIEGE, **keys):
    return missile_situation(rules, **{"weapon": "longbow", "distance": 10, "cover": "none"} | keys)


@pytest.mark.parametrize(("keys", "odds"), CASES["test_worked_shots"])
def test_worked_shots(keys, odds):
    assert shot(**keys).odds() == {letter.replace("miss", "-"): Fraction(count, 10) for letter, count in odds.items()}


def test_a_wounded_man_at_a_ballista_shoots_as_well():
    assert shot(weapon="ballista", wounded=True) == shot(weapon="ballista")


def test_modifiers_add_up_and_are_explained():
    situation = shot(distance=100, wounded=True, dismounted_knight=True, aptitude=-1)
    assert [modifier.value for modifier in situation.modifiers] == [2, 1, 1, -1]
    assert situation.explain(1) == (
        "die 1, +2 long range, +1 wounded shooter, +1 dismounted knight, -1 shooter's aptitude, +3 rows longbow"
        " = row 7, no cover -> B (target wounded)"
    )
    assert shot(modifiers=(Modifier("fog", 2),)).odds() == shot(distance=100).odds()


@pytest.mark.parametrize(("weapon", "distance", "base", "croisades"), CASES["test_range_bands"])
def test_range_bands(weapon, distance, base, croisades):
    assert range_band(SIEGE, weapon, distance) == base
    assert range_band(CROISADES, weapon, distance) == croisades


def test_reach():
    assert {weapon: reach(SIEGE, weapon) for weapon in weapons(SIEGE)} == CASES["REACH"]
    assert reach(CROISADES, "longbow") == 120
    assert band_limits(SIEGE, "longbow") == {"short": (1, 30), "medium": (31, 90), "long": (91, 150)}


@pytest.mark.parametrize(("keys", "message"), CASES["test_what_cannot_be_shot"])
def test_what_cannot_be_shot(keys, message):
    with pytest.raises(DataError, match=message):
        shot(**keys)


def test_the_lost_band_is_unknown():
    vikings = CROISADES.replaced(options={"missile-ranges": "vikings"})
    assert range_band(vikings, "shortbow", 25) == "medium"
    with pytest.raises(UnknownCellError, match="cut off"):
        shot(vikings, weapon="shortbow", distance=26)
    assert reach(vikings, "shortbow") == 25
    filled = vikings.replaced(cells=[CellChange("ranges-vikings", "shortbow", "long", "26-60")])
    assert range_band(filled, "shortbow", 26) == "long"


def test_terrain_cover_by_option_and_errors():
    other = SIEGE.replaced(options={"mantlet-cover": "infinite"})
    assert terrain_cover(other, "mantlet") == "infinite"
    assert terrain_cover(other, "battlement") == "heavy"
    with pytest.raises(DataError, match="one value"):
        terrain_cover(SIEGE, "battlement", second=True)
    with pytest.raises(DataError, match="did you mean 'battlement'"):
        terrain_cover(SIEGE, "batlement")


def test_shots_at_animals():
    # Longbow at short range in the open: rows 4 to 7 of the mounted table, C B B A. C befalls the rider only; B kills
    # the horse, but not since Croisades.
    shot = {"weapon": "longbow", "distance": 10, "cover": "none"}
    found = animal_shot_situation(SIEGE, **shot)
    assert found.outcomes() == ("-", "B", "B", "A", "-", "-", "-", "-", "-", "-")
    assert found.meaning("B") == "horse killed"
    croisades = animal_shot_situation(CROISADES, **shot)
    assert croisades.outcomes() == ("-", "-", "-", "A", "-", "-", "-", "-", "-", "-")
    # A ballista reaches the rows above: D and F kill the horse, E does not.
    assert animal_shot_situation(SIEGE, **shot | {"weapon": "ballista"}).outcomes() == tuple("F-D-BBA---")
    with pytest.raises(DataError, match="no attack on animals"):
        animal_shot_situation(SIEGE.replaced(options={"horse-defence": "none"}), **shot)


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


def shot_under(rules, **other):
    return missile_situation(rules, **{"weapon": "longbow", "distance": 3, "cover": "none"} | other)


NOT_ALLOWED = {
    "beyond range": lambda: shot_under(SIEGE, distance=999),
    "infinite cover": lambda: shot_under(SIEGE, cover="infinite"),
    "a friend in the way": lambda: shot_under(SIEGE, friend_apart=0),
    "no ranges": lambda: shot_under(
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
    "aptitude": lambda: shot_under(having(("missile-modifiers", "aptitude_lowest", "value", "1"))),
    "modifier": lambda: shot_under(having(("missile-modifiers", "short", "value", "x"))),
    "weapon": lambda: shot_under(SIEGE, weapon="slign"),
    "cover": lambda: shot_under(SIEGE, cover="fog"),
    "distance": lambda: shot_under(SIEGE, distance=0),
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
