"""English with brackets around everything that the language file says, to see what comes from elsewhere."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mangonel.cli.words import data_texts, titles
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules
from mangonel.rules.words import Locale, load_locale, speaking

LEFT, RIGHT = "\u27e6", "\u27e7"
# What is the same in every language: numbers, result letters, columns, ids with digests, the program and its version.
UNTRANSLATED = re.compile(
    r"mangonel \d+\.\d+\.\d+|\[[a-z-]+ [0-9a-f]{12}\]|\b(?:siege(?:-[a-z]+)?|croisades|vikings|club)\b"
    r"|\b(?:\d?[A-HDRTKP][A-H]*\d?|D/\dC|DA)\b|\b(?:Dr|Ch|Ha|Cl|Pi|Mi|Il|Ar|Ab|At)\b"
)


def bracketed(text):
    return f"{LEFT}{text}{RIGHT}"


def marked() -> Locale:
    """Return English with brackets around everything that the files say."""
    return rewritten(bracketed)


def rewritten(change: Callable[[str], str]) -> Locale:
    """Return a language with a word for everything: the English one, changed."""
    english = load_locale("en")
    words = {kind: dict(group) for kind, group in english.words.items()}
    options: dict[str, dict[str, str]] = {}
    for game in systems():
        for where, text in titles(load_rules(game.rules)).items():
            block, name, one = where.split(".", 2)
            (words if block == "words" else options).setdefault(name, {})[one] = text
    texts = {text: text for whole in data_texts() for text in (whole, *whole.split("; "))} | dict(english.texts)
    return replace(
        english,
        phrases={key: change(text) for key, text in english.phrases.items()},
        words={kind: {name: change(text) for name, text in group.items()} for kind, group in words.items()},
        options={name: {one: change(text) for one, text in group.items()} for name, group in options.items()},
        # A sheet names each place of a source once.
        texts={text: "; ".join(map(change, said.split("; "))) for text, said in texts.items()},
        told={text: change(said) for text, said in english.told.items()},
        told_by={game: {text: change(said) for text, said in own.items()} for game, own in english.told_by.items()},
        english=english,
    )


def left_over(text):
    """Return the words of a text that stand outside the brackets, none of which may have lost its partner."""
    assert text.count(LEFT) == text.count(RIGHT), text
    while LEFT in text:
        text = re.sub(f"{LEFT}[^{LEFT}{RIGHT}]*{RIGHT}", " ", text)
    return re.findall(r"[^\W\d_]{2,}", UNTRANSLATED.sub(" ", text))


def said_in(language: Locale | str, told: Callable[..., Any], *args: Any, **how: Any) -> Any:
    """Return what a function says in a language."""
    with speaking(language):
        return told(*args, **how)
