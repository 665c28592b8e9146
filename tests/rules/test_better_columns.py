"""A better column never lowers the chance of a result or a worse one for the target, where the printed table is so; else the exceptions."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.situation import Modifier, Situation

RULES = {name: load_rules(name) for name in rule_set_names("cryhavoc")}
RISING = {
    "melee-foot": ("CDEF", "DEF", "EF", "F"),
    "melee-mounted": ("CDEFGH", "DEFGH", "EFGH", "FGH", "GH", "H"),
    "missile-foot": ("ABC", "BC", "C"),
    "missile-mounted": ("ABCDEF", "BCDEF", "CDEF", "DEF", "EF", "F"),
}
"""Of each table the results of "at least" so much harm to the target, in the order of their letters."""


def columns(table):
    """Return the columns from bad to good for who rolls."""
    return table.columns[::-1] if table.id.startswith("missile") else table.columns


def chances(table, letters, offset=0):
    return [
        sum(
            (Situation(table, column, row_offset=offset).odds().get(letter, Fraction(0)) for letter in letters),
            start=Fraction(0),
        )
        for column in columns(table)
    ]


def lost(table, letters):
    """Return where, die by die, the next better column has none of the results that the one before it has."""
    better = [table.column_index(column) for column in columns(table)]
    return {
        (row, table.columns[worse], table.columns[good])
        for row, cells in zip(table.rows, table.cells, strict=True)
        for worse, good in pairwise(better)
        if str(cells[worse]) in letters and str(cells[good]) not in letters
    }


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", RISING)
def test_at_least_so_much_harm_to_the_target_die_by_die(name, rules):
    # Die by die: so under any modifier and for any weapon.
    table = RULES[rules].table(name)
    for letters in RISING[name]:
        assert lost(table, set(letters)) == set(), letters
        assert chances(table, letters)[-1] > chances(table, letters)[0], letters


@pytest.mark.parametrize("rules", RULES)
def test_damage_to_the_wall_and_to_the_engines_die_by_die(rules):
    table = RULES[rules].table("battering")
    damage = {letter for letter in table.results if letter.startswith("D")}
    assert lost(table, damage) == set()
    assert chances(table, damage) == [Fraction(tenths, 10) for tenths in (1, 2, 4, 6, 8)]
    # No exception, but no help either: more points lose more of themselves.
    for points in "1234":
        harm = {letter for letter in table.results if letter[-1] == "C" and letter[-2] >= points}
        assert lost(table, harm) == set()
    assert chances(table, {letter for letter in table.results if letter[-1] == "C"}) == [
        Fraction(tenths, 10) for tenths in (1, 1, 2, 3, 4)
    ]


@pytest.mark.parametrize("rules", RULES)
def test_fire_has_no_better_columns(rules):
    table = RULES[rules].table("fire")
    assert not table.shiftable
    catches = dict(zip(table.columns, chances(table, "F"), strict=True))
    assert sorted(catches.values(), reverse=True) == list(catches.values())


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("name", "ratios"),
    [
        ("melee-foot", ("1-1", "2-1", "3-1", "4-1", "5-1", "6-1")),
        ("melee-mounted", ("3-1", "4-1", "5-1", "6-1", "7-1", "8-1")),
    ],
)
def test_in_melee_the_attacker_is_harmed_less_often_but_not_die_by_die(name, ratios, rules):
    table = RULES[rules].table(name)
    assert np.all(np.diff([float(chance) for chance in chances(table, "AB")]) <= 0)
    # On 6 to 10 there is a column without effect, and one to the right of it the attacker is wounded.
    steps = list(pairwise(ratios))
    assert lost(table, {"-"} | set("CDEFGH")) == lost(table, {"-"})
    assert {(row, *step) for row, step in zip(table.rows[5:], steps, strict=True)} == lost(table, {"-"})


def falls(table, letters, offset=0):
    better, found = columns(table), chances(table, letters, offset)
    return [
        (worse, good) for worse, good, one, two in zip(better, better[1:], found, found[1:], strict=False) if two < one
    ]


def test_exactly_one_result_gives_way_to_a_worse_one():
    foot, mounted = RULES["siege"].table("melee-foot"), RULES["siege"].table("melee-mounted")
    assert falls(foot, "F") == falls(mounted, "H") == []
    assert falls(foot, "E") == [("4-1", "5-1"), ("5-1", "6-1")]
    assert falls(foot, "D") == [("10-1", "11-1"), ("11-1", "12-1+")]
    assert falls(foot, "C") == [("3-1", "4-1"), ("8-1", "9-1"), ("9-1", "10-1")]
    assert falls(mounted, "C") == [("10-1", "11-1"), ("11-1", "12-1+")]
    assert [falls(mounted, letter) for letter in "DEFG"] == [[], [], [], []]


def test_a_better_column_may_spare_the_horse_or_the_saddle():
    """Letters go by the harm to the rider; a horse killed under one of them lives under the next, with the rider still on it."""
    melee, missile = RULES["siege"].table("melee-mounted"), RULES["siege"].table("missile-mounted")
    ratios = melee.columns[3:]
    steps = {(row, *step) for row, step in zip(melee.rows, pairwise(ratios), strict=False)}
    later = {("1", "8-1", "9-1"), ("2", "9-1", "10-1"), ("3", "10-1", "11-1"), ("4", "11-1", "12-1+")}
    assert lost(melee, set("DFGH")) == steps
    assert lost(melee, set("DFH")) == steps | later
    to_light, to_none = ("medium", "light"), ("light", "none")
    assert lost(missile, set("BDF")) == {("1", *to_light), ("2", *to_none), ("3", *to_light), ("4", *to_none)}
    assert lost(missile, set("BCDEF")) == set()
    # In Croisades C leaves the rider in the saddle, and B the horse alive.
    assert lost(missile, set("BDEF")) == {("3", *to_light), ("4", *to_none)}
    assert lost(missile, set("DF")) == {("1", *to_light), ("2", *to_none)}
    # Over ten dice this evens out, unless modifiers lead to the upper rows: here the best crew of a ballista.
    assert all(falls(table, letters) == [] for table, letters in ((melee, "DFGH"), (melee, "DFH"), (missile, "BDF")))
    best = [
        sum(Situation(missile, cover, modifiers=(Modifier("aptitude", -2),)).odds().get(letter, 0) for letter in "BDF")
        for cover in ("medium", "light")
    ]
    assert best == [Fraction(5, 10), Fraction(3, 10)]
