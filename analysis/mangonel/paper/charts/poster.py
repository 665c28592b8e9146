"""The front picture of an assault: a hundred shields a rule set, losses by ending, and one scale for what moves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from mangonel.engine.result import Result
from mangonel.paper.charts import palette
from mangonel.paper.charts.layout import text_width, wrapped
from mangonel.paper.charts.style import styled
from mangonel.rules.words import Locale

__all__ = ["Lever", "Poster", "hundred", "poster"]

_SIZE: Final = (8.0, 4.5)  # inches: 1200 x 675 at 150 dots an inch
_SHIELD: Final = np.array(
    [
        *((-0.4, 0.44), (0, 0.52), (0.4, 0.44), (0.46, 0.05), (0.26, -0.34)),
        *((0, -0.52), (-0.26, -0.34), (-0.46, 0.05), (-0.4, 0.44), (-0.4, 0.44)),
    ]
)
_CODES: Final = [1, 3, 3, 4, 4, 4, 4, 4, 4, 79]
_PLAIN: Final = 7.0  # points
_SMALL: Final = 5.6
_MOST: Final = 4
"""Levers of each group, and endings with a row of losses."""
_SHADES: Final = ("#4D4D4D", "#999999", "#CCCCCC", "#E0E0E0")
_SCALE: Final = 0.61
"""Where the scale begins, as a share of the width."""
_LOSS: Final = 0.05
"""A loss that is smaller on average is not shown."""
_LEAST: Final = 0.5
"""A lever that moves fewer points is left out."""


@dataclass(frozen=True, slots=True)
class Lever:
    """One change of a scenario."""

    name: str
    """In words."""
    group: str
    """Its heading."""
    chance: float
    """The chance after the change, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Poster:
    """All that the picture shows."""

    title: str
    subtitle: str
    foot: str
    results: Mapping[str, Result]
    """By the names of the rule sets; what moves the chance is a change under the first."""
    asked: str
    """The ending or side that is counted."""
    levers: Sequence[Lever]
    words: Locale


def hundred(result: Result, asked: str) -> list[tuple[str, int]]:
    """Return a hundred games in the proportions of a result, as ending and turn.

    Those of `asked` come first and are as many as its chance rounds to; the others follow by ending. Within both,
    places are given by largest remainders.

    Parameters
    ----------
    result
        The result.
    asked
        An ending, a side, or several joined by ``+``.
    """
    wanted = result.among(asked)
    number = round(100 * float(result.weights[wanted].sum()))
    return [*_shared(result, wanted, number), *_shared(result, ~wanted, 100 - number)]


def _shared(result: Result, among: np.ndarray, number: int) -> list[tuple[str, int]]:
    known = (result.all_endings[-1], *result.endings)
    pairs, place = np.unique(result.outcomes[among, :2], axis=0, return_inverse=True)
    if not number or not len(pairs):
        return []
    shares = np.bincount(place.ravel(), result.weights[among])
    exactly = number * shares / shares.sum()
    counts = np.floor(exactly).astype(int)
    for index in np.argsort(counts - exactly, kind="stable")[: number - counts.sum()]:
        counts[index] += 1
    order = sorted(range(len(pairs)), key=lambda row: (int(pairs[row, 0]) or len(known), int(pairs[row, 1])))
    return [(known[int(pairs[row, 0])], int(pairs[row, 1])) for row in order for _ in range(counts[row])]


def poster(shown: Poster) -> Axes:
    """Draw the front picture; the Axes returned are those of the first hundred shields."""
    with styled():
        figure = Figure(figsize=_SIZE)
        title = wrapped(shown.title, 520, 14, bold=True)[:2]
        for number, line in enumerate(title):
            figure.text(0.025, 0.955 - 0.055 * number, line, fontsize=14, weight="bold", va="center")
        top = 0.955 - 0.055 * len(title)
        for number, line in enumerate(wrapped(shown.subtitle, 510, _PLAIN)[:2]):
            figure.text(0.025, top - 0.035 * number, line, fontsize=_PLAIN, va="center")
        results = list(shown.results.items())[:2]
        places = [figure.add_axes((0.02 + 0.29 * number, 0.33, 0.27, 0.47)) for number in range(len(results))]
        for ax, (label, result) in zip(places, results, strict=True):
            _shields(ax, label, result, shown)
        _legend(figure, shown)
        for number, (_, result) in enumerate(results):
            _losses(figure, number, result, shown)
        _scale(figure, shown)
        figure.text(0.025, 0.02, shown.foot, fontsize=_SMALL, color="#595959", va="center")
    return places[0]


def _colour(ending: str, result: Result) -> str:
    return palette.ending_colour(ending, result.endings, result.sides)


def _shields(ax: Axes, label: str, result: Result, shown: Poster) -> None:
    ax.set(xlim=(-0.6, 9.6), ylim=(-9.7, 1.5))
    ax.axis("off")
    chance = shown.words.text("poster.in_hundred", number=round(100 * result.probability(shown.asked).value))
    ax.text(-0.5, 1.0, label, fontsize=8.5, weight="bold", va="center")
    ax.text(9.5, 1.0, chance, fontsize=_PLAIN, ha="right", va="center")
    for number, (ending, turn) in enumerate(hundred(result, shown.asked)):
        x, y = number % 10, -(number // 10)
        colour = _colour(ending, result)
        outline = Path(_SHIELD * 0.92 + np.array([x, y]), _CODES)
        ax.add_patch(PathPatch(outline, facecolor=colour, edgecolor="none"))
        ax.text(x, y, str(turn), fontsize=_SMALL, ha="center", va="center", color=palette.text_on(colour))


def _legend(figure: Figure, shown: Poster) -> None:
    x, first = 0.027, next(iter(shown.results.values()))
    drawn = {ending for result in shown.results.values() for ending, _ in hundred(result, shown.asked)}
    for ending in (name for name in first.all_endings if name in drawn):
        name = shown.words.word("endings", ending, first.sequence)
        figure.add_artist(Rectangle((x, 0.298), 0.01, 0.018, facecolor=_colour(ending, first), edgecolor="none"))
        figure.text(x + 0.014, 0.307, name, fontsize=_PLAIN, va="center")
        x += 0.034 + text_width(name, _PLAIN) / (72 * _SIZE[0])


def _costly(result: Result) -> tuple[str, ...]:
    """Return the losses of the side that loses most on average; nothing if none loses."""
    means: list[dict[str, float]] = [{name: result.mean(name).value for name in side.losses} for side in result.sides]
    worst = max(means, key=lambda losses: sum(losses.values()), default={})
    return tuple(name for name, mean in worst.items() if mean >= _LOSS)


def _losses(figure: Figure, number: int, result: Result, shown: Poster) -> None:
    """Draw the mean losses of one side by ending."""
    words, first = shown.words, next(iter(shown.results.values()))
    measures = _costly(first)
    endings = sorted(first.endings, key=lambda name: -first.probability(name).value)
    endings = [name for name in endings if first.probability(name).value > 1e-4][:_MOST]
    if not measures or not endings:
        return
    ax = figure.add_axes((0.13 + 0.225 * number, 0.06, 0.205, 0.17))
    ax.axis("off")
    most = 1e-9
    for row, ending in enumerate(endings):
        start = 0.0
        for colour, measure in zip(_SHADES, measures, strict=False):
            estimate = result.mean_given(measure, ending)
            mean = 0.0 if estimate is None else estimate.value
            ax.add_patch(Rectangle((start, -row - 0.38), mean, 0.76, facecolor=colour, edgecolor="#FFFFFF"))
            if mean >= 0.3:
                text, ink = words.written(f"{mean:.1f}"), palette.text_on(colour)
                ax.text(start + mean / 2, -row, text, fontsize=_SMALL, ha="center", va="center", color=ink)
            start += mean
        most = max(most, start)
        if not number:
            name = words.word("endings", ending, result.sequence)
            lines = "\n".join(wrapped(name, 62, _PLAIN)[:2])
            left = ax.get_yaxis_transform()
            ax.text(-0.02, -row, lines, transform=left, fontsize=_PLAIN, ha="right", va="center")
    ax.set(xlim=(0, most), ylim=(-len(endings) + 0.5, 0.5))
    if number:
        return
    x, text = 0.027, words.text("poster.losses")
    figure.text(x, 0.255, text, fontsize=_PLAIN, weight="bold", va="center")
    x += 0.02 + text_width(text, _PLAIN, bold=True) / (72 * _SIZE[0])
    for colour, measure in zip(_SHADES, measures, strict=False):
        name = words.word("losses", measure, result.sequence)
        end = x + 0.03 + text_width(name, _PLAIN) / (72 * _SIZE[0])
        if end > _SCALE:
            break
        figure.add_artist(Rectangle((x, 0.246), 0.01, 0.018, facecolor=colour, edgecolor="none"))
        figure.text(x + 0.014, 0.255, name, fontsize=_PLAIN, va="center")
        x = end


def _scale(figure: Figure, shown: Poster) -> None:
    """Draw all levers from the chance as it is, on one scale from 0 to 100."""
    first = next(iter(shown.results.values()))
    base = 100 * first.probability(shown.asked).value
    chosen: list[Lever | str] = []
    for group in dict.fromkeys(lever.group for lever in shown.levers):
        mine = [lever for lever in shown.levers if lever.group == group and abs(100 * lever.chance - base) >= _LEAST]
        mine.sort(key=lambda lever: -abs(100 * lever.chance - base))
        chosen += [group, *mine[:_MOST]] if mine else []
    if not chosen:
        return
    words = shown.words
    figure.text(
        _SCALE + 0.005, 0.775, words.text("poster.scale", number=round(base)), fontsize=8, weight="bold", va="center"
    )
    ax = figure.add_axes((0.80, 0.09, 0.18, 0.65))
    for row, lever in enumerate(chosen):
        if isinstance(lever, str):
            ax.text(-1.02, row, lever, transform=ax.get_yaxis_transform(), fontsize=_PLAIN, weight="bold", va="center")
            continue
        value = 100 * lever.chance
        ax.barh(row, value - base, left=base, height=0.62, color=palette.change_shade(1.0 if value > base else -1.0))
        gap = 2 if value > base else -2
        ax.text(value + gap, row, f"{value:.0f}", fontsize=_PLAIN, ha="left" if gap > 0 else "right", va="center")
        lines = "\n".join(wrapped(lever.name, 104, _SMALL)[:2])
        ax.text(-0.05, row, lines, transform=ax.get_yaxis_transform(), fontsize=_SMALL, ha="right", va="center")
    ax.axvline(base, color=palette.INK, linewidth=0.8)
    ax.set(xlim=(-8, 112), ylim=(len(chosen) - 0.4, -0.6), yticks=[], xticks=[0, 50, 100])
    ax.tick_params(labelsize=_SMALL)
    ax.grid(visible=False)
    for edge in ("left", "right", "top"):
        ax.spines[edge].set_visible(False)
