"""Which form of a sentence a number takes, by the plural rules of the Unicode CLDR.

They are those of its file supplemental/plurals.xml, release 46.
Of the forms that some languages have for whole millions only ("un million de ...") nothing is needed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["ONE", "OTHER", "PLURALS", "plural_form"]

ONE, OTHER = "one", "other"
"""The forms of English."""

_PLAIN = r"[<>]?[+-]?(\d+)(?:\.(\d+))?"


@dataclass(frozen=True)
class _Number:
    """A number as CLDR sees it: whole part `i`, how many decimals are written (`v`), and these as a number (`f`)."""

    i: int
    v: int
    f: int

    def whole(self, modulus: int, *numbers: int) -> bool:
        """Tell whether this is a whole number that leaves one of these when divided."""
        return self.v == 0 and self.i % modulus in numbers


_Rule = dict[str, Callable[[_Number], bool]]
"""When a number takes a form, tried in this order; all else takes ``other``."""

_NONE: _Rule = {}
_ONE: _Rule = {"one": lambda n: n.i == 1 and n.v == 0}
_ONE_WRITTEN_ANYHOW: _Rule = {"one": lambda n: n.i == 1 and n.f == 0}
_BELOW_TWO: _Rule = {"one": lambda n: n.i in {0, 1}}
_CZECH: _Rule = _ONE | {"few": lambda n: n.i in {2, 3, 4} and n.v == 0, "many": lambda n: n.v != 0}
_POLISH: _Rule = _ONE | {
    "few": lambda n: n.whole(10, 2, 3, 4) and not n.whole(100, 12, 13, 14),
    "many": lambda n: n.v == 0,
}
_RUSSIAN: _Rule = {
    "one": lambda n: n.whole(10, 1) and not n.whole(100, 11),
    "few": lambda n: n.whole(10, 2, 3, 4) and not n.whole(100, 12, 13, 14),
    "many": lambda n: n.v == 0,
}
_ROMANIAN: _Rule = _ONE | {"few": lambda n: n.v != 0 or n.i == 0 or n.i % 100 in range(1, 20)}
_SLOVENE: _Rule = {
    "one": lambda n: n.whole(100, 1),
    "two": lambda n: n.whole(100, 2),
    "few": lambda n: n.whole(100, 3, 4) or n.v != 0,
}

_BY_RULE: tuple[tuple[str, _Rule], ...] = (
    ("id ja ko th vi zh", _NONE),
    ("ca de en et fi gl it nl sv", _ONE),
    ("bg el es eu hu nb nn tr", _ONE_WRITTEN_ANYHOW),
    ("fr hy pt", _BELOW_TWO),
    ("cs sk", _CZECH),
    ("pl", _POLISH),
    ("be ru uk", _RUSSIAN),
    ("ro", _ROMANIAN),
    ("sl", _SLOVENE),
)

PLURALS: Mapping[str, _Rule] = {language: rule for languages, rule in _BY_RULE for language in languages.split()}
"""The rules by language; a language without one of its own names another that counts likewise."""


def plural_form(language: str, digits: str) -> str:
    """Return the form that a number takes, for example ``few``.

    Parameters
    ----------
    language
        One of `PLURALS`.
    digits
        The number in plain digits, for example ``-0.39`` or ``<0.01``; its sign counts for nothing. What is no
        number, such as ``2-1``, takes ``other``.
    """
    match = re.fullmatch(_PLAIN, digits)
    if match is None:
        return OTHER
    decimals = match[2] or ""
    number = _Number(int(match[1]), len(decimals), int(decimals or 0))
    return next((form for form, holds in PLURALS[language].items() if holds(number)), OTHER)
