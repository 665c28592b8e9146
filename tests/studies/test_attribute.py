"""Attribution: each difference made alone, and made last."""

from dataclasses import replace

import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario
from mangonel.rules.change import Addition, CellChange
from mangonel.rules.difference import ABSENT
from mangonel.rules.loading import load_rules
from mangonel.rules.switching import switched, switches
from mangonel.studies.attribute import attribute
from mangonel.studies.compare import compare

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
RAM = load_scenario("ram-gate").replaced({"approach": ["flat_ground x 2"], "turns": 8})
SLOW = {"ram-rate": "every-second-turn"}
HIT_FIRST = {"fire-arrow-to-hit": "six-in-ten"}
DAMAGE = CellChange("battering", "4", "9", "D")


@pytest.mark.parametrize(
    ("changes", "kind", "where"),
    [({"options": SLOW}, "option", "ram-rate"), ({"cells": [DAMAGE]}, "cell", "battering.4.9")],
)
def test_one_difference_is_the_whole_difference(changes, kind, where):
    right = SIEGE.replaced(**changes)
    whole = compare(RAM, SIEGE, right)
    (effect,) = attribute(RAM, SIEGE, right).effects
    assert (effect.difference.kind, effect.difference.where) == (kind, where)
    assert effect.alone.differences == effect.last.differences == whole.differences
    assert whole.difference("breach").value != 0


def test_two_differences_alone_and_last():
    right = SIEGE.replaced(options=SLOW | HIT_FIRST)
    effects = {effect.difference.where: effect for effect in attribute(RAM, SIEGE, right).effects}
    assert set(effects) == {"ram-rate", "fire-arrow-to-hit"}
    for where, option in (("ram-rate", SLOW), ("fire-arrow-to-hit", HIT_FIRST)):
        other = HIT_FIRST if option is SLOW else SLOW
        alone = compare(RAM, SIEGE, SIEGE.replaced(options=option))
        last = compare(RAM, SIEGE.replaced(options=other), right)
        assert effects[where].alone.differences == alone.differences
        assert effects[where].last.differences == last.differences
    # Made alone and then the other last is the whole way.
    whole = compare(RAM, SIEGE, right).difference("breach").value
    way = (
        effects["ram-rate"].alone.difference("breach").value
        + effects["fire-arrow-to-hit"].last.difference("breach").value
    )
    assert way == pytest.approx(whole, abs=1e-12)


def test_nothing_differs():
    found = attribute(RAM, SIEGE, SIEGE)
    assert (found.effects, found.left_out) == ((), ())


def added(*additions, cells=()):
    return SIEGE.replaced(additions=additions, cells=cells, name="mine")


# Who attacks a ram from neutral ground is on -; strengths of 3 against 2 have a column of their own.
ROW = Addition("attacked-from-outside", "row", "covered_ram", ("-",))
COLUMN = Addition("melee-foot", "column", "3-2", tuple("CCCBBA----"))
SORTIE = load_scenario("ram-sortie:fire").replaced(
    {"approach": [], "turns": 5, "besiegers.men": 4, "sortie.turn": 1, "sortie.men": 2}
)


@pytest.mark.parametrize(
    ("addition", "kind", "where", "cells"),
    [
        (ROW, "row", "attacked-from-outside.covered_ram", "-"),
        (COLUMN, "column", "melee-foot.*.3-2", "C C C B B A - - - -"),
    ],
)
def test_what_only_one_rule_set_has_is_one_difference_both_ways(addition, kind, where, cells):
    mine = added(addition)
    for left, right, texts in ((SIEGE, mine, (ABSENT, cells)), (mine, SIEGE, (cells, ABSENT))):
        whole = compare(SORTIE, left, right)
        found = attribute(SORTIE, left, right)
        (effect,) = found.effects
        assert not found.left_out
        assert (effect.difference.kind, effect.difference.where) == (kind, where)
        assert (effect.difference.left, effect.difference.right) == texts
        assert effect.alone.differences == effect.last.differences == whole.differences
        assert any(change.estimate.value != 0 for change in whole.differences)


def test_a_weapon_of_ones_own_makes_one_difference_for_each_of_its_rows():
    sling = [Addition(table, "weapon", "sling", ("4",)) for table in ("missile-foot", "missile-mounted")]
    mine = added(*sling, Addition("ranges-base", "row", "sling", ("1-9", "10-19", "20-29")))
    found = attribute(RAM, SIEGE, mine)
    # Which weapons and ranges there are is looked at; shots at riders are not.
    assert [(one.difference.kind, one.difference.where) for one in found.effects] == [
        ("weapon", "missile-foot.sling.row_offset"),
        ("row", "ranges-base.sling"),
    ]
    assert all(one.idle for one in found.effects)
    assert [(one.kind, one.where) for one in found.unasked] == [("weapon", "missile-mounted.sling.row_offset")]


def test_ranges_that_depend_on_one_another_are_one_difference():
    bands = {"short": "1-1", "medium": "2-3", "long": "4-5"}
    right = SIEGE.replaced(
        cells=[CellChange("ranges-base", "shortbow", column, band) for column, band in bands.items()]
    )
    found = attribute(RAM, SIEGE, right)
    (effect,) = found.effects
    assert (effect.difference.where, effect.difference.right) == ("ranges-base.shortbow", "1-1 2-3 4-5")
    assert effect.alone.differences == compare(RAM, SIEGE, right).differences
    assert effect.alone.difference("fire_arrows").value < 0


def test_a_table_or_an_option_that_only_one_rule_set_has():
    tables = {name: table for name, table in SIEGE.tables.items() if name != "panic"}
    options = {name: option for name, option in SIEGE.options.items() if name != "panic-rule"}
    fewer = replace(SIEGE, tables=tables, options=options, values={name: SIEGE.values[name] for name in options})
    for left, right in ((fewer, SIEGE), (SIEGE, fewer)):
        found = attribute(RAM, left, right)
        assert [(one.kind, one.where) for one in found.unasked] == [("table", "panic"), ("option", "panic-rule")]
        assert not found.effects
        assert not found.left_out


@pytest.fixture
def played(monkeypatch):
    """Count what is compared."""
    pairs = []

    def counted(scenario, left, right, **chosen):
        pairs.append((left.digest, right.digest))
        return compare(scenario, left, right, **chosen)

    monkeypatch.setattr("mangonel.studies.attribute.compare", counted)
    return pairs


def test_what_is_not_asked_for_is_not_played(played):
    right = SIEGE.replaced(
        options=SLOW | {"healing-table": "croisades", "between-columns": "above"},
        cells=[CellChange("melee-mounted", "1", "1-1", "H"), CellChange("battering", "4", "3", "D")],
    )
    found = attribute(RAM, SIEGE, right)
    assert {one.difference.where: one.idle for one in found.effects} == {"ram-rate": False, "between-columns": True}
    # A ram has nine points: no other column is looked at.
    assert {one.where for one in found.unasked} == {"melee-mounted.1.1-1", "battering.4.3", "healing-table"}
    # The whole difference, and each of two alone and last.
    assert len(played) == 5


def test_what_is_asked_for_under_one_rule_set_only_is_played(played):
    waits = {"ram-every-second-turn-start": "second-turn"}
    found = attribute(RAM, SIEGE, SIEGE.replaced(options=SLOW | waits))
    effects = {one.difference.where: one for one in found.effects}
    assert set(effects) == {"ram-rate", "ram-every-second-turn-start"}
    alone, last = effects["ram-every-second-turn-start"].alone, effects["ram-every-second-turn-start"].last
    assert all(change.estimate.value == 0 for change in alone.differences)
    assert last.difference("breach").value < 0
    # The whole difference, and each of two alone and last.
    assert len(played) == 5


def test_what_the_scenario_settles_is_not_asked_of_the_rules(played):
    scenario = RAM.replaced({"assumptions.ram-rate": "every-turn"})
    slow = SIEGE.replaced(options=SLOW)
    found = attribute(scenario, SIEGE, slow)
    assert [one.where for one in found.unasked] == ["ram-rate"]
    assert played == [(SIEGE.digest, slow.digest)]


def test_what_cannot_be_switched_is_listed_with_the_reason():
    # Both know the weapon the scenario asks for; the one has it in rows of its own, the other reads a lost band.
    sling = [Addition(table, "weapon", "sling", ("4",)) for table in ("missile-foot", "missile-mounted")]
    band = Addition("ranges-base", "row", "sling", ("1-9", "10-19", "20-29"))
    elsewhere = Addition("ranges-croisades", "row", "sling", ("1-9", "10-19", "20-29"))
    base = SIEGE.replaced(additions=sling, name="base")
    left = base.replaced(additions=[band], name="left")
    right = base.replaced(additions=[elsewhere], options={"missile-ranges": "croisades"}, name="right")
    scenario = RAM.replaced({"archers.weapon": "sling"})
    found = attribute(scenario, left, right)
    assert found.effects == ()
    reasons = {one.difference.where: one.reason for one in found.left_out}
    assert set(reasons) == {"ranges-base.sling", "ranges-croisades.sling", "missile-ranges"}
    assert all("archers.weapon: no shot: table ranges-" in reason for reason in reasons.values())


def test_a_lost_cell_that_a_rule_file_fills_in_is_a_difference_like_others():
    vikings = load_rules("vikings")
    filled = vikings.replaced(cells=[CellChange("ranges-vikings", "shortbow", "long", "26-60")])
    (effect,) = attribute(RAM, vikings, filled).effects
    assert (effect.difference.where, effect.difference.left) == ("ranges-vikings.shortbow", "1-10 11-25 ?")
    assert all(change.estimate.value == 0 for change in effect.last.differences)


def test_a_rule_set_that_the_scenario_cannot_be_played_with_is_an_error():
    scenario = RAM.replaced({"archers.weapon": "sling"})
    with pytest.raises(DataError, match="unknown weapon: 'sling'"):
        attribute(scenario, SIEGE, SIEGE.replaced(options=SLOW))


def test_everything_added_and_taken_away_again():
    mine = added(
        ROW,
        COLUMN,
        Addition("terrain", "row", "ditch", ("2", "2", "light", "-")),
        Addition("missile-foot", "weapon", "sling", ("4",)),
    )
    there, back = SIEGE, mine
    for part in switches(SIEGE, mine):
        there, back = switched(there, part, mine), switched(back, part, SIEGE)
    assert (there.digest, back.digest) == (mine.digest, SIEGE.digest)
    assert (there.added("terrain"), back.added("terrain")) == (("ditch",), ())


def test_a_lost_cell_that_an_option_reads_is_read_again_without_its_change():
    read = load_rules("filo-read")
    mine = read.replaced(cells=[CellChange("combat-types", "Il", "Ch", "+3")])
    (part,) = switches(read, mine)
    assert switched(mine, part, read).digest == read.digest


def test_progress_counts_the_differences():
    shares = []
    attribute(RAM, SIEGE, SIEGE.replaced(options=SLOW | HIT_FIRST), progress=shares.append)
    assert shares == [0.5, 1.0]
