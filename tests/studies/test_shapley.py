"""Shares of a difference among the rules that make it."""

from __future__ import annotations

from itertools import chain, repeat
from unittest.mock import DEFAULT, Mock

import pytest

import mangonel as mg
from mangonel.engine.exact import run_exact
from mangonel.engine.run import run
from mangonel.errors import StateLimitError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.studies.editable import EditableGame, cell_changes, quantity
from pace import slow_after

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
RAM = load_scenario("ram-gate").replaced({"turns": 9, "approach": ["flat_ground x 4"]})
"""Nine turns, in which all may happen that may happen in thirty."""
FIRE = [("1", "extinguish", "-"), ("7", "spread", "."), ("10", "fire_arrow_b", "."), ("8", "oil_barrel", ".")]


def changed(rules, table, cells, *, options=None):
    return rules.replaced(cells=[CellChange(table, *cell) for cell in cells], options=options, name="mine")


def breach(cells):
    rules = changed(SIEGE, "fire", cells)
    return mg.simulate(RAM, rules, engine="exact").probability("breach").value


def test_shares_sum_to_the_whole_and_are_those_of_two_orders():
    shares = mg.shapley(RAM, SIEGE, changed(SIEGE, "fire", FIRE[:2]), by="cell", of="breach")
    assert shares.orders == 0
    whole = breach(FIRE[:2]) - breach([])
    assert sum(share.share.value for share in shares.shares) == pytest.approx(whole, abs=1e-12)
    by_cell = {share.difference.where: share for share in shares.shares}
    first = by_cell["fire.1.extinguish"]
    alone, last = breach(FIRE[:1]) - breach([]), breach(FIRE[:2]) - breach(FIRE[1:2])
    assert first.alone.value == pytest.approx(alone, abs=1e-12)
    assert first.last.value == pytest.approx(last, abs=1e-12)
    assert first.share.value == pytest.approx((alone + last) / 2, abs=1e-12)


def test_options_and_cells_are_shared_together():
    shares = mg.shapley(RAM, SIEGE, mg.load_rules("siege-it"), by="block", of="breach")
    whole = shares.after.value - shares.before.value
    assert sum(share.share.value for share in shares.shares) == pytest.approx(whole, abs=1e-12)


def test_drawn_orders_come_near_the_exact_shares(monkeypatch):
    right = changed(SIEGE, "fire", FIRE)
    exact = {
        share.difference.where: share.share.value
        for share in mg.shapley(RAM, SIEGE, right, by="cell", of="breach").shares
    }
    monkeypatch.setattr("mangonel.studies.attribute._EXACT", 1)
    drawn = mg.shapley(RAM, SIEGE, right, by="cell", of="breach", orders=60, seed=1)
    assert drawn.orders == 60
    assert sum(share.share.value for share in drawn.shares) == pytest.approx(sum(exact.values()), abs=1e-12)
    for share in drawn.shares:
        assert not share.share.exact
        assert abs(share.share.value - exact[share.difference.where]) <= 5 * max(share.share.se, 1e-9)


def test_a_share_is_explained_by_rolls_and_a_game_that_it_turns():
    shares = mg.shapley(RAM, SIEGE, changed(SIEGE, "fire", FIRE[2:3]), of="breach")
    why = shares.why(shares.shares[0])
    assert why.left.ending != why.right.ending
    assert sum(before for before, _ in why.rolls.values()) > 0
    assert f"in the game of seed {why.seed} it turns" in shares.summary()
    assert "->" not in shares.summary()
    assert "\nknights win: " in mg.shapley("engagement-pikes", "filo-read", "navas").summary()


def test_by_option_all_tables_are_one_difference():
    right = changed(SIEGE, "fire", FIRE[:2], options={"healing-table": "croisades"})
    shares = mg.shapley(RAM, SIEGE, right, by="option", of="breach")
    (tables,) = shares.shares
    assert tables.difference.where == "tables"
    assert tables.share.value == pytest.approx(breach(FIRE[:2]) - breach([]), abs=1e-12)
    assert "all printed tables" in shares.summary()


@pytest.mark.parametrize(
    ("scenario", "rules", "asked"),
    slow_after(0, [("ladder-one", "siege", "besiegers"), ("engagement-knights", "filo-read", "a")], 1),
)
def test_shares_of_cells_sum_to_the_difference_of_two_runs(scenario, rules, asked):
    left = load_rules(rules)
    game = EditableGame(load_scenario(scenario), left)
    effects = sorted(game.slopes(quantity(asked, game.process)).items(), key=lambda effect: -abs(effect[1].value))
    cells = dict([effect[0] for effect in effects][::-1])
    right = left.replaced(cells=cell_changes(dict(list(cells.items())[-3:])), name="mine")
    shares = mg.shapley(scenario, left, right, by="cell", of=asked)
    ends = [
        run(build(load_scenario(scenario), each), engine="exact").probability(asked).value for each in (left, right)
    ]
    assert len(shares.shares) == 3
    assert sum(share.share.value for share in shares.shares) == pytest.approx(ends[1] - ends[0], abs=1e-12)
    assert abs(ends[1] - ends[0]) > 0.01


@pytest.mark.parametrize(("weighed", "trials"), [(10, 20_000), (1, 50)])
def test_sampled_shares_have_intervals(weighed, trials, monkeypatch):
    monkeypatch.setattr("mangonel.studies.attribute._EXACT", weighed)
    right = changed(SIEGE, "fire", FIRE[:2])
    shares = mg.shapley(RAM, SIEGE, right, by="cell", of="breach", engine="monte-carlo", trials=trials)
    for share in shares.shares:
        assert share.share.low < share.share.value < share.share.high


def test_what_is_exact_at_both_ends_is_not_sampled_between(monkeypatch):
    refused = repeat(StateLimitError("too many states"))
    monkeypatch.setattr("mangonel.studies.attribute.learnt", Mock(side_effect=refused))
    monkeypatch.setattr(
        "mangonel.engine.run.run_exact", Mock(wraps=run_exact, side_effect=chain([DEFAULT] * 2, refused))
    )
    with pytest.raises(StateLimitError):
        mg.shapley(RAM, SIEGE, mg.load_rules("siege-it"), by="option", of="breach")
