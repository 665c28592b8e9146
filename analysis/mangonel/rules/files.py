"""Files: where those of the program and of other packages are, how any is read safely, and CSV."""

from __future__ import annotations

import codecs
import csv
import json
import re
import stat
import sys
from collections.abc import Iterable
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

from mangonel.errors import DataError

GAMES = "mangonel_games"
"""The package without an ``__init__.py`` to which any other package can add a folder with a game."""

SYSTEM_FILE = "system.toml"
"""The file beside the rule sets of a game that describes its tables."""

HELP_FILE = "help.toml"
"""The file beside them with the examples in the help of commands."""

GAME_FILES = (SYSTEM_FILE, HELP_FILE, "sheets.toml", "questions.toml")
"""Files beside the rule sets of a game that are no rule sets."""

SUFFIX = ".toml"


@lru_cache(maxsize=1)
def data_root() -> Path:
    """Return the folder of the shipped data files.

    It is ``mangonel/data`` in an installed wheel; in an editable install or a checkout, the ``data`` folder beside
    ``analysis``. It is a DataError if neither is there, which means that the installation is broken.
    """
    package = Path(__file__).resolve().parent.parent
    places = (package / "data", package.parent.parent / "data")
    for place in places:
        if (place / "rules").is_dir():
            return place
    raise DataError("the data folder is missing; mangonel has to be installed again", file=places[0])


def other_games() -> tuple[Path, ...]:
    """Return the folders of the games that other packages bring, by name."""
    # `importlib.util` asks the same finders, and brings modules that no plain question needs.
    spec = next((spec for finder in sys.meta_path if (spec := finder.find_spec(GAMES, None)) is not None), None)
    places = [] if spec is None else spec.submodule_search_locations or []
    folders = [folder for place in places for folder in Path(place).iterdir() if (folder / "system.py").is_file()]
    return tuple(sorted(folders, key=lambda folder: folder.name))


def looks_like_path(text: str) -> bool:
    """Return whether a text is a path, and not the name of something that comes with the program."""
    return text.endswith(SUFFIX) or "/" in text or "\\" in text


def data_roots() -> tuple[Path, ...]:
    """Return the folder of the shipped data files, and the folders ``data`` of the games of other packages."""
    return (data_root(), *(folder / "data" for folder in other_games()))


def folders_in(folder: Path) -> list[Path]:
    """Return the folders in a folder, by name; none if there is no such folder."""
    return sorted(path for path in folder.glob("*") if path.is_dir())


def files_in(folder: Path) -> list[Path]:
    """Return the TOML files in a folder, by name; none if there is no such folder."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def shipped(kind: str, system: str = "") -> dict[str, Path]:
    """Return the files that come with a game, or with all, by name; each is in a folder that is called like its game.

    The kind is ``rules``, ``scenarios`` or ``rosters``. It is a DataError if two games have a file of one name: it is
    by its name that a file is asked for.
    """
    files: dict[str, Path] = {}
    for root in data_roots():
        for file in _files(root / kind):
            if file.stem in files:
                raise DataError("another game has a file of this name", file=file, value=files[file.stem].parent.name)
            files[file.stem] = file
    return {name: file for name, file in sorted(files.items()) if system in ("", file.parent.name)}


def _files(folder: Path) -> tuple[Path, ...]:
    files = (file for game in folders_in(folder) for file in files_in(game))
    return tuple(file for file in files if file.name not in GAME_FILES)


def game_file(system: str, name: str) -> Path:
    """Return one of the `GAME_FILES` of a game.

    It is a DataError if it has none of this name.
    """
    files = [root / "rules" / system / name for root in data_roots()]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        raise DataError("there is no such file", file=files[0])
    return file


def is_own(file: Path) -> bool:
    """Return whether a file belongs to the program's own data, which tests validate and a start does not."""
    return file.is_relative_to(data_root())


def is_shipped(file: Path) -> bool:
    """Return whether a file comes with a game, and is none of the user's own."""
    return any(file.resolve().is_relative_to(root.resolve()) for root in data_roots())


_LARGEST_FILE = 4 << 20
"""Bytes. The largest file that comes with the program has less than a hundredth of it."""
_PARTS = 64
_PART = r"""(?>[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = rf"(?<![\w-])(?>{_PART}[ \t]*+\.[ \t]*+){{{_PARTS}}}"
"""A key of many parts: `tomli` takes minutes and gigabytes for thousands of them."""
_NO_CHARACTERS = "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
_UNFIT = f"[{_NO_CHARACTERS}\ufdd0-\ufdef\ud800-\udfff\u202a-\u202e\u2066-\u2069]"
"""No character, half of one, or one that turns the direction of a text: a page would read otherwise than the file."""


def read_whole(file: Path) -> bytes:
    """Return the bytes of a file, if it has an end and that is near.

    It is a DataError if there is no such file, or it cannot be read, or it is no file, or too large.
    """
    try:
        # A pipe would wait for its writer, a device never ends.
        if not stat.S_ISREG(mode := file.stat().st_mode) and not stat.S_ISDIR(mode):
            raise DataError("is a pipe or a device, not a file", file=file)
        with file.open("rb") as opened:
            raw = opened.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        raise DataError("there is no such file", file=file) from None
    except IsADirectoryError:
        raise DataError("this is a folder, not a file", file=file) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(f"cannot be read ({reason})", file=file) from None
    if len(raw) > _LARGEST_FILE:
        raise DataError(f"is larger than {_LARGEST_FILE >> 20} MB", file=file)
    return raw


def decoded(raw: bytes, file: Path | None) -> str:
    """Return a text in UTF-8, or in UTF-16 with its mark, as PowerShell writes redirected output.

    It is a DataError if it is neither.
    """
    try:
        return raw.decode("utf-16" if raw[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE} else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError("is not UTF-8 text", file=file, path=f"line {line}") from None


@lru_cache(maxsize=64)
def read_toml(raw: bytes, file: Path | None) -> tuple[dict[str, Any], bool]:
    """Return the content of a TOML file, and whether all letters in it are known to belong in a text.

    It is a DataError if it is not UTF-8, or not TOML.
    """
    # A language that is read for each of several documents takes as long as to set one of them.
    import tomli

    text = decoded(raw, file)
    own = file is not None and is_own(file)
    if not own and any(line.count(".") >= _PARTS for line in text.split("\n")) and re.search(_LONG_KEY, text):
        raise DataError(f"has a key of more than {_PARTS} parts", file=file)
    try:
        return tomli.loads(text), own
    except RecursionError:
        raise DataError("is nested too deeply", file=file) from None
    except ValueError as error:
        reason, _, place = str(error).partition(" (at ")
        raise DataError(f"is not valid TOML: {reason}", file=file, path=place.rstrip(")")) from None


def unfit_letter(text: str) -> tuple[str, str | None] | None:
    """Return the fault of letters that belong in no text, with the text if it can be shown; None if it is sound."""
    if re.search(r"[\x00-\x08\x0b-\x1f]", text):
        return "has control characters", text
    if unfit := re.search(_UNFIT, text):
        letter, place = ord(unfit[0]), 1 + unfit.start()
        return f"has U+{letter:04X} as character {place}, which does not belong in a text", None
    return None


Value = TypeVar("Value")

_QUOTE = "'"
_FORMULA = r"[=@]|[-+\N{MINUS SIGN}](?![\d.,]*\Z)"
"""A text that a spreadsheet takes for a formula; signed numbers are none."""


def read_csv(file: Path) -> list[list[str]]:
    """Return the rows of a CSV file, its cells separated by commas, semicolons or tabs.

    A quote before a formula, as `csv_text` writes it, is left out.

    It is a DataError if there is no such file, or it cannot be read, is too large, not UTF-8 or not CSV.
    """
    text = decoded(read_whole(file), file)
    head = re.split(r"[\r\n]", text, maxsplit=1)[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    try:
        return [[re.sub(rf"\A{_QUOTE}(?={_FORMULA})", "", cell) for cell in row] for row in reader]
    except csv.Error as error:
        raise DataError(f"is not valid CSV: {error}", file=file, path=f"line {reader.line_num}") from None


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV; see `without_formula`."""
    target = StringIO()
    csv.writer(target, lineterminator="\n").writerows([without_formula(cell) for cell in row] for row in rows)
    return target.getvalue()


def without_formula(cell: Value) -> Value | str:
    """Return the value of a CSV cell, with a quote before a text that a spreadsheet would calculate."""
    return f"{_QUOTE}{cell}" if isinstance(cell, str) and re.match(_FORMULA, cell) else cell


def quoted(text: str) -> str:
    """Return a text as a TOML file has it; one that UTF-8 cannot write is a DataError."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError("cannot be written in UTF-8", value=text) from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
