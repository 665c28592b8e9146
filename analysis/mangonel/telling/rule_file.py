"""The text that a rule file of one's own starts from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.locales import Locale
from mangonel.locales.sources import cited
from mangonel.rules.difference import Cited
from mangonel.rules.option import Option
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.loading import SCHEMA

if TYPE_CHECKING:
    from mangonel.rules.template import Example, Value

__all__ = ["overlay_template"]

_SAID = ("source", "reason")
"""Keys whose values are words."""


def overlay_template(
    base: RuleSet, words: Locale, *, name: str, reference: str, examples: Iterable[Example] = ()
) -> str:
    """Return an overlay that changes nothing yet.

    Every option of the base stands there, commented out at the base's value, with its choices; so do examples of
    changes and additions. Whatever is uncommented as it stands is accepted.

    Parameters
    ----------
    base
        The rule set that the overlay is to be based on.
    words
        The language of the comments.
    name
        Id of the overlay.
    reference
        How the overlay names its base: an id, or a path from where the overlay is.
    examples
        Changes and additions to show.
    """
    examples = tuple(examples)
    table = next((str(keys["table"]) for example in examples for _, keys in example.blocks if "table" in keys), "TABLE")
    lines = [
        f"# {words.text('template.based', rules=_plain(words.translated(base.title)))}",
        f"# {words.text('template.comment')}",
        f"# {words.text('template.check', check='mangonel rules check FILE', diff='mangonel rules diff BASE FILE')}",
        "",
        f"schema = {SCHEMA}",
        f"id = {_quoted(name)}",
        f"title = {_quoted(words.text('template.title'))}",
        f"base = {_quoted(reference)}",
        f"# {words.text('template.refuse')}",
        f"# base_digest = {_quoted(base.digest)}",
        "",
        "[options]",
    ]
    for key, option in base.options.items():
        lines += ["", *_option(option, words), f"# {_key(key)} = {_quoted(base.values[key])}"]
    lines += ["", f"# {words.text('template.changes', commands=f'mangonel tables, mangonel tables {table}')}"]
    for example in examples:
        lines += ["", f"# {words.translated(example.about)}:"]
        lines += [f"# {line}" for head, keys in example.blocks for line in _block(head, keys, words)]
    return "\n".join(lines) + "\n"


def _option(option: Option, words: Locale) -> list[str]:
    """Return what an option is about, and what each of its values means and who says so."""
    title, kind = words.titled("options", option.id, option.title), words.word("option_kinds", option.kind)
    choices = (
        (choice.value, words.meaning(option.id, choice.value, choice.text), cited(Cited(choice.source), words))
        for choice in option.choices
    )
    return [
        f"# {_plain(title)} ({kind}). {_plain(words.translated(option.affects))}.",
        *(f"#   {_plain(value)}: {_plain(text)} ({_plain(source)})" for value, text, source in choices),
    ]


def _block(head: str, keys: Mapping[str, Value], words: Locale) -> list[str]:
    entries = {
        key: words.translated(value) if key in _SAID and isinstance(value, str) else value
        for key, value in keys.items()
    }
    return [f"[[{head}]]", *(f"{key} = {_value(value)}" for key, value in entries.items())]


def _value(value: Value) -> str:
    return _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _quoted(text: str) -> str:
    import json

    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError("cannot be written in UTF-8", value=text) from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _plain(text: str) -> str:
    """Return a text fit for one line of comment."""
    return "".join(mark for mark in " ".join(text.split()) if mark.isprintable())
