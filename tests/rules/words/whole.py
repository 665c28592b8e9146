"""A shipped language as one file, as one of one's own may be."""

import re

from mangonel.rules.files import data_root

FOLDER = data_root() / "locales"
_HEADING = re.compile(r"^\[.+\]$", re.MULTILINE)


def whole_text(name: str) -> str:
    """Return all files of a language as the text of one: sections of the same name follow one another."""
    first, *others = sorted((FOLDER / name).glob("*.toml"), key=lambda file: file.stem != "program")
    head, sections = _sections(first.read_text(encoding="utf-8"))
    for file in others:
        for heading, entries in _sections(file.read_text(encoding="utf-8"))[1].items():
            sections[heading] = sections.get(heading, "") + _new(entries, sections.get(heading, ""))
    return head + "".join(f"{heading}{entries}\n" for heading, entries in sections.items())


def _new(entries: str, known: str) -> str:
    """Return the lines of a section whose keys are not there yet: two games may tell the same phrase."""
    keys = {line.partition(" = ")[0] for line in known.splitlines() if line.startswith('"')}
    return "".join(line for line in entries.splitlines(keepends=True) if line.partition(" = ")[0] not in keys)


def _sections(text: str) -> tuple[str, dict[str, str]]:
    head, *entries = _HEADING.split(text)
    return head, dict(zip(_HEADING.findall(text), entries, strict=True))
