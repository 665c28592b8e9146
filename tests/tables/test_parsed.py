"""Files that are taken apart when the program is built: they say the same, and only as long as they are the same."""

import json
import tomllib

import pytest

from mangonel.errors import DataError
from mangonel.tables import Node, data_root
from mangonel.tables import parsed as module


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Return a folder of data as in an installed program; whatever is in it is taken apart when it is called."""
    root = tmp_path / "data"
    (root / "rules" / "game").mkdir(parents=True)
    monkeypatch.setattr(module, "data_root", lambda: root)

    def build():
        (root / module.FOLDER).mkdir(exist_ok=True)
        for name, text in module.parsed_files(root).items():
            (root / module.FOLDER / name).write_text(text, encoding="utf-8")
        module._of_folder.cache_clear()
        return root

    yield build, root / "rules" / "game" / "some.toml"
    module._of_folder.cache_clear()


def test_all_shipped_files_say_the_same_taken_apart():
    root = data_root()
    texts = module.parsed_files(root)
    files = sorted(root.rglob("*.toml"))
    assert len(files) > 100
    for file in files:
        _, content = json.loads(texts[f"{'.'.join(file.parent.relative_to(root).parts)}.json"])[file.name]
        wanted = tomllib.loads(file.read_text(encoding="utf-8"))
        assert content == wanted
        # In their order, which reports and errors go by; and no number has become another kind of number.
        assert repr(content) == repr(wanted)


def test_what_is_known_is_not_taken_apart_again(installed, monkeypatch):
    build, file = installed
    file.write_bytes(b'\xef\xbb\xbfa = "\xc3\xa9"\r\nb = [1, 2.0, true]\r\n[c.d]\r\ne = "x"\r\n')
    before = Node.load(file).content
    build()
    monkeypatch.setattr(tomllib, "loads", None)
    assert Node.load(file).content == before == {"a": "\xe9", "b": [1, 2.0, True], "c": {"d": {"e": "x"}}}


def test_a_file_that_has_changed_is_read(installed):
    build, file = installed
    file.write_text("a = 1\n")
    build()
    file.write_text("a = 2\n")
    assert Node.load(file).integer("a") == 2
    file.write_text("a = \n")
    with pytest.raises(DataError, match="not valid TOML"):
        Node.load(file)


def test_files_of_ones_own_are_read(installed, tmp_path):
    build, file = installed
    file.write_text("a = 1\n")
    build()
    own = tmp_path / "some.toml"
    own.write_text("a = 1\n")
    assert module.parsed(file, file.read_bytes()) == {"a": 1}
    assert module.parsed(own, own.read_bytes()) is None
