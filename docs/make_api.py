"""Write docs/api.md: every public name of ``import mangonel`` with its documentation, for the site.

The site makes this page when it is built (`docs/conf.py`), so it is not committed.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from sphinx.ext.napoleon import Config, NumpyDocstring

import mangonel
from mangonel.api.rolls import question_names

PAGE = Path(__file__).parent / "api.md"

HEAD = """# API reference

`import mangonel as mg` has these names; [Python and notebooks](python.md) shows how they are used.
"""

GROUPS = (
    ("Play", ("scenarios", "load_scenario", "load_rules", "build", "simulate", "trace", "play_trace", "run")),
    ("Compare and vary", ("compare", "attribute", "differences", "shapley", "sweep", "survey")),
    ("Decide", ("best", "tactics")),
    ("Design", ("sensitivity", "worth", "reach", "load_goals", "rank", "solve")),
    ("Results", ("Result", "Simulation", "Estimate", "plot")),
)
REST = "Sequences of your own"
PACKAGES = ("odds", "rules")
"""Names that are packages, too: what can be called in them stands by itself."""


def entry(name: str) -> str:
    """Return the directive that documents a public name."""
    thing = getattr(mangonel, name)
    kind = "class" if inspect.isclass(thing) else "function"
    members = "   :members:\n" if kind == "class" else ""
    return f".. auto{kind}:: {thing.__module__}.{thing.__qualname__}\n{members}"


def questions() -> str:
    """Return the functions of single rolls, with their arguments and what they answer."""
    functions = {}
    for name in question_names():
        thing = getattr(mangonel.odds, name)
        # A game that is not the first has its questions under its own name.
        parts = {f"{name}.{part}": getattr(thing, part) for part in dir(thing) if not part.startswith("_")}
        functions |= {name: thing} if callable(thing) else parts
    entries = []
    for name, function in functions.items():
        text = NumpyDocstring(inspect.getdoc(function) or "", Config(napoleon_use_rtype=False))
        signature = re.sub(r": [^,=)]+", "", str(inspect.signature(function)).partition(" -> ")[0])
        lines = "\n".join(f"   {line}".rstrip() for line in ["", *text.lines()])
        entries.append(f".. py:function:: mangonel.odds.{name}{signature}\n{lines}\n")
    return "\n".join(entries)


def page() -> str:
    """Return the page."""
    names = [name for name in mangonel.__all__ if not name.startswith("_") and name not in PACKAGES]
    known = {name for _, group in GROUPS for name in group}
    groups = (*GROUPS, (REST, tuple(name for name in names if name not in known)))
    parts = [HEAD, f"## Single rolls\n\n```{{eval-rst}}\n{questions()}```\n"]
    for title, group in groups:
        entries = "\n".join(entry(name) for name in group)
        parts.append(f"## {title}\n\n```{{eval-rst}}\n{entries}```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
