"""The size of the program and its tests, import circles and two words of its prose: each number may only fall."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from syntax import nodes_of
from test_architecture import LAYERS, MODULES, NAMES, ROOT, graphs, reached_from

BUDGET = {
    "lines of analysis": 61_696,
    "files of analysis": 227,
    "lines of tests": 39_869,
    "layers": 9,
    "modules in circles": 0,
    "what and who": 8,
}
"""The most there may be of each. Whoever adds lines for a feature says in the commit message what they pay for."""
SLACK = 0.03
"""The share by which a number may be below its budget before the budget has to be lowered."""
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def lines_in(files) -> int:
    return sum(file.read_text(encoding="utf-8").count("\n") for file in files)


def prose(file) -> Iterator[str]:
    """Yield the docstrings of a module, those of its attributes and its comments."""
    for node in nodes_of(file):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
    for token in tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def what_and_who(texts) -> float:
    """Return how many of 10,000 words are "what" or "who" in any form of theirs."""
    words = [word.lower() for text in texts for word in re.findall(r"[A-Za-z']+", text)]
    return 10_000 * sum(word in {"what", "whatever", "who", "whoever", "whom", "whose"} for word in words) / len(words)


def rooms() -> dict[str, set[str]]:
    """Return the modules of each room, a part of a game being one of its own."""
    found: dict[str, set[str]] = {}
    for name in NAMES:
        parts = name.split(".")
        found.setdefault(".".join(parts[:-1]) if parts[0] == "games" else parts[0], set()).add(name)
    return found


def circles_of_rooms() -> set[str]:
    """Return the modules that import one another inside a room, at once or in a function."""
    at_once, late = graphs()
    inside = [
        {name: (at_once[name] | late[name]) & members - {name} for name in members} for members in rooms().values()
    ]
    return {name for graph in inside for name in graph if name in reached_from(name, graph)}


MEASURED = {
    "lines of analysis": lambda: lines_in(MODULES),
    "files of analysis": lambda: len(MODULES),
    "lines of tests": lambda: lines_in(TESTS),
    "layers": lambda: len(LAYERS),
    "modules in circles": lambda: len(circles_of_rooms()),
    "what and who": lambda: what_and_who(text for file in MODULES for text in prose(file)),
}


@pytest.mark.parametrize("name", BUDGET)
def test_a_number_only_falls(name):
    number, most = MEASURED[name](), BUDGET[name]
    assert number <= most, f"{name}: {number:,.0f}, and the budget is {most:,}"
    assert number >= most * (1 - SLACK) - 1, f"{name}: only {number:,.0f} now: lower the budget in this file"
