"""Blocks of a scenario that the page adds and takes away: stacks, leaders, shooters, parts of a siege.

Changes are texts by path, as an address keeps them: of a list ``1,2,2`` (the rows of the file that it is made of,
here with a copy of the second; 0 is a new one), of a single block ``1`` or ``0`` for whether it is there.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mangonel.explore.text_forms import MANY
from mangonel.games.fields import ID, REQUIRED, Block, Key, Met, Of, content_at, root, walked
from mangonel.games.scenario import Scenario, load_scenario, scenario_names
from mangonel.rules.loading import load_rules

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
    return any(entry.key.required or _needed(entry.key) for entry in block.entries)


def _needed(key: Key) -> bool:
    """Return whether a key is a block that is needed, as something has to be said in it."""
    return key.kind == "block" and key.block is not None and key.block.empty is REQUIRED and _needs(key.block)


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
    names = tuple(name for name in path.split(".") if not name.isdecimal())
    return _key_at(root(scenario.playable.keys), names)


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
    """Return what a copy says in place of a value that only one may have: another name, hexes beside those taken."""
    if key.kind == "text" and key.offer is None and value:
        return f"{value}{'-' if key.pattern == ID else ' '}{at}"
    if key.kind == "pairs":
        assert isinstance(key.high, int)
        there = [pair for pairs in taken for pair in pairs or ()]
        while any(pair in there for pair in value) and all(pair[0] < key.high for pair in value):
            value = [[first + 1, second] for first, second in value]
    return value


def apart(scenario: Scenario, kept: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return what an address keeps of blocks that are not as in the file, and what it keeps of values."""
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
