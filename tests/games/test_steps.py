"""What a phase says of its page: the steps that docstrings of a room name stand there."""

import ast
import re
import runpy
from pathlib import Path

import pytest

import mangonel
from mangonel.rules.files import data_root
from pace import slow_after
from syntax import nodes_of

SYSTEMS = Path(mangonel.__file__).parent / "games"
PAGES = data_root().parent / "docs" / "sequences"
MAKE = runpy.run_path(str(PAGES.parent / "make_steps.py"))
NAMES = {"ladder": "ladder-assault"}
STEP = re.compile(r"[(;] ?([a-z ]+), (\d(?:(?:, | and | to )\d)*)(?:, ([^;)]+))?(?=[;)])")


def page_of(room):
    return PAGES / f"{NAMES.get(room.stem, room.stem.replace('_', '-'))}.md"


def is_room(path):
    """Return whether a sequence is there: a folder of its own, or a file."""
    alone = path.suffix == ".py" and "\nPLAYABLE = " in path.read_text(encoding="utf-8")
    return (path.is_dir() or alone) and page_of(path).is_file()


ALL = sorted(filter(is_room, SYSTEMS.glob("*/*")))


def steps(page):
    """Return the numbered steps of each heading, with their text."""
    found, here, number = {}, {}, 0
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            here = found.setdefault(line.strip("# ").lower(), {})
            number = 0
        elif re.match(r"\d+\. ", line):
            number = int(line.split(".")[0])
            here[number] = line
        elif number and line.startswith(" "):
            here[number] += "\n" + line
    return found


def named(room):
    """Yield each step that a docstring names: the file, the heading, the number, and words that stand in it."""
    for file in sorted(room.rglob("*.py")) if room.is_dir() else [room]:
        for node in nodes_of(file):
            text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.Module) else None
            for where, numbers, words in STEP.findall(text or ""):
                for number in re.findall(r"\d", numbers):
                    yield file, where, int(number), words


def test_every_room_has_a_page_and_names_its_steps():
    assert len(ALL) >= 17
    assert all(list(named(room)) for room in ALL)


@pytest.mark.parametrize("room", ALL, ids=lambda room: room.stem)
def test_the_steps_that_phases_name_stand_on_the_page(room):
    page, off = steps(page_of(room)), []
    for file, where, number, words in named(room):
        texts = [text[number] for heading, text in page.items() if where in heading and number in text]
        point = re.fullmatch(r"(?:first|second|third) point", words)
        if not texts or not (point or any(words.lower() in text.lower() for text in texts)):
            off.append((file.name, where, number, words))
    assert off == []


@pytest.mark.parametrize("page", slow_after(3, sorted(MAKE["PAGES"])))
def test_pages_name_the_functions_of_their_steps(page):
    prose = MAKE["PAGES"][page].read_text(encoding="utf-8")
    assert MAKE["HEAD"] not in prose
    links = re.findall(r"`\]\((\S+)#L\d+\)", MAKE["section"](page, prose))
    assert links
    assert all((MAKE["PAGES"][page].parent / link).is_file() for link in links)


@pytest.mark.parametrize("page", slow_after(3, sorted(MAKE["PAGES"])))
def test_the_code_of_a_sequence_stands_beside_its_paragraphs(page):
    text = MAKE["section"](page, MAKE["PAGES"][page].read_text(encoding="utf-8"))
    codes = re.findall(r"\n```python\n(.*?)\n```", text, re.DOTALL)
    assert codes
    assert all(isinstance(ast.parse(code).body[0], ast.FunctionDef) for code in codes)


def test_points_of_a_step_stand_beside_the_functions_that_name_them():
    text = MAKE["section"]("ladder-assault", MAKE["PAGES"]["ladder-assault"].read_text(encoding="utf-8"))
    quotes = dict(re.findall(r"\n> (.*?)\n\n```python\ndef (\w+)\(", text))
    assert "_topple_empty" in quotes.values()
    assert next(part for part, name in quotes.items() if name == "_topple_empty").startswith("Then with `topple_empty")
