"""Charts of comparisons, surveys, sweeps and designs: numbers, marks, order, room."""

from dataclasses import replace

import pytest
from matplotlib.colors import to_hex

from mangonel.engine.intervals import Estimate
from mangonel.paper.charts.bars import dot_chart, dots_height
from mangonel.paper.charts.cells import cell_map
from mangonel.paper.charts.goals import Band, goal_bands
from mangonel.paper.charts.heat import sweep_lines
from mangonel.paper.charts.style import ending_colour, new_axes
from mangonel.paper.charts.tornado import cause_bars, causes_height, tornado
from mangonel.rules.loading import load_rules
from paper.charts.made_results import sweep
from paper.charts.measured import faults

CAUSES = {
    "Movement allowances": (Estimate.of_exact(0.134), Estimate.of_exact(0.121)),
    "Up the ladder and onto the wall in one move": (Estimate.of_exact(-0.031), Estimate.of_exact(-0.052)),
    "Range bands": (Estimate.of_exact(0.0), Estimate.of_exact(0.004)),
}
SAMPLED_CAUSES = {name: tuple(Estimate.of_normal(one.value, 0.004) for one in pair) for name, pair in CAUSES.items()}
TOTAL = Estimate.of_exact(0.1036)
NAMES = ("Siege and Cry Havoc", "Croisades")


def drawn_causes(causes=CAUSES, width=7.0):
    title = "What each change of the rules does to “besiegers win”"
    ax = new_axes(width, causes_height(causes, title, width))
    return cause_bars(causes, TOTAL, names=NAMES, ax=ax, title=title)


def test_bars_are_as_long_as_each_change_alone_and_diamonds_stand_at_the_last():
    ax = drawn_causes()
    assert [bar.get_width() for bar in ax.patches] == pytest.approx([0.1036, 0.134, -0.031, 0.0])
    diamonds = [line for line in ax.lines if line.get_marker() == "D"]
    assert [float(line.get_xdata()[0]) for line in diamonds] == pytest.approx([0.121, -0.052, 0.004])


def test_numbers_have_their_signs():
    texts = [text.get_text().replace("\xa0", " ") for text in drawn_causes().texts]
    assert texts == ["+10.4 points", "+13.4 points", "\N{MINUS SIGN}3.1 points", "0 points"]


def test_whiskers_belong_to_sampled_bars_only():
    assert not drawn_causes().collections
    assert len(drawn_causes(SAMPLED_CAUSES).collections) == len(SAMPLED_CAUSES)


def test_a_label_has_room_below_the_bars():
    ax = cause_bars(CAUSES, TOTAL, names=NAMES, label="percentage points")
    assert ax.get_xlabel() == "percentage points"
    assert faults(ax.figure) == []


LABELS = ("Siege and Cry Havoc", "Croisades", "Siege, German rules", "My own rules, third draft", "Vikings")
ROWS = {
    "One ladder against two hexes of wall: besiegers win": tuple(
        map(Estimate.of_exact, (0.386, 0.485, 0.43, 0.1, 0.4))
    ),
    "Storm after storm of the breach before relief comes: besiegers win": tuple(
        Estimate.of_normal(value, 0.01) for value in (0.5, 0.5, 0.8, 0.75, 0.99)
    ),
    "never": tuple(map(Estimate.of_exact, (0.0,) * 5)),
}


def drawn_dots(width=7.0):
    title = "How often what is asked happens, scenario by scenario"
    ax = new_axes(width, dots_height(tuple(ROWS), LABELS, title, width))
    return dot_chart(ROWS, LABELS, ax=ax, title=title)


def dots(ax):
    return [line for line in ax.lines if len(line.get_xdata()) == 1 and line.get_markersize() > 6]


def test_a_dot_stands_at_every_chance():
    found = sorted(float(line.get_xdata()[0]) for line in dots(drawn_dots()))
    assert found == sorted(one.value for row in ROWS.values() for one in row)


def test_every_rule_set_has_a_mark_of_its_own_and_the_first_is_hollow():
    marks = [(line.get_marker(), line.get_markerfacecolor()) for line in dots(drawn_dots())][: len(LABELS)]
    assert len({mark for mark, _ in marks}) == len(LABELS)
    # The first is drawn last, so that it is seen where others lie below it.
    assert [fill for _, fill in marks].index("#FFFFFF") == len(LABELS) - 1


MELEE = load_rules("siege").table("melee-foot")


def exact(value):
    return Estimate.of_exact(value)


def test_cells_are_shaded_by_effect_and_white_where_nothing_is_rolled():
    effects = {("3", "3-1"): ("C", exact(0.069)), ("4", "3-1"): ("A", exact(-0.105)), ("1", "1-1"): ("A", exact(0.0))}
    ax = cell_map(MELEE, effects, title="Melee", note="how to read it " * 12)
    shades = [to_hex(patch.get_facecolor()) for patch in ax.patches]
    assert len(shades) == 120
    assert len([shade for shade in shades if shade != "#ffffff"]) == 2
    # In grey green and purple are alike.
    assert sorted((line.get_marker(), int(line.get_ydata()[0] + 0.5)) for line in ax.lines) == [("^", 2), ("v", 3)]
    assert {"C +6.9", "A \N{MINUS SIGN}10.5"} <= {text.get_text() for text in ax.texts}
    assert faults(ax.figure) == []


@pytest.mark.parametrize("designs", [1, 2, 4])
def test_goals_are_bands_with_a_dot_for_each_design(designs):
    bands = [
        Band(
            f"a goal with a name that is rather long, number {number}",
            0.4,
            0.6,
            1.0,
            (exact(0.3),) * designs,
            ("30 % (-10 points)",) * designs,
        )
        for number in range(3)
    ]
    ax = goal_bands(bands, [f"rules {number}" for number in range(designs)], title="None meets all")
    assert faults(ax.figure) == []


def test_bars_go_to_both_sides_with_their_numbers():
    changes = [exact(0.58), exact(-0.32), Estimate(0.1, 0.01, 0.08, 0.12, exact=False), exact(-0.0001)]
    names = ["number of ladders +1", "shooters in the towers +1", "men " * 14, "turns"]
    ax = tornado(names, changes, ["+58 points", "-32 points", "+10 points", "-0.01 points"], title="Most: a ladder")
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == [change.value for change in changes]
    assert faults(ax.figure) == []


ENDINGS = ("cleared", "foothold")


def line(columns=5, **options):
    return sweep(columns, 1, **options)


def test_a_line_goes_through_every_number_at_its_value():
    made = replace(line(4), xs=(2, 4, 6, 10))
    ax = sweep_lines({"siege": made}, endings=ENDINGS, title="A finding")
    (drawn,) = [one for one in ax.lines if one.get_label() == "siege"]
    assert list(drawn.get_xdata()) == [0, 2, 4, 8]
    assert list(drawn.get_ydata()) == [found.value for found in made.estimates[0]]
    assert [(tick, label.get_text()) for tick, label in zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)] == [
        (0, "2"),
        (2, "4"),
        (4, "6"),
        (8, "10"),
    ]
    assert to_hex(drawn.get_color()).upper() == ending_colour("foothold", ENDINGS)


def test_values_out_of_order_are_put_in_order():
    made = replace(line(3), xs=(6, 2, 4))
    (drawn,) = [one for one in sweep_lines({"siege": made}).lines if one.get_label() == "siege"]
    assert list(drawn.get_xdata()) == [0, 2, 4]
    values = [found.value for found in made.estimates[0]]
    assert list(drawn.get_ydata()) == [values[1], values[2], values[0]]


def test_sampled_lines_have_bands_and_exact_ones_have_none():
    assert not sweep_lines({"siege": line()}).collections
    assert len(sweep_lines({"siege": line(trials=400)}).collections) == 1
