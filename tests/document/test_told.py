"""What is told of a study: the finding first, nothing of what never happens, means by ending, and no word that is not the language's."""

import re
from dataclasses import replace
from functools import cache

import pytest

from mangonel.document.decisions import tactics_told
from mangonel.document.scenario import given_table
from mangonel.document.study import number_rows, numbers_table, study_of
from mangonel.document.summary import study_told
from mangonel.document.sweeps import sweep_told
from mangonel.document.wording import with_values
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.blocks import Bullets, Paragraph, Table
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale
from mangonel.studies.attribute import attribute
from mangonel.studies.compare import compare
from mangonel.studies.shown import Simulation
from mangonel.studies.sweep import sweep
from mangonel.studies.tactics import tactics
from rules.words.marking import left_over, marked, said_in

SIEGE, CROISADES = load_rules("siege"), load_rules("croisades")
VOLLEY = load_scenario("volley-wall")
SAMPLED = {"engine": "monte-carlo", "trials": 200, "seed": 1}


@cache
def studies():
    """Return every kind of study of a small scenario, as a function of the language."""
    result = run(build(VOLLEY, SIEGE))
    pair = compare(VOLLEY, SIEGE, CROISADES)
    single = attribute(VOLLEY, SIEGE, CROISADES)
    several = compare(VOLLEY, SIEGE, CROISADES, load_rules("vikings"))
    choices = tactics(
        VOLLEY, SIEGE, {"policies.advance": ("half", "stand"), "policies.aim": ("wounded",), "turns": (3,)}
    )
    line = sweep(VOLLEY, SIEGE, x=("turns", (2, 3)), ending="shooters")
    grid = sweep(VOLLEY, SIEGE, x=("turns", (2, 3)), y=("targets.men", (3, 4)), ending="shooters", **SAMPLED)
    return {
        "result": lambda: study_told(study_of(Simulation(result, rules=SIEGE))),
        "all": lambda: study_told(study_of(result), everything=True),
        "comparison": lambda: study_told(study_of(pair)),
        "comparison-all": lambda: study_told(study_of(pair), everything=True),
        "attribution": lambda: study_told(study_of(single), everything=True),
        "several": lambda: study_told(
            study_of([single, replace(single, comparison=several.pairs[1])]), everything=True
        ),
        "tactics": lambda: tactics_told(choices, "shooters"),
        "line": lambda: with_values(sweep_told(line), VOLLEY),
        "grid": lambda: sweep_told(grid),
    }


KINDS = ["result", "all", "comparison", "comparison-all", "attribution", "several", "tactics", "line", "grid"]


def texts_of(told):
    for block in told:
        if isinstance(block, Paragraph):
            yield block.text
        elif isinstance(block, Bullets):
            yield from block.items
        else:
            yield block.caption
            yield from block.header
            yield from (cell for row in block.rows for cell in row)


# What is typed and read by programs: paths with their values, ids of options, engines.
TYPED = re.compile(
    r"[\w.-]+=[\w-]+|\b(?:monte-carlo|exact|counts|turns|Siege and Cry Havoc)\b|--csv|--json|\[[0-9a-f, ]+\]"
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_is_from_the_file_of_the_language(kind):
    options = "|".join(sorted(SIEGE.options, key=len, reverse=True))
    english = marked()
    # A title is cut at its comma, and would lose one of its brackets.
    words = replace(english, texts={text: said for text, said in english.texts.items() if text != SIEGE.title})
    for text in texts_of(said_in(words, studies()[kind])):
        assert left_over(re.sub(options, " ", TYPED.sub(" ", text))) == [], text


def test_an_ending_that_did_not_come_before_an_interruption_may_still_come():
    whole = run(build(load_scenario("ram-gate").replaced({"turns": 6}), SIEGE))
    cut = replace(whole, provenance=replace(whole.provenance, interrupted=True))
    for result, word in ((whole, "never"), (cut, "not seen")):
        assert f"{word}: breach, crew lost" in Simulation(result).summary()


@pytest.mark.parametrize("everything", [False, True])
def test_nothing_is_told_of_what_never_happens(everything):
    result = run(build(load_scenario("panic-one"), SIEGE))
    never = {name for name in result.measures if result.mean(name).value == 0}
    words = load_locale("en")
    assert never, "the scenario is to have a measure that stays 0"
    blocks = study_told(study_of(result), everything=everything)
    told = {row[0] for block in blocks if isinstance(block, Table) for row in block.rows}
    assert not told & {words.word("losses", name, result.sequence) for name in never}


def test_no_table_has_effects_that_are_all_0():
    effects = [block for block in studies()["attribution"]() if getattr(block, "caption", "")]
    assert [table.caption.split("”")[0].split("“")[1] for table in effects] == ["shooters win", "arrived", "broken off"]


def test_results_without_a_difference_share_a_column_and_zeros_are_counted():
    study = study_of(compare(load_scenario("panic-one"), SIEGE, CROISADES))
    (shared,) = (block for block in study_told(study, everything=True) if isinstance(block, Table))
    assert shared.header == ("", "Siege and Cry Havoc and Croisades")
    means = study.of_kind("mean")
    table = numbers_table(study, means, "Means", ("", *study.labels, "difference"))
    zeros = len(means) - len(table.rows)
    assert zeros > 0
    assert table.caption == f"Means (rows left out, always 0: {zeros})"
    assert {len(row) for row in table.rows} == {2}


def test_decisions_stand_by_their_side_the_best_for_it_first():
    blocks = studies()["tactics"]()
    tables = {block.caption: [row[-1] for row in block.rows] for block in blocks if isinstance(block, Table)}
    assert list(tables)[-1] == "Other choices"
    assert set(tables) <= {"Shooters may", "Targets may", "Other choices"}
    # Who stands still under arrows does not arrive.
    choices = tactics(VOLLEY, SIEGE, {"policies.advance": ("half", "stand")})
    ranked = [f"policies.advance={one.changes['policies.advance']}" for one in choices.ranked("targets")]
    assert [row for row in tables["Targets may"] if row.startswith("policies.advance")] == ranked


def test_all_are_ranked_by_the_ending_that_somebody_asks_for():
    choices = tactics(VOLLEY, SIEGE, {"policies.advance": ("half", "stand")})
    blocks = tactics_told(choices, "shooters", named=True)
    (table,) = (block for block in blocks if isinstance(block, Table))
    assert table.header[1] == "shooters win"
    chances = [float(row[1].split("\N{NO-BREAK SPACE}")[0].lstrip("<>")) for row in table.rows]
    # The targets want what the shooters do not.
    assert chances == sorted(chances)


def test_there_is_a_column_for_each_ending_and_rule_set():
    study = study_of(compare(load_scenario("ladder-one"), SIEGE, CROISADES), names=("siege", "croisades"))
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
