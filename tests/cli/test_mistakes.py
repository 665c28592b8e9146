"""Wrong words, and files that cannot be written: one clear message each, exit code 2, and never a traceback."""

from itertools import product

import pytest

from cases import cases
from cli.files import RAM, write_scenarios
from mangonel.cli.main import main

CASES = cases(__file__)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        *CASES["test_wrong_words"],
        (["simulate", "x" * 5000], ["no such scenario or file"]),
        (["trace", "ladder-one", "--dice", "9" * 5000], ["--dice: a die is"]),
        (["tactics", "ladder-one", "besiegers.men=" + ",".join(map(str, range(1, 300)))], ["more than 200 variants"]),
        (["sweep", "ram-gate", "--x", f"oil.barrels=0..{10**12}", "--y", "archers.men=1"], ["1 to 50 values"]),
        (["sweep", "ram-gate", "--x", f"oil.barrels=0..{10**40}", "--y", "archers.men=1"], ["1 to 50 values"]),
    ],
    ids=lambda words: " ".join(words)[:60] if isinstance(words[0], str) else "",
)
def test_wrong_words(refused, words, parts):
    message = refused(*words)
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "mele"],
        ["odds", "melee", "--attck", "3"],
        ["simulate"],
        ["rules", "shwo"],
        ["simulate", "--engine", "x"],
    ],
    ids=" ".join,
)
def test_every_mistake_is_told_in_one_way(refused, words):
    """One line that begins with the program, from the line reader click as from everybody else."""
    message = refused(*words)
    assert message.startswith("mangonel: ")
    assert message.count("\n") == 1
    assert "Usage" not in message


def test_a_hint_is_enough_where_many_names_are_allowed(refused):
    """Of 34 scenarios one is meant; where nothing is near they are all told."""
    near, far = refused("simulate", "ladder-on"), refused("simulate", "q")
    assert near == "mangonel: no such scenario or file: 'ladder-on'; did you mean 'ladder-one'?\n"
    assert "ladder-one, " in far
    # A short list may be read beside the hint.
    assert "(allowed: topple, fight, shoot)" in refused("tactics", "ladder-one", "policies.facing=figth")


@pytest.mark.parametrize("command", ["simulate", "compare", "report"])
@pytest.mark.parametrize(
    ("words", "named"),
    [(["--trials", "1000000"], "no --trials"), (["--trials", "9", "--seed", "0"], "no --trials and no --seed")],
)
def test_an_exact_run_takes_no_dice(refused, command, words, named):
    # Also where the value is that of the default: whoever writes it expects dice.
    assert f"--engine exact rolls no dice: it takes {named}" in refused(
        command, "ladder-one", "--engine", "exact", *words
    )


SWEPT_WRONG = {
    "value": (["besiegers.men=1..3", "oil.barrels=1"], "--x: besiegers.men: must be 3 to 20: 1"),
    "the other": (["oil.barrels=1", "besiegers.men=1..3"], "--y: besiegers.men: must be 3 to 20: 1"),
    "name": (["oil.barrels=1", "oil.barels=1,2"], "--y: oil.barels: unknown key: 'barels'; did you mean 'barrels'"),
    "block": (["besiegers=3", "oil.barrels=1"], "--x: besiegers: must be a block of keys, not a whole number: 3"),
    "below a number": (["turns.men=3", "oil.barrels=1"], "--x: turns.men: no such value in the scenario"),
    "by the rules": (["marks=2,3", "turns=3"], "--x: marks: the wall is breached by so many marks already: 3"),
}
THREE_BREACH = (
    'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "siege"\n'
    '[[change]]\ntable = "breach"\nrow = "outer_wall"\ncolumn = "value"\nvalue = "3"\n'
)


@pytest.mark.parametrize(("command", "rules"), [("sweep", "--rules"), ("report", "--left")])
@pytest.mark.parametrize("name", SWEPT_WRONG)
def test_a_wrong_value_of_a_sweep_blames_the_option_and_not_the_file(refused, tmp_path, name, command, rules):
    (x, y), message = SWEPT_WRONG[name]
    file, _ = write_scenarios(tmp_path)
    breach = tmp_path / "breach.toml"
    breach.write_text(THREE_BREACH, encoding="utf-8")
    out = ["--kind", "sweep", "--out", tmp_path / "out"] if command == "report" else []
    err = refused(command, file, rules, breach, *out, "--x", x, "--y", y)
    assert err.startswith(f"mangonel: {message}")
    assert str(file) not in err
    assert not (tmp_path / "out").exists()


def test_a_value_that_another_one_forbids_blames_both_options(refused):
    err = refused("sweep", "ladder-one", "--x", "width=2,1", "--y", "besiegers.men=3")
    assert err.startswith("mangonel: --x with --y: foothold: must be 1: 2")


def test_a_mistake_in_the_file_is_still_the_files(refused, tmp_path):
    file, _ = write_scenarios(tmp_path)
    file.write_text(RAM.replace("marks = 1", "marks = 9"), encoding="utf-8")
    err = refused("sweep", file, "--x", "marks=1,2", "--y", "turns=3")
    assert err.startswith(f"mangonel: {file}: marks: must be 0 to 3: 9")


CSV_COMMANDS = [
    ["simulate", "{ram}"],
    ["compare", "{ram}"],
    ["sweep", "{ram}", "--x", "oil.barrels=0,1", "--y", "archers.men=0,1"],
]


@pytest.mark.parametrize("words", CSV_COMMANDS, ids=lambda words: words[0])
def test_csv_is_written_whole_and_not_over_another_file(words, refused, tmp_path, capsys):
    ram, _ = write_scenarios(tmp_path)
    words = [word.format(ram=ram) for word in words]
    target = tmp_path / "out" / "numbers.csv"
    assert str(target) in refused(*words, "--csv", target)
    target.parent.mkdir()
    assert main([*words, "--csv", str(target)]) == 0
    first = target.read_text()
    assert first.endswith("\n")
    assert len({line.count(",") for line in first.splitlines()}) == 1
    assert f"wrote {target}" in capsys.readouterr().err
    target.write_text("mine")
    assert "exists already" in refused(*words, "--csv", target)
    assert target.read_text() == "mine"
    assert main([*words, "--csv", str(target), "--force"]) == 0
    assert target.read_text() == first
    beside = ["numbers-by-turn.csv"] if words[0] == "simulate" else []
    assert sorted(file.name for file in target.parent.iterdir()) == [*beside, "numbers.csv"]
    capsys.readouterr()


@pytest.fixture
def no_work(monkeypatch):
    """Let nothing be played."""

    def played(*_, **__):
        pytest.fail("played before the files were looked at")

    for name in ("engine.run.run", "studies.compare.compare", "studies.sweep.sweep", "games.batch.write_out"):
        monkeypatch.setattr(f"mangonel.{name}", played)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("words", CSV_COMMANDS, ids=lambda words: words[0])
def test_a_csv_that_cannot_be_written_is_found_first(words, refused, tmp_path):
    ram, _ = write_scenarios(tmp_path)
    words = [word.format(ram=ram) for word in words]
    (tmp_path / "taken.csv").write_text("mine")
    (tmp_path / "folder.csv").mkdir()
    before = sorted(tmp_path.rglob("*"))
    targets = {
        "nowhere/a.csv": "No such file or directory",
        "taken.csv/a.csv": "Not a directory",
        "taken.csv": "the file exists already (use --force to replace it)",
        "folder.csv": "the file exists already",
    }
    for name, reason in targets.items():
        err = refused(*words, "--csv", tmp_path / name)
        assert err.startswith(f"mangonel: {tmp_path / name}: ")
        assert reason in err
    assert "there is something else of this name" in refused(*words, "--csv", tmp_path / "folder.csv", "--force")
    assert "too long" in refused(*words, "--csv", tmp_path / ("x" * 300))
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.usefixtures("no_work")
def test_a_folder_that_cannot_be_written_to_is_found_first(refused, tmp_path):
    ram, _ = write_scenarios(tmp_path)
    file = tmp_path / "taken"
    file.write_text("mine")
    for words, out in product((("report", ram), ("charts", "summary")), (file, file / "reports")):
        err = refused(*words, "--out", out)
        assert err.startswith(f"mangonel: {out}: cannot be written to: ")
    assert "taken" in refused("report", ram, "--out", file / ".." / "taken" / "x")
    assert file.read_text() == "mine"


def test_no_csv_is_written_if_the_one_beside_it_is_there(refused, tmp_path):
    ram, _ = write_scenarios(tmp_path)
    beside = tmp_path / "numbers-by-turn.csv"
    beside.write_text("mine")
    assert str(beside) in refused("simulate", ram, "--csv", tmp_path / "numbers.csv")
    assert beside.read_text() == "mine"
    assert not (tmp_path / "numbers.csv").exists()
