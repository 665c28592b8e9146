"""Writing files whole or not at all."""

from __future__ import annotations

import glob
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from mangonel.errors import DataError
from mangonel.rules.reading import is_there

_HEADS = {".csv": (b"section,rules,name,", b"sheet,")}
"""First bytes of files that do not name the program."""
_LEFT = re.compile(r"\.([0-9]+|[0-9a-f]{16})\.(new|old|try)")


def check_writable(path: Path) -> None:
    """Check that a file can be written, before the work for it is done.

    Raises
    ------
    DataError
        If its folder is missing or takes no files, or something else than a file has its name.
    """
    target = path.resolve()
    if is_there(target) and not target.is_file():
        raise DataError("cannot be written: there is something else of this name", file=path)
    _try_out(_beside(target, "try"), path, "cannot be written")


def check_folder(folder: Path) -> None:
    """Check that files can be written into a folder, which may have to be made first.

    Raises
    ------
    DataError
        If they cannot.
    """
    nearest = folder.resolve()
    while not is_there(nearest) and nearest != nearest.parent:
        nearest = nearest.parent
    _try_out(_beside(nearest / "mangonel", "try"), folder, "cannot be written to")


def check_replaceable(paths: Iterable[Path], *, force: bool) -> None:
    """Check that nothing is lost by writing files: existing ones were made by this program.

    Reports, sheets and their numbers can be made again; anything else of the name is somebody's own.

    Raises
    ------
    DataError
        If a file is there that is not known to be one of the program's, and `force` is not set, or anything else than
        a file has the name.
    """
    for path in paths:
        if is_there(path) and not path.is_file():
            raise DataError("cannot be written: there is something else of this name", file=path)
        if not force and path.is_file() and not _is_ours(path):
            raise DataError("is there already, and is no file of mangonel (use --force to replace it)", file=path)


def _is_ours(path: Path) -> bool:
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return b"mangonel" in content or content.startswith(_HEADS.get(path.suffix, ()))


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write several files so that none is ever seen half written, and none at all if one cannot be.

    Everything is written under temporary names beside the targets first and moved only once all of it is on the disk.

    Parameters
    ----------
    files
        Path to content. The folders must exist; files that are there already are replaced.

    Raises
    ------
    DataError
        If a file cannot be written; those that were there before are then as they were.
    """
    # A link stays a link, and its target is replaced.
    targets = {Path(path).resolve(): content for path, content in files.items()}
    if len(targets) < len(files):
        raise DataError("two files of one report have the same path", value=", ".join(str(path) for path in files))
    for target in targets:
        if target.exists() and not target.is_file():
            raise DataError("cannot be written: there is something else of this name", file=target)
    waiting: dict[Path, Path] = {}
    kept: dict[Path, Path] = {}
    moved: list[Path] = []
    current = Path()
    try:
        for target, content in targets.items():
            current = target
            _sweep(target)
            waiting[target] = _beside(target, "new")
            with waiting[target].open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        for target in targets:
            current = target
            if target.exists():
                kept[target] = _beside(target, "old")
                shutil.copy2(target, kept[target])
            waiting[target].replace(target)
            moved.append(target)
        _sync({target.parent for target in targets})
    except BaseException as error:
        _undo(moved, kept)
        if isinstance(error, OSError):
            raise DataError(f"cannot be written: {error.strerror or error}", file=current) from error
        raise
    finally:
        for left in (*waiting.values(), *kept.values()):
            # A folder that is missing or no folder has nothing left behind.
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _try_out(probe: Path, path: Path, trouble: str) -> None:
    """Make a file and take it away again: nothing else tells for sure, on every system and for every user."""
    try:
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        raise DataError(f"{trouble}: {error.strerror or error}", file=path) from error


def _beside(target: Path, what: str) -> Path:
    # The number of a process would not do: in containers it comes back.
    return target.with_name(f".{target.name}.{secrets.token_hex(8)}.{what}")


def _sweep(target: Path) -> None:
    """Take away files that killed runs have left beside one, so long ago that none of the runs is still there."""
    for left in target.parent.glob(f".{glob.escape(target.name)}.*.*"):
        with suppress(OSError):
            if _LEFT.fullmatch(left.name, len(target.name) + 1) and left.stat().st_mtime < time.time() - 86_400.0:
                left.unlink()


def _sync(folders: Iterable[Path]) -> None:
    """Have on the disk which files are in folders: until then a crash of the system could undo their moves."""
    for folder in folders:
        # Windows has no way to do so; where folders cannot be synced, there is nothing better.
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _undo(moved: list[Path], kept: Mapping[Path, Path]) -> None:
    for target in moved:
        if target in kept:
            kept[target].replace(target)
        else:
            target.unlink(missing_ok=True)
