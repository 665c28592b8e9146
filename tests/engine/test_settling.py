"""When an exact run goes on by tables, and that it does not matter."""

import numpy as np
import pytest

from engine.games import battering
from engine.test_footprints import COIN, GAMES, assert_same
from mangonel.engine import compiled, exact, phase_table, propagation, wide
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.settling import Settling
from mangonel.engine.splitting import ChanceSplit
from mangonel.engine.state import Column
from mangonel.errors import StateLimitError


class Every(Settling):
    """Tables from the end of some turn on, whether they pay or not."""

    first = 1

    def settled(self, people, turn):
        del people
        return turn >= self.first


@pytest.mark.parametrize("first", [1, 2, 4])
@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_it_does_not_matter_when_tables_begin(make, first, monkeypatch):
    monkeypatch.setattr(Every, "first", first)
    monkeypatch.setattr(exact, "Settling", Every)
    assert_same(run(make(), engine="exact"), run(make(), engine="exact", way="phases"))


def ways_of(game):
    """Return the turns that a run plays by tables, and those phase by phase."""
    turns = {"play_by_tables": [], "play_turn": []}
    with pytest.MonkeyPatch.context() as patch:
        for play, where in ((exact.play_by_tables, 3), (exact.play_turn, 4)):

            def noted(*arguments, play=play, where=where):
                turns[play.__name__].append(arguments[where])
                return play(*arguments)

            patch.setattr(exact, play.__name__, noted)
        run(game, engine="exact")
    return turns["play_by_tables"], turns["play_turn"]


def test_a_game_that_has_settled_goes_on_by_tables():
    game = battering(60)
    # Five states of marks, the last of them an ending: after turn 4 there is none that was not there before.
    tables, phases = ways_of(game)
    assert (phases, tables) == ([1, 2, 3, 4], list(range(5, 61)))
    # Who runs it again goes by tables from the start.
    assert ways_of(game) == (list(range(1, 61)), [])


def test_a_short_game_is_played():
    game = battering(17)
    assert ways_of(game) == ([], list(range(1, 18)))
    assert ways_of(game) == ([], list(range(1, 18)))


def test_a_game_that_uses_the_turn_goes_back():
    def act(s, dice):
        s.marks = np.where(dice.roll(COIN, s.marks <= s.turn % 2), 1 - s.marks, s.marks)

    tables, phases = ways_of(PlaySequence("odd and even", [Column("marks", 1)], [Phase("act", act)], ("over",), 40))
    assert len(tables) == 1
    assert sorted([*tables, *phases]) == list(range(1, 41))


def test_a_game_with_too_many_states_to_be_kept_goes_back(monkeypatch):
    wanted = run(battering(60), engine="exact", way="phases")
    monkeypatch.setattr(compiled, "KEPT", 3)
    game = battering(60)
    tables, phases = ways_of(game)
    assert tables == [5]
    assert phases == [*range(1, 5), *range(6, 61)]
    assert_same(run(game, engine="exact"), wanted)


def test_a_phase_that_splits_too_many_rows_is_played_by_tables():
    places = tuple(map(str, range(80)))
    place = Roll.of("place", places, [places])

    def spread(s, dice):
        s.place = dice.roll(place, s.odd >= 0)

    def toss(s, dice):
        s.odd = sum(dice.roll(COIN, s.odd >= 0) for _ in range(6)) % 2

    # 64 ways for each of 80 places, which the phase does not look at.
    phases = [Phase("spread", spread), Phase("toss", toss)]
    game = PlaySequence("many", [Column("place", 79), Column("odd", 1)], phases, ("over",), 1)
    with pytest.raises(StateLimitError, match="more than 1,600 branches within phase 'toss'"):
        run(game, engine="exact", way="phases", state_limit=200)
    assert run(game, engine="exact", state_limit=200).provenance.states == 160


def two_throws(turns):
    """Two throws of two dice that are read together: 33 ways that come to three, whatever else there is."""
    pair = Roll.of(
        "two dice", [str(total) for total in range(11)], [[str(one + two) for one in range(6) for two in range(6)]]
    )

    def throw(s, dice):
        everywhere = np.ones(s.size, dtype=bool)
        gained = dice.roll(pair, everywhere) - dice.roll(pair, everywhere)
        s.ahead = np.sign(gained) + 1
        s.thrown += 1

    def lose(s, dice):
        s.men = s.men - dice.roll(COIN, (s.men > 0) & (s.ahead == 2))
        s.ending = s.men == 0

    columns = [Column("men", 30, 30), Column("ahead", 2, 1)]
    return PlaySequence(
        "throws", columns, [Phase("throw", throw), Phase("lose", lose)], ("over",), turns, tallies=("thrown",)
    )


def test_a_phase_that_splits_rows_many_times_over_is_run_once_for_rows_that_are_alike(monkeypatch):
    rows = []
    plain = propagation.branched

    def noted(sequence, phase, start, *others, **more):
        rows.append(start.shape[1]) if phase.name == "throw" else None
        return plain(sequence, phase, start, *others, **more)

    for module in (propagation, phase_table):
        monkeypatch.setattr(module, "branched", noted)
    by_tables, each = run(two_throws(5), engine="exact"), run(two_throws(5), engine="exact", way="phases")
    # Turn by turn as many rows as men have been lost; as a table once, after the first turn.
    assert rows[-5:] == [1, 4, 7, 10, 13]
    assert rows[:-5] == [1, 1]
    assert_same(by_tables, each)


def test_a_wide_phase_to_which_few_rows_are_alike_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(wide, "_FEW", 0)
    monkeypatch.setattr(wide, "_ALIKE", 100)
    game = two_throws(6)
    tables = wide.WidePhases(game, propagation.by_phases(game, ChanceSplit()))
    monkeypatch.setattr(exact, "WidePhases", lambda *_: tables)
    assert_same(run(game, engine="exact"), run(two_throws(6), engine="exact", way="phases"))
    assert tables._tables == {"throw": None}
