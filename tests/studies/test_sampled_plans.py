"""The best plan by a sampled search."""

import pytest

from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import Best
from mangonel.studies.sampled_plans import best_or_sampled, best_plan

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
LADDER = load_scenario("ladder-one:wall-last")


@pytest.fixture(scope="module")
def wall():
    return best_plan(LADDER, SIEGE, "defenders", trials=1000, seed=3)


def test_the_plan_that_is_found_plays_to_its_value(wall):
    exact = run(wall.plan, engine="exact").probability("besiegers").value
    shipped = run(build(LADDER, SIEGE), engine="exact").probability("besiegers").value
    assert abs(exact - wall.value.value) < 5 * wall.value.se
    assert abs(shipped - wall.shipped.value) < 5 * wall.shipped.se
    assert wall.gain.low <= shipped - exact <= wall.gain.high
    # The best fixed plan of the wall: shots at the wall first, and oil at the foot; 19.87 %.
    assert wall.changes["policies.shoot_wall"] == "first"
    assert exact < 0.25


def test_no_single_change_is_better_by_more_than_is_said(wall):
    exact = run(wall.plan, engine="exact").probability("besiegers").value
    for path, value in (
        ("policies.oil_at", "climber-first"),
        ("policies.facing", "fight"),
        ("policies.aim", "wounded"),
    ):
        alone = run(build(LADDER.replaced({path: value}), SIEGE), engine="exact").probability("besiegers").value
        assert exact - alone <= wall.missed


def test_a_found_rule_is_a_plan_of_the_scenario_and_the_same_seed_finds_it_again():
    found, again = (best_plan(load_scenario("siege-relief"), SIEGE, trials=400, seed=1) for _ in range(2))
    assert [str(clause) for clause in found.clauses["assault"]] == ["yes while day >= 8"]
    assert (again.changes, again.clauses, again.value.value) == (found.changes, found.clauses, found.value.value)
    lists = {name: [str(clause) for clause in clauses] for name, clauses in found.clauses.items()}
    pasted = found.scenario.replaced({**found.changes, "decisions": lists})
    mine, theirs = (run(process, engine="exact").outcomes for process in (build(pasted, SIEGE), found.plan))
    assert (mine == theirs).all()


def test_exact_where_it_can_be():
    small = LADDER.replaced({"turns": 3})
    assert isinstance(best_or_sampled(small, SIEGE, "defenders"), Best)
    assert not isinstance(best_or_sampled(small, SIEGE, "defenders", state_limit=10, trials=200), Best)


def test_a_side_that_decides_nothing_is_refused():
    with pytest.raises(DataError, match="no such side decides anything here"):
        best_plan(LADDER, SIEGE, "bystanders", trials=200)


def test_a_chance_that_no_game_saw_is_not_certain():
    found = best_plan(load_scenario("volley-wall"), SIEGE, value="destroyed", trials=200)
    assert (found.value.value, found.value.low) == (0, 0)
    assert found.value.high == found.shipped.high > 0.01
    with pytest.raises(DataError, match="too few trials"):
        best_plan("volley-wall", trials=1)
    # Two of its values are refused and not played.
    assert best_plan("line-leader", trials=200).tried == 26
