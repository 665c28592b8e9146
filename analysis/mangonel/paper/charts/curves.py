"""The probability of each ending by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mangonel.engine.frames import curve_frame
from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.paper.charts import palette
from mangonel.paper.charts.findings import ending_finding
from mangonel.paper.charts.layout import Heading, axes_inches, inset
from mangonel.paper.charts.lines import WIDTH, Curve, curves_room, draw_curves, lines_height, name_ends, samples
from mangonel.paper.charts.marks import AREA, mark
from mangonel.paper.charts.numbers import short
from mangonel.paper.charts.probability_axis import chance_axis
from mangonel.paper.charts.style import new_axes, styled
from mangonel.rules.words import Locale, in_words

__all__ = ["curves_height", "ending_curves"]

_TICK = 24.0  # points for the number of a turn


def curves_height(results: Mapping[str, Result], endings: Sequence[str] | None = None) -> float:
    """Return the height in inches that the curves need so that all labels find room."""
    return lines_height(sum(len(_chosen(result, endings)) for result in results.values()))


def ending_curves(
    results: Mapping[str, Result],
    *,
    endings: Sequence[str] | None = None,
    asked: str | None = None,
    ax: Axes | None = None,
    title: str | None = None,
    words: Locale | None = None,
) -> Axes:
    """Draw the probability that each ending has come by the end of each turn.

    Endings in which one side wins have shades of its colour; a line style with its marker is a rule set. A
    band is the 95 % interval of a sampled curve. Each curve is named at its right end with the value there.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.
    endings
        The endings to draw, by default all but ``undecided``.
    asked
        The ending that the chart is about, by default the first one drawn: where it is so rare that its curve would lie
        flat, the axis is logarithmic.
    ax
        Axes whose place is used, with title and labels; by default a new figure.
    title
        By default the finding on the ending asked about.
    words
        The language, by default English.

    Raises
    ------
    DataError
        If there is no result, or a result has no such ending.
    """
    if not results:
        raise DataError("nothing to draw: no result")
    first = next(iter(results.values()))
    words = in_words(words)
    curves = _curves(results, endings, words)
    with styled():
        ax = new_axes(WIDTH, curves_height(results, endings)) if ax is None else ax
        names = first.endings if endings is None else endings
        asked = names[0] if asked is None else asked
        title = ending_finding(results, asked, words=words) if title is None else title
        heading = Heading(ax, title, samples(results))
        finals = [result.probability(asked).value for result in results.values()]
        left = chance_axis(ax, curves, finals, words.text("charts.probability"), words)
        inset(ax, left=left, right=curves_room(curves), top=heading.height, bottom=34)
        heading.draw(left)
        draw_curves(ax, curves)
        ax.set_xlim(0, max(result.turns for result in results.values()))
        ticks = max(2, min(10, int(72 * axes_inches(ax)[0] / _TICK)))
        ax.xaxis.set_major_locator(MaxNLocator(nbins=ticks, integer=True))
        ax.set_xlabel(words.for_unit("charts.by_end", first.unit))
        name_ends(ax, curves)
        mark(ax.patch, AREA, str(max(result.turns for result in results.values())))
    return ax


def _chosen(result: Result, endings: Sequence[str] | None) -> tuple[str, ...]:
    for ending in endings or ():
        result.code(ending)
    return result.endings if endings is None else tuple(endings)


def _curves(results: Mapping[str, Result], endings: Sequence[str] | None, words: Locale) -> list[Curve]:
    curves = []
    for place, (label, result) in enumerate(results.items()):
        frame = curve_frame(result)
        for ending in _chosen(result, endings):
            mine = frame[frame["ending"] == ending]
            chance = short(result.probability(ending, by_turn=result.turns), words=words)
            named = words.word("endings", ending, result.sequence)
            numbers = {name: mine[name].to_numpy() for name in (result.unit, "p", "p_lo", "p_hi")}
            curves.append(
                Curve(
                    name=f"{label}: {ending}",
                    label=words.text("charts.named", name=named, value=chance),
                    place=place,
                    colour=palette.ending_colour(ending, result.endings, result.sides),
                    turns=numbers[result.unit],
                    values=numbers["p"],
                    low=None if result.exact else numbers["p_lo"],
                    high=None if result.exact else numbers["p_hi"],
                    series=label,
                )
            )
    return curves
