"""The values of a scenario as a form: numbers, choices, lists, decisions, and blocks that are added or removed."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from mangonel.engine.owners import naming
from mangonel.errors import MangonelError
from mangonel.explore.text_forms import MANY, PART, Act, Control, Group, entries_in
from mangonel.games.fields import (
    REQUIRED,
    Block,
    Decision,
    Key,
    Met,
    Of,
    content_at,
    decisions,
    option_kind,
    root,
    walked,
)
from mangonel.games.scenario import Scenario, build, load_scenario, scenario_names
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import ID
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say, words

_MOST: Final = 24
"""Rows of a list that has no limit of its own."""
_THERE, _GONE = "1", "0"


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of blocks, or a block that may be there."""

    path: str
    """Its dotted path."""
    number: int
    """How many there are."""
    least: int
    most: int
    is_list: bool


def rows_of(scenario: Scenario) -> tuple[Rows, ...]:
    """Return the lists of blocks of a scenario, and the blocks that it may have and may lack."""
    met = walked(root(scenario.playable.keys), scenario.setup, scenario.content)
    return tuple(rows for each in met if (rows := _rows(each)) is not None)


def _rows(met: Met) -> Rows | None:
    path, key, block = ".".join(met.path), met.key, met.key.block
    if key.kind == "blocks":
        least, most = key.low or 0, key.high or _MOST
        assert isinstance(least, int)
        assert isinstance(most, int)
        return Rows(path, len(met.value or ()), least, most, is_list=True)
    if block is None or block.switch:
        return None
    there, needs = met.said is not None, _needs(block)
    is_part = key.told is not None and key.told.part != ""
    may_lack = (block.empty is not REQUIRED and needs) or (is_part and (needs or there))
    return Rows(path, int(there), 0, 1, is_list=False) if may_lack else None


def _needs(block: Block) -> bool:
    """Return whether something has to be said in a block that is there."""
    inner = (entry.key.block for entry in block.entries if entry.key.kind == "block")
    return any(entry.key.required for entry in block.entries) or any(
        below is not None and below.empty is REQUIRED and _needs(below) for below in inner
    )


def _key_at(block: Block, names: tuple[str, ...]) -> Key | None:
    """Return the key of a block, or of a list of them, by the names on its path; None if there is no such block."""
    for entry in block.entries:
        length, below = len(entry.path), entry.key.block
        if below is not None and entry.path == names[:length]:
            if length == len(names) > 0:
                return entry.key
            if (deeper := _key_at(below, names[length:])) is not None:
                return deeper
    return None


def _block_key(scenario: Scenario, path: str) -> Key | None:
    return _key_at(root(scenario.playable.keys), tuple(name for name in path.split(".") if not name.isdecimal()))


def with_rows(scenario: Scenario, kept: Mapping[str, str]) -> Scenario:
    """Return a scenario with the blocks that an address keeps; a text that does not fit is passed over.

    Raises
    ------
    DataError
        If they do not go together with the rest.
    """
    for path in sorted(kept, key=lambda each: each.count(".")):
        rows = next((each for each in rows_of(scenario) if each.path == path), None)
        if rows is None:
            continue
        written = content_at(scenario.content, tuple(path.split(".")))
        if rows.is_list:
            there = written if isinstance(written, list) else []
            sources = [int(part) for part in kept[path].split(MANY) if part.isdecimal() and int(part) <= len(there)]
            if rows.least <= len(sources) <= rows.most:
                scenario = scenario.replaced({path: _made(scenario, path, there, sources)})
        elif kept[path] == _THERE and written is None:
            scenario = scenario.replaced({path: _begun(scenario, path)})
        elif kept[path] == _GONE and written is not None:
            scenario = scenario.replaced({path: None})
    return scenario


def added(rows: Rows, kept: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of an address with one more row: a copy of the last, with its changes."""
    if not rows.is_list:
        return {**kept, rows.path: _THERE}
    sources = _sources(rows, kept)
    last, more = (f"{rows.path}.{number}." for number in (rows.number, rows.number + 1))
    copied = {more + path.removeprefix(last): text for path, text in kept.items() if path.startswith(last)}
    return {**kept, **copied, rows.path: MANY.join((*sources, sources[-1] if sources else "0"))}


def removed(rows: Rows, number: int, kept: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of an address without a row, by its number from 1: those behind it move up."""
    sources = _sources(rows, kept)
    left: dict[str, str] = {}
    for path, text in kept.items():
        place, _, rest = path.removeprefix(f"{rows.path}.").partition(".")
        if not path.startswith(f"{rows.path}."):
            left[path] = text
        elif rows.is_list and place.isdecimal() and int(place) != number:
            moved = int(place) - (int(place) > number)
            left[f"{rows.path}.{moved}.{rest}"] = text
    if not rows.is_list:
        return {**left, rows.path: _GONE}
    return {**left, rows.path: MANY.join(source for at, source in enumerate(sources, start=1) if at != number)}


def _made(scenario: Scenario, path: str, there: Sequence[Any], sources: Sequence[int]) -> list[Any]:
    """Return rows as copies of those that are there; names that they give themselves are not given twice."""
    key = _block_key(scenario, path)
    assert key is not None
    assert key.block is not None
    copies: list[Any] = []
    for at, source in enumerate(sources, start=1):
        row = copy.deepcopy(there[source - 1]) if source else _begun(scenario, path)
        if source in sources[: at - 1]:
            for name, entry in key.block.own.items():
                if name in row:
                    row[name] = _other(row[name], entry.key, at, [other.get(name) for other in copies])
        copies.append(row)
    return copies


def _other(value: Any, key: Key, at: int, taken: Sequence[Any]) -> Any:
    """Return the value of a copy where no two may be the same: another name, hexes beside those taken."""
    if key.kind == "text" and key.offer is None and value:
        return f"{value}{'-' if key.pattern == ID else ' '}{at}"
    if key.kind == "pairs":
        assert isinstance(key.high, int)
        there = [pair for pairs in taken for pair in pairs or ()]
        while any(pair in there for pair in value) and all(pair[0] < key.high for pair in value):
            value = [[first + 1, second] for first, second in value]
    return value


def apart(scenario: Scenario, kept: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the texts of an address apart: of blocks that are not as in the file, and of values."""
    usual = {
        rows.path: MANY.join(_sources(rows, {})) if rows.is_list else str(rows.number) for rows in rows_of(scenario)
    }
    blocks = {path: text for path, text in kept.items() if _block_key(scenario, path) is not None}
    values = {path: text for path, text in kept.items() if path not in blocks}
    return {path: text for path, text in blocks.items() if text != usual.get(path)}, values


def _sources(rows: Rows, kept: Mapping[str, str]) -> list[str]:
    written = [part for part in kept.get(rows.path, "").split(MANY) if part]
    return written if len(written) == rows.number else [str(number) for number in range(1, rows.number + 1)]


def _begun(scenario: Scenario, path: str) -> dict[str, Any]:
    """Return a new block with the least that it has to say."""
    key = _block_key(scenario, path)
    assert key is not None
    assert key.block is not None
    return _said(key.block, scenario, key.told.sequence if key.told is not None else "")


def _said(block: Block, scenario: Scenario, sequence: str) -> dict[str, Any]:
    if block.instead and sequence:
        shipped = scenario_names(scenario.system.id)
        return {block.instead: next(name for name in shipped if load_scenario(name).sequence == sequence)}
    content: dict[str, Any] = {}
    for entry in block.entries:
        place, value = content, _value(entry.key, scenario, sequence)
        if value is None:
            continue
        for folder in entry.folders:
            place = place.setdefault(folder, {})
        place.update({entry.last: value} if entry.last else value)
    return content


def _value(key: Key, scenario: Scenario, sequence: str) -> Any:
    """Return the least that a key that is needed has to say; None for any other."""
    block = key.block
    if block is not None:
        if key.kind == "blocks":
            assert isinstance(key.low, int)
            return [_said(block, scenario, sequence)] * key.low or None
        needed = not block.switch and block.empty is REQUIRED and (block.instead or _needs(block))
        return _said(block, scenario, sequence) if needed else None
    if not key.required:
        return None
    if key.offer is not None:
        return next(iter(key.offer.listed(load_rules(scenario.system.rules), scenario.roster, None)), "")
    low = key.low.more if isinstance(key.low, Of) else key.low or 0
    return {"whole": max(1, low), "one_of": next(iter(key.values), ""), "text": "new", "pairs": [[0, 0]]}[key.kind]


Said = int | str | bool | list[str] | list[list[int]]
"""The value of a key of a scenario, as in files."""

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
    """Its value; None for a number that is left out."""
    above: Any = None
    """The block around that of the key, as it was read."""
    words: tuple[Any, ...] = ()
    """The words that it may be, of which each changes something, or true and false."""
    low: int | None = None
    high: int | None = None
    """`low`, `high`: limits of a number, worked out; None for none."""

    @property
    def text(self) -> str:
        """Its value, as a form sends it."""
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
        """Parse the text of a form; None if it is empty. The scenario refuses a text that is no number."""
        match self.key.kind:
            case "flag":
                return text == "true"
            case "texts":
                return [TIMES.join(entry if entry[1:] != ["1"] else entry[:1]) for entry in entries_in(text)]
            case "pairs":
                numbers = [map(_whole, entry) for entry in entries_in(text)]
                return [[number for number in entry if number is not None] for entry in numbers]
            case "whole":
                number = _whole(text)
                return text.strip() or None if number is None else number
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
    met = walked(root(scenario.playable.keys), scenario.setup, scenario.content)
    return tuple(place for each in met if (place := _place(each)) is not None)


def _place(met: Met) -> Place | None:
    """Return a key with its value; None if it cannot be set by itself, or to anything else that changes something."""
    path, key, value = ".".join(met.path), met.key, met.value
    if met.said is None and (key.required or key.without is not REQUIRED):
        return None
    match key.kind:
        case "whole" if value is None or type(value) is int:
            return Place(path, key, value, met.above, low=_limit(key.low, met), high=_limit(key.high, met))
        case "text":
            text = met.said if met.said is not None else key.usual
            may_stand = isinstance(text, str) and (text or key.offer is not None)
            return Place(path, key, text, met.above) if may_stand else None
        case "texts" | "pairs":
            return Place(path, key, list(value if met.said is None else met.said), met.above)
        case "one_of" | "flag" if isinstance(value, str | bool):
            return Place(path, key, value, met.above, met.offered) if len(met.offered) > 1 else None
    return None


def _limit(limit: int | Of | None, met: Met) -> int | None:
    """Return a limit; one that other keys decide by their values."""
    if not isinstance(limit, Of):
        return limit
    setup = met.setup if limit.most is None else met.above
    try:
        return limit.of(attrgetter(name)(setup) for name in limit.names)
    except AttributeError:  # They are those of a block further out.
        return limit.most


def values_in(places: tuple[Place, ...], said: Mapping[str, str]) -> dict[str, Said]:
    """Return the values of a form that differ from the scenario, by dotted path."""
    changed = {
        place.path: place.read(said[place.path]) for place in places if said.get(place.path, place.text) != place.text
    }
    return {path: value for path, value in changed.items() if value is not None}


def groups_of(
    scenario: Scenario, places: tuple[Place, ...], said: Mapping[str, str], rules: RuleSet
) -> tuple[Group, ...]:
    """Return the controls of a scenario: its values block by block, then the decisions of each side.

    `said` are earlier texts by path. Buttons add and take away blocks.
    """
    with by_units(scenario, rules):
        named = words()
    policies = decisions(scenario.playable.keys, scenario.sequence)
    groups: dict[str, list[Control]] = {"": []}
    texts: list[Control] = []
    for place in places:
        decision = policies.get(place.path)
        control = _control(place, decision, said.get(place.path, place.text), scenario, rules)
        if decision is not None and not decision.defines:
            side = named.word("sides", decision.side) if decision.side else ""
            heading = say("explore.decide", side=side) if side else say("explore.decisions")
            part = words().word("parts", decision.part) if decision.part else ""
            groups.setdefault(words().named(part, heading) if part else capital(heading), []).append(control)
        elif place.key.kind == "text" and place.key.offer is None:
            texts.append(control)
        else:
            # Definitions of defeat stand with the forces of the side.
            path = place.path if decision is None else place.path.removeprefix("policies.")
            groups.setdefault(_block(path, scenario.sequence), []).append(control)
    asked = list(filter(None, (_block(place.path, scenario.sequence) for place in places)))
    acts = _acts(scenario)
    for head in acts:
        groups.setdefault(head, [])
    heads = sorted(groups, key=lambda head: (head != "", head not in asked and head not in acts))
    many = len(places) > _FOLDED * 2
    shown = [
        Group(head, tuple(groups[head]), folded=many and number > 1, acts=tuple(acts.get(head, ())))
        for number, head in enumerate(heads)
        if groups[head] or head in acts
    ]
    return (*shown, *((Group(say("explore.texts"), tuple(texts), folded=True),) if texts else ()))


def by_units(scenario: Scenario, rules: RuleSet) -> AbstractContextManager[None]:
    """Let the sides go by their units for a block, if the rules allow the scenario."""
    try:
        return naming(build(scenario, rules).sides)
    except MangonelError:
        return nullcontext()


def changes_of(scenario: Scenario, unchanged: Scenario, rules: RuleSet) -> tuple[str, ...]:
    """Return the differences of a scenario from another of its kind: values, and blocks that only one has."""
    numbers = {rows.path: rows.number for rows in rows_of(scenario)}
    before = {rows.path: rows.number for rows in rows_of(unchanged)}
    blocks = [path for path in dict.fromkeys((*before, *numbers)) if before.get(path) != numbers.get(path)]
    # A block inside one that is new is nothing more.
    blocks = [path for path in blocks if not any(path.startswith(f"{other}.") for other in blocks)]
    changes = [
        (_block(f"{path}.", scenario.sequence), *(str(of.get(path, 0)) for of in (before, numbers))) for path in blocks
    ]
    shown, other = (_controls(each, rules) for each in (scenario, unchanged))
    for path, (called, control) in shown.items():
        if any(path.startswith(f"{block}.") for block in blocks) or path not in other:
            continue
        if control.value != other[path][1].value:
            changes.append((called, *(_scenario_said(each) for each in (other[path][1], control))))
    return tuple(say("explore_rules.changed", where=where, before=old, after=new) for where, old, new in changes)


def _controls(scenario: Scenario, rules: RuleSet) -> dict[str, tuple[str, Control]]:
    """Return the controls of a scenario by path, each with its name outside of its block."""
    policies = decisions(scenario.playable.keys, scenario.sequence)
    called = {}
    for group in groups_of(scenario, places_of(scenario), {}, rules):
        for control in group.controls:
            alone = not group.heading or control.name in policies
            called[control.name] = control.label if alone else words().named(group.heading, control.label), control
    return called


def _scenario_said(control: Control) -> str:
    if control.kind == "flag":
        return say("facts.yes" if control.value else "facts.no")
    # Only the bar of the page has words in groups.
    called = {value: str(text) for part in (control, *control.parts[:1]) for value, text in part.choices}
    nothing = "\N{EN DASH}"
    if control.kind != "entries":
        return called.get(control.value, control.value) or nothing
    entries = ((called.get(first, first), *more) for first, *more in entries_in(control.value))
    return words().with_commas(map(" \N{MULTIPLICATION SIGN} ".join, entries)) or nothing


def _acts(scenario: Scenario) -> dict[str, list[Act]]:
    """Return the buttons that add and take away blocks, by the headings that they belong to."""
    acts: dict[str, list[Act]] = {}

    def act(kind: str, sign: str, place: str, heading: str) -> None:
        called = _block(f"{place}.", scenario.sequence)
        label = words().named(called, say(f"explore.{kind}"))
        acts.setdefault(heading, []).append(Act(kind, place, f"{sign} {called}", label))

    for rows in rows_of(scenario):
        own = [f"{rows.path}.{number}" for number in range(1, rows.number + 1)] if rows.is_list else [rows.path]
        for place in own if rows.number > rows.least else ():
            act("remove", "\N{MINUS SIGN}", place, _block(f"{place}.", scenario.sequence))
        if rows.number < rows.most:
            last = own[-1] if rows.is_list and own else rows.path.rpartition(".")[0]
            act("add", "+", rows.path, _block(f"{last}.", scenario.sequence) if last else "")
    return acts


def _block(path: str, sequence: str) -> str:
    folders = path.split(".")[:-1]
    names = (words().word("keys", folder, sequence) if not folder.isdecimal() else folder for folder in folders)
    return capital(" \N{MIDDLE DOT} ".join(names))


def _control(  # noqa: PLR0911 - one for each kind
    place: Place, decision: Decision | None, text: str, scenario: Scenario, rules: RuleSet
) -> Control:
    key, last = place.key, place.path.rpartition(".")[2]
    kind, name, sequence = "keys", last, scenario.sequence
    if decision is not None:
        kind, name, sequence = "policies", decision.policy, decision.sequence
    control = Control(place.path, capital(words().word(kind, name, sequence)), "text", text)
    match key.kind:
        case "flag":
            return replace(control, kind="flag")
        case "one_of":
            choices = tuple((value, words().word("choices", value, option_kind(name))) for value in place.words)
            return replace(control, kind="choice", choices=choices)
        case "whole":
            drawn = text != "" and 0 < len(place.values) <= _DRAWN
            return replace(control, kind="range" if drawn else "number", low=place.low, high=place.high)
        case "text" if key.offer is None:
            return control
        case "text":
            return replace(control, kind="choice", choices=_offered(place, scenario, rules))
    add = say("explore.add_another", what=words().inside(control.label))
    control = replace(control, kind="entries", verbs=(add, say("explore.remove")))
    if key.kind == "pairs":
        number = Control("", "", "number", "0")
        return replace(control, parts=(number, number))
    which = Control("", "", "choice", choices=_offered(place, scenario, rules))
    times = Control("", say("explore.times"), "number", "1", 1, key.times)
    return replace(control, parts=(which,) if key.times is None else (which, times))


def _offered(place: Place, scenario: Scenario, rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return the values offered for a text, each with its name; its value now is among them."""
    offer = place.key.offer
    if offer is None:
        return tuple((value, words().word("parts", value)) for value in place.key.values)
    listed = offer.listed(rules, scenario.roster, place.above)
    called = dict(listed) if isinstance(listed, Mapping) else dict.fromkeys(listed, "")
    held = place.value if isinstance(place.value, list) else [place.value]
    now = [str(part).partition(TIMES)[0] for part in held]

    def word(name: str) -> str:
        known = words().has_word(offer.words, name)
        return words().word(offer.words, name) if known else words().translated(called.get(name, ""))

    return tuple((name, word(name) or name or "\N{EN DASH}") for name in dict.fromkeys((*called, *now)))
