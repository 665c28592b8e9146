"""The keys that a scenario declares as controls: numbers within their limits, choices, decisions by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mangonel.explore.forms import Control, Group
from mangonel.locales import capital
from mangonel.systems.fields import Key, keys_of, place_of
from mangonel.systems.policies import Decision, decisions
from mangonel.systems.shapes import REQUIRED, Block, Blocks, Flag, Limit, Of, OneOf, Text, Whole

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.systems.scenario import Scenario

__all__ = ["Place", "groups_of", "places_of", "values_in"]

_DRAWN: Final = 60
"""The most values of a number that is drawn along a line; one of more is typed."""
_FOLDED: Final = 30
"""Controls from which on all but the first groups of a form are folded."""


@dataclass(frozen=True, slots=True)
class Place:
    """A key of a scenario that can be changed on the page.

    Attributes
    ----------
    path
        Its dotted path, as `Scenario.replaced` takes it.
    shape
        What it may hold.
    value
        What it holds; None for a number that is left out.
    low, high
        Limits of a number, worked out; None for none.
    """

    path: str
    shape: Whole | OneOf | Flag | Text
    value: int | str | bool | None
    low: int | None = None
    high: int | None = None

    @property
    def text(self) -> str:
        """What it holds, as a form sends it."""
        if isinstance(self.value, bool):
            return "true" if self.value else ""
        return "" if self.value is None else str(self.value)

    @property
    def values(self) -> range:
        """All values of a number that has both limits; none of any other."""
        return range(0) if self.low is None or self.high is None else range(self.low, self.high + 1)

    def read(self, text: str) -> int | str | bool | None:
        """Return what a form says; None if that is nothing."""
        if isinstance(self.shape, Flag):
            return text == "true"
        if isinstance(self.shape, Whole):
            text = text.strip()
            return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None
        return text or None


def places_of(scenario: Scenario) -> tuple[Place, ...]:
    """Return the keys of a scenario that can be changed: of blocks that are there, or need nothing else to be there."""
    return tuple(_places(scenario.playable.keys, scenario.setup, {}, {}, (), scenario.content))


def _places(
    keys: type[Any],
    setup: Any,
    changed: Mapping[str, Key],
    names: Mapping[str, str],
    path: tuple[str, ...],
    content: Any,
) -> Iterator[Place]:
    for field, key in keys_of(keys, changed):
        folders, last = place_of(field, key, names)
        value, here = getattr(setup, field, None), (*path, *folders, *((last,) if last else ()))
        if isinstance(key.shape, Block):
            if value is not None and _is_open(key.shape, _at(content, here)):
                yield from _places(key.shape.keys, value, key.shape.changed, key.shape.names, here, content)
        elif isinstance(key.shape, Blocks):
            for number, entry in enumerate(value if isinstance(value, tuple) else (), start=1):
                yield from _places(key.shape.keys, entry, {}, {}, (*here, str(number)), content)
        elif isinstance(key.shape, Whole | OneOf | Flag | Text):
            text = _at(content, here)
            # What its block has only if it is there, or what has no usual value, cannot be said by itself.
            if text is None and (key.required or key.without is not REQUIRED or isinstance(key.shape, Text)):
                continue
            place = _place(".".join(here), key.shape, value, text, setup)
            if place is not None:
                yield place


def _place(path: str, shape: Whole | OneOf | Flag | Text, value: Any, said: Any, setup: Any) -> Place | None:
    """Return a key with what it holds; None if it holds what no form can say."""
    if isinstance(shape, Whole):
        low, high = _limit(shape.low, setup), _limit(shape.high, setup)
        return Place(path, shape, value, low, high) if value is None or type(value) is int else None
    if isinstance(shape, Text):
        return Place(path, shape, said) if isinstance(said, str) else None
    return Place(path, shape, value) if isinstance(value, str | bool) else None


def _limit(limit: Limit | None, setup: Any) -> int | None:
    """Return a limit; one that other keys decide by what they hold now."""
    if not isinstance(limit, Of):
        return limit
    numbers = (getattr(setup, name) for name in limit.names)
    return limit.more + sum(number if isinstance(number, int) else len(number) for number in numbers)


def _is_open(block: Block, said: Any) -> bool:
    """Tell whether keys of a block can be changed: it is there, and in this file, or it needs nothing to be there."""
    if said is None:
        return not any(key.required for _, key in keys_of(block.keys, block.changed) if key.shape is not None)
    return not block.instead or block.instead not in said


def _at(content: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        if isinstance(content, list) and name.isdecimal() and 0 < int(name) <= len(content):
            content = content[int(name) - 1]
        else:
            content = content.get(name) if isinstance(content, Mapping) else None
    return content


def values_in(places: tuple[Place, ...], said: Mapping[str, str]) -> dict[str, int | str | bool]:
    """Return what a form says otherwise than the scenario, by dotted path."""
    values = {}
    for place in places:
        text = said.get(place.path, place.text)
        value = place.read(text)
        if text != place.text and value is not None:
            values[place.path] = value
    return values


def groups_of(
    scenario: Scenario, places: tuple[Place, ...], said: Mapping[str, str], words: Locale
) -> tuple[Group, ...]:
    """Return the controls of a scenario: first its values block by block, then the decisions of each side.

    Parameters
    ----------
    scenario, places
        The scenario, and its keys.
    said
        What was said before, by dotted path.
    words
        The language.
    """
    policies = decisions(scenario.playable.keys, scenario.sequence)
    groups: dict[str, list[Control]] = {"": []}
    texts: list[Control] = []
    for place in places:
        decision = policies.get(place.path)
        control = _control(place, decision, said.get(place.path, place.text), scenario.sequence, words)
        if decision is not None:
            groups.setdefault(_decides(decision, words), []).append(control)
        elif isinstance(place.shape, Text):
            texts.append(control)
        else:
            groups.setdefault(_block(place.path, scenario.sequence, words), []).append(control)
    asked = list(filter(None, (_block(place.path, scenario.sequence, words) for place in places)))
    heads = sorted(groups, key=lambda head: (head != "", head not in asked))
    many = len(places) > _FOLDED * 2
    shown = [
        Group(head, tuple(groups[head]), folded=many and number > 1)
        for number, head in enumerate(heads)
        if groups[head]
    ]
    return (*shown, *((Group(words.text("explore.texts"), tuple(texts), folded=True),) if texts else ()))


def _decides(decision: Decision, words: Locale) -> str:
    side = words.word("sides", decision.side) if decision.side else ""
    heading = words.text("explore.decide", side=side) if side else words.text("explore.decisions")
    part = words.word("parts", decision.part) if decision.part else ""
    return words.text("frame.named", name=part, text=heading) if part else capital(heading)


def _block(path: str, sequence: str, words: Locale) -> str:
    folders = path.split(".")[:-1]
    names = (words.word("keys", folder, sequence) if not folder.isdecimal() else folder for folder in folders)
    return capital(" \N{MIDDLE DOT} ".join(names))


def _control(place: Place, decision: Decision | None, text: str, sequence: str, words: Locale) -> Control:
    *_, last = place.path.split(".")
    label = (
        words.word("keys", last, sequence)
        if decision is None
        else words.word("policies", decision.policy, decision.sequence)
    )
    label = capital(label)
    shape = place.shape
    if isinstance(shape, Flag):
        return Control(place.path, label, "flag", text)
    if isinstance(shape, OneOf):
        policy = last if decision is None else decision.policy
        choices = tuple((value, words.word("choices", value, policy)) for value in shape.values)
        return Control(place.path, label, "choice", text, choices=choices)
    if isinstance(shape, Whole):
        drawn = text != "" and 0 < len(place.values) <= _DRAWN
        return Control(place.path, label, "range" if drawn else "number", text, place.low, place.high)
    return Control(place.path, label, "text", text)
