"""Finding and reading rule sets: shipped ones by name, others by path; and a start for a rule file of one's own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from mangonel.errors import DataError
from mangonel.rules.files import (
    GAME_FILES,
    SUFFIX,
    SYSTEM_FILE,
    data_roots,
    files_in,
    folders_in,
    is_own,
    looks_like_path,
    shipped,
)
from mangonel.rules.forms import Forms, load_forms
from mangonel.rules.overlay import apply_overlay, cell_changes, check_overlay, check_tables
from mangonel.rules.reading import FILLED, IDENTIFIER, VERSION, Node, validate
from mangonel.rules.ruleset import Option, RuleSet, by_id, check_values
from mangonel.rules.table import Table
from mangonel.rules.table_files import load_table


def rule_set_names(system: str = "") -> tuple[str, ...]:
    """Return the names of the shipped rule sets, of one game or of all, sorted."""
    return tuple(shipped("rules", system))


def load_rules(name_or_path: str | Path, *, validate: bool = False) -> RuleSet:
    """Read a rule set.

    Parameters
    ----------
    name_or_path
        Name of a shipped rule set, or the path of a rule file of one's own. A text with a
        slash or the ending ``.toml`` is a path.
    validate
        Whether the base rule sets of the program itself are validated, too, as all other files always are.

    Raises
    ------
    DataError
        If there is no such rule set, or a file it is made of is wrong; the message names file, path and value.
    """
    return _load(_file_of(name_or_path), (), validate=validate)


def no_option(rules: RuleSet, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the message about an option that a rule set lacks, and those that it has: none if it is another game's."""
    others = (load_rules(other) for other in rule_set_names())
    owners = [other.id for other in others if other.system != rules.system and name in other.options]
    if owners:
        return f"rule set {rules.id} has no such option: it is one of another game ({', '.join(owners)})", ()
    return f"rule set {rules.id} has no such option", tuple(rules.options)


def load_base(name_or_path: str | Path) -> RuleSet | None:
    """Read the base of a rule set, named as in `load_rules`; None if it has none."""
    file = _file_of(name_or_path)
    node = Node.load(file)
    return _load(_find_base(node, file), ()) if "base" in node else None


def named_rules(rules: RuleSet | str | Path | None, usual: str) -> RuleSet:
    """Return a rule set, or the usual one if none is named.

    It is a DataError if there is no such rule set.
    """
    return rules if isinstance(rules, RuleSet) else load_rules(usual if rules is None else rules)


def named_several(rules: Sequence[RuleSet | str | Path | None], usual: tuple[str, str]) -> tuple[RuleSet, ...]:
    """Return two rule sets to compare or more, by default the usual two: a file alone comes after its own base.

    One of the usual two that is named alone is compared with the other. It is a DataError if there is no such rule set.
    """
    left, right, *others = (*rules, None, None)[: max(2, len(rules))]
    if right is None and isinstance(left, str | Path) and str(left) not in rule_set_names():
        base = load_base(left)
        left, right = (left, None) if base is None else (base, left)
    elif right is None and left == usual[1]:
        left, right = None, left
    return named_rules(left, usual[0]), *(named_rules(other, usual[1]) for other in (right, *others))


def _file_of(name_or_path: str | Path) -> Path:
    if not isinstance(name_or_path, str | Path):
        raise DataError("wants a rule set, its name or its file", path="rules", value=type(name_or_path).__name__)
    if isinstance(name_or_path, Path) or looks_like_path(name_or_path):
        return Path(name_or_path)
    own = shipped("rules")
    if name_or_path not in own:
        raise DataError("unknown rule set", value=name_or_path, allowed=sorted(own))
    return own[name_or_path]


def reference_from(file: Path, name_or_path: str) -> str:
    """Return how an overlay file names its base, given as `load_rules` takes it: by name, or from its own folder."""
    if not looks_like_path(name_or_path):
        return name_or_path
    path = Path(os.path.relpath(Path(name_or_path).resolve(), file.resolve().parent)).as_posix()
    return path if looks_like_path(path) else f"./{path}"


def _load(file: Path, trail: tuple[Path, ...], *, validate: bool = False) -> RuleSet:
    node = Node.load(file)
    if "sequence" in node:
        raise node.error("this is a scenario, not a rule set")
    if "base" not in node and "system" not in node:
        raise node.missing("base", ())
    if "base" not in node:
        return _read_base(node, file, check=validate or not is_own(file))
    check_overlay(node)
    trail = (*trail, file.resolve())
    base = _find_base(node, file)
    if base.resolve() in trail:
        circle = " -> ".join(path.name for path in (*trail, base))
        raise node.error("these rule sets are based on one another", "base", value=circle)
    rules = replace(apply_overlay(node, _load(base, trail, validate=validate), no_option), file=file)
    own = shipped("rules").get(rules.id)
    if own is not None and own.resolve() != file.resolve():
        # Results tell their rule set by its id: two of one name could not be told apart.
        raise node.error("this id belongs to a rule set that comes with the program", "id", value=rules.id)
    return rules


def _find_base(node: Node, file: Path) -> Path:
    base = node.text("base")
    if looks_like_path(base):
        path = file.parent / base
        if not path.is_file():
            raise node.error("there is no such rule file", "base", value=base)
        return path
    own = shipped("rules")
    beside = own.get(base, file.parent / (base + SUFFIX))
    if base not in own and not beside.is_file():
        raise node.error("unknown rule set", "base", value=base, allowed=sorted(own))
    return beside


class _Base(Struct, forbid_unknown_fields=True):
    schema: VERSION
    id: IDENTIFIER
    title: FILLED
    system: FILLED
    option: tuple[Option, ...] = ()
    tables: tuple[str, ...] | None = None


def _read_base(node: Node, file: Path, *, check: bool) -> RuleSet:
    keys = validate(node, _Base)
    options = by_id(node, keys.option)
    # A folder with the file of a system is one, called like the folder: those installed, and one of its own.
    folders = [folder for root in data_roots() for folder in folders_in(root / "rules")]
    own = file.resolve().parent
    if (own / SYSTEM_FILE).is_file() and own.name not in [folder.name for folder in folders]:
        folders.append(own)
    systems = {folder.name: folder / SYSTEM_FILE for folder in folders}
    system = node.choice("system", systems)
    forms = load_forms(systems[system])
    if check and forms.printed and file.resolve() not in {path.resolve() for path in shipped("rules").values()}:
        # A base rule set of one's own has the options of the printed one, under which everything is asked.
        printed = {path.stem: path for path in files_in(systems[system].parent) if path.name not in GAME_FILES}
        if forms.printed not in printed:
            raise DataError(
                "no such rule set", file=systems[system], path="printed", value=forms.printed, allowed=sorted(printed)
            )
        known = {option.id: option for option in validate(Node.load(printed[forms.printed]), _Base).option}
        check_values(node, options, known, forms.options)
    rules = RuleSet(
        id=keys.id,
        title=keys.title,
        system=system,
        chain=(keys.id,),
        tables=_read_tables(node, keys.tables, file.parent / "tables", forms, check=check),
        options=options,
        values={option.id: option.default for option in options.values()},
        file=file,
    )
    if check:
        for table in rules.tables.values():
            _check_options_of(table, options)
        check_tables(rules.tables)
    return rules


def _read_tables(
    node: Node, named: Sequence[str] | None, folder: Path, forms: Forms, *, check: bool
) -> dict[str, Table]:
    """Read the tables that a base rule set names; all those of its folder, if it names none."""
    files = {file.stem: file for file in files_in(folder)}
    names = sorted(files) if named is None else named
    if not names and named is None:
        raise DataError("there are no table files in this folder", file=folder)
    for number, name in enumerate(names, start=1):
        if name in names[: number - 1]:
            raise node.error("this table is there twice", f"tables.{number}", value=name)
        if name not in files:
            raise node.error("there is no file of this table", f"tables.{number}", value=name, allowed=files)
    return {name: load_table(files[name], forms, validate=check) for name in names}


def _check_options_of(table: Table, options: dict[str, Option]) -> None:
    blocks = [(f"results_if.{number}", block.option, block.value) for number, block in enumerate(table.results_if, 1)]
    blocks += [(f"cells_if.{number}", block.option, block.value) for number, block in enumerate(table.cells_if, 1)]
    for path, name, value in blocks:
        if name not in options:
            raise DataError("unknown option", file=table.file, path=f"{path}.option", value=name, allowed=options)
        if value not in (known := options[name].values):
            raise DataError("unknown value", file=table.file, path=f"{path}.value", value=value, allowed=known)


Value = str | Sequence[str]


class Example(Struct, frozen=True):
    """Changes and additions for the start of a rule file."""

    about: str
    """Their purpose, in words."""
    blocks: tuple[tuple[str, Mapping[str, Value]], ...]
    """``change`` or ``add``, and the keys of the block, for each."""


def overlay_id(stem: str, base: RuleSet) -> str:
    """Return an id for an overlay of `base` in a file of this name; none that another rule set has."""
    name = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "my-rules"
    while name in (*base.chain, *rule_set_names()):
        name += "-of-mine"
    return name


def examples_for(base: RuleSet, examples: Iterable[Mapping[str, Any]]) -> Iterator[Example]:
    """Yield the examples that a rule set accepts, of one name the first, with new rows under labels not taken."""
    names: set[str] = set()
    taken = {row for table in base.tables.values() for row in (*table.rows, *table.row_offset)}

    def free(label: str) -> str:
        labels = (label, *(f"{label}-{number}" for number in range(2, len(taken) + 3)))
        return next(each for each in labels if each not in taken)

    for example in examples:
        changes, additions = example.get("change", []), example.get("add", [])
        additions = [keys | {"row": free(keys["row"])} if "row" in keys else keys for keys in additions]
        content = {"id": "example", "title": "example", "change": changes, "add": additions}
        blocks = (*(("change", keys) for keys in changes), *(("add", keys) for keys in additions))
        try:
            apply_overlay(Node(content), base, no_option)
        except DataError:
            continue
        if example["about"] not in names:
            names.add(example["about"])
            yield Example(example["about"], blocks)


def idle_blocks(file: str | Path) -> tuple[str, ...]:
    """Return the paths of options and ``[[change]]`` blocks that leave all as the base has it under its options."""
    base = load_base(file)
    if base is None:
        return ()
    rules, node = load_rules(file), Node.load(file)
    blocks = [f"options.{key}" for key in node.node("options", required=False) if rules.values[key] == base.values[key]]
    base = base.replaced(options=rules.values)
    for block in node.nodes("change"):
        cells = cell_changes(block, dict(rules.tables))
        if all(base.table(cell.table).written(cell.row, cell.column) == cell.value for cell in cells):
            blocks.append(block.path)
    return tuple(blocks)
