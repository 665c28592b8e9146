"""What is told as lines: no word is broken, and what does not fit stands in parts or row by row."""

from mangonel.document.html import fragment
from mangonel.document.text import plain
from mangonel.document.wording import bar
from mangonel.paper.blocks import Bullets, Paragraph, Picture, Table, Verbatim


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


def test_words_give_way_to_what_is_copied():
    table = Table(
        "", ("", "n", "type"), (("wounded men take it first", "1", "policies.wound=wounded-first"),), text=(0, 2)
    )
    lines = plain((table,), width=50).splitlines()
    assert max(map(len, lines)) <= 50
    assert [line for line in lines if line.endswith("policies.wound=wounded-first")]
    assert " ".join(line[2:15].strip() for line in lines[2:]) == "wounded men take it first"


def test_many_numbers_stand_in_parts_with_the_names_of_the_rows():
    table = Table("", ("x", *map(str, range(9))), (("first", *["10.00 %"] * 9),))
    lines = plain((table,), width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert sum(line.startswith("  first") for line in lines) == 3
    assert sum(line.count("10.00 %") for line in lines) == 9


def test_long_words_stand_row_by_row():
    table = Table("", ("kind", "where", "source"), (("option", "missile-ranges", "x" * 30),), text=(0, 1, 2))
    assert plain((table,), width=44).splitlines() == [
        "  option",
        "    where: missile-ranges",
        f"    source: {'x' * 30}",
    ]


def test_nothing_is_broken_for_programs():
    table = Table("c " * 300, ("a head of many words", "another one"), (("1", "2"),), text=())
    assert len(plain((table,), width=10_000).splitlines()) == 4


def test_html_escapes_what_it_is_told():
    shown = fragment((Paragraph("a <b> & c", "lead"), Table("<u>", ("", "<i>"), (("x", "1"),))))
    assert '<p class="lead">a &lt;b&gt; &amp; c</p>' in shown
    assert "&lt;i&gt;" in shown
    assert "<i>" not in shown
    assert "<u>" not in shown


def test_one_renderer_knows_words_numbers_and_bars():
    rows = (("a", bar(0.5), "50 %"), ("b", bar(0.25), "25 %"))
    shown = fragment((Table("", ("", "", "chance"), rows),))
    assert '<th scope="row">a</th><td class="bar">' in shown
    assert '<td class="n">50 %</td>' in shown


def test_lists_and_pictures_have_lines_of_text():
    picture = Picture("curves", "what the chart shows", 2.0, None, lambda ax: ax)
    blocks = (Bullets(("one", "a longer item of two lines")), picture, Verbatim("kept\n  as it is"))
    assert plain(blocks, width=20).splitlines() == [
        "- one",
        "- a longer item of",
        "  two lines",
        "",
        "what the chart shows",
        "",
        "kept",
        "  as it is",
    ]


def test_bars_are_as_long_as_what_they_stand_for():
    assert {len(bar(share)) for share in (0.0, 1e-9, 0.3, 1.0)} == {20}
    assert bar(0.0).strip() == ""
    assert bar(1e-9).strip() != ""
    assert bar(0.5).rstrip() == "\N{FULL BLOCK}" * 10
    assert bar(1.0) == "\N{FULL BLOCK}" * 20
