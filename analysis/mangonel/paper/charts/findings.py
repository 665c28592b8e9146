"""Titles that say what a chart shows, computed from its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED
from mangonel.engine.result import Result
from mangonel.paper.charts.numbers import brief, differs, full, gap, points, short
from mangonel.rules.words import Locale, in_words

__all__ = ["ending_finding", "mean_finding", "series_finding", "verdict"]

_PAIR = 2
_NEXT_TO_NOTHING = 0.01


def ending_finding(
    results: Mapping[str, Result],
    ending: str | None = None,
    *,
    difference: Estimate | None = None,
    words: Locale | None = None,
) -> str:
    """Return the finding on one ending; of a single result, which of its endings are the likeliest.

    Parameters
    ----------
    results
        Label to result.
    ending
        The ending, by default the first of the sequence.
    difference
        The difference of two results (second minus first), if it is known better than from the two intervals.
    words
        The language, by default English.
    """
    words = in_words(words)
    first = next(iter(results.values()))
    if len(results) == 1:
        return _likeliest(next(iter(results)), first, words)
    name = first.endings[0] if ending is None else ending
    chances = {label: result.probability(name) for label, result in results.items()}
    apart = None if len(chances) != _PAIR else gap(*chances.values()) if difference is None else difference
    written = {label: short(estimate, words=words) for label, estimate in chances.items()}
    shown = _by_label(written, words, apart)
    phrase = words.word("endings", name, first.sequence)
    if apart is None:
        return words.text("frame.named", name=phrase, text=shown)
    if differs(apart) and len({*written.values()}) > 1:
        phrase = words.text("charts.more_often", ending=phrase, rules=list(chances)[apart.value > 0])
    return words.text("frame.named", name=phrase, text=shown) + verdict(apart, percent=True, words=words)


def _likeliest(label: str, result: Result, words: Locale) -> str:
    """Return which endings are the likeliest; what is undecided at the last turn may be one of them."""
    chances = {name: result.probability(name) for name in (*result.endings, UNDECIDED)}
    first, second = sorted(chances, key=lambda name: -chances[name].value)[:_PAIR]
    if chances[first].exact and chances[first].value >= 1:
        return words.text("charts.likely_always", rules=label, ending=words.word("endings", first, result.sequence))
    shown = {
        place: words.text(
            "charts.named", name=words.word("endings", name, result.sequence), value=short(chances[name], words=words)
        )
        for place, name in (("first", first), ("second", second))
    }
    if chances[second].value <= 0:
        return words.text("charts.likely_one", rules=label, first=shown["first"])
    apart = chances[first].low > chances[second].high
    return words.text("charts.likely_two" if apart else "charts.likely_both", rules=label, **shown)


def _by_label(shown: Mapping[str, str], words: Locale, apart: Estimate | None) -> str:
    """Return what is found under each label; once if it is exactly the same under both."""
    if apart is not None and apart.exact and not differs(apart):
        return words.text("charts.named", name=words.joined(shown), value=next(iter(shown.values())))
    return ", ".join(words.text("charts.named", name=label, value=value) for label, value in shown.items())


def mean_finding(
    results: Mapping[str, Result], values: Mapping[str, NDArray[np.float64]], *, of: str, words: Locale | None = None
) -> str:
    """Return the finding on the mean of a quantity.

    Parameters
    ----------
    results, values
        Label to result, and label to the quantity for each of its outcomes.
    of
        What is averaged, for example ``besiegers dead or wounded``.
    words
        The language, by default English.
    """
    words = in_words(words)
    means = {label: result.estimate(values[label]) for label, result in results.items()}
    shown = {label: full(mean, percent=False, interval=False, words=words) for label, mean in means.items()}
    apart = gap(*means.values()) if len(means) == _PAIR else None
    text = words.text("charts.mean_of", what=of, values=_by_label(shown, words, apart))
    return text if apart is None else text + verdict(apart, percent=False, words=words)


def series_finding(results: Mapping[str, Result], names: Sequence[str], *, words: Locale | None = None) -> str:
    """Return the finding on series: of a single result, from where to where they go; of more, where one of them ends.

    That is the first that has not come to nothing by the end, as fires do.
    """
    words = in_words(words)
    first = next(iter(results.values()))
    if len(results) == 1:
        ways = (
            words.text(
                "charts.from_to",
                name=words.word("series", name, first.sequence),
                start=brief(first.by_turn(name, 0), words=words),
                end=brief(first.by_turn(name, first.turns), words=words),
            )
            for name in names
        )
        filled = {"label": next(iter(results)), "ways": ", ".join(ways)}
        return words.for_unit("charts.ways_after", first.unit, first.turns, **filled)
    name = next((name for name in names if any(_lasts(result, name) for result in results.values())), names[0])
    courses = {label: result.by_turn(name, result.turns) for label, result in results.items()}
    apart = gap(*courses.values()) if len(courses) == _PAIR else None
    shown = _by_label({label: brief(estimate, words=words) for label, estimate in courses.items()}, words, apart)
    filled = {"name": words.word("series", name, first.sequence), "values": shown}
    if len({result.turns for result in results.values()}) == 1:
        text = words.for_unit("charts.values_after", first.unit, first.turns, **filled)
    else:
        text = words.text("charts.values_at_end", **filled)
    return text if apart is None else text + verdict(apart, percent=False, words=words)


def _lasts(result: Result, series: str) -> bool:
    """Return whether a series ends above a small part of its peak."""
    means = result.each_turn(series).means
    return bool(means[-1] > _NEXT_TO_NOTHING * means.max(initial=0.0))


def verdict(difference: Estimate, *, percent: bool, words: Locale | None = None) -> str:
    """Return what may be said of a difference, as the end of a sentence."""
    words = in_words(words)
    if differs(difference):
        return f" ({points(difference, percent=percent, interval=False, in_title=True, words=words)})"
    return f" ({words.text('charts.same' if difference.exact else 'charts.not_apart')})"
