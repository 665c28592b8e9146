"""What the rules allow: a roll, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mangonel.errors import NoRollError

__all__ = ["possible"]


Made = TypeVar("Made")


def possible(make: Callable[[], Made]) -> Made | None:
    """Return the situation, or None if the rules allow no roll in it.

    Anything else that is wrong is raised, a cell of the rule set above all.
    """
    try:
        return make()
    except NoRollError:
        return None
