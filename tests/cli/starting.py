"""What a command loads: run in a process of its own, since the tests have loaded everything."""

import json
import subprocess
import sys
from collections.abc import Sequence

HEAVY = ("numpy", "pandas", "scipy", "matplotlib", "pypdf", "rich", "jinja2", "importlib.metadata")
PROGRAM = """
import sys
import contextlib, io, json
from mangonel.cli.main import main
said = []
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()):
        code = main(words)
    said.append([code, *sorted(name for name in %r if name in sys.modules)])
print(json.dumps(said))
"""


def started(*commands: Sequence[object]) -> dict[str, list[object]]:
    """Return the exit code of each command and the heavy libraries that are loaded after it, one command after the other."""
    asked = [[str(word) for word in words] for words in commands]
    command = [sys.executable, "-c", PROGRAM % (HEAVY,), json.dumps(asked)]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return dict(zip(map(" ".join, asked), said, strict=True))


def not_at_once(*commands: Sequence[object]) -> dict[str, list[object]]:
    """Return the commands that fail or load something heavy, the first that does so before the others."""
    return {words: said for words, said in started(*commands).items() if said != [0]}
