"""Sentences in a language: notes of games by its phrases, sources cited, and rule sets and differences by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

from msgspec import Struct

from mangonel.errors import DataError, MangonelError
from mangonel.rules.change import place_of
from mangonel.rules.difference import ABSENT, TABLES, Cited, Difference
from mangonel.rules.files import is_shipped
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import ROW_OFFSET
from mangonel.rules.words.loading import say, words
from mangonel.rules.words.locale import OTHER, PLACE, PLURALS, Locale, plural_form

_NUMBER = r"[+-]?\d+(?:,\d{3})*(?:\.\d+|(?:(?:[-/+]|\.\.[+-]?)\d+)*)\+?|[+-]"
"""A number as rolls have it: with a sign, a ratio such as ``2-1`` or ``12-1+``, dice ``5+6``, a band ``-3..0``, or the
sign of a ground alone."""
_LETTER = r"[A-Z\d/]+|-|[A-Z][a-z]?(?:\+[A-Z])?"
"""A result as printed, or two of them with a plus between."""
_pattern = cache(re.compile)  # Each book of each language has the same hundreds, more than `re` keeps.
_LONGEST = 300
"""Letters of a text that is taken apart; a longer one, as a game of one's own may have, is known as a whole."""


class _Phrase(Struct, frozen=True):
    """An English text with places, and its translation."""

    pattern: re.Pattern[str]
    longest: str
    letters: int
    spoken: Mapping[str, str]
    counted: str

    def form(self, found: Mapping[str, str], plurals: str) -> str:
        """Return the translation for the texts in the places."""
        return self.spoken.get(plural_form(plurals, found.get(self.counted, "")), self.spoken[OTHER])

    @property
    def order(self) -> tuple[bool, int]:
        """Punctuation goes before words, and more letters before fewer."""
        return self.letters > 0 or not self.longest.strip(), -self.letters


class PhraseBook:
    """The words of a language for everything that happens in a game, those of other games after its own.

    The English text is the key. A text is known as it is, or made of a phrase with places; the text in a place is a
    number (places of one letter, and ``number``), a result (``letter``), a name that a scenario gives (``name``), one
    that is typed (``id`` and more letters), or is looked up in its turn.
    """

    def __init__(self, game: str = "") -> None:
        self._words = words()
        self._english = self._words.english or self._words
        self._told = _told_in(self._words, game)
        self._is_english = self._words.english is None or self._told == _told_in(self._english, game)
        self._found: dict[str, str | None] = {}

    def told(self, text: str) -> str | None:
        """Return a text of a game in this language; None if it has no phrase for it."""
        spoken = text if self._is_english else self._translated(text)
        return None if spoken is None else self._words.calls(spoken)

    def meaning(self, text: str) -> str:
        """Return the meaning of a result by a rule file or an effect; a text of one's own unchanged."""
        if text in self._words.texts:
            return self._words.texts[text]
        return self.told(text) or text

    def _translated(self, text: str) -> str | None:
        if text not in self._found:
            self._found[text] = self._look_up(text)
        return self._found[text]

    def _look_up(self, text: str) -> str | None:
        if text in self._known:
            return self._known[text]
        if re.fullmatch(_NUMBER, text):
            return self._words.written(text)
        return next(self._matches(text), None) if len(text) <= _LONGEST else None

    def _matches(self, text: str) -> Iterator[str]:
        for phrase in self._phrases:
            match = phrase.pattern.fullmatch(text) if phrase.longest in text else None
            if match is None:
                continue
            parts = {name: self._part(name, part) for name, part in match.groupdict().items()}
            if None not in parts.values():
                yield _filled(phrase.form(match.groupdict(), self._words.plurals), parts)

    def _part(self, place: str, text: str) -> str | None:
        if _is_number(place):
            return self._words.written(text.replace(",", ""))
        if place == "letter" or place.startswith("id"):
            return text
        if place == "name":
            return self._words.place(text)
        return self._translated(text)

    @cached_property
    def _known(self) -> dict[str, str]:
        """Texts without places: those of the data files, words, and phrases, which go before both."""
        words, english = self._words, self._english
        known = dict(words.texts)
        for kind in reversed(english.told_words):
            for name, word in words.words.get(kind, {}).items():
                known[english.inside(english.word(kind, name))] = words.inside(word)
        phrases = ((text, spoken) for text, spoken in self._told.items() if not PLACE.search(text))
        return known | {text: spoken if isinstance(spoken, str) else spoken[OTHER] for text, spoken in phrases}

    @cached_property
    def _phrases(self) -> tuple[_Phrase, ...]:
        """Phrases with places, in the order in which they are tried."""
        phrases = [_phrase(text, spoken) for text, spoken in self._told.items() if PLACE.search(text)]
        counted = [
            _phrase(text, self._forms(key.rpartition("_")[0]))
            for key, text in self._english.phrases.items()
            if key.startswith("counts.") and PLACE.findall(text) == ["number"]
        ]
        return tuple(sorted(phrases + counted, key=lambda phrase: phrase.order))

    def _forms(self, key: str) -> dict[str, str]:
        phrases, forms = self._words.phrases, (*PLURALS[self._words.plurals], OTHER)
        return {form: phrases[f"{key}_{form}"] for form in forms if f"{key}_{form}" in phrases}


def _told_in(language: Locale, game: str) -> dict[str, str | Mapping[str, str]]:
    """Return the translations by the English text: of any game, of this one, and of other games."""
    blocks = (language.told, *language.told_by.values(), language.told_by.get(game, {}))
    return {text: spoken for block in blocks for text, spoken in block.items()}


def _filled(spoken: str, parts: Mapping[str, str | None]) -> str:
    return PLACE.sub(lambda place: str(parts[place[1]]), spoken)


def _is_number(place: str) -> bool:
    return len(place) == 1 or place == "number"


def _phrase(text: str, spoken: str | Mapping[str, str]) -> _Phrase:
    parts = PLACE.split(text)
    # Texts and names of places by turns.
    pattern = "".join(_group(part) if at % 2 else re.escape(part) for at, part in enumerate(parts))
    letters = sum(letter.isalpha() for part in parts[::2] for letter in part)
    # The last number of a text is that of its things: "3 of 5 marks".
    counted = [place for place in parts[1::2] if _is_number(place)][-1:]
    forms = {OTHER: spoken} if isinstance(spoken, str) else spoken
    return _Phrase(_pattern(pattern), max(parts[::2], key=len), letters, forms, "".join(counted))


def _group(place: str) -> str:
    inside = _NUMBER if _is_number(place) else _LETTER if place == "letter" else ".+?"
    return f"(?P<{place}>{inside})"


def cited(source: Cited) -> str:
    """Return a source in a language, part by part; an unknown part, such as a user's own, stays unchanged."""
    if source.text == ABSENT:
        return say("report_differences.absent")
    if source.rules:
        return say("report_differences.by_rules", rules=source.rules)
    if source.table is not None:
        printed = source.table
        return f"{words().translated(printed.title)} ({printed.language}), {_listed(printed.section)}"
    return _listed(source.text)


def _listed(text: str) -> str:
    if text in words().texts:
        return words().translated(text)
    return words().with_semicolons(words().translated(part) for part in text.split("; "))


def refusal(error: MangonelError | str, game: str = "") -> str:
    """Return the message of an error in a language, in the phrases of a game first; in English if it has none."""
    message = error.message if isinstance(error, DataError) else str(error)
    translated = words().texts.get(message, PhraseBook(game).told(message))
    if translated is None or not isinstance(error, DataError):
        return translated or str(error)
    meant, allowed = say("telling.meant", names="{}"), say("telling.allowed", names="{}")
    return error.sentence(translated, (meant, allowed, words().named("{}", "{}"), say("frame.semicolon")))


def names_of(rules: Sequence[RuleSet]) -> tuple[str, ...]:
    """Return the names of rule sets: their titles, shipped ones up to the comma where no other begins so.

    Where titles do not tell them apart, their ids do, or their digests.
    """
    titles = [words().translated(rule_set.title) for rule_set in rules]
    heads = [title.partition(", ")[0] for title in titles]
    shipped = [rule_set.file is not None and is_shipped(rule_set.file) for rule_set in rules]
    short = [
        head if own and sum(title.startswith(head) for title in titles) == 1 else title
        for head, title, own in zip(heads, titles, shipped, strict=True)
    ]
    ids = [f"{title} ({rule_set.id})" for title, rule_set in zip(titles, rules, strict=True)]
    digests = [f"{title} ({rule_set.digest})" for title, rule_set in zip(titles, rules, strict=True)]
    numbered = [f"{title} ({number})" for number, title in enumerate(titles, start=1)]
    return tuple(next(names for names in (short, titles, ids, digests, numbered) if len(set(names)) == len(names)))


def titles_of(rules: Sequence[RuleSet]) -> Mapping[str, str]:
    """Return the titles of all tables and options by id; of two rule sets that name the same thing the first counts."""
    titles: dict[str, str] = {}
    for rule_set in reversed(rules):
        titles |= {table.id: table.title for table in rule_set.tables.values()}
        titles |= {option.id: option.title for option in rule_set.options.values()}
    return titles


def difference_named(difference: Difference, titles: Mapping[str, str]) -> str:
    """Return the name of a difference: an option by its title, a place by the title of its table, or its own name.

    Parameters
    ----------
    difference
        A difference, or several put together.
    titles
        Titles of tables and options by id, as of `titles_of`.
    """
    where = difference.where
    if difference.kind == "option":
        return title_of("options", where, titles)
    if where == TABLES and difference.parts:
        return say("design.printed")
    table, row, column = place_of(where)
    title = title_of("tables", table, titles)
    if title == where or "." not in where:
        return title
    place = " / ".join(part for part in (row, column) if part not in ("*", "", ROW_OFFSET))
    return words().named(title, place) if place else title


def reason_told(message: str, reason: str) -> str:
    """Return why a difference has no effect to show; the reason in English where the language has no phrase."""
    phrase = PhraseBook().told(message)
    return phrase if phrase and phrase != message else reason


def title_of(kind: str, name: str, titles: Mapping[str, str]) -> str:
    """Return the title of a table or option; an unknown one is called by its id."""
    return words().titled(kind, name, titles.get(name, name))
