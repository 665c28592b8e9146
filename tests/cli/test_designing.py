"""The commands of the designer's desk."""

from pathlib import Path

import pytest

from cases import cases
from mangonel.rules.loading import load_rules

pytestmark = pytest.mark.slow

CASES = cases(__file__)

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RAM = EXAMPLES / "ram-goals.toml"


def test_sensitivity_names_the_cell_that_carries_most(say, ask):
    code, out, _ = say("sensitivity", "ram-gate:fire", "--of", "breach", "--table", "fire")
    assert code == 0
    assert "Fire 1, fire arrow b: - to F moves breach (69.3 %) the most" in out
    rows = ask("sensitivity", "ram-gate:fire", "--of", "breach", "--table", "fire")["rows"]
    assert set(rows[0]) == {"table", "row", "column", "letter", "to", "slope", "change"}


def test_rank_ends_with_1_if_a_goal_is_missed_and_strict_is_asked_for(say):
    assert say("rank", RAM, "siege-it", "--strict")[0] == 0
    code, out, _ = say("rank", RAM, "siege", "siege-it", "--strict", "--no-help")
    assert code == 1
    assert "All goals (1) are met by Siege, Italian supplement" in out
    assert say("rank", RAM, "siege", "--no-help")[0] == 0


def test_solve_writes_a_rule_file_that_meets_the_goals(say, tmp_path):
    file = tmp_path / "mine.toml"
    code, out, err = say("solve", RAM, "siege", "--cells", "1", "--write", file)
    assert (code, err.strip()) == (0, f"wrote {file}")
    assert "meets the goals with 1 cell changed" in out
    assert load_rules(str(file)).chain == ("siege", "mine")
    assert say("rank", RAM, file, "--strict")[0] == 0


def test_all_says_where_an_answer_comes_from(say):
    ask = ("reach", "ram-gate", "--chance", "50%", "--by", "archers.men", "--ending", "breach")
    brief, whole = (say(*ask, *more)[1] for more in ((), ("--all",)))
    assert brief.rstrip().endswith("exact\n\n--all shows every number.")
    assert "rule set siege [" not in brief
    assert "rule set siege [" in whole


def test_reach_and_worth_answer_first(say, ask):
    assert (
        "number of archers 1: "
        in say("reach", "ram-gate:fire", "--chance", "85%", "--by", "archers.men", "--ending", "breach")[1]
    )
    document = ask("reach", "ram-gate:fire", "--chance", "85", "--by", "archers.men", "--ending", "breach")
    assert document["reached"] == 1
    assert ask("worth", "ram-gate:fire", "--of", "breach")["rows"][0]["name"] == "fire arrow"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("reach ram-gate:fire --chance 85% --by archers.men --ending breach", "ram-gate-siege-reach"),
        ("sensitivity ram-gate:fire --of breach --table fire", "ram-gate-siege-sensitivity"),
        ("worth ram-gate:fire --of breach", "ram-gate-siege-worth"),
        ("worth ram-gate:fire --of breach --by state", "ram-gate-siege-worth-by-state"),
        (f"rank {RAM} siege siege-it", "ram-goals-rank"),
        (f"solve {RAM} siege --cells 1", "ram-goals-siege-solve"),
    ],
    ids=lambda each: each.partition(" ")[0],
)
def test_a_report_is_written_with_its_chart(words, name, say, tmp_path):
    code, _, _ = say(*words.split(), "--out", tmp_path, "--date", "2026-01-01", "--lang", "de")
    assert code == 0
    page = (tmp_path / f"{name}-de.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert (tmp_path / f"{name}-de.csv").read_text(encoding="utf-8").count("\n") > 3
    assert (tmp_path / f"{name}-de.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        *CASES["test_what_is_wrong_is_said"],
        (("solve", RAM, "sieg"), "unknown rule set: 'sieg'"),
    ],
)
def test_what_is_wrong_is_said(words, message, refused):
    assert message in refused(*words)
