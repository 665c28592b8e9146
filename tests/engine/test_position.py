"""Games from a position on: each state as often as games come to it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from cases import cases
from engine.games import battering, duel, skirmish
from engine.judging import ROUNDING, SIGMAS, assert_fits
from engine.solving import values_of
from mangonel.engine.owners import Side
from mangonel.engine.position import looks_of, position
from mangonel.engine.process import Column, Measure, Phase, Process
from mangonel.engine.run import run
from mangonel.errors import DataError, StateLimitError
from rules.words.marking import said_in

CASES = cases(__file__)


def chances(result):
    return {name: result.probability(name).value for name in result.all_endings}


def test_a_position_by_hand():
    # Six in ten a turn. Of games that have two damages after four turns: C(4, 2) 0.6^2 0.4^2.
    place = position(battering(6), 5, marks=2)
    assert place.share == pytest.approx(comb(4, 2) * 0.6**2 * 0.4**2, abs=ROUNDING)
    assert chances(place.run())["breach"] == pytest.approx(0.36, abs=ROUNDING)
    # Two or three damages: weighted as often as they come.
    both = position(battering(6), 5, marks=(2, 3))
    shares = [comb(4, n) * 0.6**n * 0.4 ** (4 - n) for n in (2, 3)]
    wanted = (shares[0] * 0.36 + shares[1] * 0.84) / sum(shares)
    assert both.share == pytest.approx(sum(shares), abs=ROUNDING)
    assert chances(both.run())["breach"] == pytest.approx(wanted, abs=ROUNDING)


def test_positions_put_together_are_the_game():
    game = duel(3, 6)
    result = run(game, engine="exact")
    over = dict.fromkeys(result.all_endings, 0.0)
    for row, weight in zip(result.outcomes, result.weights, strict=True):
        if row[1] <= 3 and row[0] > 0:
            over[("undecided", *result.endings)[row[0]]] += weight
    for men in (1, 2, 3):
        place = position(game, 4, left=men)
        for name, chance in chances(place.run()).items():
            over[name] += place.share * chance
    assert over == pytest.approx(chances(result), abs=ROUNDING)


def test_a_position_of_one_state_has_its_value():
    game = duel(3, 6)
    worth = values_of(game)
    for left, right, after in [(3, 2, 1), (1, 1, 2), (2, 1, 4)]:
        place = position(game, after + 1, left=left, right=right)
        assert place.people.weights.tolist() == [1.0]
        assert chances(place.run()) == pytest.approx(worth({"left": left, "right": right}, after=after), abs=ROUNDING)


def test_the_start_is_a_position():
    game = duel(2, 5)
    assert position(game, 1).share == 1
    assert chances(position(game, 1).run()) == pytest.approx(chances(run(game, engine="exact")), abs=ROUNDING)


def test_counters_begin_here_and_turns_go_on():
    place = position(battering(6), 5, marks=3)
    result = place.run()
    # One roll in the fifth turn, and one more if it did no damage.
    assert result.tally("rolls").value == pytest.approx(1.4, abs=ROUNDING)
    assert result.mean("turn").value == pytest.approx(5.4, abs=ROUNDING)
    (note,) = result.provenance.notes
    assert said_in("de", note.said) == "ab turn=5, marks=3; dahin kommen 34,6 % aller Partien"
    assert str(place) == "turn=5, marks=3"


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_series_of_the_turns_before_hold_the_position(engine):
    (watched,) = position(duel(2, 6), 4, men=3).run(engine=engine, trials=800).watched
    assert watched.shares[:4].tolist() == pytest.approx(np.array([[0, 0, 0, 1, 0]] * 4), abs=ROUNDING)
    assert watched.shares[4, 2] > 0


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_samples_from_a_position_fit_what_is_exact(engine):
    place = position(skirmish(), 3, **{"fit.1": (1, 2)})
    exact, drawn = place.run(), place.run(engine=engine, trials=200_000, seed=3)
    assert (drawn.provenance.engine, drawn.provenance.trials) == (engine, 200_000)
    for name in exact.all_endings:
        assert_fits(drawn, drawn.probability(name), exact.probability(name).value)
    assert_fits(drawn, drawn.tally("hits"), exact.tally("hits").value)
    assert_fits(drawn, drawn.mean("turn"), exact.mean("turn").value)
    watched, wanted = (result.watched[0].shares for result in (drawn, exact))
    # Its start is drawn, too.
    assert [drawn.watched[0].mean(turn).se for turn in (0, 1)] == [drawn.watched[0].mean(2).se] * 2
    assert abs(watched - wanted).max() <= SIGMAS * (0.25 / 200_000) ** 0.5
    assert drawn.outcomes[:, 1].min() >= 3


def test_at_the_state_limit_a_position_is_sampled():
    place = position(duel(3, 8), 2)
    exact, drawn = place.run(engine="exact"), place.run(state_limit=3, trials=20_000, seed=2)
    assert drawn.provenance.engine == "monte-carlo"
    assert_fits(drawn, drawn.probability("left wins"), exact.probability("left wins").value)
    with pytest.raises(StateLimitError, match="more than 1 states in turn 2; use the engine auto or monte-carlo"):
        place.run(engine="exact", state_limit=1)


def test_names_of_a_position():
    sides = (Side("reds", ("left wins",)),)
    game = replace(duel(2, 3), series=(Measure("reds_living", 2, lambda s: s.left),), sides=sides)
    game = replace(game, looks=(Measure("alone", 1, lambda s: s.left < 2),))
    assert set(looks_of(game)) == {"left", "right", "reds", "reds_living", "dead", "alone"}
    assert position(game, 3, alone=1, dead=2).share == pytest.approx(
        position(game, 3, reds=1, right=1).share, abs=ROUNDING
    )
    assert "fit.2" in looks_of(skirmish())


@pytest.mark.parametrize(("turn", "wanted", "message"), CASES["test_positions_that_do_not_exist"])
def test_positions_that_do_not_exist(turn, wanted, message):
    wanted = {name: tuple(value) if isinstance(value, list) else value for name, value in wanted.items()}
    with pytest.raises(DataError, match=message):
        position(duel(3, 6), turn, **wanted)


def test_a_game_that_is_over_has_no_positions():
    def end(s, dice):
        s.ending = 1

    for wanted in ({}, {"n": 1}):
        with pytest.raises(DataError, match="every game is over before turn 2"):
            position(Process("over", [Column("n", 1)], [Phase("end", end)], ("over",), 3), 2, wanted)


def test_too_many_states_on_the_way():
    with pytest.raises(StateLimitError, match="more than 1 states before turn 4: positions are looked for exactly"):
        position(duel(3, 6), 4, state_limit=1)


def test_trials_from_a_position_are_the_same_wherever_they_are_played():
    place = position(duel(3, 8), 3, left=2)
    alone = place.run(engine="monte-carlo", trials=200_000, seed=3)
    with ThreadPoolExecutor(2) as two:
        together = place.run(engine="monte-carlo", trials=200_000, seed=3, executor=two)
    game = duel(3, 8)
    run(game, engine="exact")
    for other in (together, position(game, 3, left=2).run(engine="monte-carlo", trials=200_000, seed=3)):
        assert np.array_equal(other.weights, alone.weights)
        assert np.array_equal(other.outcomes, alone.outcomes)
    assert not np.array_equal(place.run(engine="monte-carlo", trials=200_000, seed=4).weights, alone.weights)
    # A cached run is found again in whatever order its states were met, and is that of no other position.
    people = place.people
    turned = replace(place, people=replace(people, words=people.words[:, ::-1], weights=people.weights[::-1]))
    assert turned.people.ordered.digest == place.people.ordered.digest
    assert position(duel(3, 8), 4, left=2).people.ordered.digest != place.people.ordered.digest


def test_the_same_position_in_a_variant():
    place = position(duel(2, 6), 3, left=1)
    assert chances(place.under(duel(2, 8)).run()) == pytest.approx(
        chances(position(duel(2, 8), 3, left=1).run()), abs=ROUNDING
    )
    with pytest.raises(DataError, match="remembers other things"):
        place.under(battering())


def test_a_game_without_a_limit_goes_on_to_its_end():
    place = position(battering(None), 3, marks=2)
    result = place.run()
    assert place.share == pytest.approx(0.36, abs=ROUNDING)
    assert chances(result)["breach"] == pytest.approx(1.0, abs=1e-11)
    # Two more damages at 6 in 10, each 5/3 turns, after two turns.
    assert result.mean("turn").value == pytest.approx(2 + 2 * 5 / 3, abs=1e-9)
    # Later than the first limits that are tried.
    late = position(battering(None, marks=200), 150, marks=(80, 90))
    assert chances(late.run())["breach"] == pytest.approx(1.0, abs=1e-11)
