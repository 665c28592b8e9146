"""Endings by name, and the break-off policy of a side."""

import numpy as np
import pytest

from mangonel.engine.state import Layout, State
from mangonel.systems.cryhavoc.breaking_off import BreakingOff
from mangonel.systems.cryhavoc.keys.policies import BreakOff
from mangonel.systems.endings import Endings
from mangonel.engine import state as walks
from mangonel.engine.process import Column

ENDINGS = Endings({"won": "they have won", "lost": "", "tired": "they go home"})


class Ears:
    """Dice that are only told things."""

    def __init__(self):
        self.heard = {}

    def note(self, text, where, *values):
        self.heard[text] = (where.tolist(), *values)


def rows(columns=(), count=4, turn=1, **values):
    layout = Layout(columns, 3, ())
    state = State(layout, layout.rows(count), layout.counters(count), turn)
    for name, value in values.items():
        state.__dict__[name][...] = value
    return state


def test_a_game_ends_by_the_first_of_its_endings_that_has_come():
    s, ears = rows(), Ears()
    ENDINGS.decide(s, ears, lost=np.array([1, 1, 0, 0], bool), won=np.array([1, 0, 1, 0], bool))
    assert s.ending.tolist() == [2, 2, 1, 0]
    assert ears.heard == {"they have won": ([False, False, True, False],)}
    assert ENDINGS.reached(s, "lost").tolist() == [True, True, False, False]


def test_what_has_ended_ends_no_other_way():
    s = rows(ending=[0, 1, 2, 3])
    ENDINGS.decide(s, Ears(), tired=np.ones(4, bool))
    assert s.ending.tolist() == [3, 1, 2, 3]


def test_codes_follow_the_endings_that_there_are():
    s, few = rows(), ENDINGS.without("won")
    assert few.names == ("lost", "tired")
    few.decide(s, Ears(), tired=np.array([0, 1, 0, 0], bool))
    assert s.ending.tolist() == [0, 2, 0, 0]
    with pytest.raises(KeyError, match="won"):
        few.decide(s, Ears(), won=np.ones(4, bool))


def limit(losses=None, turn=None):
    return BreakOff(losses, turn)


def one_game(columns=(), turn=1, **values):
    layout = walks.Layout([Column("ending", 3), *columns])
    s = layout.state()
    s.load(layout.values_of(values), turn)
    return s


@pytest.mark.parametrize(
    ("limits", "turn", "comes"),
    [
        (limit(), 9, [0, 0, 0, 0]),
        (limit(turn=3), 2, [0, 0, 0, 0]),
        (limit(turn=3), 3, [1, 1, 1, 1]),
        (limit(losses=4), 9, [0, 0, 0, 1]),
        (limit(losses=4, turn=9), 9, [1, 1, 1, 1]),
    ],
)
def test_a_side_breaks_off_at_its_losses_or_after_its_turn(limits, turn, comes):
    side = BreakingOff(limits, "missing", 6)
    s = one_game(side.columns, turn, **side.start(2))
    assert [side.comes(s, lambda _, lost=lost: lost) for lost in (2, 4, 5, 6)] == comes


def test_men_who_were_not_there_are_counted_only_where_losses_are():
    assert BreakingOff(limit(turn=3), "missing", 6).columns == []
    assert BreakingOff(limit(turn=3), "missing", 6).start(2) == {}
    assert BreakingOff(limit(losses=3), "missing", 6).start(2) == {"missing": 2}
    assert (BreakingOff(limit(losses=3)).columns, BreakingOff(limit(losses=3)).start(2)) == ([], {})
    side = BreakingOff(limit(losses=3))
    assert [side.comes(one_game(turn=4), lambda _, lost=lost: lost) for lost in (2, 3)] == [False, True]
    assert not BreakingOff(limit(turn=4)).comes(one_game(turn=4), lambda _: 0, before=True)
