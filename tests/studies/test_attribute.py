"""Attribution: each difference made alone, and made last."""

import pytest

from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.studies.attribute import attribute
from mangonel.studies.compare import compare
from mangonel.systems.cryhavoc.scenario import load_scenario

SIEGE = load_rules("siege")
RAM = load_scenario("ram-gate").replaced({"approach": ["flat_ground x 2"], "turns": 15})
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
    (effect,) = attribute(RAM, SIEGE, right)
    assert (effect.difference.kind, effect.difference.where) == (kind, where)
    assert effect.alone.differences == effect.last.differences == whole.differences
    assert whole.difference("breach").value != 0


def test_two_differences_alone_and_last():
    right = SIEGE.replaced(options=SLOW | HIT_FIRST)
    effects = {effect.difference.where: effect for effect in attribute(RAM, SIEGE, right)}
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


def test_a_row_offset_is_attributed_too():
    right = SIEGE.replaced(cells=[CellChange("missile-foot", "crossbow", "row_offset", "4")])
    scenario = load_scenario("ladder-one").replaced(
        {"approach": ["flat_ground x 2"], "turns": 5, "towers.men": 1, "towers.weapon": "crossbow"}
    )
    (effect,) = attribute(scenario, SIEGE, right)
    assert effect.difference.where == "missile-foot.crossbow.row_offset"
    assert effect.alone.difference("hits").value < 0


def test_nothing_differs():
    assert attribute(RAM, SIEGE, SIEGE) == ()


def test_what_only_one_rule_set_has_is_left_out():
    from dataclasses import replace

    tables = {name: table for name, table in SIEGE.tables.items() if name != "panic"}
    assert attribute(RAM, replace(SIEGE, tables=tables), SIEGE) == ()


def test_progress_counts_the_differences():
    shares = []
    attribute(RAM, SIEGE, SIEGE.replaced(options=SLOW | HIT_FIRST), progress=shares.append)
    assert shares == [0.5, 1.0]
