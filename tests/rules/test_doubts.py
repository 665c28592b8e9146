"""What `rules check` says of a file that is allowed and hardly meant."""

import shutil

import pytest

from cases import cases
from mangonel.cli.main import main
from mangonel.games.cryhavoc.outcomes import doubts
from mangonel.rules.files import data_root
from mangonel.rules.loading import idle_blocks, load_rules
from rules.overlays import HEAD, RANGES, add, change, template, uncommented

CASES = cases(__file__)

SIEGE = load_rules("siege")
SHOTS = ["missile-foot", "missile-mounted"]
WHOLE = add(tables=SHOTS, row="sling", column="row_offset", value="5") + add(
    tables=RANGES, row="sling", values="1-9 10-20 21-30"
)


@pytest.fixture
def said(tmp_path, capsys):
    def checked(text):
        file = tmp_path / "club.toml"
        file.write_text(HEAD + text, encoding="utf-8")
        assert main(["rules", "check", str(file)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(f"{file}: fine; ")
        assert all(line.startswith(f"{file}: careful: ") for line in lines[1:])
        return [line.partition("careful: ")[2] for line in lines[1:]]

    return checked


@pytest.mark.parametrize(
    ("text", "expected"),
    CASES["test_what_is_hardly_meant_is_said"],
)
def test_what_is_hardly_meant_is_said(said, text, expected):
    assert said(text) == expected


def test_a_row_of_which_one_cell_changes_is_not_idle(tmp_path):
    file = tmp_path / "club.toml"
    row = list(SIEGE.tables["melee-foot"].cells[4])
    file.write_text(HEAD + change(table="melee-foot", row="5", values=" ".join([*row[:-1], "F"])), encoding="utf-8")
    assert idle_blocks(file) == (() if row[-1] != "F" else ("change.1",))


def test_what_the_base_has_is_not_said_again(tmp_path):
    base, file = tmp_path / "base.toml", tmp_path / "club.toml"
    half = add(table="missile-foot", row="sling", column="row_offset", value="5")
    base.write_text(HEAD + half, encoding="utf-8")
    file.write_text(HEAD.replace('"mine"', '"more"').replace('"siege"', '"base.toml"'), encoding="utf-8")
    assert doubts(load_rules(base), SIEGE)
    assert not doubts(load_rules(file), load_rules(base))


@pytest.mark.parametrize("name", ["croisades", "siege-de", "siege-en", "siege-extension", "siege-it", "vikings"])
def test_nothing_is_to_be_said_of_what_is_shipped(name):
    file = data_root() / "rules" / "cryhavoc" / f"{name}.toml"
    assert doubts(load_rules(name), SIEGE) == ()
    assert idle_blocks(file) == ()


def test_a_letter_that_no_roll_comes_to(tmp_path, capsys):
    (tmp_path / "tables").mkdir()
    table = tmp_path / "tables" / "missile-foot.toml"
    shutil.copy(data_root() / "rules" / "cryhavoc" / "tables" / table.name, table)
    text = table.read_text(encoding="utf-8").replace("[results]\n", '[results]\n"Z" = "struck by lightning"\n')
    table.write_text(text, encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(
        'schema = 1\nid = "mine"\ntitle = "Mine"\nsystem = "cryhavoc"\ntables = ["missile-foot"]\n', encoding="utf-8"
    )
    assert main(["rules", "check", str(file)]) == 0
    assert "careful: table missile-foot: no roll comes to result Z" in capsys.readouterr().out


def test_the_start_of_a_rule_file_offers_nothing_that_its_base_has(tmp_path):
    base = tmp_path / "club.toml"
    base.write_text(uncommented(template(SIEGE, name="club", reference="siege")), encoding="utf-8")
    club = load_rules(base)
    again = tmp_path / "again.toml"
    again.write_text(uncommented(template(club, name="again", reference="./club.toml")), encoding="utf-8")
    added = {change.where for change in load_rules(again).changes} - {change.where for change in club.changes}
    assert {"ranges-base.sling-2", "terrain.ditch-2", "machine-points.bombard-2", "battering.*.18"} <= added
