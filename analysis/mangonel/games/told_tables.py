"""How a game's tables are told of where a reader would meet ids: words for rows, columns and cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["KindWords", "Steps", "TableWords"]


@dataclass(frozen=True, slots=True)
class Steps:
    """A die table whose columns are steps of a number: any number rolls on one of them."""

    label: Callable[[Sequence[str], str], str]
    """What a column is called beside the others, given all of them and itself."""
    column: Callable[[RuleSet, str], str]
    """The column of a rule set's table that the number of another rule set's column rolls on."""


@dataclass(frozen=True, slots=True)
class KindWords:
    """Words that stand in tables of one kind only."""

    columns: tuple[str, ...] = ()
    """Kinds of words for columns, before those of all tables."""
    headed: Mapping[str, str] = field(default_factory=dict)
    """Key of the sentence that a column is called by, by its id."""
    cells: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kinds of words for the cells of a column, instead of those of all tables."""
    parted: bool = False
    """Whether a cell has parts with a stroke between."""


@dataclass(frozen=True, slots=True)
class TableWords:
    """The kinds of words that stand in tables, in the order in which they are looked for."""

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    """`rows`, `columns`, `cells`: those for rows, columns and cells."""
    rolled: tuple[str, ...] = ()
    """Those for the results of die tables that are words; others are letters."""
    kinds: Mapping[str, KindWords] = field(default_factory=dict)
    """What is otherwise, by kind of table."""
