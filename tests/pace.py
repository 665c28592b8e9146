"""Which of many like cases are played at once, and which in the slow run."""

from collections.abc import Iterable
from typing import Any

import pytest

__all__ = ["PATIENCE", "slow_after"]

PATIENCE = 240
"""Seconds that another process or a browser is waited for: on a busy machine little takes long."""


def slow_after(number: int, values: Iterable[Any]) -> list[Any]:
    """Return values for `pytest.mark.parametrize`, all but the first `number` of them marked slow."""
    return [value if place < number else _slow(value) for place, value in enumerate(values)]


def _slow(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
