"""Write the files that are made from the program: ``python docs/make.py [keys | questions | digests | site]``.

- ``keys``: the keys of scenarios in ``docs/scenarios.md``
- ``questions``: ``docs/questions.md``
- ``digests``: ``tests/results/digests.json``
- ``site``: all pages with the gallery and an API reference, in the folder ``site``; needs ``pip install -e ".[docs]"``

Without a name it writes the first three, which are committed; tests compare each with what the program says. The page
of options, the API reference and the code beside the steps of sequences are made with the site and not committed.
Notebooks, pictures and the gallery take minutes and have a ``make.py`` of their own.
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


def make_site() -> int:
    """Build the site; return the code of the builder."""
    try:
        from sphinx.cmd.build import main
    except ModuleNotFoundError:
        sys.exit('the site needs what builds it: pip install -e ".[docs]"')

    return main(["--fail-on-warning", "--keep-going", "-c", str(ROOT / "docs"), str(ROOT), str(ROOT / "site")])


if __name__ == "__main__":
    if sys.argv[1:] == ["site"]:
        sys.exit(make_site())
    for name in sys.argv[1:] or SCRIPTS:
        script, *options = SCRIPTS[name]
        sys.argv = [script, *options]
        runpy.run_path(str(ROOT / script), run_name="__main__")
