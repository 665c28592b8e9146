"""What a command loads: run in a process of its own, since the tests have loaded everything."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

HEAVY = ("numpy", "pandas", "scipy", "matplotlib", "pypdf", "rich", "jinja2")
PROGRAM = """
import sys
from mangonel.cli.main import main
code = main(sys.argv[1:])
print(code, *sorted(name for name in %r if name in sys.modules), file=sys.stderr)
"""


def started(words: Sequence[str]) -> list[str]:
    """Return the exit code of a command and the heavy libraries that it loaded."""
    command = [sys.executable, "-c", PROGRAM % (HEAVY,), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr.split()
