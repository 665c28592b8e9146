"""Make the section "Steps and code" of docs/sequences: the functions whose docstrings name a paragraph of the page.

The site adds it to each page when it is built (`docs/conf.py`), so it is not committed. A reference stands in brackets:
a page (left out where it is that of the sequence itself), a heading or the words that a paragraph begins with, the
numbers of steps below it, and words that stand there: ``(ram, besiegers, 2, Fire-fighting)``; several are parted by
semicolons.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = {file.stem: file for file in sorted((ROOT / "docs" / "sequences").glob("*.md"))}
HEAD = "\n## Steps and code\n"
_BEGINS = re.compile(r"(?:#+ (?P<heading>.+)| *(?:- |\d\. )?(?P<stars>\*\*?)(?=\w)(?P<lead>[^*]+)(?P=stars))")
_SHARED = "Whatever several sequences share stands on the page of the one whose paragraph it plays."
_POINTS = ("first point", "second point", "third point")


@cache
def pages_of(file: Path) -> frozenset[str]:
    """Return the page of a file, by its name; else those of the sequences whose files import it."""
    name = {"ladder": "ladder-assault"}.get(file.stem, file.stem.replace("_", "-"))
    if name in PAGES:
        return frozenset({name})
    user = re.compile(rf"^from mangonel\.games\.{file.parent.name}\.{file.stem} import", re.MULTILINE)
    users = (other for other in file.parent.glob("*.py") if user.search(other.read_text(encoding="utf-8")))
    return frozenset().union(*map(pages_of, users))


@cache
def paragraphs(page: str) -> dict[str, str]:
    """Return what stands below each heading of a page, and each paragraph that begins with words in italics or bold."""
    lines = PAGES[page].read_text(encoding="utf-8").splitlines(keepends=True)
    begun = [(place, match) for place, line in enumerate(lines) if (match := _BEGINS.match(line))]
    headings = [place for place, match in begun if match["heading"]] + [len(lines)]
    texts: dict[str, str] = {}
    for (place, match), (after, _) in zip(begun, [*begun[1:], (len(lines), None)], strict=True):
        if match["heading"]:
            texts.setdefault(match["heading"], "".join(lines[place + 1 : min(at for at in headings if at > place)]))
        else:
            texts.setdefault(match["lead"].rstrip(".:"), textwrap.dedent("".join(lines[place:after])))
    return texts


def found(reference: str, page: str) -> list[tuple[str, str, str]]:
    """Return page, title and text of the paragraphs that a reference names; empty if one is not there."""
    head, *rest = (word.strip() for word in reference.split(","))
    other = head.lower().replace(" ", "-")
    if rest and other in PAGES:
        return found(", ".join(rest), other)
    for title, text in paragraphs(page).items():
        if head and re.search(rf"\b{re.escape(head)}\b", title, re.IGNORECASE):
            texts = [(title, text)]
            for word in rest:
                texts = [narrower for each in texts for narrower in _narrowed(*each, word)]
            if texts:
                return [(page, *each) for each in texts]
    return []


def _narrowed(title: str, text: str, word: str) -> list[tuple[str, str]]:
    """Return the steps or the point of a text that a word of a reference names, or the text if the word is in it."""
    if numbers := re.fullmatch(r"(\d)(?: (and|to) (\d))?", word):
        low, between, high = numbers.groups()
        wanted = range(int(low), int(high) + 1) if between == "to" else [int(low), int(high or low)]
        steps = {int(step[0]): step for step in re.findall(r"^\d\. .*\n(?:(?!\d\.).+\n|\n(?= ))*", text, re.MULTILINE)}
        leads = {number: re.match(r"\d\. \*\*(.+?)\.?\*\*", step) for number, step in steps.items()}
        if not set(wanted) <= set(steps):
            return []
        ends = {number: f": {lead[1]}" if lead else "" for number, lead in leads.items()}
        return [(f"{title}, {number}{ends[number]}", steps[number]) for number in dict.fromkeys(wanted)]
    if word in _POINTS:
        return [(title, point) for point in text.split("\n   - ")[1 + _POINTS.index(word) :][:1]]
    return [(title, text)] if word.lower() in text.lower() else []


@cache
def _named() -> list[tuple[Path, ast.FunctionDef, tuple[str, str, str]]]:
    """Return which functions of the games name which paragraphs: page, title and text."""
    return [
        (file, node, paragraph)
        for file in sorted((ROOT / "analysis" / "mangonel" / "games").glob("*/*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for reference in references(ast.get_docstring(node) or "")
        for page in pages_of(file)
        for paragraph in dict.fromkeys(found(reference, page))
    ]


def references(docstring: str) -> Iterator[str]:
    """Yield whatever stands in brackets."""
    for brackets in re.findall(r"\(([^()]+)\)", " ".join(docstring.split())):
        yield from brackets.split(";")


def section(page: str) -> str:
    """Return the section of a page."""
    prose = PAGES[page].read_text(encoding="utf-8")
    known = dict.fromkeys(one for one in _named() if one[2][0] == page)
    # Functions of the sequence's own file first.
    known = sorted(known, key=lambda one: (one[0].stem.replace("_", "-") not in page, one[0].stem, one[1].lineno))
    rows: dict[str, dict[str, None]] = {}
    beside: dict[str, list[str]] = {}
    for file, node, (_, title, text) in sorted(known, key=lambda one: prose.find(one[2][2].split("\n")[0].strip())):
        place = f"../../{file.relative_to(ROOT).as_posix()}#L{node.lineno}"
        rows.setdefault(title, {})[f"[`{file.stem}.{node.name}`]({place})"] = None
        if page in pages_of(file):
            code = ast.get_source_segment(file.read_text(encoding="utf-8"), node, padded=True)
            beside.setdefault(textwrap.dedent(text).strip(), []).append(textwrap.dedent(code or ""))
    table = [f"| {title} | {', '.join(links)} |" for title, links in rows.items()]
    quotes = (
        "\n"
        + textwrap.indent(text, "> ", lambda _: True)
        + "\n"
        + "".join(f"\n```python\n{code}\n```\n" for code in codes)
        for text, codes in beside.items()
    )
    return f"{HEAD}\n{_SHARED}\n" + "\n".join(("", "| step | functions |", "|---|---|", *table, *quotes)) + "\n"
