"""Whatever the code says by a key is in the language files, and every place of it is filled in where it is said."""

import ast
from pathlib import Path

import mangonel
from mangonel.rules.words import load_locale
from mangonel.rules.words.locale import PLACE
from syntax import nodes_of

PACKAGE = Path(mangonel.__file__).resolve().parent
ENGLISH = load_locale("en")
SPOKEN = {"text": ("",), "plural": ("_one", "_other"), "amount": ("_one", "_other")}
"""Methods that say a phrase, and what they put behind its key."""


def calls():
    """Yield file, line, method, key and the names of the values for every phrase said by a key that is written out."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in nodes_of(file):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SPOKEN):
                continue
            key = node.args[0] if node.args else None
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and "." in key.value:
                named = {keyword.arg for keyword in node.keywords}
                # **values cannot be looked into.
                if None not in named:
                    yield f"{file.name}:{node.lineno}", node.func.attr, key.value, named


def test_every_phrase_that_is_said_is_there_with_all_its_places():
    found, wrong = 0, []
    for where, method, key, named in calls():
        found += 1
        for ending in SPOKEN[method]:
            phrase = ENGLISH.phrases.get(key + ending)
            if phrase is None:
                wrong.append((where, key + ending, "is missing"))
            else:
                given = named | (set() if method == "text" else {"number"})
                wrong += [(where, key + ending, place) for place in PLACE.findall(phrase) if place not in given]
    assert found > 200
    assert wrong == []
