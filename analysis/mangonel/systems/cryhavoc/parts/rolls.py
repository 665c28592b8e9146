"""Rolls of the sequences, made from the table situations of a rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.rolls import Roll
from mangonel.errors import NoRollError
from mangonel.systems.cryhavoc.parts.pools import FIT, STUNNED, WORDS, WOUNDED, men_words
from mangonel.systems.cryhavoc.situations.melee import melee_situation

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.cryhavoc.men.roster import Kind
    from mangonel.tables.situation import Situation

__all__ = [
    "FIRE",
    "MELEE",
    "MISSILE",
    "NO_COVER",
    "FightRoll",
    "explainer",
    "fight_roll",
    "possible",
    "side_names",
    "table_roll",
]

MELEE = ("-", "A", "B", "C", "D", "E", "F")
"""Results of the melee table on foot, by code."""
MISSILE = ("-", "A", "B", "C")
"""Results of the missile table on foot, by code."""
FIRE = ("-", "F")
"""Results of the columns of the fire table that set alight, by code."""
NO_COVER = "none"


def table_roll(
    name: str,
    situations: Sequence[Situation | None],
    letters: Sequence[str],
    *,
    against: Sequence[str] = (),
    called: Sequence[Mapping[str, str]] = (),
) -> Roll:
    """Return the roll for several situations of one table.

    Parameters
    ----------
    name
        What is rolled for.
    situations
        None stands for one in which no roll is possible; the sequence must not ask for it.
    letters
        Results by code, the one without effect first. Letters that are not in it have no effect in the sequence.
    against, called
        For each situation what the trace says before the roll, and what it calls the sides, as in `effect_roll`.
    """
    first = next((situation for situation in situations if situation is not None), None)
    sides = 10 if first is None else first.table.die
    faces = []
    for situation in situations:
        outcomes = (letters[0],) * sides if situation is None else situation.outcomes()
        faces.append([letter if letter in letters else letters[0] for letter in outcomes])

    return Roll.of(name, letters, faces, explainer(situations, against, called))


def explainer(
    situations: Sequence[Situation | None], against: Sequence[str], called: Sequence[Mapping[str, str]]
) -> Callable[[int, int], str]:
    """Return what tells a roll, from the number of its situation and the die; parameters as in `table_roll`."""

    def explain(place: int, die: int) -> str:
        situation = situations[place]
        told = f"die {die}" if situation is None else situation.explain(die, called[place] if called else None)
        return f"{against[place]}: {told}" if against else told

    return explain


def side_names(attacker: str, defender: str, *, several: bool = False) -> dict[str, str]:
    """Return what a trace says for the sides of a table in the meaning of its results.

    Parameters
    ----------
    attacker, defender
        What one man of each side is called.
    several
        Whether more than one man attacks: all of them retreat.
    """
    names = {"attacker": attacker, "defender": defender}
    return {"attacker retreats": "all who attacked retreat"} | names if several else names


def possible(make: Callable[[], Situation]) -> Situation | None:
    """Return the situation, or None if the rules allow no roll in it.

    Raises
    ------
    DataError
        For anything else that is wrong, a cell of the rule set above all.
    """
    try:
        return make()
    except NoRollError:
        return None


class FightRoll:
    """The melee roll of up to three men against one, by who takes part and in what state.

    Parameters
    ----------
    roll
        Its situations are numbered by `place`.
    allowed
        Whether an attack is made, by the same number.

    Notes
    -----
    Each attacker is 0 (does not take part), 1 (fit) or 2 (wounded); the target is 0 (fit), 1 (wounded) or 2 (stunned).
    """

    def __init__(self, roll: Roll, allowed: Sequence[bool]) -> None:
        self.roll = roll
        self.allowed = np.array(allowed, dtype=np.bool_)


def fight_roll(
    rules: RuleSet,
    *,
    attacker: Kind,
    places: Sequence[str],
    target: Kind,
    stands: str,
    lowest: str = "1-1",
    sides: tuple[str, str] = ("attacker", "defender"),
) -> FightRoll:
    """Build the melee roll of men who stand in `places` against one who stands on `stands`.

    Parameters
    ----------
    rules
        The rule set.
    attacker, target
        Kinds of the men.
    places
        Terrain id of each possible attacker.
    stands
        Terrain id of the target.
    lowest
        The lowest column, after shifts, at which the attack is made.
    sides
        What the trace calls one man who attacks, and one who is attacked.
    """
    situations: list[Situation | None] = []
    against: list[str] = []
    strength = (0, attacker.attack, attacker.wounded_attack)
    every = list(product(range(3), repeat=len(places)))
    for states in every:
        here = [place for place, state in zip(places, states, strict=True) if state]
        attacks = [strength[state] for state in states if state]
        words = men_words({FIT: states.count(1), WOUNDED: states.count(2)})
        defences = {FIT: target.defence, WOUNDED: target.wounded_defence, STUNNED: target.defence_if_stunned}
        for condition, defence in defences.items():
            against.append(f"{words} against a {WORDS[condition]}, {sum(attacks)} against {defence}")
            found = None
            if here:
                make = partial(
                    melee_situation,
                    rules,
                    attack=attacks,
                    defence=defence,
                    terrain=here,
                    against=stands,
                )
                found = possible(make)
                columns = () if found is None else found.table.columns
                if found is not None and columns.index(found.final_column) < columns.index(lowest):
                    found = None
            situations.append(found)
    called = [side_names(*sides, several=sum(state > 0 for state in states) > 1) for states in every for _ in range(3)]
    roll = table_roll("melee", situations, MELEE, against=against, called=called)
    return FightRoll(roll, [situation is not None for situation in situations])
