"""Printing answers of ``mangonel odds``: one below its rule set, several side by side, or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import click

from mangonel.cli.odds_answer import Answer
from mangonel.tables.cells import NO_EFFECT
from mangonel.tables.merging import in_order

__all__ = ["print_answers"]

_GAP = "  "


def print_answers(answers: Sequence[Answer], *, as_json: bool) -> None:
    """Print the answers to one question under one or several rule sets.

    Parameters
    ----------
    answers
        One for each rule set.
    as_json
        Print one JSON document instead of text: an object for one rule set, a list for several.
    """
    if as_json:
        import json

        documents = [answer.to_dict() for answer in answers]
        click.echo(json.dumps(documents[0] if len(documents) == 1 else documents, indent=2, ensure_ascii=False))
        return
    for answer in answers:
        click.echo(f"{answer.rules.title} [{answer.rules.id} {answer.rules.digest}], exact")
    facts, odds = _facts(answers), _outcomes(answers)
    rows = [*facts, ("", [""] * len(answers), ""), *odds, *_named(answers)]
    if len(answers) > 1:
        rows = [("", _heads(answers), ""), *rows]
    # Nothing stands beside the facts of a single answer, so they need not fit above the odds.
    aligned = rows if len(answers) > 1 else odds
    widths = [max(len(cells[number]) for _, cells, _ in aligned) for number in range(len(answers))]
    first = max(len(label) for label, _, _ in rows)
    for label, cells, meaning in rows:
        line = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        click.echo(
            (_GAP + (_GAP + _GAP).join([label.ljust(first) + _GAP + line[0], *line[1:]]) + _GAP + meaning).rstrip()
        )


Row = tuple[str, list[str], str]


def _heads(answers: Sequence[Answer]) -> list[str]:
    """Return the ids of the rule sets, with the digest where two have the same id."""
    ids = [answer.rules.id for answer in answers]
    return [
        name if ids.count(name) == 1 else f"{name} {answer.rules.digest}"
        for name, answer in zip(ids, answers, strict=True)
    ]


def _facts(answers: Sequence[Answer]) -> list[Row]:
    names = dict.fromkeys(name for answer in answers for name, text in answer.lines.items() if text)
    return [(name, [answer.lines.get(name, "") for answer in answers], "") for name in names]


def _outcomes(answers: Sequence[Answer]) -> list[Row]:
    letters = in_order([answer.order for answer in answers])
    head = f"{'chance':>8}{_GAP}{'at least':>8}{_GAP}{'':>7}"
    rows: list[Row] = [("result", [head] * len(answers), "")]
    sums = [answer.at_least for answer in answers]
    for place, letter in enumerate(letters):
        cells = []
        for answer, total in zip(answers, sums, strict=True):
            chance = answer.odds.get(letter, Fraction(0))
            reached = max((total.get(other, Fraction(0)) for other in letters[: place + 1]), default=Fraction(0))
            cells.append(f"{_percent(chance)}{_GAP}{_percent(reached)}{_GAP}{chance!s:>7}")
        rows.append((letter, cells, _meaning(answers, letter)))
    return rows


def _named(answers: Sequence[Answer]) -> list[Row]:
    names = in_order([tuple(answer.named) for answer in answers])
    if not names:
        return []
    rows: list[Row] = [("", [""] * len(answers), ""), ("in short", [""] * len(answers), "")]
    return rows + [(name, [_percent(one.named.get(name, Fraction(0))) for one in answers], "") for name in names]


def _meaning(answers: Sequence[Answer], letter: str) -> str:
    found = {answer.rules.id: answer.meanings[letter] for answer in answers if letter in answer.meanings}
    different = dict.fromkeys(found.values())
    if len(different) > 1:
        return "; ".join(f"{name}: {text}" for name, text in found.items())
    return next(iter(different), "") or ("no effect" if letter == NO_EFFECT else "")


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:6.2f} %"
