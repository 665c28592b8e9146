"""Leaders over a battle: initiative by class, wounds, deaths, captures, succession."""

from fractions import Fraction

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.engine.values import solve
from mangonel.errors import DataError
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.systems.filo.initiative import initiative_odds
from mangonel.systems.scenario import build, load_scenario

READ = load_rules("filo-read")
BASE = load_scenario("command-duel")
PLAIN = {"value": 3, "bonus": 1}


def made(ours, theirs, changes=None, rules=READ):
    armies = {"turns": 1, "a.leaders": ours, "b.leaders": theirs, "decisive": True, **(changes or {})}
    return build(BASE.replaced(armies), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def lines_of(dice, *what, **more):
    return [event.text for event in play_trace(made(*what, **more), dice=iter(dice)).events]


def test_classes_of_initiative_by_hand():
    """With equal bonuses C1 73/648, C2 41/72, C3 191/648, C4 5/216."""
    found = exact([PLAIN], [PLAIN])
    both = [found.tally(f"a_{name}").value + found.tally(f"b_{name}").value for name in ("one", "names", "silences")]
    chances = [Fraction(73, 648), Fraction(41, 72), Fraction(191, 648), Fraction(5, 216)]
    assert [found.tally("nobody").value, *both] == pytest.approx([float(one) for one in chances], abs=1e-12)
    assert found.tally("a_first").value == pytest.approx(0.5, abs=1e-12)


def test_who_has_the_initiative_goes_by_the_table():
    other = READ.replaced(cells=[CellChange("initiative", "4..7", "class", "C1")])
    found = exact([PLAIN], [PLAIN], rules=other)
    assert found.tally("nobody").value == pytest.approx(float(Fraction(73 + 191, 648)), abs=1e-12)


@pytest.mark.parametrize(("bonus", "value"), [(3, 3), (1, 2), (0, 5)])
def test_initiative_goes_by_the_bonus_of_the_army_leader(bonus, value):
    found = exact([{"value": value, "bonus": bonus}], [PLAIN, {"value": 4, "bonus": 9}])
    odds = initiative_odds(READ, bonus_a=bonus, bonus_b=1)
    for letter, name in (("C2", "one"), ("C3", "names"), ("C4", "silences")):
        assert found.tally(f"a_{name}").value == pytest.approx(float(odds.get((letter, "a"), 0)), abs=1e-12)


def test_a_leader_in_one_attack_by_hand():
    """Wounded 0.03, dead 0.01; a second wound is death."""
    found = exact([{**PLAIN, "attacks": 1}], [PLAIN])
    assert found.mean("a_wounded").value == pytest.approx(0.03, abs=1e-12)
    assert found.mean("a_dead").value == pytest.approx(0.01, abs=1e-12)
    assert found.probability("a_leader_lost").value == pytest.approx(0.01, abs=1e-12)
    found = exact([{**PLAIN, "shots": 2}], [PLAIN])
    assert found.mean("a_dead").value == pytest.approx(0.01 + 0.96 * 0.01 + 0.03 * 0.04, abs=1e-12)
    both = READ.replaced(options={"leader-test-face": "nine-and-zero"})
    assert exact([{**PLAIN, "attacks": 1}], [PLAIN], rules=both).mean("a_wounded").value == pytest.approx(0.06)


def test_who_is_taken_counts_more_than_who_is_dead_but_not_the_army_leader():
    risky = {**PLAIN, "destroyed": 10}
    found = exact([PLAIN], [PLAIN, risky])
    assert (found.mean("b_captured").value, found.mean("a_points").value) == (pytest.approx(1.0), pytest.approx(5.0))
    found = exact([PLAIN], [risky, PLAIN])
    assert found.probability("b_leader_lost").value == pytest.approx(1.0)
    assert found.mean("a_points").value == 0.0


def test_the_highest_value_follows_and_his_bonus_counts():
    army = [{**PLAIN, "destroyed": 10}, {"value": 2, "bonus": 4}, {"value": 5, "bonus": 0}]
    found = exact(army, [PLAIN], {"turns": 2, "decisive": False})
    lines = lines_of([(1, 2), (1, 1), 0, (1, 2), (1, 1)], army, [PLAIN], {"turns": 2, "decisive": False})
    assert "leader a3 leads the army" in lines
    assert "side a: initiative, dice 1+2 -> 3" in lines
    assert found.mean("a_captured").value == pytest.approx(1.0)


def test_a_replacement_has_a_value_and_a_bonus_of_his_own():
    army = [{**PLAIN, "destroyed": 10, "replacement_bonus": 2, "replacement_value": 9}]
    lines = lines_of([(1, 2), (1, 1), 0, (1, 2), (1, 1)], army, [PLAIN], {"turns": 2, "decisive": False})
    assert "side a: initiative, dice 1+2, +2 army leader -> 5" in lines


@pytest.mark.parametrize(
    ("policy", "silenced"), [("army", "leader b1"), ("strongest", "leader b2"), ("busiest", "leader b3")]
)
def test_whom_class_four_silences(policy, silenced):
    rivals = [{**PLAIN, "shots": 1}, {"value": 2, "bonus": 3}, {"value": 2, "bonus": 0, "attacks": 2}]
    dice = [(6, 6), (1, 1), *[0] * 3]
    lines = lines_of(dice, [PLAIN], rivals, {"policies.a.silences": policy})
    assert f"{silenced} does not act" in lines
    assert len([line for line in lines if line.startswith("leader b3: risk")]) == (0 if policy == "busiest" else 2)
    # One alone must act, unless an option says otherwise.
    veto = READ.replaced(options={"veto-alone": "veto"})
    alone = [{**PLAIN, "attacks": 1}]
    assert "leader b1 does not act" not in lines_of(dice, [PLAIN], alone)
    assert "leader b1 does not act" in lines_of(dice, [PLAIN], alone, rules=veto)


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
