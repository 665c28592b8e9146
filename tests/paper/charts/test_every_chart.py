"""Every chart: no word from elsewhere, numbers as the language writes them, room for long words, and what is not drawn."""

import re
from dataclasses import replace
from functools import cache

import pytest
from matplotlib.figure import Figure

from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.paper.charts.bars import dot_chart, ending_bars
from mangonel.paper.charts.changes import Changes, change_map
from mangonel.paper.charts.curves import ending_curves
from mangonel.paper.charts.exchange import exchange_height, loss_exchange
from mangonel.paper.charts.goals import goal_bands
from mangonel.paper.charts.heat import heat_map, sweep_lines
from mangonel.paper.charts.hexes import HexCell, hex_map
from mangonel.paper.charts.losses import loss_chart
from mangonel.paper.charts.series import series_curves
from mangonel.paper.charts.style import new_axes
from mangonel.paper.charts.tornado import cause_bars, tornado
from mangonel.rules.words import Locale, load_locale
from mangonel.rules.words.locale import PLACE
from pace import slow_after
from paper.charts.made_games import skirmish
from paper.charts.made_results import exact_result, long_result, repeated_result, sampled_result, sweep
from paper.charts.measured import Box, leaving, outside, overlaps, text_boxes
from rules.words.marking import left_over, marked, said_in

TWO = {"siege": exact_result(), "croisades": sampled_result()}
LONG = {"siege": long_result("siege"), "croisades": long_result("croisades", seed=4, trials=900)}


@cache
def fought():
    return {"siege": run(skirmish(), engine="exact"), "croisades": run(skirmish(lowest=3), trials=400, seed=2)}


@cache
def days():
    return run(skirmish(14, 9, turns=60, unit="day"), engine="counts", trials=20_000, seed=1)


CELLS = tuple(
    HexCell(f"north tents {n}", n % 4, n // 4, Estimate.of_exact(chance))
    for n, chance in enumerate((0.125, 0.25, 0.75, 1.0, 0.0, 0.5, 0.375), start=1)
)
CHARTS = {
    "bars": lambda: ending_bars(TWO),
    "bars-one": lambda: ending_bars({"siege": exact_result()}),
    "bars-long": lambda: ending_bars(LONG),
    "curves": lambda: ending_curves(TWO),
    "curves-days": lambda: ending_curves({"siege": days()}),
    "series": lambda: series_curves(fought()),
    "series-one": lambda: series_curves({"siege": days()}),
    "losses": lambda: loss_chart(TWO, "besiegers"),
    "losses-cut": lambda: loss_chart(LONG, "defenders"),
    "losses-one": lambda: loss_chart(TWO, "besiegers_dead"),
    "heat": lambda: heat_map(sweep(5, 4)),
    "heat-sampled": lambda: heat_map(sweep(3, 2, trials=400)),
    "hexes": lambda: hex_map(CELLS, what="lost"),
    "exchange": lambda: loss_exchange(TWO),
    "exchange-three": lambda: loss_exchange(TWO | {"c": repeated_result()}),
    "exchange-long": lambda: loss_exchange(LONG, ax=new_axes(4, exchange_height(LONG))),
    "sweeps": lambda: sweep_lines({"siege": sweep(5, 1), "my own rules": sweep(5, 1)}),
}
every_chart = pytest.mark.parametrize("chart", slow_after(3, CHARTS))
# The made-up results have endings, counters and numbers of a scenario, and a rule set, that no translator knows.
MADE_UP = {
    "wall", "taken", "by", "escalade", "meanwhile", "ladders", "on", "crew", "attackers", "defenders", "my", "own",
    "rules",
}  # fmt: skip


def stretched(text: str) -> str:
    """Return a text that is 1.6 times as long, its words with it."""
    if not re.search(r"[^\W\d_]", PLACE.sub("", text)):
        return text
    parts = re.split(r"(\{\w+\}|\s+)", text)
    return "".join(part if PLACE.fullmatch(part) else re.sub(r"[^\W\d_]{2,}", _longer, part) for part in parts)


def _longer(word: re.Match[str]) -> str:
    return word[0] + "o" * round(0.6 * len(word[0]))


def talkative() -> Locale:
    """Return a language whose words are 1.6 times as long as in English, with a comma in its numbers."""
    english = load_locale("en")
    return replace(
        english,
        decimal=",",
        percent="{}\N{NARROW NO-BREAK SPACE}%",
        phrases={key: stretched(text) for key, text in english.phrases.items()},
        words={kind: {name: stretched(text) for name, text in group.items()} for kind, group in english.words.items()},
    )


def texts(chart: str, words: Locale) -> list[str]:
    return [text for text, _ in text_boxes(said_in(words, CHARTS[chart]).figure)]


@cache
def drawn_long(chart: str) -> tuple[Figure, list[Box]]:
    figure = said_in(talkative(), CHARTS[chart]).figure
    return figure, text_boxes(figure)


@every_chart
def test_no_text_comes_from_elsewhere(chart):
    strange = {word for text in texts(chart, marked()) for word in left_over(text.replace("\n", " "))}
    assert strange <= MADE_UP


@every_chart
def test_the_words_given_are_those_that_are_drawn(chart):
    said = " ".join(text for text, _ in drawn_long(chart)[1])
    english = texts(chart, load_locale("en"))
    assert said != " ".join(english)
    # English is what nobody asked for.
    assert english == [text for text, _ in text_boxes(CHARTS[chart]().figure)]
    # No number has a decimal point, and no other sign of percent stands in it.
    assert not re.search(r"\d\.\d", said)
    assert not re.search(r"\d[ \N{NO-BREAK SPACE}]%", said)


@every_chart
def test_long_words_find_room(chart):
    figure, boxes = drawn_long(chart)
    assert overlaps(boxes) == []
    assert outside(figure, boxes) == []


GIVEN = {
    "curves": (lambda ax: ending_curves(TWO, ax=ax), (8, 6), (0.25, 0.25, 0.5, 0.5)),
    "series": (lambda ax: series_curves(fought(), ax=ax), (8, 6), (0.25, 0.25, 0.5, 0.5)),
    "hexes": (lambda ax: hex_map(CELLS, ax=ax), (10, 8), (0.25, 0.25, 0.5, 0.5)),
    "exchange": (lambda ax: loss_exchange(TWO, ax=ax), (10, 8), (0.2, 0.25, 0.6, 0.5)),
}


@pytest.mark.parametrize("chart", GIVEN)
def test_given_axes_are_used_and_nothing_leaves_their_place(chart):
    assert leaving(*GIVEN[chart]) == []


ALONE = replace(exact_result(), sides=exact_result().sides[:1])
REFUSED = {
    "two sequences": (lambda: ending_bars(TWO | {"ram": long_result("siege")}), "different endings"),
    "a wrong ending": (lambda: ending_curves(TWO, endings=["footholt"]), "'footholt'; did you mean 'foothold'"),
    "curves of nothing": (lambda: ending_curves({}), "no result"),
    "a wrong series": (lambda: series_curves(fought(), series="defender"), "'defender'; did you mean 'defenders'"),
    "no series": (lambda: series_curves(TWO), "nothing is watched turn by turn"),
    "series of nothing": (lambda: series_curves({}), "no result"),
    "a wrong side": (lambda: loss_chart(TWO, "beseigers"), "'beseigers'; did you mean 'besiegers'"),
    "one side": (lambda: loss_exchange({"siege": ALONE}), "two sides are needed"),
    "losses of nothing": (lambda: loss_exchange({}), "no result"),
    "no hex": (lambda: hex_map([]), "no hex"),
    "no number": (lambda: heat_map(replace(sweep(2, 2), xs=())), "no cell"),
    "no difference": (lambda: change_map(Changes((), (("no cover", "killed"),), ())), "no cell"),
    "no cause": (lambda: cause_bars({}, Estimate.of_exact(0.1), names=("siege", "croisades")), "no cause"),
    "no row": (lambda: dot_chart({}, ("siege",)), "no row"),
    "no chance": (lambda: dot_chart({"one": ()}, ("siege",)), "a chance for each"),
    "no goal": (lambda: goal_bands([], ["rules"]), "nothing to draw"),
    "no change": (lambda: tornado([], [], []), "nothing to draw"),
    "one value": (lambda: sweep_lines({"siege": sweep(1, 1)}), "two values"),
    "other values": (lambda: sweep_lines({"siege": sweep(3, 1), "croisades": sweep(4, 1)}), "different values"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_drawn_is_named(what):
    draw, said = REFUSED[what]
    with pytest.raises(DataError, match=said):
        draw()
