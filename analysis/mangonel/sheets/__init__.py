"""Odds sheets for the table: how a sheet is asked for and what it is made of, how it is set on paper, and as files."""

from __future__ import annotations

from mangonel.sheets.asked import VIEWS, Asked
from mangonel.sheets.blocks import Sheet

__all__ = ["VIEWS", "Asked", "Sheet"]
