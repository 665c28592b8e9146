"""Other decisions in the same scenario: ranked, exact and on shared dice, and what is not possible."""

from dataclasses import replace

import pytest

from cases import cases
from mangonel.document.decisions import best_tried, tactics_told
from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.fields import decisions
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.paper.blocks import Paragraph
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import best
from mangonel.studies.differences import apart
from mangonel.studies.fixed_plans import Fixed
from mangonel.studies.tactics import Tactic, policies_of, tactics
from shipped_games import shipped_game

CASES = cases(__file__)

SIEGE = load_rules("siege")
LADDER = load_scenario("ladder-one:wall-last").replaced({"approach": [], "turns": 5})
RAM = load_scenario("ram-gate").replaced({"approach": ["flat_ground x 2"], "turns": 8})
SIGMAS = 5.0


@pytest.mark.parametrize("name", ["siege-breach", "sortie-ram"])
def test_policies_of_a_part_or_party_are_those_of_a_side_of_the_game(name):
    scenario = load_scenario(name)
    known = decisions(scenario.playable.keys, scenario.sequence)
    sides = {side.name for side in shipped_game(name).sides}
    assert {known[path].side for path in policies_of(scenario)} - {""} == sides


def test_a_choice_has_the_odds_of_the_scenario_that_makes_it():
    found = tactics(LADDER, SIEGE, {"policies.facing": ("fight",)})
    (choice,) = found.choices
    fights = run(build(LADDER.replaced({"policies.facing": "fight"}), SIEGE), engine="exact")
    topples = run(build(LADDER, SIEGE), engine="exact")
    assert found.method == "exact"
    for ending in topples.all_endings:
        assert choice.result.probability(ending).value == fights.probability(ending).value
        wanted = fights.probability(ending).value - topples.probability(ending).value
        assert choice.difference(ending).value == wanted
    assert choice.difference("foothold").value > 0.01
    both = choice.difference("foothold+cleared").value
    assert both == pytest.approx(choice.difference("foothold").value + choice.difference("cleared").value)


def test_choices_are_ranked_by_the_ending_that_is_wanted():
    found = tactics(RAM, SIEGE, {"policies.fire_fighters": (0, 2, 6)})
    ranked = [choice.changes["policies.fire_fighters"] for choice in found.ranked("breach")]
    assert ranked == [6, 2, 0]
    assert [choice.changes["policies.fire_fighters"] for choice in found.ranked("destroyed")] == [0, 2, 6]


def test_together_tries_every_combination():
    asked = {"policies.fire_fighters": (0, 6), "archers.men": (1, 2)}
    apart, joint = (tactics(RAM, SIEGE, asked, together=together) for together in (False, True))
    assert [len(choice.changes) for choice in apart.choices] == [1, 1, 1, 1]
    assert [tuple(choice.changes.values()) for choice in joint.choices] == [(0, 1), (0, 2), (6, 1), (6, 2)]


def test_on_shared_dice_the_exact_difference_is_found():
    asked = {"policies.fire_fighters": (2,)}
    exact, sampled = (
        tactics(RAM, SIEGE, asked, **run_by) for run_by in ({}, {"engine": "monte-carlo", "trials": 10_000, "seed": 5})
    )
    assert sampled.method == "common random numbers"
    for ending in exact.base.endings:
        wanted, found = (each.choices[0].difference(ending) for each in (exact, sampled))
        assert abs(found.value - wanted.value) <= (SIGMAS * found.se or found.high)


@pytest.mark.parametrize("engine", ["auto", "monte-carlo"])
def test_an_ending_that_only_one_side_knows_is_never_on_the_other(engine):
    base = load_scenario("volley-wall")
    name = "break_off.losses"
    found = tactics(base, SIEGE, {name: (1, 2)}, engine=engine, trials=2_000)
    for choice in found.choices:
        for change in choice.differences:
            assert change.estimate.value == pytest.approx(change.right.value - change.left.value)
            if change.kind == "ending" and change.name not in found.base.all_endings:
                assert change.left.value == 0


def test_what_changes_nothing_is_idle():
    found = tactics(LADDER, SIEGE, {"policies.fire": ("concentrate",), "policies.facing": ("fight",)})
    assert [choice.idle for choice in found.choices] == [True, False]  # one ladder: nothing to spread over


def test_a_plan_that_trials_do_not_tell_apart_is_not_called_worse():
    how = {"engine": "monte-carlo", "trials": 30, "seed": 1}
    found = tactics("ladder-panic", choices={"policies.aim": ("wounded",)}, **how)
    assert "no plan that was tried gains" in best_tried(found, "besiegers")[0].text
    # A report, which knows the chance by more games, says no other one here, and the difference on shared dice.
    found = tactics(LADDER, choices={"policies.facing": ("fight",)}, engine="monte-carlo", trials=400)
    (line,) = best_tried(found, "besiegers", Estimate.of_exact(0.503))
    assert line.text.endswith("besiegers win 55\xa0% instead of 50.3\xa0%.")


def test_a_decision_that_turns_every_game_changes_an_ending():
    found = tactics(LADDER, SIEGE, {"policies.facing": ("fight",)})
    won = found.base.among("besiegers")
    sides = (replace(found.base, outcomes=found.base.outcomes[of], weights=of[of] / of.sum()) for of in (won, ~won))
    flip = Tactic(found.choices[0].changes, *(both := tuple(sides)), apart(*both))
    sure = replace(found, base=both[0], choices=(flip,))
    told = tactics_told(sure, "besiegers", named=True)
    assert "changes no ending" not in " ".join(block.text for block in told if isinstance(block, Paragraph))


def test_decisions_that_work_together_say_by_how_much():
    alone = {"policies.oil_at": ("climber-first",), "policies.shoot_wall": ("first",)}
    found = tactics(LADDER, SIEGE, alone)
    oil, wall = (choice.difference("besiegers").value for choice in found.choices)
    both = {path: value for path, (value,) in alone.items()}
    study = best(LADDER, SIEGE, "defenders", choose=("facing",))
    told = []
    for more in (0.0312, 0.0, 0.0002):
        study.__dict__["fixed"] = Fixed(both, study.shipped + oil + wall - more, complete=True)
        blocks = tactics_told(found, "besiegers", best=[study])
        told.append(" ".join(block.text for block in blocks if isinstance(block, Paragraph)))
    assert "They work together: +3.1\N{NO-BREAK SPACE}points more than the sum of each alone." in told[0]
    assert "work together" not in told[1] + told[2]


@pytest.mark.slow
def test_all_policies_are_tried_unless_told():
    found = tactics(LADDER.replaced({"turns": 4}), SIEGE)
    tried = [change for choice in found.choices for change in choice.changes.items()]
    left_out = [change for changes, _ in found.left_out for change in changes.items()]
    wanted = [(path, value) for path, values in policies_of(LADDER).items() for value in values]
    assert sorted(map(str, tried + left_out)) == sorted(map(str, wanted))
    # Nobody on this wall has a weapon.
    assert ("policies.facing", "shoot") in left_out
    assert "cannot shoot" in found.left_out[0][1]


def test_a_value_that_was_asked_for_is_an_error():
    with pytest.raises(DataError, match="cannot shoot"):
        tactics(LADDER, SIEGE, {"policies.facing": ("shoot",)})
    with pytest.raises(DataError, match="unknown key"):
        tactics(LADDER, SIEGE, {"policies.facng": ("fight",)})
    with pytest.raises(DataError, match="nothing to choose"):
        tactics(load_scenario("healing-six"), SIEGE)


"""The refusal of a policy that goes with another key; of all others it names the edge to leave by."""


@pytest.mark.parametrize("name", scenario_names())
def test_every_policy_of_every_scenario_can_be_changed(name):
    scenario = load_scenario(name)
    for path, values in policies_of(scenario).items():
        for value in values:
            refused = ""
            try:
                assert scenario.replaced({path: value}).choices[path].value == value
            except DataError as error:
                refused = str(error)
            needed = CASES["NEEDED"].get(path.split(".")[-1], "edge")
            assert not refused or needed in refused, refused


@pytest.mark.parametrize("name", scenario_names("filo"))
def test_when_a_side_has_lost_is_no_decision(name):
    scenario = load_scenario(name)
    lost = {path for path in scenario.choices if path.endswith(".until")}
    assert not lost & set(policies_of(scenario))
    # It is known by its word, and is told as a policy.
    known = decisions(scenario.playable.keys, scenario.sequence)
    assert all(known[path].defines and known[path].side for path in lost)


def test_the_frame_has_every_number_of_every_choice():
    found = tactics(RAM, SIEGE, {"policies.fire_fighters": (0, 6)})
    frame = found.to_frame()
    assert len(frame) == sum(len(choice.differences) for choice in found.choices)
    assert (frame["value"] - frame["as_it_is"]).tolist() == frame["difference"].tolist()


def test_a_wrong_ending_is_refused_before_anything_is_played(monkeypatch):
    def played(*_arguments, **_options):
        raise AssertionError("played")

    monkeypatch.setattr("mangonel.studies.playing.run", played)
    with pytest.raises(DataError, match="did you mean 'foothold'"):
        tactics(LADDER, SIEGE, {"policies.facing": ("fight",)}, ending="cleared+foothod")


def test_choices_are_ranked_by_what_a_side_wins_by_in_each_of_them():
    """Breaking off brings an ending of its own: the defenders win by it where there is one."""
    found = tactics(LADDER, SIEGE, {"break_off.losses": (1, 2)}, ending=" defenders")
    for choice in found.choices:
        won = sum(choice.result.probability(name).value for name in choice.result.sides[1].wins)
        assert choice.difference("defenders").value == pytest.approx(won - found.base.probability("defenders").value)
    ranked = [choice.difference("defenders").value for choice in found.ranked("defenders")]
    assert ranked == sorted(ranked, reverse=True)


@pytest.mark.parametrize(
    ("name", "path", "tried"), CASES["test_policies_that_are_numbers_are_tried_at_those_that_their_keys_name"]
)
def test_policies_that_are_numbers_are_tried_at_those_that_their_keys_name(name, path, tried):
    scenario = load_scenario(name)
    assert list(policies_of(scenario)[path]) == tried
    for value in tried:
        assert scenario.replaced({path: value}).choices[path].value == value
