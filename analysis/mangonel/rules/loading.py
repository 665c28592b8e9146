"""Finding and reading rule sets: shipped ones by name, others by path."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from mangonel.errors import DataError
from mangonel.rules.option import Option, check_values, read_options
from mangonel.rules.overlay import apply_overlay
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.together import check_tables
from mangonel.tables.loading import SCHEMA, load_table
from mangonel.tables.locate import shipped
from mangonel.tables.reading import Node
from mangonel.tables.table import Table

__all__ = ["load_base", "load_rules", "reference_from", "rule_set_names"]

_SUFFIX = ".toml"


def rule_set_names(system: str = "") -> tuple[str, ...]:
    """Return the names of the shipped rule sets, of one game or of all, sorted."""
    return tuple(name for name, file in _shipped().items() if system in ("", file.parent.name))


def load_rules(name_or_path: str | Path) -> RuleSet:
    """Read a rule set.

    Parameters
    ----------
    name_or_path
        Name of a shipped rule set, for example ``siege``, or the path of a rule file of one's own. A text with a
        slash or the ending ``.toml`` is a path.

    Raises
    ------
    DataError
        If there is no such rule set, or a file it is made of is wrong; the message names file, path and value.
    """
    return _load(_file_of(name_or_path), ())


def load_base(name_or_path: str | Path) -> RuleSet | None:
    """Read the rule set that another one stands on; None if it stands on nothing.

    Parameters
    ----------
    name_or_path
        The other one, as in `load_rules`.

    Raises
    ------
    DataError
        As in `load_rules`.
    """
    file = _file_of(name_or_path)
    node = Node.load(file)
    return _load(_find_base(node, file), ()) if "base" in node else None


def _file_of(name_or_path: str | Path) -> Path:
    if not isinstance(name_or_path, str) or _looks_like_path(name_or_path):
        return Path(name_or_path)
    shipped = _shipped()
    if name_or_path not in shipped:
        raise DataError("unknown rule set", value=name_or_path, allowed=sorted(shipped))
    return shipped[name_or_path]


def reference_from(file: Path, name_or_path: str) -> str:
    """Return how an overlay names its base.

    Parameters
    ----------
    file
        Where the overlay is.
    name_or_path
        The base as `load_rules` takes it, a path being one from the current folder.

    Returns
    -------
    str
        The same name, or the path from the folder of the overlay.
    """
    if not _looks_like_path(name_or_path):
        return name_or_path
    path = Path(os.path.relpath(Path(name_or_path).resolve(), file.resolve().parent)).as_posix()
    return path if _looks_like_path(path) else f"./{path}"


def _looks_like_path(text: str) -> bool:
    return text.endswith(_SUFFIX) or "/" in text or "\\" in text


def _shipped() -> dict[str, Path]:
    return shipped("rules")


def _load(file: Path, trail: tuple[Path, ...]) -> RuleSet:
    node = Node.load(file)
    schema = node.integer("schema")
    if schema != SCHEMA:
        raise node.error("unknown schema version", "schema", value=schema, allowed=[SCHEMA])
    if "base" not in node:
        return _read_base(node, file)
    trail = (*trail, file.resolve())
    base = _find_base(node, file)
    if base.resolve() in trail:
        circle = " -> ".join(path.name for path in (*trail, base))
        raise node.error("these rule sets are based on one another", "base", value=circle)
    rules = replace(apply_overlay(node, _load(base, trail)), file=file)
    shipped = _shipped().get(rules.id)
    if shipped is not None and shipped.resolve() != file.resolve():
        # Results tell their rule set by its id: two of one name could not be told apart.
        raise node.error("this id belongs to a rule set that comes with the program", "id", value=rules.id)
    return rules


def _find_base(node: Node, file: Path) -> Path:
    base = node.text("base")
    if _looks_like_path(base):
        path = file.parent / base
        if not path.is_file():
            raise node.error("there is no such rule file", "base", value=base)
        return path
    shipped = _shipped()
    beside = file.parent / (base + _SUFFIX)
    if base in shipped:
        return shipped[base]
    if beside.is_file():
        return beside
    raise node.error("unknown rule set", "base", value=base, allowed=sorted(shipped))


def _read_base(node: Node, file: Path) -> RuleSet:
    name = node.identifier("id")
    files = _shipped().values()
    system = node.choice("system", sorted({one.parent.name for one in files}))
    options = read_options(node)
    if file.resolve() not in {one.resolve() for one in files}:
        # Who types a base rule set of his own has the options of the printed one, under which everything is asked.
        check_values(node, options, read_options(_printed(system)))
    rules = RuleSet(
        id=name,
        title=node.text("title"),
        system=system,
        chain=(name,),
        tables=_read_tables(node, file.parent / "tables"),
        options=options,
        values={option.id: option.default for option in options.values()},
        file=file,
    )
    node.finish()
    for table in rules.tables.values():
        _check_results_if(table, options)
    check_tables(rules.tables)
    return rules


def _printed(system: str) -> Node:
    """Return the file of the printed rules of a game: the first of its rule sets that stand on nothing."""
    nodes = (Node.load(file) for file in _shipped().values() if file.parent.name == system)
    return next(node for node in nodes if "base" not in node)


def _read_tables(node: Node, folder: Path) -> dict[str, Table]:
    names = node.texts("tables")
    tables: dict[str, Table] = {}
    for number, name in enumerate(names, start=1):
        if name in tables:
            raise node.error("this table is there twice", f"tables.{number}", value=name)
        path = folder / f"{name}{_SUFFIX}"
        if not path.is_file():
            present = sorted(file.stem for file in folder.glob(f"*{_SUFFIX}"))
            raise node.error("there is no file of this table", f"tables.{number}", value=name, allowed=present)
        tables[name] = load_table(path)
    return tables


def _check_results_if(table: Table, options: dict[str, Option]) -> None:
    for number, block in enumerate(table.results_if, start=1):
        path = f"results_if.{number}"
        option = options.get(block.option)
        if option is None:
            raise DataError(
                "unknown option", file=table.file, path=f"{path}.option", value=block.option, allowed=options
            )
        if block.value not in option.values:
            raise DataError(
                "unknown value", file=table.file, path=f"{path}.value", value=block.value, allowed=option.values
            )
