"""Slopes by cell, and tables edited without a phase being run again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mangonel as mg
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.editable import EditableGame, SampledGame, cell_changes, quantity

pytestmark = pytest.mark.slow

GAMES = [
    ("ladder-one", "siege", "besiegers"),
    ("ram-gate:fire", "siege", "breach"),
    ("engagement-knights", "filo-read", "a"),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game[0])
def game(request):
    scenario, rules, asked = request.param
    learnt = EditableGame(load_scenario(scenario), load_rules(rules))
    return learnt, quantity(asked, learnt.process)


def some_edits(learnt, number):
    edits = list(learnt.changes())
    return [edits[at] for at in np.random.default_rng(3).choice(len(edits), number, replace=False)]


def test_slopes_are_those_of_differences(game):
    learnt, asked = game
    slopes, step = learnt.slopes(asked), 1e-4
    for cell, letter in some_edits(learnt, 4):
        towards = learnt.factors({cell: letter}) - learnt.shipped
        ends = [learnt.weighed([asked], learnt.shipped + sign * step * towards)[0] for sign in (1, -1)]
        assert slopes[cell, letter].value == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-6)


def test_slopes_beside_an_edit_of_the_same_face_are_those_of_differences():
    learnt = EditableGame(load_scenario("engagement-knights").replaced({"turns": 2}), load_rules("filo-read"))
    asked = quantity("a", learnt.process)
    for row, letter, other in (("5..6", "D+R", "-"), ("10..13", "Dr+R", "R"), ("-3..0", "Dr+R", "D+R")):
        edits, more = {("combat-results", row, "defenders"): letter}, ("combat-results", row, "attackers")
        before, after = learnt.factors(edits), learnt.factors({**edits, more: other})
        ends = [learnt.weighed([asked], before + step * (after - before))[0] for step in (0, 1e-5)]
        slope = learnt.slopes(asked, edits, [(more, other)])[more, other].value
        assert slope == pytest.approx((ends[1] - ends[0]) / 1e-5, abs=1e-6)


def test_an_edited_table_is_that_of_a_run(game):
    learnt, asked = game
    for cell, letter in some_edits(learnt, 2):
        other = learnt.rules.replaced(cells=cell_changes({cell: letter}))
        played = run(build(learnt.scenario, other), engine="exact")
        assert asked.of(learnt.edited({cell: letter})).value == pytest.approx(asked.of(played).value, abs=1e-12)
        assert learnt.estimates([asked], {cell: letter})[0].value == pytest.approx(asked.of(played).value, abs=1e-12)


def test_results_that_are_void_against_men_in_panic_stay_void():
    few = {"turns": 4, "panic": True, "attackers.men": 2, "defenders.men": 3, "defenders.kind": "militia"}
    follows = {"attackers.kind": "knight-on-foot", "policies.attackers.follow": True}
    scenario, rules = load_scenario("melee-line").replaced(few | follows), load_rules("siege")
    learnt = EditableGame(scenario, rules)
    asked = quantity("attackers_wounded", learnt.process)
    # Blows against calm men are rolled on these cells as well; the second is printed A.
    for row, column, letter in [("10", "12-1+", "A"), ("10", "6-1", "F"), ("7", "9-1", "B")]:
        cells = {("melee-foot", row, column): letter}
        played = run(build(scenario, rules.replaced(cells=cell_changes(cells))), engine="exact")
        assert asked.of(learnt.edited(cells)).value == pytest.approx(asked.of(played).value, abs=1e-12)


def test_cells_that_chapters_roll_on_are_learnt_anew():
    # Engines and rams batter under the same table, but rams do it in chapters.
    scenario = load_scenario(Path(__file__).parent / "texts" / "sensitivity_siege.toml")
    learnt = EditableGame(scenario, load_rules("siege"))
    both = {cell for cell in learnt.inside if cell[0] == "battering"}
    assert both
    assert learnt.edited({next(iter(both)): "1C"}) is None
    assert not both & {cell for cell, _ in learnt.changes()}


def test_cells_that_chapters_roll_on_are_weighed_by_runs():
    short = {"turns": 6, "breach.turns": 1}
    study = mg.sensitivity("siege-breach", tables=["melee-foot"], of="defenders_dead", **short)
    first = study.effects[0]
    after = mg.simulate("siege-breach", **short, **{f"rules.{'.'.join(first.cell)}": first.to}).mean("defenders_dead")
    assert first.exact == first.slope
    assert first.change.value == pytest.approx(after.value - study.value.value, abs=1e-12)
    assert first.change.value < -0.05
    assert len(study.cells) == 40


def test_slopes_of_turns_and_measures():
    learnt = EditableGame(load_scenario("panic-levy"), load_rules("siege"))
    for name in ("turns", learnt.process.measures[0].name):
        asked = quantity(name, learnt.process)
        assert learnt.weighed([asked]) == pytest.approx([asked.of(learnt.result()).value], abs=1e-12)
        cell, letter = next(learnt.changes())
        towards = learnt.factors({cell: letter}) - learnt.shipped
        ends = [learnt.weighed([asked], learnt.shipped + sign * 1e-4 * towards)[0] for sign in (1, -1)]
        assert learnt.slopes(asked)[cell, letter].value == pytest.approx((ends[0] - ends[1]) / 2e-4, abs=1e-6)


def test_cells_that_are_not_rolled_on_have_no_slope_and_are_left_white():
    study = mg.sensitivity("ram-gate:fire", of="breach", tables=["fire"])
    assert ("fire", "8", "fire_arrow_a") not in study.cells
    assert study.tables == ("fire",)
    frame = study.to_frame()
    best = frame[(frame["row"] == "10") & (frame["column"] == "fire_arrow_b")]
    assert best["slope"].iloc[0] == pytest.approx(0.42161, abs=1e-5)
    assert best["change"].iloc[0] == pytest.approx(0.24317, abs=1e-5)
    assert sum(text.get_color() == "#8C8C8C" for text in study.plot().texts) == 10
    lead = "The largest effect on “breach” (69.3 %): Fire: 1 / fire arrow: tower, ram, ladder, - → F, "
    assert lead in " ".join(study.summary().split())


def test_a_sampled_game_is_compared_on_common_random_numbers():
    counted = mg.sensitivity("panic-levy", of="enemies")
    assert "Panic after a death: 10 / result, R6 → -, -27.2 points" in " ".join(counted.summary().split())
    study = mg.sensitivity("panic-levy", of="enemies", engine="monte-carlo", trials=20_000, seed=5)
    assert study.sampled
    learnt = EditableGame(load_scenario("panic-levy"), load_rules("siege"))
    asked = quantity("enemies", learnt.process)
    for effect in study.effects:
        change = learnt.change(asked, {effect.cell: effect.to}).value
        for estimate in filter(None, (effect.slope, effect.exact)):
            assert abs(estimate.value - change) <= 5 * max(estimate.se, 1e-3)
    assert "common random numbers" in study.summary()
    assert len(counted.effects) > len(study.effects)


@pytest.mark.parametrize("name", ["battle-vanguard", "engagement-knights"])
def test_cells_that_an_option_fills_are_edited(name):
    learnt = SampledGame(load_scenario(name), load_rules("filo-read"), trials=50)
    assert {("combat-results", "1..3", "defenders"), ("combat-results", "4", "defenders")} <= learnt.letters.keys()


def test_unknown_numbers_and_tables_are_refused():
    with pytest.raises(mg.MangonelError, match="no such ending, side or measure: 'breech'; did you mean 'breach'"):
        mg.sensitivity("ram-gate:fire", of="breech")
    with pytest.raises(mg.MangonelError, match="did you mean 'besiegers'"):
        mg.sensitivity("ladder-one", of="foothold+besigers")
    with pytest.raises(mg.MangonelError, match="no such table"):
        mg.sensitivity("ram-gate:fire", tables=["fier"])
