"""Rolls whose results befall men, read as what they do and not as letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.systems.cryhavoc.men.effects import ATTACKER, TARGET, Effect, effect_of
from mangonel.systems.cryhavoc.parts.rolls import explainer
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.situation import Situation

__all__ = ["EffectCodes", "EffectRoll", "effect_roll"]


class EffectCodes:
    """What each outcome code of a roll does; code 0 does nothing.

    Parameters
    ----------
    effects
        The effect of each code.

    Attributes
    ----------
    attacker_wounded, attacker_back
        Whether one attacker is wounded, all of them driven back. Shape (codes,).
    wounded, stunned, killed
        Whether the target is. Shape (codes,).
    back
        Hexes that the target is driven back. Shape (codes,), int8.
    unhorsed, horse_killed
        Whether a mounted target loses his seat, and his horse its life. Shape (codes,).
    touches
        Whether anything at all befalls the target. Shape (codes,).
    """

    def __init__(self, effects: Sequence[Effect]) -> None:
        def told(flags: Sequence[bool]) -> NDArray[np.bool_]:
            return np.array(flags, dtype=np.bool_)

        ours = [effect.side == ATTACKER for effect in effects]
        aimed = [effect if effect.side == TARGET else Effect() for effect in effects]
        self.attacker_wounded = told([own and bool(effect.harm) for own, effect in zip(ours, effects, strict=True)])
        self.attacker_back = told([own and effect.retreat > 0 for own, effect in zip(ours, effects, strict=True)])
        self.wounded = told([effect.harm == "wounded" for effect in aimed])
        self.stunned = told([effect.harm == "stunned" for effect in aimed])
        self.killed = told([effect.harm == "killed" for effect in aimed])
        self.back = np.array([effect.retreat for effect in aimed], dtype=np.int8)
        self.unhorsed = told([effect.unhorsed or effect.horse_killed for effect in aimed])
        self.horse_killed = told([effect.horse_killed for effect in aimed])
        self.touches = told([effect != Effect() for effect in aimed])


@dataclass(frozen=True)
class EffectRoll:
    """A roll, and what its outcomes do."""

    roll: Roll
    effects: EffectCodes


def effect_roll(
    rules: RuleSet,
    name: str,
    situations: Sequence[Situation | None],
    against: Sequence[str] = (),
    called: Sequence[Mapping[str, str]] = (),
) -> EffectRoll:
    """Return the roll for several situations of missile or melee tables.

    Parameters
    ----------
    rules
        The rule set, for what the results do.
    name
        What is rolled for.
    situations
        None stands for one in which no roll is possible; the sequence must not ask for it.
    against
        For each situation what the trace says before the roll; nothing by default.
    called
        For each situation what the trace calls the sides, as in `Situation.explain`; as the table does by default.

    Notes
    -----
    Letters that do the same, on one table or on two, are one outcome.
    """
    codes: dict[Effect, int] = {Effect(): 0}
    names = [NO_EFFECT]
    faces: list[list[str]] = []
    sides = next((situation.table.die for situation in situations if situation is not None), 10)
    for situation in situations:
        if situation is None:
            faces.append([NO_EFFECT] * sides)
            continue
        row = []
        for letter in situation.outcomes():
            effect = effect_of(rules, situation.table.id, letter)
            if effect not in codes:
                codes[effect] = len(names)
                names.append(letter if letter not in names else f"{letter} ({situation.table.id})")
            row.append(names[codes[effect]])
        faces.append(row)

    return EffectRoll(Roll.of(name, names, faces, explainer(situations, against, called)), EffectCodes(list(codes)))
