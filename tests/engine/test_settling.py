"""When an exact run goes on by tables, and that it does not matter."""

import numpy as np
import pytest

from engine.games import battering
from engine.test_footprints import COIN, GAMES, assert_same
from mangonel.engine import exact
from mangonel.engine.run import run
from mangonel.engine.sequence import Phase, PlaySequence
from mangonel.engine.settling import Settling
from mangonel.engine.state import Column


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
