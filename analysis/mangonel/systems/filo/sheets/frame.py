"""Sheets of this game: what is chosen of its options says little without their titles."""

from __future__ import annotations

from functools import partial
from typing import Final

from mangonel.sheets import frame

__all__ = ["make_sheet"]

_WITHIN: Final = {"ruy-diaz-defence": "ruy-diaz", "victory-seven": "time-limit"}

_BATTLE: Final = "Las Navas de Tolosa"
_ONLY_WITH: Final = {
    f"{_BATTLE}, Arqueros": ("navas-archers",),
    f"{_BATTLE}, De Rada": ("de-rada",),
    f"{_BATTLE}, Ruy Díaz": ("ruy-diaz",),
    f"{_BATTLE}, Bandera Almohade": ("almohad-banner",),
    f"{_BATTLE}, Al-Andalus": ("al-andalus-rally", "al-andalus-leaves"),
    f"{_BATTLE}, Victoria": ("time-limit",),
}
"""Special rules of one battle stand in one table, whatever they are about; what units are worth in that of types."""

make_sheet = partial(frame.make_sheet, titled=True, within=_WITHIN, only_with=_ONLY_WITH)
