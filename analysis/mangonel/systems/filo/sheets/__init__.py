"""The odds sheets of this game, as ``sheets.toml`` declares them."""

from __future__ import annotations

from typing import Final

from mangonel.sheets.catalogue import read_catalogue
from mangonel.systems.filo.sheets import combats, modifiers, rolls

__all__ = ["CATALOGUE"]

CATALOGUE: Final = read_catalogue("filo", combats, modifiers, rolls)
