"""Answers of ``mangonel odds`` as blocks, of several rule sets side by side; and the colour of a result."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from mangonel.games.question import Answer
from mangonel.games.system import KindWords, System, system_of
from mangonel.paper.blocks import WORDS, Blocks, Paragraph, Table, Verbatim, fill_colour
from mangonel.rules.cells import NO_EFFECT, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.table import Table as RuleTable
from mangonel.rules.words import PhraseBook, say, words
from mangonel.rules.words.locale import MINUS

_GAP = "  "
_COVERS: Final = "covers"
"""Kind of words for covers: the name of a column alone, as "heavy", does not say that it is a cover."""


def answers_told(
    answers: Sequence[Answer], width: int = 80, *, everything: bool = False, colour: bool = False
) -> Blocks:
    """Return the answers to one question under one or several rule sets, for a terminal.

    Parameters
    ----------
    answers
        One for each rule set.
    width
        Characters of a line: the faces of the die are shown if they fit into it.
    everything
        Whether digests, ids of tables, fractions and sums of the results by the fate of the target are shown, too.
    colour
        Whether the faces of the die are coloured, by the codes of a terminal.
    """
    books = [PhraseBook(answer.rules.system) for answer in answers]
    if not everything:
        answers = [_brief(answer) for answer in answers]
    groups, strip = alike(answers), ""
    if len(groups) == 1 and not everything and (strip := _faces(answers[0], books[0], width, colour=colour)):
        answers = [replace(answer, lines={**answer.lines, "by die": ""}) for answer in answers]
    exact = words().word("engine_kinds", "exact")
    digests = [f" [{answer.rules.id} {answer.rules.digest}]" if everything else "" for answer in answers]
    rules = [answer.rules for answer in answers]
    titles = [f"{words().translated(each.title)}{digest}, {exact}" for each, digest in zip(rules, digests, strict=True)]
    ids = [each.id for each in rules]
    names = [each.id if ids.count(each.id) == 1 else f"{each.id} {each.digest}" for each in rules]
    under = [", ".join(names[number] for number in group) for group in groups]
    if len(groups) == 1:
        titles += [say("telling.same_under", rules=under[0])] if len(answers) > 1 else []
        under = [""]
    shown = [lettered(spoken(answers[first], books[first]), books[first]) for first, *_ in groups]
    by_name = dict(zip(under, shown, strict=True))
    return (
        Verbatim("\n".join(titles)),
        facts_table(by_name),
        *([Verbatim(strip)] if strip else []),
        *chances_told(by_name, fractions=everything),
    )


def _brief(answer: Answer) -> Answer:
    lines = dict(answer.lines)
    if table := answer.rules.tables.get(lines.get("table", "")):
        lines["table"] = words().titled("tables", table.id, table.title)
        column = lines.get("column", "")
        if column == "none" or len(table.columns) == 1:
            lines.pop("column", None)
        elif column == answer.facts.get("column"):
            lines["column"] = rolled_column(answer.rules, table, column)
    return replace(answer, lines=lines, named={})


def column_word(system: System, kind: str, column: str) -> str:
    """Return the name of a column."""
    own = system.words.kinds.get(kind, KindWords())
    if column in own.headed:
        return say(own.headed[column])
    return words().first_word((*own.columns, *system.words.columns), column)


def rolled_column(rules: RuleSet, table: RuleTable, column: str) -> str:
    """Return the name of a column that is rolled on; of a kind of cover the cover."""
    if words().has_word(_COVERS, column):
        return words().word(_COVERS, column)
    return column_word(system_of(rules), table.kind, column)


def _faces(answer: Answer, book: PhraseBook, width: int, *, colour: bool) -> str:
    """Return the faces of a die above their results; nothing where they have no room or are several dice."""
    runs = re.findall(r"(\d+)(?:-(\d+))? ([^,]+)(?:, |$)", answer.lines.get("by die", ""))
    cells = [(face, letter) for first, last, letter in runs for face in range(int(first), int(last or first) + 1)]
    if not cells:
        return ""
    shown = [result_word(letter, book) for _, letter in cells]
    wide = max(2, *map(len, shown))
    if len(cells) * (wide + 3) > width:
        return ""
    table, results = str(answer.facts.get("table", "")), []
    for name, (_, letter) in zip(shown, cells, strict=True):
        on, off = "", ""
        if colour:
            painted = colour_of(answer.rules, table, answer.order, answer.backfires, letter)
            # Black letters on a colour of the terminal's 256 that is near.
            red, green, blue = (round(int(painted[at : at + 2], 16) / 51) for at in (1, 3, 5))
            on, off = f"\N{ESCAPE}[30;48;5;{16 + 36 * red + 6 * green + blue}m", "\N{ESCAPE}[0m"
        results.append(f"{on}{name:^{wide + 2}}{off}")
    head = " ".join(f"{face:^{wide + 2}}" for face, _ in cells)
    return "\n".join((_GAP + head.rstrip(), _GAP + " ".join(results).rstrip()))


def spoken(answer: Answer, book: PhraseBook) -> Answer:
    """Return an answer in a language; results as printed stay as they are, and so do ids, behind their words."""
    rules, readings = answer.rules, answer.facts.get("readings", ())

    def said(text: str) -> str:
        return book.told(text) or words().first_word(_NAMES, text)

    def line(name: str, text: str) -> str:
        if name in ("by die", "second roll"):
            return re.sub(r"[a-z]+", lambda letter: _result(letter[0]), text)
        if name == "rolled":
            trials, seed = re.findall(r"\d+", text)
            return say("telling.rolled", number=words().number(int(trials)), seed=seed)
        if name == "came":
            shares = answer.facts[name].items()
            return ", ".join(f"{_result(letter)} {_share(share)}" for letter, share in shares)
        if name == "table" and words().english is not None and rules.has_table(text):
            return f"{words().titled('tables', text, rules.table(text).title)} ({text})"
        if name == "as read" and words().english is not None and text == ", ".join(readings):
            return words().with_semicolons(f"{reading_told(rules, reading)} ({reading})" for reading in readings)
        return said(text).replace(MINUS, "-")

    return replace(
        answer,
        lines={said(name): line(name, text) for name, text in answer.lines.items()},
        meanings={letter: book.meaning(text) for letter, text in answer.meanings.items()},
        named={words().titled("outcomes", name, said(name)): chance for name, chance in answer.named.items()},
    )


def reading_told(rules: RuleSet, reading: str) -> str:
    """Return a reading of a lost cell, such as ``signs = minus``, in words."""
    option, _, value = reading.partition(" = ")
    meaning = words().meaning(option, value, rules)
    return words().named(words().titled("options", option, rules.options[option].title), meaning)


def lettered(answer: Answer, book: PhraseBook) -> Answer:
    """Return an answer with results in words of a language where they are not printed ones: rallies, a state."""
    shown = {letter: result_word(letter, book) for letter in answer.odds}
    return replace(
        answer,
        odds={shown[letter]: chance for letter, chance in answer.odds.items()},
        order=tuple(shown[letter] for letter in answer.order),
        meanings={shown.get(letter, letter): text for letter, text in answer.meanings.items()},
        backfires=frozenset(shown.get(letter, letter) for letter in answer.backfires),
    )


def result_word(letter: str, book: PhraseBook) -> str:
    """Return a result of an answer as printed, or in words of the language if no table prints it."""
    return (" " in letter and book.told(letter)) or _result(letter)


def _result(letter: str) -> str:
    return " / ".join(words().first_word(_RESULTS, part) for part in letter.split("/"))


def _share(text: str) -> str:
    share, *ends = map(words().written, re.findall(r"[<>]?[\d.]+", text))
    span = f" ({say('report.to', low=ends[0], high=ends[1])})" if ends else ""
    return f"{words().percentage(share)}{span}"


def alike(answers: Sequence[Answer]) -> list[list[int]]:
    """Return the places of answers in groups that would be shown alike."""
    groups: dict[str, list[int]] = {}
    for number, answer in enumerate(answers):
        meanings = {letter: answer.meanings[letter] for letter in answer.odds}
        shown = repr((dict(answer.lines), dict(answer.odds), dict(answer.named), meanings))
        groups.setdefault(shown, []).append(number)
    return list(groups.values())


_RESULTS = ("outcomes", "unit_states", "healing_cells")
_NAMES = ("causes", "targets", "covers")
"""Kinds of words for names among the facts."""


def facts_table(answers: Mapping[str, Answer]) -> Table:
    """Return the facts behind answers, by the names of their rule sets; one alone needs no name."""
    names = dict.fromkeys(name for answer in answers.values() for name, text in answer.lines.items() if text)
    texts = {name: [answer.lines.get(name, "") for answer in answers.values()] for name in names}
    return Table("", ("", *answers), tuple((_marked(name, of), *of) for name, of in texts.items()), text=WORDS)


def chances_told(answers: Mapping[str, Answer], *, fractions: bool = True) -> Blocks:
    """Return the chances of results, their meanings, and the chances of outcomes in short.

    Parameters
    ----------
    answers
        By the names of their rule sets; one alone needs no name.
    fractions
        Whether chances are shown as fractions, too.
    """
    letters, several = in_order([answer.order for answer in answers.values()]), len(answers) > 1
    backfires = {letter for answer in answers.values() for letter in answer.backfires}
    sums = [answer.reached(letters, backfires) for answer in answers.values()]
    # No line ends within "at least".
    least = say("telling.at_least").replace(" ", "\N{NO-BREAK SPACE}")
    keys = (say("frame.chance"), least, "") if fractions else (say("frame.chance"), least)
    heads = [words().named(name, key) if name and key else key for name in answers for key in keys]
    meanings = tuple((letter, _meaning(answers, letter)) for letter in letters)
    rows = []
    for letter, meaning in meanings:
        chances = [answer.odds.get(letter, Fraction(0)) for answer in answers.values()]
        cells = [
            (words().chance(chance), words().chance(reached[letter]) if letter in reached else "", str(chance))
            for chance, reached in zip(chances, sums, strict=True)
        ]
        row = (_marked(letter, chances), *(text for of in cells for text in of[: len(keys)]))
        rows.append(row if several else (*row, meaning))
    head = (say("telling.result"), *heads)
    blocks: Blocks = (Table("", head if several else (*head, ""), tuple(rows), text={0, len(head)}),)
    if several:
        blocks += (Paragraph(f"* {say('telling.unlike')}"), Table("", ("", ""), meanings, text=WORDS))
    named = {
        name: [answer.named.get(name, Fraction(0)) for answer in answers.values()]
        for name in in_order([tuple(answer.named) for answer in answers.values()])
    }
    if named:
        head = (say("telling.in_short"), *(name or say("frame.chance") for name in answers))
        rows = [(_marked(name, chances), *map(words().chance, chances)) for name, chances in named.items()]
        blocks += (Table("", head, tuple(rows)),)
    return blocks


def _marked(name: str, values: Sequence[object]) -> str:
    """Return a name with a star before it if its values differ, and as much room if they do not; one alone plain."""
    return name if len(values) == 1 else f"{'* ' if len(set(values)) > 1 else '  '}{name}"


def _meaning(answers: Mapping[str, Answer], letter: str) -> str:
    meanings = {name: answer.meanings[letter] for name, answer in answers.items() if letter in answer.meanings}
    different = dict.fromkeys(meanings.values())
    if len(different) > 1:
        return words().with_semicolons((words().named(name, text) for name, text in meanings.items()))
    return next(iter(different), "") or (words().word("outcomes", "no effect") if letter == NO_EFFECT else "")


def colour_of(rules: RuleSet, table: str, order: Sequence[str], backfires: Collection[str], letter: str) -> str:
    """Return the colour of a result: the worse the darker, in a hue of its own for the attacker.

    Parameters
    ----------
    rules, table
        The rule set, and the id of its table; empty for results without a table.
    order
        All results that can come, from the worst for the target down.
    backfires
        Those of them that befall the attacker.
    """
    kind = "attacker" if letter in backfires else "out"
    return fill_colour(_harm(rules, table, order, backfires, letter), kind, "colour")


def _harm(rules: RuleSet, table: str, order: Sequence[str], backfires: Collection[str], letter: str) -> float:
    if letter == NO_EFFECT:
        return 0.0
    fates = system_of(rules).fates()
    names = [fates.named(rules, table, each) for each in (letter, NO_EFFECT)] if table else [""]
    if set(names) <= set(fates.outcomes):
        place, nothing = map(fates.outcomes.index, names)
        far = nothing if place < nothing else len(fates.outcomes) - 1 - nothing
        return abs(place - nothing) / max(far, 1)
    # Other results are as bad as their place says; of those that befall the attacker the last is worst.
    place = order.index(letter)
    return (place + 1 if letter in backfires else len(order) - place) / len(order)
