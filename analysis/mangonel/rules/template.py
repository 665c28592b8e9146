"""The text that a rule file of one's own starts from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.loading import rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.loading import SCHEMA

__all__ = ["Example", "Value", "free_label", "overlay_id", "overlay_template"]

Value = str | Sequence[str]


@dataclass(frozen=True, slots=True)
class Example:
    """Changes and additions that are shown to somebody who starts a rule file.

    Parameters
    ----------
    about
        What they do, in words.
    blocks
        ``change`` or ``add``, and the keys of the block, for each.
    """

    about: str
    blocks: tuple[tuple[str, Mapping[str, Value]], ...]


def overlay_id(stem: str, base: RuleSet) -> str:
    """Return an id for an overlay of `base` in a file of this name; none that another rule set has."""
    name = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "my-rules"
    while name in (*base.chain, *rule_set_names()):
        name += "-of-mine"
    return name


def overlay_template(base: RuleSet, *, name: str, reference: str, examples: Iterable[Example] = ()) -> str:
    """Return an overlay that changes nothing yet.

    Every option of the base stands there, commented out at the base's value, with its choices; so do examples of
    changes and additions. Whatever is uncommented as it stands is accepted.

    Parameters
    ----------
    base
        The rule set that the overlay is to be based on.
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
        f"# A rule file of your own, based on {_plain(base.title)}.",
        "# A line that begins with # says nothing: take the # away and change the value.",
        "# To check it: mangonel rules check FILE. To see what it changes: mangonel rules diff BASE FILE.",
        "",
        f"schema = {SCHEMA}",
        f"id = {_quoted(name)}",
        'title = "My rules"',
        f"base = {_quoted(reference)}",
        "# To refuse the base in any other state than the one of today:",
        f"# base_digest = {_quoted(base.digest)}",
        "",
        "[options]",
    ]
    for key, option in base.options.items():
        lines += ["", f"# {_plain(option.title)} ({option.kind}). {_plain(option.affects)}."]
        lines += [
            f"#   {_plain(example.value)}: {_plain(example.text)} ({_plain(example.source)})"
            for example in option.choices
        ]
        lines.append(f"# {_key(key)} = {_quoted(base.values[key])}")
    lines += ["", f"# Changes. Tables, rows and columns: mangonel tables, mangonel tables {table}"]
    for example in examples:
        lines += ["", f"# {example.about}:"]
        lines += [f"# {line}" for head, keys in example.blocks for line in _block(head, keys)]
    return "\n".join(lines) + "\n"


def free_label(base: RuleSet, label: str) -> str:
    """Return a label that no table of the base has: this one, or one with a number."""
    taken = {row for table in base.tables.values() for row in (*table.rows, *table.row_offset)}
    number = 2
    free = label
    while free in taken:
        free, number = f"{label}-{number}", number + 1
    return free


def _block(head: str, keys: Mapping[str, Value]) -> list[str]:
    return [f"[[{head}]]", *(f"{key} = {_value(value)}" for key, value in keys.items())]


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
