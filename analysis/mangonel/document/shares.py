"""Shares of a difference between two rule sets, with their causes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mangonel.document.quantities import change_text, quantity_name, value_text
from mangonel.document.wording import effects_head, idle_lines, source
from mangonel.document.worth import Bars
from mangonel.engine.trace import Trace
from mangonel.paper.blocks import Block, Blocks, Bullets, Paragraph, Table
from mangonel.rules.words import Locale, PhraseBook
from mangonel.studies.naming import difference_named, names_of, titles_of
from mangonel.studies.shapley import TOLD, Share, Shares

__all__ = ["shares_bars", "shares_told"]


_EXPLAINED = 3
"""Differences, the largest first, whose causes are told."""


def shares_told(study: Shares, words: Locale) -> Blocks:
    """Return the shares of all differences, the largest first, and the causes of the largest."""
    titles = titles_of((study.left, study.right))
    left, right = names_of((study.left, study.right), words)
    scenario = words.translated(study.scenario.title)
    blocks: list[Block] = [
        Paragraph(words.text("frame.named", name=scenario, text=_name(study, words)), "title"),
        Paragraph(_title(study, words), "lead"),
    ]
    rows = tuple(
        (
            difference_named(share.difference, titles, words),
            *(change_text(study.asked, each, words) for each in (share.alone, share.last, share.share)),
        )
        for share in study.shares
    )
    if rows:
        blocks.append(Table("", (*effects_head(left, right, words), "Shapley"), rows))
        key = "shapley_drawn" if study.orders else "shapley_exact"
        blocks.append(Paragraph(words.text(f"design.{key}", orders=words.number(study.orders)), "note"))
        moving = [share for share in study.shares if share.share.value][:_EXPLAINED]
        causes = tuple(line for share in moving for line in _why(study, share, titles, words))
        if causes:
            blocks.append(Bullets(causes))
    blocks += [Paragraph(line, "note") for line in idle_lines(titles, words, unasked=study.unasked)]
    return (*blocks, source(study.provenances, words))


def _name(study: Shares, words: Locale) -> str:
    return quantity_name(study.asked, study.scenario.sequence, words)


def _title(study: Shares, words: Locale) -> str:
    left, right = names_of((study.left, study.right), words)
    return words.text(
        "design.shares_lead",
        name=_name(study, words),
        left=left,
        right=right,
        before=value_text(study.asked, study.before, words),
        after=value_text(study.asked, study.after, words),
    )


def _why(study: Shares, share: Share, titles: Mapping[str, str], words: Locale) -> Iterator[str]:
    """Yield how often each side rolls on the changed cells, and the game that the difference turns."""
    why, book = study.why(share), PhraseBook(words, study.scenario.system.id)
    name = difference_named(share.difference, titles, words)
    if why.rolls:
        sides = words.text("frame.semicolon").join(
            words.text(
                "design.rolls_of",
                side=book.told(side) or side,
                left=words.written(f"{before:.1f}"),
                right=words.written(f"{after:.1f}"),
            )
            for side, (before, after) in why.rolls.items()
        )
        yield words.text("design.rolls_on", name=name, list=sides)
    if why.left is None or why.right is None:
        yield words.text("design.no_seed", name=name, games=str(TOLD))
    else:
        sequence = study.scenario.sequence
        endings = (words.word("endings", trace.ending, sequence) for trace in (why.left, why.right))
        before, after = endings
        turn, texts = _parting(why.left, why.right)
        rolls = [book.told(text) or text for text in texts]
        yield words.text(
            "design.turned",
            name=name,
            seed=str(why.seed),
            before=before,
            after=after,
            turn=str(turn),
            left=rolls[0],
            right=rolls[1],
        )


def _parting(left: Trace, right: Trace) -> tuple[int, tuple[str, str]]:
    """Return the turn and the texts in which two told games part."""
    for first, other in zip(left.events, right.events, strict=False):
        if (first.text, first.phase) != (other.text, other.phase):
            return first.turn, (first.text, other.text)
    return left.turn, ("-", "-")


def shares_bars(study: Shares, words: Locale) -> Bars:
    """Return names, shares, their texts and the title of the chart."""
    titles = titles_of((study.left, study.right))
    return (
        [difference_named(share.difference, titles, words) for share in study.shares],
        [share.share for share in study.shares],
        [change_text(study.asked, replace(share.share, exact=True), words) for share in study.shares],
        _title(study, words),
    )
