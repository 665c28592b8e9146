"""Leaders over a battle: initiative by class, wounds, deaths, captures, succession."""

import pytest

from engine.judging import solve
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

READ = load_rules("filo-read")
BASE = load_scenario("command-duel")
PLAIN = {"value": 3, "bonus": 1}


def made(ours, theirs, changes=None, rules=READ):
    armies = {"turns": 1, "a.leaders": ours, "b.leaders": theirs, "decisive": True, **(changes or {})}
    return build(BASE.replaced(armies), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"a.leaders": []}, "a.leaders: 1 to 6 leaders"),
        ({"a.leaders": [{"value": 0, "bonus": 1}]}, "a.leaders.1.value"),
        ({"a.leaders": [{"value": 1, "bonus": 10}]}, "a.leaders.1.bonus"),
        ({"policies.a.silences": "weakest"}, "policies.a.silences"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said):
        BASE.replaced(changes)


def test_the_best_leader_to_silence_is_chosen_by_state():
    """The army leader of the rivals is at risk only if he attacks: another one is silenced."""
    rivals = [{**PLAIN, "attacks": 6}, PLAIN]
    process = made([{"value": 3, "bonus": 9}], rivals, {"turns": 2})
    ending = process.endings.index("b_leader_lost") + 1

    def won(chain, level, states):
        return ((level.states.words[0, states] & chain.layout.mask[0]) == ending).astype(float)

    chain, solution = solve(process, ["a.silences"], won, {"a": 1})
    first = int(chain.first.states.add(process.layout.pack(process.layout.start))[0])
    never = exact([{"value": 3, "bonus": 0}], [{"value": 3, "bonus": 9, "attacks": 6}, PLAIN], {"turns": 2})
    assert solution.values[0][first, 0] == pytest.approx(never.probability("b_leader_lost").value, abs=1e-12)
    assert run(process, engine="exact").probability("b_leader_lost").value < solution.values[0][first, 0]
