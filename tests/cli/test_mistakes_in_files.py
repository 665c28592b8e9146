"""Wrong scenarios, rosters and rule files: one clear message each, with the file, and exit code 2."""

from itertools import cycle

import pytest

from cases import cases
from cli.files import LADDER, RAM, ROSTER, write_scenarios
from mangonel.cli.main import main
from mangonel.games.scenario import load_scenario

CASES = cases(__file__)

RAM_MISTAKES = CASES["RAM_MISTAKES"] | {
    "a number as block": (
        "schema = 1",
        "schema = 1\npolicies = 3",
        ["policies: must be a block of keys, not a whole number: 3"],
    ),
    "much too large": ("turns = 6", "turns = 0x" + "f" * 5000, ["turns: must be 1 to 60"]),
    "missing key": ("turns = 6\n", "", ["turns: is missing"]),
    "twice": ("turns = 6", "turns = 6\nturns = 7", ["line 7", "is not valid TOML"]),
    "endless roster": ("counters/mine.toml", "r" * 5000, ["roster: no such roster"]),
    "another unknown assumption": ('"every-turn"', '"every-turn"\nbreach = "x"', ["assumptions.breach: "]),
}


@pytest.mark.parametrize(("command", "name"), list(zip(cycle(["simulate", "trace", "compare"]), RAM_MISTAKES)))
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
    "unknown key": ("armour =", "armor =", "kind.1.armor: unknown key: 'armor'; did you mean 'armour'"),
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
