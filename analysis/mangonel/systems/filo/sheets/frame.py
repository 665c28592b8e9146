"""Sheets of this game: what is chosen of its options says little without their titles."""

from __future__ import annotations

from functools import partial
from typing import Final

from mangonel.sheets import frame

__all__ = ["make_sheet"]

_WITHIN: Final = {"ruy-diaz-defence": "ruy-diaz", "victory-seven": "time-limit"}

make_sheet = partial(frame.make_sheet, titled=True, within=_WITHIN)
