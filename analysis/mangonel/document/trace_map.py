"""One game as a map: hexes side by side, a frame a turn, with its counters and the rolls that came to something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import accumulate

from mangonel.engine.board import Counter, Frame, Spot
from mangonel.engine.owners import naming
from mangonel.engine.trace import Trace, told_in_lines
from mangonel.paper.charts.layout import text_width, wrapped
from mangonel.paper.charts.style import side_colour, text_on
from mangonel.rules.words import capital, say, words

_SECONDS = 2.5
"""How long a frame is seen."""
_STILL, _BESIDE, _BESIDE_BANNERS = 8, 4, 3
"""Frames on paper, and how many of them stand beside each other, also those of battles."""
_WIDTH, _LINE, _TEXT = 800, 13, 11
"""Width of the picture, height of a line, and size of its letters."""
_HEX, _SMALL, _LARGE, _PAPER = 42.0, 26.0, 50.0, 36.0
"""Width of a hex, at most, and on paper; where units have their letters, and these on paper."""
_BARE = 0.3
"""Width on paper of a column of open ground where nobody is."""
_FITS = 0.72
"""Share of the width that a line takes in the font of the page: others that a viewer has are up to a third wider."""
_EDGE = 12
_LINES, _MORE, _FEW, _BATTLE_FEW, _REPORT_FEW = 9, 12, 7, 5, 3
"""Lines of a frame for its events: in a wide picture, in a narrow one, on paper, of banners, of men in a report."""
_ROOM = 320
"""Width beside a board of units in which its events are told; else they are below it."""
_GROUNDS = {"open": "#eef2e4", "foot": "#e3dccb", "ladder": "#c79d5f", "wall": "#c9c9cd", "behind": "#efefef"}
_THINGS = {"ladder": "#8a5a1d", "ram": "#6b4a2b", "oil": "#3a3a3a", "flame": "#d1330f", "mark": "#7a1f1f"}
_THINGS |= {"tower": "#7a5c3a", "engine": "#6b4a2b"}
_GROUNDS |= {"banner": "#f6f4ee", "reserve": "#dcdcdc", "contact": "#f0bcae", "apart": "#eef2e4"}
_GROUNDS |= {"top": "#c79d5f", "camp": "#e6cf8c", "edge": "#c9c9cd"}
_DIMMED = {"wounded": 0.62, "stunned": 0.38}
_FILLED = {"organised": 1.0, "demoralised": 0.42, "routed": 0.0, "eliminated": 0.0}
_MARKS = ("leader", "wounded_leader", "holds")
"""Counters at the edge of a hex, or beside the name of a banner."""
_BOXES = ("banner", "reserve")
_NAMED, _BOXED, _ACROSS = 0.62, 0.42, 6
"""Of banners: width of a name and of a counter in hexes, and counters beside each other."""
_UNIT, _LEGIBLE = 20, 7
"""The size in which units are defined, and the least height of a name."""


def trace_svg(game: Trace, title: str, *, width: float = _WIDTH, still: bool = False) -> str:
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
    with naming(game.sides):
        shown = _chosen(game) if still else game.frames
        first = min((spot.column for frame in shown for spot in frame.spots), default=0)
        frames = [
            replace(frame, spots=tuple(replace(spot, column=spot.column - first) for spot in frame.spots))
            for frame in shown
        ]
        counters = dict.fromkeys(counter for frame in frames for spot in frame.spots for counter in spot.counters)
        units = [counter for counter in counters if counter.letters]
        low = any(spot.kind in _BOXES for spot in frames[0].spots)
        columns = (_BESIDE_BANNERS if low else _BESIDE) if still else 1
        wide = width / columns
        headline = say("told.map", title=title)
        parts, top = [], 2.0
        if title:
            for line in wrapped(headline, _FITS * width, 15, bold=True):
                top += 18
                parts.append(_words(_EDGE, top, line, bold=True, size=15))
            top += 6
        legend, top = _legend(frames, list(counters), width, top, game)
        pieces = (f'<g id="{_name(unit)}">{_counter(unit, 0, 0, _UNIT, game)}</g>' for unit in units)
        parts += [*legend, *([f"<defs>{''.join(pieces)}</defs>"] if units else [])]
        most = (_PAPER if still else _LARGE) if units else _SMALL if still else _HEX
        across = max(sum(_widths(frame.spots, still=still).values()) for frame in frames)
        size = min(most, (wide - 2 * _EDGE) / max(across, 1))
        taken = size * across + _EDGE if units and wide - size * across - 2 * _EDGE > _ROOM else 0.0
        few = _BATTLE_FEW if low else _FEW if title or units else _REPORT_FEW
        drawn = [_frame(game, frame, wide, size, taken, few if still else 0) for frame in frames]
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


def _widths(spots: Sequence[Spot], *, still: bool) -> dict[int, float]:
    widths = dict.fromkeys(range(1 + max((spot.column for spot in spots), default=-1)), _BARE if still else 1.0)
    widths |= {spot.column: 1.0 for spot in spots if spot.counters or spot.kind != "open"}
    boxes = [spot for spot in spots if spot.kind in _BOXES]
    wide = _NAMED + _BOXED * min(max((len(_men(spot)) for spot in boxes), default=0), _ACROSS)
    return widths | {spot.column: wide for spot in boxes}


def _tops(spots: Sequence[Spot]) -> list[float]:
    """Return the upper edge of each row in hexes, and the lower one of the last."""
    heights = [1.0] * (1 + max(spot.row for spot in spots))
    for row in range(len(heights)):
        boxes = [len(_men(spot)) for spot in spots if spot.row == row and spot.kind in _BOXES]
        heights[row] = 0.12 + _BOXED * -(-max(boxes) // _ACROSS) if boxes else 1.0
    return list(accumulate(heights, initial=0.0))


def _men(spot: Spot) -> list[Counter]:
    return [counter for counter in spot.counters if counter.state not in _MARKS]


def _frame(game: Trace, frame: Frame, wide: float, size: float, taken: float, few: int) -> tuple[str, float]:
    """Return a frame so wide, with hexes of that width, and its height; beside its board if that has `taken` little.

    On paper it has a `few` lines for events.
    """
    still = few > 0
    head = say("told.turn", unit=capital(words().word("units", game.unit)), turn=frame.turn)
    if frame.turn == game.turn and game.ending != "stopped":
        key = "told.last" if game.ending == "undecided" else "told.ending"
        head = words().for_unit(
            key, game.unit, ending=words().word("endings", game.ending, game.sequence), turn=game.turn
        )
    watched = {words().word("series", name, game.sequence): name for name in frame.watched}
    parts, y = [], 0.0
    for line in wrapped(head, _FITS * wide, 12, bold=True):
        y += _LINE
        parts.append(_words(_EDGE, y, line, bold=True, size=12))
    if frame.spots:
        numbers = words().with_semicolons(
            words().named(named, str(frame.watched[name])) for named, name in watched.items() if frame.watched[name]
        )
        for line in [] if still and wide < _WIDTH / _BESIDE_BANNERS else wrapped(numbers, _FITS * wide, _TEXT):
            y += _LINE
            parts.append(_words(_EDGE, y, line, grey=True))
        y += 6
        board = "".join(_spots(frame.spots, size, game, still=still))
        parts.append(f'<g transform="translate({_EDGE} {y:g})">{board}</g>')
        low = y + size * _tops(frame.spots)[-1]
        y = y if taken else low
    else:
        strips, y = _strips(game, frame, watched, wide, y + 4, still=still)
        parts += strips
        low = y
    lines = list[str]()
    most = few or (_LINES if wide == _WIDTH else _MORE)
    most = max(most, int((low - y) / _LINE))
    room = _FITS * (wide - taken)
    left = list(_told(game, frame.turn))
    unsaid = len(left)
    if unsaid > most or sum(len(wrapped(text, room, _TEXT)) for text in left) > most:
        rolls = list(_told(game, frame.turn, rolls=True))
        left = [*rolls, *(text for text in left if text not in rolls)]
    # A text too long for the room that is left makes place for the next ones.
    for text in tuple(left):
        part = wrapped(text, room, _TEXT)
        if len(lines) + len(part) <= most - (unsaid > 1):
            lines += part
            unsaid -= 1
        if len(lines) >= most - 1:
            break
    if unsaid:
        lines.append(say("told.more", number=unsaid))
    parts += (_words(_EDGE + taken, y + number * _LINE, line) for number, line in enumerate(lines, start=1))
    return "".join(parts), max(low, y + len(lines) * _LINE) + 0.6 * _LINE


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


def _told(game: Trace, turn: int, *, rolls: bool = False) -> Iterator[str]:
    """Return the events of a turn, or of its `rolls` those that read a table and came to something."""
    events = [event for event in game.events if event.turn == turn and (not rolls or (event.cells and not event.idle))]
    lines = told_in_lines(events, game.unit, game.game, folded=True)
    # Phases are left out; the last line may be that of the rolls without effect.
    texts = [line.text for line in lines][1:]
    shown = (text for text in texts if text.startswith("    ") or text is texts[-1])
    return (text.strip().replace("->", "\N{RIGHTWARDS ARROW}") for text in shown)


def _spots(spots: Sequence[Spot], wide: float, game: Trace, *, still: bool) -> Iterator[str]:
    widths, tops = _widths(spots, still=still), _tops(spots)
    lefts = [0.0, *accumulate(wide * width for width in widths.values())]
    for spot in spots:
        x, y, across = lefts[spot.column], wide * tops[spot.row], wide * widths[spot.column]
        tall, boxed, men = wide * tops[spot.row + 1] - y, spot.kind in _BOXES, _men(spot)
        corners: tuple[tuple[float, float], ...] = ((0, 0.02), (1, 0.02), (1, 0.98), (0, 0.98))
        if not boxed:
            corners = ((0, 0.25), (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75))
        points = " ".join(f"{x + across * a:.1f},{y + tall * b:.1f}" for a, b in corners)
        yield f'<polygon points="{points}" fill="{_GROUNDS[spot.kind]}" stroke="#8a8a8a" stroke-width=".8"/>'
        size = min(0.4 * wide, (wide - 6) / max(len(men), 1)) if len(men) < 3 else 0.36 * wide
        left, beside, middle = x + wide / 2, 2, y + tall / 2
        if boxed:
            size, beside = _BOXED * wide, _ACROSS
            left = x + wide * (_NAMED + _BOXED * min(len(men), beside) / 2)
        elif len(men) == 1 and men[0].letters:
            size, middle = 0.54 * wide, y + (0.43 if spot.label else 0.5) * tall
        for place, counter in enumerate(men):
            rows = -(-len(men) // beside)
            at = left - size * min(len(men), beside) / 2 + place % beside * size
            top = middle - rows * size / 2 + place // beside * size
            if counter.letters:
                scale = f"scale({0.86 * size / _UNIT:.3f})"
                yield f'<use href="#{_name(counter)}" transform="translate({at:.1f} {top + 0.1 * size:.1f}) {scale}"/>'
            else:
                yield _counter(counter, at, top, size - 1, game)
        if spot.label:
            high, where = max(0.19 * wide, _LEGIBLE), (across / 2, (0.92 if men else 0.62) * tall)
            where = (0.24 * wide, 0.24 * wide) if boxed else where
            yield (
                f'<text x="{x + where[0]:.1f}" y="{y + where[1]:.1f}" font-size="{high:.1f}" '
                f'text-anchor="middle" fill="#1a1a1a">{escape(spot.label)}</text>'
            )
        for counter in spot.counters:
            if counter.state in _MARKS:
                aside, down = (0.24, 0.29) if boxed else (0.2 if counter.state == "holds" else 0.8, 0.08)
                yield _counter(counter, x + (aside - 0.1) * wide, y + down * wide, 0.2 * wide, game)


def _legend(
    frames: Sequence[Frame], counters: Sequence[Counter], width: float, top: float, game: Trace
) -> tuple[list[str], float]:
    """Return the names of sides, grounds, things and states on the boards of some frames, and where they end."""
    kinds = dict.fromkeys(spot.kind for frame in frames for spot in frame.spots if spot.kind != "open")
    things = {counter.state: replace(counter, number=1) for counter in counters if not counter.side}
    named: list[tuple[str | Counter, str]] = [
        (side_colour(side.name, game.sides) or "", words().word("sides", side.name))
        for side in game.sides
        if any(counter.side == side.name for counter in counters)
    ]
    named += [(_GROUNDS[kind], words().word("grounds", kind)) for kind in kinds]
    named += [(sign, words().word("counters", thing)) for thing, sign in things.items()]
    shown = [
        replace(each, side="" if each.letters else each.side, number=1, letters=each.letters and " ")
        for each in counters
        if each.side
    ]
    states = {each.state: each for each in shown if each.letters or each.state in (*_MARKS, *_DIMMED)}
    order = [*_DIMMED, *_FILLED, *_MARKS]
    for state in sorted(states, key=lambda name: (order.index(_order(name)), name.endswith("fatigued"))):
        named.append((states[state], _word(state)))
    parts, x, y = [], float(_EDGE), top + _LINE
    for sign, name in named:
        long = 12 + 1.25 * text_width(name, _TEXT)
        if x > _EDGE and x + long > width - _EDGE:
            x, y = float(_EDGE), y + _LINE
        square = f'<rect x="{x:.1f}" y="{y - 8:g}" width="8" height="8" fill="{sign}" stroke="#8a8a8a" '
        square += 'stroke-width=".6"/>'
        parts.append(_counter(sign, x - 1, y - 9, 10, game) if isinstance(sign, Counter) else square)
        parts.append(_words(x + 12, y, name, grey=True))
        x += long + 12
    return parts, y + 6 if named else top


def _order(state: str) -> str:
    """Return the order of a unit in a state; of other counters the state."""
    return state if state in _MARKS else state.partition("_")[0]


def _word(state: str) -> str:
    return words().first_word(("men_states", "counters", "series", "unit_states"), state)


def _counter(counter: Counter, x: float, y: float, size: float, game: Trace) -> str:
    own = side_colour(counter.side, game.sides) if counter.side else None
    colour = own or _THINGS.get(counter.state, "#555555")
    faded = _DIMMED.get(counter.state, 1.0)
    word = _word(counter.state)
    named = words().named(words().word("sides", counter.side), word) if counter.side else word
    if counter.letters or counter.state in _MARKS:
        picture = (_unit if counter.letters else _mark)(counter, x, y, size, colour)
        title = " ".join(filter(None, (str(counter.number), counter.letters.strip(), named)))
        return f"<g><title>{escape(title)}</title>{picture}</g>"
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


def _name(counter: Counter) -> str:
    """Return the id under which a unit in its state is defined once."""
    return f"{counter.side}-{counter.number}-{counter.letters}-{counter.state}"


def _unit(counter: Counter, x: float, y: float, size: float, colour: str) -> str:
    """Return a unit in its state, two that act as one as a pile."""
    order, tired = _order(counter.state), counter.state.endswith("fatigued")
    gone, filled, right, low = order == "eliminated", _FILLED[order], x + size, y + size
    line = f'stroke="{colour}" stroke-width="2"' if order == "routed" else 'stroke="#222" stroke-width=".7"'
    line = 'stroke="#999" stroke-dasharray="2 2"' if gone else line
    parts = [
        f'<rect x="{x + up:g}" y="{y - up:g}" width="{size:g}" height="{size:g}" rx="2" fill="{fill}" {line}/>'
        for up, fill in [*((0.1 * size * back, "#fff") for back in range(counter.number - 1, -1, -1)), (0, colour)]
    ]
    parts[-1] = parts[-1].replace("/>", f' fill-opacity="{filled:g}"/>')
    if order == "demoralised" or gone:
        other = f"M{x:g} {y:g}L{right:g} {low:g}" if gone else ""
        colour_of = "#999" if gone else "#fff"
        parts.append(f'<path d="M{x:g} {low:g}L{right:g} {y:g}{other}" stroke="{colour_of}" stroke-width="1.4"/>')
    if tired:
        edge = 0.36 * size
        parts.append(f'<path d="M{right:g} {low:g}h-{edge:g}l{edge:g} -{edge:g}z" fill="#111" stroke="#fff"/>')
    ink = "#888" if gone else text_on(colour) if filled == 1 else "#111"
    parts.append(
        f'<text x="{x + size / 2:g}" y="{y + 0.7 * size:g}" font-size="{0.56 * size:g}" text-anchor="middle" '
        f'font-weight="bold" fill="{ink}">{escape(counter.letters)}</text>'
    )
    return "".join(parts)


def _mark(counter: Counter, x: float, y: float, size: float, colour: str) -> str:
    """Return a leader, with a white point or, wounded, a stroke, or the flag of a stack that holds its lane."""
    line, half, rise = f'fill="{colour}" stroke="#222" stroke-width=".7"', size / 2, 0.3 * size
    if counter.state == "holds":
        return f'<path d="M{x:.1f} {y + size:.1f}v-{size:.1f}l{size:.1f} {rise:.1f}l-{size:.1f} {rise:.1f}" {line}/>'
    disc = f'<circle cx="{x + half:.1f}" cy="{y + half:.1f}" r="{half:.1f}" {line}/>'
    if counter.state == "leader":
        return f'{disc}<circle cx="{x + half:.1f}" cy="{y + half:.1f}" r="{0.4 * half:.1f}" fill="#fff"/>'
    return f'{disc}<path d="M{x:.1f} {y + size:.1f}l{size:.1f} -{size:.1f}" stroke="#fff" stroke-width="1.4"/>'


def _words(x: float, y: float, text: str, *, size: int = _TEXT, bold: bool = False, grey: bool = False) -> str:
    more = ' font-weight="bold"' if bold else ""
    colour = "#555" if grey else "#1a1a1a"
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{more}>{escape(text)}</text>'
