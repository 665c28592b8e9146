"""Runs on disk: a run already played is there at once, and a killed one goes on where it was."""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from copy import copy
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from mangonel._version import __version__
from mangonel.engine.keeping import code_digest
from mangonel.engine.ledger import Part
from mangonel.engine.notes import Note
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance, Result, Watched
from mangonel.engine.sampling import BLOCK, Span
from mangonel.errors import DataError
from mangonel.paper.writing import write_all

_HEAD, _LOCK = "kept.json", "kept.lock"
_LOCKED = 1 << 30
"""The byte that is locked where a system locks bytes, as Windows does."""
_NAME = re.compile(r"([0-9a-f]{24})(?:\.([0-9]+)-([0-9]+))?\.npz")
Unable = Callable[[DataError], None]
"""Told that a run cannot be written, and why."""

_PAUSE, _SHARE = 1.0, 20.0
"""Seconds between two writings of a run, at least, and the same in multiples of the time of a writing."""


class Notes(Protocol):
    """The questions asked of a game."""

    def plain(self) -> dict[str, Any] | None:
        """Return it as JSON can hold it; None if it is not all known."""
        ...

    def take(self, plain: Mapping[str, Any] | None) -> None:
        """Note the record that `plain` has returned where the game was played."""
        ...


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
    def open(cls, folder: Path, named: Mapping[str, str], unable: Unable | None = None) -> Iterator[KeptFolder]:
        """Yield a folder, which is made if it is not there; no other process can open it meanwhile.

        A folder that cannot be locked, because it is on a read-only medium, can be read all the same.

        Parameters
        ----------
        folder
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

    def result(self, what: Mapping[str, object], sequence: Process) -> Result | None:
        """Return the result of a run of a sequence, by all that it hangs on; None if it is not there."""
        name = f"{_key(what)}.npz"
        return _result_of(self._noted(name), sequence) if name in self._files else None

    def keep_result(self, what: Mapping[str, object], result: Result) -> None:
        """Keep the result of a run; errors as for `keep`."""
        self.keep(f"{_key(what)}.npz", _packed_result(result, self._asked()))

    def part(self, name: str) -> Part:
        """Return a part of a run."""
        return _part_of(self._noted(name))

    def keep_part(self, name: str, part: Part) -> None:
        """Keep a part of a run; errors as for `keep`."""
        self.keep(name, _packed_part(part, self._asked()))

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

    def read(self, name: str) -> dict[str, Any]:
        """Return the content of a file.

        Raises
        ------
        DataError
            If it is damaged.
        """
        try:
            return _unpacked((self.folder / name).read_bytes(), name)
        except (OSError, ValueError) as error:
            raise DataError("is damaged: take it away, and it is played again", file=self.folder / name) from error

    def _asked(self) -> list[Any]:
        return [notes.plain() for notes in self.notes]

    def _noted(self, name: str) -> dict[str, Any]:
        content = self.read(name)
        asked = content["plain"]["asked"] or [None] * len(self.notes)
        for notes, plain in zip(self.notes, asked, strict=True):
            notes.take(plain)
        return content

    def keep(self, name: str, content: bytes) -> None:
        """Write the outcome of a run.

        Raises
        ------
        DataError
            If it cannot be written, and nobody is told of it.
        """
        try:
            self.write(name, _sealed(content, name))
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
        return self._folder.part(self._name(span))

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
            self._folder.keep_part(self._name(span), total)
        self._sweep()
        ended = time.monotonic()
        self._due = ended + max(_PAUSE, _SHARE * (ended - began))

    def _sweep(self) -> None:
        """Remove files contained in another one, unless a longer run needs them and not the other."""
        known = self.spans()
        for reach in known:
            if reach == _replayed(known):
                continue
            covering = [other for other in known if other.start <= reach.start and reach.stop <= other.stop]
            if any(other != reach and (other.whole or other.stop == reach.stop) for other in covering):
                self._folder.forget(self._name(reach))

    def _name(self, span: Span) -> str:
        return f"{self._key}.{span.start}-{span.stop}.npz"


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


_ARRAYS = ("outcomes", "weights", "tally_means", "tally_errors")
_NO_COMMENT = bytes(2)
"""How a zip file without a comment ends: with the length of its comment."""
_SEAL = 2 + 64
"""Bytes of the length and the digest."""


def _packed(arrays: Mapping[str, Any], plain: Any) -> bytes:
    target = io.BytesIO()
    np.savez_compressed(target, plain=np.array(json.dumps(plain)), **arrays)
    return target.getvalue()


def _sealed(content: bytes, name: str) -> bytes:
    """Return an archive that ends with a digest of its file name and its bytes, which is the comment of a zip file."""
    body = content.removesuffix(_NO_COMMENT)
    digest = hashlib.sha256(name.encode() + body).hexdigest().encode()
    return body + len(digest).to_bytes(2, "little") + digest


def _unpacked(content: bytes, name: str) -> dict[str, Any]:
    """Return arrays by name, and under ``plain`` the JSON beside them.

    Raises
    ------
    ValueError
        If these are not the bytes that were _sealed under this name.
    """
    if content != _sealed(content[:-_SEAL] + _NO_COMMENT, name):
        raise ValueError("not as it was sealed")
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        arrays: dict[str, Any] = {key: archive[key] for key in archive.files}
    arrays["plain"] = json.loads(str(arrays["plain"]))
    return arrays


def _packed_part(part: Part, asked: Sequence[Any]) -> bytes:
    """Return a part of a run as bytes, with the questions asked of its games."""
    arrays = {f"sums{number}": line for number, line in enumerate(part.sums)}
    for side, (keys, counts) in enumerate(part.cells):
        arrays |= {f"keys{side}": keys, f"counts{side}": counts}
    plain = {"trials": part.trials, "sides": len(part.cells), "sums": len(part.sums), "asked": asked}
    return _packed(arrays, plain)


def _part_of(found: Mapping[str, Any]) -> Part:
    """Return the part of a run that was packed."""
    plain = found["plain"]
    cells = tuple((found[f"keys{side}"], found[f"counts{side}"]) for side in range(plain["sides"]))
    return Part(plain["trials"], cells, tuple(found[f"sums{number}"] for number in range(plain["sums"])))


def _packed_result(result: Result, asked: Sequence[Any]) -> bytes:
    """Return a result as bytes, with the questions asked of its game; the description of its sequence is left out."""
    arrays = {name: getattr(result, name) for name in _ARRAYS}
    for number, line in enumerate(result.watched):
        arrays[f"shares{number}"] = line.shares
    plain = {
        "turns": result.turns,
        "watched": [(line.name, line.trials) for line in result.watched],
        "provenance": asdict(result.provenance),
        "asked": asked,
    }
    return _packed(arrays, plain)


def _result_of(found: Mapping[str, Any], sequence: Process) -> Result:
    """Return the result that was packed, of a sequence that plays as the one that was played."""
    plain = found["plain"]
    source = plain["provenance"]
    notes = tuple(
        Note(
            declared["key"],
            tuple((name, value) for name, value in declared["values"]),
            declared["unit"],
            declared["number"],
        )
        for declared in source["notes"]
    )
    provenance = Provenance(**source | {"notes": notes})
    # Another rule set may answer the same to all that it is asked.
    identity = {declared.name: getattr(sequence.identity, declared.name) for declared in fields(sequence.identity)}
    return Result(
        sequence=sequence.name,
        endings=sequence.endings,
        measures=tuple(measure.name for measure in sequence.measures),
        turns=plain["turns"],
        tallies=tuple(sequence.tallies),
        provenance=replace(provenance, **identity),
        watched=tuple(
            Watched(name, found[f"shares{number}"], trials) for number, (name, trials) in enumerate(plain["watched"])
        ),
        unit=sequence.unit,
        hexes=sequence.hexes,
        sides=sequence.sides,
        maxima=tuple(measure.maximum for measure in sequence.measures),
        outcomes=found["outcomes"],
        weights=found["weights"],
        tally_means=found["tally_means"],
        tally_errors=found["tally_errors"],
    )
