"""Nodes: types, limits, unknown keys and files that cannot be read; CSV files."""

import copyreg

import pandas as pd
import pytest

from cases import cases
from mangonel.engine.result import frame_csv
from mangonel.errors import DataError
from mangonel.rules.files import csv_text, data_root, read_csv, read_toml
from mangonel.rules.reading import Node

CASES = cases(__file__)


def written(tmp_path, text):
    file = tmp_path / "some.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def failing(tmp_path, text, ask):
    node = Node.load(written(tmp_path, text))
    with pytest.raises(DataError) as caught:
        ask(node)
    assert str(tmp_path / "some.toml") in str(caught.value)
    return caught.value


def test_values_come_back(tmp_path):
    text = 'text = "a"\ntexts = ["a", "b"]\n[block]\nkey = "b"\n[[many]]\nkey = "c"\n[[many]]\nkey = "d"\n'
    node = Node.load(written(tmp_path, text))
    assert node.text("text") == "a"
    assert node.texts("texts") == ("a", "b")
    assert node.node("block").text("key") == "b"
    assert [block.text("key") for block in node.nodes("many")] == ["c", "d"]
    assert "text" in node
    assert "other" not in node
    assert set(node) == set(node.keys()) == {"text", "texts", "block", "many"}


def test_defaults_stand_in_for_missing_keys(tmp_path):
    node = Node.load(written(tmp_path, ""))
    assert node.text("a", default="x") == "x"
    assert node.texts("b", default=()) == ()
    assert node.choice("g", ("x",), default="x") == "x"
    assert node.node("h", required=False).keys() == ()
    assert node.nodes("i") == ()


@pytest.mark.parametrize(("text", "kind", "words"), CASES["test_wrong_values_name_place_and_want"])
def test_wrong_values_name_place_and_want(tmp_path, text, kind, words):
    more = [["long", "short"]] if kind == "choice" else []
    error = failing(tmp_path, text, lambda node: getattr(node, kind)("key", *more))
    assert error.path.startswith("key")
    for word in words:
        assert word in str(error)


def test_other_keys_than_those_known_are_refused(tmp_path):
    error = failing(tmp_path, 'titel = "x"', lambda node: node.check_known(("title",)))
    assert error.path == "titel"
    assert error.suggestion == "title"


@pytest.mark.parametrize(("name", "said"), [("absent.toml", "no such file"), (".", "folder")])
def test_what_is_missing_or_a_folder_is_no_file(tmp_path, name, said):
    with pytest.raises(DataError, match=said) as caught:
        Node.load(tmp_path / name)
    assert caught.value.file == str(tmp_path / name)


def test_a_name_that_no_file_can_have():
    with pytest.raises(DataError, match="cannot be read"):
        Node.load("a\0b")


def test_a_byte_order_mark_is_no_mistake(tmp_path):
    assert Node.load(written(tmp_path, b"\xef\xbb\xbfa = 1\n")).content == {"a": 1}


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        *((text, place, "not valid TOML") for text, place in CASES["test_broken_toml_says_where"]),
        (b'a = 1\nb = "\xe9"\n', "line 2", "UTF-8"),
    ],
)
def test_broken_toml_says_where(tmp_path, text, place, said):
    file = written(tmp_path, text)
    with pytest.raises(DataError, match=said) as caught:
        Node.load(file)
    assert (caught.value.file, caught.value.path) == (str(file), place)


@pytest.mark.parametrize("text", ["a = " + "[" * 20_000, "a = " + "9" * 10_000])
def test_hostile_toml_is_one_error_too(tmp_path, text):
    with pytest.raises(DataError):
        Node.load(written(tmp_path, text))


@pytest.mark.parametrize(("letter", "point"), CASES["test_what_is_no_character_or_turns_the_text_around"])
def test_what_is_no_character_or_turns_the_text_around(tmp_path, letter, point):
    error = failing(tmp_path, f'text = "ab{letter}c"', Node.check_letters)
    assert (error.path, error.message) == ("text", f"has {point} as character 3, which does not belong in a text")
    assert failing(tmp_path, f'list = ["a", "{letter}"]', Node.check_letters).path == "list.2"
    assert point in failing(tmp_path, f'"a{letter}" = 1', Node.check_letters).message


def test_each_of_them_is_found_as_it_is_and_as_it_may_be_written(tmp_path):
    turning = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
    none = [
        *range(0xFDD0, 0xFDF0),
        *(plane + last for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)),
    ]
    for code in (*turning, *none):
        for letter in (chr(code), f"\\U{code:08X}"):
            assert f"U+{code:04X}" in failing(tmp_path, f'a = "fine"\nb = "{letter}"', Node.check_letters).message
    for letter in ("\\b", "\\f", "\\r", *(f"\\u{code:04x}" for code in {*range(32)} - {9, 10})):
        message = failing(tmp_path, f'a = "\\u00a0"\nb = "x{letter}"', Node.check_letters).message
        assert message == "has control characters"


@pytest.mark.parametrize(
    "letter", ["\N{RIGHT-TO-LEFT MARK}", "\N{NARROW NO-BREAK SPACE}", "ไ", "中", "\N{DOVE OF PEACE}"]
)
def test_letters_of_every_script_are_texts(tmp_path, letter):
    assert Node.load(written(tmp_path, f'text = "a{letter}"')).text("text") == f"a{letter}"


def test_what_is_long_is_quoted_shortened(tmp_path):
    digits = "9" * 4000
    error = failing(tmp_path, f'a = "{digits}"', lambda node: node.choice("a", ("b", "c")))
    assert "(4,002 characters) (allowed: b, c)" in str(error)


def test_the_letters_of_the_program_s_own_files_belong_in_texts():
    """A start does not look at them."""
    files = list(data_root().rglob("*.toml"))
    assert len(files) > 150
    for file in files:
        Node(read_toml(file.read_bytes(), None)[0], file=file).check_letters()


FORMULAS = ("=1+1", "@SUM(1)", "+x", "-x", "-1/+2", "\N{MINUS SIGN}x", '=HYPERLINK("http://x","y")')
PLAIN = ("", "-", "+1", "-2", "-0.5", "-3..0", "x=1", "'x", "8-9", -1.5, 3, True)


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_text_that_would_be_calculated_has_a_quote_before_it(write, cell):
    file = write("x.csv", csv_text([[cell, 1]]))
    assert file.read_text(encoding="utf-8").lstrip('"').startswith("'")
    assert read_csv(file) == [[cell, "1"]]


def test_all_else_is_written_as_it_is():
    assert csv_text([PLAIN]) == ",".join(map(str, PLAIN)) + "\n"


def test_frames_are_written_so_too():
    frame = pd.DataFrame({"=x": ["=1", "a", None], "n": [-1.5, 2.0, None], "i": [-1, 2, 3]})
    frame["kind"] = pd.Categorical(["-a", "b", "b"])
    quoted = frame.assign(kind=["'-a", "b", "b"], **{"=x": ["'=1", "a", None]}).rename(columns={"=x": "'=x"})
    assert frame_csv(frame) == quoted.to_csv(index=False)


def test_an_error_told_of_another_place_leaves_the_first_alone(monkeypatch):
    def sharing(attributes):
        made = DataError("x")
        made.__dict__ = attributes
        return made

    # As `tblib` has it after an error of a cluster.
    monkeypatch.setitem(copyreg.dispatch_table, DataError, lambda error: (sharing, (error.__dict__,)))
    error = DataError("is wrong", path="turns", file="my.toml")
    assert str(error.at("men")) == "men: is wrong"
    assert str(error) == "my.toml: turns: is wrong"
