"""From a sheet of counters to a result."""

import csv

import pytest

from cases import cases
from cli.files import write_scenarios
from mangonel.games.roster import columns, men_of
from mangonel.games.scenario import load_scenario

CASES = cases(__file__)
HEAD = "Name;Attack;Defence;Movement;Wounded attack;Wounded defence;Wounded movement;Armour"
SPEARMAN, MILITIA = "Spearman;9;3;6;4;2;3;unarmoured", "Militia;5;2;6;2;1;3;Unarmoured"


@pytest.fixture
def sheet(tmp_path):
    def write(*lines, head=HEAD):
        file = tmp_path / "men.csv"
        file.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
        return file

    return write


def test_a_sheet_becomes_a_roster_a_scenario_and_a_result(say, sheet, tmp_path, write, monkeypatch):
    file = sheet(SPEARMAN, "", MILITIA)
    code, out, err = say("rosters", "import", file, "--note", "Counters of the second edition.")
    assert code == 0
    assert "2 kinds: spearman, militia" in out
    assert 'roster = "men.toml"' in out
    assert "wrote" in err
    assert men_of(str(tmp_path / "men.toml"))[1][0]["attack"] == 9
    assert say("rosters", "check", tmp_path / "men.toml")[1].endswith("fine; 2 kinds: spearman, militia\n")
    monkeypatch.chdir(tmp_path)
    code, text, _ = say("scenarios", "ladder-one", "--roster", "men.toml")
    assert code == 0
    assert "llustrative" not in text
    mine = write("mine.toml", text)
    sample = ("--engine", "monte-carlo", "--trials", 2000, "--set", "turns=6")
    _, own, _ = say("simulate", mine, *sample)
    assert own.splitlines()[-3].endswith(" trials; Roster: Counters of the second edition.")
    _, made_up, _ = say("simulate", "ladder-one", *sample)
    assert "Roster: Made-up values for examples" in made_up
    assert own.splitlines()[2] != made_up.splitlines()[2]


@pytest.mark.parametrize(("lines", "said"), CASES["test_wrong_sheets"])
def test_wrong_sheets(refused, sheet, tmp_path, lines, said):
    assert said in refused("rosters", "import", sheet(*lines))
    assert not (tmp_path / "men.toml").exists()


LONG = "x" * 140_000


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"{HEAD}\n{SPEARMAN}\nMil\ritia;5;2;6;2;1;3;unarmoured\n", "men.csv: line 3: has 1 values for 8 columns"),
        (f"{HEAD}\n{SPEARMAN}\n{LONG};5;2;6;2;1;3;unarmoured\n", "men.csv: line 3: is not valid CSV: field larger"),
        (
            f"{HEAD}\n{SPEARMAN.replace('9', '9' * 5000)}\n",
            "men.csv: line 2, attack: must be a whole number, not a text",
        ),
        (f"{HEAD}\n{SPEARMAN}\n" + f"{SPEARMAN}\n" * 150_000, "men.csv: is larger than 4 MB"),
        (f"{HEAD};attack\n{SPEARMAN};8\n", "men.csv: line 1: two columns have the same name: 'attack'"),
        (f"{HEAD}\nSpear\x1bman;9;3;6;4;2;3;unarmoured\n", "men.csv: line 2, title: has control characters"),
    ],
    ids=["a return in a cell", "a long cell", "a long number", "a large file", "a column twice", "a control character"],
)
def test_a_sheet_is_read_with_the_guards_of_all_files(refused, tmp_path, content, said):
    file = tmp_path / "men.csv"
    file.write_bytes(content.encode())
    assert said in refused("rosters", "import", file)
    assert not (tmp_path / "men.toml").exists()


def test_lines_may_end_with_a_return_alone(say, tmp_path):
    file = tmp_path / "men.csv"
    file.write_bytes(f"{HEAD}\r{SPEARMAN}\r{MILITIA}\r".encode())
    assert "2 kinds: spearman, militia" in say("rosters", "import", file)[1]


def test_a_name_that_a_spreadsheet_would_calculate_comes_back_from_it(say, sheet, tmp_path):
    say("rosters", "import", sheet("=1+1;" + SPEARMAN.partition(";")[2]))
    say("rosters", "new", tmp_path / "again.csv", "--base", tmp_path / "men.toml")
    assert "'=1+1," in (tmp_path / "again.csv").read_text(encoding="utf-8")
    assert say("rosters", "import", tmp_path / "again.csv")[0] == 0
    assert men_of(str(tmp_path / "again.toml")) == men_of(str(tmp_path / "men.toml"))


def test_wrong_columns_have_a_near_one(refused, sheet):
    assert "line 1: no such column: 'Attak'; did you mean 'attack'?" in refused(
        "rosters", "import", sheet("Spearman;9", head="Name;Attak")
    )


@pytest.mark.parametrize("base", ["illustrative", "banners"])
@pytest.mark.parametrize("suffix", [".csv", ".toml"])
def test_a_new_roster_is_the_shipped_one_and_is_read_again(say, refused, tmp_path, suffix, base):
    file = tmp_path / f"men{suffix}"
    assert say("rosters", "new", file, "--base", base)[0] == 0
    if suffix == ".csv":
        with file.open(encoding="utf-8") as opened:
            assert next(csv.reader(opened)) == list(columns(men_of(base)[0]))
        assert say("rosters", "import", file)[0] == 0
    assert men_of(str(tmp_path / "men.toml")) == men_of(base)
    assert "exists already" in refused("rosters", "new", file)


def test_rosters_are_listed_and_shown(say, ask):
    assert "illustrative  Illustrative roster: Man-at-arms, Spearman" in say("rosters", "list")[1]
    assert "Town militia" in say("rosters", "show", "illustrative")[1]
    assert ask("rosters", "show", "illustrative") == [dict(man) for man in men_of("illustrative")[1]]


def test_a_scenario_wants_all_of_its_men(refused, sheet, say, tmp_path):
    say("rosters", "import", sheet(SPEARMAN))
    assert "needs a kind of men that the roster has not: 'militia'" in refused(
        "scenarios", "ladder-one", "--roster", tmp_path / "men.toml"
    )
    for name in ("fire-camp", "bombardment-keep", "command-duel"):
        assert f"this scenario names no roster: '{name}'" in refused(
            "scenarios", name, "--roster", tmp_path / "men.toml"
        )


def test_a_scenario_that_names_no_roster_has_the_men_of_the_usual_one(say, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    say("rosters", "new", "men.toml", "--base", "banners")
    men = (tmp_path / "men.toml").read_text(encoding="utf-8")
    stronger = men.replace("\nstrength = 4\n", "\nstrength = 9\n")
    (tmp_path / "men.toml").write_text(stronger, encoding="utf-8")
    code, text, _ = say("scenarios", "battle-wing", "--roster", "men.toml")
    assert code == 0
    assert 'roster = "men.toml"' in text
    assert "made up" not in text
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    mine, shipped = (load_scenario(name) for name in ("mine.toml", "battle-wing"))
    assert [kind.strength for kind in mine.roster.kinds if kind.id == "knights"] == [9]
    assert mine.digest != shipped.digest


def test_a_scenario_of_ones_own_is_printed_as_it_is_read(say, tmp_path):
    _, text, _ = say("scenarios", "ladder-one")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-16")
    assert say("scenarios", tmp_path / "mine.toml") == (0, text, "")


def test_a_roster_of_ones_own_is_named_by_every_study(say, tmp_path):
    ram, _ = write_scenarios(tmp_path)
    sample = ("--engine", "monte-carlo", "--trials", "100")
    for words in (("compare", ram), ("sweep", ram, "--x", "marks=1,2"), ("tactics", ram, "archers.men=0,1")):
        assert "Roster: Copied from my own counters." in say(*words, *sample)[1]
