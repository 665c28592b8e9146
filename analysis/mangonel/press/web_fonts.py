"""The faces of a page for the browser: only the letters that stand on it, inside the page."""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from typing import Final

from mangonel.fonts import SANS, font_file

__all__ = ["font_faces"]

_WEIGHTS: Final = {False: 400, True: 700}


def font_faces(text: str) -> str:
    """Return the rules of a style sheet that bring the faces for all letters of a text, the same each time."""
    letters = "".join(sorted(set(text)))
    return "\n".join(
        f'@font-face {{ font-family: "{SANS}"; font-weight: {weight}; font-display: swap; '
        f"src: url(data:font/woff;base64,{_encoded(letters, bold=bold)}); }}"
        for bold, weight in _WEIGHTS.items()
    )


@lru_cache(maxsize=8)
def _encoded(letters: str, *, bold: bool) -> str:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    target = io.BytesIO()
    with TTFont(font_file(SANS, bold=bold), recalcTimestamp=False) as font:
        # Figures of equal width for tables; what else the face can do is left out.
        options = Options(hinting=False, layout_features=["kern", "lnum", "tnum", "mark", "ccmp"], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(target, reorderTables=False)
    return base64.b64encode(target.getvalue()).decode()
