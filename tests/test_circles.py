"""No two modules import each other, not even late, except studies, which show themselves."""

import ast

from test_architecture import MODULES, name_of, targets, tree_of

NAMES = {name_of(module): module for module in MODULES}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# A study shows itself.
ASKED_OF_THE_RECORD = {
    "studies.shown": {"document.designs", "document.summary"},
}


def imports(file):
    """Return the modules of this package that a module imports with itself, and those that its functions import."""
    at_once, late = set(), set()
    waiting = [(node, at_once) for node in tree_of(file).body]
    while waiting:
        node, found = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update(target.removeprefix("mangonel.") for target in targets(node))
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += [(part, found) for part in node.orelse]
        elif isinstance(node, ast.stmt | ast.ExceptHandler):
            found = late if isinstance(node, FUNCTIONS) else found
            waiting += [(part, found) for part in ast.iter_child_nodes(node)]
    return at_once & NAMES.keys(), late & NAMES.keys()


def reached_from(name, graph):
    """Return all modules that the import of a module imports."""
    found, waiting = set(), [name]
    while waiting:
        news = graph[waiting.pop()] - found
        found |= news
        waiting += news
    return found


def test_no_circle_is_closed_by_a_late_import():
    both = {name: imports(file) for name, file in NAMES.items()}
    graph = {name: at_once for name, (at_once, _) in both.items()}
    circles = {
        name: back
        for name, (_, late) in both.items()
        if (back := {target for target in late if name in reached_from(target, graph)})
    }
    assert circles == ASKED_OF_THE_RECORD
