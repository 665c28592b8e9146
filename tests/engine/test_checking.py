"""What a phase keeps, draws or looks at that it must not: found in its first plays, in all with ``check=True``."""

from functools import partial

import numpy as np
import pytest

from engine.games import battering, duel
from mangonel.engine.chapter import Chapter
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.errors import SequenceError
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare_sequences
from mangonel.systems.scenario import build, load_scenario
from pace import slow_after

ENGINES = ("exact", "counts", "auto", "monte-carlo")
engines = pytest.mark.parametrize("engine", ENGINES)
HIT = Roll.at_least("hit", 10, 6)


def checked(sequence, engine, **more):
    return run(sequence, engine=engine, trials=2_000, seed=5, check=True, **more)


def own(act, *before, tallies=()):
    phases = [*before, Phase("the push", act)]
    return PlaySequence("own", [Column("b", 9)], phases, ("over",), 3, (Measure("m", 9, lambda s: s.b),), tallies)


def roll(s, dice):
    s.b += dice.roll(HIT, s.b < 3)


def keeper():
    kept = []

    def act(s, dice):
        roll(s, dice)
        kept.append(1)
        s.b += len(kept) % 2

    return own(act)


def drawer():
    rng = np.random.default_rng(1)

    def act(s, dice):
        roll(s, dice)
        s.b += rng.random(s.size) < 0.5

    return own(act)


def asker():
    asked = []

    def act(s, dice):
        asked.append(1)
        roll(s, dice)
        s.b += dice.roll(HIT, s.b < 1 + 8 * (len(asked) % 2))

    return own(act)


def onlooker():
    def act(s, dice):
        s.hits += dice.roll(HIT, s.b < 3)
        s.b += s.hits > 0

    return own(act, tallies=("hits",))


def adder():
    kept = []

    def act(s, dice):
        roll(s, dice)
        kept.append(1)
        s.hits += len(kept)

    return own(act, tallies=("hits",))


def crowd():
    def act(s, dice):
        roll(s, dice)
        s.b += s.b == s.b.max()

    return own(act, Phase("a roll before", roll))


def crowd_that_asks():
    def act(s, dice):
        s.b += dice.roll(HIT, s.b == s.b.max())

    return own(act, Phase("a roll before", roll))


@engines
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (keeper, "phase 'the push': played again, it leaves 'b' different: it draws random numbers of its own, or"),
        (drawer, "phase 'the push': played again, it leaves 'b' different: "),
        (asker, "phase 'the push': roll 'hit': played again, it asks differently: "),
        (onlooker, "phase 'the push': played again, it leaves 'b' different: "),
        (adder, "phase 'the push': played again, it adds differently to 'hits': "),
        (crowd, "phase 'the push': played again, it leaves 'b' different: the result of a row depends on other rows"),
        (
            crowd_that_asks,
            "phase 'the push': roll 'hit': played again, it asks differently: the result of a row depends on",
        ),
    ],
)
def test_what_hangs_on_more_than_the_columns_is_found(make, message, engine):
    with pytest.raises(SequenceError) as caught:
        checked(make(), engine)
    assert message.removesuffix(", or") in str(caught.value)


def every_row(s):
    return np.ones(s.size, dtype=bool)


def rows_by_turns(s, dice):
    for k in range(s.size):
        s.b[k] = dice.roll(HIT, np.arange(s.size) == k)[k]
    s.ending = 1


def rows_if_hit(s, dice):
    for k in range(s.size):
        if dice.roll(HIT, np.arange(s.size) == k)[k]:
            s.b[k] = 1
    s.ending = 1


def all_rows_for_each(s, dice):
    for k in range(s.size):
        s.b[k] = dice.roll(HIT, every_row(s))[k]
    s.ending = 1


def first_row_only(s, dice):
    s.b = dice.roll(HIT, every_row(s))[0]
    s.ending = 1


def any_row(s, dice):
    s.b += dice.roll(HIT, s.b < 3)
    if (s.b > 0).any():
        s.b[...] = 9
    s.ending = 1


def no_row(s, dice):
    s.b += dice.roll(HIT, s.b < 3)
    if s.b.sum() == 0:
        s.b[...] = 9
    s.ending = 1


def rows_so_far(s, dice):
    s.b = np.minimum(np.cumsum(dice.roll(HIT, every_row(s))), 9)


def rows_at_once(s, dice):
    dice.roll(HIT, np.full(s.size, fill_value=s.size < 3))


ASKS, LEAVES = (
    "phase 'the push': roll 'hit': played again, it asks diff",
    "phase 'the push': played again, it leaves 'b' diff",
)
BESIDE = "erent{}: the result of a row depends on other rows or on the row's place (a loop over rows;"


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("how", [*ENGINES, "phases", "shared dice"])
@pytest.mark.parametrize(
    ("act", "message"),
    [
        (rows_by_turns, ASKS),
        (rows_if_hit, ASKS),
        (all_rows_for_each, ASKS),
        (first_row_only, LEAVES),
        (any_row, LEAVES),
        (no_row, LEAVES),
        (rows_so_far, LEAVES),
        (rows_at_once, ASKS),
    ],
)
def test_a_phase_that_mixes_rows_is_found_without_being_asked(act, message, how, check):
    runs = {engine: partial(run, engine=engine, trials=20_000, check=check) for engine in ENGINES}
    runs["phases"] = partial(run, engine="monte-carlo", trials=1_000, way="phases", check=check)
    runs["shared dice"] = lambda game: compare_sequences((game, game), "ab", engine="monte-carlo", trials=1_000)
    with pytest.raises(SequenceError) as caught:
        runs[how](own(act))
    assert message + BESIDE.format("ly" if message == ASKS else "") in str(caught.value)


def late_crowd(s, dice):
    s.b = dice.roll(HIT, every_row(s))
    if s.turn >= 60:
        s.b[...] = s.b.max()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_phase_is_checked_again_whenever_its_plays_have_doubled(engine):
    with pytest.raises(SequenceError, match="played again, it leaves 'b' different"):
        run(own(late_crowd).lasting(70), engine=engine, trials=1_000, way="phases")


def chapters():
    storm = Chapter("storm", battering(turns=3, marks=2), [{}, {"marks": 1}])

    def day(s, dice):
        if (s.b < 3).any():
            ending, marks = dice.play(storm, s.b < 3, s.b % 2)
            s.b += marks
            s.hits += ending

    return own(day, tallies=("hits",))


@engines
@pytest.mark.parametrize("make", [battering, duel, chapters])
def test_a_sound_sequence_gives_the_same(make, engine):
    plain, again = run(make(), engine=engine, trials=2_000, seed=5, way="phases"), checked(make(), engine)
    assert np.array_equal(plain.outcomes, again.outcomes)
    assert np.array_equal(plain.weights, again.weights)
    assert np.array_equal(plain.tally_means, again.tally_means)
    assert plain.provenance == again.provenance


SHIPPED = ("ladder-two", "ram-gate", "sortie-battery", "melee-breach", "panic-one", "fire-camp", "bombardment-relief",
           "healing-storm", "volley-friends", "siege-storms", "siege-tower-fire")  # fmt: skip


@pytest.mark.parametrize("name", slow_after(4, SHIPPED))
def test_shipped_sequences_are_sound_and_nowhere_too_large_for_their_numbers(name):
    # They are compact; checked they are wide, and the same bit for bit.
    sequence = build(load_scenario(name), load_rules("croisades"))
    assert sequence.compact
    plain, again = (
        run(sequence, engine="monte-carlo", trials=2_000, seed=5, way="phases"),
        checked(sequence, "monte-carlo"),
    )
    assert np.array_equal(plain.outcomes, again.outcomes)
    assert np.array_equal(plain.weights, again.weights)
    assert np.array_equal(plain.tally_means, again.tally_means)


def test_a_checked_sequence_travels_if_the_sequence_does():
    import pickle

    from mangonel.engine.checking import checked_sequence

    shipped = checked_sequence(build(load_scenario("panic-one"), load_rules("siege")))
    assert not pickle.loads(pickle.dumps(shipped)).compact
    with pytest.raises(TypeError, match="no recipe"):
        pickle.dumps(checked_sequence(battering()))
