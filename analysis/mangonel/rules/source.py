"""Where a table or a rule comes from."""

from __future__ import annotations

from dataclasses import dataclass

from mangonel.rules.reading import Node

__all__ = ["Source", "read_source"]


@dataclass(frozen=True)
class Source:
    """The printed source of a table, in words that a reader can look up."""

    title: str
    """Title of the play sheet or rule book."""
    edition: str
    """Edition, publisher or year, as far as the source names them."""
    language: str
    """Language code of the source, for example ``es``."""
    section: str
    """Heading or paragraph numbers where the figures stand."""
    notes: tuple[str, ...] = ()
    """What a reader has to know to check the figures: damage of the print, readings, other sources."""

    def __str__(self) -> str:
        return f"{self.title} ({self.language}), {self.section}"


def read_source(node: Node) -> Source:
    """Read a ``[source]`` block.

    Parameters
    ----------
    node
        The block; all its keys but ``notes`` are needed.

    Raises
    ------
    DataError
        If a key is missing or has the wrong type.
    """
    return Source(
        title=node.text("title"),
        edition=node.text("edition"),
        language=node.text("language"),
        section=node.text("section"),
        notes=node.texts("notes", default=()),
    )
