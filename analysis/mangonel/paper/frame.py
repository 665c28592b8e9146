"""The frame of every sheet: title, rules in force, sources, changes, version."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from mangonel._version import __version__
from mangonel.paper.blocks import Block, Cell, Grid, Lines, Sheet
from mangonel.paper.wanted import ARROW, MISSING, NEVER, Asked
from mangonel.rules.ruleset import RuleSet

_DOT: Final = " \N{MIDDLE DOT} "
_OFF: Final = "off"


def make_sheet(
    asked: Asked,
    name: str,
    spec: Mapping[str, Any],
    content: Mapping[str, Any],
    how: Sequence[str],
    blocks: Mapping[str, Sequence[Block]],
    names: Callable[..., Sequence[str]],
) -> Sheet:
    """Return a sheet with all that belongs to every sheet; an option told by a footnote is not told at the foot.

    The file of the game declares `spec` of it, and `content` of all sheets. `names` returns the ``tables`` that it is
    made of under some rule sets, and the ``options`` that count for it. Those ``at-play``, without which the grids
    cannot be read, are told in the frame on how to read it; ``boxed`` ones above a table. It is ``brief`` to save
    lines: sources are named without the places in them, and how to read it is one paragraph. Where options are
    ``titled``, one that is ``off`` is never told: that a rule is not in force is no rule. Options ``within`` another
    say nothing where that is ``off`` or ``none``. Places in sources are told ``only-with`` one of some options.
    """
    titled, brief, at_play = content.get("titled", False), spec.get("brief", False), spec.get("at-play", ())
    grids = [block for part in blocks.values() for block in part if isinstance(block, Grid)]
    cells = [cell for grid in grids for cell in grid.cells]
    options = [name for name in names("options", *asked.sets) if all(name in rules.options for rules in asked.sets)]
    known = [option for option in options if any(_in_force(rules, option, content) for rules in asked.sets)]
    elsewhere = (*at_play, *spec.get("boxed", ()))
    apart = [option for option in (*known, *elsewhere) if len(set(asked.answers(asked.choice, option))) > 1]
    signs, side = legend(asked, cells), tuple(blocks["side"])
    notes = tuple((sign, text) for text, sign in asked.notes.texts.items())
    if asked.only_changes:
        foot = [asked.rule(option, titled=titled) for option in apart]
        side += (Lines(asked.text("frame.notes"), notes),) if notes else ()
    else:
        unshown = [place for place, needed in content.get("only-with", {}).items() if not {*needed} & {*known}]
        kept = [option for option in known if option in apart or option not in asked.notes.options]
        in_force = [asked.rule(option, titled=titled) for option in kept]
        lines = [
            ("frame.options", asked.listed(in_force)),
            ("frame.sources", _sources(asked, names, unshown, brief=brief or not spec.get("places", True))),
            *(("frame.changed", text) for text in _changes(asked, names)),
        ]
        # Explanations of the tables come first.
        foot = [" ".join(signs)] if signs and not how else []
        foot += [" ".join(f"{sign}\N{NO-BREAK SPACE}{text}." for sign, text in notes)] if notes else []
        foot += [f"{asked.named(asked.text(key), text)}." for key, text in lines if text and not asked.brief]
    view = spec.get("at-least", "views.at-least") if asked.view == "at-least" else f"views.{asked.view}"
    numbers = asked.text(view) if any(cell.chance is not None for cell in cells) else ""
    if numbers and asked.no_view:
        numbers = asked.listed([numbers, asked.text("frame.no_view", view=asked.text(f"views.{asked.no_view}"))])
    lacking = any(MISSING in (cell.value, cell.other) for cell in cells)
    missing = [f"{asked.named(MISSING, asked.text('frame.missing'))}."] if lacking else []
    # The meaning of the shade belongs to how to read the cells, and saves a line there.
    reading = [
        " ".join((*how[:1], *signs)) if how else "",
        *how[1:],
        " ".join(asked.sentence(option) for option in at_play),
        " ".join((*_compared(asked, grids, apart=bool(apart)), *missing)),
    ]
    reading = [part for part in reading if part]
    title = asked.text(f"titles.{name}")
    sets = f" {ARROW} ".join(f"[{rules.id} {rules.digest}]" for rules in asked.sets)
    return Sheet(
        id=name,
        title=title,
        subtitle=_DOT.join(part for part in (names_of(asked), numbers) if part),
        how=(" ".join(reading),) if brief else tuple(reading),
        main=tuple(blocks["main"]),
        side=side,
        last=tuple(blocks["last"]),
        foot=tuple(foot),
        stamp=_DOT.join(part for part in (sets, f"mangonel {__version__}", asked.date) if part),
        names=tuple(asked.short_names()) if len(asked.sets) > 1 else (),
        page=asked.locale.phrases["frame.page"],
        continued=asked.text("frame.continued", title=title),
    )


def names_of(asked: Asked) -> str:
    """Return the titles of the rule sets; of two, with the names that stand for them in the rest of the sheet."""
    titles = [asked.locale.translated(rules.title) for rules in asked.sets]
    if len(titles) == 1:
        return titles[0]
    return f" {ARROW} ".join(f"{title} ({name})" for title, name in zip(titles, asked.short_names(), strict=True))


def _in_force(rules: RuleSet, option: str, content: Mapping[str, Any]) -> bool:
    whole = content.get("within", {}).get(option)
    return rules.choice(option) != _OFF and (whole is None or rules.choice(whole) not in {_OFF, "none"})


def legend(asked: Asked, cells: Sequence[Cell]) -> tuple[str, ...]:
    """Return the meanings of shade and signs of cells."""
    if all(cell.chance is None for cell in cells):
        return ()
    signs = {
        "shaded" if {cell.harm for cell in cells} <= {0, 1} else "harm": True,
        "never": any(NEVER in (cell.value, cell.other) and cell.chance is not None for cell in cells),
        "hatched": any(cell.kind == "attacker" for cell in cells),
    }
    return tuple(asked.text(f"frame.{key}") for key, holds in signs.items() if holds)


def _compared(asked: Asked, grids: Sequence[Grid], *, apart: bool) -> tuple[str, ...]:
    if len(asked.sets) == 1:
        return ()
    left, right = asked.short_names()
    count, total = sum(grid.changes for grid in grids), sum(len(grid.cells) for grid in grids)
    key = "frame.compared" if count else "frame.alike_but" if apart else "frame.alike"
    return (asked.text(key, left=left, right=right, count=count, total=total),)


def _sources(asked: Asked, names: Callable[..., Sequence[str]], unshown: Collection[str], *, brief: bool) -> str:
    """Return the printed sources, each with the places in it, each of them once."""
    places: dict[str, dict[str, None]] = {}
    translated = asked.locale.translated
    # A section is translated as a whole, and may have more places then.
    left_out = {translated(place) for place in unshown}
    for rules in asked.sets:
        for name in names("tables", rules):
            if name in rules.tables:
                source = rules.tables[name].source
                printed = f"{translated(source.title)} ({translated(source.edition)})"
                section = translated(source.section).replace("\N{NO-BREAK SPACE};", ";")
                shown = [place for place in section.split("; ") if place not in left_out]
                places.setdefault(printed, {}).update(dict.fromkeys(shown))
    if brief:
        return asked.listed(list(places))
    return ". ".join(asked.named(printed, asked.listed(list(sections))) for printed, sections in places.items())


def _changes(asked: Asked, names: Callable[..., Sequence[str]]) -> list[str]:
    """Return how many cells of these tables differ from the printed ones, and by which rule file."""
    texts: dict[str, None] = {}
    for rules in asked.sets:
        tables = {*names("tables", rules)}
        changes = (change for change in rules.changes if change.kind != "option" and change.before != change.after)
        authors = [change.by for change in changes if change.where.split(".")[0] in tables]
        if authors:
            texts[asked.locale.plural("frame.changes", len(authors), rules=", ".join(dict.fromkeys(authors)))] = None
    return list(texts)
