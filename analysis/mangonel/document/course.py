"""How a game goes: endings turn by turn, the map, and the losses of each side."""

from __future__ import annotations

from functools import partial

from mangonel.document.answer import came_by, ending_tables, means_tables
from mangonel.document.study import Study, comparing_head, ending_name
from mangonel.document.wording import turns_text
from mangonel.engine.owners import UNDECIDED, endings_meant
from mangonel.engine.result import some_turns
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Blocks, Paragraph, Picture, Section, Table
from mangonel.paper.charts.curves import curves_height, ending_curves
from mangonel.paper.charts.hexes import HexCell, hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.paper.charts.losses import loss_chart, loss_title, loss_values, losses_caption, losses_height, sides
from mangonel.paper.charts.numbers import full, points, short
from mangonel.rules.words import capital

__all__ = ["endings_section", "loss_blocks", "losses_section", "map_section"]


_MOST_ROWS = 24


def endings_section(study: Study, causes: Blocks = (), levers: Blocks = ()) -> Section:
    """Return how often each ending comes and when, with the causes of a difference and all levers."""
    words, results = study.words, study.drawn
    drawn = _likeliest(study)
    rise = _rise(study, drawn)
    # A curve along the axis, or its numbers, say nothing that the table of all endings does not say.
    coming = study.coming if drawn in study.coming else (drawn, *study.coming)
    height = curves_height(results, coming)
    curves: Block = Paragraph(rise)
    if any(result.probability(ending).value > 0 for result in results.values() for ending in coming):
        curves = Picture(
            "curves",
            words.for_unit("report_charts.curves_alt", study.unit, rules=words.joined(results), finding=rise),
            height,
            height,
            lambda ax: ending_curves(results, endings=coming, asked=drawn, ax=ax, title=rise, words=words),
        )
    chances, when = ending_tables(study)
    return Section(
        "endings",
        words.text("report_endings.heading"),
        (chances, *causes, curves, when, _by_turn(study, coming), *levers),
    )


def _by_turn(study: Study, coming: tuple[str, ...]) -> Table:
    """Return the probabilities by the end of each turn; turns that look the same share a row."""
    words, last = study.words, study.first.turns
    columns = [(ending, label, result) for ending in coming for label, result in study.drawn.items()]

    def cells(turn: int) -> tuple[str, ...]:
        return tuple(short(result.probability(ending, by_turn=turn), words=words) for ending, _, result in columns)

    runs: list[tuple[int, int, tuple[str, ...]]] = []
    for turn in range(1, last + 1):
        texts = cells(turn)
        start = runs.pop()[0] if runs and runs[-1][2] == texts else turn
        runs.append((start, turn, texts))
    key = "report_charts.by_turn"
    if len(runs) > _MOST_ROWS:
        key, runs = f"{key}_some", [(turn, turn, cells(turn)) for turn in some_turns(last, _MOST_ROWS) if turn]
    heads = (
        ending_name(study, ending) + (f", {label}" if len(study.drawn) > 1 else "") for ending, label, _ in columns
    )
    rows = tuple((turns_text(start, other, words), *texts) for start, other, texts in runs)
    caption = words.for_unit(key, study.unit)
    return Table(caption, (words.word("units", study.unit), *heads), rows, folded=True, turns=True)


def _likeliest(study: Study) -> str:
    """Return the ending whose curve the chart of the curves is about: of what is asked for the one that comes most."""
    meant = endings_meant(study.main_ending, study.first.all_endings, study.first.sides)
    drawn = [ending for ending in meant if ending != UNDECIDED] or study.first.endings
    return max(drawn, key=lambda ending: max(result.probability(ending).value for result in study.results.values()))


def _rise(study: Study, drawn: str) -> str:
    """Say by which turn the curve of an ending is at half of its final height; once if it is the same for both."""
    words = study.words
    ending = ending_name(study, drawn)
    turns = {label: came_by(study, result, drawn, 0.5) for label, result in study.results.items()}
    if not any(turns.values()):
        return words.text("report_charts.rise_none" if study.exact else "report_charts.rise_unseen", ending=ending)
    labels: dict[str, list[str]] = {}
    for (label, by), result in zip(turns.items(), study.results.values(), strict=True):
        none = words.text("report_charts.none" if result.exact else "report_charts.unseen")
        text = none if by is None else words.for_unit("report_charts.half_by", study.unit, turn=by)
        labels.setdefault(text, []).append(label)
    sides = [
        words.text("report_answer.under", number=text, rules=words.joined(rules)) if len(turns) > 1 else text
        for text, rules in labels.items()
    ]
    return words.text("report_charts.rise", ending=ending, sides=", ".join(sides))


def map_section(study: Study) -> Section | None:
    """Return the map with the probability of each hex, or None if the sequence has no map."""
    words = study.words
    hexes = study.first.hexes
    if hexes is None:
        return None
    counted = hexes.what
    maps = {label: hex_cells(result) for label, result in study.results.items()}
    same = len({tuple(cell.chance.value for cell in cells) for cells in maps.values()}) == 1
    # Where the rules make no difference one map says it all.
    drawn_maps = {words.joined(maps): next(iter(maps.values()))} if same else maps
    blocks: list[Block] = []
    for number, (label, cells) in enumerate(drawn_maps.items(), start=1):
        title = words.text("report_map.title", rules=label, finding=hex_finding(cells, counted, words=words))
        blocks.append(_hex_picture(study, f"map-{number}", cells, counted, title))
    rows = []
    for hexagon, counter in zip(hexes.hexes, hexes.counters, strict=True):
        number_of = study.number("counter", counter)
        cells_of = [full(estimate, words=words) for estimate in number_of.sides]
        if number_of.difference is not None:
            cells_of.append(points(number_of.difference, words=words))
        rows.append((words.place(hexagon.name), *cells_of))
    caption = words.text("report_map.caption", what=words.word("tallies", counted, study.first.sequence))
    header = (words.text("report_map.hex"), *comparing_head(study))
    blocks.append(Table(caption, header, tuple(rows)))
    return Section("map", words.text("report_map.heading"), tuple(blocks))


def _hex_picture(study: Study, name: str, cells: tuple[HexCell, ...], what: str, title: str) -> Picture:
    words = study.words
    narrow = (
        hexes_height(cells, title, width=NARROW_WIDTH, words=words)
        if hexes_need(cells, words=words) <= NARROW_WIDTH
        else None
    )
    return Picture(
        name,
        words.text("report_map.alt", finding=title),
        hexes_height(cells, title, width=PICTURE_WIDTH, words=words),
        narrow,
        partial(hex_map, cells, what=what, title=title, words=words),
    )


def losses_section(study: Study) -> Section:
    """Return the losses of the side that loses most, and the expected values by ending and over all games."""
    blocks = loss_blocks(study)
    pictures = [block for block in blocks if isinstance(block, Picture)]
    shown = (block for block in blocks if block in pictures[:1] or block not in pictures)
    return Section("losses", study.words.text("report_losses.heading"), (*shown, *means_tables(study)))


def loss_blocks(study: Study) -> list[Picture | Paragraph]:
    """Return a chart of the losses of each side, the largest mean first, or a sentence if they are always the same."""
    words, results = study.words, study.drawn
    blocks: list[tuple[float, Picture | Paragraph]] = []
    for number, side in enumerate(sides(study.first), start=1):
        lost = {int(loss) for result in results.values() for loss in loss_values(result, side)}
        if max(lost) <= 1 or len(lost) == 1:
            blocks.append((0.0, Paragraph(_always(study, side, lost))))
            continue
        finding = loss_title(results, side, words=words)
        height = losses_height(results)
        alt = words.text("report_losses.alt", finding=finding)
        drawn = partial(loss_chart, results, side, words=words)
        mean = float(study.first.weights @ loss_values(study.first, side))
        blocks.append((mean, Picture(f"losses-{number}", alt, height, height, drawn)))
    return [block for _, block in sorted(blocks, key=lambda block: -block[0])]


def _always(study: Study, side: str, lost: set[int]) -> str:
    words, (least, *more) = study.words, sorted(lost)
    losses = losses_caption(study.first, side, words=words)
    if more:
        chances = words.text("frame.comma").join(
            words.text(
                "report_answer.under",
                number=short(
                    result.estimate((loss_values(result, side) > 0).astype(float), proportion=True), words=words
                ),
                rules=label,
            )
            for label, result in study.drawn.items()
        )
        return words.text("report_losses.one", what=losses, chances=chances)
    if least:
        return words.text("report_losses.always", what=losses, number=least)
    key = "loses_nobody" if study.exact else "lost_nobody"
    return capital(words.text("frame.named", name=words.word("sides", side), text=words.text(f"report_losses.{key}")))
