from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from matplotlib import rcParams
from matplotlib.figure import Figure

from mangonel.paper.charts.bars import ending_bars
from mangonel.paper.charts.layout import percent_ticks, spread, text_width, wrapped
from mangonel.paper.charts.style import image
from paper.charts.made_results import exact_result, sampled_result

labels = st.lists(st.tuples(st.floats(0, 1), st.floats(0.01, 0.12)), min_size=1, max_size=10)


@given(labels)
def test_spread_labels_never_overlap_and_stay_in_the_room_if_they_fit(entries):
    wanted, heights = zip(*entries, strict=True)
    found = spread(wanted, heights, 0.0, 1.0)
    boxes = sorted((centre - height / 2, centre + height / 2) for centre, height in zip(found, heights, strict=True))
    for (_, top), (bottom, _) in pairwise(boxes):
        assert bottom >= top - 1e-9
    if sum(heights) <= 1:
        assert boxes[0][0] >= -1e-9
        assert boxes[-1][1] <= 1 + 1e-9


@given(labels)
def test_spread_keeps_the_order(entries):
    wanted, heights = zip(*entries, strict=True)
    found = spread(wanted, heights, 0.0, 1.0)
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    assert [found[place] for place in order] == sorted(found)


@given(st.text("abc -_", max_size=60), st.floats(20, 200))
def test_wrapped_lines_fit_and_lose_no_letter(text, width):
    lines = wrapped(text, width, 9)
    assert all(text_width(line, 9) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_the_style_leaves_the_users_settings_alone():
    before = dict(rcParams)
    ending_bars({"siege": exact_result()})
    assert dict(rcParams) == before


def test_the_same_chart_gives_the_same_bytes():
    for kind in ("svg", "png", "pdf"):
        first, second = (
            image(ending_bars({"siege": exact_result(), "croisades": sampled_result()}), kind) for _ in range(2)
        )
        assert first == second


def test_names_with_dollars_are_not_mathematics():
    ax = ending_bars({"$x^2$ and $": exact_result(), "siege": exact_result()})
    assert b"<svg" in image(ax, "svg")
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts[0] == "$x^2$ and $"


def test_a_tick_between_whole_percents_keeps_its_decimal():
    ax = Figure().add_subplot()
    said = {}
    for ticks in ((0, 0.025, 0.05), (0, 0.05, 0.1)):
        ax.set_yticks(ticks)
        ax.yaxis.set_major_formatter(percent_ticks(0.1))
        said[ticks] = [label.get_text().replace("\xa0", " ") for label in ax.get_yticklabels()]
    assert list(said.values()) == [["0.0 %", "2.5 %", "5.0 %"], ["0 %", "5 %", "10 %"]]
