"""Base rule sets that come with the program, known from when they were checked: a question reads what it asks for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from mangonel.records import replace
from mangonel.rules.option import Choice, Option
from mangonel.rules.ruleset import RuleSet
from mangonel.tables.declared import read_forms
from mangonel.tables.forms import Forms
from mangonel.tables.loading import table_of
from mangonel.tables.locate import SYSTEM_FILE, data_root, names_in
from mangonel.tables.parsed import keep, kept, said_by
from mangonel.tables.reading import Node
from mangonel.tables.table import Table

__all__ = ["checked", "keep_checked", "know_digest"]

_ROOMS = ("tables", "rules")
"""Where the code stands that checks rule sets."""


class _Tables(Mapping[str, Table]):
    """Tables that were checked, each of which is read when it is asked for.

    Parameters
    ----------
    folder
        Where the game's system file stands, and its folder of tables.
    system
        What stands in the system file, but for what is read of each table.
    forms
        What is read of each table.
    contents
        What stands in the files of the tables, by id.
    """

    def __init__(
        self,
        folder: Path,
        system: Mapping[str, Any],
        forms: Mapping[str, Mapping[str, object]],
        contents: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._folder, self._system, self._of_tables, self._contents = folder, system, forms, contents
        self._read: dict[str, Table] = {}

    @cached_property
    def _forms(self) -> Forms:
        return replace(read_forms(Node(self._system, sound=True)), tables=self._of_tables)

    def __getitem__(self, name: str) -> Table:
        if name not in self._read:
            file = _table_file(self._folder, name)
            self._read[name] = table_of(Node(self._contents[name], file=file, sound=True), self._forms)
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._contents

    def __iter__(self) -> Iterator[str]:
        return iter(self._contents)

    def __len__(self) -> int:
        return len(self._contents)

    def __reduce__(self) -> tuple[type[dict[str, Table]], tuple[dict[str, Table]]]:
        # Another machine may have other files.
        return dict, (dict(self),)


def checked(file: Path) -> RuleSet | None:
    """Return a base rule set that comes with the program; None if these files have not been checked yet."""
    raw = _said(file)
    known = None if raw is None else kept(file.with_suffix(""), raw)
    if known is None:
        return None
    options = {
        name: Option(name, kind, title, affects, default, tuple(Choice(*choice) for choice in choices))
        for name, (kind, title, affects, default, choices) in known["options"].items()
    }
    rules = RuleSet(
        id=known["id"],
        title=known["title"],
        system=file.parent.name,
        chain=(known["id"],),
        tables=_Tables(file.parent, known["system"], known["forms"], known["tables"]),
        options=options,
        values={option.id: option.default for option in options.values()},
        file=file,
    )
    # A cached property: to work it out would take all tables.
    vars(rules)["digest"] = known["digest"]
    return rules


def keep_checked(file: Path, rules: RuleSet) -> None:
    """Keep a base rule set that has been read and checked, if it comes with the program."""
    raw = _said(file)
    if raw is None or rules.system != file.parent.name:
        return
    options = {
        option.id: [
            option.kind,
            option.title,
            option.affects,
            option.default,
            [[choice.value, choice.source, choice.text] for choice in option.choices],
        ]
        for option in rules.options.values()
    }
    system = Node.load(file.with_name(SYSTEM_FILE))
    known = {
        "id": rules.id,
        "title": rules.title,
        "digest": rules.digest,
        "options": options,
        "system": {key: block for key, block in system.content.items() if key != "table"},
        "forms": read_forms(system).tables,
        "tables": {name: Node.load(_table_file(file.parent, name)).content for name in rules.tables},
    }
    keep(file.with_suffix(""), raw, known)


def know_digest(rules: RuleSet, file: Path, base: str) -> None:
    """Give an overlay that comes with the program its digest, to work out which would take all tables.

    Parameters
    ----------
    rules
        What the overlay makes of its base.
    file
        Where it stands.
    base
        The digest of its base, from which its own follows.
    """
    if file.parent.parent != data_root() / "rules":
        return
    name, raw = file.with_suffix(""), b"\n".join((base.encode(), said_by([file], _ROOMS)))
    known = kept(name, raw)
    if known is None:
        keep(name, raw, rules.digest)
    else:
        vars(rules)["digest"] = known


def _table_file(folder: Path, name: str) -> Path:
    return folder / "tables" / f"{name}.toml"


def _said(file: Path) -> bytes | None:
    """Return all that a base rule set is made of, and the code that checks it; None if it is none of the program's."""
    folder = file.parent
    if folder.parent != data_root() / "rules" or not (folder / SYSTEM_FILE).is_file():
        return None
    tables = folder / "tables"
    try:
        return said_by([file, folder / SYSTEM_FILE, *(f"{tables}{os.sep}{name}" for name in names_in(tables))], _ROOMS)
    except OSError:
        # Whoever reads it says what is wrong.
        return None
