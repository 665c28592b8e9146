"""Charts: functions that take results and ``ax`` and return the Axes they drew on."""

from __future__ import annotations

from mangonel.charts.bars import ending_bars
from mangonel.charts.curves import ending_curves
from mangonel.charts.exchange import exchange_frame, loss_exchange
from mangonel.charts.heat import heat_map
from mangonel.charts.hexes import HexCell, hex_cells, hex_map
from mangonel.charts.losses import loss_chart, loss_frame, sides
from mangonel.charts.series import series_curves
from mangonel.charts.style import image, styled

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
