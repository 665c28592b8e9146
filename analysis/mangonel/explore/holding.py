"""What is held to be compared with, as the address keeps it: what is played, with what was changed in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shiny import reactive

from mangonel.errors import MangonelError
from mangonel.explore.blocks import added, apart, removed, rows_of, with_rows
from mangonel.explore.edits import kept_changes, kept_in
from mangonel.explore.scenario_form import places_of, values_in
from mangonel.games.scenario import Scenario
from mangonel.rules.change import Change
from mangonel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from mangonel.explore.offer import Offer
    from mangonel.rules.words import Locale

__all__ = ["HELD", "UNDO", "Standing", "changed", "kept_of", "scenario_as", "standing_for"]

UNDO = "undo"
"""The kind of a button that takes back what the one before it did."""
HELD = "held"
"""Where the address keeps it."""
CHANGED = "changed"
"""The id of a rule set that was changed on the page."""
_VALUE, _CHANGE = "value.", "change."


def changed(base: RuleSet, changes: tuple[Change, ...], words: Locale) -> RuleSet:
    """Return a rule set with the changes of the page, under a name that says so; without any as it is.

    Raises
    ------
    DataError
        If one of them does not fit it.
    """
    if not changes:
        return base
    title = words.text("explore.changed", rules=words.translated(base.title))
    return base.replaced(
        options={change.where: change.after for change in changes if change.kind == "option"},
        cells=tuple(change.cell for change in changes if change.cell is not None),
        additions=tuple(change.addition for change in changes if change.addition is not None),
        name=CHANGED,
        title=title,
    )


def scenario_as(scenario: Scenario, kept: Mapping[str, str]) -> Scenario:
    """Return a scenario with the values that an address keeps, by their paths.

    Raises
    ------
    DataError
        If they do not go together.
    """
    scenario = with_rows(scenario, kept)
    changes = values_in(places_of(scenario), kept)
    return scenario.replaced(changes) if changes else scenario


def kept_of(scenario: str, values: Mapping[str, str], rules: str, changes: tuple[Change, ...]) -> dict[str, str]:
    """Return what is played as texts that an address keeps: names, and what was changed."""
    kept = {"scenario": scenario, "rules": rules}
    kept |= {f"{_VALUE}{path}": value for path, value in values.items()}
    return kept | {f"{_CHANGE}{place}": value for place, value in kept_in(changes).items()}


def standing_for(kept: Mapping[str, str], offer: Offer, words: Locale) -> tuple[Scenario, RuleSet] | None:
    """Return what an address has kept; None if there is no such thing here, or it cannot be any more."""
    try:
        base = offer.rules(kept.get("rules", ""))
        scenario = scenario_as(offer.scenario(kept.get("scenario", "")), _below(kept, _VALUE))
        rules = changed(base, kept_changes(base, _below(kept, _CHANGE)), words)
    except MangonelError:
        return None
    return (scenario, rules) if scenario.system.id == rules.system else None


def _below(kept: Mapping[str, str], start: str) -> dict[str, str]:
    return {name.removeprefix(start): value for name, value in kept.items() if name.startswith(start)}


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
