from dataclasses import replace

import pytest

from cases import cases
from document.made_study import (
    DIFFERENCES,
    TEXT,
    TITLES,
    comparison,
    effects,
    exact_against_sampled,
    fires,
    full_report,
    left_out,
    report_on,
    same_fires,
)
from mangonel.document.model import ReportData
from mangonel.paper.blocks import Paragraph, Picture, Section, Table
from mangonel.rules.words import load_locale
from mangonel.studies.attribute import Attribution
from paper.charts.made_results import exact_result, sampled_result

CASES = cases(__file__)


def plain(text: str) -> str:
    return text.replace("\xa0", " ")


def section(data: ReportData, anchor: str) -> Section:
    (found,) = [part for part in data.sections if part.anchor == anchor]
    return found


def answer(data: ReportData) -> str:
    lead, *_ = blocks = section(data, "answer").blocks
    assert isinstance(lead, Paragraph)
    assert lead.weight == "lead"
    return plain("\n".join(block.text for block in blocks if isinstance(block, Paragraph)))


def test_differences_without_an_effect_to_tell_are_listed_with_the_reason():
    data = report_on(
        Attribution(exact_against_sampled(), effects(), left_out()), TEXT, differences=DIFFERENCES, titles=TITLES
    )
    table = section(data, "rules").blocks[-1]
    assert isinstance(table, Table)
    assert "cannot be made or left out alone" in table.caption
    assert table.rows == (("Melee against characters on foot: 3 / 4-1", left_out()[0].reason),)
    (row,) = (row for row in data.numbers if row.section == "effect-left-out")
    assert (row.name, row.text) == ("melee-foot.3.4-1", left_out()[0].reason)
    assert "cannot be made" not in section(full_report(), "rules").blocks[-1].caption


def test_answer_names_both_numbers_and_the_difference_with_its_interval():
    said = answer(full_report())
    assert "25 % instead of 37.5 %" in said
    assert "croisades is sampled (1,600 trials)" in said
    assert "Undecided after 6 turns: 6.2 % under siege" in said


def test_an_interrupted_run_is_said_to_be_so():
    left = exact_result()
    right = sampled_result()
    right = replace(right, provenance=replace(right.provenance, interrupted=True))
    assert "interrupted" in answer(report_on(comparison(left, right), TEXT))


def tables(data: ReportData, anchor: str) -> list[Table]:
    return [block for block in section(data, anchor).blocks if isinstance(block, Table)]


def pictures(data: ReportData, anchor: str) -> list[Picture]:
    return [block for block in section(data, anchor).blocks if isinstance(block, Picture)]


@pytest.mark.parametrize(
    ("language", "things", "said"), CASES["test_and_stands_before_the_last_of_several_things_only"]
)
def test_and_stands_before_the_last_of_several_things_only(language, things, said):
    assert load_locale(language).joined(things) == said


def test_the_report_is_about_the_first_ending_that_comes():
    nobody = without_endings(exact_result(), 1), without_endings(exact_result("b"), 1)
    assert answer(report_on(comparison(*nobody), TEXT)).startswith(
        "It makes no difference whether siege or croisades is played: “repulsed” comes "
    )
    one_side = without_endings(exact_result(), 1), exact_result("b")
    assert "“foothold” comes" in answer(report_on(comparison(*one_side), TEXT))


def test_a_chart_of_causes_says_how_many_it_leaves_out(monkeypatch):
    monkeypatch.setattr("mangonel.document.scenario._MOST_BARS", 2)
    data = report_on(Attribution(comparison(exact_result(), sampled_result()), effects()), TEXT)
    assert [picture.alt.count("; 2 more") for picture in pictures(data, "endings") if picture.name == "causes"] == [1]


def without_endings(result, code: int):
    outcomes = result.outcomes.copy()
    outcomes[outcomes[:, 0] == code, 0] = 2
    return replace(result, outcomes=outcomes)


def without_losses(result, *, of: tuple[int, ...]):
    outcomes = result.outcomes.copy()
    outcomes[:, list(of)] = 0
    return replace(result, outcomes=outcomes)


def test_a_side_that_loses_nobody_has_a_sentence_and_no_chart():
    exact = comparison(without_losses(exact_result(), of=(2, 3)), without_losses(exact_result("b"), of=(2, 3)))
    data = report_on(exact, TEXT)
    assert [picture.name for picture in pictures(data, "losses")] == ["losses-2"]
    said = [block.text for block in section(data, "losses").blocks if isinstance(block, Paragraph)]
    assert said == ["Besiegers: this side loses nobody."]
    sampled = comparison(without_losses(exact_result(), of=(2, 3)), without_losses(sampled_result(), of=(2, 3)))
    said = [block.text for block in section(report_on(sampled, TEXT), "losses").blocks if isinstance(block, Paragraph)]
    assert said == ["Besiegers: this side lost nobody in any trial."]


def test_the_map_has_every_hex_and_its_counters_stand_nowhere_else():
    compared = fires()
    data = report_on(compared, TEXT)
    assert len(pictures(data, "map")) == 2
    (table,) = tables(data, "map")
    assert [row[0] for row in table.rows] == [one.name.replace("_", " ") for one in compared.left.hexes.hexes]
    chance = compared.left.tally("lost:tent_1").value
    assert plain(table.rows[0][1]) == f"{100 * chance:.1f} %"
    counters = {row[0] for table in tables(data, "losses") for row in table.rows}
    assert not any("lost: " in name for name in counters)
    assert len(pictures(report_on(same_fires(), TEXT), "map")) == 1
    assert "map" not in {part.anchor for part in full_report().sections}
