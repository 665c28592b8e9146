"""More men, engines, oil or days never help the other side: exact odds of small scenarios, and the cases where rules or policies say otherwise."""

import numpy as np
import pytest

from cases import cases
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from pace import slow_after

CASES = cases(__file__)

RULES = {name: load_rules(name) for name in ("siege", "croisades")}
ROUNDING = 1e-12
"""Exact odds are sums of floats."""

LONG = ("siege-tower-duel", "siege-relief", "sortie-battery", "healing-storm", "ram-sortie:fire")

SUCCESS = CASES["SUCCESS"]
"""What the attackers (of healing: the wounded side, of panic: the enemy) want. A sector cleared is as good as a foothold: the
foothold alone becomes likelier with a larger reserve, because fewer sectors are cleared before."""


def changed(*parts):
    """Return changes of a scenario: those of the names that are given, and further ones."""
    return {key: value for part in parts for key, value in (CASES[part] if isinstance(part, str) else part).items()}


LADDER, BATTERY, LINE, COVERED = map(changed, ("LADDER", "BATTERY", "LINE", "COVERED"))
FIGHTS = changed("LADDER", "FIGHTS")


def chances(name, changes, key, values, rules="siege"):
    """Return the exact chance of success for each value of a key."""
    scenario = load_scenario(name).replaced(changes)
    played = [run(build(scenario.replaced({key: value}), RULES[rules]), engine="exact") for value in values]
    return np.array([result.probability(SUCCESS[name]).value for result in played])


def quick_and_long(cases):
    """Return cases for `pytest.mark.parametrize`, all but the first of a scenario, and those that take long, marked slow."""
    first = {case[0]: case for case in reversed(cases)}
    return [
        pytest.param(*case, marks=() if case is first[case[0]] and case[0] not in LONG else pytest.mark.slow)
        for case in cases
    ]


@pytest.mark.parametrize("rules", slow_after(1, RULES, 1))
@pytest.mark.parametrize(("name", "changes", "key", "values"), quick_and_long(CASES["HELPS"]))
def test_more_of_it_never_hurts_its_own_side(name, changes, key, values, rules):
    found = chances(name, changed(*changes), key, values, rules)
    assert np.all(np.diff(found) >= -ROUNDING)
    assert found[-1] - found[0] > ROUNDING


@pytest.mark.parametrize("rules", slow_after(1, RULES, 1))
@pytest.mark.parametrize(("name", "changes", "key", "values"), quick_and_long(CASES["HINDERS"]))
def test_more_of_it_never_helps_the_other_side(name, changes, key, values, rules):
    found = chances(name, changed(*changes), key, values, rules)
    assert np.all(np.diff(found) <= ROUNDING)
    assert found[0] - found[-1] > ROUNDING


@pytest.mark.parametrize("rules", RULES)
def test_the_more_days_the_more_men_are_fit(rules):
    result = run(build(load_scenario("healing-six").replaced({"casualties": []}), RULES[rules]), engine="exact")
    fit = [result.by_turn("fit", day).value for day in range(1, result.turns + 1)]
    assert np.all(np.diff(fit) >= -ROUNDING)
    assert fit[-1] - fit[0] > 3


def test_a_guard_keeps_his_own_archers_from_shooting():
    """Nobody shoots at the party beside the engines as long as a besieger lives there (EN 1.44)."""
    beside = BATTERY | {"turns": 5, "archers.men": 3, "archers.weapon": "longbow", "besiegers.men": 0}
    with_archers = chances("sortie-battery", beside, "besiegers.men", (0, 1))
    assert with_archers[1] > with_archers[0] + ROUNDING
    without = chances("sortie-battery", beside | {"archers.men": 0}, "besiegers.men", (0, 1))
    assert without[1] <= without[0]


def test_who_pours_oil_does_not_topple():
    """Oil harms the man on the ladder; a toppled ladder has to be raised again as well."""
    found = chances("ladder-one", LADDER, "defenders.oil", (0, 1, 2, 3))
    assert found[0] > found[1]
    assert found[1] < found[2] < found[3]


def test_covering_archers_may_empty_a_hex_too_early():
    """Driven into the reserve before anybody climbs, a man is not there to be fought in that turn, and is back unhurt before the climber crosses."""
    strong = FIGHTS | COVERED | {"turns": 5, "approach": [], "first": "defenders", "besiegers.kind": "knight-on-foot"}
    strong |= {"covering.weapon": "longbow", "covering.distance": 10, "defenders.reserve": 1}
    strong |= {"policies.cover_fire": "always"}
    strong |= {"width": 1, "foothold": 1, "defenders.on_wall": 1}
    found = chances("ladder-one", strong, "covering.men", (0, 1, 2))
    assert np.all(np.diff(found) < -ROUNDING)


def test_an_empty_hex_may_be_safer_than_a_man_on_it():
    """Whoever climbs fights the man at once and takes his place if he wins; on an empty hex the reserve steps before he crosses."""
    weak = LADDER | {"turns": 3, "approach": [], "width": 1, "foothold": 1, "defenders.kind": "bowman"}
    weak |= {"defenders.reserve": 1, "defenders.oil": 0, "defenders.on_wall": 0}
    found = chances("ladder-one", weak, "defenders.on_wall", (0, 1))
    assert found[1] > found[0] + ROUNDING


def test_a_side_that_gives_way_after_so_many_losses_is_not_helped_by_more_men():
    """`break_off.losses` is a number of men: the same losses come sooner where more men may be hit."""
    apart = LINE | {"turns": 2, "attackers.men": 4, "policies.attackers.together": 1, "defenders.front": 1}
    found = chances("melee-line", apart | {"break_off.defenders.losses": 2}, "defenders.men", (2, 3, 4))
    assert np.all(np.diff(found) > 0)
    assert np.all(np.diff(chances("melee-line", apart, "defenders.men", (2, 3, 4))) < 0)


def test_men_who_stand_still_alone_and_attack_in_pairs():
    """With `attack_from` one man makes no attack that two make together, and an attack may hurt its own men."""
    alone = {"turns": 5, "break_off": {}, "first": "defenders", "attackers.men": 1, "attackers.kind": "knight-on-foot"}
    alone |= {
        "attackers.terrain": "-",
        "attackers.room": 1,
        "defenders.kind": "knight-on-foot",
        "defenders.terrain": "scrub",
    }
    alone |= {
        "policies.defenders.attack_from": "3-1",
        "policies.defenders.follow": True,
        "policies.defenders.together": 5,
    }
    alone |= {"policies.defenders.target": "fit", "policies.attackers.target": "fit"}
    found = chances("melee-line", alone, "defenders.men", (1, 2))
    assert found[1] > found[0]
    ready = chances("melee-line", alone | {"policies.defenders.attack_from": "1-1"}, "defenders.men", (1, 2))
    assert ready[1] < ready[0]


def test_the_foothold_alone_may_rise_with_the_reserve():
    """A sector that would have been cleared at once is held long enough for a foothold."""
    changes = LADDER | {"foothold": 2, "turns": 10, "besiegers.kind": "knight-on-foot", "defenders.on_wall": 1}
    played = []
    for reserve in (0, 1):
        scenario = load_scenario("ladder-one").replaced(changes | {"defenders.reserve": reserve})
        played.append(run(build(scenario, RULES["siege"]), engine="exact"))
    none, one = played
    assert one.probability("foothold").value > none.probability("foothold").value + ROUNDING
    assert one.probability("foothold+cleared").value < none.probability("foothold+cleared").value - ROUNDING
