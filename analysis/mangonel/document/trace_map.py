"""One game as a map: hexes side by side, a frame a turn, with its counters and the rolls that came to something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate

from mangonel.engine.board import Counter, Frame, Spot
from mangonel.engine.owners import naming
from mangonel.engine.trace import Trace, told_in_lines
from mangonel.paper.charts.layout import text_width, wrapped
from mangonel.paper.charts.style import side_colour, text_on
from mangonel.rules.words import Locale, capital

_SECONDS = 2.5
"""How long a frame is seen."""
_STILL, _BESIDE = 8, 4
"""Frames on paper, and how many of them stand beside each other."""
_WIDTH, _LINE, _TEXT = 800, 13, 11
"""Width of the picture, height of a line, and size of its letters."""
_HEX, _SMALL = 42.0, 26.0
"""Width of a hex, at most, and on paper."""
_BARE = 0.3
"""Width on paper of a column of open ground where nobody is."""
_FITS = 0.72
"""Share of the width that a line takes in the font of the page: others that a viewer has are up to a third wider."""
_EDGE = 12
_LINES, _MORE, _FEW = 9, 12, 3
"""Lines of a frame for its events: in a wide picture, in a narrow one, and on paper."""
_GROUNDS = {"open": "#eef2e4", "foot": "#e3dccb", "ladder": "#d8b98a", "wall": "#c9c9cd", "behind": "#efefef"}
_THINGS = {"ladder": "#8a5a1d", "ram": "#6b4a2b", "oil": "#3a3a3a", "flame": "#d1330f", "mark": "#7a1f1f"}
_DIMMED = {"wounded": 0.62, "stunned": 0.38}


def trace_svg(game: Trace, title: str, words: Locale, *, width: float = _WIDTH, still: bool = False) -> str:
    """Return a game as SVG: its turns one after the other, again and again, or eight of them beside each other.

    Parameters
    ----------
    title
        Scenario and rule set; empty if the page says them.
    width
        Of the picture, in which letters are 11 high.
    still
        Whether it is for paper; frames between the first and the last are then the ones in which most happens.
    """
    words = naming(words, game.sides)
    frames = _chosen(game) if still else game.frames
    columns = _BESIDE if still else 1
    wide = width / columns
    headline = words.text("told.map", title=title)
    parts, top = [], 2.0
    if title:
        for line in wrapped(headline, _FITS * width, 15, bold=True):
            top += 18
            parts.append(_words(_EDGE, top, line, bold=True, size=15))
        top += 6
    legend, top = _legend(frames, width, top, words)
    parts += legend
    size = min(_hex_width(frame, wide, still=still) for frame in frames)
    drawn = [_frame(game, frame, wide, size, words, still=still) for frame in frames]
    rows = [drawn[first : first + columns] for first in range(0, len(drawn), columns)] if still else [drawn]
    tops = list(accumulate((max(height for _, height in row) for row in rows), initial=top))
    height = tops[-1]
    cycle = _SECONDS * len(drawn)
    for place, (picture, _) in enumerate(drawn):
        x, y = (place % columns * wide, tops[place // columns]) if still else (0, top)
        timed = "" if still else f' class="turn" style="animation-delay:{_SECONDS * place:g}s"'
        parts.append(f'<g{timed}><g transform="translate({x:g} {y:g})">{picture}</g></g>')
    moving = (
        f".turn{{visibility:hidden;animation:seen {cycle:g}s step-end infinite}}"
        f"@keyframes seen{{0%{{visibility:visible}}{100 / len(drawn):.3f}%{{visibility:hidden}}}}"
        "@media(prefers-reduced-motion:reduce){.turn{animation:none}.turn:last-of-type{visibility:visible}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f"font-family=\"'Source Sans Pro','DejaVu Sans',sans-serif\" font-size=\"{_TEXT}\">"
        f"<title>{escape(headline)}</title><style>{'' if still or len(drawn) == 1 else moving}</style>"
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _chosen(game: Trace) -> Sequence[Frame]:
    """Return eight frames: the start, the end, and between them those with the most events."""
    between = list(range(1, len(game.frames) - 1))
    happened = dict.fromkeys(between, 0)
    for event in game.events:
        if event.turn in happened and not event.idle:
            happened[event.turn] += 1
    most = sorted(between, key=lambda turn: (-happened[turn], turn))[: _STILL - 2]
    return [game.frames[place] for place in sorted({0, *most, len(game.frames) - 1})]


def _hex_width(frame: Frame, wide: float, *, still: bool) -> float:
    columns = sum(_widths(frame.spots, still=still).values())
    return min(_SMALL if still else _HEX, (wide - 2 * _EDGE) / max(columns, 1))


def _widths(spots: Sequence[Spot], *, still: bool) -> dict[int, float]:
    """Return the width of each column of a board in hexes."""
    widths = dict.fromkeys(range(1 + max((spot.column for spot in spots), default=-1)), _BARE if still else 1.0)
    return widths | {spot.column: 1.0 for spot in spots if spot.counters or spot.kind != "open"}


def _frame(game: Trace, frame: Frame, wide: float, size: float, words: Locale, *, still: bool) -> tuple[str, float]:
    """Return a frame so wide, with hexes of that width, and its height."""
    unit = capital(words.word("units", game.unit))
    head = words.text("told.turn", unit=unit, turn=frame.turn)
    if frame.turn == game.turn and game.ending != "stopped":
        key = "told.last" if game.ending == "undecided" else "told.ending"
        ending = words.word("endings", game.ending, game.sequence)
        head = words.for_unit(key, game.unit, ending=ending, turn=game.turn)
    watched = {words.word("series", name, game.sequence): name for name in frame.watched}
    parts, y = [], 0.0
    for line in wrapped(head, _FITS * wide, 12, bold=True):
        y += _LINE
        parts.append(_words(_EDGE, y, line, bold=True, size=12))
    if frame.spots:
        numbers = ", ".join(f"{named} {frame.watched[name]}" for named, name in watched.items())
        for line in [] if still else wrapped(numbers, _FITS * wide, _TEXT):
            y += _LINE
            parts.append(_words(_EDGE, y, line, grey=True))
        y += 6
        board = "".join(_spots(frame.spots, size, game, words, still=still))
        parts.append(f'<g transform="translate({_EDGE} {y:g})">{board}</g>')
        y += size * (max(spot.row for spot in frame.spots) + 1)
    else:
        strips, y = _strips(game, frame, watched, wide, y + 4, still=still)
        parts += strips
    most = _FEW if still else _LINES if wide == _WIDTH else _MORE
    lines: list[str] = []
    left = list(_told(game, frame.turn, words))
    # A text too long for the room that is left makes place for the next ones.
    for text in tuple(left):
        part = wrapped(text, _FITS * wide, _TEXT)
        if len(lines) + len(part) <= most - (len(left) > 1):
            lines += part
            left.remove(text)
        if len(lines) >= most - 1:
            break
    if left:
        lines.append(words.text("told.more", number=len(left)))
    parts += (_words(_EDGE, y + number * _LINE, line) for number, line in enumerate(lines, start=1))
    return "".join(parts), y + (len(lines) + 0.6) * _LINE


def _strips(
    game: Trace, frame: Frame, watched: Mapping[str, str], wide: float, top: float, *, still: bool
) -> tuple[list[str], float]:
    """Return a row of counters for each watched number, with outlines for those of the start that are gone."""
    # On paper beside their number; none where its name leaves no room.
    beside = {named: 44 + 1.25 * text_width(named, _TEXT) for named in watched}
    tall, parts = 9 if still else 12, []
    for named, name in watched.items():
        now, left = frame.watched[name], beside[named] if still else max(beside.values())
        first, *more = wrapped(f"{named} {now}", _FITS * wide, _TEXT) if still else [f"{named} {now}"]
        parts.append(_words(_EDGE, top + 11, first))
        most = max(1, *(each.watched[name] for each in game.frames))
        size = min(14.0, (wide - left - _EDGE) / most)
        colour = side_colour(name, game.sides) or "#555555"
        parts += (
            f'<rect x="{left + place * size:.1f}" y="{top + 2}" width="{0.85 * size:.1f}" height="{tall}" '
            f'fill="{colour if place < now else "none"}" stroke="{colour}" stroke-width=".8"/>'
            for place in range(max(now, game.frames[0].watched[name]) if size > (3 if still else 1) else 0)
        )
        for line in more:
            top += _LINE
            parts.append(_words(_EDGE, top + 11, line))
        top += tall + 4
    return parts, top


def _told(game: Trace, turn: int, words: Locale) -> Iterator[str]:
    events = [event for event in game.events if event.turn == turn]
    lines = told_in_lines(events, game.unit, words, game.game, folded=True)
    # Phases are left out; the last line may be that of the rolls without effect.
    texts = [line.text for line in lines][1:]
    return (text.strip() for text in texts if text.startswith("    ") or text is texts[-1])


def _spots(spots: Sequence[Spot], wide: float, game: Trace, words: Locale, *, still: bool) -> Iterator[str]:
    widths = _widths(spots, still=still)
    lefts = [0.0, *accumulate(wide * width for width in widths.values())]
    for spot in spots:
        x, y, across = lefts[spot.column], spot.row * wide, wide * widths[spot.column]
        corners = ((0, 0.25), (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75))
        points = " ".join(f"{x + across * a:.1f},{y + wide * b:.1f}" for a, b in corners)
        yield f'<polygon points="{points}" fill="{_GROUNDS[spot.kind]}" stroke="#8a8a8a" stroke-width=".8"/>'
        size = min(0.4 * wide, (wide - 6) / max(len(spot.counters), 1)) if len(spot.counters) < 3 else 0.36 * wide
        for place, counter in enumerate(spot.counters):
            rows = -(-len(spot.counters) // 2)
            left = x + wide / 2 - size * min(len(spot.counters), 2) / 2 + place % 2 * size
            yield _counter(counter, left, y + wide / 2 - rows * size / 2 + place // 2 * size, size - 1, game, words)


def _legend(frames: Sequence[Frame], width: float, top: float, words: Locale) -> tuple[list[str], float]:
    """Return the names of grounds and things on the boards of some frames, and where they end."""
    spots = [spot for frame in frames for spot in frame.spots]
    kinds = dict.fromkeys(spot.kind for spot in spots if spot.kind != "open")
    things = dict.fromkeys(counter.state for spot in spots for counter in spot.counters if not counter.side)
    named = [(_GROUNDS[kind], words.word("grounds", kind)) for kind in kinds]
    named += [(_THINGS[thing], words.word("counters", thing)) for thing in things]
    parts, x, y = [], float(_EDGE), top + _LINE
    for colour, name in named:
        long = 12 + 1.25 * text_width(name, _TEXT)
        if x > _EDGE and x + long > width - _EDGE:
            x, y = float(_EDGE), y + _LINE
        parts.append(
            f'<rect x="{x:.1f}" y="{y - 8:g}" width="8" height="8" fill="{colour}" stroke="#8a8a8a" stroke-width=".6"/>'
        )
        parts.append(_words(x + 12, y, name, grey=True))
        x += long + 12
    return parts, y + 6 if named else top


def _counter(counter: Counter, x: float, y: float, size: float, game: Trace, words: Locale) -> str:
    own = side_colour(counter.side, game.sides) if counter.side else None
    colour = own or _THINGS.get(counter.state, "#555555")
    faded = _DIMMED.get(counter.state, 1.0)
    word = words.first_word(("men_states", "counters", "series"), counter.state)
    named = f"{words.word('sides', counter.side)}: {word}" if counter.side else word
    letter = str(counter.number) if counter.number > 1 else ("" if own else word[:1].upper())
    crossed = ""
    if counter.state == "wounded":
        crossed = f'<path d="M{x:.1f} {y + size:.1f}L{x + size:.1f} {y:.1f}" stroke="#fff" stroke-width="1.6"/>'
    if counter.state == "stunned":
        crossed = (
            f'<circle cx="{x + size / 2:.1f}" cy="{y + size / 2:.1f}" r="{size / 3:.1f}" fill="none" stroke="#fff"/>'
        )
    shape = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}" rx="2.5" fill="{colour}" '
        f'fill-opacity="{faded:g}" stroke="#222" stroke-width=".6"/>'
    )
    label = (
        f'<text x="{x + size / 2:.1f}" y="{y + size * 0.74:.1f}" font-size="{size * 0.68:.1f}" text-anchor="middle" '
        f'font-weight="bold" fill="{text_on(colour) if faded == 1.0 else "#111"}">{escape(letter)}</text>'
    )
    return f"<g><title>{escape(f'{counter.number} {named}')}</title>{shape}{crossed}{label}</g>"


def _words(x: float, y: float, text: str, *, size: int = _TEXT, bold: bool = False, grey: bool = False) -> str:
    more = ' font-weight="bold"' if bold else ""
    colour = "#555" if grey else "#1a1a1a"
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{more}>{escape(text)}</text>'
