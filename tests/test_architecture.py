"""The shape of the package, read from its syntax trees."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import mangonel
from cases import cases
from mangonel.games import SHIPPED
from mangonel.games.scenario import load_scenario
from mangonel.games.system import systems
from mangonel.rules.files import data_root, shipped
from mangonel.rules.loading import rule_set_names
from syntax import nodes_of, tree_of

CASES = cases(__file__)

PACKAGE = Path(mangonel.__file__).resolve().parent
ROOT = PACKAGE.parent.parent
LAYERS = ("errors", "rules", "engine", "paper", "games", "studies", "document", "api explore", "cli")
# Rooms of one layer do not import each other.
FLOORS = {room: number for number, rooms in enumerate(LAYERS) for room in rooms.split()}
MODULES = sorted(PACKAGE.rglob("*.py"))
# Scripts and tests stand beside the package and use it.
OUTSIDE = sorted(file for room in ("benchmarks", "docs", "reports", "tests") for file in (ROOT / room).rglob("*.py"))
HEAVY = {"shiny", "numpy", "pandas", "scipy", "matplotlib", "typst", "fontTools", "PIL", "rich", "jinja2"}
# What plain questions and the reading of files need: it must come at once.
LIGHT_ROOMS = ("cli", "rules", "games")
LIGHT_MODULES = set(CASES["LIGHT_MODULES"])


def name_of(file):
    if not file.is_relative_to(PACKAGE):
        return str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports_by_name(node):
    return isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"}


def called(call):
    """Return the last name of what is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def targets(node):
    """Return the modules that an import, or a call that imports by name, may reach."""
    if imports_by_name(node):
        name = node.args[0]
        # Of a name that is put together the beginning counts.
        head = name.values[0] if isinstance(name, ast.JoinedStr) else name
        assert isinstance(head, ast.Constant), "what is imported by name has a name that can be read"
        return [head.value if head is name else f"{head.value}*"]
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports name the whole path"
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def imports_in(file):
    """Return what of a module imports something."""
    return [node for node in nodes_of(file) if isinstance(node, ast.Import | ast.ImportFrom) or imports_by_name(node)]


def own_imports(file):
    """Return the modules of this package that a module imports anywhere, without the package's name."""
    found = (target for node in imports_in(file) for target in targets(node))
    return {target.removeprefix("mangonel.") for target in found if target.startswith("mangonel.")}


def imports(file):
    """Return the modules that a module imports with itself, types left out, and those that its functions import."""
    at_once, late = set(), set()
    waiting = [(node, at_once) for node in tree_of(file).body]
    while waiting:
        node, found = waiting.pop()
        found.update(targets(node))
        is_typed = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        inside = late if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else found
        waiting += [(part, inside) for part in (node.orelse if is_typed else ast.iter_child_nodes(node))]
    return at_once, late


def imports_at_once(file):
    """Return the top names of what is imported when the module is."""
    return {target.split(".")[0] for target in imports(file)[0]}


NAMES = {name_of(module): module for module in MODULES}


@cache
def graphs():
    """Return by module which modules of this package it imports with itself, and which late."""
    found = {
        name: [{one.removeprefix("mangonel.") for one in those} for those in imports(NAMES[name])] for name in NAMES
    }
    return tuple({name: parts[at] & NAMES.keys() for name, parts in found.items()} for at in (0, 1))


def reached_from(name, graph):
    """Return all modules that the import of a module imports."""
    found, waiting = set(), [name]
    while waiting:
        news = graph[waiting.pop()] - found
        found |= news
        waiting += news
    return found


# A study shows itself.
CLOSED = {"studies.shown": {"document.designs", "document.summary"}}


def test_no_circle_is_closed_by_a_late_import():
    at_once, late = graphs()
    circles = {name: {one for one in late[name] if name in reached_from(one, at_once)} for name in NAMES}
    assert {name: back for name, back in circles.items() if back} == CLOSED


def offenders(wrong, files=MODULES):
    """Return what is found wrong, by module."""
    found = ((name_of(file) or "mangonel", wrong(file)) for file in files)
    return {name: what for name, what in found if what}


LAYERED = [file for file in MODULES if name_of(file).split(".")[0] in FLOORS]


def test_every_module_belongs_to_a_layer():
    others = {name_of(file) for file in MODULES} - {name_of(file) for file in LAYERED}
    assert others == {"", "__main__", "_version", "odds"}


def imported_upwards(file):
    mine = name_of(file).split(".")[0]
    reached = {target.split(".")[0] for target in own_imports(file)} & {*FLOORS} - {mine}
    return {room for room in reached if FLOORS[room] >= FLOORS[mine]}


# A study shows itself: its summary is a document.
HANDED_ON = {"studies.shown": {"document"}}


def test_imports_go_one_way():
    assert offenders(imported_upwards, LAYERED) == HANDED_ON


def test_the_engine_knows_no_game():
    engine = (PACKAGE / "engine").rglob("*.py")
    assert offenders(lambda file: {target for target in own_imports(file) if target.startswith("games")}, engine) == {}


def systems_reached(file):
    return {target.split(".")[1] for target in own_imports(file) if target.startswith("games.")}


SHARED = {file.stem for file in (PACKAGE / "games").glob("*.py")}
SYSTEMS = {
    folder: sorted(folder.rglob("*.py"))
    for folder in (PACKAGE / "games").iterdir()
    if (folder / "__init__.py").is_file()
}


def test_every_file_below_systems_belongs_to_one():
    found = {file for files in SYSTEMS.values() for file in files}
    assert found == set((PACKAGE / "games").rglob("*.py")) - set((PACKAGE / "games").glob("*.py"))
    assert len(found) > 40


def test_no_system_imports_another():
    for system, files in SYSTEMS.items():
        known = {system.name, *SHARED}
        assert offenders(lambda file, known=known: systems_reached(file) - known, files) == {}


def words_of(file):
    """Return the texts in the code of a module, of docstrings the examples only, cut at what is no part of an id."""
    # Texts that stand alone say what the module, the function or the name before them is; commands in them are help.
    told = {id(node.value) for node in nodes_of(file) if isinstance(node, ast.Expr)}
    texts = [
        text if id(node) not in told else " ".join(line for line in text.splitlines() if "mangonel " in line)
        for node in nodes_of(file)
        if isinstance(node, ast.Constant) and isinstance(text := node.value, str)
    ]
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


# The list of the games.
MAY_NAME_A_GAME = {"games": set(SHIPPED)}
BELOW_NO_GAME = [file for file in MODULES if not any(file in files for files in SYSTEMS.values())]


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.id)
def test_nothing_outside_the_folder_of_a_game_names_it(system):
    brought = {
        name
        for kind in ("rules", "scenarios", "rosters")
        for name, file in shipped(kind).items()
        if file.parent.name == system.id
    }
    ids = {system.id, *brought}
    assert len(ids) >= 3
    found = {name_of(file): words_of(file) & ids for file in BELOW_NO_GAME}
    assert {name: words for name, words in found.items() if words} == {
        name: words & ids for name, words in MAY_NAME_A_GAME.items() if words & ids
    }
    assert [name_of(file) for file in BELOW_NO_GAME if system.id in file.read_text(encoding="utf-8")] == ["games"]


def test_a_game_is_a_folder_with_a_record():
    assert {folder.name for folder in SYSTEMS} == set(SHIPPED) == {system.id for system in systems()}
    for system in systems():
        assert system.rules in rule_set_names(system.id)
        assert system.compared in rule_set_names(system.id)
        assert {load_scenario(name).system.id for name in system.scenarios} <= {system.id}
        names = [question.name for question in system.questions()]
        assert len({*names}) == len(names)
        files = [file for file in (PACKAGE / "games" / system.id).glob("*.py") if "\nPLAYABLE = " in file.read_text()]
        assert len(files) == len(system.playables())
        assert all(system.playables()[name].name == name for name in system.playables())


def test_the_direction_is_looked_at_inside_functions_too(write):
    file = write(
        "late.py", "def f():\n    from mangonel.cli import main\n    import numpy\nif TYPE_CHECKING:\n    import rich\n"
    )
    assert own_imports(file) == {"cli", "cli.main"}
    assert imports_at_once(file) == set()
    file.write_text("try:\n    import numpy.linalg\nexcept ImportError:\n    import rich\nclass A:\n    import scipy\n")
    assert imports_at_once(file) == {"numpy", "rich", "scipy"}
    file.write_text("import importlib\ndef f():\n    return importlib.import_module('mangonel.games.other.rooms')\n")
    assert own_imports(file) == {"games.other.rooms"}
    file.write_text("def f(name):\n    return import_module(f'mangonel.games.{name}')\n")
    assert own_imports(file) == {"games.*"}
    file.write_text("def f(name):\n    return import_module(name)\n")
    with pytest.raises(AssertionError, match="can be read"):
        own_imports(file)


LIGHT = [file for file in MODULES if name_of(file) in LIGHT_MODULES or name_of(file).startswith(LIGHT_ROOMS)]


def test_nothing_heavy_is_imported_at_once():
    assert offenders(lambda file: imports_at_once(file) & HEAVY, LIGHT) == {}


def test_the_light_modules_are_there():
    names = {name_of(file) for file in LIGHT}
    assert names >= LIGHT_MODULES
    assert all(any(name.startswith(room) for name in names) for room in LIGHT_ROOMS)


@cache
def named_in_files():
    """Return in how many files of the package, of scripts, tests and rules each word stands."""
    files = [*MODULES, *OUTSIDE, *(ROOT / "data" / "rules").rglob("*.toml")]
    return Counter(word for file in files for word in set(re.findall(r"[a-z_]\w+", file.read_text(encoding="utf-8"))))


def functions_nobody_calls(file):
    """Return the functions of a file without an underscore that no other file names."""
    # A question is called by the name that it has in its file of data.
    if file.name == "questions.py":
        return []
    # A command by its decorator.
    functions = [
        node.name for node in tree_of(file).body if isinstance(node, ast.FunctionDef) and not node.decorator_list
    ]
    return [name for name in functions if not name.startswith("_") and named_in_files()[name] == 1]


def test_functions_without_an_underscore_are_named_elsewhere():
    assert offenders(functions_nobody_calls, [file for file in MODULES if file.name != "__main__.py"]) == {}


def private_names_taken(file):
    """Return the private names of modules of this package that a file takes; its own module's are its own."""
    return [
        name
        for node in imports_in(file)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mangonel")
        for name in [*node.module.split("."), *(alias.name for alias in node.names)]
        if name.startswith("_") and name not in {"_version", "__version__"}
    ]


def test_no_private_name_is_taken_from_another_module():
    assert offenders(private_names_taken, [*MODULES, *OUTSIDE]) == {}


def names_not_there(file):
    """Return what a file imports from this package and is not in it."""
    lines = {ast.unparse(node) for node in nodes_of(file) if isinstance(node, ast.Import | ast.ImportFrom)}
    for line in (line for line in lines if line.split()[1].split(".")[0] == "mangonel"):
        try:
            exec(line)
        except ImportError as error:
            yield str(error)


def test_whatever_is_taken_from_the_package_is_there(write):
    assert len(OUTSIDE) > 200
    # What modules take from one another is for the type checker to see.
    assert offenders(lambda file: list(names_not_there(file)), OUTSIDE) == {}
    (missing,) = names_not_there(
        write("late.py", "from mangonel.engine.run import run, away\nimport mangonel.engine\n")
    )
    assert "away" in missing


def test_no_folder_is_deeper_than_a_room_of_a_system():
    folders = {file.parent.relative_to(PACKAGE) for file in MODULES}
    assert {folder.parts[0] for folder in folders if len(folder.parts) == 2} == {"games", "paper", "rules"}
    assert {folder.parts[0] for folder in folders if len(folder.parts) == 3} == {"games"}
    assert max(len(folder.parts) for folder in folders) == 3


# Written with commas, so that this file does not name one either.
REGISTRIES = "pypi,org pythonhosted,org anaconda,org npmjs,org yarnpkg,com crates,io proxy,golang,org jsdelivr,net"


def tracked_files():
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    done = subprocess.run([git, "-C", ROOT, "ls-files", "-z"], capture_output=True, check=True)
    return [ROOT / name for name in os.fsdecode(done.stdout).split("\0") if name]


def test_no_tracked_file_names_a_package_registry():
    files = [file for file in tracked_files() if file.is_file()]
    assert len(files) > 100
    named = [
        (str(file.relative_to(ROOT)), registry)
        for file in files
        for registry in REGISTRIES.replace(",", ".").split()
        if registry.encode() in file.read_bytes().lower()
    ]
    assert named == []


SHOW = "from mangonel.rules.files import data_root; print(data_root())"


def shown(folder, **environment):
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip())


def test_the_data_are_found_from_anywhere(tmp_path):
    root = data_root()
    assert all((root / part).is_dir() for part in ("rules", "scenarios", "rosters"))
    assert shown(tmp_path, PYTHONPATH=str(PACKAGE.parent)) == root


def test_the_data_are_found_inside_an_installed_package(tmp_path):
    installed = tmp_path / "site" / "mangonel"
    shutil.copytree(PACKAGE, installed, ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copytree(data_root(), installed / "data")
    assert shown(tmp_path, PYTHONPATH=str(installed.parent)) == installed / "data"


# What tells its user the message of an error instead of raising it, or asks whether there is one; everything else lets a
# mistake pass.
MISTAKES = {"DataError", "MangonelError", "Exception", "BaseException"}


def swallowing(file):
    """Return the handlers that take a mistake of the user and raise nothing."""
    for node in nodes_of(file):
        if isinstance(node, ast.ExceptHandler):
            caught = {name.id for name in ast.walk(node.type) if isinstance(name, ast.Name)} if node.type else MISTAKES
            raised = any(isinstance(inner, ast.Raise) for inner in node.body[-1:])
            if caught & MISTAKES and not raised:
                yield ast.unparse(node)
        if isinstance(node, ast.Call) and called(node) == "suppress":
            caught = {name.id for argument in node.args for name in ast.walk(argument) if isinstance(name, ast.Name)}
            if caught & MISTAKES:
                yield ast.unparse(node)


def test_no_mistake_is_taken_for_an_answer_of_the_rules():
    found = offenders(lambda file: list(swallowing(file)))
    assert {name: len(handlers) for name, handlers in found.items()} == CASES["TOLD"], found


def test_nothing_yields_while_it_speaks_a_language():
    """A generator would go on speaking to whoever runs next."""

    def yields(file):
        blocks = [
            node
            for node in nodes_of(file)
            if isinstance(node, ast.With) and SPEAKS.search(str(list(map(ast.unparse, node.items))))
        ]
        inside = (node for block in blocks for node in ast.walk(block))
        return {node.lineno for node in inside if isinstance(node, ast.Yield | ast.YieldFrom)}

    assert offenders(yields) == {}


SPEAKS = re.compile(r"\b(?:by_units|naming|speaking)\(")
VAGUE = {"found", "made", "one", "said", "some", "told", "what"}


def test_a_local_is_called_by_a_noun():
    """What a line works with is told by its name; words that fit anything say nothing."""

    def vague(file):
        # Few files have such a name anywhere: only those are looked into function by function.
        seen = any(is_vague(node) for node in nodes_of(file))
        functions = [node for node in nodes_of(file) if seen and isinstance(node, ast.FunctionDef)]
        return {node.id for function in functions for node in ast.walk(function) if is_vague(node)}

    def is_vague(node):
        return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in VAGUE

    assert offenders(vague) == {}
