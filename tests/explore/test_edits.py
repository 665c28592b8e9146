"""Changes that are made on the page: refused as in a rule file, undone one by one, written and read as a rule file."""

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.explore.address import Offer
from mangonel.explore.edits import base_name, edited, kept_changes, kept_in, read_overlay, table_html, undone
from mangonel.rules.loading import load_rules
from mangonel.rules.overlay import overlay_text
from rules.words.marking import said_in

CASES = cases(__file__)
SIEGE = load_rules("siege")
CELL = "melee-foot.1.1-1"


def rules_of(raw):
    name, changes = read_overlay(raw, Offer().rules)
    return load_rules(name).applying(changes)


def test_a_cell_and_an_option_are_changed_and_undone():
    changes = edited(SIEGE, (), "cell", CELL, " F ")
    changes = edited(SIEGE, changes, "option", "ram-rate", "every-second-turn")
    assert [(one.kind, one.where, one.before, one.after) for one in changes] == [
        ("cell", CELL, "C", "F"),
        ("option", "ram-rate", "every-turn", "every-second-turn"),
    ]
    again = edited(SIEGE, changes, "cell", CELL, "E")
    assert [(one.before, one.after) for one in again if one.where == CELL] == [("C", "E")]
    assert edited(SIEGE, changes, "cell", CELL, "e") == again
    assert edited(SIEGE, changes, "cell", CELL, "C") == edited(SIEGE, changes, "cell", CELL, "c")
    assert edited(SIEGE, changes, "cell", CELL, "C") == undone(changes, CELL)
    assert undone(undone(changes, CELL), "ram-rate") == ()


@pytest.mark.parametrize(
    ("kind", "where", "value", "wrong"), CASES["test_what_is_not_there_is_refused_with_what_is_allowed"]
)
def test_what_is_not_there_is_refused_with_what_is_allowed(kind, where, value, wrong):
    with pytest.raises(DataError, match=wrong):
        edited(SIEGE, (), kind, where, value)


@pytest.mark.parametrize("name", ["croisades", "vikings", "siege"])
def test_a_rule_file_makes_the_rules_that_were_on_the_page(name, write):
    base = load_rules(name)
    changes = edited(base, (), "cell", CELL, "F")
    changes = edited(base, changes, "option", "ram-rate", "every-second-turn")
    text = overlay_text(base_name(base), changes, "mine", 'A "title" \\ with signs')
    assert rules_of(text.encode()).digest == base.applying(changes).digest
    file = write("my-rules.toml", text)
    loaded = load_rules(file)
    assert (loaded.digest, loaded.title) == (base.applying(changes).digest, 'A "title" \\ with signs')
    assert len(loaded.changes) - len(base.changes) <= len(changes)
    # What the base itself changes is none of the page's.
    assert [change.where for change in read_overlay(text.encode(), lambda _: base)[1]] == ["ram-rate", CELL]


def test_what_a_file_adds_is_kept_and_written_again():
    name, changes = read_overlay(CASES["ADDED"].encode(), load_rules)
    assert [one.kind for one in changes] == ["weapon", "weapon", "row"]
    base = load_rules(name)
    text = overlay_text(base_name(base), edited(base, changes, "cell", CELL, "F"), "mine", "Mine")
    assert 'source = "a friend"' in text
    again = rules_of(text.encode())
    assert again.table("ranges-base").cell("sling", "long") == "21-30"
    assert again.table("melee-foot").cell("1", "1-1") == "F"


@pytest.mark.parametrize(
    ("raw", "wrong"), [*CASES["test_bad_files_say_what_is_wrong"], ("\N{INVERTED QUESTION MARK}", "not UTF-8")]
)
def test_bad_files_say_what_is_wrong(raw, wrong):
    with pytest.raises(DataError, match=wrong):
        read_overlay(raw.encode("latin-1"), Offer().rules)


def test_an_address_keeps_changes_and_leaves_out_what_does_not_fit():
    changes = edited(SIEGE, (), "cell", CELL, "F")
    kept = dict(kept_in(changes))
    assert kept == {f"cell.{CELL}": "F"}
    bad = {"cell.melee-foot.1.2-1": "Q", "option.ram-rate": "never", "nonsense": "1", "cell.x": "<script>"}
    assert kept_changes(SIEGE, bad | kept) == changes


@pytest.mark.parametrize(
    ("rules", "table", "row", "column", "told"),
    [
        ("siege", "terrain", "slope", "foot", ("Hang", "zu Fuß")),
        ("filo-read", "ground", "wood", "fire", ("Wald", "Beschuss")),
        ("filo-read", "combat-modifiers", "quality_better", "value", ("höhere Güte, der Besten jeder Seite", "Wert")),
    ],
)
def test_rows_and_columns_are_called_by_their_words_and_keep_their_ids(rules, table, row, column, told):
    html = str(said_in("de", table_html, load_rules(rules), table, (), "sent"))
    assert f'aria-label="{told[0]}, {told[1]}"' in html
    assert f'<th title="{row}" scope="row">{told[0]}</th>' in html
    assert f'<th title="{column}" scope="col">{told[1]}</th>' in html
