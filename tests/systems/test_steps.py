"""What a phase says of its page: each names a step, and the steps that docstrings name stand there."""

import ast
import functools
import re
from functools import lru_cache
from pathlib import Path

import pytest

import mangonel
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario, scenario_names
from mangonel.tables.locate import data_root
from syntax import nodes_of

SYSTEMS = Path(mangonel.__file__).parent / "systems"
PAGES = data_root().parent / "docs" / "sequences"
NAMES = {"ladder": "ladder-assault"}
STEP = re.compile(r"[(;] ?([a-z ]+), (\d(?:(?:, | and | to )\d)*)(?:, ([^;)]+))?(?=[;)])")


def page_of(room):
    return PAGES / f"{NAMES.get(room.name, room.name.replace('_', '-'))}.md"


ALL = sorted(room for room in SYSTEMS.glob("*/*") if room.is_dir() and page_of(room).is_file())


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
    for file in sorted(room.rglob("*.py")):
        for node in nodes_of(file):
            text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.Module) else None
            for where, numbers, words in STEP.findall(text or ""):
                for number in re.findall(r"\d", numbers):
                    yield file, where, int(number), words


def test_every_room_has_a_page_and_names_its_steps():
    assert len(ALL) >= 17
    assert all(list(named(room)) for room in ALL)


@pytest.mark.parametrize("room", ALL, ids=lambda room: room.name)
def test_the_steps_that_phases_name_stand_on_the_page(room):
    page, off = steps(page_of(room)), []
    for file, where, number, words in named(room):
        texts = [text[number] for heading, text in page.items() if where in heading and number in text]
        point = re.fullmatch(r"(?:first|second|third) point", words)
        if not texts or not (point or any(words.lower() in text.lower() for text in texts)):
            off.append((file.name, where, number, words))
    assert off == []


def plain(words):
    """Return words in small letters, each by itself: "Besiegers' player turn" is that of the besiegers."""
    return re.sub(r"\W+", " ", words.lower()).strip()


@lru_cache(maxsize=1)
def parts():
    """Return what pages call their parts: headings, and steps in bold or italics."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md")))
    named_parts = re.findall(r"^#+ (.*)$|\*([^*\n]+)\*", text, re.MULTILINE)
    return {plain(heading or step) for heading, step in named_parts}


@lru_cache(maxsize=256)
def functions(file):
    """Return each function of a module with all that it stands in, the innermost last."""

    def below(node, outer):
        for child in ast.iter_child_nodes(node):
            inside = (*outer, child) if isinstance(child, ast.FunctionDef | ast.ClassDef) else outer
            if isinstance(child, ast.FunctionDef):
                yield inside
            yield from below(child, inside)

    return list(below(ast.parse(Path(file).read_text(encoding="utf-8")), ()))


def docstring_of(act):
    """Return the name of what a phase does, and what it or the function in which it stands says of itself."""
    while isinstance(act, functools.partial):
        act = act.func
    code = getattr(act, "__func__", act).__code__
    chain = next(nodes for nodes in functions(code.co_filename) if nodes[-1].lineno == code.co_firstlineno)
    texts = [ast.get_docstring(node) or "" for node in chain if isinstance(node, ast.FunctionDef)]
    return f"{Path(code.co_filename).name}: {chain[-1].name}", " ".join(texts)


def names_a_part(text):
    """Return whether a text names a part of a page in brackets: (besiegers, 4; Endings) names two."""
    brackets = [bracket.split(";") for bracket in re.findall(r"\(([^()]*)\)", text)]
    words = {plain(part.split(",")[0]) for bracket in brackets for part in bracket} - {""}
    return any(f" {word} " in f" {part} " for word in words for part in parts())


@pytest.mark.parametrize("name", scenario_names())
def test_each_phase_names_a_step(name):
    scenario = load_scenario(name)
    phases = build(scenario, load_rules(scenario.system.rules)).phases
    assert {place for place, text in (docstring_of(phase.act) for phase in phases) if not names_a_part(text)} == set()
