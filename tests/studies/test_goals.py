"""Goals of a design: their file, a ranking by them, and the changes of cells that meet them."""

from __future__ import annotations

from pathlib import Path

import pytest

import mangonel as mg
from cases import cases, text_of
from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.errors import DataError, StateLimitError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.editable import EditableGame, quantity
from mangonel.studies.rank import GoalValue
from mangonel.studies.solve import LetterOrder, load_goals
from pace import slow_after

pytestmark = pytest.mark.slow

CASES = cases(__file__)

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RAM = text_of(__file__, "goals_ram.toml")


@pytest.fixture
def file(write):
    return lambda text: write("goals.toml", text)


@pytest.mark.parametrize(("old", "new", "error"), CASES["test_a_wrong_file_of_goals_says_what_is_allowed"])
def test_a_wrong_file_of_goals_says_what_is_allowed(file, old, new, error):
    path = file(RAM.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_goals(path)
    assert str(caught.value).startswith(f"{path}: {error}")


def test_a_goal_that_no_rule_set_can_be_asked_is_refused(file):
    path = file(RAM.replace('"breach"', '"breech"'))
    with pytest.raises(DataError, match=r"goal.1.of: no such ending, side or measure: 'breech'; did you mean 'breach'"):
        mg.rank(path, ["siege"])
    with pytest.raises(DataError, match=r"goal.1.between: a probability is a share of 1: 40 % is 0.4: 90.0"):
        mg.rank(file(RAM.replace("[0.80, 0.90]", "[80, 90]")), ["siege"])
    with pytest.raises(DataError, match=r"goal.1.between: a probability is a share of 1: 40 % is 0.4: -0.1"):
        mg.rank(file(RAM.replace("[0.80, 0.90]", "[-0.1, 0.90]")), ["siege"])


def test_rule_sets_are_ranked_by_what_they_miss(file):
    ranking = mg.rank(file(RAM), ["siege", "siege-it"])
    frame = ranking.to_frame()
    assert list(frame["rules"]) == ["siege-it", "siege"]
    assert list(frame["met"]) == [True, False]
    # As the run says: 69.31 %, a tenth and a bit short.
    assert frame["miss"][1] == pytest.approx(0.8 - 0.6931025, abs=1e-7)
    assert ranking.help.met
    assert "All goals (1) are met by Siege, Italian supplement" in ranking.summary()


def test_turns_measures_and_ratios_are_goals(file):
    more = text_of(__file__, "goals_more.toml")
    (design,) = mg.rank(file(RAM + more), ["siege"], help_nearest=False).designs
    _, turns, ratio = design.by_goal
    played = run(build(load_scenario("ram-gate:fire"), load_rules("siege")), engine="exact")
    other = run(build(load_scenario("ram-gate:fire"), load_rules("siege-it")), engine="exact")
    mean, limit = played.mean("turn").value, load_scenario("ram-gate:fire").setup.turns
    assert turns.miss == pytest.approx(mean - 2)
    assert turns.cost == pytest.approx((mean - 2) / limit)
    assert ratio.value.value == pytest.approx(played.probability("breach").value / other.probability("breach").value)
    assert ratio.cost == pytest.approx(ratio.value.value - 0.5)
    # The solver weighs what is missed as the ranking does.
    solution = mg.solve(file(RAM + more), "siege", cells=1, tables=["fire"])
    costs = [target.cost(target.before.value) for target in solution.targets]
    assert costs == pytest.approx([value.cost for value in design.by_goal])


def test_best_decisions_are_goals(file, monkeypatch):
    best = RAM + 'decisions = "best"\n'
    (design,) = mg.rank(file(best), ["siege"], help_nearest=False).designs
    # The wall at its best with arrows; see the tests of best.
    assert design.by_goal[0].value.value == pytest.approx(0.3252, abs=0.01)
    with pytest.raises(DataError, match=r"goal.1.decisions: the solver weighs tables under shipped decisions only"):
        mg.solve(file(best), "siege")
    # Nobody says whether a side wants much or little of a mean.
    mean = best.replace('of = "breach"', 'of = "besiegers_dead"')
    assert mean != best
    with pytest.raises(
        DataError, match=r"goal.1.of: best decisions are those for an ending or a side: 'besiegers_dead'"
    ):
        mg.rank(file(mean), ["siege"], help_nearest=False)

    def too_many(*_values, **_keys):
        raise StateLimitError("too many")

    monkeypatch.setattr("mangonel.studies.rank.best", too_many)
    with pytest.raises(DataError, match=r"goal.1.decisions: best decisions are found exactly, and this scenario has"):
        mg.rank(file(best), ["siege"], help_nearest=False)


KNIGHTS = ("filo-read", "knights", "light horse win")


@pytest.mark.parametrize(("rules", "goals", "told"), slow_after(1, [("siege", "ram", "A better ram"), KNIGHTS], 1))
def test_answers_are_confirmed_by_runs_and_by_the_overlay_that_is_written(rules, goals, told, tmp_path):
    solution = mg.solve(EXAMPLES / f"{goals}-goals.toml", rules, cells=1)
    assert solution.met
    assert told in solution.summary()
    for answer in solution.answers:
        assert list(map(float, answer.confirmed)) == pytest.approx(list(map(float, answer.values)), abs=1e-12)
        assert all(
            target.cost(value.value) == 0 for target, value in zip(solution.targets, answer.confirmed, strict=True)
        )
    overlay = tmp_path / "mine.toml"
    overlay.write_text(solution.overlay(name="mine"), encoding="utf-8")
    first = solution.targets[0]
    played = run(build(first.game.scenario, load_rules(str(overlay))), engine="exact")
    assert first.asked.of(played).value == pytest.approx(solution.answers[0].confirmed[0].value, abs=1e-12)


@pytest.mark.release
def test_two_cells_of_the_ladder_are_found_with_the_ram_held():
    solution = mg.solve(EXAMPLES / "assault-goals.toml", "siege")
    assert solution.met
    assert "not twice as easy as in Croisades: 0.75 to 0.92" in solution.overlay()
    for answer in solution.answers:
        assert list(map(float, answer.confirmed)) == pytest.approx(list(map(float, answer.values)), abs=1e-12)
        assert abs(answer.confirmed[-1].value - solution.targets[-1].before.value) <= 0.01


def test_that_nothing_meets_the_goals_is_said_with_the_nearest(file):
    path = file(RAM.replace("[0.80, 0.90]", "[0.999, 1]"))
    solution = mg.solve(path, "siege", cells=1)
    assert not solution.met
    text = solution.summary()
    assert "No change of 1 cell was found that meets the goals" in text
    assert solution.answers[0].missed_by == pytest.approx(0.999 - solution.answers[0].confirmed[0].value)


@pytest.mark.parametrize("study", [mg.rank, mg.solve])
def test_a_ratio_to_a_value_that_never_comes_is_refused(file, study):
    path = file(RAM.replace('of = "breach"', 'of = "breach"\nset = { turns = 1 }\nagainst = "siege-it"'))
    with pytest.raises(DataError, match=r"goal.1.against: there is no ratio to a value of 0 under this rule set"):
        study(path, ["siege"] if study is mg.rank else "siege")


def test_a_ratio_of_a_number_that_no_sampled_game_saw_is_uncertain(file):
    path = file(RAM.replace('of = "breach"', 'of = "breach"\nset = { turns = 14 }\nagainst = "siege-it"'))
    how = {"engine": "monte-carlo", "trials": 16, "seed": 2, "help_nearest": False}
    ratio = mg.rank(path, ["siege"], **how).designs[0].by_goal[0].value
    # Exactly it is 0.17 / 1.17.
    assert ratio.value == ratio.low == 0
    assert ratio.high > 0.1435


@pytest.mark.parametrize(
    ("value", "se", "sure"), [(0.85, 0.01, True), (0.7, 0.01, True), (0.85, 0.1, False), (0.95, 0.1, False)]
)
def test_an_interval_that_reaches_across_the_limits_is_marked(file, value, se, sure):
    (goal,) = load_goals(file(RAM)).goals
    asked = quantity(goal.of, build(goal.scenario, load_rules("siege")))
    assert GoalValue(goal, asked, Estimate.of_normal(value, se)).sure == sure


def test_a_number_that_is_held_exactly_and_stays_is_not_marked_as_moved(file):
    path = file(RAM + text_of(__file__, "goals_held.toml"))
    solution = mg.solve(path, "siege", cells=1)
    assert solution.met
    marked = [line for line in solution.summary().splitlines() if " !" in line and "outside" not in line]
    assert len(marked) == 1
    assert marked[0].split()[:2] == ["as", "printed"]


def test_tables_stay_in_order():
    order = LetterOrder(load_rules("siege").table("melee-foot"))
    assert order.kept({("melee-foot", "3", "3-1"): "C"})
    assert not order.kept({("melee-foot", "3", "3-1"): "A"})
    assert not order.kept({("melee-foot", "9", "1-1"): "F"})
    fire = LetterOrder(load_rules("siege").table("fire"))
    assert fire.kept({("fire", "6", "spread"): "F"})
    assert not fire.kept({("fire", "3", "spread"): "F"})


def test_goals_of_a_game_that_is_sampled_are_met_on_common_dice(file):
    levy = (
        RAM.replace("ram-gate:fire", "panic-levy")
        .replace('"breach"', '"enemies"')
        .replace("[0.80, 0.90]", "[0.5, 0.9]")
    )
    exact = mg.solve(file(levy), "siege", cells=1)
    sampled = mg.solve(file(levy), "siege", cells=1, engine="monte-carlo", trials=4_000, seed=3)
    assert sampled.sampled
    assert not exact.sampled
    assert sampled.met == exact.met
    for answer in sampled.answers:
        (confirmed,), (weighed,) = answer.confirmed, answer.values
        assert not confirmed.exact
        assert confirmed.low < confirmed.value < confirmed.high
        (game,) = {target.game for target in exact.targets}
        value = game.estimates([exact.targets[0].asked], answer.cells)[0].value
        assert abs(weighed.value - value) <= 5 * weighed.se
    assert "common random numbers" in sampled.summary()
    designs = mg.rank(file(levy), ["siege", "croisades"], engine="monte-carlo", trials=4_000).designs
    # On the same dice rule sets that are the same to the scenario have the same number.
    assert len({design.by_goal[0].value.value for design in designs}) == 1


def test_one_pass_values_several_goals_as_each_alone():
    learnt = EditableGame(load_scenario("ram-gate"), load_rules("siege"))
    asked = [quantity(name, learnt.process) for name in ("breach", "turns", "besiegers_dead")]
    factors = learnt.factors({("fire", "6", "extinguish"): "-"})
    together = learnt.weighed(asked, factors)
    result = learnt.result(factors)
    assert together == pytest.approx([each.of(result).value for each in asked], abs=1e-12)
