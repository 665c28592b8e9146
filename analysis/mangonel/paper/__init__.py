"""Odds sheets for the table: how a sheet is asked for and what it is made of, how it is set on paper, and as files."""

from __future__ import annotations

from mangonel.paper.blocks import Sheet
from mangonel.paper.wanted import VIEWS, Asked

__all__ = ["VIEWS", "Asked", "Sheet"]
