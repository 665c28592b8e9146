"""The pages as a site, as Sphinx builds it: ``python docs/make.py site``; pages stand where they stand anyway."""

import re
import runpy
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

project = "mangonel"
author = "The mangonel developers"
copyright = "The mangonel developers"  # noqa: A001 - Sphinx asks for it by this name
html_title = "mangonel"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
# Fields of dataclasses are told on the line below them, which autodoc reads; napoleon would tell them twice.
napoleon_google_docstring = False
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "data/ASSUMPTIONS.md", "reports/gallery/README.md", "benchmarks/*.md"]
# Folders that would take long to look through.
exclude_patterns = [".*", "analysis", "tests", "notebooks", "site"]
myst_heading_anchors = 4
html_theme = "furo"
html_show_sphinx = False
html_copy_source = False
# Most of what is shown is typed in a terminal.
highlight_language = "text"

NAVIGATION = {
    "Tutorials": ["docs/tutorials/player", "docs/tutorials/designer", "docs/tutorials/printer"],
    "Use": [
        "docs/questions",
        "docs/commands",
        "docs/explorer",
        "docs/export",
        "docs/charts",
        "docs/rosters",
        "docs/scenarios",
        "docs/rule-files",
        "docs/designing",
        "docs/long-runs",
        "reports/gallery/README",
    ],
    "Python": ["docs/python", "docs/ask-a-result", "docs/best", "docs/own-sequence", "docs/api"],
    "Rules": ["docs/options", "data/ASSUMPTIONS", "docs/sequences/*"],
    "How it is made": [
        "docs/trust",
        "docs/architecture",
        "CONTRIBUTING",
        "CHANGELOG",
        "benchmarks/*",
        "docs/decisions/*",
    ],
}

_STEPS = runpy.run_path(str(Path(__file__).parent / "make_steps.py"))
_LINK = re.compile(r"\[([^\]]*)\]\(([^):#\s]+)\)")
_OUTSIDE = re.compile(
    r"<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>|url\((?:https?:)?//"
)


def _with_navigation(_app: Sphinx, page: str, source: list[str]) -> None:
    """Put what stands at the side of every page behind the first one, which is read elsewhere, too."""
    if page == root_doc:
        for caption, pages in NAVIGATION.items():
            lines = "\n".join(pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n\n{lines}\n```\n"


def _without_folders(app: Sphinx, page: str, source: list[str]) -> None:
    """Name folders without a link: their pages stand at the side."""
    here = Path(app.srcdir, page).parent
    source[0] = _LINK.sub(lambda link: link[1] if (here / link[2]).is_dir() else link[0], source[0])


def _index(_app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Lead whoever opens the folder to the first page."""
    onward = f'<meta http-equiv="refresh" content="0; url={root_doc}.html">'
    return [("index", {"title": project, "body": onward}, "page.html")]


def _loads_nothing(app: Sphinx, failure: Exception | None) -> None:
    """Refuse a site that would load anything from outside."""
    for page in () if failure else Path(app.outdir).rglob("*.html"):
        found = _OUTSIDE.search(page.read_text(encoding="utf-8"))
        if found and "_downloads" not in page.parts:
            raise ExtensionError(f"{page.name} loads from outside: {found[0]}")


def _with_code(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add to the page of a sequence which functions play its steps."""
    room, _, name = page.rpartition("/")
    if room == "docs/sequences" and name in _STEPS["PAGES"]:
        source[0] += _STEPS["section"](name)


def _make_pages(_app: Sphinx) -> None:
    """Write the page of options and that of Python names, which are not committed."""
    for script in ("make_options.py", "make_api.py"):
        runpy.run_path(str(Path(__file__).parent / script), run_name="__main__")


def setup(app: Sphinx) -> None:
    """Join in."""
    app.connect("builder-inited", _make_pages)
    app.connect("source-read", _with_code)
    app.connect("source-read", _without_folders)
    app.connect("source-read", _with_navigation)
    app.connect("html-collect-pages", _index)
    app.connect("build-finished", _loads_nothing)
