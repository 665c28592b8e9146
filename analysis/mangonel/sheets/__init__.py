"""Odds sheets for the table: what they say, how it is set on paper, and as files."""

from __future__ import annotations

from mangonel.sheets.asked import VIEWS, Asked
from mangonel.sheets.blocks import Sheet
from mangonel.sheets.catalogue import SHEETS, build_sheet, sheet_names, view_of

__all__ = ["SHEETS", "VIEWS", "Asked", "Sheet", "build_sheet", "sheet_names", "view_of"]
