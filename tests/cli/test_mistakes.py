"""Wrong words, and files that cannot be written: one clear message each, exit code 2, and never a traceback."""

from itertools import product

import pytest

from cli.files import RAM, write_scenarios
from mangonel.cli.main import main


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["simulat", "ladder-one"], ["no such command: 'simulat'", "did you mean 'simulate'"]),
        (["odds", "mele"], ["no such command: 'mele'", "did you mean 'melee'"]),
        (["odds", "melee", "--attck", "3"], ["--attck", "--attack"]),
        (["simulate"], ["mangonel: missing argument 'SCENARIO' (see mangonel simulate --help)"]),
        (["simulate", "ladder-on"], ["no such scenario or file: 'ladder-on'", "did you mean 'ladder-one'"]),
        (["scenarios", "ram-gat"], ["did you mean 'ram-gate'"]),
        (["simulate", "nowhere.toml"], ["nowhere.toml: there is no such file"]),
        (["simulate", "x" * 5000], ["no such scenario or file"]),
        (["simulate", "ladder-one", "--rules", "sige"], ["unknown rule set: 'sige'", "did you mean 'siege'"]),
        (["simulate", "ladder-one", "--rules", "nowhere.toml"], ["nowhere.toml: there is no such file"]),
        (["simulate", "ladder-one", "--engine", "montecarlo"], ["'montecarlo' is not one of", "'monte-carlo'"]),
        (["simulate", "ladder-one", "--trials", "7"], ["--trials", "7"]),
        (["simulate", "ladder-one", "--seed", "-1"], ["--seed", "-1"]),
        (["simulate", "ladder-one", "--precision", "0"], ["--precision"]),
        (
            ["simulate", "ladder-two", "--engine", "exact"],
            ["more than 100,000 states", "use the engine auto or monte-carlo", "--max-states"],
        ),
        (["compare", "ladder-one", "siege", "croisade"], ["did you mean 'croisades'"]),
        (["trace", "ladder-one", "--dice", "3,x"], ["--dice: a die is a whole number from 1 to 10", "'x'"]),
        (["trace", "ladder-one", "--dice", "11"], ["'11'"]),
        (["trace", "ladder-one", "--dice", "9" * 5000], ["--dice: a die is"]),
        (["simulate", "ladder-one", "--engine", "counts", "--max-states", "9"], ["--max-states goes with"]),
        (
            ["sweep", "ladder-one", "--x", "besiegers.men=2,3", "--set", "besiegers.men=4"],
            ["--set: varies along --x: set it or let it vary: 'besiegers.men'"],
        ),
        (["tactics", "ladder-one", "policies.facing"], ["write it as turns=8,12"]),
        (["tactics", "ladder-one", "policies.facing=fight", "policies.facing=topple"], ["is named twice"]),
        (["tactics", "ladder-one", "policies.facng=fight"], ["did you mean 'facing'"]),
        (["tactics", "ladder-one", "policies.facing=figth"], ["did you mean 'fight'"]),
        (["tactics", "ladder-one", "--ending", "foothod"], ["did you mean 'foothold'"]),
        (["tactics", "ladder-one", "--together"], ["--together goes with the decisions"]),
        (["tactics", "ladder-one", "besiegers.men=" + ",".join(map(str, range(1, 300)))], ["more than 200 variants"]),
        (["tactics", "healing-six"], ["there is nothing to choose"]),
        (["sweep", "ram-gate", "--x", "oil.barrels", "--y", "archers.men=1"], ["--x: write it as"]),
        (["sweep", "ram-gate", "--x", "oil.barrels=1..x", "--y", "archers.men=1"], ["--x: write it as"]),
        (["sweep", "ram-gate", "--x", "oil.barrels=3..1", "--y", "archers.men=1"], ["1 to 50 values"]),
        (["sweep", "ram-gate", "--x", f"oil.barrels=0..{10**12}", "--y", "archers.men=1"], ["1 to 50 values"]),
        (["sweep", "ram-gate", "--x", f"oil.barrels=0..{10**40}", "--y", "archers.men=1"], ["1 to 50 values"]),
        (["sweep", "ram-gate", "--x", "oil.barrel=1", "--y", "archers.men=1"], ["did you mean 'barrels'"]),
        (["sweep", "ram-gate", "--x", "oil.barrels=1", "--y", "oil.barrels=1"], ["two different numbers"]),
        (
            ["sweep", "ram-gate", "--x", "oil.barrels=1", "--y", "archers.men=1", "--ending", "breech"],
            ["did you mean 'breach'"],
        ),
        (["tables", "mele-foot"], ["no such table: 'mele-foot'", "did you mean 'melee-foot'"]),
        (["tables", "combat-typs"], ["no such table: 'combat-typs'", "did you mean 'combat-types'"]),
        (["tables", "combat-types", "melee-foot"], ["no game has all these tables: 'combat-types melee-foot'"]),
        (["rules", "show", "croisade"], ["did you mean 'croisades'"]),
        (["rules", "check", "nowhere.toml"], ["nowhere.toml: there is no such file"]),
        (["odds", "missile", "--weapon", "longbo", "--distance", "3"], ["did you mean 'longbow'"]),
        (["odds", "missile", "--weapon", "longbow", "--distance", "3", "--cover", "hevy"], ["did you mean 'heavy'"]),
        (["odds", "missile", "--weapon", "longbow", "--distance", "999"], ["mangonel: "]),
        (["odds", "melee", "--attack", "8", "--defence", "3", "--terrain", "laddr"], ["did you mean 'ladder'"]),
        (["odds", "melee", "--attack", "0", "--defence", "3"], ["attack"]),
        (["odds", "fire", "--cause", "arow"], ["did you mean 'arrow'"]),
        (["odds", "batter", "--points", "0"], ["nothing to batter with", "0"]),
        (["odds", "batter", "--points", "9", "--bombarded"], ["--bombarded goes with --ram"]),
        (["odds", "fire", "--cause", "oil", "--target", "ram"], ["only --cause arrow takes --target"]),
        (["odds", "fire", "--cause", "spread", "--weapon", "longbow"], ["only --cause arrow takes --weapon"]),
        (
            ["odds", "fire", "--cause", "hand", "--target", "tent", "--distance", "3"],
            ["only --cause arrow takes --target and --distance"],
        ),
        (["odds", "topple", "--seed", "0"], ["--seed goes with --trials"]),
        (["odds", "topple", "--tries", "3", "--seed", "0"], ["--seed goes with --trials"]),
        (["trace", "ladder-one", "--dice", "3", "--seed", "1"], ["--seed and --dice do not go together"]),
        (["trace", "ladder-one", "--lang", "de", "--json"], ["--lang and --json do not go together"]),
        (["trace", "ladder-one", "--lang", "klingon"], ["unknown language", "'klingon'"]),
        (["rules", "diff", "siege", "croisades", "--csv", "--json"], ["--json and --csv do not go together"]),
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


def test_messages_are_short(refused):
    assert len(refused("simulate", "ladder-on").splitlines()) == 1


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


def test_a_csv_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch, capsys):
    ram, _ = write_scenarios(tmp_path)
    target = tmp_path / "numbers.csv"
    target.write_text("mine")
    before = sorted(tmp_path.iterdir())

    def full(path, content):
        path.write_bytes(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mangonel.paper.writing._write", full)
    assert main(["simulate", str(ram), "--csv", str(target), "--force", "--json"]) == 2
    assert "No space left" in capsys.readouterr().err
    assert target.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == before
