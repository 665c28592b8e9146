"""The player aid: a few sides that stand for all tables."""

from __future__ import annotations

from dataclasses import replace

from mangonel.press.blocks import Sheet
from mangonel.sheets.catalogue import Catalogue
from mangonel.sheets.frame import names_of
from mangonel.sheets.wanted import Asked

__all__ = ["player_aid"]


def player_aid(catalogue: Catalogue, asked: Asked, *, dealt: bool = False, brief: bool = False) -> tuple[Sheet, ...]:
    """Return the sides of a game's player aid; how to read one, rules in force and sources stand at its foot.

    Parameters
    ----------
    catalogue
        The sheets of the game, which has sides.
    asked
        What was asked for.
    dealt
        Whether sides are dealt out to cards or small pages, where nothing that belongs to one stands with another, and
        how to read it at no foot.
    brief
        Whether rules in force and sources are left out.
    """
    whole = {name: catalogue.build(name, asked) for name in catalogue.sides}
    feet: dict[str, list[str]] = {name: [] for name in whole}
    for name, entry in catalogue.sides.items():
        foot = () if brief else whole[name].foot
        place = "" if brief or dealt else entry.told_on
        if not dealt:
            # What is needed in play stays above; how to read a side is read once.
            feet[name] += whole[name].how[:1]
        if place:
            foot = tuple(asked.named(whole[name].title, text) for text in foot)
        feet[place or name] += foot
    under = names_of(asked)
    return tuple(
        replace(
            sheet, subtitle=under, how=sheet.how[0 if dealt else 1 :], foot=tuple(feet[name]), tab=(number, len(whole))
        )
        for number, (name, sheet) in enumerate(whole.items(), start=1)
    )
