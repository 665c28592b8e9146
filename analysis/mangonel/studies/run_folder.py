"""Runs on disk: a run already played is there at once, and a killed one goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from copy import copy
from pathlib import Path
from typing import IO, Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from mangonel._version import __version__
from mangonel.engine.keeping import code_digest
from mangonel.engine.ledger import Part
from mangonel.engine.result import Result
from mangonel.engine.sampling import BLOCK, Span
from mangonel.errors import DataError
from mangonel.paper.writing import write_all

_HEAD, _LOCK = "kept.json", "kept.lock"
_LOCKED = 1 << 30
"""The byte that is locked where a system locks bytes, as Windows does."""
_NAME = re.compile(r"([0-9a-f]{24})(?:\.([0-9]+)-([0-9]+))?\.kept")
Done = TypeVar("Done", bound=Part | Result)
Unable = Callable[[DataError], None]
"""Told that a run cannot be written, and why."""

_PAUSE, _SHARE = 1.0, 20.0
"""Seconds between two writings of a run, at least, and the same in multiples of the time of a writing."""


class Notes(Protocol):
    """The questions asked of a game."""

    def plain(self) -> dict[str, Any] | None:
        """Return it as JSON can hold it; None if it is not all known."""

    def take(self, plain: Mapping[str, Any] | None) -> None:
        """Note the record that `plain` has returned where the game was played."""


class KeptFolder:
    """A folder with runs: of one version of the program, and one content of each file that is named.

    A file is written under another name and moved into place, so that it is whole whenever it is there.

    Parameters
    ----------
    folder
        Where it is.
    unable
        Called when a run cannot be written, which goes on; by default the error ends it.
    barred
        Why nothing can be written; empty if it can.
    """

    def __init__(self, folder: Path, unable: Unable | None = None, barred: str = "") -> None:
        self.folder = folder
        self._unable = unable
        self._barred = barred
        self.notes: tuple[Notes, ...] = ()
        self._files = {file.name for file in folder.iterdir() if _NAME.fullmatch(file.name)}

    @classmethod
    @contextmanager
    def open(cls, path: Path | str, named: Mapping[str, str], unable: Unable | None = None) -> Iterator[KeptFolder]:
        """Yield a folder, which is made if it is not there; no other process can open it meanwhile.

        A folder that cannot be locked, because it is on a read-only medium, can be read all the same.

        Parameters
        ----------
        path
            Where it is.
        named
            Digests of the scenarios and rule sets, by name.
        unable
            The answer to a run that cannot be written; see `KeptFolder`.

        Raises
        ------
        DataError
            If it cannot be made, another process has it open, it is of another version, or a file has changed.
        """
        folder = Path(path)
        lock: IO[str] | None = None
        barred = ""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = (folder / _LOCK).open("a+", encoding="utf-8")
        except OSError as error:
            barred = error.strerror or str(error)
            if not (folder / _HEAD).exists():
                raise DataError(f"nothing can be kept here: {barred}", file=folder) from None
        with lock or nullcontext():
            if lock is not None:
                _take(lock, folder)
                for left in folder.glob(".*.new"):
                    # Of a process that was killed: no other can be at work here.
                    with suppress(OSError):
                        left.unlink()
            head = _read_head(folder)
            _check_head(head, named, folder)
            known = dict(head["named"]) | dict(named)
            if lock is not None and (known != head["named"] or not (folder / _HEAD).exists()):
                write_all({folder / _HEAD: json.dumps(head | {"named": known}, indent=2).encode()})
            yield cls(folder, unable, barred)

    def noting(self, *notes: Notes) -> KeptFolder:
        """Return the same folder, which keeps the questions asked of games with each file, and reads them back."""
        noting = copy(self)
        noting.notes = notes
        return noting

    def run(self, what: Mapping[str, object]) -> _Run:
        """Return the place of a run; see `mangonel.engine.keeping.Keeps`."""
        return _Run(self, _key(what))

    def result(self, what: Mapping[str, object]) -> Result | None:
        """Return the result of a run, by all that it hangs on; None if it is not there."""
        name = f"{_key(what)}.kept"
        return self.take(name, Result) if name in self._files else None

    def keep_result(self, what: Mapping[str, object], result: Result) -> None:
        """Keep the result of a run; errors as for `keep`."""
        self.keep(f"{_key(what)}.kept", result)

    def add(self, other: KeptFolder) -> int:
        """Take over the files that another folder has and this one has not; return their number.

        Raises
        ------
        DataError
            If one of them is damaged, or cannot be written.
        """
        missing = sorted(other._files - self._files)
        for name in missing:
            other.read(name)
            self.write(name, (other.folder / name).read_bytes())
        return len(missing)

    def spans(self, key: str) -> list[Span]:
        """Return which trials of a run are there."""
        matches = (_NAME.fullmatch(name) for name in self._files)
        return sorted(Span(int(match[2]), int(match[3])) for match in matches if match and match[1] == key and match[2])

    def read(self, name: str) -> bytes:
        """Return the content of a file without its seal.

        Raises
        ------
        DataError
            If it is damaged.
        """
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            content = b""
        seal, body = content[:_SEAL], content[_SEAL:]
        if seal != hashlib.sha256(name.encode() + body).digest():
            raise DataError("is damaged: take it away, and it is played again", file=self.folder / name)
        return body

    def take(self, name: str, kind: type[Done]) -> Done:
        """Return the outcome of a run, and note the questions to its games; errors as for `read`."""
        content = zlib.decompress(self.read(name))
        kept: _Kept[Done] = msgspec.msgpack.decode(content, type=_Kept[kind], dec_hook=_array)  # type: ignore[valid-type]
        for notes, plain in zip(self.notes, kept.asked or [None] * len(self.notes), strict=True):
            notes.take(plain)
        return kept.done

    def keep(self, name: str, done: Done) -> None:
        """Write the outcome of a run, with the questions asked of its games.

        Raises
        ------
        DataError
            If it cannot be written, unless `unable` takes the error.
        """
        kept = _Kept([notes.plain() for notes in self.notes], done)
        body = zlib.compress(msgspec.msgpack.encode(kept, enc_hook=_plain_array))
        try:
            self.write(name, hashlib.sha256(name.encode() + body).digest() + body)
        except DataError as error:
            if self._unable is None:
                raise
            self._unable(error)

    def write(self, name: str, content: bytes) -> None:
        """Write a file; errors as in `mangonel.paper.writing.write_all`."""
        if self._barred:
            raise DataError(f"cannot be written: {self._barred}", file=self.folder / name)
        write_all({self.folder / name: content})
        self._files.add(name)

    def forget(self, name: str) -> None:
        """Take a file away."""
        if self._barred:
            return
        self._files.discard(name)
        with suppress(OSError):
            (self.folder / name).unlink()


def merge(folders: Sequence[Path], into: Path) -> dict[Path, int]:
    """Merge folders into another; return the number of files taken of each.

    Raises
    ------
    DataError
        If one of them is no such folder, they do not belong together, one of them is open, or it cannot be written.
    """
    taken = {}
    for folder in folders:
        if not (folder / _HEAD).exists():
            raise DataError("nothing is kept here", file=folder)
        if into.exists() and folder.samefile(into):
            raise DataError("a folder cannot be merged into itself", file=folder)
        named = _read_head(folder)["named"]
        with KeptFolder.open(folder, named) as source, KeptFolder.open(into, named) as target:
            taken[folder] = target.add(source)
    return taken


class _Run:
    """The place of one run in a folder."""

    def __init__(self, folder: KeptFolder, key: str) -> None:
        self._folder = folder
        self._key = key
        self._due = time.monotonic() + _PAUSE

    def spans(self) -> list[Span]:
        return self._folder.spans(self._key)

    def part(self, span: Span) -> Part:
        return self._folder.take(self._name(span), Part)

    def check(self, play: Callable[[Span], Part]) -> None:
        span = _replayed(self.spans())
        if span is not None and not play(span).equals(self.part(span)):
            number = span.start // BLOCK
            reason = f"block {number} does not come out as it is kept (other code or another machine): "
            raise DataError(reason + "take another folder", file=self._folder.folder)

    def reached(self, span: Span, total: Part, *, now: bool = False) -> None:
        if not now and time.monotonic() < self._due:
            return
        began = time.monotonic()
        if span not in self.spans():
            self._folder.keep(self._name(span), total)
        # Files contained in another one go, unless a longer run needs them and not the other.
        known = self.spans()
        for reach in known:
            if reach == _replayed(known):
                continue
            covering = [other for other in known if other.start <= reach.start and reach.stop <= other.stop]
            if any(other != reach and (other.whole or other.stop == reach.stop) for other in covering):
                self._folder.forget(self._name(reach))
        ended = time.monotonic()
        self._due = ended + max(_PAUSE, _SHARE * (ended - began))

    def _name(self, span: Span) -> str:
        return f"{self._key}.{span.start}-{span.stop}.kept"


def _replayed(spans: Sequence[Span]) -> Span | None:
    """Return the first block that is kept by itself, as whole as there is one."""
    single = [span for span in spans if len(span.blocks()) == 1]
    return min(single, key=lambda span: (span.start, -span.stop), default=None)


def _key(what: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:24]


def _versions() -> dict[str, str]:
    return {"mangonel": __version__, "mangonel source": code_digest(), "numpy": np.__version__}


def _read_head(folder: Path) -> dict[str, Any]:
    file = folder / _HEAD
    if not file.exists():
        return {**_versions(), "named": {}}
    try:
        head = json.loads(file.read_text(encoding="utf-8"))
        return {**{name: str(head[name]) for name in _versions()}, "named": dict(head["named"])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError("is not what mangonel writes: take another folder", file=file) from error


def _check_head(head: Mapping[str, Any], named: Mapping[str, str], folder: Path) -> None:
    for name, version in _versions().items():
        if head[name] != version:
            reason = f"was kept by {name} {head[name]}, and this is {version}: take another folder"
            raise DataError(reason, file=folder)
    for name, digest in named.items():
        before = head["named"].get(name, digest)
        if before != digest:
            reason = f"{name} is not what it was ({before}, now {digest}): take another folder, or the former file"
            raise DataError(reason, file=folder)


def _take(lock: IO[str], folder: Path) -> None:
    """Lock a folder until its lock file is closed, or the process ends, however it does."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # From the file's position on: far behind its content, which others could not read else.
            os.lseek(lock.fileno(), _LOCKED, os.SEEK_SET)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        who = lock.read().strip() or "another process"
        raise DataError(f"{who} is at work here: wait for it, or take another folder", file=folder) from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()} on {platform.node()}")
    lock.flush()


_SEAL = 32
"""Bytes of the digest before the content."""


class _Kept(msgspec.Struct, Generic[Done]):
    """The content of a file."""

    asked: list[dict[str, Any] | None]
    """The questions asked of each of its games."""
    done: Done


def _plain_array(value: Any) -> tuple[str, tuple[int, ...], bytes]:
    if not isinstance(value, np.ndarray):
        raise NotImplementedError(type(value))
    return value.dtype.str, value.shape, value.tobytes()


def _array(_kind: type, plain: tuple[str, list[int], bytes]) -> Any:
    kind, shape, content = plain
    return np.frombuffer(content, kind).reshape(shape).copy()
