"""The page for the web: one file that asks nobody, with all single rolls of some rule sets."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from mangonel._version import __version__
from mangonel.errors import DataError
from mangonel.locales import load_locale, locale_names
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.registry import check_rules, system_of
from mangonel.web.document import document

__all__ = ["page_bytes", "write_page"]

_TEMPLATES = Path(__file__).with_name("templates")
_FACES: Final = "/* faces */"  # where they go when all letters are known


def write_page(path: Path, rule_sets: Sequence[RuleSet], language: str = "en") -> None:
    """Write the page as a file.

    Parameters
    ----------
    path
        The file.
    rule_sets
        Rule sets of one game, to be seen beside each other; at least one.
    language
        The language in which it opens: the name of one of the program, all of which it speaks, or the path of one.

    Raises
    ------
    DataError
        If the rule sets are of more than one game, the language is unknown, or the file cannot be written.
    """
    page = page_bytes(rule_sets, language)
    try:
        path.write_bytes(page)
    except OSError as error:
        raise DataError("cannot be written", file=path, value=error.strerror) from error


def page_bytes(rule_sets: Sequence[RuleSet], language: str = "en") -> bytes:
    """Return the page as HTML in UTF-8. Takes as `write_page` does, and raises what it raises."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    from mangonel.press.web_fonts import font_faces

    system = system_of(rule_sets[0])
    for rules in rule_sets:
        check_rules(rules, system)
    first = load_locale(language)
    others = (load_locale(name) for name in locale_names())
    languages = (first, *(words for words in others if words.language != first.language))
    data = json.dumps(document(system, rule_sets, languages), ensure_ascii=False, separators=(",", ":"))
    script = "".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in ("lookup.js", "page.js"))
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    page = environment.get_template("page.html").render(
        title=f"{system.title} – {first.text('web.heading')}",  # noqa: RUF001 - a dash between words
        words=first,
        version=__version__,
        allowed=b64encode(sha256(script.encode()).digest()).decode(),
        style=Markup((_TEMPLATES / "page.css").read_text(encoding="utf-8")),  # noqa: S704 - a file of the program
        # No text can end the element that it stands in.
        data=Markup(data.replace("<", "\\u003c")),  # noqa: S704 - as the line above sees to
        script=Markup(script),  # noqa: S704 - a file of the program
    )
    return page.replace(_FACES, font_faces(page), 1).encode()
