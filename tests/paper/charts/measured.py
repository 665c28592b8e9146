"""Where the texts of a figure really are, measured when all of it is in its place."""

from collections.abc import Callable, Iterator
from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from mangonel.paper.charts.style import styled

Box = tuple[str, Bbox]


def text_boxes(figure: Figure) -> list[Box]:
    """Return the texts of a figure with their boxes in points."""
    sharp = 2  # at 72 dots an inch letters would be moved to whole points
    with styled():
        figure.set_dpi(72 * sharp)
        renderer = FigureCanvasAgg(figure).get_renderer()
        # All is put in its place, and nothing painted.
        figure.draw_without_rendering()
        texts = [*figure.texts, *(text for ax in figure.axes for text in _texts(ax))]
        shown = [text for text in texts if text.get_visible() and text.get_text().strip()]
        boxes = [text.get_window_extent(renderer) for text in shown]
    return [(text.get_text(), Bbox(box.get_points() / sharp)) for text, box in zip(shown, boxes, strict=True)]


def _texts(ax: Axes) -> Iterator[Text]:
    """Return the texts of the axes that are drawn: not the labels of ticks out of range."""
    yield from (*ax.texts, ax.title, ax._left_title, ax._right_title, ax.xaxis.label, ax.yaxis.label)
    if ax.get_legend() is not None:
        yield from ax.get_legend().get_texts()
    for axis in (ax.xaxis, ax.yaxis):
        yield from (tick.label1 for tick in axis._update_ticks())


def overlaps(boxes: list[Box], slack: float = 1.0) -> list[tuple[str, str]]:
    """Return the pairs of texts that lie over each other by more than `slack` points both ways."""
    found = []
    for (one, a), (other, b) in combinations(boxes, 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0)
        if wide > slack and high > slack:
            found.append((one, other))
    return found


def outside(figure: Figure, boxes: list[Box], margin: float = 0.0) -> list[str]:
    """Return the texts that do not lie within the page less a margin in points."""
    width, height = 72 * figure.get_size_inches()
    return [
        text
        for text, box in boxes
        if box.x0 < margin - 1 or box.y0 < margin - 1 or box.x1 > width - margin + 1 or box.y1 > height - margin + 1
    ]


def faults(figure: Figure) -> list[object]:
    """Return texts that lie over each other or leave the page."""
    boxes = text_boxes(figure)
    return [*overlaps(boxes), *outside(figure, boxes)]


def leaving(
    draw: Callable[[Axes], Axes], size: tuple[float, float], place: tuple[float, float, float, float]
) -> list[str]:
    """Return the texts that a chart has outside the place that its axes are given in a figure."""
    figure = Figure(figsize=size)
    ax = figure.add_axes(place)
    assert draw(ax) is ax
    (wide, high), (x, y, width, height) = size, place
    room = Bbox.from_bounds(72 * wide * x - 1, 72 * high * y - 1, 72 * wide * width + 2, 72 * high * height + 3)
    return [text for text, box in text_boxes(figure) if not (room.contains(*box.min) and room.contains(*box.max))]
