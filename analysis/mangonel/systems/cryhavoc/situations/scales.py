"""Covers, signs of the ground and range bands in their order, as the tables of the game have them."""

from __future__ import annotations

__all__ = ["BANDS", "COVERS", "IMPASSABLE", "SIGNS"]

COVERS = ("none", "light", "medium", "heavy", "infinite")
SIGNS = ("-", "0", "+", "impossible")
BANDS = ("short", "medium", "long")
IMPASSABLE = "impassable"
"""The cost of a hex that nobody enters."""
