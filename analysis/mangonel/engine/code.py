"""A digest of the code that plays a game."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from mangonel.rules.files import other_games

__all__ = ["code_digest"]


_PACKAGE = Path(__file__).parent.parent


@lru_cache
def code_digest(game: str = "") -> str:
    """Return a digest of the source of this package and, if another package brings the game, of the game's folder.

    It is read once: a process goes on with the modules that it has loaded, whatever happens to their files.
    """
    hashed = hashlib.sha256()
    for folder in (_PACKAGE, *(own for own in other_games() if own.name == game)):
        for file in sorted(folder.rglob("*.py")):
            source = file.read_bytes()
            hashed.update(f"{file.relative_to(folder).as_posix()} {len(source)}\n".encode() + source)
    return hashed.hexdigest()[:12]
