"""Rolls of the sequences, made from the table situations of a rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mangonel.engine.rolls import Roll
from mangonel.tables.situation import Situation

__all__ = ["NO_COVER", "explainer", "side_names", "table_roll"]

NO_COVER = "none"


def table_roll(
    name: str,
    situations: Sequence[Situation | None],
    letters: Sequence[str],
    *,
    against: Sequence[str] = (),
    called: Sequence[Mapping[str, str]] = (),
) -> Roll:
    """Return the roll for several situations of one table, some of which may be None: no roll is possible.

    `letters` are the results by code that the sequence can carry out, the first that of rows that do not roll; a
    situation that can give another is refused (DataError). `against` and `called` are as in `effect_roll`.
    """
    first = next((situation for situation in situations if situation is not None), None)
    sides = 10 if first is None else first.table.die
    faces = [
        (letters[0],) * sides if situation is None else situation.giving(letters).outcomes() for situation in situations
    ]
    return Roll.of(name, letters, faces, explainer(situations, against, called))


def explainer(
    situations: Sequence[Situation | None], against: Sequence[str], called: Sequence[Mapping[str, str]]
) -> Callable[[int, int], str]:
    """Return what tells a roll, from the number of its situation and the die; parameters as in `table_roll`."""

    def explain(place: int, die: int) -> str:
        situation = situations[place]
        text = f"die {die}" if situation is None else situation.explain(die, called[place] if called else None)
        return f"{against[place]}: {text}" if against else text

    return explain


def side_names(attacker: str, defender: str, *, several: bool = False) -> dict[str, str]:
    """Return what a trace says for the sides of a table in the meaning of its results.

    `several` is whether more than one man attacks: all of them retreat.
    """
    names = {"attacker": attacker, "defender": defender}
    return {"attacker retreats": "all who attacked retreat"} | names if several else names
