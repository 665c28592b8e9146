"""Mistakes in sequences of one's own: one error, that names phase, roll and value, and the same in every engine."""

from dataclasses import replace

import numpy as np
import pytest

from mangonel.engine.chapter import Chapter
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.trace import play_trace
from mangonel.engine.within import Within
from mangonel.errors import DataError, SequenceError
from mangonel.studies.compare import compare_sequences

HIT = Roll.at_least("hit", 10, 6)
WOUND = Roll.at_least("wound", 10, 6)
THREE = Roll.of("three", ("-", "struck"), [["-"] * 10, ["-"] * 5 + ["struck"] * 5, ["struck"] * 10])
PIPS = tuple("123456")
DIE = Roll.of("die", PIPS, [PIPS])


def all_rows(s):
    return np.ones(s.size, dtype=bool)


def one_phase(act, maximum=1, turns=1, endings=("over",), **more):
    measures = more.pop("measures", (Measure("m", maximum, lambda s: s.b),))
    return PlaySequence("own", [Column("b", maximum)], [Phase("the push", act)], endings, turns, measures, **more)


def play(sequence, engine):
    if engine == "trace":
        return play_trace(sequence, dice=lambda sides: sides)
    if engine == "shared dice":
        return compare_sequences((sequence, sequence), ("a", "b"), engine="monte-carlo", trials=1_000)
    return run(sequence, engine=engine, trials=1_000)


ENGINES = ("exact", "counts", "auto", "monte-carlo", "shared dice", "trace")
engines = pytest.mark.parametrize("engine", ENGINES)


def asks(roll, where=all_rows, situation=lambda _s: 0):
    def act(s, dice):
        s.b = dice.roll(roll, where(s), situation(s))
        s.ending = 1

    return act


def code_as_mask(s, dice):
    s.b = dice.roll(WOUND, dice.roll(HIT, all_rows(s)))
    s.ending = 1


def leaves(change):
    def act(s, dice):
        change(s, dice)
        s.ending = s.turn == 10

    return act


def set_by(name, value):
    def act(s, dice):
        del dice
        setattr(s, name, value(s))

    return act


def in_place(s, dice):
    del dice
    s.b *= 0.5


def part_of_it(s, dice):
    s.b[dice.roll(HIT, all_rows(s)) == 1] = 0.5


def takes_away(s, dice):
    s.shots += 3
    s.shots -= 4 * dice.roll(HIT, all_rows(s))


ROLL = "phase 'the push': roll "
MASK = "where it happens must be an array of True and False, one a row, not "
TRAPS = {
    "code as mask": (code_as_mask, ROLL + "'wound': " + MASK + "int64 of shape"),
    "mask of bytes": (asks(HIT, lambda s: all_rows(s).astype(np.int8)), ROLL + "'hit': " + MASK + "int8 of shape"),
    "mask True": (asks(HIT, lambda _s: True), ROLL + "'hit': " + MASK + "True"),
    "mask as list": (asks(HIT, lambda s: [True] * s.size), ROLL + "'hit': " + MASK + "a list"),
    "mask too long": (asks(HIT, lambda s: np.ones(s.size + 1, bool)), ROLL + "'hit': " + MASK + "bool of shape"),
    "mask in two dimensions": (
        asks(HIT, lambda s: np.ones((1, s.size), bool)),
        "'hit': " + MASK + "bool of shape (1, ",
    ),
    "situation below": (
        asks(THREE, situation=lambda s: np.full(s.size, -1)),
        "'three': there is no situation -1, only 0 to 2",
    ),
    "situation above": (
        asks(THREE, situation=lambda s: np.full(s.size, 3)),
        "'three': there is no situation 3, only 0 to 2",
    ),
    "situation in bytes": (
        asks(THREE, situation=lambda s: np.full(s.size, -1, np.int8)),
        "'three': there is no situation -1,",
    ),
    "situation without a sign": (
        asks(THREE, situation=lambda s: np.full(s.size, 3, np.uint8)),
        "there is no situation 3,",
    ),
    "one situation below": (
        asks(THREE, situation=lambda _s: -1),
        ROLL + "'three': there is no situation -1, only 0 to 2",
    ),
    "one situation above": (
        asks(THREE, situation=lambda _s: np.int64(3)),
        "'three': there is no situation 3, only 0 to 2",
    ),
    "only situation": (asks(HIT, situation=lambda _s: 1), ROLL + "'hit': there is no situation 1, only 0"),
    "situation True": (
        asks(THREE, situation=lambda _s: True),
        "a situation is a whole number, or an array of them, one a row, not True",
    ),
    "situations of bools": (asks(THREE, situation=all_rows), "one a row, not bool of shape"),
    "situations of floats": (asks(THREE, situation=lambda s: np.ones(s.size)), "one a row, not float64 of shape"),
    "situation 1.0": (asks(THREE, situation=lambda _s: 1.0), "one a row, not 1.0"),
    "situations too many": (asks(THREE, situation=lambda s: np.ones(s.size + 1, int)), "one a row, not int64 of shape"),
    "column above": (
        leaves(lambda s, _d: s.__setattr__("b", s.b + 2)),
        "phase 'the push' left column 'b' at 2, outside 0..1",
    ),
    "column below": (
        leaves(lambda s, _d: s.__setattr__("b", s.b - 1)),
        "phase 'the push' left column 'b' at -1, outside 0..1",
    ),
    "column set to 257": (leaves(set_by("b", lambda _s: 257)), "phase 'the push' left column 'b' at 257, outside 0..1"),
    "column beyond 64 bits": (
        leaves(set_by("b", lambda _s: 2**70)),
        "'b' holds whole numbers, not 1180591620717411303424",
    ),
    "half a column": (leaves(set_by("b", lambda s: s.b + 0.5)), "phase 'the push': 'b' holds whole numbers, not 0.5"),
    "half": (leaves(set_by("b", lambda _s: 0.5)), "phase 'the push': 'b' holds whole numbers, not 0.5"),
    "nan": (
        leaves(set_by("b", lambda s: np.full(s.size, np.nan))),
        "phase 'the push': 'b' holds whole numbers, not nan",
    ),
    "infinite": (leaves(set_by("b", lambda _s: np.inf)), "phase 'the push': 'b' cannot hold inf"),
    "a word": (leaves(set_by("b", lambda _s: "one")), "phase 'the push': 'b' holds whole numbers, not 'one'"),
    "nothing": (leaves(set_by("b", lambda _s: None)), "phase 'the push': 'b' holds whole numbers, not None"),
    "wrong length": (leaves(set_by("b", lambda s: np.ones(s.size + 2, int))), "phase 'the push': 'b' has shape ("),
    "in place": (leaves(in_place), "phase 'the push': a column or counter holds whole numbers: Cannot cast"),
    "part of it": (leaves(part_of_it), "phase 'the push': a column or counter holds whole numbers, not 0.5"),
    "no column": (
        leaves(set_by("horses", lambda _s: 1)),
        "phase 'the push': the sequence declares no column or counter 'horses'",
    ),
    "size": (leaves(set_by("size", lambda _s: 1)), "phase 'the push': 'size' is not for a phase to set"),
    "ending -1": (
        set_by("ending", lambda s: np.full(s.size, -1)),
        "phase 'the push' set ending -1: the sequence has 0 (open) to 1",
    ),
    "ending 2": (set_by("ending", lambda _s: 2), "phase 'the push' set ending 2: the sequence has 0 (open) to 1"),
    "ending 257": (set_by("ending", lambda _s: 257), "phase 'the push' set ending 257: the sequence has 0 (open) to 1"),
    "half an ending": (set_by("ending", lambda _s: 0.5), "phase 'the push': 'ending' holds whole numbers, not 0.5"),
    "counter taken from": (takes_away, "phase 'the push' added -1 to counter 'shots': counters only grow"),
    "half a counter": (leaves(set_by("shots", lambda s: s.shots + 0.5)), "'shots' holds whole numbers, not 0.5"),
}


@engines
@pytest.mark.parametrize("trap", TRAPS)
def test_a_mistake_is_the_same_error_in_every_engine(trap, engine):
    act, message = TRAPS[trap]
    with pytest.raises(SequenceError) as caught:
        play(one_phase(act, tallies=("shots",)), engine)
    assert message in str(caught.value)
    assert "'the push'" in str(caught.value)


@engines
@pytest.mark.parametrize("step", [3, 30, 300, 30_000])
def test_a_column_that_grows_too_far_is_named_at_the_same_value(step, engine):
    def act(s, dice):
        s.b += step * dice.roll(HIT, all_rows(s))
        s.ending = s.turn == 10

    # Both dice of the first two turns hit in some game: 2 steps are too far, or 1 is.
    most = min(step + step // 2, 32_767)
    found = 2 * step
    with pytest.raises(SequenceError, match=f"'the push' left column 'b' at {found}, outside 0..{most}$"):
        play(one_phase(act, maximum=most, turns=10), engine)


@engines
def test_a_column_of_entries_is_named(engine):
    def act(s, dice):
        s.wall[1] += 4 * dice.roll(HIT, all_rows(s))

    own = PlaySequence("own", [Column("wall", 3, 0, 3)], [Phase("the push", act)], (), 1)
    with pytest.raises(SequenceError, match=r"'the push' left column 'wall' at 4, outside 0\.\.3"):
        play(own, engine)


@engines
def test_a_row_that_has_ended_may_run_out(engine):
    def count(s, dice):
        s.b += 1
        s.ending |= dice.roll(HIT, s.ending == 0)
        s.ending |= s.b == 3

    def again(s, dice):
        del dice
        s.b += s.ending != 0
        assert s.size

    # A row that ended in the first phase goes on to 4 and beyond in the second, and that is nobody's business.
    own = PlaySequence("own", [Column("b", 3)], [Phase("count", count), Phase("again", again)], ("over",), 5)
    result = play(own, engine)
    if engine == "exact":
        assert [result.probability("over", by_turn=turn).value for turn in (1, 2, 3)] == pytest.approx([0.5, 0.75, 1])


def test_dice_and_columns_are_wide_in_arithmetic():
    def three_dice(s, dice):
        total = sum(dice.roll(DIE, all_rows(s)) + 1 for _ in range(3))
        s.ending = np.where(total * 10 >= 110, 1, 2)

    def times(s, dice):
        dice.roll(HIT, all_rows(s))
        s.ending = np.where(s.b * 100 > 200, 1, 2)

    for engine in ("exact", "counts", "monte-carlo"):
        dice = run(one_phase(three_dice, endings=("high", "low")), engine=engine, trials=80_000, seed=3)
        # 11 and more of three dice is one half by symmetry.
        assert dice.probability("high").value == pytest.approx(0.5, abs=1e-12 if dice.exact else 5 * 0.5 / 80_000**0.5)
        own = replace(one_phase(times, maximum=3, endings=("high", "low")), columns=[Column("b", 3, 3)])
        assert run(own, engine=engine).probability("high").value == 1


@engines
def test_a_counter_holds_what_is_added(engine):
    def act(s, dice):
        dice.roll(HIT, all_rows(s))
        s.hits += 1_000
        s.blows += np.full(s.size, 100_000)
        s.ending = s.turn == 40

    result = play(one_phase(act, turns=40, tallies=("hits", "blows")), engine)
    if engine == "trace":
        assert result.tallies == {"hits": 40_000, "blows": 4_000_000}
        return
    results = [result.left, result.right] if engine == "shared dice" else [result]
    for one in results:
        assert (one.tally("hits").value, one.tally("blows").value) == (40_000, 4_000_000)


@engines
def test_mistakes_inside_a_sequence_inside_another_are_found(engine):
    inner = one_phase(asks(HIT, lambda s: np.ones(s.size + 1, bool)))
    within = Within("storm", inner)
    begin = Phase("begin", lambda s, _dice: within.begin(s, all_rows(s)))
    outer = PlaySequence("outer", within.columns, [begin, *within.phases], ("over",), 1, tallies=within.tallies)
    with pytest.raises(SequenceError, match=r"phase 'storm, turn 1: the push': roll 'hit': where it happens must be"):
        play(outer, engine)


@engines
@pytest.mark.parametrize(
    ("inner", "where", "start", "message"),
    [
        (asks(HIT), all_rows, lambda _s: 2, "phase 'day': chapter 'storm': there is no start 2, only 0 to 1"),
        (asks(HIT), all_rows, lambda s: np.full(s.size, -1), "phase 'day': chapter 'storm': there is no start -1,"),
        (asks(HIT), lambda _s: True, lambda _s: 0, "phase 'day': chapter 'storm': where it happens must be"),
        (
            asks(HIT, situation=lambda _s: 1),
            all_rows,
            lambda _s: 0,
            "phase 'the push': roll 'hit': there is no situation 1",
        ),
        (leaves(set_by("b", lambda s: s.b + 2)), all_rows, lambda _s: 0, "phase 'the push' left column 'b' at"),
    ],
)
def test_mistakes_in_and_around_a_chapter_are_found(inner, where, start, message, engine):
    storm = Chapter("storm", one_phase(inner), [{}, {"b": 1}])

    def day(s, dice):
        s.ending = dice.play(storm, where(s), start(s))[0]

    with pytest.raises(SequenceError) as caught:
        play(PlaySequence("outer", [], [Phase("day", day)], ("over",), 1), engine)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Roll.at_least("d", 257, 100), "roll 'd': a die has 1 to 256 sides, not 257"),
        (lambda: Roll.at_least("d", 0, 0), "roll 'd': a die has 1 to 256 sides, not 0"),
        (lambda: Roll.at_least("d", 6.0, 4), "roll 'd': sides and lowest are whole numbers, not 6.0 and 4"),
        (
            lambda: Roll.of("d", ("-", "hit"), [["-", "hitt"]]),
            "roll 'd': 'hitt' is none of its outcomes; did you mean 'hit'?",
        ),
        (
            lambda: Roll.of("d", ("-", "hit"), [["-", "hit"], ["-"]]),
            "roll 'd': all situations must have as many faces: 2, 1",
        ),
        (lambda: Roll.of("d", ("-", "hit"), []), "roll 'd': a die has 1 to 256 sides, not 0"),
        (lambda: Roll.of("d", ("-", "-"), [["-"]]), "roll 'd': two outcomes are called '-'"),
        (
            lambda: Roll.of("d", [str(n) for n in range(200)], [[str(n) for n in range(200)]]),
            "roll 'd': 200 outcomes; it may have 1 to 128",
        ),
        (lambda: Roll("d", ("-", "x"), np.array([[0, 2]], np.int8), str), "roll 'd': its codes are 0 to 1"),
        (lambda: one_phase(code_as_mask, turns=-1), "turns are a whole number of at least 0, or None: -1"),
        (lambda: one_phase(code_as_mask, turns=2.5), "turns are a whole number of at least 0, or None: 2.5"),
        (lambda: one_phase(code_as_mask, endings=("a", "a")), "endings must have different names: a"),
        (lambda: one_phase(code_as_mask, endings=("undecided",)), "endings must have different names: undecided"),
        (
            lambda: one_phase(code_as_mask, measures=(Measure("m", 1, len),) * 2),
            "measures must have different names: m",
        ),
        (
            lambda: one_phase(code_as_mask, measures=(Measure("m", 1.5, len),)),
            "measure 'm': its maximum is a whole number, not 1.5",
        ),
        (
            lambda: one_phase(code_as_mask, measures=(Measure("m", 1, len, ("k",)),)),
            "measure 'm' cannot be the rest of 'k'",
        ),
        (
            lambda: Chapter("c", one_phase(code_as_mask, measures=(Measure("m", 32_768, len),)), [{}]),
            "chapter 'c': measure 'm' may not exceed 32767",
        ),
    ],
)
def test_what_cannot_be_made_is_refused_where_it_is_made(make, message):
    with pytest.raises(SequenceError) as caught:
        make()
    assert message in str(caught.value)


def test_the_largest_die_and_the_longest_list_of_outcomes_are_right():
    names = [str(n) for n in range(128)]
    last = Roll.of("d256", names, [[names[face // 2] for face in range(256)]])
    own = one_phase(asks(last), maximum=127)
    for engine in ("exact", "counts", "monte-carlo", "shared dice"):
        result = play(own, engine)
        result = result.left if engine == "shared dice" else result
        top = float(result.weights[result.column("m") == 127].sum())
        assert top == pytest.approx(2 / 256, abs=1e-12 if result.exact else 5 * (2 / 256 / 1_000) ** 0.5)
        assert result.mean("m").value == pytest.approx(63.5, abs=1e-12 if result.exact else 5 * 37 / 1_000**0.5)


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (Measure("m", 1, lambda s: s.b + 0.5), "measure 'm' holds whole numbers, not 0.5"),
        (Measure("m", 1, lambda s: s.b - 1), "measure 'm' is -1, outside 0..1"),
        (Measure("m", 1, lambda s: s.b + 2), "measure 'm' is 2, outside 0..1"),
        (Measure("m", 1, lambda _s: 1), "measure 'm' must be a number for each of"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES[:-1])
@pytest.mark.parametrize("place", ["measures", "series"])
def test_a_measure_is_a_whole_number_in_its_range(place, measure, message, engine):
    def act(s, dice):
        dice.roll(HIT, all_rows(s))
        s.ending = 1

    own = one_phase(act, **({"measures": ()} | {place: (measure,)}))
    with pytest.raises(SequenceError) as caught:
        play(own, engine)
    assert message.replace("measure", "series" if place == "series" else "measure") in str(caught.value)


@pytest.mark.parametrize("engine", ENGINES[:-1])
def test_a_rest_that_is_none_is_refused(engine):
    kept = Measure("kept", 10, lambda s: s.b)

    def lost(most):
        return Measure("lost", most, lambda s: 10 - s.b, ("kept",))

    play(one_phase(asks(HIT), measures=(kept, lost(10))), engine)
    with pytest.raises(SequenceError, match="measure 'lost' is not what kept leave of 12"):
        play(one_phase(asks(HIT), measures=(kept, lost(12))), engine)


@pytest.mark.parametrize("when", [lambda _s: True, lambda s: s.b, lambda _s: np.ones(1_001, bool), lambda _s: None])
@pytest.mark.parametrize("engine", ENGINES[:-1])
def test_when_is_a_mask(when, engine):
    own = replace(one_phase(asks(HIT)), phases=[Phase("the push", asks(HIT), when)])
    with pytest.raises(SequenceError, match="phase 'the push': when it happens must be an array of True and False"):
        play(own, engine)


@pytest.mark.parametrize("name", ["size", "turn", "ending", "begin_turn", "copied"])
def test_reserved_names(name):
    with pytest.raises(SequenceError, match=f"cannot be called '{name}': the name is reserved"):
        _ = PlaySequence("own", [Column(name, 1)], [], (), 1).layout
    with pytest.raises(SequenceError, match=f"cannot be called '{name}': the name is reserved"):
        _ = PlaySequence("own", [], [], (), 1, tallies=(name,)).layout


@pytest.mark.parametrize("column", [Column("b", 1.5), Column("b", maximum=True), Column("b", 1, 0.5), Column("b", "1")])
def test_columns_hold_whole_numbers(column):
    with pytest.raises(SequenceError, match="column b: its maximum and its start are whole numbers, not "):
        _ = PlaySequence("own", [column], [], (), 1).layout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"trials": float("nan")}, "trials are a whole number: nan"),
        ({"trials": "100"}, "trials are a whole number: '100'"),
        ({"trials": 100.0}, "trials are a whole number: 100.0"),
        ({"trials": True}, "trials are a whole number: True"),
        ({"trials": 7}, "too few trials"),
        ({"seed": 1.0}, "a seed is a whole number of at least 0: 1.0"),
        ({"seed": "1"}, "a seed is a whole number of at least 0: '1'"),
        ({"precision": "0.1"}, "a precision is a standard error between 0 and 1: '0.1'"),
        ({"precision": float("nan")}, "a precision is a standard error between 0 and 1: nan"),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "exact", "counts", "monte-carlo"])
def test_wrong_arguments_are_refused(arguments, message, engine):
    with pytest.raises(DataError, match=message):
        run(one_phase(asks(HIT)), engine=engine, **arguments)
