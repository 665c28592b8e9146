"""The typesetter: a template of the package and plain data become PDF, SVG or PNG, the same bytes each time.

Typefaces of all that is drawn and printed are files of packages; nothing is taken from the machine.

Lengths are points.
"""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal

from mangonel.errors import DataError, MangonelError

if TYPE_CHECKING:
    from typst import Compiler

MM: Final = 72 / 25.4
"""A millimetre in points."""

PAPERS: Final = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * 72, 11 * 72)}
"""Width and height of each paper, upright."""

ORIENTATIONS: Final = ("portrait", "landscape")


def page_size(paper: str, orientation: str = "portrait") -> tuple[float, float]:
    """Return width and height of a page. It is a DataError if there is no such paper or orientation."""
    if paper not in PAPERS:
        raise DataError("no such paper", value=paper, allowed=PAPERS)
    if orientation not in ORIENTATIONS:
        raise DataError("no such orientation", value=orientation, allowed=ORIENTATIONS)
    width, height = PAPERS[paper]
    return (width, height) if orientation == "portrait" else (height, width)


MAKER: Final = "mangonel"
"""The program as files name it that are made by it, so that it may replace them."""

_ONE_AT_A_TIME: Final = Lock()
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
_BREAK: Final = "\N{ZERO WIDTH SPACE}"
_NO_SIGN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
_NO_FACE: Final = re.compile(r'text `"(.+?)"` could not be displayed')
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}")
_APOSTROPHE: Final = re.compile(r"(?<!\w)'[^'\"]*'|(?<=\w)'")
"""With what is quoted, which stays as it is: commands are typed off paper."""
_LONG: Final = re.compile(r"[^\s-]{24,}")
_JOINT: Final = re.compile(r"(?<=[_/.,:=])(?=\w)|(?<=\w{24})(?=\w)")


def typeset(
    template: str, data: dict[str, Any], kind: Literal["pdf", "svg", "png"] = "pdf", *, dpi: int = 200
) -> list[bytes]:
    """Return a template filled with data: one PDF, or a picture of each page.

    Parameters
    ----------
    template
        Name of the template, without its ending.
    data
        JSON data. No sign in it is markup for the template.
    kind
        ``pdf``, ``svg`` or ``png``.
    """
    with _ONE_AT_A_TIME:
        return _made(_desk(os.getpid()), template, data, kind, dpi)


def asked(template: str, data: dict[str, Any], selector: str) -> list[Any]:
    """Return the values of the elements of a document that a selector finds; no file is written.

    If it is typeset next, no time is lost: it is set already.
    """
    with _ONE_AT_A_TIME:
        answers: list[Any] = json.loads(_desk(os.getpid()).told(template, data).query(selector, field="value"))
        return answers


def paper_language(language: str) -> str:
    """Return a language as a document may name it, for hyphenation and reading aloud; one without a code is unknown."""
    return language if _LANGUAGE.fullmatch(language) else "und"


def soft(text: str) -> str:
    """Return a text with places to break words that no language parts, such as names of files and ids.

    Anything else than letters and signs is forbidden in a document that is read aloud, and shows as a replacement.
    """
    return _LONG.sub(lambda word: _JOINT.sub(_BREAK, word[0]), _NO_SIGN.sub("\N{REPLACEMENT CHARACTER}", text))


class _Desk:
    """The typesetter with the fonts of the packages and no others, in a folder of its own with the templates.

    Data goes in by a file there and not by inputs of the typesetter: it recognises pages that it has set before as
    long as its inputs are the same, and like sheets of other rule sets cost a fraction.
    """

    def __init__(self) -> None:
        from typst import Fonts

        self._kept = TemporaryDirectory(prefix=f"{MAKER}-")
        self._folder = Path(self._kept.name)
        copytree(Path(__file__).with_name("templates"), self._folder, dirs_exist_ok=True)
        # To look through the fonts takes a while: once for all templates.
        self._fonts = Fonts(include_system_fonts=False, font_paths=[str(folder) for folder in font_folders()])
        self._compilers: dict[str, Compiler] = {}

    def told(self, template: str, data: dict[str, Any]) -> Compiler:
        from typst import Compiler

        plain = json.dumps(data, ensure_ascii=False)
        text = _APOSTROPHE.sub(
            lambda found: found[0] if len(found[0]) > 1 else "\N{RIGHT SINGLE QUOTATION MARK}", plain
        )
        (self._folder / "data.json").write_text(text, encoding="utf-8")
        if template not in self._compilers:
            file = self._folder / f"{template}.typ"
            self._compilers[template] = Compiler(str(file), root=str(self._folder), font_paths=self._fonts)
        return self._compilers[template]


def _made(
    desk: _Desk, template: str, data: dict[str, Any], kind: Literal["pdf", "svg", "png"], dpi: int
) -> list[bytes]:
    from typst import TypstError

    try:
        document, warnings = desk.told(template, data).compile_with_warnings(
            format=kind, ppi=float(dpi), pdf_standards=["ua-1"] if kind == "pdf" else [], timestamp=0
        )
    except TypstError as error:
        # Signs that no face has, as the error names them, are replaced; any other error is raised.
        named = _NO_FACE.search(str(error))
        signs = set(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), named[1] if named else ""))
        text = json.dumps(data, ensure_ascii=False)
        shown = text.translate({ord(sign): "\N{REPLACEMENT CHARACTER}" for sign in signs if not sign.isascii()})
        if shown == text:
            raise
        return _made(desk, template, json.loads(shown), kind, dpi)
    # A face that is not found, or type that has no room, would be told here and nowhere else.
    assert not warnings, [warning.message for warning in warnings]
    assert document is not None, "nothing is written to a file"
    return document if isinstance(document, list) else [document]


@lru_cache(maxsize=1)
def _desk(_process: int) -> _Desk:
    """Return the desk of this process; one that was forked off has its own."""
    return _Desk()


SANS: Final = "Source Sans Pro"
"""The face of everything: true figures, six weights."""

FALLBACK: Final = "DejaVu Sans"
"""For letters and signs that the face above lacks; matplotlib brings it."""

_PLACES: Final = (
    ("font_source_sans_pro", "files"),
    ("font_source_serif_pro", "files"),
    ("matplotlib", "mpl-data/fonts/ttf"),
)
_FILES: Final = {
    (SANS, False): "SourceSansPro-Regular.ttf",
    (SANS, True): "SourceSansPro-Bold.ttf",
    (FALLBACK, False): "DejaVuSans.ttf",
    (FALLBACK, True): "DejaVuSans-Bold.ttf",
}


@lru_cache(maxsize=1)
def font_folders() -> tuple[Path, ...]:
    """Return the folders that hold the fonts; no package is imported for it.

    Raises
    ------
    MangonelError
        If a package is missing that has fonts.
    """
    folders = []
    for package, folder in _PLACES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise MangonelError(f"the package {package} is missing; its fonts are needed to draw and print")
        folders.append(Path(spec.origin).parent / folder)
    return tuple(folders)


def font_file(family: str = SANS, *, bold: bool = False) -> Path:
    """Return the file of a face: `SANS` or `FALLBACK`."""
    name = _FILES[family, bold]
    return next(folder / name for folder in font_folders() if (folder / name).is_file())
