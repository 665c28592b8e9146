"""State shared by the tabs of a page: the language, the rule sets with their changes, the scenario with its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shiny import Session, reactive

from mangonel.errors import DataError, MangonelError
from mangonel.explore.address import Address, Offer
from mangonel.explore.edits import change_text, kept_changes, kept_in
from mangonel.explore.pools import Pools
from mangonel.explore.result_view import Beside, Compared, Found
from mangonel.explore.scenario_form import added, apart, changes_of, places_of, removed, rows_of, values_in, with_rows
from mangonel.explore.tasks import Known, Latest
from mangonel.games.fields import decisions
from mangonel.games.scenario import Scenario
from mangonel.games.system import System, system_of
from mangonel.rules.cells import EMPTY, NO_EFFECT
from mangonel.rules.change import Change, place_of
from mangonel.rules.difference import differences
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say, words
from mangonel.studies.editable import Cells
from mangonel.studies.varying import is_rule, varied

UNDO = "undo"
"""The kind of a button that takes the last change back."""
HELD = "held"
"""Where the address keeps it."""
CHANGED = "changed"
"""The id of a rule set that was changed on the page."""
_VALUE, _CHANGE = "value.", "change."


def changed(base: RuleSet, changes: tuple[Change, ...]) -> RuleSet:
    """Return a rule set with the changes of the page, under a name that says so; unchanged if there are none.

    Raises
    ------
    DataError
        If one of them does not fit it.
    """
    if not changes:
        return base
    return base.applying(changes, name=CHANGED, title=say("explore.changed", rules=words().translated(base.title)))


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
    """Return scenario and rules as texts that an address keeps: names and changes."""
    kept = {"scenario": scenario, "rules": rules}
    kept |= {f"{_VALUE}{path}": value for path, value in values.items()}
    return kept | {f"{_CHANGE}{place}": value for place, value in kept_in(changes).items()}


def restored(kept: Mapping[str, str], offer: Offer) -> tuple[Scenario, RuleSet] | None:
    """Return scenario and rules that an address has kept; None if they are unknown here, or not valid any more."""
    try:
        base = offer.rules(kept.get("rules", ""))
        scenario = scenario_as(offer.scenario(kept.get("scenario", "")), _below(kept, _VALUE))
        rules = changed(base, kept_changes(base, _below(kept, _CHANGE)))
    except MangonelError:
        return None
    return (scenario, rules) if scenario.system.id == rules.system else None


def _below(kept: Mapping[str, str], start: str) -> dict[str, str]:
    return {name.removeprefix(start): value for name, value in kept.items() if name.startswith(start)}


class ScenarioEdits:
    """The changes of a scenario on a page: its blocks and values, as an address keeps them."""

    def __init__(self, scenario: Scenario, kept: Mapping[str, str]) -> None:
        blocks, self.values = apart(scenario, kept)
        self.blocks = reactive.Value(blocks, name="blocks")
        self.before: list[tuple[dict[str, str], dict[str, str]]] = []
        """Blocks and values before each change of the blocks."""

    def forget(self) -> None:
        """Take it that another scenario is on the page."""
        self.before.clear()
        self._take({}, {})

    def present(self, scenario: Scenario) -> Scenario:
        """Return a scenario with its blocks, without the changes in them."""
        try:
            return with_rows(scenario, self.blocks())
        except MangonelError:
            # An address may say anything.
            return scenario

    def act(self, scenario: Scenario, kind: str, place: str) -> None:
        """Act on a button: ``add``, ``remove`` or ``try`` at a place, a path, or `UNDO`.

        Raises
        ------
        DataError
            If a scenario cannot be so; nothing is done then.
        """
        if kind == UNDO:
            if self.before:
                self._take(*self.before.pop())
            return
        path, _, number = place.rpartition(".")
        rows = {each.path: each for each in rows_of(self.present(scenario))}
        kept = {**self.blocks(), **self.values}
        if kind == "try":
            tried, _, value = place.partition("=")
            kept |= {tried: value.replace("false", "")}
        elif kind == "add" and place in rows:
            kept = added(rows[place], kept)
        elif place in rows:
            kept = removed(rows[place], 1, kept)
        elif path in rows and number.isdecimal():
            kept = removed(rows[path], int(number), kept)
        else:
            return
        scenario_as(scenario, kept)
        self.before.append((self.blocks(), dict(self.values)))
        self._take(*apart(scenario, kept))

    def _take(self, blocks: dict[str, str], values: Mapping[str, str]) -> None:
        self.values.clear()
        self.values.update(values)
        self.blocks.set(blocks)


VALUES, CHANGES = "sequence", "rules"
"""Where the address keeps the values of the scenario, and the changes of the rules."""


def opening_with(offer: Offer, values: Mapping[str, Any]) -> Offer:
    """Return the offer of a server whose page opens with values changed, as `varied` takes them.

    Raises
    ------
    DataError
        If scenario or rules do not allow them, or the page has no field for one.
    """
    scenario, base = offer.scenario(offer.start.scenario), offer.rules(offer.start.rules)
    there, rules = varied(scenario, base, values)
    texts = {place.path: place.text for place in places_of(there)}
    kept = {each.path: texts[each.path] for each in places_of(scenario) if texts.get(each.path, each.text) != each.text}
    held = scenario_as(scenario, kept)
    if (held.digest, held.title, held.note) != (there.digest, there.title, there.note):
        path = next(path for path in values if path not in kept and not is_rule(path))
        reason = "the page has no field for it: write it into a file of your own"
        raise DataError(reason, file=scenario.file, path=path, value=values[path])
    changes = {f"{each.kind}.{each.where}": each.right for each in differences(base, rules)}
    return replace(offer, start=offer.start.noting(VALUES, kept).noting(CHANGES, changes))


def settled(address: Address, offer: Offer) -> Address:
    """Return an address with names that exist, by default with names and changes that the server was started with."""
    start = offer.start
    if not (address.rules or address.scenario or address.notes):
        address = replace(address, notes=start.notes)
    if address.rules not in offer.all_rule_sets():
        address = replace(address, rules=start.rules, beside=address.beside or start.beside)
    system = system_of(offer.rules(address.rules))
    known, scenarios = offer.rule_sets(system), offer.scenarios(system)
    beside = tuple(name for name in address.beside if name in known and name != address.rules)
    usual = start.scenario if start.scenario in scenarios else next(iter(scenarios), "")
    scenario = address.scenario if address.scenario in scenarios else usual
    tab = address.tab or start.tab
    return replace(address, lang=offer.language(address.lang).language, tab=tab, beside=beside, scenario=scenario)


class PageState:
    """State that the tabs of one page share.

    `scenario` has the values of the page, `present` its blocks alone; `found` is its result, `rolled` that of a roll in
    a line; `address` is the page in words; `game` changes only with another game, not with each rule set.
    """

    def __init__(self, offer: Offer, pools: Pools, start: Address, session: Session) -> None:
        self.offer, self.pools = offer, pools
        self.start = settled(start, offer)
        self.language = offer.language(self.start.lang)
        self.changes = reactive.Value[tuple[Change, ...]]((), name="changes")
        self.address = reactive.Value(self.start, name="address")
        self.tab = reactive.Value(self.start.tab, name="tab")
        self.scenario = reactive.Value[Scenario | None](None, name="scenario")
        self.present = reactive.Value[Scenario | None](None, name="present")
        self.found = Latest[Found](session)
        self.known = Known()
        self.rolled = reactive.Value("", name="rolled")
        self.game = reactive.Value(system_of(offer.rules(self.start.rules)).id, name="game")
        self._names = reactive.Value((self.start.rules, self.start.beside), name="names")

        @reactive.calc
        def rules() -> RuleSet:
            """Return the rule set that is played, with the changes of the page."""
            return changed(self.base(), self.changes())

        @reactive.calc
        def subject() -> tuple[str, ...]:
            """Return the digests of the scenario and of the rule sets of the page: the subject of its questions."""
            scenario = self.scenario()
            return ("" if scenario is None else scenario.digest, *(each.digest for each in self.rule_sets()))

        self.rules, self.subject = rules, subject

    def choose(self, rules: str, beside: tuple[str, ...]) -> None:
        """Take other rule sets. Changes of the one before are kept if both are of one game and they change it, too."""
        with reactive.isolate():
            names = rules, tuple(name for name in beside if name != rules)
            if names == self._names():
                # Any change draws the page anew.
                return
            self._names.set(names)
            changes = self.changes() if self.system().id == self.game() else ()
            added = tuple(change for change in changes if change.addition is not None)
            self.changes.set(kept_changes(self.base(), kept_in(changes), added))
            self.game.set(self.system().id)
            self.keep(rules=rules, beside=self._names()[1])

    def note(self, tab: str, kept: Mapping[str, str]) -> None:
        """Let a tab keep texts by name in the address of the page, instead of those that it kept there."""
        with reactive.isolate():
            self.address.set(self.address().noting(tab, kept))

    def keep(self, **names: Any) -> None:
        """Keep other names in the address of the page, such as that of the scenario."""
        with reactive.isolate():
            self.address.set(replace(self.address(), **names))

    def base(self) -> RuleSet:
        """Return the rule set that is played, without the changes of the page."""
        return self.offer.rules(self._names()[0])

    def system(self) -> System:
        """Return the game."""
        return system_of(self.base())

    def compared(self) -> Compared:
        """Return the comparisons of the scenario of the page: without its changes, and with other rule sets."""
        base, scenario = self.base(), self.scenario()
        with reactive.isolate():
            unchanged = self.offer.scenario(self.address().scenario)
        changes = tuple(change_text(base, change) for change in self.changes())
        if scenario is not None and scenario.digest != unchanged.digest:
            changes += changes_of(scenario, unchanged, base)
        return Compared(unchanged, base, changes, tuple(Beside(each) for each in self._beside()))

    def edited(self) -> tuple[RuleSet, Cells] | None:
        """Return the rule set and its changed cells; None if something else than cells is changed."""
        changes = self.changes()
        cells = {place_of(change.where): change.after or NO_EFFECT for change in changes if change.kind == "cell"}
        plain = all(change.kind == "cell" and change.after != EMPTY for change in changes)
        return (self.base(), cells) if plain else None

    def kept(self) -> dict[str, str]:
        """Return scenario and rules as texts that an address keeps."""
        with reactive.isolate():
            here = self.address()
            return kept_of(here.scenario, here.of(VALUES), here.rules, self.changes())

    def rule_sets(self) -> tuple[RuleSet, ...]:
        """Return the rule sets that are set side by side: first the one with the changes of the page, if any."""
        return tuple({rules.id: rules for rules in (self.rules(), self.base(), *self._beside())}.values())

    def _beside(self) -> list[RuleSet]:
        beside = (self.offer.rules(name) for name in self._names()[1])
        return [rules for rules in beside if rules.system == self.base().system]

    def called(self, path: str) -> str:
        """Return the label of a value of the scenario, by its path; empty if it is none."""
        folders, _, last = path.rpartition(".")
        if last.isdecimal():
            return self.called(folders)
        with reactive.isolate():
            scenario = self.scenario()
        if scenario is None or not last:
            return ""
        decision = decisions(scenario.playable.keys, scenario.sequence).get(path)
        kind, name, of = (
            ("keys", last, scenario.sequence) if decision is None else ("policies", decision.policy, decision.sequence)
        )
        return capital(words().word(kind, name, of)) if words().has_word(kind, name, of) else ""
