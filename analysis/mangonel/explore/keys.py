"""The keys of a scenario that can be changed on the page, and what a form says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mangonel.explore.text_forms import MANY, PART, entries_in
from mangonel.systems.fields import Key, keys_of, place_of
from mangonel.systems.shapes import REQUIRED, Block, Blocks, Flag, Limit, Of, OneOf, Pairs, Text, Texts, Whole

if TYPE_CHECKING:
    from mangonel.systems.scenario import Scenario

Said = int | str | bool | list[str] | list[list[int]]
"""What a key of a scenario holds, as files have it."""

__all__ = ["TIMES", "Met", "Place", "Said", "block_at", "content_at", "places_of", "values_in", "walked"]

TIMES: Final = " x "
"""Between a text of a list and how often it is meant."""
_OPEN = Whole | OneOf | Flag | Text | Texts | Pairs
_NUMBERS = re.compile(r"\.\d+")


@dataclass(frozen=True, slots=True)
class Met:
    """A key of a scenario, as it is met from its top down."""

    path: tuple[str, ...]
    """Where it stands, with numbers from 1 for the blocks of a list."""
    key: Key
    value: Any
    """What it holds, as it was read; None if it is left out."""
    said: Any
    """What its file says; None if it says nothing."""
    setup: Any
    above: Any
    """`setup`, `above`: the block in which it stands, and the one around that, as they were read."""

    @property
    def rows(self) -> tuple[Any, ...]:
        """The blocks of a list of them."""
        return self.value if isinstance(self.value, tuple) else ()


@dataclass(frozen=True, slots=True)
class Place:
    """A key of a scenario that can be changed on the page."""

    path: str
    """Its dotted path, as `Scenario.replaced` takes it."""
    shape: Whole | OneOf | Flag | Text | Texts | Pairs
    """What it may hold."""
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
        if isinstance(self.shape, Flag):
            return text == "true"
        if isinstance(self.shape, Texts):
            return [TIMES.join(entry if entry[1:] != ["1"] else entry[:1]) for entry in entries_in(text)]
        if isinstance(self.shape, Pairs):
            numbers = [[_whole(part) for part in entry] for entry in entries_in(text)]
            return [[number for number in entry if number is not None] for entry in numbers]
        return _whole(text) if isinstance(self.shape, Whole) else text or None


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
    places = (_place(met) for met in walked(scenario) if isinstance(met.key.shape, _OPEN) and _is_said(met))
    return tuple(place for place in places if place is not None)


def walked(scenario: Scenario) -> Iterator[Met]:
    """Yield the keys of a scenario in order, and those in its blocks that can be changed."""
    return _walked(scenario.playable.keys, scenario.setup, None, (), scenario.content, None)


def _walked(
    keys: type[Any], setup: Any, block: Block | None, path: tuple[str, ...], content: Any, above: Any
) -> Iterator[Met]:
    changed, names = ({}, {}) if block is None else (block.changed, block.names)
    for field, key in keys_of(keys, changed):
        folders, last = place_of(field, key, names)
        here = (*path, *folders, *((last,) if last else ()))
        met = Met(here, key, getattr(setup, field, None), content_at(content, here), setup, above)
        yield met
        if isinstance(key.shape, Block) and met.value is not None and _is_open(key.shape, met.said):
            yield from _walked(key.shape.keys, met.value, key.shape, here, content, setup)
        elif isinstance(key.shape, Blocks):
            for number, entry in enumerate(met.rows, start=1):
                yield from _walked(key.shape.keys, entry, None, (*here, str(number)), content, setup)


def _is_said(met: Met) -> bool:
    """Tell whether a key can be said by itself: not what its block has only if it is there."""
    return met.said is not None or (not met.key.required and met.key.without is REQUIRED)


def _place(met: Met) -> Place | None:
    """Return a key with what it holds; None if it holds what no form can say."""
    path, shape, value, entry = ".".join(met.path), met.key.shape, met.value, met.said
    if isinstance(shape, Whole):
        low, high = _limit(shape.low, met.setup), _limit(shape.high, met.setup)
        return Place(path, shape, value, met.above, low, high) if value is None or type(value) is int else None
    if isinstance(shape, Text):
        usual = shape.usual if isinstance(shape.usual, str) else None
        text = usual if entry is None else entry
        may_stand = isinstance(text, str) and (text or shape.offer is not None)
        return Place(path, shape, text, met.above) if may_stand else None
    if isinstance(shape, Texts | Pairs):
        return Place(path, shape, list(value if entry is None else entry), met.above)
    if isinstance(shape, OneOf | Flag) and isinstance(value, str | bool):
        return Place(path, shape, value, met.above)
    return None


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


def content_at(content: Any, path: tuple[str, ...]) -> Any:
    """Return what stands in a file at a path, with numbers from 1 for the blocks of a list; None if nothing does."""
    for name in path:
        if isinstance(content, list) and name.isdecimal() and 0 < int(name) <= len(content):
            content = content[int(name) - 1]
        else:
            content = content.get(name) if isinstance(content, Mapping) else None
    return content


def block_at(scenario: Scenario, path: str) -> Key | None:
    """Return the key of a block, or of a list of them, by its dotted path; None if there is no such block."""
    named = _NUMBERS.sub("", path)
    return next((key for here, key in _blocks(scenario.playable.keys, {}, {}, ()) if here == named), None)


def _blocks(
    keys: type[Any], changed: Mapping[str, Key], names: Mapping[str, str], path: tuple[str, ...]
) -> Iterator[tuple[str, Key]]:
    for field, key in keys_of(keys, changed):
        folders, last = place_of(field, key, names)
        here = (*path, *folders, *((last,) if last else ()))
        if isinstance(key.shape, Block | Blocks):
            yield ".".join(here), key
            more = (key.shape.changed, key.shape.names) if isinstance(key.shape, Block) else ({}, {})
            yield from _blocks(key.shape.keys, *more, here)


def values_in(places: tuple[Place, ...], said: Mapping[str, str]) -> dict[str, Said]:
    """Return what a form says otherwise than the scenario, by dotted path."""
    values = {}
    for place in places:
        text = said.get(place.path, place.text)
        value = place.read(text)
        if text != place.text and value is not None:
            values[place.path] = value
    return values
