"""A document and the parts common to all reports: question, assumptions, sources, how it was made; and their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, field, fields
from typing import Self

from mangonel.document.wording import engine_name
from mangonel.engine.intervals import Estimate
from mangonel.engine.notes import Note
from mangonel.engine.owners import naming
from mangonel.engine.result import Provenance
from mangonel.engine.run import run_auto
from mangonel.games.scenario import Scenario, assumptions_in_force, build, policies_in_force, scenario_facts
from mangonel.paper.blocks import WORDS, Blocks, Paragraph, Section, Table
from mangonel.rules.files import csv_text
from mangonel.rules.ruleset import Asked, RuleSet
from mangonel.rules.words import Locale, say, words
from mangonel.rules.words.locale import MINUS
from mangonel.rules.words.phrase_book import names_of


@dataclass(frozen=True, slots=True)
class ReportText:
    """The texts of a report besides the numbers."""

    title: str
    question: str
    """`title`, `question`: heading, and the question in words."""
    scenario: tuple[tuple[str, str], ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    assumptions: tuple[tuple[str, str], ...] = ()
    """`scenario`, `policies`, `assumptions`: facts in order: name and text."""
    command: str = ""
    """The command that makes the report again."""
    date: str = ""
    """The date, as printed."""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One number of the report, as a row of its CSV file."""

    section: str
    """Kind of number: ``ending``, ``side``, ``curve``, ``series``, ``loss-exactly``, ``loss-at-least``,
    ``loss-pair``, ``loss-ratio``, ``mean``, ``mean-given``, ``counter``, ``difference-ending``, ``effect-alone``,
    ``effect-left-out``, ``turn-quantile``, ``heat-map``, ``provenance`` and others."""
    rules: str
    """The rule set it holds for; ``right minus left`` with both names for a difference."""
    name: str
    """The ending, side, measure or counter."""
    turn: int | None = None
    """It holds by the end of this turn."""
    value: float | None = None
    """The number of losses, or another whole number or share that it belongs to."""
    x: int | None = None
    y: int | None = None
    """`x`, `y`: place in a heat map, or the losses of the two sides of a pair."""
    estimate: float | None = None
    lo: float | None = None
    hi: float | None = None
    se: float | None = None
    """The number, its 95 % interval and its standard error; equal ends and no error for an exact one."""
    text: str = ""
    """Text instead of a number, for example a digest."""

    @classmethod
    def of(cls, section: str, rules: str, name: str, estimate: Estimate, **place: int | None) -> Self:
        """Return the row of an estimate; `place` are `turn`, `value`, `x` and `y`."""
        values = {"estimate": estimate.value, "lo": estimate.low, "hi": estimate.high, "se": estimate.se}
        return cls(section, rules, name, text="" if estimate.exact else "sampled", **place, **values)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class ReportData:
    """A report ready to be rendered: everything in it is text, a drawing or a row of numbers."""

    title: str
    """Heading of the report."""
    sections: tuple[Section, ...]
    """In the order of reading."""
    footer: str
    """The line at the foot of every printed page: version, rule sets with digests."""
    numbers: tuple[NumberRow, ...]
    """Every number, for the CSV file."""
    words: Locale = field(default_factory=words)
    """The language of all texts; those of the page itself (the heading of the contents, page numbers) are taken from
    it."""

    @property
    def finding(self) -> str:
        """The finding, in one sentence: the first one under the title."""
        return next(block.text for section in self.sections for block in section.blocks if isinstance(block, Paragraph))


def report_of(title: str, sections: Iterable[Section | None], foot: str, numbers: Iterable[NumberRow]) -> ReportData:
    """Return a report of those of its sections that there are."""
    return ReportData(title, tuple(filter(None, sections)), foot, tuple(numbers))


def csv_bytes(rows: Sequence[NumberRow]) -> bytes:
    """Return the rows as CSV in UTF-8, numbers with all their digits."""
    heads = [field.name for field in fields(NumberRow)]
    # Programs know a hyphen for minus.
    return csv_text([heads, *map(astuple, rows)]).replace(MINUS, "-").encode()


_NOTHING = "-"


def source_rows(sources: Sequence[Provenance]) -> list[tuple[str, ...]]:
    """Return the rows of a table that says where numbers come from: the item, and one cell for each source.

    The last row is the note of the engine.
    """
    by_hand, no_trials = say("report_provenance.by_hand"), say("report_provenance.no_trials")
    cells: dict[str, Callable[[Provenance], str]] = {
        "rules": lambda source: source.rules,
        "digest": lambda source: source.digest,
        "scenario": lambda source: words().translated(source.scenario) or by_hand,
        "scenario_digest": lambda source: source.scenario_digest or _NOTHING,
        "engine": lambda source: engine_name(source.engine),
        "trials": lambda source: no_trials if source.trials is None else words().number(source.trials),
        "seed": lambda source: _NOTHING if source.seed is None else str(source.seed),
        "states": lambda source: _NOTHING if source.states is None else words().number(source.states),
        "note": lambda source: words().with_semicolons(note.said() for note in _notes(source)) or _NOTHING,
    }
    return [
        ("mangonel", *(source.version for source in sources)),
        ("numpy", *(source.numpy for source in sources)),
        *((say(f"report_provenance.{key}"), *map(cell, sources)) for key, cell in cells.items()),
    ]


def _notes(source: Provenance) -> tuple[Note, ...]:
    """Return the notes on a run; one that was interrupted says so in any case."""
    if source.interrupted and not any(note.key.startswith("interrupted") for note in source.notes):
        return (*source.notes, Note("interrupted"))
    return source.notes


def provenance_section(text: ReportText, sources: Table, *, method: str = "") -> Section:
    """Return the question with what is played, where the numbers come from, and how the report was made."""
    facts = {
        "report_question.scenario": text.scenario,
        "report_assumptions.policies": text.policies,
        "report_assumptions.assumptions": text.assumptions,
    }
    tables = (facts_table(say(key), rows, folded=True) for key, rows in facts.items() if rows)
    blocks: Blocks = (Paragraph(text.question), *tables, sources, made_note(text, method=method))
    return Section("provenance", say("report_provenance.heading"), blocks)


def made_note(text: ReportText | Making, *, method: str = "") -> Paragraph:
    """Return how the report was made: how the two sides were compared, if there are two, the command and the date."""
    facts = [("compared", say(f"report_provenance.method_{method.partition(' ')[0]}") if method else "")]
    facts += [("command", text.command), ("date", text.date)]
    items = (words().named(say(f"report_provenance.{key}"), fact) for key, fact in facts if fact)
    return Paragraph(words().with_semicolons(items), "note")


def footer(sources: Iterable[Provenance]) -> str:
    """Return the line at the foot of every printed page, the same in all languages."""
    sources = tuple(sources)
    return "  |  ".join((f"mangonel {sources[0].version}", *(f"{source.rules} {source.digest}" for source in sources)))


def facts_table(caption: str, facts: Iterable[tuple[str, str]], *, folded: bool = False) -> Table:
    """Return a table of facts: name and text."""
    header = (say("report.item"), say("report.setting"))
    return Table(caption, header, tuple(facts), text=WORDS, folded=folded)


_STATES, _GAMES = 20_000, 2_000
"""How a scenario is played to know which rules it asks for: exactly up to so many states, else so many games."""


@dataclass(frozen=True, slots=True)
class Making:
    """How a report is made."""

    command: str
    """The command that makes it again."""
    date: str
    """The date, as printed."""


def scenario_text(scenario: Scenario, rules: Sequence[RuleSet], making: Making) -> ReportText:
    """Return the texts of a report on a scenario under a rule set, or under several compared with the first."""
    title, names = words().translated(scenario.title), names_of(rules)
    first, *others = (words().translated(each.title) for each in rules)
    if not others:
        heading = say("report.title_scenario", scenario=title, rules=first)
        question = say("report.question_scenario", scenario=title, rules=first, rules_id=rules[0].id)
    else:
        named, right = words().with_semicolons(names[1:]), words().with_semicolons(others)
        heading = say("report.title_comparison", scenario=title, left=names[0], right=named)
        ids = {"left_id": rules[0].id, "right_id": words().joined(each.id for each in rules[1:])}
        question = say("report.question_comparison", scenario=title, left=first, right=right, **ids)
    return report_text(making, heading, question, scenario, rules)


def report_text(making: Making, title: str, question: str, scenario: Scenario, rules: Sequence[RuleSet]) -> ReportText:
    """Return the texts of a report on a scenario, given its heading and its question."""
    first, asked = rules[0], Asked()
    # Options that only one of several rule sets is asked for count too. It is known once the scenario has been played.
    built = [build(scenario, rule_set, asked) for rule_set in rules]
    for played in built:
        run_auto(played, trials=_GAMES, state_limit=_STATES)
    with naming(built[0].sides):
        facts, policies = scenario_facts(scenario, built[0].unit), policies_in_force(scenario)
        assumptions = assumptions_in_force(scenario, first, asked)
        return ReportText(title, question, facts, policies, assumptions, making.command, making.date)
