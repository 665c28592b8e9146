"""One language: sentences with places to fill in, words by id, translations of the data files' own texts, numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

__all__ = ["PLACE", "Locale"]

_PLAIN = re.compile(r"([<>]?[+-]?)(\d+)(?:\.(\d+))?")

PLACE = re.compile(r"\{(\w+)\}")
"""A place to fill in, for example ``{weapon}``."""


@dataclass(frozen=True)
class Locale:
    """What sheets, charts and reports say in one language.

    Parameters
    ----------
    language
        Id of the language, for example ``de``; part of file names.
    name
        The language in its own words.
    decimal, thousands
        Decimal sign, and what stands between groups of three digits.
    percent
        A percentage with ``{}`` for the number.
    phrases
        Sentences and labels, by ``section.key``.
    words
        Words by kind and id, for example ``weapons`` and ``longbow``.
    options
        What each value of an option means, by option id and value.
    texts
        Translations of texts of the data files, by that text.
    """

    language: str
    name: str
    decimal: str
    thousands: str
    percent: str
    phrases: Mapping[str, str]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def text(self, key: str, **values: object) -> str:
        """Return a sentence or label, with its places filled in.

        Parameters
        ----------
        key
            Section and key in the file, for example ``frame.page``.
        values
            What goes into the places.

        Raises
        ------
        KeyError
            If there is no such sentence, or a place of it was given no value.
        """
        return PLACE.sub(lambda place: str(values[place[1]]), self.phrases[key])

    def word(self, kind: str, name: str) -> str:
        """Return the word for an id; one that no translator knows, such as a user's own weapon, is shown as it is."""
        return self.words.get(kind, {}).get(name, name.replace("_", " "))

    def has_word(self, kind: str, name: str) -> bool:
        """Return whether there is a word for an id."""
        return name in self.words.get(kind, {})

    def option(self, name: str, value: str, text: str) -> str:
        """Return what a value of an option means; without a translation the rule file's own text, with the id."""
        return self.options.get(name, {}).get(value, f"{name} = {value}: {text}")

    def translated(self, text: str) -> str:
        """Return the translation of a text of the data files; the text itself if it is a user's own."""
        return self.texts.get(text, text)

    def number(self, value: Fraction | int, places: int = 0) -> str:
        """Return a number with so many decimals, as this language writes it."""
        scaled = round(abs(Fraction(value)) * 10**places)
        whole, part = divmod(scaled, 10**places)
        digits = f"{whole:,}".replace(",", self.thousands)
        if places:
            digits += f"{self.decimal}{part:0{places}d}"
        return f"\N{MINUS SIGN}{digits}" if value < 0 and scaled else digits

    def written(self, digits: str) -> str:
        """Return plain digits, for example ``-12.50`` or ``<0.01``, as this language writes them; other text as it is."""
        found = _PLAIN.fullmatch(digits)
        if found is None:
            return digits
        sign, whole, part = found.groups()
        grouped = f"{int(whole):,}".replace(",", self.thousands)
        return f"{sign}{grouped}{self.decimal}{part}" if part else f"{sign}{grouped}"

    def signed(self, value: int) -> str:
        """Return a whole number with its sign, for example ``+1``."""
        return f"+{value}" if value >= 0 else self.number(value)

    def percentage(self, number: str) -> str:
        """Return a written number as a percentage."""
        return self.percent.replace("{}", number)
