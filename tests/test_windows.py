"""What only one kind of system has is not needed: neither by any module nor by what is asked for every day."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import mangonel
from cases import cases
from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario
from mangonel.rules.files import data_root
from mangonel.studies import run_folder as folder_module
from mangonel.studies.run_folder import KeptFolder
from syntax import nodes_of

CASES = cases(__file__)

PACKAGE = Path(mangonel.__file__).resolve().parent
MODULES = sorted(PACKAGE.rglob("*.py"))
ELSEWHERE = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
LACKING = {
    "os": {"fork", "getuid", "geteuid", "getgid", "getloadavg", "killpg", "nice", "setsid", "sched_getaffinity", "sysconf", "uname", "wait"},
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pause", "pthread_sigmask", "setitimer"},
}  # fmt: skip
PROGRAM = """
import builtins, json, sys
usual, asked = builtins.__import__, json.loads(sys.argv[1])

def without(name, globals=None, *others, **named):
    if name in asked["elsewhere"] and str((globals or {}).get("__name__")).startswith("mangonel"):
        raise ImportError(f"there is no {name} here")
    return usual(name, globals, *others, **named)

builtins.__import__ = without
from importlib import import_module
for name in asked["modules"]:
    import_module(name)
from mangonel.cli.main import main
for words in asked["commands"]:
    assert main(words) == 0, words
"""


@pytest.mark.slow
def test_every_module_is_imported_and_what_is_asked_every_day_works_without_them_in_the_letters_of_windows():
    names = [".".join(("mangonel", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in MODULES]
    modules = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    asked = json.dumps({"elsewhere": sorted(ELSEWHERE), "modules": modules, "commands": CASES["COMMANDS"]})
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, asked], capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr.decode("utf-8")) == (0, "")
    assert "\N{BOX DRAWINGS LIGHT HORIZONTAL}" in done.stdout.decode("utf-8")


def test_no_name_is_asked_of_a_module_that_has_it_on_some_systems_only():
    found = []
    for file in MODULES:
        asked = {
            ast.unparse(node.args[1])
            for node in nodes_of(file)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr"
        }
        found += [
            f"{file.name}:{node.lineno} {ast.unparse(node)}"
            for node in nodes_of(file)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in LACKING.get(node.value.id, ())
            and repr(node.attr) not in asked
        ]
    assert found == []


class Locks:
    """Bytes of files as Windows locks them."""

    LK_NBLCK = 2

    def __init__(self):
        self.taken = set()

    def locking(self, handle, mode, count):
        assert (mode, count) == (self.LK_NBLCK, 1)
        place = (os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR))
        if place in self.taken:
            raise PermissionError(13, "Permission denied")
        self.taken.add(place)


def test_one_at_a_time_where_bytes_of_files_are_locked(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_module, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setitem(sys.modules, "msvcrt", Locks())
    here = KeptFolder.open(tmp_path, {})
    with here, pytest.raises(DataError, match="is at work here"), KeptFolder.open(tmp_path, {}):
        pass


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_file_is_read_as_a_shell_of_windows_writes_it(tmp_path, encoding):
    shipped = data_root() / "scenarios" / "cryhavoc" / "panic-one.toml"
    mine = tmp_path / "mine.toml"
    mine.write_bytes(shipped.read_text(encoding="utf-8").replace("\n", "\r\n").encode(encoding))
    assert load_scenario(mine).setup == load_scenario("panic-one").setup
