"""Kinds of men of a roster, and the names that a scenario gives to its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mangonel.games.fields import REQUIRED, Of, text, whole
from mangonel.games.reading import Reading
from mangonel.games.roster import KINDS
from mangonel.rules.reading import Node


def kind(at: str, *, without: Any = REQUIRED) -> Any:
    """Declare the kind of the men of a block."""

    def read(reading: Reading, node: Node, key_name: str) -> Any:
        return reading.context.kind(node, key_name)

    return text("a kind of men of the roster", offer=KINDS, read=read, at=at, without=without)


def mounted(at: str, kind_field: str) -> Any:
    """Declare how many of the men of a block sit on horses, which their kind has to have."""

    def check(reading: Reading, node: Node, key_name: str, riders: int) -> None:
        if riders and reading[kind_field].saddle is None:
            raise node.error("men of this kind have no horses", key_name, value=reading[kind_field].id)

    return whole(0, Of(("men",)), "how many of them sit on horses", 0, check=check, at=at)


def name() -> Any:
    """Declare the name of a piece, which becomes part of the names of counters."""
    return text("what it is called", longest=40)


def check_names(_reading: Reading, _node: Node, _name: str, pieces: Sequence[Reading]) -> None:
    """Check that the names of some pieces are different."""
    names: list[str] = []
    for piece in pieces:
        if piece["name"] in names:
            raise piece.node.error("there are two of this name", "name", value=piece["name"])
        names.append(piece["name"])
