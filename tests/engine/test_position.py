"""Games from a position on: as often as they come to it, and as they go on from there."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb, sqrt

import numpy as np
import pytest

from engine.games import battering, duel
from engine.judging import SIGMAS, assert_fits
from mangonel.engine.position import looks_of, position
from mangonel.engine.propagation import Population
from mangonel.engine.run import run
from mangonel.engine.sequence import Measure, Phase, PlaySequence
from mangonel.engine.state import Column
from mangonel.engine.values import values
from mangonel.errors import DataError, StateLimitError

LEFT = Measure("left_living", 2, lambda s: s.men[0])


def chances(result):
    return {name: result.probability(name).value for name in result.all_endings}


def test_a_position_by_hand():
    # Six in ten a turn. Of games that have two damages after four turns: C(4, 2) 0.6^2 0.4^2.
    place = battering(6).at(5, marks=2)
    assert place.share == pytest.approx(comb(4, 2) * 0.6**2 * 0.4**2, abs=1e-15)
    assert chances(place.run())["breach"] == pytest.approx(0.36, abs=1e-15)
    # Two or three damages: weighed as often as they come.
    both = battering(6).at(5, marks=(2, 3))
    shares = [comb(4, n) * 0.6**n * 0.4 ** (4 - n) for n in (2, 3)]
    wanted = (shares[0] * 0.36 + shares[1] * 0.84) / sum(shares)
    assert both.share == pytest.approx(sum(shares), abs=1e-15)
    assert chances(both.run())["breach"] == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize("way", ["tables", "phases"])
def test_positions_put_together_are_the_game(way):
    game = duel(6)
    result = run(game, engine="exact")
    over = dict.fromkeys(result.all_endings, 0.0)
    for row, weight in zip(result.outcomes, result.weights, strict=True):
        if row[1] <= 3 and row[0] > 0:
            over[("undecided", *result.endings)[row[0]]] += weight
    for men in range(3):
        try:
            place = game.at(4, left=men)
        except DataError:
            continue
        for name, chance in chances(place.run(way=way)).items():
            over[name] += place.share * chance
    assert over == pytest.approx(chances(result), abs=1e-14)


def test_a_position_of_one_state_is_worth_what_its_value_is():
    game = duel(6)
    worth = values(game)
    for men, fear, after in [((1, 2), 0, 1), ((1, 1), 1, 2), ((2, 1), 0, 4)]:
        place = game.at(after + 1, **{"men.1": men[0], "men.2": men[1], "fear": fear})
        assert place.people.weights.tolist() == [1.0]
        wanted = worth.at({"men": men, "fear": fear}, after=after)
        assert chances(place.run()) == pytest.approx(wanted, abs=1e-14)


def test_the_start_is_a_position():
    game = duel(5)
    assert chances(game.at(1).run()) == pytest.approx(chances(run(game, engine="exact")), abs=1e-15)
    assert game.at(1).share == 1


def test_counters_begin_here_and_turns_go_on():
    place = battering(6).at(5, marks=3)
    result = place.run()
    # One roll in the fifth turn, and one more if it did no damage.
    assert result.tally("rolls").value == pytest.approx(1.4, abs=1e-15)
    assert result.mean("turn").value == pytest.approx(5.4, abs=1e-15)
    assert result.provenance.notes[0].key == "from_position"
    assert str(place) == "turn=5, marks=3"


def test_what_was_watched_stands_as_it_is_here():
    game = replace(duel(6), series=(LEFT,))
    for engine in ("exact", "counts"):
        (watched,) = game.at(4, left_living=1).run(engine=engine, trials=800).watched
        assert watched.shares[:4].ravel().tolist() == pytest.approx([0.0, 1.0, 0.0] * 4, abs=1e-12)
        assert watched.shares[4, 0] > 0


def test_counts_agree_with_exact():
    place = duel(8).at(3, left=1)
    exact, counts = chances(place.run()), place.run(engine="counts", trials=40_000, seed=5)
    for name, chance in exact.items():
        found = counts.probability(name)
        assert abs(found.value - chance) <= 5 * max(found.se, 1e-4)


def test_what_is_exact_no_longer_goes_on_as_counts():
    place = duel(8).at(2)
    result = place.run(state_limit=len(place.people.weights), trials=4000, seed=2)
    assert result.provenance.engine == "counts"
    with pytest.raises(StateLimitError, match="use the engine auto or counts"):
        place.run(engine="exact", state_limit=1)


def test_what_is_said_by_name():
    side = replace(duel(3), series=(LEFT,), looks=(Measure("shaken", 1, lambda s: s.fear > 0),))
    assert set(looks_of(side)) == {"men.1", "men.2", "fear", "left_living", "shaken", "left", "right"}
    assert side.at(3, shaken=1, left_living=1).share == pytest.approx(side.at(3, fear=1, left=1).share)


@pytest.mark.parametrize(
    ("turn", "wanted", "message"),
    [
        (0, {}, r"there is no such turn: 0 \(allowed: 1..6\)"),
        (7, {}, r"there is no such turn: 7 \(allowed: 1..6\)"),
        ("3", {}, "there is no such turn"),
        (3, {"lef": 1}, "no such number of a position: 'lef'; did you mean 'left'"),
        (3, {"left": 7}, r"left: no game stands so at the start of turn 3: 7 \(allowed: 1..2\)"),
        (1, {"left": 2, "fear": (1, 2)}, r"fear: no game .* turn 1 if left are as told: '1..2' \(allowed: 0\)"),
        (3, {"left": 1.5}, "left: must be a whole number"),
        (3, {"left": (2, 1)}, "left: must be a whole number"),
    ],
)
def test_positions_that_are_none(turn, wanted, message):
    with pytest.raises(DataError, match=message):
        duel(6).at(turn, **wanted)


def test_a_game_that_is_over_has_no_positions():
    def end(s, dice):
        del dice
        s.ending = 1

    game = PlaySequence("over", [Column("n", 1)], [Phase("end", end)], ("over",), 3)
    with pytest.raises(DataError, match="every game is over before turn 2"):
        game.at(2)


def test_too_many_states_on_the_way():
    with pytest.raises(StateLimitError, match="more than 1 states before turn 4: positions are looked for exactly"):
        position(duel(6), 4, state_limit=1)


def test_trials_drawn_from_a_position_fit_what_is_exact():
    game = replace(duel(8), series=(LEFT,))
    place = game.at(3, left_living=(1, 2))
    exact, drawn = place.run(), place.run(engine="monte-carlo", trials=200_000, seed=3)
    assert (drawn.provenance.engine, drawn.provenance.trials) == ("monte-carlo", 200_000)
    assert drawn.provenance.notes[0].key == "from_position"
    for name in exact.all_endings:
        assert_fits(drawn, drawn.probability(name), exact.probability(name).value)
    for name in game.tallies:
        assert_fits(drawn, drawn.tally(name), exact.tally(name).value)
    assert_fits(drawn, drawn.mean("turn"), exact.mean("turn").value)
    watched, wanted = (result.watched[0].shares for result in (drawn, exact))
    assert abs(watched - wanted).max() <= SIGMAS * sqrt(0.25 / 200_000)
    # No trial has come to an end before.
    assert drawn.outcomes[:, 1].min() >= 3


def test_trials_from_a_position_are_the_same_wherever_they_are_played():
    place = duel(8).at(3, left=1)
    alone = place.run(engine="monte-carlo", trials=200_000, seed=3)
    with ThreadPoolExecutor(2) as two:
        together = place.run(engine="monte-carlo", trials=200_000, seed=3, executor=two)
    # Whatever was run before, and in whatever order states were met.
    game = duel(8)
    run(game, engine="exact")
    shuffled = replace(place, people=_turned_round(place.people))
    for other in (together, game.at(3, left=1).run(engine="monte-carlo", trials=200_000, seed=3)):
        assert np.array_equal(other.weights, alone.weights)
        assert np.array_equal(other.outcomes, alone.outcomes)
    assert shuffled.begun.digest == place.begun.digest
    assert duel(8).at(4, left=1).begun.digest != place.begun.digest
    other_seed = place.run(engine="monte-carlo", trials=200_000, seed=4)
    assert not np.array_equal(other_seed.weights, alone.weights)


def test_the_first_trials_from_a_position_are_known():
    place = battering(6).at(5, marks=(2, 3))
    drawn = place.run(engine="monte-carlo", trials=1000, seed=1)
    assert drawn.probability("breach").value == 0.623


def _turned_round(people):
    return Population(people.matrix[:, ::-1], people.weights[::-1], people.counters[:, ::-1], people.peak)


def test_the_same_place_in_a_variant():
    place = duel(6).at(3, left=1)
    other = place.under(duel(8))
    assert chances(other.run()) == pytest.approx(chances(_weighed(duel(8), place)), abs=1e-14)
    with pytest.raises(DataError, match="remembers other things"):
        place.under(battering())


def _weighed(game, place):
    """Return the result of a variant from the states of a place, one by one."""
    return replace(place, sequence=game).run(way="phases")


def test_a_position_may_be_asked_after_a_run():
    game = duel(6)
    before = chances(game.at(3, left=1).run())
    run(game, engine="exact")
    assert chances(game.at(3, left=1).run()) == pytest.approx(before, abs=1e-15)


def test_a_game_without_a_limit_goes_on_to_its_end():
    place = battering(None).at(3, marks=2)
    result = place.run()
    assert place.share == pytest.approx(0.36, abs=1e-15)
    assert chances(result)["breach"] == pytest.approx(1.0, abs=1e-11)
    # Two more damages at 6 in 10, each 5/3 turns, after two turns.
    assert result.mean("turn").value == pytest.approx(2 + 2 * 5 / 3, abs=1e-9)
    # Later than the first limits that are tried.
    late = battering(None, marks=200).at(150, marks=(80, 90))
    assert chances(late.run())["breach"] == pytest.approx(1.0, abs=1e-11)
