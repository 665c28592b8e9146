"""Charts: functions that take results and ``ax`` and return the Axes they drew on.

They are imported when they are first used: who writes a number as charts do has no need of matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mangonel.paper.charts.bars import ending_bars
    from mangonel.paper.charts.curves import ending_curves
    from mangonel.paper.charts.exchange import exchange_frame, loss_exchange
    from mangonel.paper.charts.heat import heat_map
    from mangonel.paper.charts.hexes import HexCell, hex_cells, hex_map
    from mangonel.paper.charts.losses import loss_chart, loss_frame, sides
    from mangonel.paper.charts.series import series_curves
    from mangonel.paper.charts.style import image, styled

__all__ = [
    "HexCell",
    "ending_bars",
    "ending_curves",
    "exchange_frame",
    "heat_map",
    "hex_cells",
    "hex_map",
    "image",
    "loss_chart",
    "loss_exchange",
    "loss_frame",
    "series_curves",
    "sides",
    "styled",
]

_HOMES = {
    "HexCell": "hexes",
    "ending_bars": "bars",
    "ending_curves": "curves",
    "exchange_frame": "exchange",
    "heat_map": "heat",
    "hex_cells": "hexes",
    "hex_map": "hexes",
    "image": "style",
    "loss_chart": "losses",
    "loss_exchange": "exchange",
    "loss_frame": "losses",
    "series_curves": "series",
    "sides": "losses",
    "styled": "style",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'mangonel.paper.charts' has no attribute {name!r}")
    return getattr(import_module(f"mangonel.paper.charts.{_HOMES[name]}"), name)
