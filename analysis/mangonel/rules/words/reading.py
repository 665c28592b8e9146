"""Reading one file of a language against the English one: sentences with their places, words, texts, notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from mangonel.errors import DataError
from mangonel.rules.reading import FILLED, IDENTIFIER, VERSION, Node, validate
from mangonel.rules.words.locale import ONE, OTHER, PLACE, PLURALS, Locale

T = TypeVar("T")


class _Numbers(Struct, forbid_unknown_fields=True):
    decimal: FILLED | None = None
    thousands: str | None = None
    percent: FILLED | None = None


class _Head(Struct):
    """The keys of a file beside its sentences; those of the language as a whole are in one of its files."""

    schema: VERSION
    language: IDENTIFIER = ""
    name: FILLED = ""
    base: str = ""
    numbers: _Numbers | None = None
    capital_nouns: bool | None = None
    plurals: str = ""
    words: dict[str, dict[str, FILLED]] = {}
    options: dict[str, dict[str, FILLED]] = {}
    texts: dict[str, FILLED] = {}
    phrases: dict[str, Any] = {}
    told_words: tuple[str, ...] = ()


_OF_LANGUAGE = ("language", "name", "base", "numbers", "capital_nouns", "plurals")
_OPEN = ("schema", "words", "options", "texts", "phrases", "told_words")


class Spoken(Struct, frozen=True):
    """The texts of one file of a language, or of several together; fields as those of `Locale`."""

    phrases: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    told_by: Mapping[str, Mapping[str, str | Mapping[str, str]]] = field(default_factory=dict)
    told_words: tuple[str, ...] = ()

    def over(self, base: Spoken | Locale) -> Spoken:
        """Return these texts, and those of `base` for all else."""
        # A text of one file for any game goes before one of the base for one game.
        base_by = {
            game: {text: spoken for text, spoken in own.items() if text not in self.told}
            for game, own in base.told_by.items()
        }
        return Spoken(
            {**base.phrases, **self.phrases},
            _grouped(base.words, self.words),
            _grouped(base.options, self.options),
            {**base.texts, **self.texts},
            {**base.told, **self.told},
            _grouped(base_by, self.told_by),
            (*base.told_words, *self.told_words),
        )

    def of_game(self, game: str) -> Spoken:
        """Return the same with the notes of sequences as those of one game."""
        return replace(self, told={}, told_by={game: self.told})

    def paths(self) -> Iterator[str]:
        """Yield the path of every text in its file."""
        yield from self.phrases
        for block, groups in (("words", self.words), ("options", self.options)):
            yield from (f"{block}.{name}.{entry}" for name, entries in groups.items() for entry in entries)
        for block, entries in (("texts", self.texts), ("phrases", self.told)):
            yield from (f"{block}.{entry}" for entry in entries)


def together(parts: Mapping[Path, Spoken]) -> Spoken:
    """Return the files of a language as one, the first of which speaks of any game."""
    whole, program = Spoken(), next(iter(parts), None)
    for file, part in parts.items():
        whole = (part if file == program else part.of_game(file.stem)).over(whole)
    return whole


def refuse_doubles(parts: Mapping[Path, Spoken]) -> None:
    """Check that no two files of a language have the same key.

    Sequences of two games may tell the same in English: each has its own translation of it.

    A DataError is raised for the first key that is in two files.
    """
    owners, program = dict[str, Path](), next(iter(parts), None)
    for file, part in parts.items():
        for path in part.paths():
            if path in owners and not (path.startswith("phrases.") and owners[path] != program):
                raise DataError("stands in two files of a language", file=file, path=path, value=owners[path].name)
            owners[path] = file


def read_head(node: Node, base: Locale | None) -> Locale:
    """Return the head of a language file: its name and its numbers."""
    validate(node, _Head)
    if base is None and "capital_nouns" not in node:
        raise node.missing("capital_nouns", (*_OF_LANGUAGE, *_OPEN))
    numbers = node.node("numbers", required=base is None)
    locale = Locale(
        language=node.text("language"),
        name=node.text("name"),
        decimal=numbers.text("decimal", default=None if base is None else base.decimal),
        thousands=numbers.text("thousands", default="" if base is None else base.thousands),
        percent=numbers.text("percent", default=None if base is None else base.percent),
        phrases={},
        capital_nouns=node.content.get("capital_nouns", base is not None and base.capital_nouns),
        plurals=node.choice("plurals", PLURALS, None if base is None else base.plurals),
    )
    if locale.percent.count("{}") != 1:
        raise numbers.error("needs {} once, where the number goes", "percent", value=locale.percent)
    return locale


def read_spoken(node: Node, english: Spoken | None, plurals: str) -> Spoken:
    """Return the texts of a file; it may lack any of those of the English one, and have no other sentences.

    `english` are those of the English file of the same name, None for that file itself; `plurals` is the language by
    whose rule numbers take the forms of sentences.
    """
    validate(node, _Head)
    mine = spoken_of(node.content)
    # An English file has no samples: all others go by it.
    wanted = dict.fromkeys(mine.phrases, "") if english is None else in_forms(english.phrases, plurals)
    sections: dict[str, dict[str, str]] = {}
    for place, sample in wanted.items():
        section, key = place.split(".", 1)
        sections.setdefault(section, {})[key] = sample
    node.check_known((*_OPEN, *(_OF_LANGUAGE if "language" in node else ()), *sections))
    for section, samples in sections.items():
        block = node.node(section, required=False)
        block.check_known(samples)
        for key in block:
            text = block.text(key)
            if samples[key]:
                _check_places(block, key, text, samples[key])
    return replace(mine, told=_read_told(node, (*PLURALS[plurals], OTHER)))


def spoken_of(content: Mapping[str, Any]) -> Spoken:
    """Return the sentences of a file of the program's own, as `read_spoken` does, without validation."""
    blocks = {section: block for section, block in content.items() if isinstance(block, dict)}
    sections = [section for section in blocks if section not in (*_OPEN, "numbers")]
    phrases = {f"{section}.{key}": text for section in sections for key, text in blocks[section].items()}
    parts = {key: content.get(key, {}) for key in ("words", "options", "texts")}
    return Spoken(phrases, **parts, told=content.get("phrases", {}), told_words=tuple(content.get("told_words", ())))


def _grouped(base: Mapping[str, Mapping[str, T]], mine: Mapping[str, Mapping[str, T]]) -> dict[str, dict[str, T]]:
    return {name: {**base.get(name, {}), **mine.get(name, {})} for name in (*base, *mine)}


def in_forms(phrases: Mapping[str, str], plurals: str) -> dict[str, str]:
    """Return the English sentences by the keys of another language, which may have more or fewer forms of one."""
    sentences: dict[str, str] = {}
    for place, sample in phrases.items():
        key, _, form = place.rpartition("_")
        if form in {ONE, OTHER} and {f"{key}_{ONE}", f"{key}_{OTHER}"} <= phrases.keys():
            sentences |= {f"{key}_{each}": sample for each in (*PLURALS[plurals], OTHER) if form == OTHER}
        else:
            sentences[place] = sample
    return sentences


def _check_places(block: Node, key: str, text: str, sample: str) -> None:
    wanted, places = PLACE.findall(sample), PLACE.findall(text)
    for name in places:
        if name not in wanted:
            raise block.error("unknown place to fill in", key, value=name, allowed=wanted)
    for name in wanted:
        if name not in places:
            raise block.error(f"has to say where {{{name}}} goes", key, value=text)


def _read_told(node: Node, forms: Iterable[str]) -> dict[str, str | Mapping[str, str]]:
    """Return the phrases for the notes of sequences; a missing one is shown in English."""
    block = node.node("phrases", required=False)
    sentences: dict[str, str | Mapping[str, str]] = {}
    for key, value in block.content.items():
        names = PLACE.findall(key)
        if len(set(names)) < len(names):
            raise block.error("has a place twice", key, value=key)
        if not _has_sound_places(key):
            raise block.error("a place is a name between braces", key, value=key)
        if re.search(r"\}\{", key):
            raise block.error("needs something between two places", key, value=key)
        if PLACE.fullmatch(key):
            raise block.error("needs more than a place", key, value=key)
        if isinstance(value, dict):
            inner = block.node(key)
            sentences[key] = {form: _read_phrase(inner, form, key) for form in forms}
        else:
            sentences[key] = _read_phrase(block, key, key)
    return sentences


def _read_phrase(block: Node, key: str, english: str) -> str:
    text = block.text(key)
    if not _has_sound_places(text):
        raise block.error("a place is a name between braces", key, value=text)
    _check_places(block, key, text, english)
    return text


def _has_sound_places(text: str) -> bool:
    names_places = all(name.isidentifier() for name in PLACE.findall(text))
    return names_places and not set("{}") & set(PLACE.sub("", text))
