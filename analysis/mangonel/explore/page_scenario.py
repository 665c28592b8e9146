"""What was made of a scenario on a page: its blocks and its values, and what they were before."""

from __future__ import annotations

from collections.abc import Mapping

from shiny import reactive

from mangonel.errors import MangonelError
from mangonel.explore.blocks import added, apart, removed, rows_of, with_rows
from mangonel.explore.holding import scenario_as
from mangonel.systems.scenario import Scenario

__all__ = ["UNDO", "Standing"]

UNDO = "undo"
"""The kind of a button that takes back what the one before it did."""


class Standing:
    """What was made of a scenario on a page.

    Parameters
    ----------
    scenario, kept
        The scenario, and what an address keeps of it.
    """

    def __init__(self, scenario: Scenario, kept: Mapping[str, str]) -> None:
        blocks, self.values = apart(scenario, kept)
        self.blocks = reactive.Value(blocks, name="blocks")
        self._before: list[tuple[dict[str, str], dict[str, str]]] = []

    @property
    def can_undo(self) -> bool:
        """Whether a block was added or taken away."""
        return bool(self._before)

    def forget(self) -> None:
        """Take it that another scenario is on the page."""
        self._before.clear()
        self._take({}, {})

    def present(self, scenario: Scenario) -> Scenario:
        """Return a scenario with its blocks, without what was changed in them."""
        try:
            return with_rows(scenario, self.blocks())
        except MangonelError:
            # An address may say what cannot be.
            return scenario

    def act(self, scenario: Scenario, kind: str, place: str) -> None:
        """Do what a button says: ``add`` or ``remove`` at a place, a dotted path, or `UNDO`.

        Raises
        ------
        DataError
            If a scenario cannot be so; nothing is done then.
        """
        if kind == UNDO:
            if self._before:
                self._take(*self._before.pop())
            return
        path, _, number = place.rpartition(".")
        rows = {each.path: each for each in rows_of(self.present(scenario))}
        kept = {**self.blocks(), **self.values}
        if kind == "add" and place in rows:
            kept = added(rows[place], kept)
        elif place in rows:
            kept = removed(rows[place], 1, kept)
        elif path in rows and number.isdecimal():
            kept = removed(rows[path], int(number), kept)
        else:
            return
        scenario_as(scenario, kept)
        self._before.append((self.blocks(), dict(self.values)))
        self._take(*apart(scenario, kept))

    def _take(self, blocks: dict[str, str], values: Mapping[str, str]) -> None:
        self.values.clear()
        self.values.update(values)
        self.blocks.set(blocks)
