"""The player aid: a few sides that stand for all tables, with rules and sources on one more."""

from __future__ import annotations

from dataclasses import replace

from mangonel.press.blocks import Lines, Sheet
from mangonel.sheets.asked import Asked
from mangonel.sheets.catalogue import Catalogue
from mangonel.sheets.frame import names_of

__all__ = ["player_aid"]


def player_aid(catalogue: Catalogue, asked: Asked) -> tuple[Sheet, ...]:
    """Return the sides of a game's player aid, and a last one that says how to read them, rules in force and sources.

    Parameters
    ----------
    catalogue
        The sheets of the game, which has sides.
    asked
        What was asked for.
    """
    whole = [catalogue.build(name, asked) for name in catalogue.sides]
    under = names_of(asked)
    # What is needed in play stays; how to read a side is read once.
    count = len(whole)
    sides = [
        replace(sheet, subtitle=under, how=sheet.how[1:], foot=(), tab=(number, count))
        for number, sheet in enumerate(whole, start=1)
    ]
    colophon = Sheet(
        id="aid-colophon",
        title=asked.text("frame.colophon"),
        subtitle=whole[0].subtitle,
        how=(),
        main=(),
        side=tuple(Lines(sheet.title, tuple(("", text) for text in (*sheet.how[:1], *sheet.foot))) for sheet in whole),
        foot=(),
        stamp=whole[0].stamp,
        page=whole[0].page,
        continued=asked.text("frame.continued", title=asked.text("frame.colophon")),
    )
    return (*sides, colophon)
