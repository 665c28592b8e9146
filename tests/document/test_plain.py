"""What is told as lines: no word is broken, and what does not fit stands in parts or row by row."""

from mangonel.document.html import fragment
from mangonel.document.text import plain
from mangonel.document.wording import bar
from mangonel.paper.blocks import Paragraph, Table


def test_sentences_are_broken_between_words_and_numbers_keep_their_sign():
    text = plain((Paragraph("a policies.attack_from=12-1+ b 61\N{NO-BREAK SPACE}% c"),), width=24)
    assert text.splitlines() == ["a", "policies.attack_from=12-1+", "b 61 % c"]


def test_a_table_that_fits():
    table = Table("", ("", "chance", "type"), (("won", "61.28 %", "a=b"), ("lost", "1 %", "")), text=(0, 2))
    assert plain((table,), width=44).splitlines() == [
        "         chance  type",
        "  " + "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * 19,
        "  won   61.28 %  a=b",
        "  lost      1 %",
    ]


def test_what_is_copied_stands_below_where_the_words_have_no_room():
    name = "who takes a wound when several fight one man: wounded men first"
    table = Table(
        "", ("", "n", "type"), ((name, "1.25", "policies.attackers.wound=wounded"), ("as it is", "2", "")), text=(0, 2)
    )
    lines = plain((table,), width=60).splitlines()
    assert max(map(len, lines)) <= 60
    assert lines[2:] == [
        "  who takes a wound when several fight one man:         1.25",
        "  wounded men first",
        "      type policies.attackers.wound=wounded",
        "  as it is                                                 2",
    ]
    # Where a name takes two lines at most they stay side by side.
    assert plain((table,), width=90).splitlines()[0].split() == ["n", "type"]


def test_many_numbers_stand_in_parts_with_the_names_of_the_rows():
    table = Table("", ("x", *map(str, range(9))), (("first", *["10.00 %"] * 9),))
    lines = plain((table,), width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert sum(line.startswith("  first") for line in lines) == 3
    assert sum(line.count("10.00 %") for line in lines) == 9


def test_one_renderer_knows_words_numbers_and_bars():
    rows = (("a", bar(0.5), "50 %"), ("b", bar(0.25), "25 %"))
    shown = fragment((Table("", ("", "", "chance"), rows),))
    assert '<th scope="row">a</th><td class="bar">' in shown
    assert '<td class="n">50 %</td>' in shown


def test_bars_are_as_long_as_what_they_stand_for():
    assert {len(bar(share)) for share in (0.0, 1e-9, 0.3, 1.0)} == {20}
    assert bar(0.0).strip() == ""
    assert bar(1e-9).strip() != ""
    assert bar(0.5).rstrip() == "\N{FULL BLOCK}" * 10
    assert bar(1.0) == "\N{FULL BLOCK}" * 20
