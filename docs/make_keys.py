"""Write the tables of keys in docs/scenarios.md and docs/rosters.md, from the fields of sequences and rosters."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mangonel.games import SHIPPED
from mangonel.games.fields import ID, REQUIRED, Block, Key, Of, Usual
from mangonel.games.reading import KeyPlace, key_places
from mangonel.games.system import systems

GAMES = tuple(system for system in systems() if system.id in SHIPPED)
PLAYABLES = {name: playable for game in GAMES for name, playable in game.playables().items()}
_HERE = Path(__file__).parent
PAGES: dict[Path, dict[str, dict[str, type[Any]]]] = {
    _HERE / "scenarios.md": {
        game.id: {name: playable.keys for name, playable in game.playables().items()} for game in GAMES
    },
    _HERE / "rosters.md": {game.id: {f"{game.id}-roster": game.man()} for game in GAMES if game.man is not None},
}
"""The tables of each page by name, game by game."""
TABLES = {name: keys for games in PAGES.values() for tables in games.values() for name, keys in tables.items()}
_HEAD = "| key | values | if left out | |\n|---|---|---|---|\n"
_PLACE = re.compile(r"(<!-- keys: ([\w-]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def page(text: str, games: dict[str, dict[str, type[Any]]]) -> str:
    """Return the page with its tables as they are to be; one that it lacks comes after those of its game."""
    for tables in games.values():
        for name in tables:
            found = list(_PLACE.finditer(text))
            if all(place[2] != name for place in found):
                end = ([place for place in found if place[2] in tables] or found)[-1].end()
                text = f"{text[:end]}\n## {name}\n\n<!-- keys: {name} -->\n<!-- end -->\n{text[end:]}"
    every = {name: keys for tables in games.values() for name, keys in tables.items()}
    return _PLACE.sub(lambda found: f"{found[1]}\n{table(every[found[2]])}\n{found[3]}", text)


def table(keys: type[Any] | Block, around: str = "") -> str:
    """Return the table of the keys that a dataclass declares; keys of two sides that are alike share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for path, *rest in _rows(keys, around):
        rows.setdefault((path.rpartition(".")[2], *rest), []).append(f"`{path}`")
    lines = (f"| {', '.join(dict.fromkeys(paths))} | {' | '.join(cells)} |\n" for (_, *cells), paths in rows.items())
    return _HEAD + "".join(lines)


def _rows(keys: type[Any] | Block, around: str) -> list[tuple[str, str, str, str]]:
    found = []
    for one in key_places(keys):
        path, key = ".".join((*((around,) if around else ()), *one.path)), one.said
        if one.part is not None:
            continue
        if key.kind == "block" and key.block is not None:
            if key.block.instead:
                name = next(name for name, playable in PLAYABLES.items() if playable.keys is key.block.keys)
                named = f"`{key.block.instead}`: a name, or a path from this file"
                values = f"a block with the keys of {name}, or with {named}"
                found.append((path, values, "none", one.said.meaning or "what one of them does in a day"))
            continue
        found.append((path, _values(key), _usual(one), key.meaning))
        if key.block is not None:
            found += _rows(key.block, path)
    return found


def _values(key: Key) -> str:  # noqa: PLR0911 - one for each kind
    low, high = key.low, key.high
    match key.kind:
        case "whole":
            return f"{_number(low)} on" if high is None else f"{_number(low)} to {_number(high)}"
        case "one_of":
            return _few(key.values)
        case "flag":
            return "true, false"
        case "text":
            return "a name" if key.pattern == ID or key.longest is not None else "a text"
        case "texts":
            return f"a list of {_few(key.values)}" if key.values else "a list of texts"
        case "pairs":
            return f"pairs of {low} to {high}: `[[0, 0], [1, 0]]`"
    return ("one block or more" if low else "blocks") if high is None else f"{low} to {high} blocks"


def _few(values: tuple[str, ...]) -> str:
    return ", ".join(f"`{one}`" for one in values)


def _number(limit: int | Of | None) -> str:
    if not isinstance(limit, Of):
        return str(limit)
    more = f" {'-' if limit.more < 0 else '+'} {abs(limit.more)}" if limit.more else ""
    return " + ".join(f"`{name}`" for name in limit.names) + more


def _usual(one: KeyPlace) -> str:
    usual = one.said.usual
    if one.optional:
        return "none"
    if usual is REQUIRED:
        return "needed if the block is there" if one.loose else "needed"
    if isinstance(usual, Usual):
        return usual.text
    if isinstance(usual, bool):
        return str(usual).lower()
    if isinstance(usual, int | Of):
        return _number(usual)
    return f"`{usual}`" if isinstance(usual, str) and usual else _few(usual or ()) or "none"


if __name__ == "__main__":
    for file, games_of_page in PAGES.items():
        file.write_text(page(file.read_text(encoding="utf-8"), games_of_page), encoding="utf-8")
