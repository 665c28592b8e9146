"""What stands in a file: read as far as it may be long, decoded, taken apart, and whether its letters belong there."""

from __future__ import annotations

import codecs
import re
import stat
from functools import lru_cache
from pathlib import Path
from typing import Any

from mangonel.errors import DataError
from mangonel.rules.locate import is_own

__all__ = ["decoded", "read_toml", "read_whole", "unfit_letter"]

_LARGEST_FILE = 4 << 20
"""Bytes. The largest file that comes with the program has less than a hundredth of it."""
_PARTS = 64
_PART = r"""(?>[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = rf"(?<![\w-])(?>{_PART}[ \t]*+\.[ \t]*+){{{_PARTS}}}"
"""What `tomli` takes minutes and gigabytes for if there are thousands of parts."""
_CONTROL = r"[\x00-\x08\x0b-\x1f]"
_NO_CHARACTERS = "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
_UNFIT = f"[{_NO_CHARACTERS}\ufdd0-\ufdef\ud800-\udfff\u202a-\u202e\u2066-\u2069]"
"""No character, half of one, or what turns the direction of a text: a page would read otherwise than the file."""
_ESCAPED = r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))"
_CONTROL_BYTES = bytes({*range(32)} - {*b"\t\n"})
_MAYBE_UNFIT = (
    *(rf"\{letter}".encode() for letter in "bfr"),
    *(letter.encode() for letter in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
    *(b"\xef\xb7", b"\xbf\xbe", b"\xbf\xbf"),
)
"""Bytes without which a file has none of these: control characters as they are written, what turns the direction of a
text, and how those begin or end that are no characters."""


def read_whole(file: Path) -> bytes:
    """Return what is in a file, if it has an end and that is near.

    Raises
    ------
    DataError
        If there is no such file, or it cannot be read, or it is no file, or too large.
    """
    try:
        # A pipe would wait for whoever writes into it, a device never ends.
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
    """Return a text in UTF-8, or in UTF-16 with its mark, as PowerShell writes what is led into a file.

    Raises
    ------
    DataError
        If it is neither.
    """
    try:
        return raw.decode("utf-16" if raw[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE} else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError("is not UTF-8 text", file=file, path=f"line {line}") from None


@lru_cache(maxsize=64)
def read_toml(raw: bytes, file: Path | None) -> tuple[dict[str, Any], bool]:
    """Return what stands in a TOML file, and whether all letters in it belong in a text.

    Raises
    ------
    DataError
        If it is not UTF-8, or not TOML.
    """
    # A language that is read for each of several documents takes as long as to set one of them.
    import tomli

    text = decoded(raw, file)
    own = file is not None and is_own(file)
    if not own and any(line.count(".") >= _PARTS for line in text.split("\n")) and re.search(_LONG_KEY, text):
        raise DataError(f"has a key of more than {_PARTS} parts", file=file)
    try:
        return tomli.loads(text), own or _is_sound(text)
    except RecursionError:
        raise DataError("is nested too deeply", file=file) from None
    except ValueError as error:
        reason, _, place = str(error).partition(" (at ")
        raise DataError(f"is not valid TOML: {reason}", file=file, path=place.rstrip(")")) from None


def _is_sound(text: str) -> bool:
    """Return whether all texts of a file can be seen at once to be sound; if not, each is looked at when it is read."""
    raw = re.sub(_ESCAPED, lambda code: chr(int(code[1] or code[2], 16)), text).encode()
    plain = len(raw.translate(None, _CONTROL_BYTES)) == len(raw)
    return plain and not any(mark in raw for mark in _MAYBE_UNFIT)


def unfit_letter(text: str) -> tuple[str, str | None] | None:
    """Say what a text has that belongs in none, with the text if it can be shown; None if it is sound."""
    if re.search(_CONTROL, text):
        return "has control characters", text
    if unfit := re.search(_UNFIT, text):
        letter, place = ord(unfit[0]), 1 + unfit.start()
        return f"has U+{letter:04X} as character {place}, which does not belong in a text", None
    return None
