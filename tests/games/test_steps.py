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
from functools import cache, partial
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
NAMES = {"ladder": "ladder-assault"}
HEADING = re.compile(r"#+ (?P<heading>.+)")
LEAD = re.compile(r"\s*(?:- |\d\. )?(?P<stars>\*\*?)(?P<lead>[^*]+)(?P=stars)")
STEP = re.compile(r"^(?P<number>\d)\. ", re.MULTILINE)
NAMED = re.compile(r"[(;] ?([a-z ]+), (\d(?:(?:, | and | to )\d)*)(?:, ([^;)]+))?(?=[;)])")
POINTS = ("first", "second", "third")


@cache
def sections(page: str) -> dict[str, str]:
    """Return what stands below each heading of a page, and each paragraph that begins with words in italics or bold."""
    texts: dict[str, str] = {}
    heading = ""
    for line in (PAGES / f"{page}.md").read_text(encoding="utf-8").splitlines():
        if here := HEADING.match(line):
            heading = here["heading"].lower()
            texts.setdefault(heading, "")
            continue
        texts[heading] = texts.get(heading, "") + line + "\n"
        if lead := LEAD.match(line):
            texts.setdefault(lead["lead"].lower().rstrip(".:"), f"{line}\n")
    return texts


def is_there(reference: str, sequence: str) -> bool:
    """Return whether a page has what a reference names."""
    words = [word.strip().lower() for word in reference.split(",")]
    named = words[0].replace(" ", "-")
    if len(words) > 1 and (PAGES / f"{named}.md").exists():
        sequence, words = named, words[1:]
    head, *rest = words
    places = [text for heading, text in sections(sequence).items() if re.search(rf"\b{re.escape(head)}\b", heading)]
    return bool(head) and any(_holds(text, rest) for text in places)


def _holds(text: str, words: list[str]) -> bool:
    """Return whether a text has steps of some numbers, points, or words, each within what the one before has named."""
    for word in words:
        if re.fullmatch(r"\d( and \d)*", word):
            steps = _steps(text)
            numbers = word.split(" and ")
            if not set(numbers) <= set(steps):
                return False
            text = "".join(steps[number] for number in numbers)
        elif word.endswith(" point"):
            if text.count("\n   - ") <= POINTS.index(word.removesuffix(" point")):
                return False
        elif word not in text.lower():
            return False
    return True


def _steps(text: str) -> dict[str, str]:
    """Return the numbered steps of a text, without those of a step itself."""
    begun = list(STEP.finditer(text))
    ends = [step.start() for step in begun] + [len(text)]
    return {step["number"]: text[step.start() : end] for step, end in zip(begun, ends[1:], strict=True)}


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
    return any(all(is_there(reference, sequence) for reference in references) for references in brackets)


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


def page_of(room: Path) -> str:
    return NAMES.get(room.stem, room.stem.replace("_", "-"))


def is_room(path: Path) -> bool:
    """Return whether a sequence is there: a folder of its own, or a file."""
    alone = path.suffix == ".py" and "\nPLAYABLE = " in path.read_text(encoding="utf-8")
    return (path.is_dir() or alone) and (PAGES / f"{page_of(path)}.md").is_file()


ROOMS = sorted(filter(is_room, (Path(mangonel.__file__).parent / "games").glob("*/*")))


def named(room: Path) -> Iterator[tuple[str, str]]:
    """Yield each reference to a step in a docstring of a room, and its file."""
    for file in sorted(room.rglob("*.py")) if room.is_dir() else [room]:
        for node in nodes_of(file):
            text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.Module) else None
            for where, numbers, words in NAMED.findall(text or ""):
                for number in re.findall(r"\d", numbers):
                    yield ", ".join(filter(None, (where, number, " ".join(words.split())))), file.name


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.stem)
def test_the_steps_that_docstrings_name_stand_on_the_page(room):
    references = list(named(room))
    assert references
    assert [one for one in references if not is_there(one[0], page_of(room))] == []


@pytest.mark.parametrize(
    "reference",
    ["besiegers, 7", "besiegers, 2, Shots", "players, 2", "defenders, 5, Oil", "pieces, 2", "melee, besiegers, 2", ""],
)
def test_a_step_that_is_not_there_is_missed(reference):
    assert not is_there(reference, "ram")


@pytest.mark.parametrize("page", slow_after(1, sorted(MAKE["PAGES"])))
def test_pages_name_the_functions_of_their_steps(page):
    prose = MAKE["PAGES"][page].read_text(encoding="utf-8")
    assert MAKE["HEAD"] not in prose
    links = re.findall(r"`\]\((\S+)#L\d+\)", MAKE["section"](page, prose))
    assert links
    assert all((MAKE["PAGES"][page].parent / link).is_file() for link in links)


@pytest.mark.parametrize("page", slow_after(1, sorted(MAKE["PAGES"])))
def test_the_code_of_a_sequence_stands_beside_its_paragraphs(page):
    text = MAKE["section"](page, MAKE["PAGES"][page].read_text(encoding="utf-8"))
    codes = re.findall(r"\n```python\n(.*?)\n```", text, re.DOTALL)
    assert codes
    assert all(isinstance(ast.parse(code).body[0], ast.FunctionDef) for code in codes)


def test_points_of_a_step_stand_beside_the_functions_that_name_them():
    text = MAKE["section"]("ladder-assault", MAKE["PAGES"]["ladder-assault"].read_text(encoding="utf-8"))
    quotes = dict(re.findall(r"\n> (.*?)\n\n```python\ndef (\w+)\(", text))
    assert "topple_empty" in quotes.values()
    assert next(part for part, name in quotes.items() if name == "topple_empty").startswith("Then with `topple_empty")
