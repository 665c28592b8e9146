"""One named change that an overlay or a study makes to a rule set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

__all__ = ["CellChange", "Change", "merged"]


@dataclass(frozen=True, slots=True)
class CellChange:
    """A new value for one cell of one table.

    The column ``row_offset`` of a missile table means the rows by which the weapon named as row is shifted.
    """

    table: str
    row: str
    column: str
    value: str

    @property
    def where(self) -> str:
        """The cell in one word, for example ``melee-foot.3.4-1``."""
        return f"{self.table}.{self.row}.{self.column}"


@dataclass(frozen=True, slots=True)
class Change:
    """What was changed, from what to what, and by whom.

    Parameters
    ----------
    kind
        ``option`` or ``cell``.
    where
        Id of the option, or the cell as ``table.row.column``.
    before, after
        Values as written in the files.
    by
        Id of the rule set that makes the change.
    source, reason
        Who says so and why, as far as the overlay tells.
    cell
        The cell change that leads to `after`, None for an option.
    """

    kind: str
    where: str
    before: str
    after: str
    by: str = ""
    source: str = ""
    reason: str = ""
    cell: CellChange | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.before} -> {self.after}"


def merged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the net changes: of the same place only the last, and none that leads back to where it began."""
    net: dict[tuple[str, str], Change] = {}
    for change in changes:
        place = (change.kind, change.where)
        earlier = net.get(place)
        net[place] = change if earlier is None else replace(change, before=earlier.before)
    return tuple(change for change in net.values() if change.before != change.after)
