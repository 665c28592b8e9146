"""What can be wrong in a process of one's own is an error that names phase and line."""

from pathlib import Path

import numpy as np
import pytest

from engine.games import HIT, duel
from mangonel.engine.process import Chapter, Column, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import SequenceError

HERE = Path(__file__).name


COLUMNS = (Column("men", 3, 2), Column("fit", 2, 1, 2))


def made(act, *, turns=3, **other):
    return Process("own", COLUMNS, [Phase("the step", act)], ("over",), turns, tallies=("kills",), **other)


def undeclared(s, dice):
    s.horses = 1


def unread(s, dice):
    s.men = s.horse


def too_few(s, dice):
    s.men -= 1


def too_many(s, dice):
    s.men += 2


def a_fraction(s, dice):
    s.men = 1.5


def no_entry(s, dice):
    s.fit[2] = 1


def no_counter(s, dice):
    dice.count("shots")


def a_negative_count(s, dice):
    dice.count("kills", s.men - 3)


def half_a_count(s, dice):
    dice.count("kills", 0.5)


def the_turn(s, dice):
    s.turn = 3


def no_roll(s, dice):
    dice.roll("hit")


def entries(s, dice):
    s.fit = [1, 1, 1]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (undeclared, "declares no column 'horses'"),
        (unread, "declares no column 'horse'"),
        (too_few, r"men = -1, not in 0\.\.3"),
        (too_many, r"men = 4, not in 0\.\.3"),
        (a_fraction, "men holds whole numbers, not 1.5"),
        (no_entry, "'fit' has entries 0 to 1, not 2"),
        (no_counter, "declares no counter 'shots'"),
        (a_negative_count, "counter 'kills' takes whole numbers of at least 0, not -1"),
        (half_a_count, "counter 'kills' takes whole numbers of at least 0, not 0.5"),
        (the_turn, "'turn' is not for a phase to set"),
        (no_roll, "a roll is needed, not 'hit'"),
        (entries, "'fit' has 2 entries, not 3"),
    ],
)
@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_a_mistake_names_phase_and_line(act, reason, engine):
    line = act.__code__.co_firstlineno + 1
    with pytest.raises(SequenceError, match=rf"phase 'the step' \({HERE}, line {line}\): .*{reason}"):
        run(made(act), engine=engine)
    with pytest.raises(SequenceError, match=rf"phase 'the step' \({HERE}, line {line}\): .*{reason}"):
        play_trace(made(act), seed=1)


def test_a_number_that_leaves_its_range_in_another_state_is_found():
    """The state that is learnt from is in range, another one of its read set is not."""

    def split(s, dice):
        if dice.roll(HIT) == "hit":
            s.men += 1

    def add(s, dice):
        s.men += 1

    process = Process("own", [Column("men", 3, 2)], [Phase("split", split), Phase("add", add)], ("over",), 1)
    for engine in ("exact", "counts", "monte-carlo"):
        with pytest.raises(SequenceError, match=rf"phase 'add' \({HERE}, line \d+\): men = 4, not in 0\.\.3"):
            run(process, engine=engine)


def test_a_number_that_is_written_over_has_to_fit_in_every_state():
    def down_and_up(s, dice):
        s.men -= 1
        s.men += 1

    def lose(s, dice):
        s.men = 0 if dice.roll(HIT) == "hit" else 1

    phases = [Phase("down and up", down_and_up), Phase("lose", lose)]
    for engine in ("exact", "counts", "monte-carlo"):
        with pytest.raises(SequenceError, match=rf"phase 'down and up' \({HERE}, line \d+\): men = -1, not in 0\.\.3"):
            run(Process("own", [Column("men", 3, 1)], phases, ("over",), 2), engine=engine)


def test_state_outside_columns_is_found_in_every_branch():
    hits = []

    def act(s, dice):
        if dice.roll(HIT) == "hit":
            hits.append(1)
            s.men = min(len(hits), 3)

    with pytest.raises(SequenceError, match=r"phase 'the step'.*keeps something outside its columns"):
        run(made(act))


def test_randomness_of_ones_own_is_found():
    rng = np.random.default_rng(1)

    def act(s, dice):
        if rng.random() < 0.5 and dice.roll(HIT) == "hit":
            s.men -= 1
        if s.men == 0:
            s.ending = 1

    with pytest.raises(SequenceError, match=r"phase 'the step'.*draws random numbers of its own, or keeps something"):
        run(made(act, turns=12))


def test_state_outside_columns_is_found():
    seen = []

    def act(s, dice):
        seen.append(1)
        if len(seen) % 2 and dice.roll(HIT) == "hit":
            s.men = 0

    with pytest.raises(SequenceError, match=r"phase 'the step'.*keeps something outside its columns"):
        run(made(act))


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"measures": (Measure("m", 1, lambda s: s.men),)}, r"measure 'm' is 2, outside 0\.\.1"),
        ({"series": (Measure("m", 9, lambda s: s.horses),)}, "measure 'm': .*no column 'horses'"),
        ({"measures": (Measure("m", 9, lambda s: s.turn + 0 > 1),)}, "measure 'm' asks for the turn"),
    ],
)
def test_measures_are_held_to_their_declaration(other, reason):
    with pytest.raises(SequenceError, match=reason):
        run(made(lambda s, dice: None, **other), engine="exact")


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"columns": [Column("a", 1), Column("a", 2)]}, "different names: a"),
        ({"columns": [Column("turn", 1)]}, "cannot be called 'turn'"),
        ({"columns": [Column("a", 1, 2)]}, r"starts outside 0\.\.1"),
        ({"columns": [Column("a", 40_000)]}, "may not exceed 32767"),
        ({"columns": [Column("a", 1.5)]}, "whole numbers, not 1.5"),
        ({"columns": [Column("a", 1, (0, 0), 3)]}, "2 starting values for 3 entries"),
        ({"phases": [Phase("p", undeclared), Phase("p", undeclared)]}, "phases must have different names"),
        ({"endings": ("undecided",)}, "endings must have different names"),
        ({"turns": -1}, "turns are a whole number"),
        ({"measures": (Measure("turn", 1, len),)}, "measure cannot be called 'turn'"),
        ({"measures": (Measure("m", -1, len),)}, "its maximum is a whole number"),
    ],
)
def test_declarations_are_checked(keys, reason):
    parts = {"name": "own", "columns": [], "phases": [], "endings": ("over",), "turns": 1}
    with pytest.raises(SequenceError, match=reason):
        Process(**{**parts, **keys})


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Roll.of("r", []), "1 to 256 sides, not 0"),
        (lambda: Roll.chance("r", 5, 3), "5/3 is not a probability"),
        (lambda: Roll.chance("r", 1.5, 3), "whole numbers"),
        (lambda: Roll.at_least("r", 6, 2.5), "whole numbers"),
    ],
)
def test_rolls_are_checked(make, reason):
    with pytest.raises(SequenceError, match=reason):
        make()


def test_a_chapter_needs_a_turn_limit():
    inner = duel(turns=None)
    process = Process(
        "outer",
        [Column("end", 2), Column("dead", 6)],
        [Chapter("duel", lambda s: inner, ("end", "dead"))],
        ("over",),
        1,
    )
    with pytest.raises(SequenceError, match=r"chapter 'duel': .* must have a turn limit"):
        run(process)
