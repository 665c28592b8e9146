"""The report on one scenario under one rule set: the same sections as a comparison, without a second side."""

from dataclasses import replace

import pytest

from document.made_study import TEXT, days, report_on
from document.test_model import plain, section, tables, without_endings
from mangonel import load_rules
from mangonel.document.model import ReportData
from mangonel.errors import DataError
from mangonel.paper.blocks import Paragraph, Picture
from mangonel.rules.difference import differences
from mangonel.studies.shown import Simulation
from paper.charts.made_results import exact_result, sampled_result

pytestmark = pytest.mark.slow

SHIELD = "Each shield is one game in a hundred; its number is the turn in which it ended."


def report(**more) -> ReportData:
    return report_on(Simulation(exact_result(), rules=load_rules("siege")), TEXT, **more)


def answer(data: ReportData) -> list[str]:
    lead, chart, note = section(data, "answer").blocks
    assert isinstance(lead, Paragraph)
    assert isinstance(chart, Picture)
    assert isinstance(note, Paragraph)
    return [plain(lead.text), plain(note.text)]


def test_the_answer_tells_the_chance_and_how_sure_it_is():
    assert answer(report()) == [
        "Under Siege and Cry Havoc “foothold” comes in 37.5 % of the games; the likeliest ending is “repulsed” (50.0 %).",
        f"{SHIELD} How sure: the numbers are exact, there is no sampling error. Undecided after 6 turns: 6.2 % under Siege and Cry Havoc.",
    ]
    _, note = answer(report_on(sampled_result(), TEXT))
    assert "How sure: the numbers are sampled (1,600 trials). Numbers in brackets are 95 % intervals." in note
    days_told = report_on(days().left, TEXT)
    assert any("day" in table.caption for table in tables(days_told, "endings"))
    nobody = answer(report_on(without_endings(exact_result(), 1), TEXT, ending="foothold"))
    assert nobody[0].startswith("Under siege “foothold” comes in no game")


def test_it_is_about_the_ending_asked_for_or_the_first_that_comes():
    assert answer(report(ending="cleared"))[0].startswith("Under Siege and Cry Havoc “cleared” comes in 6.2 %")
    with pytest.raises(DataError, match=r"no such ending: 'repulse'; did you mean 'repulsed'"):
        report(ending="repulse")


def test_every_number_of_a_comparison_stands_in_the_report_on_one_side_too():
    compared = report_on(days(), TEXT)
    alone = report_on(days().left, TEXT)
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
    data = report_on(Simulation(exact_result("croisades"), rules=croisades), TEXT, differences=apart)
    facts, *found = tables(data, "rules")
    assert facts.rows == (
        ("rule set", "Croisades (croisades)"),
        ("digest of the rules", croisades.digest),
        ("stands on", "siege"),
    )
    assert [row[0] for table in found for row in table.rows if "Healing" in row[0]] == ["Healing table"]
    (base,) = tables(report(), "rules")
    assert [row[0] for row in base.rows] == ["rule set", "digest of the rules"]
