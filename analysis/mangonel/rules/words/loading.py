"""Finding language files: shipped ones by name, others by path, and several of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from mangonel.errors import DataError
from mangonel.rules.files import SUFFIX, data_roots, files_in, folders_in, is_own, looks_like_path
from mangonel.rules.reading import Node
from mangonel.rules.words.locale import Locale

if TYPE_CHECKING:
    from mangonel.rules.words.reading import Spoken

Said = TypeVar("Said")
_REFERENCE = "en"
_HEAD = "program"
"""The file of a language with the texts of any game, and the format of numbers."""
_WHOLE = ""
"""For a file of one's own that says anything."""
_SPOKEN: ContextVar[Locale] = ContextVar("spoken")
_TITLED = ("options", "tables")
"""Kinds of words whose English is in the rule sets."""


def locale_names() -> tuple[str, ...]:
    """Return the names of the shipped languages, sorted."""
    return tuple(sorted(_shipped()))


def load_locale(name_or_path: str | Path) -> Locale:
    """Read a language: the texts of the program and of its games.

    It is the name of a shipped language, for example ``de``, or the path of one of one's own: a file, or a folder with
    the files of a shipped one. A text with a slash or the ending ``.toml`` is a path. A game of another package has its
    words beside it: a folder for every language, ``en`` at least, with a file named like the game. A game that has no
    file in a language speaks English; a text that a language lacks is that of its base, or the English one.

    It is a DataError if there is no such language, or a file is wrong: a sentence is unknown, in two files, or has
    other places to fill in than the English one.
    """
    shipped = _shipped()
    return _load(_files_of(name_or_path, shipped), shipped)[0]


def own_texts(name_or_path: str | Path) -> Spoken:
    """Return all texts that the files of a language hold themselves, or those of its base: none that is filled in.

    Phrases of all games are in `told`.

    Errors are as in `load_locale`.
    """
    from mangonel.rules.words.reading import Spoken

    shipped = _shipped()
    files = _files_of(name_or_path, shipped)
    base = Node.load(files.get(_HEAD, files.get(_WHOLE, Path()))).content.get("base")
    whole = own_texts(base) if base else Spoken()
    for part in _load(files, shipped)[1].values():
        whole = part.over(whole)
    return whole


def _files_of(name_or_path: str | Path, shipped: Mapping[str, Mapping[str, Path]]) -> Mapping[str, Path]:
    if not isinstance(name_or_path, Path) and not looks_like_path(str(name_or_path)):
        if name_or_path not in shipped:
            raise DataError("unknown language", value=name_or_path, allowed=sorted(shipped))
        return shipped[name_or_path]
    path = Path(name_or_path)
    return {_HEAD: path / f"{_HEAD}{SUFFIX}"} | _files(path) if path.is_dir() else {_WHOLE: path}


def words() -> Locale:
    """Return the language that is spoken: that of the innermost `speaking`, English outside of any."""
    return _SPOKEN.get(None) or _english()


def say(key: str, **values: object) -> str:
    """Return a sentence or label in the language that is spoken; values and errors as for `Locale.text`."""
    return words().text(key, **values)


def speak(language: Locale) -> None:
    """Speak a language from now on in this thread or task, and in tasks that it begins."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Locale | str = _REFERENCE) -> Iterator[None]:
    """Speak a language, by itself or by its name, for a block: all that is put into words in it, in this thread."""
    plain = _english() if language == _REFERENCE else language
    before = _SPOKEN.set(plain if isinstance(plain, Locale) else load_locale(plain))
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def in_each(languages: Iterable[Locale], said: Callable[[], Said]) -> list[Said]:
    """Return the answers of a function in each of some languages."""
    every = []
    for language in languages:
        with speaking(language):
            every.append(said())
    return every


@lru_cache(maxsize=1)
def _english() -> Locale:
    return load_locale(_REFERENCE)


def _files(folder: Path) -> dict[str, Path]:
    """Return the files of a language by the game they speak of, the program's own first."""
    files = sorted(files_in(folder), key=lambda file: (file.stem != _HEAD, file))
    return {file.stem: file for file in files}


def _shipped() -> dict[str, dict[str, Path]]:
    by_language: dict[str, dict[str, Path]] = {}
    for root in data_roots():
        for folder in folders_in(root / "locales"):
            files = by_language.setdefault(folder.name, {})
            for game, file in _files(folder).items():
                if game in files:
                    raise DataError("there are two files for this game", file=file, value=str(files[game]))
                files[game] = file
    return {name: files for name, files in by_language.items() if _HEAD in files}


def _load(files: Mapping[str, Path], shipped: Mapping[str, Mapping[str, Path]]) -> tuple[Locale, dict[str, Spoken]]:
    """Return a language and the texts of each of its files, by game; one file under no name speaks of all of them."""
    from mangonel.rules.words.reading import Spoken, read_head, read_spoken, refuse_doubles, spoken_of, together

    reference = shipped[_REFERENCE]
    english, samples = (None, {}) if files == reference else _load(reference, shipped)
    nodes = {game: Node.load(file) for game, file in files.items()}
    head = nodes[_HEAD if _HEAD in nodes else _WHOLE]
    base = _base(head, files, shipped)
    if english is not None:
        samples[_WHOLE] = together({reference[game]: sample for game, sample in samples.items()})
    locale = read_head(head, base)
    if all(map(is_own, files.values())):
        parts = {game: spoken_of(node.content) for game, node in nodes.items()}
    else:
        parts = {
            game: read_spoken(node, samples.get(game, Spoken()) if samples else None, locale.plurals)
            for game, node in nodes.items()
        }
        refuse_doubles({files[game]: part for game, part in parts.items()})
        if english is not None:
            for node in nodes.values():
                node.node("words", required=False).check_known((*english.words, *_TITLED))
    spoken = together({files[game]: part for game, part in parts.items()})
    if base is not None:
        spoken = spoken.over(base)
    for game in samples.keys() - {_WHOLE}:
        # A game without a file speaks English; a phrase that a file lacks is shown in English and marked so.
        if game in nodes or _WHOLE in nodes or base is not None:
            spoken = spoken.over(structs.replace(samples[game], told={}, told_words=()))
        else:
            spoken = spoken.over(samples[game].of_game(game))
    return replace(locale, english=english, **structs.asdict(spoken)), parts


def _base(head: Node, files: Mapping[str, Path], shipped: Mapping[str, Mapping[str, Path]]) -> Locale | None:
    if "base" not in head:
        return None
    name = head.choice("base", shipped)
    if files == shipped[name]:
        raise head.error("a language cannot stand on itself", "base", value=name)
    return _load(shipped[name], shipped)[0]
