"""What `import mangonel` promises, and what somebody types who knows the game and not the program."""

import doctest
import inspect
import math
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.text import Text

import mangonel as mg
from cases import cases
from mangonel.engine.intervals import Estimate
from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.studies import attribute as attributing
from mangonel.studies import compare as comparing

SHORT = 300


def test_odds_are_asked_by_name():
    odds = mg.odds.melee(8, 3, terrain="ladder", against="battlement")
    # As on the command line (tests/cli/files.py).
    assert odds["-"] == Fraction(1, 2)
    assert odds["C"] == Fraction(1, 10)
    assert odds.at_least("B") == Fraction(2, 5)
    assert odds["attacker wounded"] == Fraction(1, 5)
    assert list(odds.to_frame()["rules"].unique()) == ["siege"]
    assert "retreats 1 hex" in odds.summary()
    both = mg.odds.heal(rules=["siege", mg.load_rules("croisades")])
    assert [answer.rules.id for answer in both.answers] == ["siege", "croisades"]


def test_odds_of_another_game_are_asked_by_its_name():
    assert "combat" in dir(mg.odds.filo)
    assert mg.odds.filo.initiative.__doc__


def test_a_question_of_one_game_alone_needs_no_name_of_it():
    combat = {"attacker": "Ch:4:6", "defender": "Pi:4:6", "charge": True}
    assert repr(mg.odds.combat(**combat)) == repr(mg.odds.filo.combat(**combat))
    # Both games shoot: it is the usual one that is asked.
    assert "siege" in repr(mg.odds.missile(weapon="longbow", distance=20, cover="none"))
    assert list(inspect.signature(mg.odds.fire).parameters) == list(inspect.signature(mg.odds.cryhavoc.fire).parameters)


def test_no_question_is_called_like_a_module_of_the_room():
    import mangonel.odds
    from mangonel.api.rolls import question_names

    modules = {file.stem for file in Path(mangonel.odds.__file__).parent.glob("*.py")}
    assert not modules & set(question_names())
    assert set(question_names()) <= set(dir(mg.odds))


@pytest.mark.parametrize("name", ["simulat", "odds.mele", "odds.filo.fir"])
def test_wrong_names_have_a_near_one(name):
    there, _, last = name.rpartition(".")
    found = mg
    for part in filter(None, there.split(".")):
        found = getattr(found, part)
    with pytest.raises(AttributeError, match="did you mean"):
        getattr(found, last)


def test_a_scenario_is_played_by_name_with_other_values():
    for ask in (mg.simulate, mg.compare, mg.worth, mg.trace, mg.best):
        assert repr(ask("panic-one")) != repr(ask("panic-one", **{"rules.panic.panic": 3})), ask
    plans = [mg.best_plan("volley-wall", trials=200, **{"targets.men": by}) for by in (1, 9)]
    assert len(set(map(repr, plans))) == 2
    played = mg.simulate("panic-one", "croisades", turns=1)
    scenario = mg.load_scenario("panic-one").replaced({"turns": 1})
    wanted = mg.run(mg.build(scenario, mg.load_rules("croisades")))
    assert played.probability("calm") == wanted.probability("calm")
    assert isinstance(played.result, Result)
    assert list(played.endings.columns) == ["ending", "p", "turn_10", "turn_25", "turn_median", "turn_75", "turn_90"]
    assert played.endings["p"].sum() == pytest.approx(1)
    sampled = mg.simulate("panic-one", engine="monte-carlo", trials=100)
    assert {"p_lo", "p_hi"} <= set(sampled.endings)
    for frame in (played.means, played.counters, played.turn_by_turn, played.to_frame()):
        assert isinstance(frame, pd.DataFrame)
    assert played.to_frame()["p"].is_monotonic_decreasing


def test_comparisons_sweeps_and_decisions_are_what_they_were():
    siege, croisades = mg.load_rules("siege"), mg.load_rules("croisades")
    scenario = mg.load_scenario("panic-one")
    found = mg.compare("panic-one")
    assert isinstance(found, comparing.Comparison)
    wanted = comparing.compare(scenario, siege, croisades)
    assert found.to_frame().equals(wanted.to_frame())
    assert mg.compare(scenario, siege, croisades).to_frame().equals(wanted.to_frame())
    assert set(found.endings["kind"]) == {"ending", "side"}
    by_name = mg.sweep("panic-one", ending="calm", turns=[1, 2])
    as_before = mg.sweep(scenario, siege, x=("turns", (1, 2)), ending="calm")
    assert by_name.estimates == as_before.estimates
    ranked = mg.tactics("panic-one", choices={"policies.dies_first": ("panicked",)})
    assert len(ranked.ranked("calm")) == 1


STUDIES = {
    "simulation": lambda: mg.simulate("panic-one"),
    "comparison": lambda: mg.compare("panic-one"),
    "sweep": lambda: mg.sweep("panic-one", turns=[1, 2]),
    "grid": lambda: mg.sweep("panic-levy", turns=[1, 2], leaders=[0, 1]),
    "tactics": lambda: mg.tactics("panic-one", choices={"turns": (1,)}),
}


@pytest.mark.parametrize("name", STUDIES)
def test_what_comes_out_shows_itself(name):
    found = STUDIES[name]()
    assert len(repr(found)) < SHORT
    text = found.summary()
    assert max(map(len, text.splitlines())) <= 80
    assert "Roster: Made-up values" in text
    assert "<table" in found._repr_html_()
    assert found.summary(lang="de") != text
    if name != "tactics":
        assert isinstance(found.plot(), Axes)
    plt.close("all")


@pytest.mark.parametrize("kind", ["endings", "turns", "series", "targets"])
def test_a_result_is_drawn_in_several_ways(kind):
    assert isinstance(mg.compare("volley-wall").plot(kind), Axes)
    plt.close("all")


def test_what_is_read_says_what_it_is_in_a_line():
    rules, scenario = mg.load_rules("siege"), mg.load_scenario("ladder-one")
    sequence = mg.build(scenario, rules)
    parts = (rules, scenario, sequence, rules.table("melee-foot"), mg.play_trace(mg.build("panic-one"), seed=1))
    assert [len(repr(one)) < SHORT for one in (*parts, mg.odds.topple())] == [True] * 6
    assert rules.digest in repr(rules)


def test_lists_are_frames():
    game = mg.trace("panic-one", seed=1)
    told = game.to_frame()
    assert list(told["text"]) == [event.text for event in game.events]
    assert set(told["dice"]) > {""}
    assert set(mg.scenarios()["scenario"]) >= {"ladder-one", "ram-gate"}
    assert set(mg.rules()["rules"]) >= {"siege", "croisades"}


def test_one_of_the_usual_rule_sets_is_compared_with_the_other():
    found = mg.compare("panic-one", "croisades")
    assert (found.left_rules, found.right_rules) == ("siege", "croisades")


def test_a_plot_of_tactics_says_by_its_units_which_side_decides():
    labels = mg.tactics("engagement-knights", turns=2).plot().get_yticklabels()
    names = [label.get_text().split(",")[0] for label in labels]
    assert (len(names), set(names)) == (15, {"knights", "sergeants"})


SCENE = {"targets.men": 3, "turns": 3}


def test_names_give_what_objects_give():
    by_name = mg.attribute("volley-wall", "siege", "croisades", **SCENE)
    scenario = mg.load_scenario("volley-wall").replaced(SCENE)
    by_object = attributing.attribute(scenario, mg.load_rules("siege"), mg.load_rules("croisades"))
    assert by_name.effects
    assert [effect.difference for effect in by_name.effects] == [effect.difference for effect in by_object.effects]
    assert len(by_name.unasked) == len(by_object.unasked) > 0
    frame = by_name.to_frame("shooters")
    chances = {effect.alone.chance_of("shooters").estimate.value for effect in by_object.effects}
    assert set(frame["alone"]) == chances
    assert frame[["alone", "last"]].abs().max(axis=1).is_monotonic_decreasing


def test_it_shows_itself():
    attribution = mg.attribute("volley-wall", "siege", "croisades", **SCENE)
    moving = sum(not effect.idle for effect in attribution.effects)
    assert repr(attribution).startswith(f"<Attribution siege to croisades: {moving} of ")
    assert "What each difference does" in attribution.summary()
    assert "<table" in attribution._repr_html_()


def test_differences_by_name_are_those_of_the_rule_sets():
    siege, croisades = mg.load_rules("siege"), mg.load_rules("croisades")
    assert mg.differences("siege") == mg.differences("siege", "croisades") == mg.differences(siege, croisades)
    assert mg.differences("filo-read", "navas")
    assert mg.differences("siege", "siege") == ()


ROOT = Path(__file__).resolve().parents[2]

PUBLIC = {
    "Chapter", "Column", "Decision", "Dice", "Die", "Estimate", "Hex", "HexMap", "MangonelError", "Measure", "Phase", "Process", "Result",
    "Roll", "Side", "Simulation", "__version__", "attribute", "best", "best_plan", "build", "compare", "differences", "load_goals", "load_rules", "load_scenario", "odds", "play_trace", "plot", "position", "rules",
    "rank", "reach", "run", "scenarios", "sensitivity", "shapley", "simulate", "solve", "survey", "sweep", "tactics", "trace", "until_it_ends", "worth", "worth_by_state",
}  # fmt: skip


def test_public_names_are_these_and_there():
    assert set(mg.__all__) == PUBLIC
    for name in PUBLIC:
        assert getattr(mg, name) is not None


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, mangonel; print(sorted(set(sys.modules) & {'numpy', 'pandas', 'scipy', 'matplotlib', 'click'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_python_of_the_first_page_runs(capsys):
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    exec(compile(code, "python.md", "exec"), {})
    shown = capsys.readouterr().out
    assert "<Odds melee; siege: " in shown
    assert "5.30" in shown.partition("last turn")[2]
    assert "foothold" in shown


mpl.use("Agg")
MEN = "besiegers.men"


def test_an_estimate_is_a_number():
    chance = Estimate(0.3574, 0.01, 0.34, 0.38, exact=False)
    assert (float(chance), round(chance, 2), math.floor(chance)) == (0.3574, 0.36, 0)
    assert chance > 0.3
    assert 0.3 < chance <= Estimate.of_exact(0.5)
    assert (int(Estimate.of_exact(4.9)), 4**chance) == (4, 4**0.3574)
    assert f"{chance:.1%}" == "35.7%"
    assert f"{chance}" == str(chance) == "0.36 (0.34 to 0.38)"
    assert max([chance, Estimate.of_exact(0.1)]) is chance


def test_a_game_is_played_on_from_a_position():
    start, later = mg.simulate("ladder-one"), mg.simulate("ladder-one", position="turn=5, besiegers=4")
    assert later["foothold"] < start["foothold"]
    for fours in (4, (4, 4)):
        there = mg.simulate("ladder-one", position={"turn": 5, "besiegers": fours})
        assert there["besiegers"] == later["besiegers"]
    tried = mg.tactics("ladder-one", choices={"policies.facing": ["fight"]}, place="turn=5, besiegers=4")
    assert tried.base.probability("besiegers") == later["besiegers"]
    assert repr(mg.position(mg.build("ladder-one"), 5, besiegers=4)).startswith("<Position ladder-assault: turn=5, bes")
    for wrong in ("besiegers=4", {"besiegers": 4}, {"turn": 5, "besiegers": (1, 2, 3)}):
        with pytest.raises(mg.MangonelError, match=r"turn=9|the least and the largest"):
            mg.simulate("ladder-one", position=wrong)


def test_a_sweep_takes_a_mapping_and_names_its_columns():
    swept = mg.sweep("panic-one", x={"turns": range(1, 3)})
    assert list(swept.to_frame()["turns"]) == [1, 2]
    assert list(mg.sweep("panic-one", x=("turns", [1, 2])).to_frame()["p"]) == list(swept.to_frame()["p"])


def test_numbers_of_numpy_are_numbers():
    two = np.int64(2)
    assert repr(mg.odds.melee(np.int64(8), two)) == repr(mg.odds.melee(8, 2))
    assert repr(mg.simulate("panic-one", turns=two)) == repr(mg.simulate("panic-one", turns=2))
    swept = mg.sweep("panic-one", x={"turns": np.arange(1, 3)}, y={"rules.panic.panic": np.arange(2)})
    assert {type(number) for number in swept.xs + swept.ys} == {int}


GOALS = ROOT / "docs/examples/ram-goals.toml"
CASES = cases(__file__)


@pytest.mark.parametrize(("call", "said"), CASES["test_what_is_wrong_gives_one_clear_error"])
def test_what_is_wrong_gives_one_clear_error(call, said):
    with pytest.raises(DataError) as error:
        eval(call)
    assert said in str(error.value)


def test_the_state_limit_of_an_error_can_be_given():
    assert mg.simulate("panic-one", engine="exact", state_limit=200)["calm"] == mg.simulate("panic-one")["calm"]
    with pytest.raises(mg.MangonelError, match=r"more than 1 states .*\(state_limit=\)"):
        mg.simulate("panic-one", engine="exact", state_limit=1)


def test_what_a_call_says_is_not_blamed_on_a_file():
    for ask in (
        lambda: mg.simulate("panic-one", turns="8"),
        lambda: mg.sweep("panic-one", x={"turns": ["8"]}),
        lambda: mg.tactics("panic-one", choices={"turns": ["8"]}),
    ):
        with pytest.raises(mg.MangonelError, match=r"^turns: must be a whole number, not a text: '8'"):
            ask()


def test_names_of_the_top_level():
    assert mg.rules("siege")["ladder-topple"].to_frame().iloc[0, 0] == "T"
    assert mg.trace("panic-one", seed=1, turns=1).turn == 1
    survey = mg.survey("siege", "croisades", scenarios=["healing-six"])
    assert [row.scenario.file.stem for row in survey.rows] == ["healing-six"]
    assert len(survey.plot().lines)


def test_studies_draw_themselves_with_titles():
    for study, title in (
        (mg.odds.melee(8, 3, rules=["siege", "croisades"]), "Melee"),
        (mg.attribute("healing-six"), "All back: Croisades minus Siege and Cry Havoc"),
        (mg.survey(scenarios=["healing-six"]), "Chance that the outcome in question happens, scenario by scenario"),
    ):
        assert title in [text.get_text() for text in study.plot().figure.findobj(Text)]


TRIED = ("attribute", "compare", "decide", "sampled_plans", "sensitivity", "shown", "survey", "sweep", "tactics")
MODULES = ["mangonel", "mangonel.odds", "mangonel.rules", "mangonel.api.play"]
MODULES += [f"mangonel.studies.{name}" for name in TRIED]
HOW = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = import_module(name)
    # The finder looks into a package while names of it are imported; its own examples are those of its docstring.
    found = doctest.DocTestFinder(recurse=not hasattr(module, "__path__")).find(module, name)
    runner = doctest.DocTestRunner(optionflags=HOW)
    for one in found:
        runner.run(one)
    plt.close("all")
    assert runner.tries > 0
    assert runner.failures == 0
