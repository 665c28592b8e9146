"""How charts and reports write numbers, with no more digits than they support; and titles computed from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.intervals import NO_BREAK, Estimate
from mangonel.engine.owners import UNDECIDED
from mangonel.engine.result import NOISE, Result
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

_MOST_PLACES: Final = 6
_JUST: Final = {">": "just_above", "<": "just_below"}
"""The text of a difference that is not 0 and that no digits show."""
_MORE: Final = 1.25
"""How many times as far one number has to move a chance to matter more than another."""


def short(estimate: Estimate, *, unit: bool = True) -> str:
    """Return a probability in percent as a label, without its interval.

    Parameters
    ----------
    unit
        Whether the percent sign is written.
    """
    number = words().written(estimate.digits(percent=True)[0])
    return words().percentage(number) if unit else number


def full(estimate: Estimate, *, percent: bool = True, interval: bool = True) -> str:
    """Return a probability in percent or a mean; if it is sampled, with the interval that its digits show.

    Parameters
    ----------
    interval
        Whether the interval is written.
    """
    return kept_together(estimate.text(percent=percent, interval=interval))


def brief(estimate: Estimate) -> str:
    """Return a mean as a label, without its interval; a whole number has no decimals."""
    if estimate.exact and abs(estimate.value - round(estimate.value)) <= NOISE * max(1.0, abs(estimate.value)):
        return words().written(f"{estimate.value:.0f}")
    return words().written(estimate.digits()[0])


def points(estimate: Estimate, *, percent: bool = True, interval: bool = True) -> str:
    """Return a difference with its sign: of probabilities in percentage points, of means in their unit.

    One that is next to nothing is put in words; `percent`, `interval` and `words` are as in `full`.
    """
    digits, *others = _signed_digits(estimate, percent=percent)
    if digits in _JUST:
        return say(f"figures.{_JUST[digits]}")
    number = words().amount("figures.points", digits) if percent else words().written(digits)
    if others and interval:
        low, high = map(words().written, others)
        number = say("figures.interval", number=number, low=low, high=high)
    return kept_together(number)


def kept_together(text: str) -> str:
    """Return a number that is broken over two lines before its interval only."""
    return text.replace(" ", NO_BREAK).replace(f"{NO_BREAK}(", " (")


def differs(estimate: Estimate) -> bool:
    """Return whether a difference can be told from 0: it is exact and not 0, or its interval leaves 0 out."""
    if estimate.exact:
        return abs(estimate.value) > NOISE
    return estimate.low > 0 or estimate.high < 0


def gap(left: Estimate, right: Estimate) -> Estimate:
    """Return right minus left for two results that share no dice.

    The ends of the two intervals recover the variances there (Newcombe 1998), so a 0 in n trials stays uncertain.
    """
    value = right.value - left.value
    if left.exact and right.exact:
        return Estimate.of_exact(value)
    se, below, above = np.hypot(
        (left.se, left.high - left.value, left.value - left.low),
        (right.se, right.value - right.low, right.high - right.value),
    ).tolist()
    return Estimate(value, se, value - below, value + above, exact=False)


def _signed_digits(estimate: Estimate, *, percent: bool) -> tuple[str, ...]:
    """Return the digits of a difference and, if it is sampled, of the ends of its interval."""
    scale = 100.0 if percent else 1.0
    if estimate.exact and abs(estimate.value) <= NOISE:
        return ("0",)
    number = scale * estimate.value
    most = 1 if percent else 2
    if estimate.exact:
        text = _signed(number, most)
        return (text if float(text) != 0 else ">" if number > 0 else "<",)
    places = estimate.decimals(percent=percent, most=most)
    # Rounding must not move an end of the interval onto 0 when it lies beside it.
    nearest = min(abs(estimate.low), abs(estimate.high)) * scale
    while differs(estimate) and round(nearest, places) == 0 and places < _MOST_PLACES:
        places += 1
    return tuple(_signed(scale * number, places) for number in (estimate.value, estimate.low, estimate.high))


def _signed(number: float, places: int) -> str:
    text = f"{number:+.{places}f}"
    return text if float(text) != 0 else text[1:]


_NEXT_TO_NOTHING = 0.01


def ending_finding(results: Mapping[str, Result], ending: str | None = None) -> str:
    """Return the finding on one ending; of a single result, which of its endings are the likeliest.

    Parameters
    ----------
    results
        Label to result.
    ending
        The ending, by default the first of the sequence.
    """
    first = next(iter(results.values()))
    if len(results) == 1:
        return _likeliest(next(iter(results)), first)
    name = first.endings[0] if ending is None else ending
    chances = {label: result.probability(name) for label, result in results.items()}
    apart = gap(*chances.values()) if len(chances) == 2 else None
    written = {label: short(estimate) for label, estimate in chances.items()}
    shown = _by_label(written, apart)
    phrase = words().word("endings", name, first.sequence)
    if apart is None:
        return words().named(phrase, shown)
    if differs(apart) and len({*written.values()}) > 1:
        phrase = say("charts.more_often", ending=phrase, rules=list(chances)[apart.value > 0])
    return words().named(phrase, shown) + verdict(apart, percent=True)


def _likeliest(label: str, result: Result) -> str:
    """Return which endings are the likeliest; games that are undecided at the last turn may be one of them."""
    chances = {name: result.probability(name) for name in (*result.endings, UNDECIDED)}
    first, second = sorted(chances, key=lambda name: -chances[name].value)[:2]
    if chances[first].exact and chances[first].value >= 1:
        return say("charts.likely_always", rules=label, ending=words().word("endings", first, result.sequence))
    shown = {}
    for place, name in (("first", first), ("second", second)):
        named, chance = words().word("endings", name, result.sequence), short(chances[name])
        shown[place] = say("charts.named", name=named, value=chance)
    if chances[second].value <= 0:
        return say("charts.likely_one", rules=label, first=shown["first"])
    apart = chances[first].low > chances[second].high
    return say("charts.likely_two" if apart else "charts.likely_both", rules=label, **shown)


def _by_label(shown: Mapping[str, str], apart: Estimate | None) -> str:
    """Return the number under each label; once if it is exactly the same under both."""
    if apart is not None and apart.exact and not differs(apart):
        return say("charts.named", name=words().joined(shown), value=next(iter(shown.values())))
    return ", ".join(say("charts.named", name=label, value=value) for label, value in shown.items())


def mean_finding(results: Mapping[str, Result], values: Mapping[str, NDArray[np.float64]], *, of: str) -> str:
    """Return the finding on the mean of a quantity.

    Parameters
    ----------
    results, values
        Label to result, and label to the quantity for each of its outcomes.
    of
        The quantity, for example ``besiegers dead or wounded``.
    """
    means = {label: result.estimate(values[label]) for label, result in results.items()}
    shown = {label: full(mean, percent=False, interval=False) for label, mean in means.items()}
    apart = gap(*means.values()) if len(means) == 2 else None
    text = say("charts.mean_of", what=of, values=_by_label(shown, apart))
    return text if apart is None else text + verdict(apart, percent=False)


def series_finding(results: Mapping[str, Result], names: Sequence[str]) -> str:
    """Return the finding on series: of a single result, from where to where they go; of more, where one of them ends.

    That is the first that has not come to nothing by the end, as fires do.
    """
    first = next(iter(results.values()))
    if len(results) == 1:
        ways = []
        for name in names:
            start, end = (brief(first.by_turn(name, turn)) for turn in (0, first.turns))
            ways.append(say("charts.from_to", name=words().word("series", name, first.sequence), start=start, end=end))
        filled = {"label": next(iter(results)), "ways": ", ".join(ways)}
        return words().for_unit("charts.ways_after", first.unit, first.turns, **filled)
    name = next((name for name in names if any(_lasts(result, name) for result in results.values())), names[0])
    courses = {label: result.by_turn(name, result.turns) for label, result in results.items()}
    apart = gap(*courses.values()) if len(courses) == 2 else None
    shown = _by_label({label: brief(estimate) for label, estimate in courses.items()}, apart)
    filled = {"name": words().word("series", name, first.sequence), "values": shown}
    if len({result.turns for result in results.values()}) == 1:
        text = words().for_unit("charts.values_after", first.unit, first.turns, **filled)
    else:
        text = say("charts.values_at_end", **filled)
    return text if apart is None else text + verdict(apart, percent=False)


def _lasts(result: Result, series: str) -> bool:
    means = result.each_turn(series).means
    return bool(means[-1] > _NEXT_TO_NOTHING * means.max(initial=0.0))


def verdict(difference: Estimate, *, percent: bool) -> str:
    """Return the verdict on a difference, as the end of a sentence."""
    if differs(difference):
        return f" ({points(difference, percent=percent, interval=False)})"
    return f" ({say('charts.same' if difference.exact else 'charts.not_apart')})"


def are_words(values: Sequence[Any]) -> bool:
    """Return whether values have no size: words, or true and false."""
    return any(isinstance(value, str | bool) for value in values)


@dataclass(frozen=True, repr=False)
class Grid:
    """The probability of an ending by two numbers of a scenario."""

    x_name: str
    y_name: str
    """Dotted paths of the two numbers in the scenario file; `y_name` is empty if only one varies."""
    xs: tuple[Any, ...]
    ys: tuple[Any, ...]
    """`xs`, `ys`: their values, numbers or words; `ys` has a single 0 if only one varies."""
    ending: str
    """The ending."""
    estimates: tuple[tuple[Estimate, ...], ...]
    """Its probability, ``estimates[iy][ix]``."""
    sequence: str
    """The sequence that was played."""
    rules: RuleSet = field(compare=False)
    """The rule set, by which rules that vary are called."""


def heat_finding(sweep: Grid) -> str:
    """Return which of two numbers matters more, and how often the probability is above one half.

    Of one number, or of cells that cannot be told apart, from where to where it goes.
    """
    cells = [(x, y, sweep.estimates[iy][ix]) for iy, y in enumerate(sweep.ys) for ix, x in enumerate(sweep.xs)]
    low = min(cells, key=lambda cell: cell[2].value)
    high = max(cells, key=lambda cell: cell[2].value)
    ending = words().word("endings", sweep.ending, sweep.sequence)
    least, most = (short(cell[2]) for cell in (low, high))
    if low[2].exact and high[2].exact and low[2].value == high[2].value:
        return say("charts.in_every_cell", ending=ending, chance=least)
    if not low[2].high < high[2].low:
        return say("charts.cells_not_apart", ending=ending, low=least, high=most)
    if len(sweep.xs) == 1 or len(sweep.ys) == 1:
        return say("charts.lowest_highest", ending=ending, low=least, high=most)
    above = sum(cell[2].value > 0.5 + NOISE for cell in cells)
    key = "half_never" if not above else "half_always" if above == len(cells) else "half_in"
    half = say(f"charts.{key}", count=words().number(above), total=words().number(len(cells)))
    values = np.array([[estimate.value for estimate in line] for line in sweep.estimates])
    names = [words().path(name, sweep.sequence, sweep.rules) for name in (sweep.x_name, sweep.y_name)]
    # How far the rows go, and the columns, on average.
    reached = (np.ptp(values, axis=axis).tolist() for axis in (1, 0))
    spreads = {name: sum(sizes) / len(sizes) for name, sizes in zip(names, reached, strict=True)}
    more, less = sorted(spreads, key=lambda name: -spreads[name])
    most, little = (words().amount("figures.points", f"{100 * spreads[name]:.0f}") for name in (more, less))
    key = "charts.matters_more" if spreads[more] > _MORE * spreads[less] else "charts.matter_alike"
    return say(key, ending=ending, more=more, less=less, half=half, most=most, least=little)
