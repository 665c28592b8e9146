"""Sheets to be looked at: shipped rule sets and languages, and a rule file and a language of one's own."""

import re
from functools import cache, lru_cache
from pathlib import Path

from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.games.system import system_of
from mangonel.paper.blocks import Cell, Grid, Row, Sheet
from mangonel.paper.catalogue import Catalogue, player_aid
from mangonel.paper.wanted import Asked
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, load_locale
from rules.overlays import RANGES, add, change

OWN = (
    'schema = 1\nid = "club"\ntitle = "Our club\'s rules"\nbase = "siege"\n[options]\nram-rate = "every-second-turn"\n'
    + change(table="melee-foot", row="3", column="4-1", value="F")
    + add(tables=["missile-foot", "missile-mounted"], row="great_sling_of_the_islands", column="row_offset", value="5")
    + add(tables=RANGES, row="great_sling_of_the_islands", values="1-15 16-30 31-45")
    + add(table="terrain", row="ditch", values="2 impassable light -")
    + add(table="machine-points", row="bombard", values="6")
    + add(table="melee-foot", column="13-1", values="F F F F F F F F F F")
    + add(table="battering", column="7", values="2C 1C . . D D D D D D")
)
"""A weapon, a terrain, an engine and columns that no translator knows."""


@lru_cache
def rules(name: str) -> RuleSet:
    return load_rules(name)


@lru_cache
def locale(name: str) -> Locale:
    return load_locale(name)


def own_rules(folder: Path, text: str = OWN) -> RuleSet:
    file = folder / "club.toml"
    file.write_text(text, encoding="utf-8")
    return load_rules(file)


def asked(*names: str, lang: str = "en", view: str = "percent", date: str = "") -> Asked:
    return Asked(tuple(rules(name) for name in names or ("siege",)), locale(lang), view, date)


@cache
def sheet(name: str, *names: str, lang: str = "en", view: str = "percent", date: str = "") -> Sheet:
    question = asked(*names, lang=lang, view=view, date=date)
    return system_of(question.rules).sheets().build(name, question)


@cache
def aid_side(ruling: str, name: str) -> Sheet:
    """Return a side of the player aid of a rule set."""
    sides = player_aid(system_of(rules(ruling)).sheets(), asked(ruling, view="faces"))
    return next(one for one in sides if one.id == f"aid-{name}")


def aid_grid(ruling: str, name: str, caption: str) -> Grid:
    return next(one for one in grids(aid_side(ruling, name)) if one.caption.startswith(caption))


def look_up(ruling: str, name: str, caption: str, row: str, column: str, **more: str) -> str:
    """Return what a player reads on a side: in the table of a caption, at a row and a column."""
    return cell_at(aid_grid(ruling, name, caption), row, column, **more).value


def every_view(catalogue: Catalogue = CATALOGUE) -> list[tuple[str, str]]:
    sheets = dict(catalogue.entries) | dict(catalogue.sides)
    return [(name, view) for name, entry in sheets.items() for view in entry.views]


def grids(found: Sheet) -> list[Grid]:
    return [block for block in found.blocks if isinstance(block, Grid)]


def cell_at(grid: Grid, row: str, column: str, *, group: str = "", over: str = "") -> Cell:
    """Return the cell whose row and column begin so; groups are asked only if they are given."""
    mine = next(line for line in grid.rows if line.label.startswith(row) and line.group.startswith(group))
    place = next(
        place
        for place, one in enumerate(grid.columns)
        if one.label == column and (not over or one.group.startswith(over))
    )
    return mine.cells[place]


def spaced(text: str) -> str:
    """Return a text with plain spaces: which of them a line may end at is the setter's affair."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def spoken(row: Row) -> str:
    """Return how a row is headed, with plain spaces."""
    return spaced(row.label)


def notes_of(found: Sheet) -> dict[str, str]:
    """Return the footnotes of a sheet by their signs."""
    noted = [
        spaced(text) for text in found.foot if text[0] in "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
    ]
    parts = [
        part.strip().rstrip(".")
        for text in noted
        for part in re.split(r"(?<=\.) (?=[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+ )", text)
    ]
    return dict(part.split(" ", 1) for part in parts)


def texts_of(found: Sheet) -> list[str]:
    """Return every text of a sheet."""
    words = [found.title, found.subtitle, *found.how, *found.foot, found.stamp, found.page, found.continued]
    for block in found.blocks:
        if isinstance(block, Grid):
            words += [block.caption, *block.corner]
            words += [text for column in block.columns for text in (column.label, column.group)]
            words += [text for row in block.rows for text in (row.label, row.group)]
            words += [text for cell in block.cells for text in (cell.mark, cell.value, cell.other or "")]
        else:
            words += [block.heading, *(text for entry in block.entries for text in entry)]
    return [word for word in words if word]
