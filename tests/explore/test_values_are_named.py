"""Every value of a page has a name: Shiny looks for one through the whole stack otherwise, while all pages wait."""

import ast
from pathlib import Path

import mangonel.explore

FOLDER = Path(mangonel.explore.__file__).parent


def made(tree):
    """Yield each call that makes a reactive value, with or without the kind of it."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            what = call.func.value if isinstance(call.func, ast.Subscript) else call.func
            if ast.unparse(what) == "reactive.Value":
                yield call


def test_every_value_has_a_name():
    calls = [(file.name, call) for file in FOLDER.glob("*.py") for call in made(ast.parse(file.read_text("utf-8")))]
    assert len(calls) > 5
    nameless = [(name, call.lineno) for name, call in calls if not any(each.arg == "name" for each in call.keywords)]
    assert nameless == []
