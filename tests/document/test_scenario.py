"""The report on one scenario under one rule set: the same sections as a comparison, without a second side."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from document.made_study import TEXT, a_sweep, days, exact_against_sampled, fires, sampled_days
from document.marked import texts_of
from document.test_model import plain, section, tables, without_endings
from mangonel import load_rules
from mangonel.document.model import ReportData
from mangonel.document.scenario import build_report
from mangonel.document.typst import render_report
from mangonel.engine.owners import Side
from mangonel.errors import DataError
from mangonel.paper.blocks import Bullets, Paragraph, Picture, Table
from mangonel.rules.difference import differences
from pace import slow_after
from paper.charts.made_results import exact_result, sampled_result
from paper.looking import report_faults

MEANS = "On average at the end: last turn 4.562; besiegers dead 2.125; besiegers wounded 1.688; defenders dead 0.562."


def report(**more) -> ReportData:
    return build_report(exact_result(), TEXT, rules=load_rules("siege"), sweep=a_sweep(), **more)


def answer(data: ReportData) -> list[str]:
    lead, full, chart, bullets = section(data, "answer").blocks
    assert isinstance(lead, Paragraph)
    assert isinstance(full, Paragraph)
    assert isinstance(chart, Picture)
    assert isinstance(bullets, Bullets)
    return [plain(text) for text in (lead.text, full.text, *bullets.items)]


def test_it_has_the_sections_of_a_comparison_in_the_same_order():
    compared = build_report(exact_against_sampled(), TEXT, sweep=a_sweep())
    assert [part.anchor for part in report().sections] == [part.anchor for part in compared.sections]
    assert section(report(), "rules").heading == "Rules in force"
    assert "rules" not in {part.anchor for part in build_report(exact_result(), TEXT).sections}


def test_the_answer_tells_the_chances_when_they_come_and_how_sure_they_are():
    assert answer(report()) == [
        "Under siege “foothold” comes in 37.5 % of the games; the likeliest ending is “repulsed” (50.0 %).",
        "Ending “foothold”: 37.50 % under siege.",
        "Other endings: repulsed 50.00 %; cleared 6.25 %; undecided 6.25 %.",
        "If “foothold” comes, half of it has come by turn 3, and 90 % of it by turn 5.",
        MEANS,
        "How sure: the numbers are exact, there is no sampling error.",
    ]
    sampled = answer(build_report(sampled_result(), TEXT))
    assert sampled[1] == "Ending “foothold”: 25 % (23 to 27) under croisades."
    assert sampled[-1] == "How sure: the numbers are sampled (1,600 trials). Numbers in brackets are 95 % intervals."


@pytest.mark.parametrize(
    ("wins", "others"),
    [(("foothold",), "repulsed 50.00 %; cleared 6.25 %"), (("foothold", "cleared"), "repulsed 50.00 %")],
)
def test_the_endings_by_which_a_side_wins_are_no_others(wins, others):
    result = replace(exact_result(), sides=(Side("besiegers", wins),))
    told = answer(build_report(result, TEXT, ending="besiegers"))
    assert f"Other endings: {others}; undecided 6.25 %." in told


def test_days_are_days_and_nothing_is_said_of_when_an_ending_comes_that_does_not():
    told = answer(build_report(days().left, TEXT))
    assert any("by day" in text for text in told)
    nobody = answer(build_report(without_endings(exact_result(), 1), TEXT, ending="foothold"))
    assert nobody[0].startswith("Under siege “foothold” comes in no game")
    assert not any(text.startswith("If ") for text in nobody)


def test_it_is_about_the_ending_asked_for_or_the_first_that_comes():
    assert answer(report(ending="cleared"))[1].startswith("Ending “cleared”: 6.25 %")
    with pytest.raises(DataError, match=r"no such ending: 'repulse'; did you mean 'repulsed'"):
        report(ending="repulse")


@pytest.mark.slow
def test_no_table_has_a_column_for_a_difference():
    for made in (exact_result(), sampled_result(), fires().left, days().left):
        made = replace(made, provenance=replace(made.provenance, rules="siege"))
        data = build_report(made, TEXT)
        assert not [text for _, text in texts_of(data) if "minus" in text]
        for part in data.sections:
            for block in part.blocks:
                if isinstance(block, Table):
                    assert {len(row) for row in block.rows} <= {len(block.header)}
        assert not [row for row in data.numbers if row.section.startswith("difference")]
    assert tables(report(), "endings")[2].header == ("turn", "foothold", "repulsed", "cleared")


def test_every_number_of_a_comparison_stands_in_the_report_on_one_side_too():
    compared = build_report(days(), TEXT)
    alone = build_report(days().left, TEXT)
    label = {row.rules for row in alone.numbers if row.section == "ending"}
    assert len(label) == 1
    mine = [replace(row, rules="siege") for row in alone.numbers if row.rules in label]
    theirs = [row for row in compared.numbers if row.rules == "siege"]
    # The two are played by rule sets without a name, which only the comparison gives them.
    assert [row for row in mine if row.section != "provenance"] == [
        row for row in theirs if row.section != "provenance"
    ]


def test_rules_in_force_name_the_rule_set_and_what_it_changes():
    siege, croisades = load_rules("siege"), load_rules("croisades")
    apart = differences(siege, croisades)
    data = build_report(exact_result("croisades"), TEXT, rules=croisades, differences=apart)
    facts, *found = tables(data, "rules")
    assert facts.rows == (
        ("rule set", "Croisades (croisades)"),
        ("digest of the rules", croisades.digest),
        ("stands on", "siege"),
    )
    assert [row[0] for table in found for row in table.rows if "Healing" in row[0]] == ["Healing table"]
    (base,) = tables(report(), "rules")
    assert [row[0] for row in base.rows] == ["rule set", "digest of the rules"]


@pytest.mark.slow
def test_it_is_written_as_html_pdf_and_csv():
    files = render_report(report())
    assert b"Rules in force" in files["html"]
    assert files["csv"].startswith(b"section,rules,name")
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(files["pdf"])).pages)
    assert "37.50" in text


@pytest.mark.parametrize(
    "made",
    slow_after(
        1,
        [
            lambda: build_report(fires().left, TEXT),
            report,
            lambda: build_report(sampled_days().left, TEXT),
        ],
    ),
)
def test_no_text_overlaps_or_leaves_the_margins(made):
    data = made()
    assert report_faults(data) == []
    assert all(len(block.alt) > 40 for part in data.sections for block in part.blocks if isinstance(block, Picture))
