"""Make the section "Steps and code" of docs/sequences: the functions whose docstrings name a step of the page.

The site adds it to each page when it is built (`docs/conf.py`), so it is not committed.
"""

from __future__ import annotations

import ast
import re
import textwrap
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = {file.stem: file for file in sorted((ROOT / "docs" / "sequences").glob("*.md"))}
HEAD = "\n## Steps and code\n"
Reference = tuple[Path, ast.FunctionDef, str, set[int], str]
"""File and function, words of the heading, numbers of steps, and words in the step."""
_STEP = re.compile(r"[(;] ?(?:([a-z -]+), )?([A-Za-z ]+), (\d(?:(?:, | and | to )\d)*)(?:, ([^;)]+))?(?=[;)])")
_POINTS = ("first point", "second point", "third point")


@cache
def page_of(file: Path) -> str:
    """Return the page of a file: of its name, or that of the one sequence whose files import it; else none."""
    name = {"ladder": "ladder-assault"}.get(file.stem, file.stem.replace("_", "-"))
    if name in PAGES:
        return name
    user = re.compile(rf"^from mangonel\.games\.{file.parent.name}\.{file.stem} import", re.MULTILINE)
    users = (other for other in file.parent.glob("*.py") if user.search(other.read_text(encoding="utf-8")))
    pages = {page_of(other) for other in users}
    return pages.pop() if len(pages) == 1 else ""


@cache
def every_reference() -> dict[str, list[Reference]]:
    """Return what functions of sequences, and others that name a page, say of it, by page."""
    found: dict[str, list[Reference]] = {}
    for file in sorted((ROOT / "analysis" / "mangonel" / "games").glob("*/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for named, heading, numbers, words in _STEP.findall(ast.get_docstring(node) or ""):
                low, high = int(numbers[0]), int(numbers[-1])
                span = range(low, high + 1) if "to" in numbers else map(int, re.findall(r"\d", numbers))
                page = named.replace(" ", "-") or page_of(file)
                found.setdefault(page, []).append((file, node, heading, set(span), words))
    return found


def references(page: str) -> list[Reference]:
    """Return what is said of a page; the functions of its own sequence first."""
    found = every_reference().get(page, [])
    return sorted(found, key=lambda one: (one[0].stem.replace("_", "-") not in page, one[0].stem, one[1].lineno))


def section(page: str, text: str) -> str:
    """Return the section of a page, from its text without it."""
    rows, known = ["", "| step | functions |", "|---|---|"], references(page)
    beside: dict[str, list[str]] = {}
    for heading, body in re.findall(r"^#+ (.+)\n((?:(?!#).*\n)*)", text, re.MULTILINE):
        for number, step in re.findall(r"^(\d)\. (.*\n(?:[ \n].*\n|\n)*)", body, re.MULTILINE):
            lead, links = re.match(r"\*\*(.+?)\.?\*\*", step), []
            for file, node, where, numbers, words in known:
                if int(number) not in numbers or where.lower() not in heading.lower():
                    continue
                place = f"../../{file.relative_to(ROOT).as_posix()}#L{node.lineno}"
                links.append(f"[`{file.stem}.{node.name}`]({place})")
                if page_of(file) == page:
                    part = step.split("\n   - ")[1 + _POINTS.index(words)] if words in _POINTS else step
                    code = ast.get_source_segment(file.read_text(encoding="utf-8"), node, padded=True)
                    beside.setdefault(" ".join(part.split()), []).append(textwrap.dedent(code or ""))
            title = f"{heading}, {number}: {lead[1]}" if lead else f"{heading}, {number}"
            rows += [f"| {title} | {', '.join(dict.fromkeys(links))} |"] if links else []
    quotes = (
        f"\n> {part}\n" + "".join(f"\n```python\n{code}\n```\n" for code in codes) for part, codes in beside.items()
    )
    return HEAD + "\n".join((*rows, *quotes)) + "\n"
