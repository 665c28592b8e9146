"""Sheets of this game: what is chosen of its options says little without their titles."""

from __future__ import annotations

from functools import partial

from mangonel.sheets import frame

__all__ = ["make_sheet"]

make_sheet = partial(frame.make_sheet, titled=True)
