"""The report on a sweep: where a chance is highest, where it passes one half, what one more is worth."""

import csv
import io
from dataclasses import replace

import pytest

from cases import cases
from document.made_reports import making, sweep_report, swept
from document.test_model import plain, section, tables
from mangonel.document.designs import told
from mangonel.document.model import csv_bytes
from mangonel.document.sweeps import SweepStudy, build_sweep_report, crossings, sweep_told
from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.paper.blocks import PICTURE_WIDTH, Bullets, Paragraph, Picture, Table
from mangonel.paper.charts.style import new_axes
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale
from mangonel.studies.sweep import Reach
from rules.words.marking import said_in

CASES = cases(__file__)


def leads(data):
    return [plain(one.text) for one in section(data, "answer").blocks if isinstance(one, Paragraph)]


def points(data):
    return [plain(text) for text in next(b.items for b in section(data, "answer").blocks if isinstance(b, Bullets))]


def exact(*values):
    return [Estimate.of_exact(value) for value in values]


def of_lines(*lines, xs=None):
    """Return a report on made-up exact numbers, a line for each value of what varies down."""
    made = swept("siege")
    xs = tuple(range(len(lines[0]))) if xs is None else xs
    made = replace(
        made,
        xs=xs,
        ys=tuple(range(len(lines))),
        estimates=tuple(tuple(exact(*line)) for line in lines),
        provenances=tuple(tuple(made.provenance for _ in line) for line in lines),
    )
    return build_sweep_report({"siege": made}, making())


def test_the_answer_names_the_ends_and_where_they_are():
    data = of_lines((0.9, 0.7, 0.4), (0.6, 0.3, 0.1))
    (said,) = leads(data)
    men, oil = (load_locale("en").word("paths", name) for name in ("archers.men", "oil.barrels"))
    assert said.startswith(f"Breach: “{men}” matters more than “{oil}” (50 points against 33 points")
    assert said.endswith("above one half in 3 of 6 cells.")
    assert (
        f"Siege and Cry Havoc, breach: highest at {men} 0, {oil} 0 with 90.0 %, lowest at {men} 2, {oil} 1 with 10.0 %."
        in points(data)
    )


@pytest.mark.parametrize(
    ("path", "values", "told"), CASES["test_words_and_yes_and_no_are_those_of_the_language_and_have_no_size"]
)
def test_words_and_yes_and_no_are_those_of_the_language_and_have_no_size(path, values, told):
    one = replace(swept("siege", two=False), x_name=path, xs=tuple(values), rules=load_rules("siege"))
    one = replace(one, estimates=(tuple(exact(0.2, 0.7)),), provenances=(one.provenances[0][:2],))
    data = said_in("de", build_sweep_report, {"siege": one}, making())
    (table,) = tables(data, "numbers")
    assert [row[0] for row in table.rows] == told
    (picture,) = [block for part in data.sections for block in part.blocks if isinstance(block, Picture)]
    drawn = picture.draw(ax=new_axes(PICTURE_WIDTH, picture.height))
    assert [label.get_text().replace("\n", " ") for label in drawn.get_xticklabels()] == told
    assert crossings(values, exact(0.2, 0.7)) == ()


@pytest.mark.parametrize(("values", "line", "found"), CASES["test_one_half_is_passed_between_neighbours"])
def test_one_half_is_passed_between_neighbours(values, line, found):
    assert [list(pair) for pair in crossings(values, exact(*line))] == found


@pytest.mark.parametrize(("xs", "begins"), [((5, 6), "It takes 6 archers"), ((6, 10), "Siege and Cry Havoc, breach")])
def test_it_takes_so_many_only_where_one_less_was_played(xs, begins):
    one = replace(swept("siege", two=False), xs=xs, estimates=(tuple(exact(0.2, 0.7)),))
    data = build_sweep_report({"siege": replace(one, provenances=(one.provenances[0][:2],))}, making())
    assert leads(data)[0].startswith(begins)


def test_all_numbers_are_in_tables_and_in_the_file():
    data = sweep_report("siege")
    found = swept("siege")
    (table,) = tables(data, "numbers")
    assert table.header[1:] == tuple(str(x) for x in found.xs)
    assert [row[0] for row in table.rows] == [str(y) for y in found.ys]
    rows = [row for row in csv.DictReader(io.StringIO(csv_bytes(data.numbers).decode())) if row["section"] == "sweep"]
    numbers = {(int(row["x"]), int(row["y"])): float(row["estimate"]) for row in rows}
    assert numbers == {
        (x, y): found.estimates[iy][ix].value for iy, y in enumerate(found.ys) for ix, x in enumerate(found.xs)
    }


def test_chances_that_are_the_same_everywhere_need_no_chart_and_no_steps():
    data = of_lines((0.25, 0.25, 0.25), (0.25, 0.25, 0.25))
    assert leads(data) == ["Siege and Cry Havoc, breach: 25.0 % everywhere. What varies here does not touch it."]
    assert "steps" not in [one.anchor for one in data.sections]
    assert [type(block) for block in section(data, "numbers").blocks] == [Table]


@pytest.mark.slow
def test_two_rule_sets_stand_beside_each_other_with_their_difference():
    data = sweep_report("siege", "siege-de")
    assert len(leads(data)) == 2
    assert len(tables(data, "numbers")) == 3
    left, right = swept("siege"), swept("siege-de")
    gaps = [
        (b.value - a.value) for one, other in zip(left.estimates, right.estimates, strict=True)
        for a, b in zip(one, other, strict=True)
    ]  # fmt: skip
    apart = sum(abs(gap) > 1e-12 for gap in gaps)
    assert any(
        text.startswith(f"Siege, German rules minus Siege and Cry Havoc: different in {apart} of 8 cells")
        for text in points(data)
    )
    pictures = [block.name for block in section(data, "numbers").blocks if isinstance(block, Picture)]
    assert pictures == ["heat-map-1-1", "heat-map-2-1", "differences"]


def test_over_one_thing_there_are_lines_and_one_table():
    data = sweep_report("siege", "siege-de", two=False)
    assert [block.name for block in section(data, "numbers").blocks if isinstance(block, Picture)] == ["lines"]
    (table,) = tables(data, "numbers")
    left, right = "Siege and Cry Havoc", "Siege, German rules"
    assert table.header[1:] == (left, right, f"{right} minus {left}")
    assert "steps" not in [one.anchor for one in data.sections]
    assert all(row["y"] == "" for row in csv.DictReader(io.StringIO(csv_bytes(data.numbers).decode())))


def test_exact_values_are_told_apart_from_sampled_ones():
    made = swept("siege")
    one = replace(made.provenance, engine="exact", trials=None, seed=None)
    other = replace(made.provenance, engine="counts", trials=1000, seed=0, notes=(), scenario_digest="other")
    mixed = replace(
        made, xs=(1, 2), ys=(0,), y_name="", estimates=(tuple(exact(0.2, 0.4)),), provenances=((one, other),)
    )
    found = Reach(mixed, 0.4, 1, (one, other), 2)
    for blocks in (sweep_told(mixed), told(found, everything=False)):
        assert blocks[-1].text == "exact; numbers with an interval: 1,000 trials"
    assert f"scenario {one.scenario} [{one.scenario_digest}]" in told(found)[-1].text


def test_sweeps_over_different_things_are_no_report():
    with pytest.raises(DataError, match="different things"):
        SweepStudy({"a": swept("siege"), "b": swept("siege", values=3)})
    with pytest.raises(DataError, match="one rule set or two"):
        SweepStudy({})
