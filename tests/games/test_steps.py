"""A phase says in its docstring which step of the page of its sequence it is; the page has that step, and names it.

A reference is a page (left out where it is that of the sequence itself), a heading or the words that a paragraph begins
with, the numbers of steps below it, and words that stand there: ``(ram, besiegers, 2, Fire-fighting)``; several are
parted by semicolons.
"""

import ast
import inspect
import re
import runpy
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import mangonel
from mangonel.engine.process import Chapter
from mangonel.games.scenario import scenario_names
from pace import slow_after
from shipped_games import shipped_game
from syntax import nodes_of

PAGES = Path(__file__).resolve().parents[2] / "docs" / "sequences"
MAKE = runpy.run_path(str(PAGES.parent / "make_steps.py"))
NAMED = re.compile(r"[(;] ?([a-z ]+), (\d(?:(?:, | and | to )\d)*)(?:, ([^;)]+))?(?=[;)])")


def words_of(act: Callable[..., object]) -> tuple[str, str]:
    """Return the name of what a phase does, and its docstring; a function in a function may leave it to the outer one."""
    while isinstance(act, partial):
        act = act.func
    function = getattr(act, "__func__", act)
    outer = sys.modules[function.__module__]
    for name in function.__qualname__.split(".<locals>.")[0].split("."):
        outer = getattr(outer, name)
    words = inspect.getdoc(function) or inspect.getdoc(outer) or ""
    return f"{function.__module__}: {function.__qualname__}", " ".join(words.split())


def names_its_step(words: str, sequence: str) -> bool:
    """Return whether some brackets of a docstring hold references and nothing else."""
    brackets = [part.split(";") for part in re.findall(r"\(([^()]+)\)", words)]
    return any(all(MAKE["found"](reference, sequence) for reference in references) for references in brackets)


@pytest.fixture(scope="module")
def phases() -> set[tuple[str, str, str]]:
    """What each phase of a shipped scenario does, its docstring, and the sequence."""
    games = [shipped_game(name) for name in scenario_names()]
    return {
        (*words_of(phase.start if isinstance(phase, Chapter) else phase.act), game.name)
        for game in games
        for phase in game.phases
    }


def test_every_phase_names_a_step_of_its_page(phases):
    assert len(phases) > 100
    silent = {f"{name} ({sequence})" for name, words, sequence in phases if not names_its_step(words, sequence)}
    assert not silent, "\n".join(["no step of docs/sequences is named by the docstring of:", *sorted(silent)])


ROOMS = [
    file
    for file in sorted((Path(mangonel.__file__).parent / "games").glob("*/*.py"))
    if len(MAKE["pages_of"](file)) == 1 and "\nPLAYABLE = " in file.read_text(encoding="utf-8")
]


def named(room: Path) -> Iterator[str]:
    """Yield each reference to a step in a docstring of a file."""
    for node in nodes_of(room):
        text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.Module) else None
        for where, numbers, words in NAMED.findall(text or ""):
            for number in re.findall(r"\d", numbers):
                yield ", ".join(filter(None, (where, number, " ".join(words.split()))))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.stem)
def test_the_steps_that_docstrings_name_stand_on_the_page(room):
    references = list(named(room))
    assert references
    assert [one for one in references if not any(MAKE["found"](one, page) for page in MAKE["pages_of"](room))] == []


@pytest.mark.parametrize(
    "reference",
    ["besiegers, 7", "besiegers, 2, Shots", "players, 2", "defenders, 5, Oil", "pieces, 2", "melee, besiegers, 2", ""],
)
def test_a_step_that_is_not_there_is_missed(reference):
    assert not MAKE["found"](reference, "ram")


@pytest.mark.parametrize("page", slow_after(1, sorted(MAKE["PAGES"])))
def test_pages_name_the_functions_of_their_steps(page):
    prose = MAKE["PAGES"][page].read_text(encoding="utf-8")
    assert MAKE["HEAD"] not in prose
    links = re.findall(r"`\]\((\S+)#L\d+\)", MAKE["section"](page))
    assert links
    assert all((MAKE["PAGES"][page].parent / link).is_file() for link in links)


def test_each_phase_stands_beside_its_paragraph(phases):
    sections = "".join(map(MAKE["section"], MAKE["PAGES"]))
    missing = set()
    for name, _, _ in phases:
        module, qualname = name.split(": ")
        file = module.rpartition(".")[2]
        if not any(f"`{file}.{part}`" in sections for part in qualname.split(".")):
            missing.add(name)
    assert not missing


@pytest.mark.parametrize("page", slow_after(1, sorted(MAKE["PAGES"])))
def test_the_code_of_a_sequence_stands_beside_its_paragraphs(page):
    text = MAKE["section"](page)
    codes = re.findall(r"\n```python\n(.*?)\n```", text, re.DOTALL)
    assert codes
    assert all(isinstance(ast.parse(code).body[0], ast.FunctionDef) for code in codes)


def test_points_of_a_step_stand_beside_the_functions_that_name_them():
    text = MAKE["section"]("ladder-assault")
    quotes = re.findall(r"\n\n> (.*)(?:\n> .*)*\n\n```python\ndef (\w+)\(", text)
    assert next(part for part, name in quotes if name == "topple_empty").startswith("Then with `topple_empty")
