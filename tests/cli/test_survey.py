"""``mangonel survey`` as it is typed."""

import csv

import pytest

from cases import cases

CASES = cases(__file__)

FEW = ("--scenarios", "healing-six", "--scenarios", "melee-b*", "--scenarios", "bombardment-keep", "--trials", 300)


def test_it_names_what_changes_first_and_what_does_not_in_a_line(told):
    out = told("survey", "siege", "croisades", "siege-de", *FEW, "--all")
    lines = [line.split() for line in out.splitlines()]
    rows = [line[0] for line in lines if line and line[0] in ("healing-six", "melee-breach")]
    assert rows == ["healing-six", "melee-breach"]
    assert "bombardment-keep." in out.partition("No change")[2]
    assert "Siege, German rules" in out
    assert "engine exact" in out


def test_a_folder_and_files_are_scenarios_too_and_each_is_played_once(say, tmp_path):
    _, text, _ = say("scenarios", "healing-six")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    target = tmp_path / "all.csv"
    places = ("--scenarios", tmp_path, "--scenarios", tmp_path / "mine.toml")
    code, _, _ = say("survey", "siege", "croisades", *places, "--trials", 100, "--csv", target)
    assert code == 0
    rows = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))
    assert [(row["scenario"], row["rules"]) for row in rows] == [("mine", "siege"), ("mine", "croisades")]
    assert all(row["scenario_digest"] and row["digest"] for row in rows)


def test_plans_of_a_scenario_are_scenarios_of_their_own(ask):
    plans = ("--scenarios", "ram-gate", "--scenarios", "ram-gate:fire", "--scenarios", "ram-gate:fire")
    rows = ask("survey", "siege", "siege-it", *plans, "--trials", 10, "--engine", "monte-carlo")["rows"]
    assert len({row["scenario_digest"] for row in rows}) == 2
    assert len(rows) == 4


@pytest.mark.slow
def test_json_has_every_number(ask):
    rows = ask("survey", "siege", "croisades", *FEW)["rows"]
    assert {row["scenario"] for row in rows} == {"healing-six", "melee-breach", "bombardment-keep"}


@pytest.mark.parametrize(("words", "said"), CASES["test_mistakes_are_named"])
def test_mistakes_are_named(refused, words, said):
    assert said in refused("survey", *words)


@pytest.mark.slow
def test_its_page_is_written_with_every_rule_set(told, tmp_path):
    out = told("survey", "siege", "croisades", "siege-de", *FEW, "--out", tmp_path, "--date", "2026-11-21")
    names = [f"siege-croisades-siege-de-survey.{suffix}" for suffix in ("html", "pdf", "csv")]
    assert [line.rpartition("/")[2] for line in out.splitlines()[-3:]] == names
    page = (tmp_path / names[0]).read_text(encoding="utf-8")
    assert "Siege, German rules" in page
    rows = list(csv.DictReader((tmp_path / names[2]).read_text(encoding="utf-8").splitlines()))
    assert {row["section"] for row in rows} >= {"survey", "survey-difference", "ending", "untouched", "provenance"}
