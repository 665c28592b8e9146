"""Exact runs against a solver in fractions that shares nothing with the engine, and samples against exact runs."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.by_hand import every_course
from engine.games import HIT, battering, duel, random_game, skirmish
from engine.judging import SIGMAS, assert_fits
from engine.solving import values_of
from mangonel.engine import segments
from mangonel.engine.endless import until_it_ends
from mangonel.engine.exact import chain_of
from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sampling import BLOCK, CommonDice, Span, play_block
from mangonel.engine.trace import play_trace
from mangonel.errors import StateLimitError

GAMES = [duel(2, 6), skirmish(), battering(9)]
ROUNDING = 1e-12


def assert_exact(process, result):
    outcomes, counters, series = every_course(process)
    found = {tuple(row): weight for row, weight in zip(result.outcomes.tolist(), result.weights.tolist(), strict=True)}
    wanted = {key: float(chance) for key, chance in outcomes.items() if chance}
    assert found == pytest.approx(wanted, abs=ROUNDING)
    for row, name in enumerate(process.tallies):
        mean = float(sum(counters[name, code] for code in range(len(process.endings) + 1)))
        assert result.tally_means[row] == pytest.approx(mean, abs=1e-10)
    for watched in result.watched:
        for turn, shares in enumerate(series[watched.name]):
            by_value = [float(shares[value]) for value in range(watched.shares.shape[1])]
            assert watched.shares[turn] == pytest.approx(by_value, abs=ROUNDING)


@pytest.mark.parametrize("process", GAMES, ids=lambda process: process.name)
def test_exact_runs_are_those_of_the_slow_solver(process):
    assert_exact(process, run(process, engine="exact"))
    # Again, from what was learnt.
    assert_exact(process, run(process, engine="exact"))


@settings(derandomize=True, database=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_random_games_are_those_of_the_slow_solver(seed):
    for process in (random_game(seed), in_one_phase(random_game(seed))):
        first, again = (run(process, engine="exact") for _ in range(2))
        assert_exact(process, first)
        assert_exact(process, again)
        assert again.provenance.states == first.provenance.states


def in_one_phase(process):
    """Return a game with a single phase, of which each phase of another goes on where the one before it ends."""

    def go_on(acts, s, dice):
        acts[0](s, dice)
        return partial(go_on, acts[1:]) if acts[1:] else None

    return replace(process, phases=[Phase("all", partial(go_on, tuple(phase.act for phase in process.phases)))])


def test_what_comes_before_the_rest_of_a_phase_is_run_once_for_all_outcomes():
    wide, ran = Roll.of("wide", tuple("abcde")), []

    def aim(s, dice):
        ran.append("aim")
        return partial(shoot, s.men > 1)

    def shoot(several, s, dice):
        ran.append("shoot")
        s.men -= dice.roll(wide) == "a" and several

    process = Process("own", [Column("men", 3, 3)], [Phase("shot", aim)], ("over",), 4, tested=True)
    run(process, engine="exact")
    assert (ran.count("aim"), ran.count("shoot")) == (2, 10)


def test_chances_that_sum_to_more_than_one_by_rounding_are_not_drawn_in_the_next_state():
    chances = np.array([0.5, 0.5 + 2.0**-52, *[1e-20] * 28, 1e-6, 1 - 1e-6])
    of, ways, none = np.repeat([0, 1], [30, 2]), np.arange(32), np.zeros((0, 32), dtype=np.int64)
    segment = segments.Segment.of(segments._Branches(np.arange(2), of, ways, chances, none), 2)
    drawn = segment.drawn(np.full(4_000, 1), np.random.default_rng(1))
    assert set(drawn.tolist()) <= {30, 31}


@settings(derandomize=True, database=None, max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_games_through_many_short_segments_fit(seed):
    process = random_game(seed)
    exact = run(process, engine="exact")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "_MOST", 3)
        drawn = run(process, engine="monte-carlo", trials=20_000, seed=seed)
    for ending in exact.all_endings:
        assert_fits(drawn, drawn.probability(ending), exact.probability(ending).value)
    for name in process.tallies:
        assert_fits(drawn, drawn.tally(name), exact.tally(name).value)


@settings(derandomize=True, database=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_samples_of_random_games_fit(seed):
    process = random_game(seed)
    exact = run(process, engine="exact")
    chances = dict(zip(map(tuple, exact.outcomes.tolist()), exact.weights.tolist(), strict=True))
    for engine in ("monte-carlo", "counts"):
        trials = 20_000
        drawn = run(process, engine=engine, trials=trials, seed=seed)
        found = dict(zip(map(tuple, drawn.outcomes.tolist()), drawn.weights.tolist(), strict=True))
        assert found.keys() <= chances.keys()
        for outcome, chance in chances.items():
            slack = SIGMAS * (chance * (1 - chance) / trials) ** 0.5 + 10 / trials
            assert abs(found.get(outcome, 0.0) - chance) <= slack
        for name in process.tallies:
            assert_fits(drawn, drawn.tally(name), exact.tally(name).value)


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
@pytest.mark.parametrize("process", GAMES, ids=lambda process: process.name)
def test_samples_fit_exact_runs(process, engine):
    exact, drawn = run(process, engine="exact"), run(process, engine=engine, trials=200_000, seed=3)
    for ending in exact.all_endings:
        assert_fits(drawn, drawn.probability(ending), exact.probability(ending).value)
    for measure in exact.measures:
        assert_fits(drawn, drawn.mean(measure), exact.mean(measure).value)
    for tally in exact.tallies:
        assert_fits(drawn, drawn.tally(tally), exact.tally(tally).value)
    for watched, wanted in zip(drawn.watched, exact.watched, strict=True):
        for turn in range(exact.turns + 1):
            assert_fits(drawn, watched.mean(turn), wanted.mean(turn).value)


def test_a_phase_that_no_game_comes_to_in_some_turns_is_not_one_that_it_comes_to_in_others():
    # From turn 2 on all games end in the first phase; of the others only the last is the same there as in turn 1.
    half, third_of = Roll.chance("half", 1, 2), Roll.chance("third", 1, 3)

    def first(s, dice):
        if s.old == 1 or dice.roll(half) == "half":
            s.ending = 1

    def second(s, dice):
        s.steps = min(s.turn + 0, 3) if dice.roll(half) == "half" else 0

    def third(s, dice):
        s.old = 1
        s.more = 1 if dice.roll(third_of) == "third" else 0

    process = Process(
        "turns",
        [Column("steps", 3), Column("more", 1), Column("old", 1)],
        [Phase("first", first), Phase("second", second), Phase("third", third)],
        ("over",),
        3,
        measures=(Measure("more", 1, lambda s: s.more),),
    )
    exact, drawn = run(process, engine="exact"), run(process, engine="monte-carlo", trials=40_000, seed=2)
    assert_fits(drawn, drawn.mean("more"), exact.mean("more").value)
    assert exact.mean("more").value == pytest.approx(1 / 6, abs=ROUNDING)


def test_a_phase_that_no_game_comes_to_has_no_chances():
    def toss(s, dice):
        s.ending = 1 if dice.roll(HIT) == "hit" else 2

    def rest(s, dice):
        s.old = 1

    phases = [Phase("toss", toss), Phase("rest", rest)]
    drawn = run(Process("short", [Column("old", 1)], phases, ("won", "lost"), 3), engine="monte-carlo", trials=20_000)
    assert_fits(drawn, drawn.probability("won"), 1 / 3)


def test_phases_whose_arguments_are_equal_but_not_the_same_are_two():
    def add(number, s, dice):
        s.sum += len(str(number))

    phases = [Phase(str(number), partial(add, number)) for number in (1, 1.0, True)]
    total = Measure("sum", 8, lambda s: s.sum)
    process = Process("kinds", [Column("sum", 8)], phases, ("over",), 1, (total,))
    assert run(process).mean("sum").value == play_trace(process).measures["sum"] == 8


def test_a_trillion_games_cost_no_more_than_their_states():
    exact, many = run(duel(), engine="exact"), run(duel(), engine="counts", trials=10**12, seed=5)
    assert many.provenance.trials == 10**12
    estimate = many.probability("left wins")
    assert estimate.se == pytest.approx(5e-7, rel=0.01)
    assert_fits(many, estimate, exact.probability("left wins").value)


def test_blocks_add_up_to_the_whole_run_wherever_they_are_played():
    process, trials = skirmish(), 2 * BLOCK + 100
    whole = run(process, engine="monte-carlo", trials=trials, seed=7)
    parts = [
        run(process, engine="monte-carlo", trials=trials, seed=7, span=span)
        for span in (Span(0, BLOCK), Span(BLOCK, trials))
    ]
    share = BLOCK / trials
    for ending in whole.all_endings:
        one, other = (part.probability(ending).value for part in parts)
        assert whole.probability(ending).value == pytest.approx(share * one + (1 - share) * other, abs=ROUNDING)


def test_auto_is_exact_until_the_limit_and_then_samples_and_says_so():
    exact = run(skirmish())
    assert exact.exact
    drawn = run(skirmish(), state_limit=3, trials=50_000)
    assert drawn.provenance.engine == "monte-carlo"
    assert "too many states" in drawn.provenance.note
    assert_fits(drawn, drawn.probability("arrived"), exact.probability("arrived").value)
    with pytest.raises(StateLimitError, match=r"more than 3 states in turn.*allow more states \(state_limit=\)$"):
        run(skirmish(), engine="exact", state_limit=3)
    with pytest.raises(StateLimitError, match="more than 3 states in turn"):
        run(skirmish(), engine="counts", state_limit=3, trials=1000)


def test_without_a_turn_limit_games_are_played_until_none_is_open():
    endless, solved = duel(turns=None), until_it_ends(duel())
    result = run(endless)
    for ending, chance in solved.chances.items():
        assert result.probability(ending).value == pytest.approx(chance, abs=1e-10)
    assert result.mean("turn").value == pytest.approx(solved.turns, abs=1e-9)
    assert "less than 1e-12 is open after" in result.provenance.note
    for engine in ("monte-carlo", "counts"):
        assert "every game is over after" in run(endless, engine=engine, trials=100).provenance.note


def test_what_was_learnt_serves_other_starts_and_limits():
    process = duel()
    run(process, engine="exact")
    for other in (process.starting(left=1), process.lasting(3), process.starting(right=2).lasting(5)):
        fresh = duel(turns=other.turns)
        fresh = fresh.starting(**{column.name: column.start for column in other.columns})
        assert run(other, engine="exact").weights == pytest.approx(run(fresh, engine="exact").weights, abs=1e-15)


def test_a_question_that_one_branch_makes_needless_is_not_asked_anew():
    coin = Roll.of("coin", ("heads", "tails"))

    def act(s, dice):
        if s.fit + s.hurt >= 2 and dice.roll(coin) == "tails" and s.fit == 1:
            s.ending = 1

    process = Process("line", [Column("fit", 2, 1), Column("hurt", 2, 1)], [Phase("fight", act)], ("over",), 3)
    assert run(process, engine="exact").probability("over").value == pytest.approx(7 / 8, abs=ROUNDING)


def test_a_total_is_the_sum_of_numbers():
    s = Process("line", [Column("fit", 9, 4), Column("hurt", 9, 2)], [], ("over",), 1).layout.state()
    s.load([0, 4, 2], 1)
    assert s.total([s.fit + 1, s.hurt, s.fit - s.hurt, 3]) == 12
    assert int(s.total([])) == 0


def test_a_phase_that_comes_twice_in_a_turn_is_learnt_once_and_rolls_anew():
    once = battering(turns=1)
    (batter,) = once.phases
    process = replace(once, phases=[batter, replace(batter, name="batter again")])
    exact = run(process, engine="exact")
    assert_exact(process, exact)
    first, second = chain_of(process).tables
    assert first is second
    # Dice that variants share go by the name of the phase: the second roll is not the first.
    games, chance = 10_000, 2 * 0.6 * 0.4
    start = np.repeat(process.layout.pack(process.layout.start), games, axis=1)
    played = play_block(process, chain_of(process), CommonDice(1, 0, games), start)
    share = float((played.ledger.outcomes(played.cells)[:, -1] == 1).mean())
    assert abs(share - chance) <= SIGMAS * (chance * (1 - chance) / games) ** 0.5


@pytest.mark.parametrize("process", GAMES, ids=lambda process: process.name)
def test_games_are_the_same_whether_their_states_are_numbered_or_not(process):
    fresh = replace(process)
    drawn = run(fresh, engine="monte-carlo", trials=30_000, seed=4)
    run(fresh, engine="exact")
    again = run(fresh, engine="monte-carlo", trials=30_000, seed=4)
    assert (again.outcomes == drawn.outcomes).all()
    assert (again.weights == drawn.weights).all()
    assert (again.tally_means == drawn.tally_means).all()
    assert all((one.shares == other.shares).all() for one, other in zip(again.watched, drawn.watched, strict=True))


def test_states_have_values_where_phases_look_at_the_turn():
    process = skirmish()
    exact = run(replace(process), engine="exact")
    worth = values_of(process)
    for ending in exact.all_endings:
        assert worth()[ending] == pytest.approx(exact.probability(ending).value, abs=ROUNDING)
