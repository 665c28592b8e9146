"""What the program knows of the tilt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mangonel.games.fields import POLICY, REQUIRED, one_of, whole
from mangonel.games.question import Parameter, Question
from mangonel.games.system import Fates, Names, Playable, System
from mangonel.rules.situation import Situation
from mangonel.rules.words import say

if TYPE_CHECKING:
    from mangonel.engine.process import Process
    from mangonel.paper.catalogue import Catalogue
    from mangonel.rules.ruleset import RuleSet

AIMS = ("shield", "helm")
WORST_FIRST = "UB-"


def lance(rules: RuleSet, *, aim: str) -> Situation:
    """Return the roll of one pass."""
    return Situation(rules.table("lance"), aim)


@dataclass(frozen=True)
class Joust:
    """So many passes, all at one place, with a lance or more broken before."""

    turns: int = whole(1, 9, "the most passes")
    aim: str = one_of(AIMS, "where the lance is aimed at", REQUIRED, at="policies.", told=POLICY)
    broken: int = whole(0, 1, "a lance broken before", 0)


def _make(setup: Joust, rules: RuleSet) -> Process:
    from mangonel_games.tilt.joust import joust

    return joust(lance(rules, aim=setup.aim), setup.turns, rules.number("lances-wanted") - setup.broken)


JOUST = Playable(
    name="joust",
    keys=Joust,
    make=_make,
    facts=lambda setup: ((say("facts.passes_limit"), str(setup.turns)),),
    sweep=lambda setup: (("turns", tuple(range(1, setup.turns + 1))), ("broken", (0, 1))),
)


def _sheets() -> Catalogue:
    from functools import partial

    from mangonel_games.tilt import sheet

    from mangonel.games.question import attempt
    from mangonel.paper.catalogue import read_catalogue

    return read_catalogue("tilt", partial(attempt, SYSTEM.questions()), sheet)


def _doubts(rules: RuleSet, _base: RuleSet | None) -> tuple[str, ...]:
    return ("the first row should do nothing",) if rules.table("lance").cell("1", "helm") != "-" else ()


SYSTEM = System(
    id="tilt",
    title="The tilt",
    rules="tilt",
    compared="tilt-club",
    scenarios=("joust-one",),
    playables=lambda: {"joust": JOUST},
    questions=lambda: (
        Question("lance", "Odds of one pass.", (Parameter("aim", "shield or helm.", default="shield"),), roll=lance),
    ),
    sheets=_sheets,
    fates=lambda: Fates(
        worst_first=lambda _rules, _table, letters: tuple(sorted(letters, key=WORST_FIRST.index)),
        named=lambda rules, table, letter: rules.table(table).results[letter],
        outcomes=("unhorsed", "the lance breaks", "nothing happens"),
        backfires=lambda _rules, _table, letter: letter == "B",
    ),
    names=lambda: {"aims": Names("--aim", lambda rules: rules.table("lance").columns, "aims")},
    doubts=_doubts,
)
