"""Every sentence of the language files is said somewhere, with every place of it filled in."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import mangonel
from mangonel.rules.files import data_root
from mangonel.rules.words import load_locale
from mangonel.rules.words.locale import PLACE
from syntax import nodes_of

PACKAGE = Path(mangonel.__file__).resolve().parent
ENGLISH = load_locale("en")
ENDINGS = re.compile(r"(?:_some|_caption)?(?:_(?:turn|day|other))?(?:_(?:one|other))?$")
"""What is put behind a key that is written out: by `Locale.for_unit` and `Locale.plural`, and for two kinds of tables."""

PUT_TOGETHER = {
    "adds.{}", "aid.{}", "battering.{}", "charts.{}", "combat.{}", "counts.{}", "counts.{}_{}", "design.thing_{}", "design.{}", "explore.{}", "explore.tab_{}", "explore_cards.{}", "explore_goals.{}", "facts.casualties_{}", "facts.run_first_{}", "facts.side_{}", "facts.{}",
    "figures.{}", "finding.{}", "frame.{}", "ground.{}", "happens.{}", "healing.{}", "initiative.{}", "losses.{}", "names.{}", "notes.{}", "poster.title_{}", "poster.{}",
    "report_answer.compared_{}", "report_answer.{}", "report_causes.{}", "report_endings.{}_by", "report_in_force.{}", "report_losses.{}",
    "report_provenance.method_{}", "report_provenance.{}", "report_rules.item_{}", "report_rules.{}_heading",
    "report_rules.{}_note", "report_rules.{}_{}", "report_sweep.{}", "states.{}", "summary.{}-cover", "survey.heading_{}", "survey.{}", "telling.best_against_{}",
    "terrain.{}", "tests.{}", "times.{}", "titles.{}", "views.{}",
}  # fmt: skip
"""Keys that are put together from what the program names elsewhere."""
ON_THE_PAGE = "web.{}"
"""Keys that the script and the template of the offline page name by their last part."""


@lru_cache
def nodes() -> tuple[ast.AST, ...]:
    return tuple(node for file in sorted(PACKAGE.rglob("*.py")) for node in nodes_of(file))


@lru_cache
def texts() -> frozenset[str]:
    """Return all texts of the package, of its page and of what games declare of their sheets and words, and the words of these."""
    pages = (file.read_text(encoding="utf-8") for kind in ("html", "js") for file in PACKAGE.rglob(f"*.{kind}"))
    quoted = (text for page in pages for text in re.findall(r'"([\w.]+)"', page))
    written = (node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))
    files = (file for name in ("sheets.toml", "help.toml") for file in data_root().rglob(name))
    declared = (text for file in files for text in texts_in(tomllib.loads(file.read_text("utf-8"))))
    return frozenset((*quoted, *written, *declared))


def texts_in(content) -> Iterator[str]:
    if isinstance(content, str):
        yield from (content, *content.split())
    elif isinstance(content, dict):
        yield from (text for part in content.items() for each in part for text in texts_in(each))
    elif isinstance(content, list):
        yield from (text for value in content for text in texts_in(value))


def put_together() -> set[str]:
    """Return the keys that the package puts together, with a place for each part that is filled in."""
    sections = {key.partition(".")[0] for key in ENGLISH.phrases}
    made = (
        "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        for node in nodes()
        if isinstance(node, ast.JoinedStr)
    )
    return {key for key in made if key.partition(".")[0] in sections and re.fullmatch(r"[\w.{}-]+", key)}


def is_said(key: str) -> bool:
    bare = ENDINGS.sub("", key)
    forms = {key, bare, *(f"{bare}{ending}" for ending in ("_turn", "_day", "_other") if key.startswith(bare + ending))}
    if forms & texts():
        return True
    patterns = [re.compile(re.escape(family).replace(r"\{\}", "(.+)")) for family in (*PUT_TOGETHER, ON_THE_PAGE)]
    found = (pattern.fullmatch(form) for pattern in patterns for form in forms)
    return any(match is not None and set(match.groups()) <= texts() for match in found)


def test_the_keys_that_are_put_together_are_these():
    assert put_together() == PUT_TOGETHER


def test_every_sentence_is_said():
    assert [key for key in ENGLISH.phrases if not is_said(key)] == []


def test_every_kind_of_words_is_asked_for():
    assert [kind for kind in ENGLISH.words if kind not in texts()] == []


SPOKEN = {"say": ("",), "text": ("",), "plural": ("_one", "_other"), "amount": ("_one", "_other")}
"""Functions and methods that say a phrase, and what they put behind its key."""


def calls():
    """Yield file, line, method, key and the names of the values for every phrase said by a key that is written out."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in nodes_of(file):
            func = node.func if isinstance(node, ast.Call) else None
            called = func.attr if isinstance(func, ast.Attribute) else "say" if getattr(func, "id", "") == "say" else ""
            if called not in SPOKEN:
                continue
            key = node.args[0] if node.args else None
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and "." in key.value:
                named = {keyword.arg for keyword in node.keywords}
                # **values cannot be looked into.
                if None not in named:
                    yield f"{file.name}:{node.lineno}", called, key.value, named


def test_every_phrase_that_is_said_is_there_with_all_its_places():
    found, wrong = 0, []
    for where, method, key, named in calls():
        found += 1
        for ending in SPOKEN[method]:
            phrase = ENGLISH.phrases.get(key + ending)
            if phrase is None:
                wrong.append((where, key + ending, "is missing"))
            else:
                given = named | (set() if method in ("say", "text") else {"number"})
                wrong += [(where, key + ending, place) for place in PLACE.findall(phrase) if place not in given]
    assert found > 200
    assert wrong == []
