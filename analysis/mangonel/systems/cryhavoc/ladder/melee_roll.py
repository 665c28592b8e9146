"""The melee roll of men on different ground, each in a place of his own, against one man."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.state import Mask
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.pools import FIT, STUNNED, WORDS, WOUNDED, men_words
from mangonel.systems.cryhavoc.men.roster import Kind
from mangonel.systems.cryhavoc.rolls.blows import EffectRoll, effect_roll
from mangonel.systems.cryhavoc.rolls.table_rolls import side_names
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.systems.possible import possible
from mangonel.tables.situation import Situation

__all__ = ["MeleeRoll", "melee_roll"]

_STATES = 3
"""Who stands in a place: nobody, a fit man, a wounded one."""
_DEFENCES = 3
"""How a man defends: fit, wounded, stunned."""


class MeleeRoll:
    """The melee roll of up to three men against one, by who takes part and in what state.

    The situations of the roll are numbered by `situation`; `allowed` says of each whether an attack is made.
    """

    def __init__(self, made: EffectRoll, allowed: Sequence[bool]) -> None:
        self.roll, self.effects = made.roll, made.effects
        self._allowed = np.array(allowed, dtype=np.bool_)
        # The first situations are those of nobody, by how the target would defend.
        self._always = all(allowed[_DEFENCES:])

    def situation(
        self, attackers: Sequence[NDArray[np.int8] | None], target: NDArray[np.int8]
    ) -> tuple[NDArray[np.int16], Mask]:
        """Return the situation of the roll, and where there is one: the rules and the policy allow the attack.

        Parameters
        ----------
        attackers
            For each place who attacks from there: 0 nobody, 1 a fit man, 2 a wounded one; None for nobody in any row.
        target
            Who is attacked where there is an attack: 1 a fit man, 2 a wounded one, 3 a stunned one.
        """
        number = np.zeros(len(target), dtype=np.int16)
        for state in attackers:
            number *= _STATES
            if state is not None:
                number += state
        attacked = number > 0
        number *= _DEFENCES
        number += target
        number -= 1
        number *= attacked
        return number, attacked if self._always else attacked & self._allowed.take(number)


def melee_roll(
    rules: RuleSet,
    *,
    attacker: Kind,
    places: Sequence[str],
    target: Kind,
    stands: str,
    lowest: str = "1-1",
    sides: tuple[str, str] = ("attacker", "defender"),
) -> MeleeRoll:
    """Build the melee roll of men who stand in `places` against one who stands on `stands`, terrain ids all of them.

    `lowest` is the lowest column, after shifts, at which the attack is made; `sides` are what the trace calls one man
    who attacks, and one who is attacked.
    """
    situations: list[Situation | None] = []
    # Many attacks are alike: as many men, of as much strength, on the same ground.
    met: dict[tuple[int, int, int, frozenset[str]], Situation | None] = {}
    against: list[str] = []
    strength = (0, attacker.attack, attacker.wounded_attack)
    every = list(product(range(_STATES), repeat=len(places)))
    for states in every:
        grounds = [place for place, state in zip(places, states, strict=True) if state]
        attacks = [strength[state] for state in states if state]
        words = men_words({FIT: states.count(1), WOUNDED: states.count(2)})
        defences = {FIT: target.defence, WOUNDED: target.wounded_defence, STUNNED: target.defence_if_stunned}
        for condition, defence in defences.items():
            against.append(f"{words} against a {WORDS[condition]}, {sum(attacks)} against {defence}")
            alike = len(grounds), sum(attacks), defence, frozenset(grounds)
            if grounds and alike not in met:
                make = partial(melee_situation, rules, attack=attacks, defence=defence, terrain=grounds, against=stands)
                roll = possible(make)
                columns = () if roll is None else roll.table.columns
                reached = roll is not None and columns.index(roll.final_column) >= columns.index(lowest)
                met[alike] = roll if reached else None
            situations.append(met[alike] if grounds else None)
    called = [
        side_names(*sides, several=sum(state > 0 for state in states) > 1) for states in every for _ in range(_DEFENCES)
    ]
    rolled = effect_roll(rules, "melee", situations, against, called)
    return MeleeRoll(rolled, [situation is not None for situation in situations])
