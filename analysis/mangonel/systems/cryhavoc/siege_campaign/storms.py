"""The parts of an assault as chapters: what they want, how they begin, what is read from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.chapter import Chapter
from mangonel.engine.sequence import Dice, PlaySequence
from mangonel.engine.state import Mask
from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.ladder.sequence import ladder_assault, ladder_start
from mangonel.systems.cryhavoc.ladder.setup import LadderSetup
from mangonel.systems.cryhavoc.melee import MeleeSetup, melee_battle, melee_start
from mangonel.systems.cryhavoc.phases.engines import CREW
from mangonel.systems.cryhavoc.ram.sequence import ram_attack, ram_start
from mangonel.systems.cryhavoc.siege_campaign.orders import Wants
from mangonel.systems.cryhavoc.siege_campaign.setup import RamPart, SiegeSetup, TowerPart
from mangonel.systems.cryhavoc.siege_tower.sequence import siege_tower_assault, siege_tower_start
from mangonel.systems.cryhavoc.situations.walls import marks_to_breach

__all__ = ["Ended", "Storm", "in_block", "storms"]

_ATTACKERS = ("besiegers", "attackers")
_LASTING = ("_dead", "_wounded", "marks")


@dataclass(frozen=True)
class Ended:
    """How a part of an assault has ended. Shape (rows,) each; 0 where it was not played."""

    won: Mask
    destroyed: Mask
    breached: Mask
    """`won`, `destroyed`, `breached`: whether it was won, its engine was destroyed, it breached the wall."""
    undecided: Mask
    """Whether it came to no end on this day."""
    besiegers_dead: NDArray[np.int16]
    besiegers_wounded: NDArray[np.int16]
    defenders_dead: NDArray[np.int16]
    defenders_wounded: NDArray[np.int16]
    marks: NDArray[np.int16]
    """Marks it has added."""


@dataclass(frozen=True)
class Storm:
    """A part of an assault."""

    name: str
    """One of `setup.PARTS`."""
    wants: Wants
    """The men it wants."""
    chapters: tuple[Chapter, ...]
    """What is played: on a wall that stone throwers have not shot at, and on one that they have, where that makes a
    difference."""
    won: tuple[str, ...]
    """Endings in which the castle is taken."""
    marks: int = 1
    """Marks with which it may begin, and one: 1 if it knows none."""

    def play(
        self,
        dice: Dice,
        where: Mask,
        men: tuple[NDArray[Any], NDArray[Any]],
        marks: NDArray[Any] | int = 0,
        shelled: Mask | None = None,
    ) -> Ended:
        """Play it in the rows of `where`.

        `men` are besiegers and defenders told off for it, `marks` those of the wall it is about, and `shelled` tells
        whether stone throwers have shot at that wall. Shape (rows,) each.
        """
        besiegers, defenders = (number.astype(np.int64) for number in men)
        start = (besiegers - self.wants.least) * (self.wants.defenders + 1) + defenders
        start = start * self.marks + marks
        ends = np.zeros((len(self.chapters[0].reads), len(where)), dtype=np.int16)
        for number, chapter in enumerate(self.chapters):
            standing = where if shelled is None or len(self.chapters) == 1 else where & (shelled == bool(number))
            ends += dice.play(chapter, standing, start)
        read = dict(zip(self.chapters[0].reads, ends, strict=True))
        none = np.zeros(len(where), dtype=np.int16)
        return Ended(
            won=self._is(read, self.won),
            destroyed=self._is(read, ("destroyed",)),
            breached=self._is(read, ("breach",)),
            undecided=where & (read["ending"] == 0),
            besiegers_dead=_first(read, _ATTACKERS, "dead"),
            besiegers_wounded=_first(read, _ATTACKERS, "wounded"),
            defenders_dead=read["defenders_dead"],
            defenders_wounded=read["defenders_wounded"],
            marks=read.get("marks", none),
        )

    def _is(self, read: Mapping[str, NDArray[np.int16]], endings: tuple[str, ...]) -> Mask:
        codes = [code for code, name in enumerate(self.chapters[0].sequence.endings, start=1) if name in endings]
        return np.isin(read["ending"], codes)


def _first(read: Mapping[str, NDArray[np.int16]], sides: tuple[str, ...], what: str) -> NDArray[np.int16]:
    return next(read[f"{side}_{what}"] for side in sides if f"{side}_{what}" in read)


@contextmanager
def in_block(name: str) -> Iterator[None]:
    """Name the block of the scenario file in the errors of what is built from it."""
    try:
        yield
    except DataError as error:
        if error.file is None and error.path:
            path = f"{name}.{error.path}"
            raise DataError(error.message, path=path, value=error.value, allowed=error.allowed) from None
        raise


def storms(setup: SiegeSetup, rules: RuleSet) -> dict[str, Storm]:
    """Return the parts of an assault by name, in the order in which they are played."""
    makers: dict[str, Callable[[Any, RuleSet], Storm]] = {
        "ram": _ram,
        "breach": _breach,
        "tower": _tower,
        "assault": _assault,
    }
    parts = {}
    for name, make in makers.items():
        part = getattr(setup, name)
        if part is not None:
            with in_block(name):
                parts[name] = make(part, rules)
    return parts


def _chapter(
    name: str, sequence: PlaySequence, wants: Wants, start: Callable[[int, int, int], Mapping[str, Any]], marks: int = 1
) -> Chapter:
    """Return a chapter that may begin with any number of men told off, numbered as in `Storm.play`."""
    besiegers = range(wants.least, wants.besiegers + 1)
    begins = product(besiegers, range(wants.defenders + 1), range(marks))
    # Who is stunned is fit again by the next day.
    lasting = [measure for measure in sequence.measures if measure.name.endswith(_LASTING)]
    played = replace(sequence, measures=tuple(lasting), compact=True)
    return Chapter(name, played, [start(*numbers) for numbers in begins])


def _ram(part: RamPart, rules: RuleSet) -> Storm:
    setup = part.setup
    wants = Wants(setup.men, CREW, setup.sortie_men)
    marks = marks_to_breach(rules, setup.wall)
    shelled = [setup.bombarded]
    if part.place is not None and not setup.bombarded and rules.number("ram-bombarded-wall-minus-one"):
        shelled.append(True)
    chapters = [
        _chapter("ram", ram_attack(replace(setup, bombarded=archer), rules), wants, partial(ram_start, setup), marks)
        for archer in shelled
    ]
    return Storm("ram", wants, tuple(chapters), (), marks)


def _breach(setup: MeleeSetup, rules: RuleSet) -> Storm:
    wants = Wants(setup.attackers.men, 1, setup.defenders.men)
    chapter = _chapter(
        "breach", melee_battle(setup, rules), wants, lambda ours, theirs, _: melee_start(setup, ours, theirs)
    )
    return Storm("breach", wants, (chapter,), ("attackers_win", "defenders_break_off"))


def _tower(part: TowerPart, rules: RuleSet) -> Storm:
    setup = part.setup
    wants = Wants(setup.men, CREW, setup.on_wall + setup.reserve)
    chapter = _chapter(
        "tower",
        siege_tower_assault(setup, rules),
        wants,
        lambda ours, theirs, _: siege_tower_start(setup, ours, theirs),
    )
    return Storm("tower", wants, (chapter,), ("foothold", "abandoned"))


def _assault(setup: LadderSetup, rules: RuleSet) -> Storm:
    wants = Wants(setup.ladders * setup.men, 2, setup.on_wall + setup.reserve)
    chapter = _chapter(
        "assault", ladder_assault(setup, rules), wants, lambda ours, theirs, _: ladder_start(setup, ours, theirs)
    )
    return Storm("assault", wants, (chapter,), ("foothold", "cleared", "abandoned"))
