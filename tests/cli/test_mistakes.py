"""Wrong words and wrong files: one clear message each, exit code 2, and never a traceback."""

from itertools import product

import pytest

from cli.files import LADDER, RAM, ROSTER, write_scenarios
from mangonel.cli.main import main
from mangonel.systems.cryhavoc.scenario import load_scenario


@pytest.fixture
def refused(capsys):
    """Run the command line, see that it refuses, and return its message."""

    def run_it(*words):
        assert main([str(word) for word in words]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Traceback" not in captured.err
        return captured.err

    return run_it


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["simulat", "ladder-one"], ["no such command: 'simulat'", "did you mean 'simulate'"]),
        (["odds", "mele"], ["No such command 'mele'"]),
        (["odds", "melee", "--attck", "3"], ["--attck", "--attack"]),
        (["simulate"], ["Missing argument 'SCENARIO'"]),
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
            ["more than 100,000 states", "use the engine auto or counts", "--max-states"],
        ),
        (["compare", "ladder-one", "siege", "croisade"], ["did you mean 'croisades'"]),
        (["trace", "ladder-one", "--dice", "3,x"], ["--dice: a die is a whole number from 1 to 10", "'x'"]),
        (["trace", "ladder-one", "--dice", "11"], ["'11'"]),
        (["trace", "ladder-one", "--dice", "9" * 5000], ["--dice: a die is"]),
        (["simulate", "ladder-one", "--engine", "counts", "--max-states", "9"], ["--max-states goes with"]),
        (["tactics", "ladder-one", "policies.facing"], ["write it as policies.facing=fight,shoot"]),
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
        (["trace", "ladder-one", "--dice", "3", "--seed", "1"], ["--seed and --dice do not go together"]),
        (["trace", "ladder-one", "--lang", "de", "--json"], ["--lang and --json do not go together"]),
        (["trace", "ladder-one", "--lang", "klingon"], ["unknown language", "'klingon'"]),
        (["rules", "diff", "siege", "croisades", "--csv", "--json"], ["--json and --csv do not go together"]),
        (["report", "--no-sweep", "--x", "turns=1,2", "--y", "besiegers.men=3,4"], ["--no-sweep leaves it out"]),
    ],
    ids=lambda words: " ".join(words)[:60] if isinstance(words[0], str) else "",
)
def test_wrong_words(refused, words, parts):
    message = refused(*words)
    for part in parts:
        assert part in message


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
    out = ["--out", tmp_path / "out"] if command == "report" else []
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


RAM_MISTAKES = {
    "unknown key": ("marks = 1", "mraks = 1", ["mraks: unknown key: 'mraks'", "did you mean 'marks'"]),
    "unknown block": ("[oil]", "[oill]", ["oill: unknown key", "did you mean 'oil'"]),
    "unknown key in a block": ("barrels = 1", "barels = 1", ["oil.barels: unknown key", "did you mean 'barrels'"]),
    "wrong type": ("turns = 6", 'turns = "6"', ["turns: must be a whole number, not a text: '6'"]),
    "a flag as number": ("man_on_wall = true", "man_on_wall = 1", ["man_on_wall: must be true or false"]),
    "a number as block": (
        "schema = 1",
        "schema = 1\npolicies = 3",
        ["policies: must be a block of keys, not a whole number: 3"],
    ),
    "a date": ('title = "My ram', 'title = 2024-05-01 # "My ram', ["title: must be a text, not a date"]),
    "blank": ('title = "My ram [no/markup] [/b]"', 'title = " "', ["title: must not be blank"]),
    "too small": ("turns = 6", "turns = 0", ["turns: must be 1 to 60: 0"]),
    "too large": ("men = 4", "men = 21", ["besiegers.men: must be 3 to 20: 21"]),
    "much too large": ("turns = 6", "turns = 0x" + "f" * 5000, ["turns: must be 1 to 60"]),
    "missing key": ("turns = 6\n", "", ["turns: is missing"]),
    "missing block": ("[besiegers]", "[besieger]", ["besiegers: is missing, but there is 'besieger'"]),
    "unknown kind": (
        'kind = "guard"',
        'kind = "gard"',
        ["besiegers.kind: unknown value: 'gard'", "did you mean 'guard'"],
    ),
    "unknown terrain": (
        "flat_ground x 2",
        "flat_grund x 2",
        ["approach.1: unknown terrain: 'flat_grund'", "did you mean 'flat_ground'"],
    ),
    "wrong hexes": ("flat_ground x 2", "flat_ground x 0", ["approach.1: the number of hexes must be 1 to 60: '0'"]),
    "odd hexes": ("flat_ground x 2", "flat_ground x ²", ["approach.1: the number of hexes"]),
    "too many hexes": (
        '["flat_ground x 2"]',
        '["flat_ground x 50", "flat_ground x 11"]',
        ["approach: an approach has at most 60"],
    ),
    "wrong sequence": (
        'sequence = "ram"',
        'sequence = "rams"',
        ["sequence: unknown value: 'rams'", "did you mean 'ram'"],
    ),
    "the other sequence": ('sequence = "ram"', 'sequence = "ladder-assault"', ["width: is missing"]),
    "wrong schema": ("schema = 1", "schema = 2", ["schema: must be 1: 2"]),
    "broken TOML": ("turns = 6", "turns = = 6", ["line 6", "is not valid TOML"]),
    "twice": ("turns = 6", "turns = 6\nturns = 7", ["line 7", "is not valid TOML"]),
    "missing roster": (
        "counters/mine.toml",
        "counters/yours.toml",
        ["roster: no such roster or file: 'counters/yours.toml'"],
    ),
    "unknown roster": ("counters/mine.toml", "ilustrative", ["roster: no such roster", "did you mean 'illustrative'"]),
    "endless roster": ("counters/mine.toml", "r" * 5000, ["roster: no such roster"]),
    "unknown assumption": ("ram-rate", "ram-rat", ["assumptions.ram-rat: ", "did you mean 'ram-rate'"]),
    "wrong assumption value": (
        "every-turn",
        "every-trun",
        ["assumptions.ram-rate: ", "'every-trun'", "did you mean 'every-turn'"],
    ),
    "wrong assumption type": ('"every-turn"', "1", ["assumptions.ram-rate: must be a text"]),
    "another unknown assumption": ('"every-turn"', '"every-turn"\nbreach = "x"', ["assumptions.breach: "]),
}


@pytest.mark.parametrize("command", ["simulate", "trace", "compare"])
@pytest.mark.parametrize("name", RAM_MISTAKES)
def test_one_mistake_in_a_scenario_file(refused, tmp_path, name, command):
    old, new, parts = RAM_MISTAKES[name]
    ram, _ = write_scenarios(tmp_path)
    assert RAM.count(old) >= 1
    ram.write_text(RAM.replace(old, new, 1), encoding="utf-8")
    message = refused(command, ram)
    assert message.startswith(f"mangonel: {ram}: ")
    for part in parts:
        assert part in message


def test_what_the_rules_do_not_allow_names_the_file_too(refused, tmp_path):
    ram, ladder = write_scenarios(tmp_path)
    inner = RAM.replace('"outer"', '"inner"').replace('ram-rate = "every-turn"', 'inner-wall-d-count = "1"')
    ram.write_text(inner, encoding="utf-8")
    assert f"{ram}: marks: the wall is breached by so many marks already: 1" in refused("simulate", ram)
    ladder.write_text(LADDER + '[covering]\nmen = 1\nweapon = "shortbow"\ndistance = 200\n', encoding="utf-8")
    assert refused("simulate", ladder).startswith(f"mangonel: {ladder}: ")


LADDER_MISTAKES = {
    "more ladders than hexes": ("ladders = 1", "ladders = 2", "besiegers.ladders: must be 1: 2"),
    "shooting without weapon": ('"fight"', '"shoot"', "policies.facing: men without a weapon cannot shoot"),
    "unknown policy": ('"fight"', '"flee"', "policies.facing: unknown value: 'flee'"),
    "terrain of the approach": ('"scrub"', '"battlement"', "approach.1: unknown terrain: 'battlement'"),
    "unknown key": ("losses = 3", "loses = 3", "break_off.loses: unknown key"),
}


@pytest.mark.parametrize("name", LADDER_MISTAKES)
def test_one_mistake_in_a_ladder_file(refused, tmp_path, name):
    old, new, part = LADDER_MISTAKES[name]
    _, ladder = write_scenarios(tmp_path)
    ladder.write_text(LADDER.replace(old, new, 1), encoding="utf-8")
    assert f"{ladder}: {part}" in refused("simulate", ladder)


ROSTER_MISTAKES = {
    "unknown key": ("armour =", "armor =", "kind.1.armour: is missing, but there is 'armor'"),
    "unknown armour": ('"armoured"', '"armored"', "kind.1.armour: unknown value: 'armored'; did you mean 'armoured'"),
    "out of range": ("attack = 6", "attack = 0", "kind.1.attack: must be 1 to 99: 0"),
    "twice": (
        ROSTER[ROSTER.index("[[kind]]") :],
        ROSTER[ROSTER.index("[[kind]]") :] * 2,
        "kind.2.id: two kinds have the same id",
    ),
}


@pytest.mark.parametrize("name", ROSTER_MISTAKES)
def test_one_mistake_in_a_roster(refused, tmp_path, name):
    old, new, part = ROSTER_MISTAKES[name]
    ram, _ = write_scenarios(tmp_path)
    roster = tmp_path / "counters" / "mine.toml"
    roster.write_text(ROSTER.replace(old, new, 1), encoding="utf-8")
    assert f"{roster}: {part}" in refused("simulate", ram)


def test_what_is_no_text_file(refused, tmp_path):
    assert f"{tmp_path}: this is a folder, not a file" in refused("simulate", tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes('schema = 1\ntitle = "Château"\n'.encode("latin-1"))
    assert f"{latin}: line 2: is not UTF-8 text" in refused("simulate", latin)


def test_a_sound_file_is_taken_from_anywhere(tmp_path, monkeypatch, capsys):
    ram, ladder = write_scenarios(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    # The roster is looked for beside the scenario, not where the command is given.
    for path in (ram, "../ladder.toml"):
        assert main(["simulate", str(path)]) == 0
    assert load_scenario(ladder).roster.id == "mine"
    ram.with_suffix(".txt").write_bytes(b"\xef\xbb\xbf" + RAM.encode())
    assert main(["trace", str(ram.with_suffix(".txt"))]) == 0
    capsys.readouterr()


def test_a_shipped_roster_may_be_named(tmp_path):
    ram, _ = write_scenarios(tmp_path)
    ram.write_text(RAM.replace("counters/mine.toml", "illustrative").replace("guard", "spearman"), encoding="utf-8")
    assert load_scenario(ram).roster.id == "illustrative"


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

    for name in ("engine.run.run", "studies.compare.compare", "studies.sweep.sweep", "sheets.batch.write_out"):
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


def test_a_csv_that_cannot_be_written_leaves_nothing(refused, tmp_path, monkeypatch):
    ram, _ = write_scenarios(tmp_path)
    target = tmp_path / "numbers.csv"
    target.write_text("mine")
    before = sorted(tmp_path.iterdir())

    def full(path, content):
        path.write_bytes(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mangonel.reports.writing._write", full)
    assert "No space left" in refused("simulate", ram, "--csv", target, "--force", "--json")
    assert target.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == before


def test_an_id_that_is_a_path_is_refused(refused, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('schema = 1\nid = "../../mine"\ntitle = "Mine"\nbase = "siege"\n', encoding="utf-8")
    err = refused("rules", "check", mine)
    assert "id: an id has letters, digits, - and _ only" in err
    assert str(mine) in err


def test_control_characters_are_refused(refused, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('schema = 1\nid = "mine"\ntitle = "Mi\\u001b[31mne"\nbase = "siege"\n', encoding="utf-8")
    err = refused("rules", "check", mine)
    assert "title: has control characters" in err
    assert "\x1b" not in err


def test_an_overlay_must_not_take_the_id_of_a_shipped_rule_set(refused, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('schema = 1\nid = "croisades"\ntitle = "Mine"\nbase = "siege"\n', encoding="utf-8")
    for words in (("rules", "check", mine), ("simulate", "ladder-one", "--rules", mine)):
        err = refused(*words)
        assert f"{mine}: id: this id belongs to a rule set that comes with the program: 'croisades'" in err


def test_a_new_rule_file_takes_no_id_of_a_shipped_rule_set(tmp_path, capsys):
    mine = tmp_path / "croisades.toml"
    assert main(["rules", "new", str(mine)]) == 0
    assert main(["rules", "check", str(mine)]) == 0
    assert "fine; croisades-of-mine" in capsys.readouterr().out
