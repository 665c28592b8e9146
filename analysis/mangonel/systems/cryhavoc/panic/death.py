"""The enemy's player turn of a panic: a man dies, and the others are put to the test."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.rolls import Roll
from mangonel.engine.sequence import Dice, Phase
from mangonel.engine.state import Mask, State
from mangonel.systems.cryhavoc.men.pools import total
from mangonel.systems.cryhavoc.panic.classes import Men, PanicGame

__all__ = ["death_phase"]

_SIDES = 10
_ORDER = ("soldier", "peasant", "knight")
"""Who dies if nobody of the wanted class is in reach."""


def death_phase(game: PanicGame) -> Phase:
    """Return the death of a turn with its panic test (one game turn, 1)."""
    setup = game.setup
    attack = None if setup.risk == _SIDES else _risk(setup.risk)

    def some(s: State) -> Mask:
        return np.full(s.size, s.turn <= setup.more + 1)

    def die(s: State, dice: Dice) -> None:
        if s.turn > setup.more + 1:
            return
        if s.turn == 1:
            everywhere = np.ones(s.size, dtype=np.bool_)
            dice.note(f"a {setup.first} dies", everywhere)
            fallen = {setup.first: everywhere}
        else:
            where = game.reached(s) > 0
            if attack is not None:
                where = dice.roll(attack, where) == 1
            fallen = _fall(game, s, dice, where)
        _test(game, s, dice, fallen)

    return Phase("death", die, some)


def _risk(risk: int) -> Roll:
    """Return the roll whether a man dies: on so much or less."""
    faces = ["a man dies" if die <= risk else "-" for die in range(1, _SIDES + 1)]

    def told(_place: int, die: int) -> str:
        return f"die {die}, death up to {risk} -> {'a man' if die <= risk else 'nobody'} dies"

    return Roll.of("enemy's attack", ("-", "a man dies"), [faces], told)


def _fall(game: PanicGame, s: State, dice: Dice, where: Mask) -> dict[str, Mask]:
    """Let a man die in the rows of `where`; return where one of each class did."""
    wanted = game.setup.next_class
    left, fallen = where, {}
    for name in (wanted, *(other for other in _ORDER if other != wanted)):
        pools = _in_reach(game, s, name)
        dying = left & (total([np.zeros(s.size, dtype=np.int8), *pools]) > 0)
        left = left & ~dying
        fallen[name] = dying
        dice.note(f"a {name} dies", dying)
        for men in pools:
            dies = dying & (men > 0)
            dying = dying & ~dies
            men -= dies
    return fallen


def _in_reach(game: PanicGame, s: State, name: str) -> list[NDArray[Any]]:
    """Return the men of a class who are in reach, in the order in which they die."""
    if name == "knight":
        return [s.knights]
    pools = []
    for group in game.men:
        if group.name == f"{name}s":
            pools = [group.calm(s), *([group.panicked(s)] if game.in_reach else [])]
    return pools if game.setup.dies_first == "calm" else pools[::-1]


def _test(game: PanicGame, s: State, dice: Dice, fallen: dict[str, Mask]) -> None:
    """Make the panic test after deaths: a peasant's concerns peasants only, any other everybody but knights."""
    anybody = np.logical_or.reduce(list(fallen.values()))
    concerned: list[tuple[Men, Mask]] = []
    for group in game.men:
        where = anybody if group.name == "peasants" else anybody & ~fallen.get("peasant", np.zeros_like(anybody))
        concerned.append((group, where))
        if game.automatic and game.in_reach:
            _rout(s, dice, group, group.panicked(s) * where)
    candidates = _candidates(game, s, concerned)
    rolling = total([np.zeros(s.size, dtype=np.int8), *(men for _, men, _ in candidates)]) > 0
    codes = dice.roll(game.test.roll, rolling, who="the men around him")
    s.tests += rolling
    left = game.test.men.take(codes)
    at_once = game.test.rout.take(codes)
    for group, men, is_calm in candidates:
        hit = np.minimum(men, left)
        left = left - hit
        if not is_calm:
            _rout(s, dice, group, hit)
            continue
        _rout(s, dice, group, hit * at_once, calm=True)
        panics = hit * ~at_once
        calm, panicked = group.calm(s), group.panicked(s)
        calm -= panics
        panicked += panics
        s.panics += panics
        dice.note(f"in panic: {{}} of the {group.name}", panics > 0, panics)


def _candidates(game: PanicGame, s: State, concerned: list[tuple[Men, Mask]]) -> list[tuple[Men, NDArray[Any], bool]]:
    """Return the men whom the roll may hit, in the order in which it hits them, and whether they are calm."""
    ordered = sorted(concerned, key=lambda entry: entry[0].name != game.setup.panics_first)
    candidates: list[tuple[Men, NDArray[Any], bool]] = []
    for group, where in ordered:
        mine: list[tuple[Men, NDArray[Any], bool]] = [(group, group.calm(s) * where, True)]
        if not game.automatic and game.in_reach:
            mine.insert(0, (group, group.panicked(s) * where, False))
        candidates += mine if game.setup.hit_first == "panicked" else mine[::-1]
    return candidates


def _rout(s: State, dice: Dice, men: Men, number: NDArray[Any], *, calm: bool = False) -> None:
    """Let so many calm or panicked men rout."""
    column = men.calm(s) if calm else men.panicked(s)
    number = number.copy()
    column -= number
    men.rout(s, number)
    s.routs += number
    dice.note(f"in rout: {{}} of the {men.name}", number > 0, number)
