"""What a phase looks at is noted, and is all that decides what it does."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.games import battering, duel, outcome_chances
from engine.judging import assert_fits
from engine.unread import assert_unread_columns_do_not_matter
from mangonel.engine import packing
from mangonel.engine.footprints import Looks, NotingState
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column, Layout
from mangonel.errors import DataError, SequenceError, StateLimitError

LAYOUT = Layout([Column("men", 5, 3), Column("oil", 3, 1), Column("marks", 4, (1, 2), 2)], 1, ("hits",))
COIN = Roll.at_least("heads", 2, 2)


def looks_of(act, turn=4):
    looks = Looks()
    act(NotingState(LAYOUT, LAYOUT.rows(2), LAYOUT.counters(2), turn, looks))
    return looks


def sets_part(s):
    s.men[0] = 1


def adds(s):
    s.oil += 1


def sets_all(s):
    s.men = s.oil + 1


def sets_and_reads(s):
    s.men = 2
    assert (s.men == 2).all()


def reads_and_sets(s):
    s.men = s.men + 1


def sets_entries(s):
    s.marks[0] = 3


def counts(s):
    s.hits += 1
    s.hits += s.size


@pytest.mark.parametrize(
    ("act", "read", "overwritten"),
    [
        (lambda s: s.men, {"men"}, set()),
        (sets_part, {"men"}, set()),
        (adds, {"oil"}, set()),
        (sets_all, {"oil"}, {"men"}),
        (sets_and_reads, set(), {"men"}),
        (reads_and_sets, {"men"}, set()),
        (sets_entries, {"marks"}, set()),
        (counts, set(), set()),
    ],
)
def test_what_is_read_and_what_is_overwritten(act, read, overwritten):
    looks = looks_of(act)
    assert (looks.read, looks.overwritten) == (read, overwritten)
    assert not looks.turn.whole
    assert not looks.turn.compared


def test_a_copy_has_looked_at_everything():
    looks = looks_of(lambda s: s.copied(np.array([1])))
    assert looks.read == {"ending", "men", "oil", "marks"}
    assert looks.turn.whole


def test_a_noting_state_holds_what_a_state_holds():
    matrix = LAYOUT.rows(2)
    s = NotingState(LAYOUT, matrix, LAYOUT.counters(2), 4, Looks())
    sets_all(s)
    adds(s)
    assert matrix[1].tolist() == [2, 2]
    assert matrix[2].tolist() == [2, 2]
    assert s.copied(np.array([1])).turn == 4
    with pytest.raises(SequenceError, match="declares no column or counter 'man'"):
        _ = s.man
    with pytest.raises(SequenceError, match="declares no column or counter 'man'"):
        s.man = 3


@pytest.mark.parametrize(
    ("ask", "answer", "compared"),
    [
        (lambda turn: turn >= 4, True, {("ge", 4)}),
        (lambda turn: turn <= 4, True, {("le", 4)}),
        (lambda turn: turn - 1 > 3, False, {("gt", 4)}),
        (lambda turn: 1 + turn + 1 != np.int16(6), False, {("ne", 4)}),
        (lambda turn: np.bool_(turn == 2), False, {("eq", 2)}),
        (lambda turn: turn - 1, None, set()),
    ],
)
def test_a_turn_that_is_compared_notes_with_what(ask, answer, compared):
    answers = []
    looks = looks_of(lambda s: answers.append(ask(s.turn)))
    assert looks.turn.compared == compared
    assert not looks.turn.whole
    assert answer is None or answers == [answer]


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (lambda turn: turn % 3, 1),
        (lambda turn: 10 - turn, 6),
        (lambda turn: turn * 2 // 1, 8),
        (lambda turn: turn // 2, 2),
        (lambda turn: [0, 0, 0, 0, 7][turn], 7),
        ({4: "x"}.get, "x"),
        (lambda turn: f"{turn}", "4"),
        (bool, True),
        (lambda turn: (np.array([4, 5]) == turn).tolist(), [True, False]),
        (lambda turn: (turn >= np.array([4, 5])).tolist(), [True, False]),
        (lambda turn: (np.array([4, 5]) + turn).tolist(), [8, 9]),
        (lambda turn: (turn + np.array([4, 5])).tolist(), [8, 9]),
        (lambda turn: min(turn, 3.5), 3.5),
        (lambda turn: np.minimum(turn, 3), 3),
        (lambda turn: turn / 8, 0.5),
        (lambda turn: 6 / turn, 1.5),
        (lambda turn: 9 // turn, 2),
        (lambda turn: 7 % turn, 3),
        (lambda turn: divmod(turn, 3), (1, 1)),
        (lambda turn: divmod(9, turn), (2, 1)),
        (lambda turn: (turn**2, 2**turn), (16, 16)),
        (lambda turn: (turn & 6, 6 & turn, turn | 1, 1 | turn, turn ^ 5, 5 ^ turn), (4, 4, 5, 5, 1, 1)),
        (lambda turn: (turn << 1, 1 << turn, turn >> 1, 64 >> turn), (8, 16, 2, 4)),
        (lambda turn: (-turn, +turn, abs(-turn), round(turn), ~turn), (-4, 4, 4, 4, -5)),
        (lambda turn: (float(turn), math.floor(turn), np.int16(turn), turn.bit_length()), (4.0, 4, 4, 3)),
        (lambda turn: f"{turn:>3}{turn!r}", "  44"),
    ],
)
def test_a_turn_that_is_used_is_noted_whole(ask, answer):
    answers = []
    looks = looks_of(lambda s: answers.append(ask(s.turn)))
    assert answers == [answer]
    assert looks.turn.whole


def test_a_turn_is_a_whole_number_to_who_asks():
    answers = []
    looks = looks_of(lambda s: answers.append(isinstance(s.turn, int)))
    assert answers == [True]
    assert not looks.turn.whole
    with pytest.raises(AttributeError):
        looks_of(lambda s: s.turn.length)


def turned(when, turns=7):
    """Two coins a turn, of which the second is thrown in some turns only."""

    def first(s, dice):
        s.heads += dice.roll(COIN, s.heads < 9)

    def second(s, dice):
        if when(s.turn):
            more = dice.roll(COIN, s.heads < 9)
            s.heads += more
            s.thrown += 1
            s.hits += more
        s.ending = s.heads >= 8

    return PlaySequence(
        "coins",
        [Column("heads", 9), Column("thrown", 9)],
        [Phase("first", first), Phase("second", second)],
        ("over",),
        turns,
        measures=(Measure("late", 10, lambda s: s.thrown + (s.turn >= 5)),),
        tallies=("hits",),
        series=(Measure("heads", 20, lambda s: s.heads + (s.turn % 2)),),
    )


def left_out(amount=3):
    """A phase that is left out in every other turn, and says nothing of it itself."""

    def act(s, dice):
        thrown = dice.roll(COIN, s.heads < 9)
        s.heads += thrown
        s.hits += amount * thrown
        s.ending = s.heads >= 2

    return PlaySequence(
        "left out",
        [Column("heads", 9)],
        [Phase("act", act, lambda s: np.full(s.size, s.turn % 2 == 0))],
        ("over",),
        5,
        tallies=("hits",),
    )


def idle():
    """No phase at all."""
    return PlaySequence("idle", [Column("heads", 9)], [], ("over",), 3)


def wide():
    """More columns than fit a word; the last decide."""

    def act(s, dice):
        thrown = dice.roll(COIN, s.here[0] < 300)
        s.here = (s.here + np.arange(8)[:, None] * thrown) % 30_000
        s.there = s.here[::-1]
        s.ending = s.here[7] >= 28

    return PlaySequence(
        "wide",
        [Column("here", 30_000, 0, 8), Column("there", 30_000, 0, 8)],
        [Phase("throw", act)],
        ("over",),
        9,
        measures=(Measure("sum", 4_000, lambda s: s.here.sum(axis=0) + s.there[0]),),
    )


GAMES = {
    "battering": battering,
    "duel": duel,
    "from turn 3": lambda: turned(lambda turn: turn >= 3),
    "before turn 3": lambda: turned(lambda turn: turn - 1 < 2),
    "every third": lambda: turned(lambda turn: turn % 3 == 0),
    "turns 2 and 5": lambda: turned(lambda turn: turn in {2, 5}),
    "left out": left_out,
    "wide": wide,
    "no turns": lambda: battering(0),
    "to the end": lambda: battering(None),
}
games = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


def assert_same(one, other):
    assert np.array_equal(one.outcomes, other.outcomes)
    assert np.allclose(one.weights, other.weights, rtol=0, atol=1e-12)
    assert np.allclose(one.tally_means, other.tally_means, rtol=1e-12, atol=1e-12)
    assert (one.turns, one.provenance) == (other.turns, other.provenance)
    for mine, theirs in zip(one.watched, other.watched, strict=True):
        assert np.allclose(mine.shares, theirs.shares, rtol=0, atol=1e-12)


@games
@pytest.mark.parametrize("engine", ["exact", "auto"])
def test_both_ways_give_the_same(make, engine):
    for compact in (False, True):
        game = replace(make(), compact=compact)
        assert_same(run(game, engine=engine), run(game, engine=engine, way="phases"))


@games
def test_a_second_run_gives_the_same(make):
    game = make()
    # Phase by phase at first, then by tables, then by tables that are put together.
    first, *others = (run(game, engine="exact") for _ in range(5))
    anew = run(make(), engine="exact")
    for other in others:
        assert_same(first, other)
    # A game that was not played yet goes the same way, so that it gives the same bits.
    assert np.array_equal(first.weights, anew.weights)
    assert np.array_equal(first.tally_means, anew.tally_means)


@pytest.mark.parametrize("limit", [1, 3, 5, 8])
def test_both_ways_stop_at_the_same_limit(limit):
    tables, phases = (
        run(duel(), engine="auto", state_limit=limit, trials=4_000, way=way) for way in ("tables", "phases")
    )
    assert tables.provenance == phases.provenance
    told = []
    for way in ("tables", "phases"):
        with pytest.raises(StateLimitError) as refused:
            run(duel(), engine="exact", state_limit=limit, way=way)
        told.append(str(refused.value))
    assert told[0] == told[1]


@games
def test_columns_that_are_not_read_do_not_matter(make):
    assert_unread_columns_do_not_matter(make())


def test_a_column_that_is_looked_at_behind_the_state_is_found():
    game = turned(lambda turn: turn >= 3)
    matrices = []

    def peeks(s, dice):
        # Past what is noted: by the array that the column lies in.
        heads = s.__dict__.get("_unseen", s.__dict__).get("heads")
        matrices.append(heads)
        s.thrown = np.minimum(heads, 9) * dice.roll(COIN, np.ones(s.size, bool))

    with pytest.raises(AssertionError):
        assert_unread_columns_do_not_matter(replace(game, phases=[*game.phases, Phase("peek", peeks)]))


def test_counters_may_be_large():
    most = 3_000_000_000
    assert_same(run(left_out(most), engine="exact"), run(left_out(most), engine="exact", way="phases"))
    million = most // 3_000
    drawn = run(left_out(million), engine="monte-carlo", trials=4_000, seed=1)
    # Two coins.
    assert_fits(drawn, drawn.tally("hits"), million)
    # Trials are added up in whole numbers, squares too.
    for way in ("tables", "phases"):
        with pytest.raises(SequenceError, match="too large to be added up"):
            run(left_out(most), engine="monte-carlo", trials=4_000, seed=1, way=way)


@pytest.mark.parametrize("engine", ["auto", "counts", "monte-carlo"])
def test_a_game_without_phases_stays_as_it_is(engine):
    assert outcome_chances(run(idle(), engine=engine, trials=100)) == {(0, 3): 1.0}


@pytest.mark.parametrize("way", ["tables", "phases"])
def test_a_phase_must_leave_alone_the_rows_in_which_it_does_nothing(way):
    def choose(s, dice):
        s.chosen = dice.roll(COIN, s.heads < 9)

    def act(s, _dice):
        # Also where nobody was chosen.
        s.heads += 1

    game = PlaySequence(
        "astray",
        [Column("heads", 9), Column("chosen", 1)],
        [Phase("choose", choose), Phase("act", act, lambda s: s.chosen == 1)],
        ("over",),
        3,
    )
    with pytest.raises(SequenceError, match="'act' does something in rows in which its `when` says"):
        run(game, engine="exact", way=way)


def test_states_with_one_key_are_told_apart(monkeypatch):
    wanted = run(wide(), engine="exact", way="phases")
    monkeypatch.setattr(packing, "_MIX", np.uint64(0))
    found = run(wide(), engine="exact")
    assert_same(found, wanted)


def test_an_interrupted_run_leaves_nothing_half_done():
    game = duel()
    wanted = outcome_chances(run(duel(), engine="exact"))
    morale = game.phases[1]
    broken = [True]

    def interrupted(s, dice):
        if broken and s.size > 1:
            broken.clear()
            raise KeyboardInterrupt
        morale.act(s, dice)

    game = replace(game, phases=[game.phases[0], Phase("morale", interrupted)])
    with pytest.raises(KeyboardInterrupt):
        run(game, engine="exact")
    assert not broken
    assert outcome_chances(run(game, engine="exact")) == wanted


def test_a_way_has_a_name():
    with pytest.raises(DataError, match=r"no such way to run.*did you mean 'tables'"):
        run(battering(), way="table")
