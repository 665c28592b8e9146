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
    """A die table whose columns are steps of a number: any number rolls on one of them.

    Attributes
    ----------
    label
        What a column is called beside the others, given all of them and itself.
    column
        The column of a rule set's table that the number of another rule set's column rolls on.
    """

    label: Callable[[Sequence[str], str], str]
    column: Callable[[RuleSet, str], str]


@dataclass(frozen=True, slots=True)
class KindWords:
    """Words that stand in tables of one kind only.

    Attributes
    ----------
    columns
        Kinds of words for columns, before those of all tables.
    headed
        Key of the sentence that a column is called by, by its id.
    cells
        Kinds of words for the cells of a column, instead of those of all tables.
    parted
        Whether a cell has parts with a stroke between.
    """

    columns: tuple[str, ...] = ()
    headed: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parted: bool = False


@dataclass(frozen=True, slots=True)
class TableWords:
    """The kinds of words that stand in tables, in the order in which they are looked for.

    Attributes
    ----------
    rows, columns, cells
        Those for rows, columns and cells.
    rolled
        Those for the results of die tables that are words; others are letters.
    kinds
        What is otherwise, by kind of table.
    """

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    kinds: Mapping[str, KindWords] = field(default_factory=dict)
