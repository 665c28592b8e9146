"""Answers of ``mangonel odds`` as lines of text, one by one or side by side; and the colour of a result."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import zip_longest

from msgspec.structs import replace

from mangonel.games.question import Answer
from mangonel.games.system import system_of
from mangonel.rules.cells import NO_EFFECT, in_order
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, PhraseBook, in_words
from mangonel.rules.words.locale import MINUS

_GAP, _BETWEEN = "  ", "   "
_PERCENT = 8
"""Characters of a percentage."""
_LEAST_ROOM = 24
"""For the words beside a number, even where the terminal is narrow."""


def answers_told(
    answers: Sequence[Answer],
    width: int,
    words: Locale | None = None,
    *,
    everything: bool = False,
    colour: bool = False,
) -> list[str]:
    """Return the answers to one question under one or several rule sets as lines of a terminal.

    Parameters
    ----------
    answers
        One for each rule set.
    width
        Characters of a line. Answers that fit into it stand side by side.
    words
        The language, by default English; phrases that it lacks stay English.
    everything
        Whether digests, ids of tables, fractions and sums of the results by the fate of the target are shown, too.
    colour
        Whether the faces of the die are coloured, by the codes of a terminal.
    """
    words = in_words(words)
    books = [PhraseBook(words, answer.rules.system) for answer in answers]
    if not everything:
        answers = [_brief(answer, words) for answer in answers]
    strip = [] if everything else _faces(answers[0], books[0], words, width, colour=colour)
    if strip and len(alike(answers)) == 1:
        answers = [
            replace(answer, lines={name: text for name, text in answer.lines.items() if name != "by die"})
            for answer in answers
        ]
    worded = [lettered(spoken(answer, book, words), book, words) for answer, book in zip(answers, books, strict=True)]
    lines = _told(worded, width, words, strip, everything=everything)
    return [line.replace(_NO_BREAK, " ").rstrip() for line in lines]


def _brief(answer: Answer, words: Locale) -> Answer:
    lines = dict(answer.lines)
    if table := answer.rules.tables.get(lines.get("table", "")):
        lines["table"] = words.titled("tables", table.id, table.title)
        column = lines.get("column", "")
        if column == "none" or len(table.columns) == 1:
            lines.pop("column", None)
    return replace(answer, lines=lines, named={})


def _faces(answer: Answer, book: PhraseBook, words: Locale, width: int, *, colour: bool) -> list[str]:
    """Return the faces of a die above their results; nothing where they have no room or are several dice."""
    by_die = answer.lines.get("by die", "")
    runs = re.findall(r"(\d+)(?:-(\d+))? ([^,]+)(?:, |$)", by_die)
    cells = [(face, letter) for first, last, letter in runs for face in range(int(first), int(last or first) + 1)]
    if not cells:
        return []
    shown = [result_word(letter, book, words) for _, letter in cells]
    wide = max(2, *map(len, shown))
    if len(cells) * (wide + 3) > width:
        return []
    table = str(answer.facts.get("table", ""))
    codes = [
        _painted(colour_of(answer.rules, table, answer.order, answer.backfires, letter)) if colour else ("", "")
        for _, letter in cells
    ]
    head = " ".join(f"{face:^{wide + 2}}" for face, _ in cells)
    results = (f"{on}{name:^{wide + 2}}{off}" for name, (on, off) in zip(shown, codes, strict=True))
    return ["", _GAP + head, _GAP + " ".join(results), ""]


def _painted(colour: str) -> tuple[str, str]:
    """Return the codes that begin and end black letters on a colour of the terminal's 256 that is near `colour`."""
    red, green, blue = (round(int(colour[at : at + 2], 16) / 51) for at in (1, 3, 5))
    return f"\N{ESCAPE}[30;48;5;{16 + 36 * red + 6 * green + blue}m", "\N{ESCAPE}[0m"


def spoken(answer: Answer, book: PhraseBook, words: Locale) -> Answer:
    """Return an answer in a language; results as printed stay as they are, and so do ids, behind their words."""
    rules, readings = answer.rules, answer.facts.get("readings", ())

    def said(text: str) -> str:
        return book.told(text) or words.first_word(_NAMES, text)

    def line(name: str, text: str) -> str:
        if name == "by die":
            return re.sub(r"[a-z]+", lambda letter: _result(letter[0], words), text)
        if name == "rolled":
            trials, seed = re.findall(r"\d+", text)
            return words.text("telling.rolled", number=words.number(int(trials)), seed=seed)
        if name == "came":
            shares = answer.facts[name].items()
            return ", ".join(f"{_result(letter, words)} {_share(share, words)}" for letter, share in shares)
        if name == "table" and words.english is not None and rules.has_table(text):
            return f"{words.titled('tables', text, rules.table(text).title)} ({text})"
        if name == "as read" and words.english is not None and text == ", ".join(readings):
            in_full = (f"{reading_told(rules, reading, words)} ({reading})" for reading in readings)
            return words.text("frame.semicolon").join(in_full)
        return said(text).replace(MINUS, "-")

    return replace(
        answer,
        lines={said(name): line(name, text) for name, text in answer.lines.items()},
        meanings={letter: book.meaning(text) for letter, text in answer.meanings.items()},
        named={
            words.word("outcomes", name) if words.has_word("outcomes", name) else said(name): chance
            for name, chance in answer.named.items()
        },
    )


def reading_told(rules: RuleSet, reading: str, words: Locale) -> str:
    """Return a reading of a lost cell, such as ``signs = minus``, in words."""
    option, _, value = reading.partition(" = ")
    meaning = words.meaning(option, value, rules.options[option].choice(value).text)
    return words.text("frame.named", name=words.titled("options", option, rules.options[option].title), text=meaning)


def lettered(answer: Answer, book: PhraseBook, words: Locale) -> Answer:
    """Return an answer with results in words of a language where they are not printed ones: rallies, a state."""
    shown = {letter: result_word(letter, book, words) for letter in answer.odds}
    return replace(
        answer,
        odds={shown[letter]: chance for letter, chance in answer.odds.items()},
        order=tuple(shown[letter] for letter in answer.order),
        meanings={shown.get(letter, letter): text for letter, text in answer.meanings.items()},
        backfires=frozenset(shown.get(letter, letter) for letter in answer.backfires),
    )


def _told(answers: Sequence[Answer], width: int, words: Locale, strip: Sequence[str], *, everything: bool) -> list[str]:
    exact = words.word("engine_kinds", "exact")
    digests = [f" [{answer.rules.id} {answer.rules.digest}]" if everything else "" for answer in answers]
    titles = [
        f"{words.translated(answer.rules.title)}{digest}, {exact}"
        for answer, digest in zip(answers, digests, strict=True)
    ]
    names = _heads(answers)
    columns = [([names[number] for number in group], answers[group[0]]) for group in alike(answers)]
    if len(columns) == 1:
        same = [words.text("telling.same_under", rules=", ".join(names))] if len(answers) > 1 else []
        return [*titles, *same, *_alone(columns[0][1], width, words, strip=strip, everything=everything)]
    lines = _side_by_side(columns, width, words, everything=everything)
    if max(map(len, lines)) <= width:
        return [*titles, *lines]
    unlike = _unlike([answer for _, answer in columns])
    each = [
        line
        for under, answer in columns
        for line in ("", f"{', '.join(under)}:", *_alone(answer, width, words, unlike, everything=everything))
    ]
    return [*titles, *each, f"* {words.text('telling.unlike')}"]


def result_word(letter: str, book: PhraseBook, words: Locale) -> str:
    """Return a result of an answer as it is printed; one that is printed nowhere in words of a language."""
    return (" " in letter and book.told(letter)) or _result(letter, words)


def _result(letter: str, words: Locale) -> str:
    return " / ".join(words.first_word(_RESULTS, part) for part in letter.split("/"))


def _share(text: str, words: Locale) -> str:
    share, *ends = map(words.written, re.findall(r"[<>]?[\d.]+", text))
    span = f" ({words.text('report.to', low=ends[0], high=ends[1])})" if ends else ""
    return f"{words.percentage(share)}{span}"


def alike(answers: Sequence[Answer]) -> list[list[int]]:
    """Return the places of answers in groups of those of which the same is told."""
    groups: dict[str, list[int]] = {}
    for number, answer in enumerate(answers):
        groups.setdefault(repr(_said(answer)), []).append(number)
    return list(groups.values())


_NO_BREAK = "\N{NO-BREAK SPACE}"
Row = tuple[str, list[str], str]

_RESULTS = ("outcomes", "unit_states")
_NAMES = ("causes", "targets", "covers")
"""Kinds of words for names that stand among the facts."""


def _said(answer: Answer) -> tuple[object, ...]:
    return (
        dict(answer.lines),
        dict(answer.odds),
        dict(answer.named),
        {letter: answer.meanings[letter] for letter in answer.odds},
    )


def _unlike(answers: Sequence[Answer]) -> set[str]:
    names = {name for answer in answers for part in (answer.lines, answer.odds, answer.named) for name in part}
    return {
        name
        for name in names
        if len({(each.lines.get(name, ""), each.odds.get(name, 0), each.named.get(name, 0)) for each in answers}) > 1
    }


def _alone(
    answer: Answer,
    width: int,
    words: Locale,
    unlike: Collection[str] = (),
    *,
    strip: Sequence[str] = (),
    everything: bool,
) -> list[str]:
    facts, named = _facts([answer]), _named([answer], words)
    odds = _outcomes([answer], words, fractions=everything)
    rows = [*facts, ("", [""], ""), *odds, *named]
    first = max(len(label) for label, _, _ in rows) + (2 if unlike else 0)
    second = max(len(cells[0]) for _, cells, _ in odds)
    lines: list[str] = []
    for number, (label, (cell,), meaning) in enumerate(rows):
        if strip and number == len(facts):
            lines += strip
            continue
        name = _marked(label, unlike) if unlike else label
        start = f"{_GAP}{name:<{first}}{_GAP}"
        if meaning:
            start += f"{cell:<{second}}{_GAP}"
        lines += _wrapped(start, meaning or cell, width)
    return lines


def _side_by_side(
    columns: Sequence[tuple[Sequence[str], Answer]], width: int, words: Locale, *, everything: bool
) -> list[str]:
    answers = [answer for _, answer in columns]
    from textwrap import wrap

    odds = _outcomes(answers, words, fractions=everything)
    heads: Row = ("", [", ".join(under) for under, _ in columns], "")
    named = _named(answers, words)
    wide = max(len(cell) for _, cells, _ in (heads, *odds, *named) for cell in cells)
    rows = [heads, *_facts(answers), ("", [""] * len(answers), ""), *odds, *named]
    unlike = _unlike(answers)
    first = max(len(label) for label, _, _ in rows) + 2
    lines = []
    for label, cells, _ in rows:
        # Only facts can be longer than the numbers below them, and go on in the next line.
        parts = [wrap(cell, wide) if len(cell) > wide else [cell] for cell in cells]
        for number, line in enumerate(zip_longest(*parts, fillvalue="")):
            name = "" if number else _marked(label, unlike)
            lines.append((_GAP + _BETWEEN.join([name.ljust(first), *(cell.ljust(wide) for cell in line)])).rstrip())
    lines += ["", f"* {words.text('telling.unlike')}", ""]
    for letter, _, meaning in odds[1:]:
        lines += _wrapped(f"{_GAP}{letter:<{first}}{_GAP}", meaning, width)
    return lines


def _marked(label: str, unlike: Collection[str]) -> str:
    return f"* {label}" if label in unlike else f"  {label}"


def _wrapped(start: str, text: str, width: int) -> list[str]:
    room = max(width - len(start), _LEAST_ROOM)
    # Two blanks keep columns apart, and lines are not broken within them.
    lines = [text]
    if len(text) > room:
        from textwrap import wrap

        lines = wrap(text, room, break_long_words=False, break_on_hyphens=False)
    return [(start if number == 0 else " " * len(start)) + line for number, line in enumerate(lines)]


def _heads(answers: Sequence[Answer]) -> list[str]:
    ids = [answer.rules.id for answer in answers]
    return [
        name if ids.count(name) == 1 else f"{name} {answer.rules.digest}"
        for name, answer in zip(ids, answers, strict=True)
    ]


def _facts(answers: Sequence[Answer]) -> list[Row]:
    names = dict.fromkeys(name for answer in answers for name, text in answer.lines.items() if text)
    return [(name, [answer.lines.get(name, "") for answer in answers], "") for name in names]


def _outcomes(answers: Sequence[Answer], words: Locale, *, fractions: bool) -> list[Row]:
    letters = in_order([answer.order for answer in answers])
    long = max(len(str(chance)) for answer in answers for chance in (*answer.odds.values(), Fraction(0)))
    long = long if fractions else 0
    chance_head, least_head = words.text("frame.chance"), words.text("telling.at_least")
    first, wide = max(_PERCENT, len(chance_head)), max(_PERCENT, len(least_head))
    head = f"{chance_head:>{first}}{_GAP}{least_head:>{wide}}" + (f"{_GAP}{'':>{long}}" if fractions else "")
    rows: list[Row] = [(words.text("telling.result"), [head] * len(answers), "")]
    backfires = {letter for answer in answers for letter in answer.backfires}
    sums = [answer.reached(letters, backfires) for answer in answers]
    for letter in letters:
        cells = []
        for answer, reached in zip(answers, sums, strict=True):
            chance = answer.odds.get(letter, Fraction(0))
            shown = _percent(reached[letter], words) if letter in reached else ""
            fraction = f"{_GAP}{chance!s:>{long}}" if fractions else ""
            cells.append(f"{_percent(chance, words):>{first}}{_GAP}{shown:>{wide}}{fraction}")
        rows.append((letter, cells, _meaning(answers, letter, words)))
    return rows


def _named(answers: Sequence[Answer], words: Locale) -> list[Row]:
    names = in_order([tuple(answer.named) for answer in answers])
    if not names:
        return []
    rows: list[Row] = [("", [""] * len(answers), ""), (words.text("telling.in_short"), [""] * len(answers), "")]
    return rows + [
        (name, [_percent(each.named.get(name, Fraction(0)), words) for each in answers], "") for name in names
    ]


def _meaning(answers: Sequence[Answer], letter: str, words: Locale) -> str:
    meanings = {answer.rules.id: answer.meanings[letter] for answer in answers if letter in answer.meanings}
    different = dict.fromkeys(meanings.values())
    if len(different) > 1:
        return words.text("frame.semicolon").join(
            words.text("frame.named", name=name, text=text) for name, text in meanings.items()
        )
    return next(iter(different), "") or (words.word("outcomes", "no effect") if letter == NO_EFFECT else "")


def _percent(chance: Fraction, words: Locale) -> str:
    return words.chance(chance).replace(_NO_BREAK, " ").rjust(_PERCENT)


def colour_of(rules: RuleSet, table: str, order: Sequence[str], backfires: Collection[str], letter: str) -> str:
    """Return the colour of a result: the worse the darker, in a hue of its own for the attacker.

    Parameters
    ----------
    rules, table
        The rule set, and the id of its table; empty for results that stand on none.
    order
        All results that can come, from the worst for the target down.
    backfires
        Those of them that befall the attacker.
    """
    from mangonel.paper.blocks import fill_colour

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
