"""Write the files that are made from the program: ``python docs/make.py [keys | questions | digests]``.

- ``keys``: the keys of scenarios in ``docs/scenarios.md``
- ``questions``: ``docs/questions.md``
- ``digests``: ``tests/results/digests.json``

Without a name it writes all of them. Tests compare each with what the program says. The page of options, the code
beside the steps of sequences and the site are made by ``sphinx-build`` and not committed. Notebooks, pictures and the
gallery take minutes and have a ``make.py`` of their own.
"""

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = {
    "keys": ("docs/make_keys.py",),
    "questions": ("docs/make_questions.py",),
    "digests": ("tests/results/make.py", "--digests"),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or SCRIPTS:
        script, *options = SCRIPTS[name]
        sys.argv = [script, *options]
        runpy.run_path(str(ROOT / script), run_name="__main__")
