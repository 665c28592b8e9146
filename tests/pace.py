"""Which of many like cases are played at once, which in the slow run, and which before a release."""

from collections.abc import Iterable
from typing import Any

import pytest

PATIENCE = 240
"""Seconds that another process or a browser is waited for: on a busy machine little takes long."""


def slow_after(number: int, values: Iterable[Any], release_after: int | None = None) -> list[Any]:
    """Return values for `pytest.mark.parametrize`, all but the first `number` of them marked slow.

    Those behind the first `release_after` are tried before a release only.
    """
    return [
        value if place < number else _marked(value, release=release_after is not None and place >= release_after)
        for place, value in enumerate(values)
    ]


def _marked(value: Any, *, release: bool) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=[pytest.mark.release] if release else [pytest.mark.slow])
