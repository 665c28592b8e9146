"""Names that a scenario gives to its pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mangonel.tables.reading import Node

__all__ = ["read_names"]


def read_names(blocks: Sequence[Node]) -> tuple[str, ...]:
    """Read the ``name`` of each block: different ones, of one line and at most 40 letters, for they become counters."""
    names: list[str] = []
    for block in blocks:
        name = block.text("name")
        if len(name) > 40 or "\n" in name or "\t" in name:
            raise block.error("a name is one line of at most 40 letters", "name", value=name)
        if name in names:
            raise block.error("there are two of this name", "name", value=name)
        names.append(name)
    return tuple(names)
