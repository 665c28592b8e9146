"""What was made of files that come with the program, kept with all that they said: to read TOML takes its time.

A file of the store begins with what it was made of, to the letter: files, and the code that checked them. So it is used
for nothing else. A wheel has a store, filled when it was built. In a checkout it stands where Python keeps what it
makes of modules, and is filled when something is read for the first time.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from mangonel.tables.locate import data_root, names_in

__all__ = ["FOLDER", "OWN", "keep", "kept", "said_by"]

FOLDER = "parsed"
"""The store of an installed program, beside its data; a checkout has none."""
_FORM = 4
"""How `marshal` writes, which is how Python keeps modules: as any Python since 3.4 reads."""
_END = bytes([0, _FORM])
"""Stands behind what something was made of. Neither TOML nor code has it, and what follows is of this form only."""
_PACKAGE = Path(__file__).parent.parent
OWN = _PACKAGE / "__pycache__" / FOLDER
"""The store of a checkout."""
_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)


def said_by(files: Iterable[Path | str], rooms: Iterable[str] = ()) -> bytes:
    """Return what files say, each under its name, and the code that checks them.

    Parameters
    ----------
    files
        Files that come with the program.
    rooms
        Where that code stands.
    """
    parts = []
    for file in (str(file) for file in files):
        parts += [file.rpartition(os.sep)[2].encode(), _content(file)]
    return b"\n".join((*parts, *map(_code, rooms)))


def _content(file: str) -> bytes:
    # There are eighty, and `open` asks of each five things more.
    number = os.open(file, _READING)
    try:
        # One byte more than it has: to hear that there is none is to have read all.
        size = os.fstat(number).st_size + 1
        content = part = os.read(number, size)
        while len(part) == size:
            part = os.read(number, size)
            content += part
    finally:
        os.close(number)
    return content


@lru_cache(maxsize=8)
def _code(room: str) -> bytes:
    folder = _PACKAGE / room
    return said_by(f"{folder}{os.sep}{name}" for name in names_in(folder, ".py"))


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
    if not content.startswith(_END, len(raw)) or not content.startswith(raw):
        return None
    try:
        # Python reads its modules by it, which stand in the same folders.
        return marshal.loads(content[len(raw) + len(_END) :])  # noqa: S302
    except (EOFError, TypeError, ValueError):
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
    # Whoever reads meanwhile sees the old one or the new one.
    new = store.with_name(f"{store.name}.{os.getpid()}")
    try:
        known = marshal.dumps(made, _FORM)
        store.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(raw + _END + known)
        new.replace(store)
    except (OSError, ValueError):
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
