"""One game as a map: hexes side by side, a frame a turn, with its counters and the rolls that came to something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from mangonel.engine.board import Counter, Frame, Spot
from mangonel.engine.owners import naming
from mangonel.engine.trace import Trace, told_in_lines
from mangonel.paper.charts.layout import text_width, wrapped
from mangonel.paper.charts.style import side_colour, text_on
from mangonel.rules.words import Locale, capital

_SECONDS = 2.5
"""How long a frame is seen."""
_STILL = 8
"""Frames on paper."""
_HEX, _WIDTH, _LINE, _TEXT = 42, 760, 15, 11
"""Width of a hex and of a frame, height of a line, and size of its letters."""
_FITS = 0.72
"""Share of the width that a line takes in the font of the page: others that a viewer has are up to a third wider."""
_STRIP = 19
"""Height of a row of counters."""
_LINES = 9
"""Lines of a frame for its events."""
_GROUNDS = {"open": "#eef2e4", "foot": "#e3dccb", "ladder": "#d8b98a", "wall": "#c9c9cd", "behind": "#efefef"}
_THINGS = {"ladder": "#8a5a1d", "ram": "#6b4a2b", "oil": "#3a3a3a", "flame": "#d1330f", "mark": "#7a1f1f"}
_DIMMED = {"wounded": 0.62, "stunned": 0.38}


def trace_svg(game: Trace, title: str, words: Locale, *, still: bool = False) -> str:
    """Return a game as SVG: its turns one after the other, again and again, or eight of them below each other.

    Parameters
    ----------
    title
        Scenario and rule set.
    still
        Whether it is for paper; frames between the first and the last are then the ones in which most happens.
    """
    words = naming(words, game.sides)
    frames = _chosen(game) if still else game.frames
    drawn = [_frame(game, frame, words) for frame in frames]
    tall = max(height for _, height in drawn)
    columns = 2 if still else 1
    height = 40 + tall * (-(-len(drawn) // columns) if still else 1)
    parts, cycle = [], _SECONDS * len(drawn)
    for place, (picture, _) in enumerate(drawn):
        x, y = (place % columns * _WIDTH, 40 + place // columns * tall) if still else (0, 40)
        timed = "" if still else f' class="turn" style="animation-delay:{_SECONDS * place:g}s"'
        parts.append(f'<g{timed}><g transform="translate({x} {y})">{picture}</g></g>')
    moving = (
        f".turn{{visibility:hidden;animation:seen {cycle:g}s step-end infinite}}"
        f"@keyframes seen{{0%{{visibility:visible}}{100 / len(drawn):.3f}%{{visibility:hidden}}}}"
        "@media(prefers-reduced-motion:reduce){.turn{animation:none}.turn:last-of-type{visibility:visible}}"
    )
    headline = words.text("told.map", title=title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * _WIDTH} {height}" role="img" '
        f"font-family=\"'Source Sans Pro','DejaVu Sans',sans-serif\" font-size=\"{_TEXT}\">"
        f"<title>{escape(headline)}</title><style>{'' if still or len(drawn) == 1 else moving}</style>"
        f'<rect width="100%" height="100%" fill="#fff"/>{_words(12, 24, headline, bold=True, size=15)}'
        f"{''.join(parts)}</svg>\n"
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


def _frame(game: Trace, frame: Frame, words: Locale) -> tuple[str, int]:
    unit = capital(words.word("units", game.unit))
    head = words.text("told.turn", unit=unit, turn=frame.turn)
    if frame.turn == game.turn and game.ending != "stopped":
        key = "told.last" if game.ending == "undecided" else "told.ending"
        ending = words.word("endings", game.ending, game.sequence)
        head = words.for_unit(key, game.unit, ending=ending, turn=game.turn)
    watched = {words.word("series", name, game.sequence): name for name in frame.watched}
    parts, y = [_words(12, 14, head, bold=True, size=13)], 22
    if frame.spots:
        y = 44
        numbers = ", ".join(f"{named} {frame.watched[name]}" for named, name in watched.items())
        parts.append(_words(12, 32, numbers, grey=True))
        parts.append(f'<g transform="translate(12 {y})">{"".join(_spots(frame.spots, game, words))}</g>')
        y += _HEX * (max(spot.row for spot in frame.spots) + 1) + 22
    else:
        parts += _strips(game, frame, watched, y)
        y += _STRIP * len(watched)
    texts = [wrapped(text, _FITS * _WIDTH, _TEXT) for text in _told(game, frame.turn, words)]
    lines: list[str] = []
    for place, text in enumerate(texts, start=1):
        if len(lines) + len(text) > _LINES - (place < len(texts)):
            lines.append(words.text("told.more", number=len(texts) - place + 1))
            break
        lines += text
    for number, line in enumerate(lines, start=1):
        parts.append(_words(12, y + number * _LINE, line))
    return "".join(parts), y + (_LINES + 1) * _LINE


def _strips(game: Trace, frame: Frame, watched: Mapping[str, str], y: float) -> Iterator[str]:
    """Yield a row of counters for each watched number, with outlines for those of the start that are gone."""
    left = 44 + 1.25 * max((text_width(named, _TEXT) for named in watched), default=0)
    for row, (named, name) in enumerate(watched.items()):
        top, now = y + _STRIP * row, frame.watched[name]
        yield _words(12, top + 12, f"{named} {now}")
        size = min(14.0, (_WIDTH - left - 12) / max(1, *(each.watched[name] for each in game.frames)))
        colour = side_colour(name, game.sides) or "#555555"
        for place in range(max(now, game.frames[0].watched[name])):
            yield (
                f'<rect x="{left + place * size:.1f}" y="{top + 2}" width="{0.85 * size:.1f}" height="12" '
                f'fill="{colour if place < now else "none"}" stroke="{colour}" stroke-width=".8"/>'
            )


def _told(game: Trace, turn: int, words: Locale) -> Iterator[str]:
    events = [event for event in game.events if event.turn == turn]
    lines = told_in_lines(events, game.unit, words, game.game, folded=True)
    # Phases are left out; the last line may be that of the rolls without effect.
    texts = [line.text for line in lines][1:]
    return (text.strip() for text in texts if text.startswith("    ") or text is texts[-1])


def _spots(spots: Sequence[Spot], game: Trace, words: Locale) -> Iterator[str]:
    wide = min(_HEX, (_WIDTH - 24) / (max(spot.column for spot in spots) + 1))
    last = max(spot.row for spot in spots)
    for spot in spots:
        x, y = spot.column * wide, spot.row * _HEX
        corners = ((0, 0.25), (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75))
        points = " ".join(f"{x + wide * a:.1f},{y + _HEX * b:.1f}" for a, b in corners)
        yield f'<polygon points="{points}" fill="{_GROUNDS[spot.kind]}" stroke="#8a8a8a" stroke-width=".8"/>'
        size = min(17.0, (wide - 6) / max(len(spot.counters), 1)) if len(spot.counters) < 3 else 15.0
        for place, counter in enumerate(spot.counters):
            across, down = place % 2, place // 2
            rows = -(-len(spot.counters) // 2)
            left = x + wide / 2 - size * min(len(spot.counters), 2) / 2 + across * size
            yield _counter(counter, left, y + _HEX / 2 - rows * size / 2 + down * size, size - 1, game, words)
    kinds = dict.fromkeys(spot.kind for spot in spots if spot.kind != "open")
    things = dict.fromkeys(counter.state for spot in spots for counter in spot.counters if not counter.side)
    named = [(_GROUNDS[kind], words.word("grounds", kind)) for kind in kinds]
    named += [(_THINGS[thing], words.word("counters", thing)) for thing in things]
    x, y = 0.0, (last + 1) * _HEX + 14
    for colour, name in named:
        yield f'<rect x="{x:.1f}" y="{y - 7}" width="8" height="8" fill="{colour}" stroke="#8a8a8a" stroke-width=".6"/>'
        yield _words(x + 11, y, name, size=9, grey=True)
        x += 24 + 1.25 * text_width(name, 9)


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
