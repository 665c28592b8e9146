"""The chance of each ending from every state, and games that are played until they end."""

from fractions import Fraction

import numpy as np
import pytest

from engine.games import battering, duel, never_over, solve_duel
from engine.test_footprints import GAMES, turned
from mangonel.engine.forever import until_it_ends
from mangonel.engine.outlook import outlook
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.values import values
from mangonel.errors import SequenceError, StateLimitError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

LIMITED = {name: make for name, make in GAMES.items() if name not in {"no turns", "to the end"}}


@pytest.mark.parametrize("make", LIMITED.values(), ids=LIMITED)
def test_the_start_is_worth_what_a_run_gives(make):
    result, worth = run(make(), engine="exact"), values(make()).at()
    assert worth == pytest.approx(
        {ending: result.probability(ending).value for ending in result.all_endings}, abs=1e-14
    )


def test_every_position_is_worth_what_a_game_from_there_gives():
    worth = values(duel(6))
    for left, right, fear, after in [(2, 2, 0, 0), (1, 2, 0, 1), (1, 1, 1, 2), (2, 1, 0, 4), (1, 1, 0, 6)]:
        there = duel(6 - after).starting(men=(left, right), fear=fear)
        result = run(there, engine="exact")
        found = worth.at({"men": (left, right), "fear": fear}, after=after)
        assert found == pytest.approx({name: result.probability(name).value for name in result.all_endings}, abs=1e-14)


def test_all_positions_of_a_turn_together_are_worth_what_the_game_is():
    # Its first turn goes by a chain of its own.
    game = build(load_scenario("recovery-vanguard"), load_rules("navas"))
    result = run(game, engine="exact")
    looks = outlook(game, game.series[0])
    assert len(looks) > 4
    for look in looks:
        shares, chances = look.shares[look.shares > 0], look.chances[look.shares > 0]
        assert chances.sum(axis=1) == pytest.approx(1), look.turn
        assert shares @ chances[:, 0] == pytest.approx(result.probability("undecided").value, rel=1e-9)


def test_values_by_fractions():
    outcomes, _ = solve_duel(6)
    wanted = [sum((chance for key, chance in outcomes.items() if key[0] == code), Fraction(0)) for code in range(4)]
    assert list(values(duel(6)).at().values()) == pytest.approx([float(chance) for chance in wanted], abs=1e-15)


def test_turns_that_differ_have_their_own_values():
    game = turned(lambda turn: turn in {2, 5})
    worth = values(game)
    # Two coins in the fifth turn, one in each of the last two: heads so far 5, three more needed.
    from_five = worth.at({"heads": 5, "thrown": 1}, after=4)
    assert from_five["over"] == pytest.approx(sum([4, 1]) / 16, abs=1e-15)
    from_four = worth.at({"heads": 4, "thrown": 1}, after=4)
    assert from_four["over"] == pytest.approx(1 / 16, abs=1e-15)


@pytest.mark.parametrize(
    ("position", "after", "message"),
    [
        ({"man": 1}, 0, "no column 'man'; did you mean 'men'"),
        ({"fear": 1}, 0, "no such position comes at the end of turn 0"),
        ({"men": (0, 0)}, 3, "no such position comes at the end of turn 3"),
        ({}, 7, "a turn is one of 0 to 6, not 7"),
        ({"fear": 3}, 1, "starts outside 0..2"),
    ],
)
def test_positions_that_are_none(position, after, message):
    with pytest.raises(SequenceError, match=message):
        values(duel(6)).at(position, after=after)


def test_what_has_no_values():
    with pytest.raises(SequenceError, match="has no turn limit"):
        values(battering(None))
    for nothing in (battering(0), PlaySequence("empty", [], [], ("over",), 3)):
        with pytest.raises(SequenceError, match="nothing happens in it"):
            values(nothing)
    with pytest.raises(StateLimitError, match="too many states"):
        values(duel(6), limit=3)


def test_a_gate_falls_sooner_or_later():
    # Four damages at six in ten: negative binomial.
    found = until_it_ends(battering(3))
    assert found.chances == pytest.approx({"breach": 1.0}, abs=1e-15)
    assert found.turns == pytest.approx(4 / 0.6, abs=1e-13)


def ruin(wall=6):
    """A coin moves a man left or right between two walls, beside which there is a hole to fall in for ever."""
    coin = Roll.chance("right", [6, 3], 10)

    def act(s, dice):
        there = s.hole == 0
        right = dice.roll(coin, there, 0) == 1
        s.place += there * (2 * right.astype(s.place.dtype) - 1)
        s.ending = np.where(s.place == 0, 1, 2 * (s.place == wall))

    return PlaySequence(
        "ruin", [Column("place", wall, 2), Column("hole", 1)], [Phase("step", act)], ("left", "right"), None
    )


def test_the_gamblers_ruin():
    # Chance of the right wall from place k of n with r = q / p: (1 - r^k) / (1 - r^n); mean turns by Wald.
    ratio, place, wall = 4 / 6, 2, 6
    right = (1 - ratio**place) / (1 - ratio**wall)
    found = until_it_ends(ruin())
    assert found.chances == pytest.approx({"left": 1 - right, "right": right}, abs=1e-14)
    assert found.turns == pytest.approx((right * wall - place) / (0.6 - 0.4), abs=1e-12)
    played = run(ruin(), engine="exact")
    assert found.turns == pytest.approx(played.mean("turn").value, abs=1e-9)


def test_what_may_never_end_says_so():
    found = until_it_ends(ruin().starting(hole=1))
    assert (found.chances, found.turns) == ({"left": 0.0, "right": 0.0}, np.inf)
    assert until_it_ends(never_over()).turns == np.inf

    def act(s, dice):
        thrown = dice.roll(Roll.at_least("out", 3, 3), s.stuck == 0)
        s.stuck += dice.roll(Roll.at_least("stuck", 2, 2), (s.stuck == 0) & (thrown == 0))
        s.ending = thrown

    # Out with 1/3, stuck with 1/3, again with 1/3.
    found = until_it_ends(PlaySequence("trap", [Column("stuck", 1)], [Phase("try", act)], ("out",), None))
    assert found.chances == pytest.approx({"out": 0.5}, abs=1e-15)
    assert found.turns == np.inf


def test_games_that_look_at_the_turn_cannot_go_on_for_ever():
    with pytest.raises(SequenceError, match="hangs on the turn"):
        until_it_ends(turned(lambda turn: turn >= 3))
    with pytest.raises(SequenceError, match="has no phases"):
        until_it_ends(PlaySequence("empty", [], [], ("over",), None))
    with pytest.raises(StateLimitError):
        until_it_ends(duel(), limit=2)
