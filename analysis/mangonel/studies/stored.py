"""Results and parts of runs as bytes: arrays in a compressed archive, and all else as JSON beside them."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

import numpy as np

from mangonel.engine.ledger import Part
from mangonel.engine.notes import Note
from mangonel.engine.process import Process
from mangonel.engine.result import Provenance, Result, Watched

__all__ = ["packed_part", "packed_result", "part_of", "result_of", "sealed", "unpacked"]


_ARRAYS = ("outcomes", "weights", "tally_means", "tally_errors")
_NO_COMMENT = bytes(2)
"""How a zip file without a comment ends: with the length of its comment."""
_SEAL = 2 + 64
"""Bytes of the length and the digest."""


def _packed(arrays: Mapping[str, Any], plain: Any) -> bytes:
    target = io.BytesIO()
    np.savez_compressed(target, plain=np.array(json.dumps(plain)), **arrays)
    return target.getvalue()


def sealed(content: bytes, name: str) -> bytes:
    """Return an archive that ends with a digest of its file name and its bytes, which is the comment of a zip file."""
    body = content.removesuffix(_NO_COMMENT)
    digest = hashlib.sha256(name.encode() + body).hexdigest().encode()
    return body + len(digest).to_bytes(2, "little") + digest


def unpacked(content: bytes, name: str) -> dict[str, Any]:
    """Return arrays by name, and under ``plain`` the JSON beside them.

    Raises
    ------
    ValueError
        If these are not the bytes that were sealed under this name.
    """
    if content != sealed(content[:-_SEAL] + _NO_COMMENT, name):
        raise ValueError("not as it was sealed")
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        arrays: dict[str, Any] = {key: archive[key] for key in archive.files}
    arrays["plain"] = json.loads(str(arrays["plain"]))
    return arrays


def packed_part(part: Part, asked: Sequence[Any]) -> bytes:
    """Return a part of a run as bytes, with the questions asked of its games."""
    arrays = {f"sums{number}": line for number, line in enumerate(part.sums)}
    for side, (keys, counts) in enumerate(part.cells):
        arrays |= {f"keys{side}": keys, f"counts{side}": counts}
    plain = {"trials": part.trials, "sides": len(part.cells), "sums": len(part.sums), "asked": asked}
    return _packed(arrays, plain)


def part_of(found: Mapping[str, Any]) -> Part:
    """Return the part of a run that was packed."""
    plain = found["plain"]
    cells = tuple((found[f"keys{side}"], found[f"counts{side}"]) for side in range(plain["sides"]))
    return Part(plain["trials"], cells, tuple(found[f"sums{number}"] for number in range(plain["sums"])))


def packed_result(result: Result, asked: Sequence[Any]) -> bytes:
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


def result_of(found: Mapping[str, Any], sequence: Process) -> Result:
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
