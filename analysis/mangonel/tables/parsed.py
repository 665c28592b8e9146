"""What the files of an installed program say, taken apart when it was built: to read TOML takes its time."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from mangonel.tables.locate import data_root

__all__ = ["FOLDER", "parsed", "parsed_files"]

FOLDER = "parsed"
"""The folder beside the data of an installed program, with a file for each of their folders; a checkout has none."""


def parsed(file: Path, raw: bytes) -> dict[str, Any] | None:
    """Return what a file says if that is known; None if not, or if it is no longer the file that was taken apart.

    Parameters
    ----------
    file
        The file.
    raw
        What is in it.
    """
    digest, content = _of_folder(file.parent).get(file.name, ("", None))
    return content if digest and digest == _digest(raw) else None


def parsed_files(root: Path) -> dict[str, str]:
    """Take all TOML files of a folder of data apart; return the texts that are to stand in `FOLDER`, by path in it."""
    import tomllib

    folders: dict[str, dict[str, tuple[str, Any]]] = {}
    for file in sorted(root.rglob("*.toml")):
        raw = file.read_bytes()
        name = _name(file.parent.relative_to(root))
        folders.setdefault(name, {})[file.name] = (_digest(raw), tomllib.loads(raw.decode("utf-8-sig")))
    return {name: json.dumps(files, ensure_ascii=False, separators=(",", ":")) for name, files in folders.items()}


@lru_cache(maxsize=64)
def _of_folder(folder: Path) -> dict[str, tuple[str, Any]]:
    root = data_root()
    if not folder.is_relative_to(root):
        return {}
    try:
        files: dict[str, tuple[str, Any]] = json.loads((root / FOLDER / _name(folder.relative_to(root))).read_bytes())
    except (OSError, ValueError):
        # The files themselves are there.
        return {}
    return files


def _name(folder: Path) -> str:
    return f"{'.'.join(folder.parts)}.json"


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
