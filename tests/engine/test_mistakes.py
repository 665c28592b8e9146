"""What can be wrong in a process of one's own is an error that names phase and line."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from cases import cases
from engine.games import HIT, duel
from mangonel.engine.owners import Side
from mangonel.engine.process import Chapter, Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, SequenceError
from mangonel.rules.dice import Die

CASES = cases(__file__)
HERE = Path(__file__).name


COLUMNS = (Column("men", 3, 2), Column("fit", 2, 1, 2))


def made(act, *, turns=3, **other):
    return Process("own", COLUMNS, [Phase("the step", act)], ("over",), turns, tallies=("kills",), **other)


def phase(statement):
    """Return a phase of one statement, which is in line 8 of a file of its own."""
    names = {"Roll": Roll, "GO": Decision("go", "us"), "STAY": Decision("stay", "us"), "FLEE": Decision("flee", "foes")}
    exec(compile("\n" * 6 + f"def act(s, dice):\n    {statement}", "own.py", "exec"), names)
    return names["act"]


MADE_ANEW = phase('s.men = dice.roll(Roll.of("men", (1, 2)))')
PLAN = {"go": lambda s, options: 1 / 0, "stay": 1}


@pytest.mark.parametrize(("statement", "reason"), CASES["test_a_mistake_names_phase_and_line"])
@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_a_mistake_names_phase_and_line(statement, reason, engine):
    process = made(phase(statement), plan=PLAN)
    for play in (partial(run, engine=engine), partial(play_trace, seed=1)):
        with pytest.raises(SequenceError, match=rf"phase 'the step' \(own.py, line 8\): .*{reason}"):
            play(process)


def test_a_decision_is_one_of_a_side_that_there_is():
    process = made(phase("dice.choose(FLEE, (1, 2))"), plan=PLAN, sides=[Side("us", ("over",))])
    with pytest.raises(SequenceError, match="'flee' is one of 'foes', which is none of the sides"):
        run(process)


def test_a_roll_that_a_phase_makes_is_named():
    """It is another one each time; a trace rolls it."""
    with pytest.raises(SequenceError, match=r"phase 'the step' \(own.py, line 8\): roll 'men' is made in the phase"):
        run(made(MADE_ANEW))
    assert play_trace(made(MADE_ANEW)).turn


def test_the_error_of_a_phase_leads_to_the_first_one():
    with pytest.raises(SequenceError) as raised:
        run(made(phase("s.men = 6 // len([])")))
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


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
        # Games of other packages have a name.
        run(made(act, turns=12, game="mine"))


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
        ({"series": (Measure("m", 9, lambda s: s.horses),)}, rf"measure 'm' \({HERE}, .*no column 'horses'"),
        *(
            ({kind: (Measure("m", 9, of),)}, reason)
            for kind in ("measures", "series")
            for of, reason in (
                (lambda s: s.turn + 0 > 1, rf"measure 'm' \({HERE}, line \d+\): a measure cannot ask for the turn"),
                (lambda s: s.turn, "cannot ask for the turn"),
                (lambda s: s.men / 4, "measure 'm' is a whole number, not 0.5"),
                (lambda s: None, "whole number, not None"),
                (lambda s: [s.men], r"whole number, not \[2\]"),
                (lambda s: 1 // 0, rf"measure 'm' \({HERE}, line \d+\): ZeroDivisionError"),
            )
        ),
    ],
)
def test_measures_are_held_to_their_declaration(other, reason):
    process = made(lambda s, dice: None, **other)
    plays = [partial(run, process, engine=engine) for engine in ("exact", "counts", "monte-carlo")]
    for play in plays if "outside" in reason else (*plays, partial(play_trace, process)):
        with pytest.raises(SequenceError, match=reason):
            play()


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"columns": [Column("a", 1), Column("a", 2)]}, "different names: a"),
        ({"columns": [Column("turn", 1)]}, "cannot be called 'turn'"),
        ({"columns": [Column("a", 1, 2)]}, r"starts outside 0\.\.1"),
        ({"columns": [Column("a", 40_000)]}, "may not exceed 32767"),
        ({"columns": [Column("a", 1.5)]}, "whole numbers, not 1.5"),
        ({"columns": [Column("a", 1, (0, 0), 3)]}, "2 starting values for size=3"),
        ({"columns": [Column("a", 1, (0, 0))]}, "2 starting values for size=None"),
        ({"endings": "over"}, r"endings are several: write \('over',\)"),
        ({"measures": Measure("m", 1, len)}, "measures are several: write"),
        ({"phases": [len]}, "phases: <built-in function len> is none"),
        ({"phases": [Phase("p", len), Phase("p", len)]}, "phases must have different names"),
        ({"endings": ("undecided",)}, "endings must have different names"),
        ({"endings": ("won+lost",)}, "cannot be called 'won\\+lost': \\+ joins several"),
        ({"turns": -1}, "turns are a whole number"),
        ({"turns": 10_001}, "turns are a whole number from 0 to 10,000"),
        *(
            ({"measures": (Measure(name, 1, len),), "unit": "day"}, f"measure cannot be called '{name}'")
            for name in ("turn", "day", "ending", "p", "n")
        ),
        ({"sides": (Side("a", ("never",)),)}, "cannot win by 'never': there is no such ending"),
        ({"sides": (Side("a", ("over",)), Side("b", ("over",)))}, "endings by which sides win must have different"),
        ({"sides": (Side("a", losses=("eaten",)),)}, "cannot lose 'eaten': that is not measured"),
        ({"hidden": {"red": ("men",)}}, "'men' cannot be hidden: there is no such column"),
        ({"unit": None}, "unit: None is none"),
        ({"board": "map"}, "board: 'map' is none"),
        ({"plan": None}, "plan: None is none"),
        ({"measures": (Measure(1, 4, len),)}, "measures: Measure.name=1.* is none"),
        ({"columns": (Column("men", 4, 0, "2"),)}, "column men: maximum, start and size are whole numbers, not '2'"),
        ({"measures": (Measure("m", -1, len),)}, "its maximum is a whole number"),
        ({"phases": [Chapter("c", len, ("end",))]}, "chapter 'c' reads 'end', which is no column of one number"),
        ({"phases": [Chapter("c", len, ("row",))], "columns": [Column("row", 1, 0, 2)]}, "no column of one number"),
        ({"phases": [Chapter("c", len, ("ending", "ending"))]}, "that chapter 'c' reads must have different names"),
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
        (lambda: Roll.at_least("r", Die(20, 2), 30), "a die has 1 to 256 sides, not 400"),
        (lambda: Roll.chance("r", 5, 3), "5/3 is not a probability"),
        (lambda: Roll.chance("r", 1.5, 3), "whole numbers"),
        (lambda: Roll.at_least("r", 6, 2.5), "whole numbers"),
        (lambda: Roll.at_least("r", 6, 7), "7 or more on a d6 is no matter of chance"),
        (lambda: Roll.at_least("r", 6, 1), "no matter of chance"),
        (lambda: Die(6.5), "dice and their sides are whole numbers: '1d6.5'"),
        (lambda: duel().reading("horses"), "the process has no measure 'horses'"),
        (
            lambda: Roll.of("r", [[1], [2]]),
            r"roll 'r': outcomes are names, numbers or tuples \(unhashable type: 'list'\)",
        ),
    ],
)
def test_rolls_are_checked(make, reason):
    with pytest.raises((SequenceError, DataError), match=reason):
        make()


@pytest.mark.parametrize(
    ("start", "reads", "reason"),
    [
        (lambda s: duel(turns=None), ("end", "dead"), "must have a turn limit"),
        (lambda s: duel(), ("end",), r"reads \('end',\), not a column for each of \('the ending', 'dead'\)"),
        (lambda s: duel(), ("end", "dead", "more"), "not a column for each of"),
        (lambda s: 3, ("end", "dead"), "a process is played, or None, not 3"),
        (lambda s: (yield), ("end", "dead"), "a plain function is needed"),
        (lambda s: s.horses, ("end", "dead"), rf"\({HERE}, line \d+\): the process declares no column 'horses'"),
        (lambda s: 1 // 0, ("end", "dead"), rf"\({HERE}, line \d+\): ZeroDivisionError: "),
    ],
)
def test_a_chapter_is_held_to_its_declaration(start, reads, reason):
    columns = [Column("end", 2), Column("dead", 6), Column("more", 6)]
    process = Process("outer", columns, [Chapter("duel", start, reads)], ("over",), 1)
    plays = [partial(run, process, engine=engine) for engine in ("exact", "counts", "monte-carlo")]
    for play in (*plays, partial(play_trace, process)):
        with pytest.raises(SequenceError, match=f"chapter 'duel'.*{reason}"):
            play()


def test_trials_are_no_more_than_can_be_counted():
    for trials in (2**63, 10**19, 10**15 + 1):
        with pytest.raises(DataError, match="too many trials"):
            run(duel(), engine="counts", trials=trials)
