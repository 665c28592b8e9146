"""Endings by name, and the break-off policy of a side."""

import pytest

from mangonel.engine.process import Column, Phase, Process
from mangonel.engine.trace import play_trace
from mangonel.games.cryhavoc.keys import BreakOff
from mangonel.games.cryhavoc.sides import Force, Others
from mangonel.games.system import Endings

ENDINGS = Endings({"won": "they have won", "lost": "", "tired": "they go home"})


def ended(name, endings=ENDINGS):
    """Return the trace of a game of one phase, which ends so."""
    phase = Phase("end", lambda s, dice: endings.end(s, dice, name))
    return play_trace(Process("made", [], [phase], endings.names, 1))


def test_a_game_ends_by_name_and_tells_it():
    assert [(game.ending, [event.text for event in game.events]) for game in map(ended, ENDINGS.names)] == [
        ("won", ["they have won"]),
        ("lost", []),
        ("tired", ["they go home"]),
    ]


def test_codes_follow_the_endings_that_there_are():
    few = ENDINGS.without("won")
    assert few.names == ("lost", "tired")
    assert ended("tired", few).ending == "tired"
    with pytest.raises(KeyError, match="won"):
        ended("won", few)


def test_whether_a_game_has_come_to_an_ending_can_be_asked():
    s = Process("made", [], [], ENDINGS.names, 1).layout.state()
    s.load([2], 1)
    assert [ENDINGS.reached(s, name) for name in ENDINGS.names] == [False, True, False]


def comes(limits, losses, turn, missing=0, **asked):
    """Return whether a side breaks off that has so many losses in a turn, some of whom were not there."""
    side = Force("men", 6, (Others(lambda _: 6 - losses),), limits=limits, missing="missing" if missing else "")
    starts = {column.name: missing for column in side.columns}
    process = Process("made", side.columns, [], (), None).starting(**starts)
    s = process.layout.state()
    s.load(process.layout.start, turn)
    return side.breaks_off(s, **asked)


@pytest.mark.parametrize(
    ("limits", "turn", "losses"),
    [
        (BreakOff(None, None), 9, []),
        (BreakOff(None, 3), 2, []),
        (BreakOff(None, 3), 3, [2, 4, 5, 6]),
        (BreakOff(4, None), 9, [6]),
        (BreakOff(4, 9), 9, [2, 4, 5, 6]),
    ],
)
def test_a_side_breaks_off_at_its_losses_or_after_its_turn(limits, turn, losses):
    assert [lost for lost in (2, 4, 5, 6) if comes(limits, lost, turn, missing=2)] == losses


def test_men_who_were_not_there_are_counted_only_where_losses_are():
    assert Force("men", 6, (), limits=BreakOff(None, 3), missing="missing").columns == []
    assert Force("men", 6, (), limits=BreakOff(3, None), missing="missing").columns == [Column("missing", 6)]
    assert Force("men", 6, (), limits=BreakOff(3, None)).columns == []
    assert [comes(BreakOff(3, None), lost, 4) for lost in (2, 3, 4)] == [False, True, True]


def test_a_side_that_is_asked_before_its_turn_has_not_played_it():
    limits = BreakOff(None, 4)
    assert [comes(limits, 0, turn, before=True) for turn in (4, 5)] == [False, True]
    assert [comes(limits, 0, turn) for turn in (3, 4)] == [False, True]
