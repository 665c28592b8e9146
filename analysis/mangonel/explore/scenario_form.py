"""The values of a scenario as a form: numbers within their limits, choices, lists, and the decisions of each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from mangonel.explore.blocks import rows_of
from mangonel.explore.text_forms import MANY, PART, Act, Control, Group, entries_in
from mangonel.games.fields import REQUIRED, Key, Met, Of, root, walked
from mangonel.games.policies import Decision, decisions
from mangonel.games.scenario import Scenario
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, capital

__all__ = ["TIMES", "Place", "changes_of", "groups_of", "places_of", "values_in"]

Said = int | str | bool | list[str] | list[list[int]]
"""What a key of a scenario holds, as files have it."""

TIMES: Final = " x "
"""Between a text of a list and how often it is meant."""
_DRAWN: Final = 60
"""The most values of a number that is drawn along a line; one of more is typed."""
_FOLDED: Final = 30
"""Controls from which on all but the first groups of a form are folded."""


@dataclass(frozen=True, slots=True)
class Place:
    """A key of a scenario that can be changed on the page."""

    path: str
    """Its dotted path, as `Scenario.replaced` takes it."""
    key: Key
    value: Said | None
    """What it holds; None for a number that is left out."""
    above: Any = None
    """The block in which that of the key stands, as it was read."""
    low: int | None = None
    high: int | None = None
    """`low`, `high`: limits of a number, worked out; None for none."""

    @property
    def text(self) -> str:
        """What it holds, as a form sends it."""
        if isinstance(self.value, bool):
            return "true" if self.value else ""
        if isinstance(self.value, list):
            return MANY.join(map(_entry_text, self.value))
        return "" if self.value is None else str(self.value)

    @property
    def values(self) -> range:
        """All values of a number that has both limits; none of any other."""
        return range(0) if self.low is None or self.high is None else range(self.low, self.high + 1)

    def read(self, text: str) -> Said | None:
        """Return what a form says; None if that is nothing."""
        match self.key.kind:
            case "flag":
                return text == "true"
            case "texts":
                return [TIMES.join(entry if entry[1:] != ["1"] else entry[:1]) for entry in entries_in(text)]
            case "pairs":
                numbers = [map(_whole, entry) for entry in entries_in(text)]
                return [[number for number in entry if number is not None] for entry in numbers]
            case "whole":
                return _whole(text)
        return text or None


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None


def _entry_text(entry: str | list[int]) -> str:
    if isinstance(entry, list):
        return PART.join(map(str, entry))
    text, _, times = entry.partition(TIMES)
    return f"{text}{PART}{times}" if times else text


def places_of(scenario: Scenario) -> tuple[Place, ...]:
    """Return the keys of a scenario that can be changed: of blocks that are there, or need nothing else to be there."""
    places = (_place(met) for met in walked(root(scenario.playable.keys), scenario.setup, scenario.content))
    return tuple(place for place in places if place is not None)


def _place(met: Met) -> Place | None:
    """Return a key with what it holds; None if it cannot be said by itself, or holds what no form can say."""
    path, key, value = ".".join(met.path), met.key, met.value
    if met.said is None and (key.required or key.without is not REQUIRED):
        return None
    match key.kind:
        case "whole" if value is None or type(value) is int:
            return Place(path, key, value, met.above, _limit(key.low, met.setup), _limit(key.high, met.setup))
        case "text":
            text = met.said if met.said is not None else key.usual
            may_stand = isinstance(text, str) and (text or key.offer is not None)
            return Place(path, key, text, met.above) if may_stand else None
        case "texts" | "pairs":
            return Place(path, key, list(value if met.said is None else met.said), met.above)
        case "one_of" | "flag" if isinstance(value, str | bool):
            return Place(path, key, value, met.above)
    return None


def _limit(limit: int | Of | None, setup: Any) -> int | None:
    """Return a limit; one that other keys decide by what they hold now."""
    return limit.of(getattr(setup, name) for name in limit.names) if isinstance(limit, Of) else limit


def values_in(places: tuple[Place, ...], said: Mapping[str, str]) -> dict[str, Said]:
    """Return what a form says otherwise than the scenario, by dotted path."""
    changed = {
        place.path: place.read(said[place.path]) for place in places if said.get(place.path, place.text) != place.text
    }
    return {path: value for path, value in changed.items() if value is not None}


def groups_of(
    scenario: Scenario, places: tuple[Place, ...], said: Mapping[str, str], rules: RuleSet, words: Locale
) -> tuple[Group, ...]:
    """Return the controls of a scenario: first its values block by block, then the decisions of each side.

    Below a block that may be taken away, and below the last of a list that may grow, stand buttons that do it.

    Parameters
    ----------
    scenario, places
        The scenario, and its keys.
    said
        What was said before, by dotted path.
    rules
        The rule set whose weapons and terrains are offered.
    words
        The language.
    """
    policies = decisions(scenario.playable.keys, scenario.sequence)
    groups: dict[str, list[Control]] = {"": []}
    texts: list[Control] = []
    for place in places:
        decision = policies.get(place.path)
        control = _control(place, decision, said.get(place.path, place.text), scenario, rules, words)
        if decision is not None and not decision.defines:
            groups.setdefault(_decides(decision, words), []).append(control)
        elif place.key.kind == "text" and place.key.offer is None:
            texts.append(control)
        else:
            # What defines when a side has lost stands with what there is of it.
            path = place.path if decision is None else place.path.removeprefix("policies.")
            groups.setdefault(_block(path, scenario.sequence, words), []).append(control)
    asked = list(filter(None, (_block(place.path, scenario.sequence, words) for place in places)))
    acts = _acts(scenario, words)
    for head in acts:
        groups.setdefault(head, [])
    heads = sorted(groups, key=lambda head: (head != "", head not in asked and head not in acts))
    many = len(places) > _FOLDED * 2
    shown = [
        Group(head, tuple(groups[head]), folded=many and number > 1, acts=tuple(acts.get(head, ())))
        for number, head in enumerate(heads)
        if groups[head] or head in acts
    ]
    return (*shown, *((Group(words.text("explore.texts"), tuple(texts), folded=True),) if texts else ()))


def changes_of(scenario: Scenario, unchanged: Scenario, rules: RuleSet, words: Locale) -> tuple[str, ...]:
    """Return what a scenario says otherwise than another of its kind: its values, and blocks that only one has."""
    numbers = {rows.path: rows.number for rows in rows_of(scenario)}
    before = {rows.path: rows.number for rows in rows_of(unchanged)}
    blocks = [path for path in dict.fromkeys((*before, *numbers)) if before.get(path) != numbers.get(path)]
    # A block inside one that is new is nothing more.
    blocks = [path for path in blocks if not any(path.startswith(f"{other}.") for other in blocks)]
    changes = [
        (_block(f"{path}.", scenario.sequence, words), *(str(of.get(path, 0)) for of in (before, numbers)))
        for path in blocks
    ]
    shown, other = (_controls(each, rules, words) for each in (scenario, unchanged))
    for path, (called, control) in shown.items():
        if any(path.startswith(f"{block}.") for block in blocks) or path not in other:
            continue
        if control.value != other[path][1].value:
            changes.append((called, *(_said(each, words) for each in (other[path][1], control))))
    return tuple(words.text("explore_rules.changed", where=where, before=old, after=new) for where, old, new in changes)


def _controls(scenario: Scenario, rules: RuleSet, words: Locale) -> dict[str, tuple[str, Control]]:
    """Return the controls of a scenario by path, each with what it is called where its block is not seen."""
    policies = decisions(scenario.playable.keys, scenario.sequence)
    called = {}
    for group in groups_of(scenario, places_of(scenario), {}, rules, words):
        for control in group.controls:
            alone = not group.heading or control.name in policies
            name = control.label if alone else words.text("frame.named", name=group.heading, text=control.label)
            called[control.name] = name, control
    return called


def _said(control: Control, words: Locale) -> str:
    """Return what a control says, in words."""
    if control.kind == "flag":
        return words.text("facts.yes" if control.value else "facts.no")
    # Only the bar of the page has words in groups.
    called = {value: str(text) for part in (control, *control.parts[:1]) for value, text in part.choices}
    nothing = "\N{EN DASH}"
    if control.kind != "entries":
        return called.get(control.value, control.value) or nothing
    entries = ((called.get(first, first), *more) for first, *more in entries_in(control.value))
    return words.text("frame.comma").join(map(" \N{MULTIPLICATION SIGN} ".join, entries)) or nothing


def _acts(scenario: Scenario, words: Locale) -> dict[str, list[Act]]:
    """Return the buttons that add and take away blocks, by the headings below which they stand."""
    acts: dict[str, list[Act]] = {}

    def act(kind: str, sign: str, place: str, heading: str) -> None:
        called = _block(f"{place}.", scenario.sequence, words)
        label = words.text("frame.named", name=called, text=words.text(f"explore.{kind}"))
        acts.setdefault(heading, []).append(Act(kind, place, f"{sign} {called}", label))

    for rows in rows_of(scenario):
        own = [f"{rows.path}.{number}" for number in range(1, rows.number + 1)] if rows.is_list else [rows.path]
        for place in own if rows.number > rows.least else ():
            act("remove", "\N{MINUS SIGN}", place, _block(f"{place}.", scenario.sequence, words))
        if rows.number < rows.most:
            above = rows.path.rpartition(".")[0]
            last = own[-1] if rows.is_list and own else above
            act("add", "+", rows.path, _block(f"{last}.", scenario.sequence, words) if last else "")
    return acts


def _decides(decision: Decision, words: Locale) -> str:
    side = words.word("sides", decision.side) if decision.side else ""
    heading = words.text("explore.decide", side=side) if side else words.text("explore.decisions")
    part = words.word("parts", decision.part) if decision.part else ""
    return words.text("frame.named", name=part, text=heading) if part else capital(heading)


def _block(path: str, sequence: str, words: Locale) -> str:
    folders = path.split(".")[:-1]
    names = (words.word("keys", folder, sequence) if not folder.isdecimal() else folder for folder in folders)
    return capital(" \N{MIDDLE DOT} ".join(names))


def _control(  # noqa: PLR0911 - one for each kind
    place: Place, decision: Decision | None, text: str, scenario: Scenario, rules: RuleSet, words: Locale
) -> Control:
    key, last = place.key, place.path.rpartition(".")[2]
    kind, name, sequence = "keys", last, scenario.sequence
    if decision is not None:
        kind, name, sequence = "policies", decision.policy, decision.sequence
    control = Control(place.path, capital(words.word(kind, name, sequence)), "text", text)
    match key.kind:
        case "flag":
            return replace(control, kind="flag")
        case "one_of":
            choices = tuple((value, words.word("choices", value, name)) for value in key.values)
            return replace(control, kind="choice", choices=choices)
        case "whole":
            drawn = text != "" and 0 < len(place.values) <= _DRAWN
            return replace(control, kind="range" if drawn else "number", low=place.low, high=place.high)
        case "text" if key.offer is None:
            return control
        case "text":
            return replace(control, kind="choice", choices=_offered(place, scenario, rules, words))
    add = words.text("explore.add_another", what=words.inside(control.label))
    control = replace(control, kind="entries", verbs=(add, words.text("explore.remove")))
    if key.kind == "pairs":
        number = Control("", "", "number", "0")
        return replace(control, parts=(number, number))
    which = Control("", "", "choice", choices=_offered(place, scenario, rules, words))
    times = Control("", words.text("explore.times"), "number", "1", 1, key.times)
    return replace(control, parts=(which,) if key.times is None else (which, times))


def _offered(place: Place, scenario: Scenario, rules: RuleSet, words: Locale) -> tuple[tuple[str, str], ...]:
    """Return what is offered for a text, each with what it is called; what stands there now is among it."""
    offer = place.key.offer
    if offer is None:
        return tuple((value, words.word("parts", value)) for value in place.key.values)
    listed = offer.listed(rules, scenario.roster, place.above)
    called = dict(listed) if isinstance(listed, Mapping) else dict.fromkeys(listed, "")
    held = place.value if isinstance(place.value, list) else [place.value]
    now = [str(part).partition(TIMES)[0] for part in held]

    def word(name: str) -> str:
        known = words.has_word(offer.words, name)
        return words.word(offer.words, name) if known else words.translated(called.get(name, ""))

    return tuple((name, word(name) or name or "\N{EN DASH}") for name in dict.fromkeys((*called, *now)))
