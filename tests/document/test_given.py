"""Means by ending in reports: a table, and every number in the file."""

import pytest

from mangonel.document.scenario import given_table, loss_blocks
from mangonel.document.study import number_rows, study_of
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.blocks import Paragraph
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare

LADDER = load_scenario("ladder-one")
SIEGE, CROISADES = load_rules("siege"), load_rules("croisades")


def test_there_is_a_column_for_each_ending_and_rule_set():
    study = study_of(compare(LADDER, SIEGE, CROISADES), names=("siege", "croisades"))
    (table,) = given_table(study)
    assert table.header[1:5] == ("repulsed, siege", "repulsed, croisades", "foothold, siege", "foothold, croisades")
    cells = {row[0]: row[1:] for row in table.rows}
    # Cleared means that all three are dead.
    assert cells["defenders dead"][table.header.index("cleared, siege") - 1] == "3.00"
    assert "besiegers stunned" not in cells
    result = study.results["siege"]
    rows = {row.name: row for row in number_rows(study) if row.section == "mean-given" and row.rules == "siege"}
    assert rows["turn given foothold"].estimate == result.mean_given("turn", "foothold").value
    assert len(rows) == 4 * (1 + len(result.measures))


def test_a_game_that_ends_in_one_way_needs_no_such_table():
    result = run(build(load_scenario("healing-six"), SIEGE), engine="exact")
    assert result.probability("all_back").value == pytest.approx(1)
    assert given_table(study_of(result)) == ()


def test_losses_that_are_as_good_as_the_same_are_a_sentence():
    """In one game of a million fewer besiegers are lost, which is no chart, and not "in every game" either."""
    blocks = loss_blocks(study_of(run(build(load_scenario("ram-gate"), SIEGE), engine="exact")))
    texts = [block.text.replace("\N{NO-BREAK SPACE}", " ") for block in blocks if isinstance(block, Paragraph)]
    assert "Losses of besiegers, dead and wounded: 3 (>99.9 %)" in texts
