"""Documents of sheets: the contents of each, its name and its files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final

from msgspec.structs import replace

from mangonel.errors import DataError
from mangonel.games.system import check_rules, system_of, systems
from mangonel.paper.catalogue import Catalogue, player_aid
from mangonel.paper.changes import changed_sheet, changes_sheet
from mangonel.paper.wanted import Asked
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words.loading import load_locale
from mangonel.rules.words.locale import Locale

_TOGETHER: Final = "sheets"
_AID: Final = "aid"
_CHANGES: Final = "changes"


@dataclass(frozen=True, slots=True)
class Style:
    """How documents look."""

    formats: tuple[str, ...] = ("pdf",)
    """Some of ``pdf``, ``svg``, ``png`` and ``csv``."""
    paper: str = "a4"
    orientation: str = "portrait"
    ink: str = "grey"
    """`paper`, `orientation`, `ink`: ``a4`` or ``letter``, ``portrait`` or ``landscape``, ``grey`` or ``colour``."""
    date: str = ""
    """A date to be printed, none if empty."""
    dpi: int = 200
    """Dots an inch of PNG."""
    layout: str = ""
    """``cards`` to be cut out or ``a5`` for a booklet, which need no orientation; pages if empty."""

    @property
    def suffix(self) -> str:
        """The part of a file name that says how the document looks."""
        usual = "colour" if self.formats == ("png",) else "grey"
        return f"{self.paper}-{self.layout or self.orientation}" + ("" if self.ink == usual else f"-{self.ink}")


@dataclass(frozen=True, slots=True)
class Document:
    """One document, in words that can be handed to another process."""

    name: str
    """Name of its files without an ending, with a folder before it where languages have their own."""
    rules: tuple[str, ...]
    """Names or paths of one rule set, or of two that are compared."""
    language: str
    """Name or path of the language."""
    pages: tuple[tuple[str, str], ...]
    """Name of each sheet in it, and the view asked for, which it need not have."""
    style: Style
    kind: str = ""
    """Empty if it holds these sheets, ``aid`` for the player aid of all sides, ``changes`` for their differences."""
    all_cells: bool = True


def documents(
    rules: Sequence[tuple[str, ...]],
    languages: Sequence[str],
    sheets: Iterable[str] = (),
    views: Sequence[str] = (),
    style: Style | None = None,
    *,
    together: bool = False,
    all_cells: bool = True,
) -> list[Document]:
    """Return the documents that are asked for; everything that they name is read, so that a mistake costs nothing.

    For each of them `rules` has the names or paths of one rule set, or of two that are compared; several languages have
    a folder each. Without sheets it is the player aid, or all sheets of a game that has no sides. A sheet that does not
    have a view is shown as it is, once; without any, each is shown in its first view. All sheets of a rule set and a
    language are one document if they are `together`; unless `all_cells` are printed, cells alike under two rule
    sets is left out.

    It is a DataError if anything named is not there, or two documents would have the same files.
    """
    style = Style() if style is None else style
    wanted = tuple(sheets)
    papers: list[Document] = []
    spoken = {language: load_locale(language).language for language in languages}
    for (language, code), ruling in product(spoken.items(), rules):
        sets = [load_rules(name) for name in ruling]
        catalogue = _catalogue(sets)
        ids = "-".join(rule_set.id for rule_set in sets)
        kind = ""
        if not wanted and catalogue.sides:
            kind = _AID if all_cells or len(ruling) == 1 else _CHANGES
        # All sides of a player aid have one view.
        choices = [(view,) for view in dict.fromkeys(views)] if kind and views else [tuple(views)]
        parts = [tuple(_shown(catalogue, wanted, choice)) for choice in choices]
        if not together and not kind:
            parts = [(entry,) for entry in parts[0]]
        for pages in parts:
            if together or kind:
                viewed = dict.fromkeys(view for _, view in pages) if views else ()
                title = "-".join((kind or _TOGETHER, ids, code, *viewed))
            else:
                title = f"{pages[0][0]}-{ids}-{code}-{catalogue.view_of(*pages[0])}"
            name = f"{f'{code}/' if len(spoken) > 1 else ''}{title}-{style.suffix}"
            papers.append(Document(name, ruling, language, pages, style, kind, all_cells))
    names = [document.name for document in papers]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise DataError("two of the sheets would be written to the same file", value=twice)
    return papers


def without_view(document: Document) -> list[tuple[str, str, str]]:
    """Return the sheets of a document that lack the view asked for: the name, that view, and the one shown instead."""
    catalogue = _catalogue([load_rules(name) for name in document.rules])
    shown = ((name, view, catalogue.view_of(name, view)) for name, view in document.pages)
    return [entry for entry in shown if entry[1] != entry[2]]


def rules_with(sheets: Sequence[str], rules: Sequence[str], *, everything: bool = False) -> tuple[str, ...]:
    """Return the rule sets that some sheets are of, all sheets if none is named.

    If no rule set is asked for, it is the usual one of the first game that has the sheets, or of the usual game if none
    has them. With `everything` it is the shipped rule sets of all games that have the sheets, too.
    """
    shown = {system.id: system.sheets().known for system in systems()}
    games = [system for system in systems() if shown[system.id] and set(sheets) <= shown[system.id]]
    if everything:
        rules = (*(name for system in games for name in rule_set_names(system.id)), *rules)
    return tuple(dict.fromkeys(rules)) or ((games or systems())[0].rules,)


def _catalogue(sets: Sequence[RuleSet]) -> Catalogue:
    system = system_of(sets[0])
    for rules in sets:
        check_rules(rules, system)
    catalogue = system.sheets()
    if not catalogue.known:
        raise DataError("there are no sheets of this game", value=system.title)
    return catalogue


def _shown(catalogue: Catalogue, sheets: Sequence[str], views: Sequence[str]) -> list[tuple[str, str]]:
    names = catalogue.names(sheets)
    if not views:
        return [(name, catalogue.entry(name).views[0]) for name in names]
    # A sheet that several views come to is shown once, in the view asked for that it has, if there is one.
    sheets_asked: dict[tuple[str, str], str] = {}
    for name, view in product(names, views):
        found_view = catalogue.view_of(name, view)
        if view == found_view or (name, found_view) not in sheets_asked:
            sheets_asked[name, found_view] = view
    return [(name, view) for (name, _), view in sheets_asked.items()]


def write_out(document: Document) -> dict[str, bytes]:
    """Return the files of a document by name."""
    from mangonel.paper.files import sheet_files

    sets: tuple[RuleSet, ...] = tuple(load_rules(name) for name in document.rules)
    catalogue = _catalogue(sets)
    locale: Locale = load_locale(document.language)
    style = document.style
    views = [Asked(sets, locale, view, style.date) for _, view in document.pages]
    files = catalogue.build if document.all_cells or len(sets) == 1 else partial(changed_sheet, catalogue)
    if document.kind == _AID:
        # Rules and sources would fill as many cards as the tables.
        sheets = player_aid(catalogue, views[0], brief=style.layout == "cards")
    elif document.kind == _CHANGES:
        sheets = (changes_sheet(catalogue, views[0]),)
    else:
        sheets = tuple(files(name, page) for (name, _), page in zip(document.pages, views, strict=True))
    if document.kind != _AID and style.layout == "cards" and len(sheets) > 1:
        sheets = tuple(replace(sheet, foot=()) for sheet in sheets)
    title = views[0].text("frame.aid" if document.kind == _AID else "frame.together")
    names = ", ".join(locale.translated(rules.title) for rules in sets)
    return sheet_files(
        sheets,
        document.name,
        style.formats,
        paper=style.paper,
        orientation=style.orientation,
        ink=style.ink,
        dpi=style.dpi,
        title=views[0].named(title, names) if len(sheets) > 1 else "",
        language=locale.language,
        layout=style.layout,
    )
