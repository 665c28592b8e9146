"""When a side breaks off: so many men lost, or a turn played."""

from typing import Any

Limit = dict[str, int | None]


def reached(limit: Limit, lost: int, turn: int) -> bool:
    """Whether so many dead and wounded men, or this turn, are what the side has set itself."""
    losses, last = limit["losses"], limit["turn"]
    return (losses is not None and lost >= losses) or (last is not None and turn >= last)


def limit_of(setup: dict[str, Any], *path: str) -> Limit:
    """The limit that a setup names, by default none."""
    found = setup
    for key in ("break_off", *path):
        found = found.get(key) or {}
    return {"losses": found.get("losses"), "turn": found.get("turn")}
