"""What is kept of files that come with the program: it says the same, and only as long as they are the same."""

import pickle
import sys
import tomllib

import pytest

from mangonel.errors import DataError
from mangonel.locales import loading as languages
from mangonel.locales import locale_names
from mangonel.rules import loading
from mangonel.rules.checked import checked
from mangonel.rules.ruleset import RuleSet
from mangonel.tables import parsed as module
from mangonel.tables.locate import SYSTEM_FILE, shipped
from mangonel.tables.reading import Node

BASES = [
    file
    for file in shipped("rules").values()
    if "base" not in Node.load(file) and file.with_name(SYSTEM_FILE).is_file()
]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Return the folder of a store that is empty, and is filled by whatever is read."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(module, "OWN", tmp_path / "store")
    monkeypatch.setattr(module, "_is_built", lambda: False)
    return tmp_path / "store"


@pytest.fixture
def game(tmp_path, monkeypatch, store):
    """Return a file of the data, which are another folder than those of the program."""
    root = tmp_path / "data"
    (root / "rules" / "game").mkdir(parents=True)
    assert not store.exists()
    monkeypatch.setattr(module, "data_root", lambda: root)
    return root / "rules" / "game" / "some.toml"


@pytest.fixture
def no_toml(monkeypatch):
    """Return what makes all reading of TOML fail from then on."""
    return lambda: monkeypatch.setattr(tomllib, "loads", None)


def test_what_is_known_is_not_taken_apart_again(game, no_toml):
    game.write_bytes(b'\xef\xbb\xbfa = "\xc3\xa9"\r\nb = [1, 2.0, true]\r\n[c.d]\r\ne = "x"\r\n')
    before = Node.load(game).content
    no_toml()
    after = Node.load(game).content
    # In their order, which reports and errors go by; and no number has become another kind of number.
    assert repr(after) == repr(before) == repr({"a": "\xe9", "b": [1, 2.0, True], "c": {"d": {"e": "x"}}})


def test_texts_that_are_not_sound_are_looked_at_when_they_are_known_too(game):
    game.write_text('a = "\\u202e"\n')
    for _ in range(2):
        with pytest.raises(DataError, match="U\\+202E as character 1"):
            Node.load(game).text("a")


@pytest.mark.parametrize("text", ["a = 2\n", "a = 1\n\n", "a = 1", ""])
def test_a_file_that_has_changed_is_read(game, text):
    game.write_text("a = 1\n")
    assert Node.load(game).integer("a") == 1
    game.write_text(text)
    assert Node.load(game).content == tomllib.loads(text)
    game.write_text("a = \n")
    with pytest.raises(DataError, match="not valid TOML"):
        Node.load(game)


def test_half_a_file_of_the_store_is_not_used(game, store):
    game.write_text("a = 1\n")
    Node.load(game)
    (file,) = store.iterdir()
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert Node.load(game).integer("a") == 1


def test_what_another_version_has_kept_in_another_form_is_not_used(game, store):
    game.write_text("a = 1\n")
    Node.load(game)
    (file,) = store.iterdir()
    # Taken for this form, it would be a list of half a thousand million parts.
    file.write_bytes(game.read_bytes() + b'\0[{"a":1}]')
    assert Node.load(game).integer("a") == 1
    assert module.kept(game, game.read_bytes()) is not None


def test_files_of_ones_own_are_not_kept(store, tmp_path):
    own = tmp_path / "some.toml"
    own.write_text("a = 1\n")
    Node.load(own)
    assert not store.exists()


def test_nothing_is_kept_where_python_keeps_nothing(game, store, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    game.write_text("a = 1\n")
    Node.load(game)
    assert not store.exists()


def test_a_store_that_cannot_be_written_to_is_done_without(game, store):
    store.write_text("no folder")
    game.write_text("a = 1\n")
    assert [Node.load(game).integer("a") for _ in range(2)] == [1, 1]


@pytest.fixture
def read(store):
    """Return what loads a rule set, whatever was loaded before."""
    assert not store.exists()
    return lambda file: loading._load.__wrapped__(file, ())


@pytest.fixture
def language(store):
    """Return what loads a language, whatever was loaded before."""
    assert not store.exists()
    return lambda name: languages._checked.__wrapped__(name, languages._shipped())


@pytest.mark.parametrize("file", BASES, ids=lambda file: file.stem)
def test_a_base_rule_set_is_the_same_when_it_is_known(file, read, no_toml):
    rules = read(file)
    no_toml()
    known = read(file)
    assert (known.digest, known.tables._read) == (rules.digest, {})
    assert known == rules
    assert [*known.tables] == [*rules.tables] == [*known.tables._read]
    assert [*known.options] == [*rules.options]
    assert known.replaced().digest == rules.digest
    assert pickle.loads(pickle.dumps(known)) == rules


@pytest.mark.parametrize("file", BASES, ids=lambda file: file.stem)
def test_a_question_reads_the_tables_that_it_asks(file, read):
    name = next(iter(read(file).tables))
    known = checked(file)
    known.table(name)
    assert name in known.tables._read
    assert len(known.tables._read) < len(known.tables) / 2


@pytest.mark.parametrize("name", ["croisades", "filo-read"])
def test_an_overlay_reads_the_tables_that_it_changes(name, store, monkeypatch):
    monkeypatch.setattr(loading, "_load", loading._load.__wrapped__)
    fresh = loading.load_rules(name)
    assert any(file.name.endswith(name) for file in store.iterdir())
    monkeypatch.setattr(RuleSet.digest, "func", None)
    known = loading.load_rules(name)
    changed = {change.where.split(".")[0] for change in known.changes if change.kind != "option"}
    assert known.digest == fresh.digest
    assert set(known.tables.maps[1]._read) == changed
    assert dict(known.tables) == dict(fresh.tables)


def test_a_rule_set_is_read_again_when_a_table_has_changed(read, monkeypatch):
    file = BASES[0]
    assert checked(file) is None
    read(file)
    assert checked(file) is not None
    said = module.said_by
    monkeypatch.setattr(
        "mangonel.rules.checked.said_by", lambda files, rooms: said(files, rooms).replace(b"-", b"A", 1)
    )
    assert checked(file) is None


def test_a_rule_set_is_read_again_when_the_code_that_checks_has_changed(read, monkeypatch):
    file = BASES[0]
    read(file)
    code = module._code
    assert checked(file) is not None
    monkeypatch.setattr(module, "_code", lambda room: code(room) + b" ")
    assert checked(file) is None


@pytest.mark.parametrize("name", locale_names())
def test_a_language_is_the_same_when_it_is_known(name, language, monkeypatch):
    locale, _ = language(name), language("en")
    monkeypatch.setattr(languages, "_load", None)
    # Also in the order of what it says.
    assert repr(language(name)) == repr(locale)
    assert language(name).english == locale.english


def test_a_language_is_kept_with_all_of_its_files(language, store):
    language("en")
    assert "locales.en" in {file.name for file in store.iterdir()}
    assert store.joinpath("locales.en").read_bytes().startswith(b"program.toml\n")
