"""What is the same in all tests is made once by each process: rule sets, languages, scenarios, rosters, faces of pages.

They do not change while tests run, and reading them again for every command and every case took a quarter of the time.
Files that a test writes are always read.
"""

import gc
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Any

# Tests run side by side already: more threads in one of them wait for one another. NumPy asks when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import HealthCheck, settings

from mangonel.document import html
from mangonel.games import roster, scenario
from mangonel.games import system as registry
from mangonel.games.roster import Roster
from mangonel.games.scenario import Scenario
from mangonel.rules import files as locate
from mangonel.rules import loading as rule_sets
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import loading as languages
from mangonel.rules.words.locale import Locale
from mangonel.rules.words.reading import Spoken

# Thousands of cases and all modules stay until the end: looking through them for rubbish took a twelfth of the time.
gc.set_threshold(50_000, 20, 50)

# How quick a busy machine is says nothing of the program.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


LONGEST = {"test_page_in_a_browser", "test_gallery", "test_cluster", "test_notebooks", "test_cells", "test_options"}
"""Files with cases of ten seconds and more, and those that play hundreds of small games once for all cases."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest in one piece, so that at the end no process waits for the other.

    What is begun early stays in one process, too, and is not parted between two that both make what its cases share.
    """
    files = {item.path for item in items if item.get_closest_marker("slow")}
    if hidden := sorted(str(file) for file in files if not _says_slow(file)):
        raise pytest.UsageError(f"has slow tests, but not the word, by which they are found: {', '.join(hidden)}")
    items.sort(key=lambda item: item.path.stem not in LONGEST)


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what has no slow tests if only those are wanted: most of the files, which take long to be read."""
    if not config.option.markexpr.startswith("slow") or collection_path.suffix != ".py":
        return None
    return None if _says_slow(collection_path) else True


def _says_slow(file: Path) -> bool:
    return "slow" in file.read_text(encoding="utf-8")


def pytest_sessionfinish() -> None:
    """Look through what tests have left once; pytest does it five times, and finds what is new."""
    gc.collect()
    gc.freeze()


# Do not wait for the disk: what tests write may be lost with the machine.
os.fsync = lambda _handle: None


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return what writes a text into a file of this name in the folder of the test, and returns the file."""

    def written(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return written


@pytest.fixture
def say(capsys):
    """Run the command line; return exit code, standard output and standard error."""

    from mangonel.cli.main import main

    def run_it(*words):
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run_it


@pytest.fixture
def told(say):
    """Run the command line, see that it succeeds, and return its output."""

    def run_it(*words):
        code, out, _ = say(*words)
        assert code == 0
        return out

    return run_it


@pytest.fixture
def ask(say):
    """Run the command line with --json and return the document."""

    def run_it(*words):
        code, out, err = say(*words, "--json")
        assert (code, err) == (0, "")
        return json.loads(out, parse_constant=pytest.fail)

    return run_it


@pytest.fixture
def refused(say):
    """Run the command line, see that it refuses, and return its message."""

    def run_it(*words):
        code, out, err = say(*words)
        assert (code, out) == (2, "")
        return err

    return run_it


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window, one for all tests of a module: its tool keeps a loop of events for itself meanwhile."""
    if CHROMIUM is None:
        pytest.skip("no browser: the pages were not looked at")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        chromium = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


DATA, HERE = locate.data_root(), Path(__file__).parent
Files = tuple[tuple[str, Path], ...]
find_games, find_files = locate.other_games, locate._files
read_rules, read_language = rule_sets._load, languages._load
read_scenario, read_roster, read_file = scenario._read, roster._read, Node.load
faces_of = html._encoded


@cache
def games_on(path: tuple[str, ...]) -> tuple[Path, ...]:
    return find_games()


def games_once() -> tuple[Path, ...]:
    """Return the games of other packages, looked for anew when there are other places to look."""
    return games_on(tuple(sys.path))


@cache
def files_of(folder: Path) -> tuple[Path, ...]:
    return find_files(folder)


def files_once(folder: Path) -> tuple[Path, ...]:
    return files_of(folder) if folder.is_relative_to(DATA) else find_files(folder)


@cache
def rules_of(file: Path) -> RuleSet:
    return read_rules(file, ())


@wraps(read_rules)
def rules_once(file: Path, trail: tuple[Path, ...], *, validate: bool = False) -> RuleSet:
    if validate or not file.is_relative_to(DATA):
        return read_rules(file, trail, validate=validate)
    return rules_of(file)


@cache
def language_of(files: Files, shipped: tuple[tuple[str, Files], ...]) -> tuple[Locale, dict[str, Spoken]]:
    return read_language(dict(files), {name: dict(those) for name, those in shipped})


def language_once(
    files: Mapping[str, Path], shipped: Mapping[str, Mapping[str, Path]]
) -> tuple[Locale, dict[str, Spoken]]:
    if not all(file.is_relative_to(DATA) for those in (files, *shipped.values()) for file in those.values()):
        return read_language(files, shipped)
    found, parts = language_of(tuple(files.items()), tuple((name, tuple(shipped[name].items())) for name in shipped))
    return found, dict(parts)


contents: dict[Path, Mapping[str, Any]] = {}


def file_once(path: str | Path) -> Node:
    file = Path(path)
    if not (file.is_relative_to(DATA) or file.is_relative_to(HERE)):
        return read_file(file)
    if file not in contents:
        contents[file] = read_file(file).content
    return Node(contents[file], file=file)


def is_as_shipped(node: Node, file: Path) -> bool:
    """Tell whether a node is a file that comes with the program, as it is: changed values make a content of their own."""
    return node.content is contents.get(file)


@cache
def scenario_of(file: Path) -> Scenario:
    return read_scenario(file_once(file), file)


def scenario_once(node: Node, file: Path) -> Scenario:
    return scenario_of(file) if is_as_shipped(node, file) else read_scenario(node, file)


@cache
def roster_of(file: Path, man: type[Any]) -> Roster:
    return read_roster(file_once(file), file, man)


def roster_once(node: Node, file: Path, man: type[Any]) -> Roster:
    return roster_of(file, man) if is_as_shipped(node, file) else read_roster(node, file, man)


BLOCKS = ((32, 127), (160, 384), (0x2010, 0x2030), (0x2190, 0x2194), (0x25A0, 0x2600))
LETTERS = "".join(chr(code) for first, end in BLOCKS for code in range(first, end))
LETTERS += "\n\N{MINUS SIGN}\N{ALMOST EQUAL TO}\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}"


@cache
def all_letters(*, bold: bool) -> str:
    return faces_of(LETTERS, bold=bold)


def faces_once(letters: str, *, bold: bool) -> str:
    """Return the faces of a page, with all letters that pages usually have: what is left out is made for each anew."""
    return all_letters(bold=bold) if set(letters) <= set(LETTERS) else faces_of(letters, bold=bold)


locate.other_games = registry.other_games = games_once
locate._files = files_once
rule_sets._load = rules_once
languages._load = language_once
scenario._read = scenario_once
roster._read = roster_once
Node.load = file_once
html._encoded = faces_once
