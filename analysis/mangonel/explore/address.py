"""The rule sets, scenarios and languages of a server, and the address of a page, which can be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.games.system import System, system_of, systems, usual_system
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, load_locale, locale_names

LONGEST = 16_000
"""Characters of an address that are read; no page makes a longer one."""

_OWN = ("lang", "tab", "rules", "scenario")
_BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Address:
    """The state of a page in its address. Nothing of it is checked here: each tab checks its own part."""

    lang: str = ""
    tab: str = ""
    rules: str = ""
    scenario: str = ""
    """`lang`, `tab`, `rules`, `scenario`: names; empty for the usual ones."""
    beside: tuple[str, ...] = ()
    """Names of the rule sets that are shown beside the first."""
    notes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The texts that each tab keeps here, by name: ``roll.attack=8`` in the address."""

    @classmethod
    def read(cls, query: str) -> Address:
        """Parse the query of an address; unknown keys are left out."""
        own: dict[str, str] = {}
        beside: list[str] = []
        notes: dict[str, dict[str, str]] = {}
        for name, value in parse_qsl(query.removeprefix("?")[:LONGEST], keep_blank_values=True):
            tab, dot, key = name.partition(".")
            if dot and tab and key:
                notes.setdefault(tab, {})[key] = value
            elif name == _BESIDE:
                beside.append(value)
            elif name in _OWN:
                own[name] = value
        return cls(**own, beside=tuple(dict.fromkeys(beside)), notes=notes)

    @property
    def query(self) -> str:
        """The query of the address, without the question mark."""
        pairs = [(name, value) for name in _OWN if (value := getattr(self, name))]
        pairs += [(_BESIDE, name) for name in self.beside]
        pairs += [(f"{tab}.{key}", value) for tab, kept in self.notes.items() for key, value in kept.items()]
        return urlencode(pairs, safe="/:,~")

    def of(self, tab: str) -> Mapping[str, str]:
        """Return the texts that a tab keeps here."""
        return self.notes.get(tab, {})

    def noting(self, tab: str, kept: Mapping[str, str]) -> Address:
        """Return the address with other texts of a tab."""
        return replace(self, notes={**self.notes, tab: dict(kept)})


Read = TypeVar("Read")


@dataclass(frozen=True, eq=False)
class Offer:
    """The names that an address may use: no file but those that the server was started with."""

    own_rules: Mapping[str, RuleSet] = field(default_factory=dict)
    own_scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    """Files that were given when the server was started, read, by the name that they go by."""
    own_words: Locale | None = None
    """A language that was given as a file; None if there is none."""
    start: Address = field(default_factory=Address)
    """The state of a page without a query."""
    _read: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False)

    def rule_sets(self, system: System) -> tuple[str, ...]:
        """Return the names of the rule sets of a game, the usual one first."""
        own = [name for name, rules in self.own_rules.items() if rules.system == system.id]
        return tuple(dict.fromkeys((system.rules, *rule_set_names(system.id), *own)))

    def scenarios(self, system: System) -> tuple[str, ...]:
        """Return the names of the scenarios of a game, those that a report would be on first."""
        own = [name for name, scenario in self.own_scenarios.items() if scenario.system.id == system.id]
        return tuple(dict.fromkeys((*own, *system.scenarios, *scenario_names(system.id))))

    def languages(self) -> tuple[str, ...]:
        """Return the names of the languages."""
        own = () if self.own_words is None else (self.own_words.language,)
        return tuple(dict.fromkeys((*own, *locale_names())))

    def all_rule_sets(self) -> Iterator[str]:
        """Yield the names of the rule sets of all games."""
        return (name for system in systems() for name in self.rule_sets(system))

    def rules(self, name: str) -> RuleSet:
        """Return a rule set.

        Raises
        ------
        DataError
            If there is none of this name here.
        """
        return self._named("unknown rule set", name, self.own_rules, self.all_rule_sets(), load_rules)

    def scenario(self, name: str) -> Scenario:
        """Return a scenario; errors as for `rules`."""
        known = (each for system in systems() for each in self.scenarios(system))
        return self._named("no such scenario", name, self.own_scenarios, known, load_scenario)

    def unknown(self, address: Address) -> list[str]:
        """Return the names of scenarios and rule sets in an address that are not here."""
        scenarios = {name for system in systems() for name in self.scenarios(system)}
        rules = set(self.all_rule_sets())
        named = ((address.scenario, scenarios), *((name, rules) for name in (address.rules, *address.beside)))
        return [name for name, known in named if name and name not in known]

    def language(self, name: str) -> Locale:
        """Return a language, the one that the server was started in if there is none of this name."""
        languages = self.languages()
        own = {} if self.own_words is None else {self.own_words.language: self.own_words}
        return self._named(
            "language", name if name in languages else self.start.lang or "en", own, languages, load_locale
        )

    def _named(
        self, fault: str, name: str, own: Mapping[str, Read], known: Iterable[str], load: Callable[[str], Read]
    ) -> Read:
        """Return a thing by its name, read once; one of the program only if its name is known."""
        if name in own:
            return own[name]
        if (fault, name) not in self._read:
            names = tuple(known)
            if name not in names:
                raise DataError(fault, value=name, allowed=names)
            self._read[fault, name] = load(name)
        read: Read = self._read[fault, name]
        return read


def offer_of(scenario: str = "", rules: tuple[str, ...] = (), lang: str = "en") -> Offer:
    """Return the offer of a server that is started with these names or files; by default the usual scenario.

    Raises
    ------
    DataError
        If there is no such name or file, one is not valid, or they are of different games.
    """
    language = load_locale(lang)
    given = [load_rules(name) for name in rules]
    own_rules = {each.id: each for each in given if each.id not in rule_set_names()}
    system = system_of(given[0]) if given else usual_system()
    own_scenarios: dict[str, Scenario] = {}
    if scenario:
        loaded = load_scenario(scenario)
        if scenario not in scenario_names():
            scenario = Path(scenario).stem
            own_scenarios[scenario] = loaded
        if given and loaded.system.id != system.id:
            message = f"this is a scenario of {loaded.system.title}, and the rule set is one of {system.title}"
            raise DataError(message, value=given[0].id, allowed=rule_set_names(loaded.system.id))
        system = loaded.system
    names = tuple(each.id for each in given) or (system.rules, system.compared)
    for each in given[1:]:
        if each.system != given[0].system:
            raise DataError("rule sets of one game are set side by side", value=each.id)
    tab = "sequence" if scenario else "rules" if rules else ""
    scenario = scenario or next(iter(system.scenarios), "")
    start = Address(tab=tab, lang=language.language, rules=names[0], beside=names[1:], scenario=scenario)
    return Offer(own_rules, own_scenarios, None if lang in locale_names() else language, start)
