"""``mangonel report``: four kinds, three files each, and a plain word for every option that would do nothing."""

import re
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.core import ParameterSource

from cases import cases
from document.made_reports import OWN
from document.reading_pages import Page, faults
from mangonel.cli.main import main
from pace import slow_after

CASES = cases(__file__)

DATE = ["--date", "2024-05-01"]


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


@pytest.fixture
def report(capsys, out):
    """Write a report and return its page; see that exactly its three files are there and are named."""

    def write(*words, names):
        assert main(["report", *map(str, words), "--out", str(out), *DATE]) == 0
        captured = capsys.readouterr()
        files = [str(out / f"{name}.{suffix}") for name in names for suffix in ("html", "pdf", "csv")]
        written, _, told = captured.out.partition("\n\n")
        assert written.split("\n") == files
        assert [line for line in told.split("\n") if files[0] in line]
        assert sorted(map(str, out.iterdir())) == sorted(files)
        content = Path(files[0]).read_bytes()
        assert faults(content) == []
        return Page(content)

    return write


def title(page):
    return page.all("h1")[0].text


def tables(page):
    return {caption.text: caption.parent for caption in page.all("caption")}


@pytest.mark.slow
def test_a_comparison_is_what_comes_if_nothing_is_said(report, ram):
    page = report(ram, names=["ram-siege-croisades"])
    assert title(page) == "My ram [no/markup] [/b]: Siege and Cry Havoc against Croisades"
    assert "2024-05-01" in page.root.text


@pytest.mark.slow
def test_several_rule_sets_and_the_shares_of_their_differences(report, ram, out):
    name = "ram-siege-croisades-siege-it"
    page = report(ram, "--right", "croisades", "--right", "siege-it", "--shapley", names=[name])
    assert title(page).endswith("Siege and Cry Havoc against Croisades; Siege, Italian supplement")
    assert "“besiegers win” under each rule set, and the difference to Siege and Cry Havoc" in tables(page)
    assert "Shares of the difference" in [head.text for head in page.all("h2")]
    rows = (out / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    kinds = {tuple(row.split(",")[:2]) for row in rows}
    assert {("difference-ending", f"{right} minus siege") for right in ("croisades", "siege-it")} <= kinds
    assert ("shapley", "") in kinds
    # Levers and best decisions under the first rule set, and the rules of each of the others.
    assert {("lever", "siege"), ("best", "siege")} <= kinds
    assert "What to do" in [head.text for head in page.all("h2")]
    (levers,) = (table.text for caption, table in tables(page).items() if caption.startswith("One change at a time"))
    assert "Siege, Italian supplement: Roll to hit with a fire arrow" in levers


@pytest.mark.slow
def test_a_report_that_is_replaced_by_another_is_named(capsys, ram, out):
    said = []
    for numbers in ("0,1", "0,1", "1,2"):
        assert (
            main(["report", str(ram), "--kind", "sweep", "--x", f"archers.men={numbers}", "--out", str(out), *DATE])
            == 0
        )
        said.append(capsys.readouterr().err)
    files = [out / f"ram-siege-sweep.{suffix}" for suffix in ("html", "pdf", "csv")]
    lines = [f"mangonel: replaced {file}: its content was different\n" for file in files]
    assert said == ["", "", "".join(lines)]


def test_without_scenarios_there_are_two(monkeypatch, out):
    asked = []

    def noted(scenario, _asked):
        asked.append(scenario.file.stem)
        return SimpleNamespace(finding="found")

    monkeypatch.setattr("mangonel.cli.report._scenario_report", noted)
    monkeypatch.setattr("mangonel.cli.report.write_listed", lambda *_, **_keys: None)
    assert main(["report", "--out", str(out)]) == 0
    assert asked == ["ladder-one", "ram-gate"]


@pytest.mark.slow
def test_a_scenario_under_one_rule_set(report, ram):
    # Letters that no chart has are no warnings, which would be errors here.
    text = ram.read_text(encoding="utf-8").replace("My ram", "ไทย 中文 \N{SNOWMAN WITHOUT SNOW}")
    ram.write_text(text, encoding="utf-8")
    page = report(ram, "--kind", "scenario", "--rules", "croisades", names=["ram-croisades-scenario"])
    assert title(page).endswith(": the chances under Croisades")
    assert "croisades" in page.root.text


@pytest.mark.slow
def test_a_scenario_says_what_a_file_of_ones_own_changes(report, ram, tmp_path):
    mine, more = tmp_path / "mine.toml", tmp_path / "more.toml"
    mine.write_text(OWN, encoding="utf-8")
    more.write_text(
        'schema = 1\nid = "more"\ntitle = "More"\nbase = "./mine.toml"\n[options]\nladder-combat-sign = "0"\n',
        encoding="utf-8",
    )
    page = report(ram, "--kind", "scenario", "--rules", more, names=["ram-more-scenario"])
    options = next(table for caption, table in tables(page).items() if caption == "Options")
    # What the file changes in the one it stands on, and not what that one changes in siege.
    assert [head.text for head in options.all("thead")[0].all("th")][1:3] == ["mine", "more"]
    assert [row.all("th")[0].text for row in options.all("tbody")[0].all("tr")] == ["Terrain sign of a man on a ladder"]


@pytest.mark.slow
def test_what_was_typed_is_not_asked_of_click(report, monkeypatch):
    """To click before 8.3, scenarios that are not named stand on the command line."""
    monkeypatch.setattr(click.Context, "get_parameter_source", lambda *_: ParameterSource.COMMANDLINE)
    report("--kind", "rules", "--right", "siege-de", names=["siege-siege-de-rules"])


@pytest.mark.slow
def test_two_rule_sets_without_a_scenario(report, write):
    mine = write("mine.toml", OWN.replace("My rules", r"<script>alert(1)</script>&\""))
    page = report("--kind", "rules", "--right", mine, "--paper", "letter", names=["siege-mine-rules"])
    assert '<script>alert(1)</script>&"' in title(page)
    assert len(page.all("script")) == 1


@pytest.mark.parametrize(("words", "name", "said"), slow_after(2, map(tuple, CASES["test_a_sweep"])))
def test_a_sweep(report, ram, words, name, said):
    page = report(ram, "--kind", "sweep", *words, names=[name])
    assert said in page.root.text.replace("\N{NO-BREAK SPACE}", " ").lower()


def test_a_language_of_ones_own_is_in_the_file_names_and_on_the_page(capsys, ram, write, out):
    file = write(
        "mine-lang.toml",
        'schema = 1\nlanguage = "xx"\nname = "Mine"\nbase = "en"\n[numbers]\ndecimal = ","\n'
        '[report_page]\nskip = "Hop over"\n',
    )
    words = ["report", str(ram), "--kind", "sweep", "--x", "archers.men=0,1", "--lang", str(file), "--out", str(out)]
    assert main(words) == 0
    capsys.readouterr()
    assert {one.stem for one in out.iterdir()} == {"ram-siege-sweep-xx"}
    content = (out / "ram-siege-sweep-xx.html").read_bytes()
    assert faults(content, "xx") == []
    page = Page(content)
    assert page.all("a")[0].text == "Hop over"
    assert re.search(r"\d,\d", tables(page)[next(one for one in tables(page) if " by " in one)].text)


@pytest.mark.parametrize(
    ("words", "said"), CASES["REFUSED"], ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(capsys, monkeypatch, out, words, said):
    def never(*_arguments, **_options):
        raise AssertionError

    monkeypatch.setattr("mangonel.engine.run.run", never)
    monkeypatch.setattr("mangonel.studies.compare.compare", never)
    assert main(["report", *words, "--out", str(out)]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
    assert not out.exists()


# Three turns are too few for a breach of a whole wall, and enough for a fire.
EARLY = ("--x", "archers.men=0..2", "--y", "oil.barrels=0..1")


@pytest.fixture
def early(ram):
    text = ram.read_text(encoding="utf-8").replace("turns = 6", "turns = 3").replace("marks = 1", "marks = 0")
    ram.write_text(text, encoding="utf-8")
    return ram


def test_a_sweep_shows_the_first_ending_that_varies(report, early):
    page = report(early, "--kind", "sweep", "--rules", "siege", *EARLY, names=["ram-siege-sweep"])
    assert "defenders win" in title(page)
    assert page.all("svg")


@pytest.mark.slow
def test_a_sweep_shows_no_ending_that_varies_by_less_than_it_prints(report):
    # Side a wins in less than one game of ten thousand, but not equally seldom.
    axes = ("--x", "gap=1", "--y", "a.groups.1.strength=1,6")
    page = report("fire-fight-javelins", "--kind", "sweep", *axes, names=["fire-fight-javelins-filo-read-sweep"])
    assert "archers win" in title(page)


def test_an_ending_that_is_asked_for_is_kept_and_needs_no_map_if_it_is_the_same_everywhere(report, early):
    page = report(early, "--kind", "sweep", "--rules", "siege", "--ending", "breach", *EARLY, names=["ram-siege-sweep"])
    assert "breach" in title(page)
    assert "breach: 0\N{NO-BREAK SPACE}% everywhere" in page.root.text
    assert not page.all("svg")


@pytest.mark.slow
def test_a_report_replaces_its_own_files_and_nothing_else(ram, out, capsys):
    words = ["report", str(ram), "--kind", "sweep", "--x", "archers.men=0,1", "--out", str(out)]
    assert [main(words), main(words)] == [0, 0]
    page = out / "ram-siege-sweep.html"
    page.write_text("my own notes", encoding="utf-8")
    assert main(words) == 2
    assert "ram-siege-sweep.html: is there already, and is no file of mangonel" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "my own notes"
    assert main([*words, "--force"]) == 0
    assert "my own notes" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("most", "untried"), [(0, True), (60, False)])
def test_a_picture_says_that_decisions_of_a_dear_game_are_not_tried(say, tmp_path, monkeypatch, most, untried):
    monkeypatch.setattr("mangonel.cli.report._MOST_TRIED", most)
    sampled = ("--engine", "monte-carlo", "--trials", 400)
    assert say("report", "panic-levy", "--poster", *sampled, "--out", tmp_path)[0] == 0
    (picture,), (png,) = tmp_path.glob("*.svg"), tmp_path.glob("*.png")
    assert ("other decisions are not tried" in picture.read_text(encoding="utf-8")) == untried
    # It is made again, but takes the place of nobody's own picture.
    assert say("report", "panic-levy", "--poster", *sampled, "--out", tmp_path)[0] == 0
    png.write_bytes(b"my own picture")
    assert say("report", "panic-levy", "--poster", *sampled, "--out", tmp_path)[0] == 2
    assert png.read_bytes() == b"my own picture"
