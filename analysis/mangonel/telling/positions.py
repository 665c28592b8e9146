"""A position in the words of its game, and what can be said of one."""

from __future__ import annotations

from mangonel.charts.numbers import short
from mangonel.engine.position import NO_LIMIT, Position, columns_of
from mangonel.engine.process import Process
from mangonel.locales import Locale
from mangonel.odds.intervals import Estimate
from mangonel.telling.blocks import Rows, Said, Told

__all__ = ["looks_told", "number_said", "position_told"]


def looks_told(sequence: Process, words: Locale) -> Told:
    """Return what can be said of a position: names, what they mean, and between which values they are."""
    # What is watched may be what is recorded in the end.
    most = {look.name: look.maximum for look in (*sequence.series, *sequence.looks, *sequence.measures)}
    rows = [
        (sequence.unit, words.word("units", sequence.unit), f"1..{sequence.limit}"),
        *((name, number_said(name, sequence, words), f"0..{maximum}") for name, maximum in most.items()),
    ]
    kept = words.text("telling.kept", names=", ".join(name for name in columns_of(sequence) if name not in most))
    return (Rows(("", "", ""), tuple(rows), words.text("telling.looks"), (0, 1, 2)), Said(kept))


def position_told(place: Position, words: Locale) -> Told:
    """Return from where games are played, and how many of them come there."""
    known = (
        f"{number_said(name, place.process, words)} {_values(low, high)}" for name, (low, high) in place.wanted.items()
    )
    others = "".join(f", {known_look}" for known_look in known)
    share = short(Estimate.of_exact(place.share), words=words)
    text = words.for_unit("telling.position", place.process.unit, turn=place.turn, what=others, share=share)
    return (Said(text),)


def _values(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low}+" if high >= NO_LIMIT else f"{low}..{high}"


def number_said(name: str, sequence: Process, words: Locale) -> str:
    """Return what a number of a position is called; a side is as many as live of it."""
    if name in {side.name for side in sequence.sides}:
        name = f"{name}_living"
    watched = {look.name for look in (*sequence.series, *sequence.looks)}
    kind = "series" if name in watched else "losses"
    return words.word(kind, name, sequence.name) if words.has_word(kind, name) else name
