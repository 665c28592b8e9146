"""Files to be spoilt: every format, how it is read, and ways to spoil it."""

import copy
import json
import shutil
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cases import cases, text_of
from mangonel.document.rule_sets import table_told
from mangonel.document.text import plain
from mangonel.engine.trace import play_trace
from mangonel.games.cryhavoc.fire_and_walls import batter_situation, topple_situation
from mangonel.games.cryhavoc.missiles import missile_situation, weapons
from mangonel.games.cryhavoc.outcomes import doubts
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.files import data_root
from mangonel.rules.forms import load_forms
from mangonel.rules.loading import idle_blocks, load_rules
from mangonel.rules.situation import Situation
from mangonel.rules.table_files import load_table
from mangonel.rules.words import PhraseBook, load_locale
from mangonel.studies.solve import load_goals
from rules.overlays import template, uncommented
from rules.shipped import FORMS
from rules.words.marking import said_in
from rules.words.whole import whole_text

DATA = data_root()
SIEGE = load_rules("siege")
SMALL_LOCALE = text_of(__file__, "fuzzing_small_locale.toml")
OWN_TABLES = ["breach", "missile-mounted"]


def read_table(file: Path) -> None:
    table = load_table(file, FORMS)
    plain(table_told(table))
    if table.kind == "die":
        Situation(table, table.columns[0]).odds()


def read_system(file: Path) -> None:
    forms = load_forms(file)
    for table in sorted(FOLDERS["table"].glob("*.toml")):
        load_table(table, forms)


def read_rules(file: Path) -> None:
    rules = load_rules(file)
    assert len(rules.digest) == 12
    doubts(rules, None)
    idle_blocks(file)
    if not {"melee-foot", "terrain", "battering", "ladder-topple", "missile-foot"} <= set(rules.tables):
        return
    for weapon in weapons(rules):
        missile_situation(rules, weapon=weapon, distance=1, cover="none").odds()
    melee_situation(rules, attack=8, defence=3).odds()
    batter_situation(rules, points=9).odds()
    topple_situation(rules, wounded=True).odds()


def read_scenario(file: Path) -> None:
    """What is read is played for some turns: what is impossible must not show only then."""
    scenario = load_scenario(file)
    assert play_trace(build(scenario, load_rules(scenario.system.rules)), seed=1, turns=2).turn <= 2


def read_roster(file: Path) -> None:
    read_scenario(file.with_name("scenario.toml"))


def read_locale(file: Path) -> None:
    locale = load_locale(file)
    locale.text("frame.page", page=1, pages=2)
    locale.percentage(locale.number(12345, 1))
    said_in(locale, PhraseBook).told("besiegers' movement, the ram is 3 hexes away")


FORMATS = {
    "table": read_table,
    "overlay": read_rules,
    "base": read_rules,
    "system": read_system,
    "scenario": read_scenario,
    "roster": read_roster,
    "locale": read_locale,
    "goals": load_goals,
}

FOLDERS = {
    "table": DATA / "rules" / "cryhavoc" / "tables",
    "goals": DATA.parent / "docs" / "examples",
    "scenario": DATA / "scenarios",
}


def shipped(kind: str) -> dict[str, str]:
    """Return the sound files of a format: name and text."""
    if kind in FOLDERS:
        return texts(FOLDERS[kind], "**/*.toml")
    if kind == "locale":
        return {"fr.toml": whole_text("fr"), "mine.toml": SMALL_LOCALE}
    if kind == "roster":
        return {"mine.toml": (DATA / "rosters" / "cryhavoc" / "illustrative.toml").read_text(encoding="utf-8")}
    rules = texts(DATA / "rules" / "cryhavoc")
    system, *_ = (rules.pop(f"{name}.toml") for name in ("system", "questions", "sheets", "help"))
    if kind == "system":
        return {"system.toml": system}
    if kind == "base":
        # With few tables beside it: each of them is a format of its own.
        content = tomllib.loads(rules["siege.toml"])
        return {"mine.toml": dumped(content | {"tables": OWN_TABLES})}
    written = uncommented(template(SIEGE, name="mine", reference="siege"))
    # Away from their folder they are files of one's own, which must not have the id of a shipped one.
    others = {name: text.replace('\nid = "', '\nid = "my-', 1) for name, text in rules.items() if name != "siege.toml"}
    return others | {"mine.toml": written}


def texts(folder: Path, files: str = "*.toml") -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob(files))}


def prepared(folder: Path, kind: str) -> None:
    """Put what a file of this format needs beside it."""
    if kind == "base":
        (folder / "tables").mkdir(exist_ok=True)
        for name in OWN_TABLES:
            shutil.copy(DATA / "rules" / "cryhavoc" / "tables" / f"{name}.toml", folder / "tables")
    if kind == "roster":
        text = (DATA / "scenarios" / "cryhavoc" / "ram-gate.toml").read_text(encoding="utf-8")
        (folder / "scenario.toml").write_text(text.replace('"illustrative"', '"mine.toml"'), encoding="utf-8")


def dumped(content: dict[str, Any]) -> str:
    """Return a TOML text of some content, blocks written as inline tables."""
    return "".join(f"{key_text(key)} = {value_text(value)}\n" for key, value in content.items())


def key_text(key: str) -> str:
    return json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key_text(key)} = {value_text(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, str):
        return key_text(value)
    return str(value).lower() if isinstance(value, bool | float) else str(value)


def blocks(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all blocks of keys, the whole file first."""
    if isinstance(content, dict):
        yield path
        for key, entry in content.items():
            yield from blocks(entry, (*path, key))
    elif isinstance(content, list):
        for place, entry in enumerate(content):
            yield from blocks(entry, (*path, place))


def at(content: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        content = content[step]
    return content


def with_entry(content: dict[str, Any], path: tuple[Any, ...], key: str, *, value: Any) -> dict[str, Any]:
    content = copy.deepcopy(content)
    at(content, path)[key] = value
    return content


WORDS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.sampled_from(cases(__file__)["WORDS"]),
)
VALUES = st.recursive(
    st.one_of(
        WORDS, WORDS, st.booleans(), st.integers(-3, 12), st.sampled_from([10**9, -(10**30), 10**400]),
        st.floats(), st.just(date(1191, 7, 12)),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=4,
)  # fmt: skip


@st.composite
def spoilt_content(draw: Any, content: dict[str, Any]) -> dict[str, Any]:
    """Take one entry out, give it another value or another key, or put it somewhere else as well."""
    content = copy.deepcopy(content)
    for _ in range(draw(st.integers(1, 2))):
        block = at(content, draw(st.sampled_from(list(blocks(content)))))
        if not block:
            continue
        key = draw(st.sampled_from(list(block)))
        way = draw(st.sampled_from(["drop", "value", "key", "copy", "inside"]))
        if way == "inside" and isinstance(block[key], list) and block[key]:
            block[key][draw(st.integers(0, len(block[key]) - 1))] = draw(VALUES)
        elif way in ("value", "inside"):
            block[key] = draw(VALUES)
        elif way == "copy":
            at(content, draw(st.sampled_from(list(blocks(content)))))[key] = copy.deepcopy(block[key])
        else:
            value = block.pop(key)
            if way == "key":
                block[draw(WORDS)] = value
    return content


@st.composite
def spoilt_bytes(draw: Any, text: str) -> bytes:
    """Cut, double, swap or overwrite some of the lines or bytes of a text."""
    raw = text.encode()
    for _ in range(draw(st.integers(1, 3))):
        lines = raw.split(b"\n")
        way = draw(st.sampled_from(["drop", "double", "swap", "cut", "overwrite"]))
        one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        if way == "drop":
            del lines[one]
        elif way == "double":
            lines.insert(other, lines[one])
        elif way == "swap":
            lines[one], lines[other] = lines[other], lines[one]
        raw = b"\n".join(lines)
        start = draw(st.integers(0, max(len(raw) - 1, 0)))
        if way == "cut":
            raw = raw[:start]
        elif way == "overwrite":
            raw = raw[:start] + draw(st.binary(max_size=4)) + raw[start + draw(st.integers(0, 4)) :]
    return raw
