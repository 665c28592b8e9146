"""Waves against lines in depth: the worked chain, the order of leaders, distances, the special rules of Las Navas."""

import pytest

from engine.solving import best_value
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
BASE = load_scenario("waves-vanguard")
KNIGHTS, PIKES = {"kind": "knights", "value": 2, "gap": 2}, {"kind": "pikemen", "value": 3}
WALL = {"kind": "pikemen", "value": 9, "strength": 40, "quality": 12}
PLAIN = {"turns": 1, "depth": 10, "a": {}, "b": {}, "policies": {"a": {}, "b": {"act": "hold"}}}


def made(waves, lines, changes=None, rules=READ):
    return build(BASE.replaced({**PLAIN, "waves": waves, "lines": lines, **(changes or {})}), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def test_a_wave_on_a_line_is_an_engagement():
    """The knights and pikes of the worked engagement; the next line is too far, and too strong to break."""
    commands = {"a.army_bonus": 1}
    broken = [
        exact([KNIGHTS], [PIKES, WALL], {**commands, "turns": turns}).mean("lines_broken").value
        for turns in (1, 2, 3, 4)
    ]
    assert broken == pytest.approx([0.1, 0.14, 0.396, 0.6144], abs=1e-12)


@pytest.mark.slow
def test_the_best_decisions_by_state_win_at_least_as_often_as_policies():
    waves, lines = [KNIGHTS, KNIGHTS | {"value": 4, "kind": "sergeants"}], [PIKES, PIKES]
    policies = ({}, {"reserve": 1}, {"lead": "highest"}, {"named": "army"}, {"charge": False})
    process, *others = (made(waves, lines, {"turns": 2, "depth": 1, "policies.a": mine}) for mine in policies)
    free = [name for name in process.plan if name.startswith("a.")]
    found = best_value(process, free, {"a": 1}, "last_line_reached")
    followed = [run(one, engine="exact").probability("last_line_reached").value for one in (process, *others)]
    assert found > max(followed)
    assert len(set(followed)) > 3


@pytest.mark.parametrize(("radius", "reached"), [(None, 0.7389), (1, 0.7930), (2, 0.8165), (3, 0.8198), (5, 0.8198)])
def test_the_radius_of_the_army_leader_is_seen_to_matter(radius, reached):
    result = run(build(load_scenario("waves-banner").replaced({"a.radius": radius}), NAVAS), engine="exact")
    assert result.probability("last_line_reached").value == pytest.approx(reached, abs=5e-5)
