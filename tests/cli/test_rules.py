"""``mangonel rules new`` and ``schema``, and a rule file of one's own wherever a name does."""

import json

import pytest

from cases import cases, text_of
from cli.files import write_scenarios
from mangonel import differences
from mangonel.rules.loading import load_rules
from mangonel.rules.schema import overlay_schema
from pace import slow_after
from rules.overlays import HEAD, change

CASES = cases(__file__)

SIEGE = load_rules("siege")


def test_new_writes_a_file_that_is_fine_and_changes_nothing(say, tmp_path):
    mine = tmp_path / "My Rules.toml"
    assert say("rules", "new", mine) == (0, "", f"wrote {mine}\n")
    rules = load_rules(mine)
    assert (rules.chain, rules.digest, rules.changes) == (("siege", "my-rules"), SIEGE.digest, ())
    code, out, _ = say("rules", "check", mine)
    assert (code, out) == (0, f"{mine}: fine; my-rules {SIEGE.digest}, 0 changes against its base\n")


def test_new_of_another_base_by_name_and_by_path(say, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club").mkdir()
    assert say("rules", "new", "club/ours.toml", "--base", "croisades")[0] == 0
    assert say("rules", "new", "mine.toml", "--base", "club/ours.toml")[0] == 0
    assert load_rules("mine.toml").chain == ("siege", "croisades", "ours", "mine")
    # Changes of what it is based on are not its own.
    assert say("rules", "check", "mine.toml")[1].endswith(", 0 changes against its base\n")
    monkeypatch.chdir(tmp_path / "club")
    assert load_rules("../mine.toml").digest == load_rules("croisades").digest


def test_new_does_not_overwrite(say, refused, write):
    mine = write("mine.toml", "# my work\n")
    err = refused("rules", "new", mine)
    assert f"{mine}: the file exists already (use --force" in err
    assert mine.read_text() == "# my work\n"
    assert say("rules", "new", mine, "--force")[0] == 0
    assert load_rules(mine).id == "mine"


@pytest.mark.parametrize(("words", "parts"), CASES["test_new_refuses"])
def test_new_refuses(say, tmp_path, monkeypatch, words, parts):
    monkeypatch.chdir(tmp_path)
    code, out, err = say("rules", "new", *words)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    for part in parts:
        assert part in err
    assert list(tmp_path.iterdir()) == []


def test_schema_is_that_of_the_base(say, tmp_path):
    code, out, _ = say("rules", "schema")
    assert (code, json.loads(out)) == (0, overlay_schema(SIEGE))
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "siege"\n[[add]]\ntable = "terrain"\nrow = "ditch"\nvalues = "2 2 none 0"\n'
    )
    assert "ditch" not in out
    assert "ditch" in say("rules", "schema", "--base", mine)[1]


OWN = text_of(__file__, "rules_own.toml")


@pytest.mark.parametrize("words", slow_after(12, CASES["COMMANDS"]), ids=lambda words: " ".join(words[:3]))
def test_a_file_of_ones_own_wherever_a_name_does(say, refused, tmp_path, write, words):
    mine = write("mine.toml", OWN)
    ram, _ = write_scenarios(tmp_path)
    words = [word.format(mine=mine, ram=ram, out=tmp_path / "out") for word in words]
    code, out, err = say(*words)
    assert (code, err) == (0, "")
    assert "mine" in out.lower()
    mine.write_text(OWN.replace('"9"', '"8"'), encoding="utf-8")
    err = refused(*words)
    assert err.startswith(f"mangonel: {mine}: change.1.column: unknown value: '8'")


def test_what_it_changes_is_what_is_rolled(say, write):
    mine = write("mine.toml", OWN)
    document = json.loads(say("odds", "batter", "--points", "9", "--rules", mine, "--json")[1])
    assert document["fractions"] == {"D": "1"}
    assert document["digest"] == load_rules(mine).digest


def test_a_rule_file_alone_is_compared_with_its_own_base(say, ask, tmp_path, write):
    ram, _ = write_scenarios(tmp_path)
    mine = write(
        "mine.toml",
        HEAD.replace('"siege"', '"siege-it"') + change(table="melee-foot", row="10", column="1-1", value="F"),
    )
    document = ask("compare", ram, mine)
    assert [document[side]["provenance"]["rules"] for side in ("left", "right")] == ["siege-it", "mine"]
    _, out, _ = say("compare", ram, mine)
    assert out.startswith("“My rules” is compared with its own base, “Siege, Italian supplement”.\n")
    # Two that are named are those two, and a rule set of the program has its usual rival.
    for words in ([mine, "siege"], ["siege"], []):
        assert "its own base" not in say("compare", ram, *words)[1]
    assert ask("compare", ram, "siege")["right"]["provenance"]["rules"] == "croisades"
    assert [found.where for found in differences(mine)] == ["melee-foot.10.1-1"]


def test_a_die_that_counts_from_zero_is_checked_in_a_file(tmp_path, refused):
    file = tmp_path / "mine.toml"
    head = 'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "filo-read"\n'
    file.write_text(head + '[[change]]\ntable = "shots"\nrow = "crossbowmen"\ncolumn = "1"\nvalue = "6/x"\n')
    err = refused("rules", "check", file)
    assert all(part in err for part in (str(file), "change.1", "'6/x'", "imposible"))
    file.write_text(head + '[options]\nmissile-ranges = "base"\n')
    err = refused("rules", "check", file, tmp_path / "none.toml", file)
    assert (err.count("of another game"), err.count("there is no such file")) == (2, 1)


@pytest.mark.parametrize("base", ["filo", "filo-read", "navas"])
def test_a_rule_file_of_ones_own_starts_with_examples_of_this_game(tmp_path, told, base):
    file = tmp_path / "mine.toml"
    told("rules", "new", file, "--base", base)
    text = file.read_text(encoding="utf-8")
    assert all(part in text for part in ('table = "combat-ratio"', "archer-row", 'values = "2 3 SE -1 -2"'))
    file.write_text(
        "\n".join(
            line.removeprefix("# ") if line.startswith(("# [[", "# table", "# row", "# column", "# value")) else line
            for line in text.splitlines()
        )
    )
    assert "fine" in told("rules", "check", file)
