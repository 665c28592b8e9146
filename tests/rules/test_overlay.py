"""Overlays and rule files of one's own: what they can change and add, the template they start from, and one message for each mistake."""

import shutil

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.fire_and_walls import batter_situation, machine_points
from mangonel.games.cryhavoc.ground import terrain_sign
from mangonel.games.cryhavoc.missiles import missile_situation, terrain_cover
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.rules.change import Addition, CellChange, with_line
from mangonel.rules.difference import differences
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_base, load_rules, named_several, reference_from
from mangonel.rules.words import load_locale
from rules.overlays import HEAD, MISTAKES, add, change, template, uncommented

SIEGE = load_rules("siege")


@pytest.fixture
def overlay(write):
    """Write an overlay of siege and load it."""
    return lambda *blocks, head=HEAD, name="mine.toml": load_rules(write(name, head + "".join(blocks)))


def test_what_a_rule_set_stands_on(overlay, tmp_path):
    assert load_base("siege") is None
    assert load_base("croisades").digest == SIEGE.digest
    first = overlay('[options]\nram-rate = "every-second-turn"\n')
    overlay(head=HEAD.replace('"mine"', '"more"').replace('base = "siege"', 'base = "mine"'), name="more.toml")
    assert load_base(tmp_path / "more.toml").digest == first.digest
    with pytest.raises(DataError, match="unknown rule set: 'sige'"):
        load_base("sige")


def test_a_whole_row(overlay):
    old = SIEGE.table("melee-foot")
    values = ["F"] * len(old.columns)
    rules = overlay(change(table="melee-foot", row="3", values=" ".join(values), reason="bloody"))
    assert rules.table("melee-foot").cells[2] == tuple(values)
    assert [line for place, line in enumerate(rules.table("melee-foot").cells) if place != 2] == [
        line for place, line in enumerate(old.cells) if place != 2
    ]
    # Only what became another value is a change, each of them a cell.
    assert {entry.kind for entry in rules.changes} == {"cell"}
    assert len(rules.changes) == sum(cell != "F" for cell in old.cells[2])
    assert {entry.reason for entry in rules.changes} == {"bloody"}


def test_a_terrain_stands_where_it_is_told_to(overlay):
    rules = overlay(add(table="terrain", row="ditch", values="2 impassable light -/+", after="moat"))
    rows = rules.table("terrain").rows
    assert rows[rows.index("moat") + 1] == "ditch"
    assert (terrain_sign(rules, "ditch"), terrain_sign(rules, "ditch/+"), terrain_cover(rules, "ditch")) == tuple(
        CASES["OF_A_DITCH"]
    )
    assert melee_situation(rules, attack=9, defence=3, terrain="ditch").final_column == "2-1"


def test_a_column_finds_its_place_by_size(overlay):
    rules = overlay(
        add(table="battering", column="4", values="1C 2C . . . . D D D D"),
        add(table="battering", column="15", values="4C D D D D D D D D D"),
        add(table="melee-foot", column="3-2", values="C C C - - - A A A A"),
    )
    assert rules.table("battering").columns == ("1", "3", "4", "6", "9", "12+", "15")
    assert rules.table("melee-foot").columns[:3] == ("1-1", "3-2", "2-1")
    assert [batter_situation(rules, points=points).final_column for points in (3, 4, 5, 14, 16)] == CASES["BY_SIZE"]
    assert melee_situation(rules, attack=8, defence=5).column == "3-2"
    assert melee_situation(rules, attack=8, defence=5).outcome(2) == "C"


def test_additions_count_in_the_digest_and_in_the_differences(overlay):
    rules = overlay(add(table="machine-points", row="bombard", values="6", source="House rules 7"))
    assert rules.digest != SIEGE.digest
    (found,) = differences(SIEGE, rules)
    assert (found.where, found.left, found.right) == ("machine-points.bombard.value", "(absent)", "6")
    assert (str(found.source_left), str(found.source_right)) == ("(absent)", "House rules 7")
    (made,) = rules.changes
    assert (made.kind, str(made), made.by) == ("row", "machine-points.bombard: (absent) -> 6", "mine")


def test_changes_and_additions_can_be_made_again_on_the_base(overlay):
    rules = overlay(
        '[options]\nram-rate = "every-second-turn"\n',
        add(table="terrain", row="ditch", values="2 impassable light -"),
        add(table="missile-foot", row="sling", column="row_offset", value="5"),
        add(table="battering", column="15", values="D D D D D D D D D D"),
        change(table="melee-foot", row="3", values="F F F F F F F F F F F F"),
    )
    assert SIEGE.applying(rules.changes).digest == rules.digest
    with pytest.raises(DataError, match="no such table"):
        SIEGE.replaced(additions=[Addition("terain", "row", "ditch", ("2", "2", "none", "0"))])


def test_the_last_word_is_last_whatever_the_order_in_the_file(overlay):
    cell = {"table": "machine-points", "row": "bombard", "column": "value"}
    overlay('[options]\nram-rate = "every-second-turn"\n', add(table="machine-points", row="bombard", values="6"))
    above = HEAD.replace('"mine"', '"more"').replace('"siege"', '"mine.toml"')
    rules = overlay(change(**cell, value="7"), '[options]\nram-rate = "every-turn"\n', head=above, name="more.toml")
    assert (machine_points(rules, "bombard"), rules.choice("ram-rate")) == (7, "every-turn")
    assert [(entry.kind, entry.by) for entry in rules.changes] == [("row", "mine"), ("cell", "more")]
    (found,) = differences(SIEGE, rules)
    assert (found.right, str(found.source_right)) == ("7", "rule set more")
    swapped = overlay(
        '[options]\nram-rate = "every-turn"\n', change(**cell, value="7"), head=above, name="swapped.toml"
    )
    assert swapped.digest == rules.digest
    assert SIEGE.applying(rules.changes).digest == rules.digest


def test_a_pinned_base_that_has_an_addition(overlay, tmp_path):
    one = overlay(add(table="machine-points", row="bombard", values="6"))
    above = HEAD.replace('"mine"', '"more"').replace('"siege"', '"mine.toml"') + f'base_digest = "{one.digest}"\n'
    assert overlay(head=above, name="more.toml").digest == one.digest
    overlay(add(table="machine-points", row="bombard", values="7"))
    with pytest.raises(DataError, match="made for another state of 'mine'"):
        load_rules(tmp_path / "more.toml")


@pytest.mark.parametrize("label", ["0-0", "1-0", "\u0663", "9" * 30])
def test_a_column_that_is_no_size_is_refused(label):
    table = SIEGE.table("battering")
    with pytest.raises(DataError):
        with_line(table, "column", label, ["D"] * 10)


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    [
        ("ranges-base", "longbow", "long", "91-" + "9" * 5000),
        ("terrain", "scrub", "foot", "9" * 5000),
        ("breach", "outer_wall", "value", "9" * 5000),
        ("breach", "outer_wall", "value", "\u0664"),
    ],
)
def test_numbers_that_are_none(table, row, column, value):
    with pytest.raises(DataError):
        SIEGE.replaced(cells=[CellChange(table, row, column, value)])


ENGLISH = load_locale("en")
TEMPLATE = template(SIEGE, name="mine", reference="siege")


def test_the_template_changes_nothing_and_shows_every_option(overlay):
    rules = overlay(head=TEMPLATE)
    assert (rules.digest, rules.changes, rules.chain) == (SIEGE.digest, (), ("siege", "mine"))
    for option in SIEGE.options.values():
        assert f'\n# {option.id} = "{option.default}"\n' in TEMPLATE
        for choice in option.choices:
            assert (
                f"#   {choice.value}: {ENGLISH.meaning(option.id, choice.value, SIEGE)} ({choice.source})" in TEMPLATE
            )


def test_every_line_of_the_template_may_be_uncommented(overlay):
    rules = overlay(head=uncommented(TEMPLATE))
    assert {entry.kind for entry in rules.changes} == {"row", "column", "weapon"}
    assert rules.values == SIEGE.values
    assert missile_situation(rules, weapon="sling", distance=20, cover="none").odds()
    assert machine_points(rules, "bombard") == 6


def test_a_base_is_named_from_where_the_overlay_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert reference_from(tmp_path / "a" / "x.toml", "siege") == "siege"
    assert reference_from(tmp_path / "a" / "x.toml", "b/y.toml") == "../b/y.toml"
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "y.toml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.toml").write_text(HEAD.replace('"mine"', '"x"').replace('"siege"', '"../b/y.toml"'))
    assert load_rules("a/x.toml").chain == ("siege", "mine", "x")


CASES = cases(__file__)


def test_an_overlay_changes_options_and_cells(write):
    text = f'{HEAD}base_digest = "{SIEGE.digest}"\n[options]\nram-rate = "every-second-turn"\n'
    text += change(table="melee-foot", row="7", column="3-1", value="B", source="House rules 4", reason="bloodier")
    rules = load_rules(str(write("mine.toml", text)))
    assert rules.choice("ram-rate") == "every-second-turn"
    assert melee_situation(rules, attack=24, defence=7).outcome(7) == "B"
    assert [(entry.kind, entry.where, entry.before, entry.after) for entry in rules.changes] == [
        ("option", "ram-rate", "every-turn", "every-second-turn"),
        ("cell", "melee-foot.7.3-1", "A", "B"),
    ]
    assert (rules.changes[1].source, rules.changes[1].reason, rules.changes[1].by) == tuple(CASES["SAID_BY"])
    assert rules.digest != SIEGE.digest
    (cell,) = (entry for entry in differences(SIEGE, rules) if entry.kind == "cell")
    assert str(cell.source_right) == "House rules 4"


def test_a_change_to_what_stands_there_changes_nothing(overlay):
    rules = overlay(change(table="melee-foot", row="7", column="3-1", value="A"))
    assert rules.digest == SIEGE.digest
    assert rules.changes == ()


def test_comments_titles_and_sources_do_not_count_in_the_digest(overlay):
    cell = {"table": "melee-foot", "row": "7", "column": "3-1", "value": "B"}
    one = overlay(change(**cell))
    two = overlay(change(**cell, source="x"), head="# note\n" + HEAD.replace("My", "Our"), name="two.toml")
    assert one.digest == two.digest


def test_overlays_of_overlays(overlay):
    overlay(head=HEAD.replace("siege", "croisades") + '[options]\nram-rate = "every-second-turn"\n')
    above = HEAD.replace('"mine"', '"more"').replace('"siege"', '"mine"') + '[options]\nmissile-ranges = "vikings"\n'
    rules = overlay(head=above, name="more.toml")
    assert rules.chain == ("siege", "croisades", "mine", "more")
    assert rules.choice("healing-table") == "croisades"
    assert rules.choice("ram-rate") == "every-second-turn"
    ranges = next(entry for entry in rules.changes if entry.where == "missile-ranges")
    assert (ranges.before, ranges.after, ranges.by) == ("base", "vikings", "more")


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        *(pytest.param(HEAD + text, *more, id=name) for name, (text, *more) in MISTAKES.items()),
        *CASES["test_one_mistake_in_an_overlay"],
    ],
)
def test_one_mistake_in_an_overlay(write, text, path, words):
    file = write("mine.toml", text)
    with pytest.raises(DataError) as caught:
        load_rules(file)
    assert (caught.value.file, caught.value.path) == (str(file), path)
    for word in words:
        assert word in str(caught.value)


def test_cycles(write, tmp_path):
    write("mine.toml", HEAD.replace('"siege"', '"two.toml"'))
    file = write("two.toml", HEAD.replace('"mine"', '"two"').replace('"siege"', '"mine"'))
    with pytest.raises(DataError, match=r"two\.toml -> mine\.toml -> two\.toml") as caught:
        load_rules(file)
    assert caught.value.path == "base"
    link = write("mine.toml", HEAD.replace('"siege"', '"link.toml"'))
    (tmp_path / "link.toml").symlink_to(link)
    for file in (write("alone.toml", HEAD.replace('"siege"', '"alone.toml"')), link):
        with pytest.raises(DataError, match="based on one another"):
            load_rules(file)


def test_an_unknown_name():
    with pytest.raises(DataError, match="did you mean 'croisades'"):
        load_rules("croisade")


@pytest.fixture
def own_base(tmp_path):
    shutil.copytree(data_root() / "rules" / "cryhavoc", tmp_path / "own")
    return tmp_path / "own" / "siege.toml"


@pytest.mark.parametrize(("old", "new", "path", "words"), CASES["test_one_mistake_in_a_base"])
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


def test_a_base_of_ones_own_alone_comes_before_the_usual_other(own_base):
    left, right = named_several([own_base], ("siege", "croisades"))
    assert (left.file, right.id) == (own_base, "croisades")


def test_numbers_of_options_may_be_others(own_base):
    text = own_base.read_text(encoding="utf-8")
    changed = text.replace('default = "4"', 'default = "5"').replace('value = "4"', 'value = "5"')
    own_base.write_text(changed, encoding="utf-8")
    assert load_rules(own_base).number("inner-wall-d-count") == 5
    own_base.write_text(changed.replace('"5"', '"0"'), encoding="utf-8")
    with pytest.raises(DataError, match="nothing understands this value of the option: '0'"):
        load_rules(own_base)


def test_an_option_without_choices(overlay):
    text = (
        'schema = 1\nid = "bare"\ntitle = "Bare"\nsystem = "cryhavoc"\ntables = []\n'
        '[[option]]\nid = "one"\nkind = "reading"\ntitle = "t"\ndefault = "a"\naffects = "x"\n'
    )
    with pytest.raises(DataError, match="choice: is missing") as caught:
        overlay(head=text, name="bare.toml")
    assert caught.value.path == "option.1.choice"


def test_a_broken_table_is_named(own_base):
    table = own_base.parent / "tables" / "melee-foot.toml"
    table.write_text(table.read_text(encoding="utf-8").replace('"C    D', '"X    D', 1), encoding="utf-8")
    with pytest.raises(DataError, match="unknown result") as caught:
        load_rules(own_base)
    assert (caught.value.file, caught.value.path) == (str(table), "cells.1.1-1")
