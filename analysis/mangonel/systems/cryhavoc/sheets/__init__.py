"""The odds sheets of this game, as ``sheets.toml`` declares them."""

from __future__ import annotations

from typing import Final

from mangonel.sheets.catalogue import read_catalogue
from mangonel.systems.cryhavoc.sheets import grounds, melees, missiles, works

__all__ = ["CATALOGUE"]

CATALOGUE: Final = read_catalogue("cryhavoc", melees, missiles, grounds, works)
