"""How much processor time a command takes before it does anything, beside that of Python itself."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

NOTHING = ["-c", "pass"]
ROUNDS = 40


def spent(words):
    """Return the processor time of a process of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize(("command", "limit"), [("--help", 6), ("odds melee 8:3", 10)])
def test_a_command_starts_soon(command, limit, monkeypatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    words = ["-m", "mangonel", *command.split()]
    # The first one writes what Python keeps of modules. Whatever else runs only adds to either: the least counts.
    spent(words)
    least, python = float("inf"), float("inf")
    for _ in range(ROUNDS):
        least, python = min(least, spent(words)), min(python, spent(NOTHING))
        if least <= limit * python:
            return
    pytest.fail(f"{command}: {least / python:.1f} times as long as Python itself")
