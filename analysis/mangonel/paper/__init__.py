"""Odds sheets for the table: how a sheet is requested, its blocks, its layout on paper, and its files."""

from __future__ import annotations

from mangonel.paper.blocks import Sheet
from mangonel.paper.wanted import VIEWS, Asked

__all__ = ["VIEWS", "Asked", "Sheet"]
