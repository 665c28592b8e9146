"""What a report on two rule sets is about: what differs between them, by option, by table and in odds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from mangonel.locales import Locale
from mangonel.reports.rules.odds import OddsGrid, die_grids, sheet_grids
from mangonel.rules.difference import Difference, differences
from mangonel.rules.effects import Struck, struck
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.registry import system_of
from mangonel.systems.system import System

__all__ = ["RuleChange", "reason_in", "titled"]


@dataclass(frozen=True, eq=False)
class RuleChange:
    """Two rule sets of one system, and what differs between them."""

    left: RuleSet
    right: RuleSet
    """`left`, `right`: the rule sets."""
    words: Locale
    """The language."""

    @property
    def sets(self) -> tuple[RuleSet, RuleSet]:
        """Both rule sets."""
        return self.left, self.right

    @cached_property
    def system(self) -> System:
        """The game of both."""
        return system_of(self.left)

    @cached_property
    def labels(self) -> tuple[str, str]:
        """What the two are called; those with one id are told apart by their digests or their places."""
        first, other = self.left, self.right
        if first.id != other.id:
            return first.id, other.id
        if first.digest != other.digest:
            return f"{first.id} ({first.digest})", f"{other.id} ({other.digest})"
        return (
            self.words.text("report_rules.first", rules=first.id),
            self.words.text("report_rules.second", rules=other.id),
        )

    @cached_property
    def found(self) -> tuple[Difference, ...]:
        """All cells and options that differ, but none of the tables that only one of them has."""
        lonely = set(self.lonely_tables)
        return tuple(
            difference
            for difference in differences(self.left, self.right)
            if difference.kind == "option" or difference.where.partition(".")[0] not in lonely
        )

    @property
    def options(self) -> tuple[Difference, ...]:
        """The options that differ."""
        return tuple(difference for difference in self.found if difference.kind == "option")

    @cached_property
    def cells(self) -> dict[str, tuple[Difference, ...]]:
        """The cells that differ, by table."""
        cells = (difference for difference in self.found if difference.kind == "cell")
        return {
            name: tuple(group)
            for name, group in groupby(cells, key=lambda difference: difference.where.partition(".")[0])
        }

    @cached_property
    def lonely_tables(self) -> dict[str, int]:
        """Tables that only one rule set has, with its place."""
        names = dict.fromkeys((*self.left.tables, *self.right.tables))
        return {name: int(name not in self.left.tables) for name in names if not self._shared(name)}

    def _shared(self, name: str) -> bool:
        return name in self.left.tables and name in self.right.tables

    @cached_property
    def die_odds(self) -> tuple[OddsGrid, ...]:
        """Odds of the changed die tables, column by column."""
        return die_grids(self.left, self.right, self.cells, self.words)

    @cached_property
    def sheet_odds(self) -> tuple[OddsGrid, ...]:
        """What changes on the odds sheets."""
        return sheet_grids(self.left, self.right, self.words) if self.left.digest != self.right.digest else ()

    def cell_count(self, name: str) -> int:
        """Return the number of cells of a table, on the side that has more."""
        return max(
            len(rules.tables[name].rows) * len(rules.tables[name].columns)
            for rules in self.sets
            if name in rules.tables
        )

    def reason(self, where: str) -> str:
        """Return why a cell was changed, as the rule files tell, the second one's reason last; empty if none does."""
        return "; ".join(dict.fromkeys(text for rules in self.sets if (text := reason_in(rules, where))))

    def table_kind(self, name: str) -> str:
        """Return the kind of a table."""
        return next(rules.tables[name].kind for rules in self.sets if name in rules.tables)

    def befallen(self, name: str) -> Struck | None:
        """Return whom the effects in a table befall; None if it holds no effects."""
        for rules in self.sets:
            form = rules.form(name)
            of = rules.form(form.results_of) if form is not None else None
            if of is not None:
                return struck(of)
        return None

    def table_title(self, name: str) -> str:
        """Return the heading of a table with its id."""
        tables = [rules.tables[name] for rules in self.sets if name in rules.tables]
        return titled(self.words, "tables", name, tables[0].title)


def reason_in(rules: RuleSet, where: str) -> str:
    """Return why a rule set changes a cell; empty if it does not, or gives no reason."""
    return next((change.reason for change in reversed(rules.changes) if change.covers(where)), "")


def titled(words: Locale, kind: str, name: str, title: str) -> str:
    """Return the title of a table or option with its id; the rule file's own where no translator knows it."""
    return words.text("facts.option", title=words.titled(kind, name, title), id=name)
