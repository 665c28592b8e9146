"""How much each side loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import Side
from mangonel.engine.result import Result
from mangonel.errors import DataError
from mangonel.paper.charts import style
from mangonel.paper.charts.layout import Heading, PercentTicks, axes_inches, wrapped
from mangonel.paper.charts.numbers import full, mean_finding, short
from mangonel.paper.charts.style import first_of, mark, new_axes, styled
from mangonel.rules.words import say, words

_SHORT_NAME = 24  # letters
_RARE = 0.0005  # the tail is cut where "at least k" falls below this


def sides(result: Result) -> tuple[str, ...]:
    """Return the sides with recorded losses, by the sides of the sequence, in the order of the measures."""
    bleeding = [side for side in result.sides if side.losses]
    bleeding.sort(key=lambda side: min(map(result.measures.index, side.losses)))
    return tuple(side.bleeding for side in bleeding)


def _side(result: Result, of: str) -> Side | None:
    """Return the side with losses of a name; None for a single measure."""
    bleeding = None if of in result.measures else [side for side in result.sides if side.losses and side.bleeding == of]
    if bleeding == []:
        raise DataError("no such side or measure", value=of, allowed=(*sides(result), *result.measures))
    return bleeding[0] if bleeding else None


def loss_values(result: Result, of: str) -> NDArray[np.int64]:
    """Return the losses of a side, of all kinds, or a single measure, for each outcome.

    Raises
    ------
    DataError
        If `of` is neither.
    """
    side = _side(result, of)
    names = (of,) if side is None else side.losses
    return np.sum([result.column(name) for name in names], axis=0)


def losses_height(results: Mapping[str, Result]) -> float:
    """Return the height in inches that the chart needs, with its legend."""
    longest = max(len(label) for label in results)
    # Two short names stand side by side, long ones below each other.
    rows = 2 if longest <= _SHORT_NAME else 2 * len(results)
    return 1.8 + 0.19 * rows


def loss_chances(result: Result, of: str) -> list[tuple[Estimate, Estimate]]:
    """Return for each number of losses from 0 on the probability of exactly so many, and of at least so many."""
    values = loss_values(result, of)

    def chance(chosen: NDArray[np.bool_]) -> Estimate:
        return result.estimate(chosen.astype(np.float64), proportion=True)

    return [(chance(values == k), chance(values >= k)) for k in range(int(values.max(initial=0)) + 1)]


def loss_title(results: Mapping[str, Result], of: str) -> str:
    """Return the finding on the mean losses; of a single result also the likeliest number, if that can be told."""
    values = {label: loss_values(result, of).astype(np.float64) for label, result in results.items()}
    spoken = spoken_losses(next(iter(results.values())), of)
    if len(results) == 1 and (often := _most_often(results, of, spoken)):
        return often
    return mean_finding(results, values, of=spoken)


def _most_often(results: Mapping[str, Result], of: str, said: str) -> str:
    ((label, result),) = results.items()
    values = loss_values(result, of)
    chances = [exactly for exactly, _ in loss_chances(result, of)]
    order = sorted(range(len(chances)), key=lambda k: -chances[k].value)
    if len(order) > 1 and chances[order[0]].low <= chances[order[1]].high:
        return ""
    number, chance = words().number(order[0]), short(chances[order[0]])
    mean = full(result.estimate(values.astype(np.float64)), percent=False, interval=False)
    return say("charts.loses_most_often", what=said, rules=label, number=number, chance=chance, mean=mean)


def loss_chart(results: Mapping[str, Result], of: str, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw how many are lost: bars for exactly k, in the colour of the side, a line for at least k.

    Parameters
    ----------
    results
        Label (a rule set, as a rule) to result.
    of
        A side (its losses of all kinds together) or the name of one measure.

    Raises
    ------
    DataError
        If there is no result, or no such side or measure.
    """
    colour = style.side_colour(of, first_of(results).sides)
    chances = {label: loss_chances(result, of) for label, result in results.items()}
    last = max(k for each in chances.values() for k, (_, at_least) in enumerate(each) if at_least.value >= _RARE)
    with styled():
        ax = new_axes(style.WIDTH, losses_height(results)) if ax is None else ax
        title = loss_title(results, of) if title is None else title
        samples = _samples(list(results), colour)
        across = spoken_losses(next(iter(results.values())), of)
        if any(len(each) - 1 > last for each in chances.values()):
            rare = short(Estimate.of_exact(_RARE))
            across = say("charts.tail", what=across, number=last, chance=rare)
        below = wrapped(across, 72 * axes_inches(ax)[0] - 60, 9)
        Heading(ax, title, samples).place(left=52, right=8, bottom=22 + 12 * len(below))
        for place, (label, each) in enumerate(chances.items()):
            names = [name for _, name in samples[2 * place : 2 * place + 2]]
            shown, exact = each[: last + 1], results[label].exact
            _draw(ax, names, shown, place, len(chances), colour=colour, exact=exact)
        # Nothing lost at all still needs an axis of whole numbers.
        ax.set_xlim(-0.6, max(last, 1) + 0.6)
        ax.set_ylim(0, 1)
        ax.grid(visible=False, axis="x")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_formatter(PercentTicks(1.0))
        ax.set_xlabel("\n".join(below))
        ax.set_ylabel(say("charts.probability"))
    return ax


def spoken_losses(result: Result, of: str) -> str:
    """Return the losses in words, for example "besiegers dead or wounded"."""
    side = _side(result, of)
    names = (of,) if side is None else side.losses
    if side is None or len(names) == 1:
        return words().word("losses", names[0], result.sequence)
    if words().has_word("side_losses", of):
        return words().word("side_losses", of)
    return say(_key(side), side=words().word("sides", of))


def losses_caption(result: Result, of: str) -> str:
    """Return the caption of the losses of a side, for example "Losses of besiegers, dead and wounded"."""
    side = _side(result, of)
    key = "losses.any" if side is None else _key(side)
    return say(f"{key}_caption", side=words().word("sides", of))


def _key(side: Side) -> str:
    return f"losses.{side.kinds}" if f"losses.{side.kinds}" in words().phrases else "losses.any"


def _samples(labels: list[str], colour: str | None) -> list[tuple[Artist, str]]:
    entries: list[tuple[Artist, str]] = []
    for place, label in enumerate(labels):
        samples = [say(f"charts.{name}") for name in ("exactly", "at_least")]
        exactly, at_least = [words().named(label, sample) if len(labels) > 1 else sample for sample in samples]
        fill = colour or style.nth(style.NEUTRAL, place)
        bar = Patch(facecolor=fill, edgecolor=style.text_on(fill), hatch=style.nth(style.HATCHES, place), linewidth=0.7)
        entries += [(bar, exactly), (Line2D([], [], color=style.INK, **style.line_look(place)), at_least)]
    return entries


def _draw(
    ax: Axes,
    names: Sequence[str],
    chances: Sequence[tuple[Estimate, Estimate]],
    place: int,
    count: int,
    *,
    colour: str | None,
    exact: bool,
) -> None:
    exactly, at_least = names
    numbers = np.arange(len(chances))
    p, low, high = _columns([each for each, _ in chances])
    thick = 0.8 / count
    fill = colour or style.nth(style.NEUTRAL, place)
    x = numbers - 0.4 + (place + 0.5) * thick
    bars = ax.bar(
        x,
        p,
        width=thick * 0.94,
        color=fill,
        hatch=style.nth(style.HATCHES, place),
        # The hatch has the colour of the edge: white on dark bars.
        edgecolor=style.text_on(fill),
        linewidth=0.7,
        label=exactly,
    )
    for bar, number, (chance, _) in zip(bars, numbers, chances, strict=True):
        mark(bar, exactly, words().named(f"{number} ({exactly})", full(chance)))
    # "At least none" is always certain and says nothing.
    tail, tail_low, tail_high = _columns([each for _, each in chances[1:]])
    (line,) = ax.plot(
        numbers[1:],
        tail,
        color=style.INK,
        **style.line_look(place),
        linewidth=1.3,
        clip_on=False,
        zorder=3,
        label=at_least,
    )
    mark(line, at_least, at_least)
    if exact:
        return
    ax.errorbar(x, p, yerr=[p - low, high - p], fmt="none", ecolor=style.INK, elinewidth=1, capsize=2)
    ax.fill_between(numbers[1:], tail_low, tail_high, color=style.INK, alpha=0.15, linewidth=0)


def _columns(chances: Sequence[Estimate]) -> NDArray[np.float64]:
    """Return values, lower and upper ends. Shape (3, chances)."""
    return np.array([(each.value, each.low, each.high) for each in chances]).reshape(-1, 3).T
