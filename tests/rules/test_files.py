"""Rule files and overlays of one's own: what they can do, and one message for each mistake."""

import shutil

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.rules.difference import differences
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
HEAD = 'schema = 1\nid = "mine"\ntitle = "My rules"\nbase = "siege"\n'


def written(tmp_path, text, name="mine.toml"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def change(**keys):
    return "[[change]]\n" + "".join(f'{key} = "{value}"\n' for key, value in keys.items())


def test_an_overlay_of_nothing_has_the_digest_of_its_base(tmp_path):
    rules = load_rules(written(tmp_path, HEAD))
    assert rules.digest == SIEGE.digest
    assert rules.chain == ("siege", "mine")
    assert rules.changes == ()


def test_an_overlay_changes_options_and_cells(tmp_path):
    text = (
        HEAD
        + f'base_digest = "{SIEGE.digest}"\n[options]\nram-rate = "every-second-turn"\n'
        + change(table="melee-foot", row="7", column="3-1", value="B", source="House rules 4", reason="bloodier")
    )
    rules = load_rules(str(written(tmp_path, text)))
    assert rules.choice("ram-rate") == "every-second-turn"
    assert melee_situation(rules, attack=24, defence=7).outcome(7) == "B"
    assert [(entry.kind, entry.where, entry.before, entry.after) for entry in rules.changes] == [
        ("option", "ram-rate", "every-turn", "every-second-turn"),
        ("cell", "melee-foot.7.3-1", "A", "B"),
    ]
    assert (rules.changes[1].source, rules.changes[1].reason, rules.changes[1].by) == (
        "House rules 4",
        "bloodier",
        "mine",
    )
    assert rules.digest != SIEGE.digest
    (cell,) = (entry for entry in differences(SIEGE, rules) if entry.kind == "cell")
    assert str(cell.source_right) == "House rules 4"


def test_a_change_to_what_stands_there_changes_nothing(tmp_path):
    rules = load_rules(written(tmp_path, HEAD + change(table="melee-foot", row="7", column="3-1", value="A")))
    assert rules.digest == SIEGE.digest
    assert rules.changes == ()


def test_comments_titles_and_sources_do_not_count_in_the_digest(tmp_path):
    cell = {"table": "melee-foot", "row": "7", "column": "3-1", "value": "B"}
    one = load_rules(written(tmp_path, HEAD + change(**cell)))
    two = load_rules(written(tmp_path, "# note\n" + HEAD.replace("My", "Our") + change(**cell, source="x"), "two.toml"))
    assert one.digest == two.digest


def test_overlays_of_overlays(tmp_path):
    written(tmp_path, HEAD.replace("siege", "croisades") + '[options]\nram-rate = "every-second-turn"\n')
    above = HEAD.replace('"mine"', '"more"').replace('"siege"', '"mine"') + '[options]\nmissile-ranges = "vikings"\n'
    rules = load_rules(written(tmp_path, above, "more.toml"))
    assert rules.chain == ("siege", "croisades", "mine", "more")
    assert rules.choice("healing-table") == "croisades"
    assert rules.choice("ram-rate") == "every-second-turn"
    ranges = next(entry for entry in rules.changes if entry.where == "missile-ranges")
    assert (ranges.before, ranges.after, ranges.by) == ("base", "vikings", "more")


@pytest.mark.parametrize(
    ("text", "path", "words"),
    CASES["test_one_mistake_one_message"],
)
def test_one_mistake_one_message(tmp_path, text, path, words):
    file = written(tmp_path, text)
    with pytest.raises(DataError) as caught:
        load_rules(file)
    assert caught.value.file == str(file)
    assert caught.value.path == path
    for word in words:
        assert word in str(caught.value)


def test_cycles(tmp_path):
    written(tmp_path, HEAD.replace('"siege"', '"two.toml"'))
    file = written(tmp_path, HEAD.replace('"mine"', '"two"').replace('"siege"', '"mine"'), "two.toml")
    with pytest.raises(DataError, match=r"two\.toml -> mine\.toml -> two\.toml") as caught:
        load_rules(file)
    assert caught.value.path == "base"
    alone = written(tmp_path, HEAD.replace('"siege"', '"alone.toml"'), "alone.toml")
    with pytest.raises(DataError, match="based on one another"):
        load_rules(alone)


def test_an_unknown_name():
    with pytest.raises(DataError, match="did you mean 'croisades'"):
        load_rules("croisade")


@pytest.fixture
def own_base(tmp_path):
    shutil.copytree(data_root() / "rules" / "cryhavoc", tmp_path / "own")
    return tmp_path / "own" / "siege.toml"


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    CASES["test_one_mistake_in_a_base"],
)
def test_one_mistake_in_a_base(own_base, old, new, path, words):
    text = own_base.read_text(encoding="utf-8")
    assert old in text, "the mistake must hit something"
    own_base.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_rules(own_base)
    assert str(own_base.parent) in str(caught.value.file)
    assert caught.value.path.startswith(path)
    for word in words:
        assert word in str(caught.value)


def test_numbers_of_options_may_be_others(own_base):
    text = own_base.read_text(encoding="utf-8")
    changed = text.replace('default = "4"', 'default = "5"').replace('value = "4"', 'value = "5"')
    own_base.write_text(changed, encoding="utf-8")
    assert load_rules(own_base).number("inner-wall-d-count") == 5
    own_base.write_text(changed.replace('"5"', '"0"'), encoding="utf-8")
    with pytest.raises(DataError, match="nothing understands this value of the option: '0'"):
        load_rules(own_base)


def test_an_option_without_choices(tmp_path):
    text = (
        'schema = 1\nid = "bare"\ntitle = "Bare"\nsystem = "cryhavoc"\ntables = []\n'
        '[[option]]\nid = "one"\nkind = "reading"\ntitle = "t"\ndefault = "a"\naffects = "x"\n'
    )
    with pytest.raises(DataError, match="choice: is missing") as caught:
        load_rules(written(tmp_path, text, "bare.toml"))
    assert caught.value.path == "option.1.choice"


def test_a_broken_table_is_named(own_base):
    table = own_base.parent / "tables" / "melee-foot.toml"
    table.write_text(table.read_text(encoding="utf-8").replace('"C    D', '"X    D', 1), encoding="utf-8")
    with pytest.raises(DataError, match="unknown result") as caught:
        load_rules(own_base)
    assert (caught.value.file, caught.value.path) == (str(table), "cells.1.1-1")


def test_cycles_through_a_link(tmp_path):
    file = written(tmp_path, HEAD.replace('"siege"', '"link.toml"'))
    (tmp_path / "link.toml").symlink_to(file)
    with pytest.raises(DataError, match="based on one another"):
        load_rules(file)
