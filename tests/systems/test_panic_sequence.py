"""Panic: odds worked by hand from the table, what every policy and option moves, and wrong files.

The table: nothing on 1 to 5; 6, 7 and 8 one, two and three men panic; 9 and 10 three and six men rout.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.scenario import build, load_scenario

SIEGE = load_rules("siege")
WHEN_HIT = {"second-panic": "when-hit"}
OUT_OF_REACH = {"panicked-reach": "out-of-reach"}


def panic(options=None, **changes):
    """Men without a leader, one death, one turn, if nothing else is said."""
    plain = {
        "turns": 1,
        "knights": 0,
        "soldiers": 0,
        "peasants": 0,
        "edge": 0,
        "broken": None,
        "deaths": {},
        "policies": {},
    }
    named = plain | {key.replace("__", "."): value for key, value in changes.items()}
    named["broken"] = named["broken"] or named["soldiers"] + named["peasants"]
    return build(load_scenario("panic-one").replaced(named), SIEGE.replaced(options=options or {}))


def exact(options=None, **changes):
    return run(panic(options, **changes), engine="exact")


def told(*dice, options=None, **changes):
    return play_trace(panic(options, **changes), dice=dice)


def close(wanted):
    return pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_one_death(engine):
    result = run(panic(soldiers=7), engine=engine, trials=200_000, seed=8)
    wanted = {"panics": 0.1 * (1 + 2 + 3), "routs": 0.1 * (3 + 6), "tests": 1, "rallied": 0}
    for name, mean in wanted.items():
        found = result.tally(name)
        assert found.value == pytest.approx(mean, abs=max(5 * found.se, 1e-12)), name
    calm = result.probability("calm")
    assert calm.value == pytest.approx(0.5, abs=max(5 * calm.se, 1e-12))


def test_no_more_men_than_there_are():
    result = exact(soldiers=2)
    assert result.tally("panics").value == close(0.1 * (1 + 2 + 2))
    assert result.tally("routs").value == close(0.1 * (2 + 2))
    assert result.probability("broken").value == close(0.4)


@pytest.mark.parametrize(("first", "concerned"), [("knight", 1), ("soldier", 1), ("peasant", 0)])
def test_whom_a_death_concerns(first, concerned):
    # Soldiers do not care for peasants, peasants for everybody.
    for kind, tests in (("soldiers", concerned), ("peasants", 1)):
        result = exact(**{kind: 7}, deaths__first=first)
        assert result.tally("tests").value == close(tests)
        assert result.tally("panics").value == close(0.6 * tests)
    # With three of each, six rout together or three peasants alone.
    routs = exact(soldiers=3, peasants=3, deaths__first=first).tally("routs").value
    assert routs == close(0.1 * (3 + 3 * (1 + concerned)))


def test_knights_are_never_seized():
    result = exact(knights=5, soldiers=1, rally_each=0)
    assert result.tally("panics").value == close(0.3)
    assert result.tally("routs").value == close(0.2)


@pytest.mark.parametrize(("value", "seized"), [("peasants", "peasants"), ("soldiers", "soldiers")])
def test_policy_panics_first(value, seized):
    game = told(7, soldiers=2, peasants=2, policies__panics_first=value)
    assert [event.text for event in game.events if event.text.startswith("in panic")] == [
        f"in panic: 2 of the {seized}"
    ]


def test_second_panic():
    # Two panic in turn 1. At the next death they rout at once, or when a roll hits them.
    plan = {"soldiers": 6, "turns": 2, "deaths__more": 1}
    game = told(7, 1, **plan)
    assert (game.measures["panicked"], game.measures["routed"], game.measures["dead"]) == (0, 2, 1)
    game = told(7, 1, options=WHEN_HIT, **plan)
    assert (game.measures["panicked"], game.measures["routed"]) == (2, 0)
    # Three are hit: two who have panicked and one who was calm, or three calm men.
    for hit_first, panicked, routed in (("panicked", 1, 2), ("calm", 5, 0)):
        game = told(7, 8, options=WHEN_HIT, policies__hit_first=hit_first, **plan)
        assert (game.measures["panicked"], game.measures["routed"]) == (panicked, routed)


def test_out_of_reach():
    plan = {"soldiers": 3, "turns": 2, "deaths__more": 1}
    for options in (OUT_OF_REACH, OUT_OF_REACH | WHEN_HIT):
        # The only calm man dies, and nobody is left to be tested.
        game = told(7, options=options, **plan)
        assert (game.measures["panicked"], game.measures["routed"], game.measures["dead"]) == (2, 0, 1)
        assert game.tallies["tests"] == 1
    # In reach of the second death the two who have panicked rout, and nobody is left to be tested either.
    assert told(7, **plan).measures["routed"] == 2


@pytest.mark.parametrize(("value", "panicked"), [("calm", 1), ("panicked", 0)])
def test_policy_dies_first(value, panicked):
    plan = {"soldiers": 3, "turns": 2, "deaths__more": 1, "policies__dies_first": value}
    assert told(6, 1, options=WHEN_HIT, **plan).measures["panicked"] == panicked


def test_who_dies():
    # A peasant is wanted; then a soldier, a peasant, a knight.
    plan = {"deaths__more": 9, "turns": 4, "rally_each": 0, "knights": 1}
    game = told(1, 1, 1, soldiers=1, peasants=1, deaths__class="peasant", **plan)
    deaths = [event.text for event in game.events if event.text.endswith("dies")]
    assert deaths == ["a soldier dies", "a peasant dies", "a soldier dies"]
    assert game.ending == "broken"
    game = told(1, 1, 1, soldiers=1, peasants=1, deaths__class="knight", **plan)
    deaths = [event.text for event in game.events if event.text.endswith("dies")]
    assert deaths == ["a soldier dies", "a knight dies", "a soldier dies", "a peasant dies"]
    assert game.measures["dead"] == 3


@pytest.mark.parametrize(("risk", "deaths"), [(10, 3.0), (4, 1.2)])
def test_risk(risk, deaths):
    # It is always one of eight knights who dies, and they calm whoever panics or routs in the same turn.
    plan = {"knights": 8, "soldiers": 2, "rally_each": 2, "turns": 4, "deaths__more": 3, "deaths__class": "knight"}
    result = exact(**plan, deaths__risk=risk)
    assert result.mean("dead").value == close(deaths)
    assert result.probability("calm").value == close(1)


@pytest.mark.parametrize(
    ("edge", "gone"), [(0, [0, 0, 0, 0]), (1, [3, 3, 3, 3]), (2, [3, 3, 3, 3]), (3, [0, 3, 3, 3]), (5, [0, 0, 0, 3])]
)
def test_the_edge_of_the_map(edge, gone):
    # Three rout: their first run is at once, one more in every movement phase.
    for turn, number in enumerate(gone, start=1):
        game = told(9, soldiers=5, turns=turn, edge=edge)
        assert (game.measures["gone"], game.measures["routed"]) == (number, 3 - number)


def test_an_enemy_who_does_not_follow():
    assert exact(soldiers=7).mean("panicked").value == close(0.6)
    assert exact(soldiers=7, enemy_follows=False).mean("panicked").value == 0
    # Men in rout do not come back by themselves.
    assert exact(soldiers=7, enemy_follows=False).mean("routed").value == close(0.9)


@pytest.mark.parametrize(
    ("value", "panicked", "routed"), [("panicked", 0, 3), ("routed", 2, 1), ("panicked-only", 0, 3)]
)
def test_policy_rally(value, panicked, routed):
    # Three rout in turn 1; in turn 2 two panic, and from then on a sergeant calms two men.
    plan = {"soldiers": 8, "turns": 2, "deaths__more": 1, "policies__rally": value}
    game = told(9, 7, leaders=1, leaders_from=2, rally_each=2, **plan)
    assert (game.measures["panicked"], game.measures["routed"]) == (panicked, routed)
    assert game.tallies["rallied"] == 2


def test_who_has_run_most_is_rallied_first():
    # Six rout in turn 1 and three in turn 2; two leaders calm three each in turn 2.
    plan = {"soldiers": 12, "turns": 3, "deaths__more": 1, "edge": 4, "policies__rally": "routed"}
    game = told(10, 9, leaders=2, leaders_from=2, rally_each=3, **plan)
    assert (game.measures["gone"], game.tallies["rallied"]) == (0, 9)
    assert told(10, 9, leaders=1, leaders_from=2, rally_each=3, **plan).measures["gone"] == 3
    # Those of turn 1 make their third run in turn 2 and their fourth in turn 3, if nobody calms them.
    assert told(10, 9, **plan).measures["gone"] == 6


def test_knights_lead_while_they_live():
    plan = {"soldiers": 8, "deaths__more": 1, "deaths__class": "knight", "turns": 2}
    assert told(8, 1, knights=1, rally_each=1, **plan).tallies["rallied"] == 1
    assert told(8, 1, knights=2, rally_each=1, **plan).tallies["rallied"] == 3
    game = told(8, 1, knights=1, rally_each=1, leaders=1, leaders_from=2, **plan)
    # The knight calms one in turn 1, the two others rout when he dies, and the sergeant comes.
    assert (game.tallies["rallied"], game.measures["routed"]) == (2, 1)


def test_endings():
    # One man of four out of hand is enough.
    assert exact(soldiers=4, broken=1).probability("broken").value == close(0.5)
    # As long as somebody may die it is not over.
    result = exact(soldiers=4, turns=2, deaths__more=1)
    assert result.probability("calm", by_turn=1).value == 0
    assert exact(soldiers=4, turns=2).probability("calm", by_turn=1).value == close(0.5)
    # The dead count as well: two of two are gone, whatever the dice.
    assert exact(soldiers=2, turns=3, deaths__more=2).probability("broken").value == 1


def test_more_leaders_never_break_more_men_and_more_deaths_never_fewer():
    base = load_scenario("panic-levy")

    def broken(**changes):
        named = {key.replace("__", "."): value for key, value in changes.items()}
        return run(build(base.replaced(named), SIEGE), engine="exact").probability("broken").value

    by_rally = [broken(rally_each=number, leaders_from=1) for number in range(5)]
    assert np.all(np.diff(by_rally) <= 0)
    assert by_rally[-1] < by_rally[0]
    by_risk = [broken(deaths__risk=risk) for risk in range(1, 11)]
    assert np.all(np.diff(by_risk) > 0)
    by_limit = [broken(broken=number) for number in range(6, 14)]
    assert np.all(np.diff(by_limit) < 0)


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
@pytest.mark.parametrize("which", ["panic-one", "panic-levy"])
def test_every_edition_plays_it(which, name):
    result = run(build(load_scenario(which), load_rules(name)), engine="exact")
    assert result.weights.sum() == close(1)


def test_without_the_rule_nobody_is_seized():
    with pytest.raises(DataError, match="nobody panics under this rule set"):
        panic({"panic-rule": "none"}, soldiers=3)


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"soldiers": 0, "peasants": 0}, "soldiers", "at least one"),
        ({"soldiers": 41}, "soldiers", "0 to 40"),
        ({"edge": 7}, "edge", "0 to 6"),
        ({"rally_each": 7}, "rally_each", "0 to 6"),
        ({"broken": 9}, "broken", "1 to 8"),
        ({"deaths.first": "serf"}, "deaths.first", "peasant"),
        ({"deaths.class": "soldiers"}, "deaths.class", "soldier"),
        ({"deaths.risk": 0}, "deaths.risk", "1 to 10"),
        ({"deaths.more": 61}, "deaths.more", "0 to 60"),
        ({"policies.panics_first": "peasant"}, "policies.panics_first", "peasants"),
        ({"policies.hit_first": "routed"}, "policies.hit_first", "calm"),
        ({"policies.rally": "panicked_only"}, "policies.rally", "panicked-only"),
        ({"policies.dies_first": "wounded"}, "policies.dies_first", "calm"),
        ({"enemy_follow": True}, "enemy_follow", "enemy_follows"),
    ],
)
def test_one_mistake_one_message(changes, path, words):
    with pytest.raises(DataError) as caught:
        load_scenario("panic-one").replaced(changes)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_the_report_of_two_turns():
    plan = {"soldiers": 4, "peasants": 2, "turns": 3, "edge": 3, "leaders": 1, "rally_each": 1}
    game = told(8, 5, 6, deaths__more=1, deaths__risk=5, **plan)
    assert [event.text for event in game.events] == [
        "a soldier dies",
        "the men around him: panic, die 8 -> P3 (3 men panic)",
        "in panic: 2 of the peasants",
        "in panic: 1 of the soldiers",
        "rallied: 1 of the soldiers",
        "enemy's attack, die 5, death up to 5 -> a man dies",
        "a soldier dies",
        "in rout: 2 of the peasants",
        "the men around him: panic, die 6 -> P1 (1 man panics)",
        "in panic: 1 of the soldiers",
        "rallied: 1 of the soldiers",
        "gone for good: 2 of the peasants",
        "all are calm",
    ]
