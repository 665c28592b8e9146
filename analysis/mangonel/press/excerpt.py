"""A long text on paper: its beginning and its end."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.locales import Locale, in_words

__all__ = ["excerpt"]


def excerpt(lines: Sequence[str], most: int, words: Locale | None = None) -> list[str]:
    """Return at most so many lines of a text whose parts begin with a line that is not indented.

    Parameters
    ----------
    lines
        The whole text.
    most
        The most lines to be returned, at least 3.
    words
        The language of the line that says what is left out, by default English.

    Returns
    -------
    list of str
        All lines if there are no more; else the first parts, a line that says what is left out, and the last part. A
        part is cut only where it would fill most of the room by itself.
    """
    if len(lines) <= most:
        return list(lines)
    starts = [place for place, line in enumerate(lines) if line[:1].strip()]
    end = next((place for place in starts if len(lines) - place <= most // 2), len(lines))
    if end == len(lines) and starts and len(lines) - starts[-1] <= 3 * most // 4:
        # The last part alone, even if it is long: it says how the game ended.
        end = starts[-1]
    # A line goes to the one that says what is missing.
    room = most - 1 - (len(lines) - end)
    whole = [place for place in starts if 0 < place <= room]
    head = whole[-1] if whole and whole[-1] > room // 2 else room
    gone = [lines[place].strip().rstrip(":") for place in starts if head <= place < end]
    note = in_words(words).plural("report_trace.left_out", end - head)
    if len(gone) > 1:
        note = in_words(words).plural("report_trace.left_out_parts", end - head, first=gone[0], last=gone[-1])
    return [*lines[:head], note, *lines[end:]]
