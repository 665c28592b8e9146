"""What reports of all kinds say beside their numbers: question, assumptions, one game told, where numbers come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mangonel.locales import Locale
from mangonel.odds.notes import Note
from mangonel.odds.result import Provenance
from mangonel.press.blocks import Block, Paragraph, Section, Table, Verbatim
from mangonel.reports.ids import engine_name, listed
from mangonel.reports.report_model import ReportText

__all__ = [
    "METHODS",
    "assumptions_section",
    "facts_table",
    "footer",
    "made_table",
    "question_section",
    "source_rows",
    "trace_section",
]

METHODS = {"exact": "exact", "common random numbers": "common", "independent": "independent"}
"""The ways of comparing, with what the keys of their sentences end in."""

_NOTHING = "-"


def question_section(text: ReportText, words: Locale, more: Iterable[Block] = ()) -> Section:
    """Return the question in words, with the scenario it is asked of; `more` stands between the two."""
    blocks: list[Block] = [Paragraph(text.question, "lead"), *more]
    if text.scenario:
        blocks.append(facts_table(words.text("report_question.scenario"), text.scenario, words))
    return Section("question", words.text("report_question.heading"), tuple(blocks))


def assumptions_section(text: ReportText, words: Locale) -> Section | None:
    """Return policies and assumptions, or None if none were named."""
    blocks = tuple(
        facts_table(words.text(f"report_assumptions.{key}"), facts, words)
        for key, facts in (("policies", text.policies), ("assumptions", text.assumptions))
        if facts
    )
    return Section("assumptions", words.text("report_assumptions.heading"), blocks) if blocks else None


def trace_section(text: ReportText, words: Locale) -> Section | None:
    """Return one game, roll by roll, or None if none was given; it says so if lines of it had to stay English."""
    if not text.trace.strip():
        return None
    note = words.text("report_trace.note")
    if text.told_in_english:
        note = f"{note} {words.text('report_trace.in_english')}"
    game = Verbatim(text.trace.rstrip(), text.told_in_english)
    return Section("trace", words.text("report_trace.heading"), (Paragraph(note, "note"), game))


def source_rows(sources: Sequence[Provenance], words: Locale) -> list[tuple[str, ...]]:
    """Return the rows of a table that says where numbers come from: what it is, and one cell for each source.

    The last row is the note of the engine.
    """
    by_hand, no_trials = words.text("report_provenance.by_hand"), words.text("report_provenance.no_trials")
    cells: dict[str, Callable[[Provenance], str]] = {
        "rules": lambda source: source.rules,
        "digest": lambda source: source.digest,
        "scenario": lambda source: words.translated(source.scenario) or by_hand,
        "scenario_digest": lambda source: source.scenario_digest or _NOTHING,
        "engine": lambda source: engine_name(source.engine, words),
        "trials": lambda source: no_trials if source.trials is None else words.number(source.trials),
        "seed": lambda source: _NOTHING if source.seed is None else str(source.seed),
        "states": lambda source: _NOTHING if source.states is None else words.number(source.states),
        "note": lambda source: listed((note.said(words) for note in _notes(source)), words) or _NOTHING,
    }
    return [
        ("mangonel", *(source.version for source in sources)),
        ("numpy", *(source.numpy for source in sources)),
        *((words.text(f"report_provenance.{key}"), *map(cell, sources)) for key, cell in cells.items()),
    ]


def _notes(source: Provenance) -> tuple[Note, ...]:
    """Return the notes on a run; one that was interrupted says so in any case."""
    if source.interrupted and not any(note.key.startswith("interrupted") for note in source.notes):
        return (*source.notes, Note("interrupted"))
    return source.notes


def made_table(text: ReportText, words: Locale, *, method: str = "") -> Table:
    """Return how the report was made: how the two sides were compared, if there are two, the command and the date."""
    facts = [("compared", words.text(f"report_provenance.method_{METHODS[method]}") if method else "")]
    facts += [("command", text.command), ("date", text.date)]
    rows = [(words.text(f"report_provenance.{key}"), fact) for key, fact in facts if fact]
    return facts_table(words.text("report_provenance.made"), rows, words)


def footer(sources: Iterable[Provenance]) -> str:
    """Return the line at the foot of every printed page, the same in all languages."""
    sources = tuple(sources)
    return "  |  ".join((f"mangonel {sources[0].version}", *(f"{source.rules} {source.digest}" for source in sources)))


def facts_table(caption: str, facts: Iterable[tuple[str, str]], words: Locale) -> Table:
    """Return a table of facts: name and text."""
    return Table(caption, (words.text("report.item"), words.text("report.setting")), tuple(facts), numeric=False)
