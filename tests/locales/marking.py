"""English with brackets around everything that the language file says, to see what comes from elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace

from mangonel.locales import Locale, load_locale

LEFT, RIGHT = "\u27e6", "\u27e7"
# What is the same in every language: numbers, result letters, columns, ids with digests, the program and its version.
UNTRANSLATED = re.compile(
    r"mangonel \d+\.\d+\.\d+|\[[a-z-]+ [0-9a-f]{12}\]|\b(?:siege(?:-[a-z]+)?|croisades|vikings|club)\b"
    r"|\b(?:\d?[A-HDRTKP][A-H]*\d?|D/\dC|DA)\b|\b(?:Dr|Ch|Ha|Cl|Pi|Mi|Il|Ar|Ab|At)\b"
)


def bracketed(text):
    return f"{LEFT}{text}{RIGHT}"


def marked() -> Locale:
    """Return English with brackets around everything that the file says."""
    english = load_locale("en")
    return replace(
        english,
        phrases={key: bracketed(text) for key, text in english.phrases.items()},
        words={kind: {name: bracketed(text) for name, text in group.items()} for kind, group in english.words.items()},
        options={
            name: {one: bracketed(text) for one, text in group.items()} for name, group in english.options.items()
        },
        # A sheet names each place of a source once.
        texts={text: "; ".join(map(bracketed, said.split("; "))) for text, said in english.texts.items()},
        told={text: bracketed(said) for text, said in english.told.items()},
        told_by={game: {text: bracketed(said) for text, said in own.items()} for game, own in english.told_by.items()},
        english=english,
    )


def left_over(text):
    """Return the words of a text that stand outside the brackets, none of which may have lost its partner."""
    assert text.count(LEFT) == text.count(RIGHT), text
    while LEFT in text:
        text = re.sub(f"{LEFT}[^{LEFT}{RIGHT}]*{RIGHT}", " ", text)
    return re.findall(r"[^\W\d_]{2,}", UNTRANSLATED.sub(" ", text))
