"""Blocks of a scenario that the page adds and takes away: stacks, leaders, shooters, parts of a siege.

What was done is texts by path, as an address keeps them: of a list ``1,2,2`` (the rows of the file that it is made of,
here with a copy of the second; 0 is a new one), of a single block ``1`` or ``0`` for whether it is there.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mangonel.explore.keys import Met, block_at, content_at, walked
from mangonel.explore.text_forms import MANY
from mangonel.rules.loading import load_rules
from mangonel.systems.fields import Key, keys_of, place_of
from mangonel.systems.scenario import Scenario, load_scenario, scenario_names
from mangonel.systems.shapes import REQUIRED, Block, Blocks, Of, OneOf, Pairs, Text, Whole

__all__ = ["Rows", "added", "apart", "removed", "rows_of", "with_rows"]

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
    return tuple(rows for met in walked(scenario) for rows in _rows(met))


def _rows(met: Met) -> Iterator[Rows]:
    path, shape = ".".join(met.path), met.key.shape
    if isinstance(shape, Blocks):
        yield Rows(path, len(met.rows), shape.least, shape.most or _MOST, is_list=True)
    elif isinstance(shape, Block) and _may_lack(met.key, shape, there=met.said is not None):
        yield Rows(path, int(met.said is not None), 0, 1, is_list=False)


def _may_lack(key: Key, block: Block, *, there: bool) -> bool:
    """Tell whether a file may leave out a block that it has to say something in."""
    needs = _needs(block)
    is_part = key.told is not None and key.told.part != ""
    return not block.switch and ((block.empty is not REQUIRED and needs) or (is_part and (needs or there)))


def _needs(block: Block) -> bool:
    """Tell whether something has to be said in a block that is there."""
    return any(
        key.required or (isinstance(key.shape, Block) and key.shape.empty is REQUIRED and _needs(key.shape))
        for _, key in keys_of(block.keys, block.changed)
        if key.shape is not None
    )


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
    """Return what an address keeps when one more was added: a copy of the last, with what was changed in it."""
    if not rows.is_list:
        return {**kept, rows.path: _THERE}
    sources = _sources(rows, kept)
    last, more = (f"{rows.path}.{number}." for number in (rows.number, rows.number + 1))
    copied = {more + path.removeprefix(last): text for path, text in kept.items() if path.startswith(last)}
    return {**kept, **copied, rows.path: MANY.join((*sources, sources[-1] if sources else "0"))}


def removed(rows: Rows, number: int, kept: Mapping[str, str]) -> dict[str, str]:
    """Return what an address keeps when one was taken away, by its number from 1: those behind it move up."""
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
    key = block_at(scenario, path)
    assert key is not None
    assert isinstance(key.shape, Blocks)
    copies: list[Any] = []
    for at, source in enumerate(sources, start=1):
        row = copy.deepcopy(there[source - 1]) if source else _begun(scenario, path)
        if source in sources[: at - 1]:
            for field, below in keys_of(key.shape.keys, {}):
                if field in row:
                    row[field] = _other(row[field], below.shape, at, [other.get(field) for other in copies])
        copies.append(row)
    return copies


def _other(value: Any, shape: Any, at: int, taken: Sequence[Any]) -> Any:
    """Return what a copy says in place of a value that only one may have: another name, hexes beside those taken."""
    if isinstance(shape, Text) and shape.offer is None and value:
        return f"{value}{'-' if shape.identifier else ' '}{at}"
    if isinstance(shape, Pairs):
        there = [pair for pairs in taken for pair in pairs or ()]
        while any(pair in there for pair in value) and all(pair[0] < shape.high for pair in value):
            value = [[first + 1, second] for first, second in value]
    return value


def apart(scenario: Scenario, kept: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return what an address keeps of blocks that are not as in the file, and what it keeps of values."""
    usual = {
        rows.path: MANY.join(_sources(rows, {})) if rows.is_list else str(rows.number) for rows in rows_of(scenario)
    }
    blocks = {path: text for path, text in kept.items() if block_at(scenario, path) is not None}
    values = {path: text for path, text in kept.items() if path not in blocks}
    return {path: text for path, text in blocks.items() if text != usual.get(path)}, values


def _sources(rows: Rows, kept: Mapping[str, str]) -> list[str]:
    written = [part for part in kept.get(rows.path, "").split(MANY) if part]
    return written if len(written) == rows.number else [str(number) for number in range(1, rows.number + 1)]


def _begun(scenario: Scenario, path: str) -> dict[str, Any]:
    """Return a new block with the least that it has to say."""
    key = block_at(scenario, path)
    assert key is not None
    assert isinstance(key.shape, Block | Blocks)
    return _said(key.shape, scenario, key.told.sequence if key.told is not None else "")


def _said(shape: Block | Blocks, scenario: Scenario, sequence: str) -> dict[str, Any]:
    changed, names, instead = (shape.changed, shape.names, shape.instead) if isinstance(shape, Block) else ({}, {}, "")
    if instead and sequence:
        shipped = scenario_names(scenario.system.id)
        return {instead: next(name for name in shipped if load_scenario(name).sequence == sequence)}
    content: dict[str, Any] = {}
    for field, key in keys_of(shape.keys, changed):
        folders, last = place_of(field, key, names)
        place = content
        value = _value(key, scenario, sequence)
        if value is None:
            continue
        for folder in folders:
            place = place.setdefault(folder, {})
        if last:
            place[last] = value
        else:
            place.update(value)
    return content


def _value(key: Key, scenario: Scenario, sequence: str) -> Any:
    shape = key.shape
    if isinstance(shape, Block):
        needed = shape.empty is REQUIRED and not shape.switch and (shape.instead or _needs(shape))
        return _said(shape, scenario, sequence) if needed else None
    if isinstance(shape, Blocks):
        return [_said(shape, scenario, sequence)] * shape.least if shape.least else None
    if not key.required:
        return None
    return _least(shape, scenario)


def _least(shape: Any, scenario: Scenario) -> Any:
    """Return a value that may stand in a key that is needed."""
    if isinstance(shape, Whole):
        return max(1, shape.low.more if isinstance(shape.low, Of) else shape.low)
    if isinstance(shape, OneOf):
        return shape.values[0]
    if isinstance(shape, Text) and shape.offer is not None:
        listed = shape.offer.listed(load_rules(scenario.system.rules), scenario.roster, None)
        return next(iter(listed), "")
    return "new" if isinstance(shape, Text) else [[0, 0]] if isinstance(shape, Pairs) else []
