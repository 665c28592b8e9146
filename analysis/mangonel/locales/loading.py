"""Finding and reading language files: shipped ones by name, others by path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from mangonel.errors import DataError
from mangonel.locales.locale import PLACE, Locale
from mangonel.tables.locate import data_root
from mangonel.tables.reading import Node

__all__ = ["SCHEMA", "in_words", "load_locale", "locale_names"]

SCHEMA = 1

_SUFFIX = ".toml"
_REFERENCE = "en"
_OPEN = ("words", "options", "texts", "phrases")


def locale_names() -> tuple[str, ...]:
    """Return the names of the shipped languages, sorted."""
    return tuple(sorted(_shipped()))


def load_locale(name_or_path: str | Path) -> Locale:
    """Read a language.

    Parameters
    ----------
    name_or_path
        Name of a shipped language, for example ``de``, or the path of a file of one's own. A text with a slash or
        the ending ``.toml`` is a path.

    Raises
    ------
    DataError
        If there is no such language, or the file is wrong: a sentence is missing, unknown, or has other places to
        fill in than the English one.
    """
    if isinstance(name_or_path, str) and not _looks_like_path(name_or_path):
        shipped = _shipped()
        if name_or_path not in shipped:
            raise DataError("unknown language", value=name_or_path, allowed=sorted(shipped))
        return _load(shipped[name_or_path])
    return _load(Path(name_or_path))


def in_words(words: Locale | None) -> Locale:
    """Return a language, English if none is given."""
    return _english() if words is None else words


@lru_cache(maxsize=1)
def _english() -> Locale:
    return load_locale(_REFERENCE)


def _looks_like_path(text: str) -> bool:
    return text.endswith(_SUFFIX) or "/" in text or "\\" in text


def _shipped() -> dict[str, Path]:
    return {file.stem: file for file in sorted((data_root() / "locales").glob(f"*{_SUFFIX}"))}


def _load(file: Path) -> Locale:
    node = Node.load(file)
    schema = node.integer("schema")
    if schema != SCHEMA:
        raise node.error("unknown schema version", "schema", value=schema, allowed=[SCHEMA])
    shipped = _shipped()
    base = None
    if "base" in node:
        name = node.choice("base", shipped)
        if file.resolve() == shipped[name].resolve():
            raise node.error("a language cannot stand on itself", "base", value=name)
        base = load_locale(name)
    is_reference = file.resolve() == shipped[_REFERENCE].resolve()
    wanted = None if is_reference else load_locale(_REFERENCE).phrases
    numbers = node.node("numbers", required=base is None)
    locale = Locale(
        language=node.identifier("language"),
        name=node.text("name"),
        decimal=numbers.text("decimal", default=None if base is None else base.decimal),
        thousands=numbers.text("thousands", default="" if base is None else base.thousands),
        percent=numbers.text("percent", default=None if base is None else base.percent),
        phrases=_read_phrases(node, wanted, base),
        words=_read_groups(node, "words", {} if base is None else base.words),
        options=_read_groups(node, "options", {} if base is None else base.options),
        texts=_read_texts(node, {} if base is None else base.texts),
        told=_read_told(node, {} if base is None else base.told),
        capital_nouns=node.flag("capital_nouns", None if base is None else base.capital_nouns),
        singular_below_two=node.flag("singular_below_two", None if base is None else base.singular_below_two),
    )
    node.finish()
    if locale.percent.count("{}") != 1:
        raise numbers.error("needs {} once, where the number goes", "percent", value=locale.percent)
    return locale


def _read_phrases(node: Node, wanted: Mapping[str, str] | None, base: Locale | None) -> dict[str, str]:
    """Return the sentences by section and key: those of the English file, no more and no less."""
    if wanted is None:
        wanted = {
            f"{section}.{key}": ""
            for section, block in node.content.items()
            if isinstance(block, dict) and section not in (*_OPEN, "numbers")
            for key in block
        }
    found: dict[str, str] = {}
    for place, sample in wanted.items():
        section, key = place.split(".", 1)
        block = node.node(section, required=base is None)
        text = block.text(key, default=None if base is None else base.phrases[place])
        if sample:
            _check_places(block, key, text, sample)
        found[place] = text
    return found


def _check_places(block: Node, key: str, text: str, sample: str) -> None:
    wanted, found = PLACE.findall(sample), PLACE.findall(text)
    for name in found:
        if name not in wanted:
            raise block.error("unknown place to fill in", key, value=name, allowed=wanted)
    for name in wanted:
        if name not in found:
            raise block.error(f"has to say where {{{name}}} goes", key, value=text)


def _read_groups(node: Node, key: str, base: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return a block of blocks of texts: words by kind and id, or meanings by option and value."""
    outer = node.node(key, required=not base)
    groups = {name: dict(entries) for name, entries in base.items()}
    for name in outer:
        inner = outer.node(name)
        groups.setdefault(name, {}).update({entry: inner.text(entry) for entry in inner})
    return groups


def _read_texts(node: Node, base: Mapping[str, str]) -> dict[str, str]:
    block = node.node("texts", required=not base)
    return {**base, **{text: block.text(text) for text in block}}


def _read_told(node: Node, base: Mapping[str, str]) -> dict[str, str]:
    """Return the phrases for what sequences tell; one that is missing is told in English."""
    block = node.node("phrases", required=not base)
    found = dict(base)
    for key in block:
        text = block.text(key)
        names = PLACE.findall(key)
        if len(set(names)) < len(names):
            raise block.error("has a place twice", key, value=key)
        for said in (key, text):
            if not _has_sound_places(said):
                raise block.error("a place is a name between braces", key, value=said)
        if re.search(r"\}\{", key):
            raise block.error("needs something between two places", key, value=key)
        if PLACE.fullmatch(key):
            raise block.error("needs more than a place", key, value=key)
        _check_places(block, key, text, key)
        found[key] = text
    return found


def _has_sound_places(text: str) -> bool:
    names_places = all(name.isidentifier() for name in PLACE.findall(text))
    return names_places and not set("{}") & set(PLACE.sub("", text))
