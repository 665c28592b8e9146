from dataclasses import replace

import pytest

from document.made_study import (
    DIFFERENCES,
    TEXT,
    a_sweep,
    comparison,
    days,
    effects,
    exact_against_sampled,
    fires,
    left_out,
    long_names,
    same_fires,
    sampled_days,
)
from mangonel import load_rules, load_scenario, run
from mangonel.document.model import ReportData, ReportText
from mangonel.document.scenario import build_report
from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.games.scenario import build
from mangonel.paper.blocks import Bullets, Paragraph, Picture, Section, Table
from mangonel.paper.charts.losses import loss_values
from mangonel.rules.words import load_locale, locale_names
from mangonel.studies.attribute import Effect
from paper.charts.made_results import exact_result, sampled_result


def plain(text: str) -> str:
    return text.replace("\xa0", " ")


def section(data: ReportData, anchor: str) -> Section:
    (found,) = [part for part in data.sections if part.anchor == anchor]
    return found


def everything() -> ReportData:
    return build_report(exact_against_sampled(), TEXT, differences=DIFFERENCES, sweep=a_sweep(), effects=effects())


def answer(data: ReportData) -> str:
    lead, *_, bullets = blocks = section(data, "answer").blocks
    assert isinstance(lead, Paragraph)
    assert lead.weight == "lead"
    assert isinstance(bullets, Bullets)
    said = [block.text for block in blocks if isinstance(block, Paragraph)]
    return plain("\n".join((*said, *bullets.items)))


def test_the_answer_comes_first_with_causes_and_endings_and_provenance_last():
    assert [part.anchor for part in everything().sections] == [
        "answer",
        "endings",
        "losses",
        "counters",
        "heat-map",
        "rules",
        "question",
        "assumptions",
        "trace",
        "provenance",
    ]
    assert [picture.name for picture in pictures(everything(), "answer")] == ["causes", "bars"]


def test_at_most_four_other_numbers_are_said_each_in_a_line():
    found = answer(everything()).split("\n")
    assert len([line for line in found if " instead of " in line]) <= 1 + 4
    assert len([line for line in found if line.startswith("How sure")]) == 1


def test_what_is_printed_alike_on_both_sides_is_no_change_worth_a_line():
    rough = Estimate.of_normal(0.301, 0.02), Estimate.of_normal(0.302, 0.02), Estimate.of_normal(0.001, 0.0001)
    found = comparison(sampled_result(), sampled_result())
    names = dict(zip(("left", "right", "estimate"), rough, strict=True))
    changes = tuple(replace(one, **names) if one.kind == "ending" else one for one in found.differences)
    assert " instead of " not in answer(build_report(replace(found, differences=changes), TEXT))


def test_tables_of_all_numbers_are_folded_and_that_of_the_endings_is_not():
    folded = {
        table.caption: table.folded for part in everything().sections for table in tables(everything(), part.anchor)
    }
    assert not folded["Probability of each ending"]
    assert not folded["Expected values at the end"]
    assert folded["Probability by the end of each turn"]
    assert all(table.folded for table in tables(everything(), "losses")[:-1])


def test_what_is_not_there_is_left_out():
    data = build_report(exact_against_sampled(), ReportText("Title", "Question?"))
    anchors = {part.anchor for part in data.sections}
    assert not anchors & {"heat-map", "assumptions", "trace"}


def test_differences_without_an_effect_to_tell_are_listed_with_the_reason():
    data = build_report(exact_against_sampled(), TEXT, differences=DIFFERENCES, effects=effects(), left_out=left_out())
    table = section(data, "rules").blocks[-1]
    assert isinstance(table, Table)
    assert "cannot be made or left out alone" in table.caption
    assert table.rows == (("Melee against characters on foot: 3 / 4-1", left_out()[0].reason),)
    (row,) = (row for row in data.numbers if row.section == "effect-left-out")
    assert (row.name, row.text) == ("melee-foot.3.4-1", left_out()[0].reason)
    assert "cannot be made" not in section(everything(), "rules").blocks[-1].caption


def test_differences_that_move_nothing_say_why():
    same = compared_with_itself()
    idle = (Effect(DIFFERENCES[0], same, same),)
    data = build_report(exact_against_sampled(), TEXT, differences=DIFFERENCES, effects=idle, unasked=DIFFERENCES[1:2])
    said = [block.text for block in section(data, "rules").blocks if isinstance(block, Paragraph)]
    assert said == [
        "Does nothing to it: Melee against characters on foot: 3 / 4-1. "  # noqa: ISC004
        "Rule that never comes up here: Melee against characters on foot: 4 / 4-1."
    ]
    assert said[0] in answer(data)
    assert [picture.name for picture in pictures(data, "answer")] == ["bars"]
    (row,) = (row for row in data.numbers if row.section == "effect-unasked")
    assert (row.name, row.text) == (DIFFERENCES[1].where, "not asked in this scenario")


def compared_with_itself():
    found = exact_against_sampled()
    still = tuple(replace(one, estimate=Estimate.of_exact(0.0)) for one in found.differences)
    return replace(found, differences=still)


def test_answer_names_both_numbers_and_the_difference_with_its_interval():
    said = answer(everything())
    assert "37.50 % under siege, 25 % (23 to 27) under croisades" in said
    assert (
        "croisades minus siege, is \N{MINUS SIGN}12 points (\N{MINUS SIGN}15 to \N{MINUS SIGN}10); its interval leaves 0 out"
        in said
    )
    assert "croisades is sampled (1,600 trials)" in said
    assert "Undecided after 6 turns: 6.25 % under siege" in said


def test_answer_claims_nothing_when_the_interval_covers_0():
    data = build_report(comparison(exact_result(), sampled_result(trials=16)), TEXT)
    said = answer(data)
    assert "its interval covers 0, so the two cannot be told apart" in said
    assert "leaves 0 out" not in said


def test_answer_of_equal_exact_results_says_they_are_the_same():
    said = answer(build_report(comparison(exact_result(), exact_result("other"), ("siege", "other")), TEXT))
    assert "The two are the same" in said
    assert "both are exact" in said


def test_answer_is_about_the_ending_asked_for():
    said = answer(build_report(exact_against_sampled(), TEXT, ending="repulsed"))
    assert said.startswith("Under croisades “repulsed” comes ")
    assert "Ending “repulsed”: 50.00 % under siege" in said
    with pytest.raises(DataError, match=r"no such ending: 'repulse'; did you mean 'repulsed'"):
        build_report(exact_against_sampled(), TEXT, ending="repulse")


def test_table_of_endings_holds_both_sides_and_the_difference():
    table = section(everything(), "endings").blocks[0]
    assert isinstance(table, Table)
    assert table.header == ("ending", "siege", "croisades", "croisades minus siege")
    assert [plain(cell) for cell in table.rows[0]] == [
        "foothold",
        "37.50 %",
        "25 % (23 to 27)",
        "\N{MINUS SIGN}12 points (\N{MINUS SIGN}15 to \N{MINUS SIGN}10)",
    ]
    assert [row[0] for row in table.rows] == ["foothold", "repulsed", "cleared", "undecided"]


def test_rules_are_listed_table_by_table_with_sources():
    effect, *tables = [block for block in section(everything(), "rules").blocks if isinstance(block, Table)]
    captions = [table.caption for table in tables]
    assert captions[:3] == [
        "Table Melee against characters on foot, row / column",
        "Table Ranges in hexes, row / column",
        "Options",
    ]
    meant = "up and over in one move for whoever has the points (by-allowance)"
    assert tables[2].rows[0][:2] == ("Up the ladder and onto the wall in one move", meant)
    assert tables[0].rows[0] == ("3 / 4-1", "E", "F", "Play sheet, melee on foot", "the user's rule set")
    assert len(tables[0].rows) == 2
    assert [plain(cell) for cell in effect.rows[0][1:]] == [
        "\N{MINUS SIGN}12 points (\N{MINUS SIGN}15 to \N{MINUS SIGN}10)"
    ] * 2


def test_at_least_none_is_certain_even_if_sampled():
    (table, *_) = [block for block in section(everything(), "losses").blocks if isinstance(block, Table)]
    assert table.header[3:] == ("croisades: exactly", "croisades: at least")
    assert plain(table.rows[0][4]) == "100 %"
    assert plain(table.rows[2][4]) == "94 % (92 to 95)"


def test_two_rule_sets_of_one_name_are_told_apart_by_their_digests():
    other = sampled_result()
    data = build_report(comparison(exact_result(), other, ("siege", "siege")), TEXT)
    table = section(data, "endings").blocks[0]
    assert isinstance(table, Table)
    assert table.header[1:3] == ("siege (0123456789ab)", "siege (ba9876543210)")
    twice = build_report(comparison(exact_result(), exact_result(), ("siege", "siege")), TEXT)
    assert "siege (1)" in answer(twice)


def test_every_table_is_as_wide_as_its_head_and_every_picture_has_words():
    for data in (everything(), build_report(long_names(), TEXT, sweep=a_sweep(26, 30))):
        for part in data.sections:
            assert part.blocks
            for block in part.blocks:
                if isinstance(block, Table):
                    assert all(block.header)
                    assert {len(row) for row in block.rows} <= {len(block.header)}
                if isinstance(block, Picture):
                    assert len(block.alt) > 40


def test_a_large_sweep_is_cut_into_parts_that_hold_every_cell_once():
    data = build_report(exact_against_sampled(), TEXT, sweep=a_sweep(26, 30))
    pictures = [block for block in section(data, "heat-map").blocks if isinstance(block, Picture)]
    from mangonel.paper.charts.style import new_axes

    cells = sum(len(picture.draw(ax=new_axes(7, picture.height)).texts) for picture in pictures)
    assert len(pictures) > 1
    assert cells == 26 * 30


def test_an_interrupted_run_is_said_to_be_so():
    left = exact_result()
    right = sampled_result()
    right = replace(right, provenance=replace(right.provenance, interrupted=True))
    assert "interrupted" in answer(build_report(comparison(left, right), TEXT))


def tables(data: ReportData, anchor: str) -> list[Table]:
    return [block for block in section(data, anchor).blocks if isinstance(block, Table)]


def pictures(data: ReportData, anchor: str) -> list[Picture]:
    return [block for block in section(data, anchor).blocks if isinstance(block, Picture)]


def test_what_is_watched_has_a_section_in_the_words_of_the_sequence():
    compared = days()
    data = build_report(compared, TEXT)
    part = section(data, "course")
    assert part.heading == "Day by day"
    (table,) = tables(data, "course")
    assert table.header == (
        "day",
        "attackers, siege",
        "attackers, croisades",
        "defenders, siege",
        "defenders, croisades",
    )
    assert table.rows[0] == ("0", "9", "9", "7", "7")
    assert table.rows[-1][:2] == ("40", f"{compared.left.by_turn('attackers', 40).value:.2f}")
    # Forty days are too many for a page; the CSV file has the others.
    assert [row[0] for row in table.rows[:3]] == ["0", "2", "4"]
    assert "some days" in table.caption
    everywhere = " ".join(cell for one in data.sections for block in one.blocks if isinstance(block, Table)
                          for cell in (block.caption, *block.header))  # fmt: skip
    assert " turn" not in everywhere
    assert "last day" in {row[0] for table in tables(data, "counters") for row in table.rows}


@pytest.mark.parametrize(
    ("language", "things", "said"),
    [
        ("en", "a", "a"),
        ("en", "ab", "a and b"),
        ("de", "abc", "a, b und c"),
        ("es", "abcd", "a, b, c y d"),
        ("fr", "abc", "a, b et c"),
        ("it", "abc", "a, b e c"),
    ],
)
def test_and_stands_before_the_last_of_several_things_only(language, things, said):
    assert load_locale(language).joined(things) == said


def test_turns_that_look_the_same_share_a_row():
    table = tables(build_report(exact_against_sampled(), TEXT), "endings")[2]
    # Before turn 3 nothing has come, and in none of the games after turn 6.
    assert [plain(row[0]) for row in table.rows] == ["1 to 2", "3", "4", "5", "6"]
    long = comparison(replace(exact_result(), turns=90), replace(exact_result("b"), turns=90))
    table = tables(build_report(long, TEXT), "endings")[2]
    assert [plain(row[0]) for row in table.rows] == ["1 to 2", "3", "4", "5", "6 to 90"]
    assert "some turns" not in table.caption


def test_the_report_is_about_the_first_ending_that_comes():
    nobody = without_endings(exact_result(), 1), without_endings(exact_result("b"), 1)
    assert answer(build_report(comparison(*nobody), TEXT)).startswith(
        "It makes no difference whether siege or croisades is played: “repulsed” comes "
    )
    one_side = without_endings(exact_result(), 1), exact_result("b")
    assert "Ending “foothold”" in answer(build_report(comparison(*one_side), TEXT))


def without_endings(result, code: int):
    outcomes = result.outcomes.copy()
    outcomes[outcomes[:, 0] == code, 0] = 2
    return replace(result, outcomes=outcomes)


def test_sampled_tables_by_turn_carry_their_intervals():
    data = build_report(sampled_days(), TEXT)
    for anchor, first in (("endings", 2), ("course", 0)):
        for table in tables(data, anchor)[first:]:
            assert all("to" in cell for row in table.rows[1:] for cell in row[1:])
    whens = tables(data, "endings")[1]
    assert any("to" in cell for row in whens.rows for cell in row[1:])
    assert "to" in build_report_heat(trials=400).rows[1][1]
    assert "to" not in build_report_heat(trials=None).rows[1][1]


def build_report_heat(*, trials: int | None) -> Table:
    (table,) = tables(build_report(exact_against_sampled(), TEXT, sweep=a_sweep(trials=trials)), "heat-map")
    return table


def test_losses_of_both_sides_are_set_against_each_other():
    compared = days()
    data = build_report(compared, TEXT)
    assert [picture.name for picture in pictures(data, "losses")] == ["losses-1", "losses-2", "exchange"]
    ratio = tables(data, "losses")[-1]
    assert ratio.rows[0][0] == "defenders lost for each one lost by attackers"
    left = (compared.left.mean("defenders_dead").value + compared.left.mean("defenders_wounded").value) / (
        compared.left.mean("attackers_dead").value + compared.left.mean("attackers_wounded").value
    )
    assert ratio.rows[0][1] == f"{left:.3f}"


@pytest.mark.parametrize("language", locale_names())
def test_a_table_of_losses_whose_tail_is_cut_says_so(language):
    words = load_locale(language)
    # Spearmen hardly ever hurt a knight.
    knights = load_scenario("melee-knights:separate").replaced({"defenders.kind": "spearman"})
    found = run(build(knights, load_rules("siege")), engine="exact")
    lost = loss_values(found, "attackers")
    data = build_report(found, TEXT, words=words)
    table, whole, _ = tables(data, "losses")
    # Somebody may lose more than the table has rows for, so rarely that the rest is left out.
    most = int(table.rows[-1][0])
    assert most < lost.max()
    side = words.text("losses.dead_or_wounded_caption", side=words.word("sides", "attackers"))
    rare = words.percentage(words.written("0.05"))
    assert table.caption == words.text("charts.tail", what=side, number=most, chance=rare)
    assert whole.caption == words.text("losses.dead_or_wounded_caption", side=words.word("sides", "defenders"))


def without_losses(result, *, of: tuple[int, ...]):
    outcomes = result.outcomes.copy()
    outcomes[:, list(of)] = 0
    return replace(result, outcomes=outcomes)


def test_a_side_that_loses_nobody_has_a_sentence_and_no_chart():
    exact = comparison(without_losses(exact_result(), of=(2, 3)), without_losses(exact_result("b"), of=(2, 3)))
    data = build_report(exact, TEXT)
    assert [picture.name for picture in pictures(data, "losses")] == ["losses-2"]
    said = [block.text for block in section(data, "losses").blocks if isinstance(block, Paragraph)]
    assert said == ["Besiegers: this side loses nobody."]
    sampled = comparison(without_losses(exact_result(), of=(2, 3)), without_losses(sampled_result(), of=(2, 3)))
    said = [
        block.text for block in section(build_report(sampled, TEXT), "losses").blocks if isinstance(block, Paragraph)
    ]
    assert said == ["Besiegers: this side lost nobody in any trial."]


def test_the_map_has_every_hex_and_its_counters_stand_nowhere_else():
    compared = fires()
    data = build_report(compared, TEXT)
    assert len(pictures(data, "map")) == 2
    (table,) = tables(data, "map")
    assert [row[0] for row in table.rows] == [one.name.replace("_", " ") for one in compared.left.hexes.hexes]
    chance = compared.left.tally("lost:tent_1").value
    assert plain(table.rows[0][1]) == f"{100 * chance:.2f} %"
    counters = {row[0] for table in tables(data, "counters") for row in table.rows}
    assert not any("lost: " in name for name in counters)
    assert len(pictures(build_report(same_fires(), TEXT), "map")) == 1
    assert "map" not in {part.anchor for part in everything().sections}


def test_the_heat_map_of_a_comparison_is_that_of_the_differences():
    one, other = a_sweep(), replace(a_sweep(), estimates=tuple(reversed(a_sweep().estimates)))
    data = build_report(exact_against_sampled(), TEXT, sweep=one, right_sweep=other)
    blocks = section(data, "heat-map").blocks
    pictures = [block for block in blocks if isinstance(block, Picture)]
    assert [picture.name for picture in pictures] == ["differences"]
    tables = [block for block in blocks if isinstance(block, Table)]
    assert [table.caption.partition(":")[0] for table in tables] == ["siege", "croisades"]
    assert [row[1:] for row in tables[0].rows] == [row[1:] for row in tables[1].rows][::-1]
    rows = [row.estimate for row in data.numbers if row.section == "heat-map"]
    assert len(rows) == 2 * len(one.xs) * len(one.ys)
