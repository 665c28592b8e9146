"""What is wrong with a page: type that leaves its place, places that overlap or leave the page."""

from __future__ import annotations

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from mangonel.charts.style import styled
from mangonel.sheets.measuring import width_of
from mangonel.sheets.paper import MARGIN, Label, Page

SLACK = 0.3


def width_in(label: Label) -> float:
    left, top, right, bottom = label.room
    return bottom - top if label.turned else right - left


def too_wide(page: Page) -> list[str]:
    """Return the texts that are wider than their place, by the widths that the setter goes by."""
    return [
        label.text
        for label in page.labels
        if width_of(label.text, label.size, bold=label.bold) > width_in(label) + SLACK
    ]


def too_high(page: Page) -> list[str]:
    """Return the texts whose place is lower than their type."""
    return [label.text for label in page.labels if _thickness(label) < label.size - SLACK]


def _thickness(label: Label) -> float:
    left, top, right, bottom = label.room
    return right - left if label.turned else bottom - top


def clashes(page: Page) -> list[tuple[str, str]]:
    """Return the pairs of texts whose places overlap."""
    found = []
    labels = sorted(page.labels, key=lambda label: label.room[1])
    for place, one in enumerate(labels, start=1):
        for other in labels[place:]:
            if other.room[1] > one.room[3] - SLACK:
                break
            wide = min(one.room[2], other.room[2]) - max(one.room[0], other.room[0])
            if wide > SLACK and min(one.room[3], other.room[3]) - other.room[1] > SLACK:
                found.append((one.text, other.text))
    return found


def beyond_margins(page: Page) -> list[str]:
    """Return the texts whose place, and the boxes that, leave the page less its margins."""
    right, bottom = page.width - MARGIN, page.height - MARGIN
    labels = [
        label.text
        for label in page.labels
        if label.room[0] < MARGIN - SLACK
        or label.room[1] < MARGIN - SLACK
        or label.room[2] > right + SLACK
        or label.room[3] > bottom + SLACK
    ]
    boxes = [
        f"box at {box.x:.0f}, {box.y:.0f}"
        for box in page.boxes
        if box.x < MARGIN - SLACK
        or box.y < MARGIN - SLACK
        or box.x + box.width > right + SLACK
        or box.y + box.height > bottom + SLACK
    ]
    return labels + boxes


def drawn_boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """Draw a page as on paper, where letters are not moved to whole dots, and return its texts with their boxes."""
    sharp = 2
    with styled(), rc_context({"text.hinting": "none"}):
        figure.set_dpi(72 * sharp)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        boxes = [text.get_window_extent(canvas.get_renderer()) for text in figure.texts]
    return [(text.get_text(), Bbox(box.get_points() / sharp)) for text, box in zip(figure.texts, boxes, strict=True)]


def faults(page: Page) -> list[object]:
    """Return everything that is wrong with a page."""
    return [*too_wide(page), *too_high(page), *clashes(page), *beyond_margins(page)]
