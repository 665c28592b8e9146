"""A whole siege, day by day: what can be worked by hand, orders, how it ends, and wrong files."""

from itertools import pairwise

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.cryhavoc.siege_campaign import Wants, post_defenders, tell_off
from mangonel.systems.scenario import build, load_scenario
from systems.made_sieges import EMPTY_WALL, FAR_AWAY, FOUR_HEAVY, MELEE, RAM, SIEGE, besieged, near, policies, scenario


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_a_breach_and_nobody_on_the_wall(engine):
    # 12 points: 8 in 10. The castle is taken on the morning after the breach. After a roll of 1 or 2 (4C, 3C) there are
    # 6 or 9 points the next day: 4 or 6 in 10.
    result = besieged(bombardment=FOUR_HEAVY, assault=EMPTY_WALL, turns=3, engine=engine)
    by_day_2 = 0.8 + 0.1 * 0.4 + 0.1 * 0.6
    for name, value in (
        ("taken 1", 0.0),
        ("taken 2", 0.8),
        ("taken 3", by_day_2),
    ):
        found = result.probability("taken", by_turn=int(name[-1]))
        assert found.value == pytest.approx(value, abs=max(5 * found.se, 1e-12)), name
    assert result.tally("assaults").value == pytest.approx(by_day_2, abs=0.01)


def test_waiting_for_a_day_or_for_more_breaches():
    assert besieged(assault=EMPTY_WALL, **policies(from_day=4)).probability("taken", by_turn=3).value == 0
    assert besieged(assault=EMPTY_WALL, **policies(from_day=4)).probability("taken", by_turn=4).value == 1
    hexes = [{"name": name, "wall": "outer", "marks": 3} for name in "ab"]
    for breaches, taken in ((1, 0.8), (2, 0.0)):
        result = besieged(
            bombardment={"engines": {"heavy": 4}, "hexes": hexes},
            assault=EMPTY_WALL,
            turns=2,
            policies={"breaches": breaches},
        )
        assert result.probability("taken").value == near(taken)


def test_a_breach_may_be_no_matter():
    # It is there from day 2 in 8 of 10 sieges, and nobody uses it before day 4.
    content = {"bombardment": FOUR_HEAVY, "assault": EMPTY_WALL}
    result = besieged(**content, **policies(breaches=0, from_day=4))
    assert result.probability("taken", by_turn=3).value == 0
    assert result.probability("taken", by_turn=4).value == 1


@pytest.mark.parametrize(("rest", "assaults"), [(0, 9), (1, 5), (2, 3), (8, 1)])
def test_days_of_rest(rest, assaults):
    # Nothing happens in one turn so far from the wall. Days 2 to 10.
    result = besieged(assault=FAR_AWAY, **policies(from_day=2, rest=rest))
    assert result.tally("assaults").value == assaults
    assert result.probability("undecided").value == 1


@pytest.mark.parametrize(("limits", "day"), [({"assaults": 2}, 4), ({"turn": 3}, 3), ({"assaults": 5, "turn": 8}, 8)])
def test_giving_up(limits, day):
    result = besieged(assault=FAR_AWAY, break_off=limits, **policies(rest=2))
    assert result.probability("given_up").value == 1
    assert result.mean("turn").value == day


def test_given_up_with_nobody_left():
    # Two men against four: until both are dead or out for good; with healing the wounded may come back.
    content = {"besiegers": 2, "defenders": 4, "bombardment": FOUR_HEAVY, "breach": MELEE, "turns": 4}
    none = besieged(**content | {"policies": {"healing": False}})
    some = besieged(**content)
    assert none.probability("given_up").value > some.probability("given_up").value > 0
    assert none.tally("besiegers_back").value == 0 < some.tally("besiegers_back").value


def test_relief_comes_in_the_evening_and_giving_up_goes_before():
    content = {"assault": FAR_AWAY, "relief": 3, **policies()}
    assert besieged(**content).mean("turn").value == 3
    assert besieged(**content).probability("relieved").value == 1
    both = besieged(break_off={"turn": 3}, **content)
    assert both.probability("given_up").value == 1
    taken = [
        besieged(bombardment=FOUR_HEAVY, assault=EMPTY_WALL, relief=day).probability("taken").value for day in (1, 2, 3)
    ]
    assert taken[0] == 0
    assert all(one < other for one, other in pairwise(taken))


def test_nobody_shoots_on_a_day_of_assault_and_engines_are_whole_after_it():
    # Day 1: an assault. Day 2: 12 points again whatever day 1 was; no assault before day 4.
    walls = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer"}]}
    result = besieged(bombardment=walls, assault=FAR_AWAY, turns=3, **policies(rest=2))
    assert result.tally("rolls").value == 2
    # The second day after damage: 1 (4C, 6 points left), 2 (3C, 9), 3 (2C, 9), 4 (1C, 9), else 12.
    assert result.tally("damages").value == near(0.8 + 0.1 * (0.4 + 3 * 0.6) + 0.6 * 0.8)
    rested = besieged(bombardment=walls, assault=FAR_AWAY, turns=3, policies={"from_day": 2, "rest": 0})
    assert rested.tally("rolls").value == 1


WANTS = {
    "ram": Wants(6, 3, 2),
    "breach": Wants(8, 1, 6),
    "tower": Wants(7, 3, 4),
    "assault": Wants(10, 2, 5),
}
ORDER = ("ram", "breach", "tower", "assault")


@pytest.mark.parametrize(
    ("order", "men", "is_open", "told"),
    [
        (ORDER, 40, "ram hex tower", {"ram": 6, "breach": 8, "tower": 7, "assault": 10}),
        (ORDER, 16, "ram hex tower", {"ram": 6, "breach": 8, "assault": 2}),
        (ORDER, 15, "ram hex tower", {"ram": 6, "breach": 8}),
        (ORDER, 2, "ram tower", {"assault": 2}),
        (ORDER, 1, "ram hex tower", {"breach": 1}),
        (ORDER, 1, "ram tower", {}),
        (ORDER, 10, "ram", {"ram": 6, "breach": 4}),
        (("breach", "ram", "assault"), 10, "ram", {"ram": 6, "assault": 4}),
        (ORDER, 10, "", {"assault": 10}),
    ],
)
def test_telling_off_besiegers(order, men, is_open, told):
    parts = [*is_open.replace("hex", "breach").split(), "assault"]
    assert tell_off(order, WANTS, men, parts.__contains__) == told


@pytest.mark.parametrize(
    ("policy", "men", "posted"),
    [
        ("even", 17, {"ram": 2, "breach": 6, "tower": 4, "assault": 5}),
        ("even", 9, {"ram": 2, "breach": 3, "tower": 2, "assault": 2}),
        ("even", 30, {"ram": 2, "breach": 6, "tower": 4, "assault": 5}),
        ("even", 3, {"ram": 0, "breach": 1, "tower": 1, "assault": 1}),
        ("in-order", 9, {"ram": 0, "breach": 6, "tower": 3, "assault": 0}),
        ("in-order", 16, {"ram": 1, "breach": 6, "tower": 4, "assault": 5}),
    ],
)
def test_posting_defenders(policy, men, posted):
    assert post_defenders(policy, WANTS, men, ORDER) == posted


def test_losses_fit_the_men_there_are():
    result = run(build(load_scenario("siege-great"), SIEGE), engine="monte-carlo", trials=2_000, seed=5)
    for side, men in (("besiegers", 40), ("defenders", 24)):
        lost = result.column(f"{side}_dead") + result.column(f"{side}_wounded")
        assert lost.max() <= men
        assert result.by_turn(f"{side}_fit", 0).value == men


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
def test_every_edition_plays_a_siege(name):
    result = run(build(load_scenario("siege-breach"), load_rules(name)), engine="exact")
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)


def relieved(rules=SIEGE, **changes):
    scenario = load_scenario("siege-relief").replaced({key.replace("__", "."): value for key, value in changes.items()})
    result = run(build(scenario, rules), engine="exact")
    return np.array([result.probability(ending).value for ending in ("taken", "given_up", "relieved")])


@pytest.mark.parametrize("name", ["siege", "croisades"])
def test_a_siege_that_may_end_in_every_way(name):
    odds = relieved(load_rules(name))
    assert np.all((odds > 0.15) & (odds < 0.6))
    assert odds.sum() == pytest.approx(1, abs=1e-12)


def test_healing_and_the_day_of_relief_decide_it():
    taken, given_up, lost = relieved()
    _, without, _ = relieved(policies__healing=False)
    assert without > given_up + 0.1
    sooner, _, then = relieved(relief=10)
    assert sooner < taken - 0.1
    assert then > lost + 0.1


def test_the_report_of_a_day():
    game = play_trace(build(scenario(bombardment=FOUR_HEAVY, assault=EMPTY_WALL), SIEGE), dice=[7])
    assert [(event.turn, event.phase, event.text) for event in game.events if event.die is None] == [
        (1, "engines are allotted", "at wall: 4 heavy (12 points)"),
        (1, "shots at wall", "wall is down"),
        (2, "morning", "a day of assault"),
        (2, "morning", "told off for the assault: 4 besiegers, 0 defenders"),
        (2, "assault", "nobody is there to defend"),
        (2, "assault", "the castle is taken"),
    ]


@pytest.mark.parametrize(
    ("content", "path", "words"),
    [
        ({}, "", "at least one part"),
        ({"asault": EMPTY_WALL}, "asault", "did you mean 'assault'"),
        ({"assault": EMPTY_WALL | {"wdith": 2}}, "assault.wdith", "width"),
        ({"assault": EMPTY_WALL | {"foothold": 2}}, "assault.foothold", "must be 1"),
        ({"assault": {"scenario": "ladder-none"}}, "assault.scenario", "ladder-one"),
        ({"assault": {"scenario": "ram-gate"}}, "sequence", "ladder-assault"),
        ({"assault": {"scenario": "ladder-one", "turns": 3}}, "assault.turns", "scenario"),
        ({"assault": EMPTY_WALL, "kinds": ("spearmen", "spearman")}, "besiegers.kind", "spearman"),
        ({"assault": EMPTY_WALL, "ram": RAM | {"hex": "wall"}}, "ram.hex", "no bombardment"),
        ({"bombardment": FOUR_HEAVY, "ram": RAM | {"hex": "wal"}}, "ram.hex", "wall"),
        ({"ram": RAM | {"stock": 0}}, "ram.stock", "1 to 9"),
        ({"bombardment": FOUR_HEAVY | {"engines": {}}, "assault": EMPTY_WALL}, "bombardment.engines", "at least one"),
        ({"assault": EMPTY_WALL, "policies": {"order": ["asault"]}}, "policies.order.1", "assault"),
        ({"assault": EMPTY_WALL, "policies": {"order": ["ram", "ram"]}}, "policies.order.2", "twice"),
        ({"assault": EMPTY_WALL, "policies": {"order": ["ram"]}}, "policies.order", "left out"),
        ({"assault": EMPTY_WALL, "policies": {"breaches": 0}}, "policies.from_day", "a day"),
        ({"assault": EMPTY_WALL, "policies": {"garrison": "evenly"}}, "policies.garrison", "even"),
        ({"assault": EMPTY_WALL, "break_off": {"assaults": 0}}, "break_off.assaults", "1 to 200"),
    ],
)
def test_one_mistake_one_message(content, path, words):
    with pytest.raises(DataError) as caught:
        scenario(**content)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_mistakes_that_only_the_rules_know_name_their_part():
    with pytest.raises(DataError) as caught:
        besieged(ram=RAM | {"wall": "inner", "marks": 1}, options={"inner-wall-d-count": "1"}, **policies())
    assert caught.value.path == "ram.marks"
    walls = {"engines": {"heavy": 1}, "hexes": [{"name": "ward", "wall": "inner", "marks": 2}]}
    with pytest.raises(DataError) as caught:
        besieged(bombardment=walls, assault=EMPTY_WALL, options={"inner-wall-d-count": "1"})
    assert caught.value.path == "bombardment.hexes.1.marks"
