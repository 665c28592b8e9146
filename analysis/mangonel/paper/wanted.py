"""A request for a sheet: rule sets, language and view; their answers for a cell, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar
from unicodedata import combining, normalize

from mangonel.errors import DataError
from mangonel.paper.blocks import Cell, Row
from mangonel.rules.cells import NO_EFFECT, UNKNOWN, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import Table
from mangonel.rules.words import speaking
from mangonel.rules.words.locale import Locale, capital
from mangonel.rules.words.phrase_book import PhraseBook

ARROW: Final = "\N{RIGHTWARDS ARROW}"
MISSING: Final = "\N{MULTIPLICATION SIGN}"
"""Sign where a rule set has no such row or column."""

NEVER: Final = "\N{MIDDLE DOT}"
"""Sign where no face of the die brings a result."""

_RAISED: Final = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance with the result letters that it is the chance of."""

    mark: str
    chance: Fraction
    """`mark`, `chance`: the letters; the chance."""
    faces: tuple[int, ...] | None = None
    """The faces of a single die on which it comes; None if several dice are thrown, or they are not wanted."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A cell that the sources have lost, with the sign of its footnote."""

    note: str


Answer: TypeAlias = Chance | Unknown | str | None
"""A chance, a word, that the cell is lost, or nothing because the rule set has no such cell."""


def differ(one: Answer, other: Answer) -> bool:
    """Return whether two rule sets say different things on a cell: another chance, or the same by other results.

    A result that comes under neither is the same, whether there is a roll for it or none.
    """
    if _never(one) and _never(other):
        return False
    if isinstance(one, Unknown) and isinstance(other, Unknown):
        return False
    return one != other


def _never(answer: Answer) -> bool:
    return answer is None or (isinstance(answer, Chance) and not answer.chance)


def face_ranges(faces: Sequence[int]) -> str:
    """Return faces of a die as they are read off it, ``1-3, 8`` with dashes; a dot for none."""
    if not faces:
        return NEVER
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs)


def printed(letter: str) -> str:
    """Return a result as printed on the sheet: a dash so long that no number after it seems to be below 0."""
    return "\N{EM DASH}" if letter == NO_EFFECT else letter


def unsigned(text: str) -> str:
    """Return a text without the signs of footnotes."""
    return text.translate(dict.fromkeys(map(ord, _RAISED)))


@dataclass
class Footnotes:
    """Remarks on single cells, numbered in the order in which they come."""

    texts: dict[str, str] = field(default_factory=dict)
    """The sign of each remark, by its text."""
    options: set[str] = field(default_factory=set)
    """Ids of the options that remarks tell."""

    def sign(self, text: str) -> str:
        """Return the sign of a footnote, the same for the same text."""
        number = str(len(self.texts) + 1)
        return self.texts.setdefault(text, "".join(_RAISED[int(digit)] for digit in number))


VIEWS: Final = ("faces", "percent", "at-least", "outcomes", "tenths", "table")
"""Ways to see a table: faces of the die, chances, chances of at least each, named outcomes, tenths, and as printed."""

_HARM: Final = {"": 1.0, "out": 1.0, "wounded": 0.7, "back": 0.4, "nothing": 0.0, "attacker": 0.4}
"""How bad each kind of result is, for the shade where it says that."""

Given = ParamSpec("Given")
Said = TypeVar("Said")
Key = TypeVar("Key")


@dataclass(frozen=True)
class Asked:
    """One sheet's question.

    Raises
    ------
    DataError
        If there are not one or two rule sets, or no such view.
    """

    sets: tuple[RuleSet, ...]
    """One rule set, or two that are compared."""
    locale: Locale
    """The language."""
    view: str = "percent"
    """One of `VIEWS`."""
    date: str = ""
    """A date to be printed, none if empty."""
    no_view: str = ""
    """A view that was asked for and that the sheet does not have; empty if it has it."""
    only_changes: bool = False
    """Whether of two rule sets only the differing rules in force are told."""
    brief: bool = False
    """Whether it is for cards, which have no room for all that can be counted."""
    notes: Footnotes = field(default_factory=Footnotes, compare=False)
    """Footnotes of the cells of the sheet, which builders add to."""

    def __post_init__(self) -> None:
        if len(self.sets) not in (1, 2):
            raise DataError("a sheet shows one rule set or two", value=len(self.sets))
        if self.view not in VIEWS:
            raise DataError("no such view", value=self.view, allowed=VIEWS)

    @cached_property
    def _book(self) -> PhraseBook:
        with speaking(self.locale):
            return PhraseBook(self.rules.system)

    @property
    def rules(self) -> RuleSet:
        """The first rule set."""
        return self.sets[0]

    def text(self, key: str, **values: object) -> str:
        """Return a sentence in the language asked for."""
        return self.locale.text(key, **values)

    def word(self, kind: str, name: str) -> str:
        """Return the word for an id."""
        return self.locale.word(kind, name)

    def number(self, value: int | Fraction) -> str:
        """Return a whole number as the language writes it."""
        return self.locale.number(value)

    def by_word(self, kind: str, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return each id with its word, in the order of a dictionary, which has no regard to accents."""

        def plain(entry: tuple[str, str]) -> str:
            return "".join(sign for sign in normalize("NFD", entry[1].casefold()) if not combining(sign))

        return sorted(((name, self.word(kind, name)) for name in names), key=plain)

    def rows(self, table: str) -> list[str]:
        """Return the rows of a table under all rule sets."""
        return in_order([rules.table(table).rows for rules in self.sets])

    def columns(self, *tables: str) -> list[str]:
        """Return the columns of some tables under all rule sets."""
        return in_order([rules.table(table).columns for table in tables for rules in self.sets])

    def amount(self, chance: Fraction) -> str:
        """Return a chance as this view writes it: percent or rolls of ten, to one decimal where it is not whole."""
        top = 10 if self.view == "tenths" else 100
        value = chance * top
        return self.locale.number(value) if value.denominator == 1 else self.locale.tenths(value, top)

    def signed(self, value: int) -> str:
        """Return a whole number with its sign, and 0 without one."""
        return self.locale.signed(value) if value else self.locale.number(0)

    def die(self, table: str) -> str:
        """Return the dice of a table; of a die that counts from 0 with all that it shows."""
        return self.both(lambda rules: self._thrown(rules.table(table)))

    def _thrown(self, table: Table) -> str:
        if not table.zero:
            return self.text("frame.die", faces=table.die)
        return self.text("frame.die_zero", faces=table.die, top=table.die - 1)

    def counted(self, what: str) -> str:
        """Return a heading of chances that are no matter of one roll: with percent, where other cells tell faces."""
        return self.text("frame.in_percent", what=what) if self.view == "faces" else what

    def spoken(self, chance: Fraction) -> str:
        """Return a chance as written in a sentence."""
        if self.view == "tenths":
            return self.text("frame.of_ten", count=self.amount(chance))
        return self.locale.percentage(self.amount(chance))

    def cell(self, answers: Sequence[Answer], kind: str = "") -> Cell:
        """Return one cell from the answers of the rule sets."""
        first, last = answers[0], answers[-1]
        unlike = differ(first, last)
        known = next((answer for answer in answers if isinstance(answer, Chance)), None)
        if first is None and not unlike:
            # No roll at all is as good as a chance of zero.
            first = known
        return Cell(
            mark="" if known is None or known.faces is not None else known.mark,
            value="" if first is None and not unlike else self._lettered(first, last),
            chance=first.chance if isinstance(first, Chance) else None,
            kind=kind,
            other=self._lettered(last, first) if unlike else None,
            other_chance=last.chance if unlike and isinstance(last, Chance) else None,
            harm=_HARM[kind],
        )

    def _lettered(self, answer: Answer, other: Answer) -> str:
        """Return an answer; with its letters, which stand in the heading, if the other one has others there."""
        text = self._written(answer)
        if not isinstance(answer, Chance) or not isinstance(other, Chance) or answer.faces is not None:
            return text
        known = answer.chance and other.chance and answer.mark and other.mark
        return f"{answer.mark} {text}" if known and answer.mark != other.mark else text

    def _written(self, answer: Answer) -> str:
        if isinstance(answer, Chance):
            if self.view == "faces" and not answer.chance:
                return NEVER
            return self.amount(answer.chance) if answer.faces is None else face_ranges(answer.faces)
        if isinstance(answer, Unknown):
            return f"?{answer.note}"
        return MISSING if answer is None else answer

    def answers(
        self, ask: Callable[Concatenate[RuleSet, Given], Said], *given: Given.args, **named: Given.kwargs
    ) -> list[Said]:
        """Return the answer of each rule set, given more arguments."""
        return [ask(rules, *given, **named) for rules in self.sets]

    def row(
        self, label: str, ask: Callable[[RuleSet, Key], Answer], columns: Iterable[Key], kind: str = "", group: str = ""
    ) -> Row:
        """Return a row with the answers of the rule sets for each column."""
        return Row(label, tuple(self.cell(self.answers(ask, column), kind) for column in columns), group)

    def lost(self, rules: RuleSet, table: str, place: str) -> Unknown:
        """Return that a cell is lost, with a footnote that says why; cells of a table with one reason share it."""
        reason = self.locale.translated(rules.table(table).unknown.get(place, ""))
        text = self.text("frame.unknown" if reason else "frame.lost", where=self.title("tables", table), reason=reason)
        return Unknown(self.notes.sign(text))

    def reading(self, rules: RuleSet, option: str) -> str:
        """Return the sign of the footnote that tells a reading, by the id of its option.

        Where only changes are shown there is none: readings that differ are among the rules that do.
        """
        if self.only_changes:
            return ""
        self.notes.options.add(option)
        return self.notes.sign(self.named(self.title("options", option), self.choice(rules, option)))

    def readings(self, rules: RuleSet, table: str, row: str, column: str) -> str:
        """Return the signs of the footnotes on a known cell that options read; empty for cells that are as printed."""
        if rules.table(table).printed(row, column) == UNKNOWN:
            return ""
        place = f"{row}.{column}"
        options = dict.fromkeys(reading.option for reading in rules.tables[table].cells_if if place in reading.cells)
        return "".join(self.reading(rules, option) for option in options)

    def marked(self, rules: RuleSet, table: str, row: str, column: str, write: Callable[[str], str]) -> Answer:
        """Return a cell as `write` writes its letters; lost ones and readings are marked."""
        numbers = rules.table(table)
        if row not in numbers.rows or column not in numbers.columns:
            return None
        cell = numbers.printed(row, column)
        if cell == UNKNOWN:
            return self.lost(rules, table, f"{row}.{column}")
        return write(cell) + self.readings(rules, table, row, column)

    def both(self, ask: Callable[Concatenate[RuleSet, Given], str], *given: Given.args, **named: Given.kwargs) -> str:
        """Return a word under the rule set; under two that differ, both with an arrow between."""
        return f" {ARROW} ".join(dict.fromkeys(self.answers(ask, *given, **named)))

    def each(self, ask: Callable[Concatenate[RuleSet, Given], str], *given: Given.args, **named: Given.kwargs) -> str:
        """Return a sentence under the rule set; under two that differ, both with the name of each."""
        answers = self.answers(ask, *given, **named)
        if len(set(answers)) == 1:
            return answers[0]
        return self.listed([self.named(name, text) for name, text in zip(self.short_names(), answers, strict=True)])

    def named(self, name: str, text: str) -> str:
        """Return a name and its text."""
        return self.text("frame.named", name=name, text=text)

    def listed(self, texts: Sequence[str]) -> str:
        """Return parts of sentences one after another."""
        return self.text("frame.semicolon").join(texts)

    def short_names(self) -> list[str]:
        """Return the ids of the rule sets, with the beginning of the digest where two have the same id."""
        ids = [rules.id for rules in self.sets]
        alike = len(set(ids)) < len(ids)
        return [f"{rules.id} {rules.digest[:4]}" if alike else rules.id for rules in self.sets]

    def rule(self, name: str, *, titled: bool) -> str:
        """Return the meaning of the chosen value of an option, after the title of the option where that is wanted."""
        meaning = self.each(self.choice, name)
        return self.named(self.title("options", name), meaning) if titled else meaning

    def title(self, kind: str, name: str) -> str:
        """Return the title of an option or a table: `kind` is ``options`` or ``tables``."""
        rules = self.sets[0]
        known = rules.options[name] if kind == "options" else rules.tables[name]
        return self.locale.titled(kind, name, known.title)

    def choice(self, rules: RuleSet, name: str) -> str:
        """Return the meaning of the chosen value of an option under one rule set."""
        return self.locale.meaning(name, rules.choice(name), rules)

    def sentence(self, name: str) -> str:
        """Return the meaning of the chosen value of an option as a sentence of its own."""
        return f"{capital(self.rule(name, titled=False))}."

    def meaning(self, rules: RuleSet, table: str, letter: str) -> str:
        """Return the meaning of a result of a table under a rule set."""
        text = rules.table(table).results.get(letter)
        if text is not None:
            return self._book.meaning(text)
        return self.text("frame.no_effect") if letter == NO_EFFECT else MISSING
