"""Whatever a file says: it is read, or there is one clear error. Never a traceback, never a key that nobody reads."""

import tomllib
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzzing import (
    FORMATS,
    VALUES,
    WORDS,
    at,
    blocks,
    dumped,
    prepared,
    shipped,
    spoilt_bytes,
    spoilt_content,
    with_entry,
)
from mangonel.errors import DataError, MangonelError
from mangonel.games.roster import men_of, men_of_csv, roster_csv

pytestmark = pytest.mark.slow

SOUND = {kind: shipped(kind) for kind in FORMATS}
CONTENTS = {kind: {name: tomllib.loads(text) for name, text in files.items()} for kind, files in SOUND.items()}
USUAL = ("overlay", "scenario")
STRANGE = "zz_nobody_reads_this"

fuzzing = settings(
    derandomize=True,
    database=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
every_format = pytest.mark.parametrize("kind", FORMATS)
# What users write most is spoilt at once.
every_format_in_time = pytest.mark.parametrize("kind", sorted(FORMATS, key=lambda kind: kind not in USUAL))


@pytest.fixture
def read(tmp_path):
    """Write a file of a format and read it; return the error, or None."""

    ready = set()

    def run_it(kind, name, content):
        if kind not in ready:
            ready.add(kind)
            prepared(tmp_path, kind)
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        try:
            FORMATS[kind](file)
        except MangonelError as error:
            return error
        return None

    return run_it


@every_format
def test_sound_files_are_read(read, kind):
    for name, text in SOUND[kind].items():
        assert read(kind, name, text) is None
        assert read(kind, name, dumped(CONTENTS[kind][name])) is None


def amid(content, path, depth):
    """Tell whether a block stands between others that are like it."""
    beside = at(content, path[:depth])
    alike = isinstance(beside, list) or path[:depth] == ("options",)
    return (
        alike
        and path[depth]
        not in [*(range(len(beside)) if isinstance(beside, list) else beside)][:: max(1, len(beside) - 1)]
    )


def thin(content):
    """Keep an entry of each block of a language, which stands on the shipped one: to read 4,000 texts takes long."""
    blocks = {key: thin(value) for key, value in content.items() if isinstance(value, dict)}
    return dict([entry for entry in content.items() if entry[0] not in blocks][:1]) | blocks


@every_format_in_time
def test_no_key_is_accepted_that_nobody_reads(read, kind):
    for name, whole in CONTENTS[kind].items():
        content = thin(whole) | {"language": "own", "name": "Own", "base": "fr"} if kind == "locale" else whole
        assert read(kind, name, dumped(content)) is None
        places = list(blocks(content))
        # Blocks of one list are alike, and words of options: the first and the last of them are enough.
        kept = [path for path in places if not any(amid(content, path, n) for n in range(len(path)))]
        for path in kept:
            error = read(kind, name, dumped(with_entry(content, path, STRANGE, value=True)))
            assert isinstance(error, DataError), (name, path)
            assert STRANGE in error.path, (name, path, str(error))


@every_format_in_time
@fuzzing
@given(data=st.data())
def test_spoilt_values(read, kind, data):
    name = data.draw(st.sampled_from(sorted(SOUND[kind])))
    read(kind, name, dumped(data.draw(spoilt_content(CONTENTS[kind][name]))))


@every_format_in_time
@fuzzing
@given(data=st.data())
def test_spoilt_bytes(read, kind, data):
    name = data.draw(st.sampled_from(sorted(SOUND[kind])))
    read(kind, name, data.draw(spoilt_bytes(SOUND[kind][name])))


@pytest.mark.parametrize("start", ["turns = 0x" + "f" * 4000, f'roster = "{"r" * 300}"', 'roster = "\\u0000"', ""])
def test_spoilt_scenarios(read, start):
    text = SOUND["scenario"]["ram-gate.toml"]
    line = next(line for line in text.splitlines() if line.startswith(start.partition("=")[0])) if start else text
    assert isinstance(read("scenario", "mine.toml", text.replace(line, start)), DataError)


SHEET = roster_csv(*reversed(men_of("illustrative")))


@fuzzing
@given(raw=spoilt_bytes(SHEET))
def test_spoilt_sheets_of_men(tmp_path, raw):
    file = tmp_path / "men.csv"
    file.write_bytes(raw)
    with suppress(DataError):
        men_of_csv(file)


@every_format
@fuzzing
@given(content=st.dictionaries(WORDS, VALUES, max_size=4))
def test_any_content_at_all(read, kind, content):
    assert read(kind, "mine.toml", dumped(content)) is not None


LINES = st.fixed_dictionaries(
    {},
    optional={
        "table": st.sampled_from(
            ["melee-foot", "missile-foot", "ranges-base", "terrain", "breach", "terrain-shift", "nowhere"]
        ),
        "tables": st.lists(st.sampled_from(["missile-foot", "missile-mounted", "ranges-base"]), max_size=3),
        "row": st.sampled_from(["3", "longbow", "sling", "moat", "ditch", "outer_wall", "-", "+", "11"]),
        "column": st.sampled_from(["3-1", "13-1", "3-2", "short", "cover", "value", "row_offset", "0", "light"]),
        "value": st.sampled_from(["C", "3", "1-30", "heavy", "-", "-1", "?"]),
        "values": st.sampled_from(
            ["1-10 11-20 21-30", "2 2 none 0", "3", "C C B A", "C " * 10, "D " * 12, "0 0 0", "0 -1 -2"]
        ),
        "after": st.sampled_from(["moat", "3-1", "longbow"]),
        "reason": st.just("because"),
    },
)


@fuzzing
@given(changes=st.lists(LINES, max_size=2), additions=st.lists(LINES, max_size=2))
def test_made_up_overlays(read, changes, additions):
    head = {"schema": 1, "id": "mine", "title": "Mine", "base": "siege"}
    error = read("overlay", "mine.toml", dumped(head | {"change": changes, "add": additions}))
    if error is not None:
        assert error.file is not None, str(error)
        assert error.path.startswith(("change.", "add.")), str(error)
