"""Decisions: followed by a plan, decided best by state, differentiated and weighed anew."""

from dataclasses import replace

import numpy as np
import pytest

from engine.games import PUSH, duel, gamble
from engine.solving import solve
from mangonel.engine.exact import Chain, chain_of, exactly, starting
from mangonel.engine.policy import following
from mangonel.engine.process import Column, Decision, Options, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.values import Passes, backward, derivatives
from mangonel.errors import SequenceError

ROUNDING = 1e-12


def won(chain, states):
    return (chain.endings(states) == 1).astype(float)


def best(process, free, sides):
    chain, solution = solve(process, free, won, sides)
    return float(solution.values[0][int(chain.states.add(process.layout.pack(process.layout.start))[0]), 0])


def test_a_plan_answers_decisions():
    # A sixth twice: 1 - (5/6)^2.
    assert run(gamble(), engine="exact").probability("won").value == pytest.approx(11 / 36, abs=ROUNDING)


@pytest.mark.parametrize(
    ("free", "sides", "value"),
    [
        # Left may push, right yields as planned: a third twice, 1 - (2/3)^2.
        (["push"], {"left": 1}, 5 / 9),
        # Right stands: pushing wins a sixth, as waiting does.
        (["push", "stand"], {"left": 1, "right": -1}, 11 / 36),
        # Left waits as planned: right has nothing to say.
        (["stand"], {"right": -1}, 11 / 36),
        # Left wants to lose: he waits.
        (["push"], {"left": -1}, 11 / 36),
    ],
)
def test_the_best_option_by_state_as_by_hand(free, sides, value):
    assert best(gamble(), free, sides) == pytest.approx(value, abs=ROUNDING)


def test_an_answer_that_is_no_option_is_an_error_with_its_phase():
    process = gamble()
    for plan, reason in (
        ({"push": lambda s, options: "both", "stand": lambda s, options: "yield"}, "'both' is none of the options"),
        ({"stand": lambda s, options: "yield"}, "nothing answers the decision 'push'"),
    ):
        other = Process(process.name, [], process.phases, process.endings, 2, plan=plan)
        with pytest.raises(SequenceError, match=f"phase 'gamble' .*{reason}"):
            run(other)


def hunt(chance):
    """A game of two tables: a shot hits with a chance in ten, and what is hit falls with another."""
    shot = Roll(
        "shot",
        tuple("h" if face < chance else "-" for face in range(10)),
        Roll.of("d", range(10)).die,
        key="shot",
        outcomes=("-", "h"),
    )
    fall = Roll.chance("falls", 2, 5)

    def act(s, dice):
        if dice.roll(shot) == "h" and dice.roll(fall) == "falls":
            s.left -= 1
        if s.left == 0:
            s.ending = 1

    return Process("hunt", [Column("left", 2, 2)], [Phase("shoot", act), Phase("shoot again", act)], ("over",), 6), shot


@pytest.mark.parametrize("known", [True, False])
def test_other_tables_weigh_the_branches_anew(known):
    process, _ = hunt(0)
    process.learnt["chain"] = chain = Chain(process, every_outcome=True)
    if known:
        chain.reach(process, process.limit, 1000)
    exactly(process, starting(process), 1000)
    runs = sum(table.runs for table in chain.tables)
    for chance in (0, 3, 7, 10):
        other, shot = hunt(chance)
        factors = chain.rolls.weights()
        _, first = chain.rolls.first["shot"]
        factors[first : first + len(shot.outcomes)] = [shot.chances[outcome] for outcome in shot.outcomes]
        chain.weigh(factors)
        ledger, *_ = exactly(process, starting(process), 1000)
        keys, weights = ledger.cells()
        assert weights @ (ledger.outcomes(keys)[:, 0] == 1) == pytest.approx(
            run(other, engine="exact").probability("over").value, abs=ROUNDING
        )
    assert not known or sum(table.runs for table in chain.tables) == runs


def test_a_policy_leads_where_the_plan_has_not_been():
    chances = [Roll.chance("hit", tenths, 10) for tenths in (1, 9)]

    def aim(s, dice):
        s.aimed = dice.choose(PUSH, (0, 1))

    def shoot(s, dice):
        s.ending = int(dice.roll(chances[s.aimed]) == "hit")

    phases = [Phase("aim", aim), Phase("shoot", shoot)]
    process = Process("aim", [Column("aimed", 1)], phases, ("won",), 1, plan={"push": lambda s, options: 0})
    process.learnt["chain"] = chain = Chain(process, frozenset({"push"}))
    assert run(process, engine="exact").probability("won").value == pytest.approx(0.1, abs=ROUNDING)
    chain.reach(process, process.limit, 1000)
    solution = backward(chain, process.limit, won, best={"left": 1})
    followed = following(chain, solution.picks, ["push"])
    assert run(followed, engine="exact").probability("won").value == pytest.approx(0.9, abs=ROUNDING)


PUSHES = {"push": lambda s, options: "push", "stand": lambda s, options: "stand"}


@pytest.mark.parametrize("process", [hunt(3)[0], replace(gamble(), plan=PUSHES)])
def test_derivatives_are_those_of_differences(process):
    chain = Chain(process, frozenset(process.plan), every_outcome=True)
    chain.reach(process, process.limit, 1000)
    start = process.layout.pack(process.layout.start), np.ones(1), 0
    value, slopes = Passes(chain, process.limit, won, start).value({}), derivatives(chain, process, won)
    assert value == pytest.approx(run(process, engine="exact").probability(process.endings[0]).value, abs=ROUNDING)
    factors = chain.rolls.weights()
    for factor in range(1, len(factors)):
        changed = factors.copy()
        changed[factor] += 1e-6
        chain.weigh(changed)
        higher = Passes(chain, process.limit, won, start).value({})
        assert (higher - value) / 1e-6 == pytest.approx(slopes[factor], abs=1e-4)
        chain.weigh(None)


def test_both_sides_decide_by_turns():
    """Left takes one or two of a heap, then right; whoever takes the last wins: a heap of three is lost for left."""
    take = [Decision("left", "left"), Decision("right", "right")]

    def phase(side):
        def act(s, dice):
            if s.heap == 0:
                return
            s.heap -= dice.choose(take[side], (1, 2) if s.heap > 1 else (1,))
            if s.heap == 0:
                s.ending = side + 1

        return Phase(f"side {side}", act)

    def heap(size):
        plan = {"left": lambda s, options: 1, "right": lambda s, options: 1}
        return Process("heap", [Column("heap", 9, size)], [phase(0), phase(1)], ("left", "right"), 9, plan=plan)

    for size in range(1, 10):
        assert best(heap(size), ["left", "right"], {"left": 1, "right": -1}) == (size % 3 != 0)
    assert run(duel(), engine="exact").exact


def test_a_plan_looks_only_at_the_options_it_asks_for():
    def act(s, dice):
        left = Options(("one", "two"), lambda column: getattr(s, column) > 0)
        column = dice.choose(Decision("which", "left"), left)
        setattr(s, column, getattr(s, column) - 1)
        if column == "one":
            s.ending = 1

    def first(_s, options):
        return next(column for column in ("one", "two") if column in options)

    columns = [Column("one", 1, 1), Column("two", 3, 3)]
    process = Process("options", columns, [Phase("take", act)], ("done",), 3, plan={"which": first})
    assert run(process, engine="exact").probability("done", by_turn=1).value == 1
    (table,) = chain_of(process).tables
    # Whatever is left of the second, it is not looked at.
    assert {int(table.find(process.layout.pack([0, 1, two]), 1)[0]) for two in range(4)} == {0}
    # Left may take the second three times, and never end the game.
    assert best(process, ["which"], {"left": -1}) == 0
