"""Sweeps: the same numbers as single runs, and never better for who gets less."""

from dataclasses import replace
from itertools import chain, product

import numpy as np
import pytest

from cases import cases
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario, scenario_names, usual_sweep
from mangonel.rules.loading import load_rules
from mangonel.studies.editable import quantity
from mangonel.studies.sweep import sweep, sweeps
from mangonel.studies.varying import current
from pace import slow_after

CASES = cases(__file__)

SIEGE = load_rules("siege")
RAM = load_scenario("ram-gate").replaced({"approach": ["flat_ground x 2"], "turns": 8})


@pytest.fixture(scope="module")
def fire():
    return sweep(RAM, SIEGE, x=("oil.barrels", range(4)), y=("archers.men", (0, 1, 3)), ending="breach")


def grid(found):
    return np.array([[estimate.value for estimate in line] for line in found.estimates])


def test_more_oil_and_more_archers_never_help_a_ram(fire):
    assert grid(fire).shape == (3, 4)
    assert not fire.one_way
    assert np.all(np.diff(grid(fire), axis=0) < 0)
    assert np.all(np.diff(grid(fire), axis=1) < 0)


def test_values_are_those_of_single_runs(fire):
    for row, archers in enumerate(fire.ys):
        for column, barrels in enumerate(fire.xs):
            variant = RAM.replaced({"oil.barrels": barrels, "archers.men": archers})
            alone = run(build(variant, SIEGE))
            cell = fire.estimates[row][column]
            assert cell.exact
            assert cell.value == pytest.approx(alone.probability("breach").value, abs=1e-12)
            source = fire.provenances[row][column]
            assert source == replace(alone.provenance, states=source.states)
            assert source.states >= alone.provenance.states
    assert len({cell.scenario_digest for line in fire.provenances for cell in line}) == 12
    assert fire.provenance == fire.provenances[0][0]


@pytest.mark.parametrize(
    "case", slow_after(0, CASES["BEGUN"], 4), ids=lambda case: f"{case[0]}-{'-'.join(chain(*case[1:]))}"
)
def test_starts_of_one_game_have_the_chances_of_single_runs(case):
    name, varied, settings = (*case, {})[:3]
    scenario, rule_set = load_scenario(name).replaced({"turns": 6} | settings), load_rules("croisades")
    endings = build(scenario, rule_set).endings
    found = sweeps(scenario, rule_set, **dict(zip("xy", varied.items(), strict=False)), endings=endings)
    # Rows first, as cells are read.
    games = [dict(zip(varied, values[::-1], strict=True)) for values in product(*reversed(varied.values()))]
    alone = [run(build(scenario.replaced(values), rule_set)) for values in games]
    for ending in endings:
        chances = [result.probability(ending).value for result in alone]
        assert grid(found[ending]).ravel() == pytest.approx(chances, abs=1e-12)


def test_the_frame_is_tidy(fire):
    frame = fire.to_frame()
    assert len(frame) == 12
    cell = frame[(frame["oil.barrels"] == 2) & (frame["archers.men"] == 3)].iloc[0]
    assert cell["p"] == cell["p_lo"] == cell["p_hi"] == fire.estimates[2][2].value
    assert cell["engine"] == "exact"


def test_several_endings_come_from_one_game():
    # Three turns are too few for a breach, and enough for a fire.
    short = RAM.replaced({"turns": 3})
    axes = {"x": ("archers.men", range(3)), "y": ("oil.barrels", (0, 1))}
    found = sweeps(short, SIEGE, **axes, endings=("breach", "destroyed"))
    assert {name: one.varies for name, one in found.items()} == {"breach": False, "destroyed": True}
    assert {name: sweep(short, SIEGE, **axes, ending=name) for name in found} == found


def test_over_one_number_the_values_are_those_of_single_runs():
    found = sweep(RAM, SIEGE, x=("oil.barrels", (0, 2)), ending="breach")
    assert found.one_way
    alone = [run(build(RAM.replaced({"oil.barrels": barrels}), SIEGE)).probability("breach") for barrels in (0, 2)]
    values = [one.value for one in found.estimates[0]]
    assert all(one.exact for one in found.estimates[0])
    assert values == pytest.approx([one.value for one in alone], abs=1e-12)
    frame = found.to_frame()
    assert "y" not in frame
    assert frame["p"].tolist() == values


def test_sampled_sweeps_name_seed_and_trials():
    found = sweep(
        RAM,
        SIEGE,
        x=("oil.barrels", [1, 2]),
        y=("archers.men", [1]),
        ending="breach",
        engine="counts",
        trials=800,
        seed=9,
    )
    assert (found.provenance.trials, found.provenance.seed, found.provenance.engine) == (800, 9, "counts")
    assert found.estimates[0][0].se > 0


def test_progress_counts_the_cells():
    shares = []
    axes = {"x": ("oil.barrels", (0, 1)), "y": ("archers.men", (0, 1)), "ending": "crew lost + breach"}
    found = sweep(RAM, SIEGE, **axes, engine="monte-carlo", trials=200, progress=shares.append)
    assert found.ending == quantity(found.ending.replace("_", " "), build(RAM, SIEGE)).text == "crew_lost+breach"
    assert shares == sorted(shares)
    assert [share for share in shares if 4 * share % 1 == 0] == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.parametrize(("x", "y", "ending", "message"), CASES["test_wrong_sweeps"])
def test_wrong_sweeps(x, y, ending, message):
    with pytest.raises(DataError, match=message):
        sweep(RAM, SIEGE, x=tuple(x), y=tuple(y), ending=ending)


def test_a_wrong_ending_is_found_before_anything_is_played():
    def never(_share):
        raise AssertionError

    with pytest.raises(DataError, match="no such ending"):
        sweep(RAM, SIEGE, x=("oil.barrels", [1]), y=("archers.men", [1]), ending="foothold", progress=never)


@pytest.mark.parametrize("name", scenario_names())
def test_each_usual_number_has_a_value_which_may_be_that_of_the_roster(name):
    scenario = load_scenario(name)
    for path, _ in usual_sweep(scenario):
        assert current(scenario, SIEGE, path) >= 0
    if name == "engagement-pikes":
        assert current(scenario, SIEGE, "b.quality") == scenario.setup.b.kind.quality
    if name == "volley-wall":
        wounded = scenario.replaced({"shooters.1.men": 8, "shooters.1.wounded": 8})
        assert dict(usual_sweep(wounded))["shooters.1.men"] == (8,)
    # None goes beyond the most that there can be.
    most = {"sortie-knights": {"sortie.men": 12, "sortie.mounted": 11}, "healing-six": {"wounded": 58}}
    most["fire-fight-bridge"] = {"a.groups.1.strength": 40}
    most["melee-line"] = {"attackers.men": 20, "defenders.men": 20, "attackers.kind": "knight", "attackers.mounted": 18}
    full = scenario.replaced(most.get(name, {}))
    for path, values in usual_sweep(full):
        assert current(full.replaced({path: values[-1]}), SIEGE, path) == values[-1]
