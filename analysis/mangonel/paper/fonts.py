"""The typefaces of all that is drawn and printed, as files of packages; nothing is taken from the machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from mangonel.errors import MangonelError

__all__ = ["FALLBACK", "SANS", "font_file", "font_folders"]


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
