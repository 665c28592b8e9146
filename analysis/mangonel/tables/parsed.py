"""What was made of files that come with the program, kept with all that they said: to read TOML takes its time.

A file of the store begins with what it was made of, to the letter: files, and the code that checked them. So it is used
for nothing else. A wheel has a store, filled when it was built. In a checkout it stands where Python keeps what it
makes of modules, and is filled when something is read for the first time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from mangonel.tables.locate import data_root

__all__ = ["FOLDER", "OWN", "keep", "kept", "said_by"]

FOLDER = "parsed"
"""The store of an installed program, beside its data; a checkout has none."""
_END = b"\0"
"""Stands behind what something was made of. Neither TOML nor code has it."""
_PACKAGE = Path(__file__).parent.parent
OWN = _PACKAGE / "__pycache__" / FOLDER
"""The store of a checkout."""


def said_by(files: Iterable[Path], rooms: Iterable[str] = ()) -> bytes:
    """Return what files say, each under its name, and the code that checks them.

    Parameters
    ----------
    files
        Files that come with the program.
    rooms
        Where that code stands.
    """
    parts = []
    for file in files:
        with open(file, "rb") as opened:  # noqa: PTH123 - three times as quick, and there are many
            parts += [file.name.encode(), opened.read()]
    return b"\n".join((*parts, *map(_code, rooms)))


@lru_cache(maxsize=8)
def _code(room: str) -> bytes:
    return said_by(sorted((_PACKAGE / room).glob("*.py")))


def kept(name: Path, raw: bytes) -> Any:
    """Return what was made of something that comes with the program; None if that is not known.

    Parameters
    ----------
    name
        The path of a file or folder, by which it was kept.
    raw
        All that it was made of, as it is now.
    """
    store = _store(name)
    try:
        content = b"" if store is None else store.read_bytes()
    except OSError:
        return None
    if content[len(raw) : len(raw) + 1] != _END or not content.startswith(raw):
        return None
    import json

    try:
        return json.loads(content[len(raw) + 1 :])
    except ValueError:
        # The disk was full when it was written.
        return None


def keep(name: Path, raw: bytes, made: Any) -> None:
    """Keep what was made of something, if it comes with the program and there is a place for it.

    Parameters
    ----------
    name, raw
        As for `kept`.
    made
        What was made of it: texts, numbers, lists, and blocks of them.
    """
    store = _store(name)
    if store is None or sys.dont_write_bytecode or _is_built():
        return
    import json

    # Whoever reads meanwhile sees the old one or the new one.
    new = store.with_name(f"{store.name}.{os.getpid()}")
    try:
        text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
        store.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(raw + _END + text.encode())
        new.replace(store)
    except (OSError, TypeError, ValueError):
        # Nobody may write there, or a date stands in it: it is read again next time.
        with suppress(OSError):
            new.unlink()


def _store(name: Path) -> Path | None:
    root = data_root()
    if not name.is_relative_to(root):
        return None
    file = ".".join(name.relative_to(root).parts)
    return (root / FOLDER if _is_built() else OWN) / file


@lru_cache(maxsize=1)
def _is_built() -> bool:
    return (data_root() / FOLDER).is_dir()
