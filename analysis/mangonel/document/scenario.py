"""Reports on a scenario, rule sets compared or one by itself: the same sections in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Final

from msgspec.structs import replace

from mangonel.document.best import decisions_section
from mangonel.document.designs import design_blocks, design_numbers
from mangonel.document.headline import games_told, largest_finding
from mangonel.document.levers import Tried, front_of, lever_rows, lever_told, levers_of, levers_table, shields_told
from mangonel.document.model import (
    ReportData,
    ReportText,
    facts_table,
    footer,
    provenance_section,
    report_of,
    source_rows,
)
from mangonel.document.study import (
    Study,
    comparing_head,
    effects_table,
    ending_name,
    finding,
    given_table,
    number_rows,
    numbers_table,
    rule_set_table,
)
from mangonel.document.trace_map import trace_svg
from mangonel.document.wording import idle_lines, turns_text
from mangonel.engine.owners import UNDECIDED, endings_meant, naming
from mangonel.engine.process import Process
from mangonel.engine.result import Result, some_turns, turn_quantile
from mangonel.engine.trace import Trace, play_trace
from mangonel.paper.blocks import (
    NARROW_WIDTH,
    PICTURE_WIDTH,
    WORDS,
    Block,
    Blocks,
    Bullets,
    Paragraph,
    Picture,
    Replay,
    Section,
    Table,
)
from mangonel.paper.charts.curves import curves_height, ending_curves
from mangonel.paper.charts.hexes import hex_cells, hex_finding, hex_map, hexes_height, hexes_need
from mangonel.paper.charts.losses import loss_chart, loss_title, loss_values, losses_caption, losses_height, sides
from mangonel.paper.charts.numbers import differs, full, kept_together, points, short
from mangonel.paper.charts.poster import Lever
from mangonel.paper.charts.tornado import Causes, cause_bars, causes_height
from mangonel.rules.change import place_of
from mangonel.rules.difference import ABSENT, Difference
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import cited, difference_named, names_of, reason_told, title_of
from mangonel.studies.attribute import Effect, Shares

_WORTH_SAYING = 0.0005  # an undecided rest below this is next to nothing
_SHARES = (("half", 0.5), ("most", 0.9))


def answer_section(study: Study, levers: tuple[Lever, ...]) -> Section:
    """Return the answer: the finding, the front picture, and how sure it is."""
    asked, undecided = study.asked, study.number("ending", UNDECIDED)
    shown: Blocks
    picture = front_of(study, levers)
    # Where all games are alike, and nothing changes them, there is nothing to draw.
    drawn = (picture,) if picture.height else ()
    if study.several:
        lead, rest = largest_finding([finding(pair) for pair in study.pairs], asked.differences, study.labels[0])
        shown = (*drawn, rule_set_table(study), Bullets(rest))
    else:
        lead, largest = finding(study), lever_told(study, levers)
        shown = (*([Paragraph(largest)] if largest else []), *drawn)
    sure = [shields_told(study), _how_sure(study)]
    if asked.difference is not None and differs(asked.difference):
        sure.append(games_told(asked.sides))
    if max(side.value for side in undecided.sides) >= _WORTH_SAYING:
        known = {label: full(result.probability(UNDECIDED)) for label, result in study.drawn.items()}
        chances = ", ".join(map(partial(_under, study), known.values(), known))
        sure.append(words().for_unit("report_answer.undecided", study.unit, study.first.turns, chances=chances))
    if any(result.provenance.interrupted for result in study.results.values()):
        sure.append(say("report_answer.interrupted"))
    blocks = (Paragraph(lead, "lead"), *shown, Paragraph(" ".join(sure), "note"))
    return Section("answer", say("report_answer.heading"), blocks)


def _under(study: Study, number: str, rules: str) -> str:
    return say("report_answer.under", number=number, rules=rules)


def _how_sure(study: Study) -> str:
    if study.exact:
        return say("report_answer.sure_exact" if len(study.results) == 2 else "report_answer.sure_exact_one")
    if len(study.results) == 1:
        return say("report_answer.sure_sampled_one", trials=words().number(study.first.provenance.trials or 0))
    ways = []
    for label, result in study.results.items():
        key = "report_answer.is_exact" if result.exact else "report_answer.is_sampled"
        ways.append(say(key, rules=label, trials=words().number(result.provenance.trials or 0)))
    compared = say(f"report_answer.compared_{study.method.partition(' ')[0]}")
    return say("report_answer.sure_sampled", found=words().joined(ways), compared=compared)


def _ending_tables(study: Study) -> tuple[Table, Table]:
    """Return the table of endings, with the differences of two results, and the one of when they come."""
    caption = say("report_endings.caption")
    head = say("report_endings.ending")
    endings = numbers_table(study, study.outcomes, caption, (head, *comparing_head(study)))
    columns = [(key, share, label, result) for key, share in _SHARES for label, result in study.drawn.items()]
    heads = (words().for_unit(f"report_endings.{key}_by", study.unit, rules=label) for key, _, label, _ in columns)
    never = {True: say("report_endings.never"), False: say("report_endings.not_seen")}
    rows = []
    for name in study.coming:
        turns = (_came_by(study, result, name, share) or never[result.exact] for _, share, _, result in columns)
        rows.append((ending_name(study, name), *turns))
    return endings, Table(words().for_unit("report_endings.when", study.unit), (head, *heads), tuple(rows), folded=True)


def _came_by(study: Study, result: Result, ending: str, share: float) -> str | None:
    """Return the turn by which a share of an ending has come, with its interval; None if it has not come at all."""
    quantile = turn_quantile(result, ending, share)
    return None if quantile is None else kept_together(quantile.text())


_MOST_BARS: Final = 12


def acting(study: Study) -> tuple[Effect, ...]:
    """Return the effects that move the chance that is asked about, alone or last, the largest first."""
    ending = study.main_ending
    return tuple(effect for effect in study.effects if any(map(differs, effect.on(ending))))


def _causes_blocks(study: Study) -> tuple[Picture, ...]:
    """Return a chart of the effect of each change of the rules, if several act: one for each pair of rule sets."""
    if study.several:
        blocks = (block for pair in study.pairs for block in _causes_blocks(pair))
        return tuple(replace(block, name=f"causes-{number}") for number, block in enumerate(blocks, start=1))
    total = study.asked.difference
    effects = acting(study)
    if total is None or len(effects) < 2:
        return ()
    ending = study.main_ending
    causes: Causes = {
        difference_named(effect.difference, study.titles): effect.on(ending) for effect in effects[:_MOST_BARS]
    }
    title = say("report_causes.title", ending=ending_name(study, ending))
    if len(effects) > _MOST_BARS:
        title = words().with_semicolons((title, words().plural("report_causes.more", len(effects) - _MOST_BARS)))
    left, right = study.labels
    draw = partial(cause_bars, causes, total, names=(left, right), title=title)
    height = partial(causes_height, causes, title)
    return (Picture.of("causes", say("report_causes.alt", finding=title), draw, height),)


_MOST_ROWS = 24


def endings_section(study: Study, causes: Blocks = (), levers: Blocks = ()) -> Section:
    """Return how often each ending comes and when, with the causes of a difference and all levers."""
    results = study.drawn
    meant = endings_meant(study.main_ending, study.first.all_endings, study.first.sides)
    likely = [ending for ending in meant if ending != UNDECIDED] or study.first.endings
    drawn = max(likely, key=lambda ending: max(result.probability(ending).value for result in study.results.values()))
    rise = _rise(study, drawn)
    # A curve along the axis, or its numbers, say nothing that the table of all endings does not say.
    coming = study.coming if drawn in study.coming else (drawn, *study.coming)
    # A curve a rule set can be told apart, several of each cannot.
    coming = (drawn,) if study.several else coming
    height = curves_height(results, coming)
    curves: Block = Paragraph(rise)
    if any(result.probability(ending).value > 0 for result in results.values() for ending in coming):
        alt = words().for_unit("report_charts.curves_alt", study.unit, rules=words().joined(results), finding=rise)
        draw = partial(ending_curves, results, endings=coming, asked=drawn, title=rise)
        curves = Picture("curves", alt, height, height, draw)
    chances, when = _ending_tables(study)
    blocks = (chances, *causes, curves, when, _by_turn(study, coming), *levers)
    return Section("endings", say("report_endings.heading"), blocks)


def _by_turn(study: Study, coming: tuple[str, ...]) -> Table:
    """Return the probabilities by the end of each turn; turns that look the same share a row."""
    last = study.first.turns
    columns = [(ending, label, result) for ending in coming for label, result in study.drawn.items()]

    def cells(turn: int) -> tuple[str, ...]:
        return tuple(short(result.probability(ending, by_turn=turn)) for ending, _, result in columns)

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
    rows = tuple((turns_text(start, other), *texts) for start, other, texts in runs)
    caption = words().for_unit(key, study.unit)
    return Table(caption, (words().word("units", study.unit), *heads), rows, folded=True, turns=True)


def _rise(study: Study, drawn: str) -> str:
    """Say by which turn the curve of an ending is at half of its final height; once if it is the same for both."""
    ending = ending_name(study, drawn)
    turns = {label: _came_by(study, result, drawn, 0.5) for label, result in study.results.items()}
    if not any(turns.values()):
        return say("report_charts.rise_none" if study.exact else "report_charts.rise_unseen", ending=ending)
    labels: dict[str, list[str]] = {}
    for (label, by), result in zip(turns.items(), study.results.values(), strict=True):
        none = say("report_charts.none" if result.exact else "report_charts.unseen")
        text = none if by is None else words().for_unit("report_charts.half_by", study.unit, turn=by)
        labels.setdefault(text, []).append(label)
    sides = [_under(study, text, words().joined(rules)) if len(turns) > 1 else text for text, rules in labels.items()]
    return say("report_charts.rise", ending=ending, sides=", ".join(sides))


def _map_section(study: Study) -> Section | None:
    """Return the map with the probability of each hex, or None if the sequence has no map."""
    hexes = study.first.hexes
    if hexes is None:
        return None
    counted = hexes.what
    maps = {label: hex_cells(result) for label, result in study.results.items()}
    same = len({tuple(cell.chance.value for cell in cells) for cells in maps.values()}) == 1
    # Where the rules make no difference one map says it all.
    drawn_maps = {words().joined(maps): next(iter(maps.values()))} if same else maps
    blocks: list[Block] = []
    for number, (label, cells) in enumerate(drawn_maps.items(), start=1):
        title = say("report_map.title", rules=label, finding=hex_finding(cells, counted))
        height, narrow = (hexes_height(cells, title, width=width) for width in (PICTURE_WIDTH, NARROW_WIDTH))
        fitting = narrow if hexes_need(cells) <= NARROW_WIDTH else None
        draw = partial(hex_map, cells, what=counted, title=title)
        blocks.append(Picture(f"map-{number}", say("report_map.alt", finding=title), height, fitting, draw))
    rows = []
    for hexagon, counter in zip(hexes.hexes, hexes.counters, strict=True):
        number_of = study.number("counter", counter)
        cells_of = [full(estimate) for estimate in number_of.sides]
        if number_of.difference is not None:
            cells_of.append(points(number_of.difference))
        rows.append((words().place(hexagon.name), *(cells_of[:1] if same else cells_of)))
    caption = say("report_map.caption", what=words().word("tallies", counted, study.first.sequence))
    header = (say("report_map.hex"), *(drawn_maps if same else comparing_head(study)))
    blocks.append(Table(caption, header, tuple(rows)))
    return Section("map", say("report_map.heading"), tuple(blocks))


def _losses_section(study: Study) -> Section:
    """Return the losses of the side that loses most, and the expected values by ending and over all games."""
    losses = loss_blocks(study)
    pictures = [block for block in losses if isinstance(block, Picture)]
    shown = (block for block in losses if block in pictures[:1] or block not in pictures)
    caption, head = say("report_counters.means"), say("report_counters.quantity")
    means = numbers_table(study, study.of_kind("mean"), caption, (head, *comparing_head(study)), folded=True)
    blocks: list[Table | Paragraph] = [*given_table(study), means]
    hexes = study.first.hexes
    # Those of the map stand beside it.
    mapped = () if hexes is None else hexes.counters
    if counters := [number for number in study.of_kind("counter") if number.name not in mapped]:
        caption, head = say("report_counters.counters"), say("report_counters.counter")
        blocks.append(numbers_table(study, counters, caption, (head, *comparing_head(study)), folded=True))
        if study.method == "common random numbers":
            blocks.append(Paragraph(say("report_counters.wide"), "note"))
    return Section("losses", say("report_losses.heading"), (*shown, *blocks))


def loss_blocks(study: Study) -> list[Picture | Paragraph]:
    """Return a chart of the losses of each side, the largest mean first, or a sentence if they are always the same."""
    results = study.drawn
    blocks: list[tuple[float, Picture | Paragraph]] = []
    for number, side in enumerate(sides(study.first), start=1):
        lost = {
            int(loss)
            for result, values in ((result, loss_values(result, side)) for result in results.values())
            for loss in set(values.tolist())
            if result.weights @ (values == loss) >= _WORTH_SAYING
        }
        if max(lost) <= 1 or len(lost) == 1:
            blocks.append((0.0, Paragraph(_always(study, side, lost))))
            continue
        finding = loss_title(results, side)
        height = losses_height(results)
        alt = say("report_losses.alt", finding=finding)
        drawn = partial(loss_chart, results, side)
        mean = float(study.first.weights @ loss_values(study.first, side))
        blocks.append((mean, Picture(f"losses-{number}", alt, height, height, drawn)))
    return [block for _, block in sorted(blocks, key=lambda block: -block[0])]


def _always(study: Study, side: str, lost: set[int]) -> str:
    least, *more = sorted(lost)
    losses = losses_caption(study.first, side)
    if more:
        chances = []
        for label, result in study.drawn.items():
            chance = result.estimate((loss_values(result, side) > 0).astype(float), proportion=True)
            chances.append(_under(study, short(chance), label))
        return say("report_losses.one", what=losses, chances=words().with_commas(chances))
    if any((loss_values(result, side) != least).any() for result in study.results.values()):
        return words().named(losses, say("facts.option", title=least, id=words().percentage(words().written(">99.9"))))
    if least:
        return say("report_losses.always", what=losses, number=least)
    key = "loses_nobody" if study.exact else "lost_nobody"
    return capital(words().named(words().word("sides", side), say(f"report_losses.{key}")))


def likely_game(process: Process, result: Result) -> Trace:
    """Return the first game by the seeds 0, 1, 2 and so on that ends in the likeliest way of a result."""
    likeliest = max(result.all_endings, key=lambda ending: result.probability(ending).value)
    games = (play_trace(process, seed=seed) for seed in range(1_000))
    return next((game for game in games if game.ending == likeliest), play_trace(process))


def game_section(study: Study, game: Trace) -> Section:
    """Return one game under the first rule set as a map, and how it was chosen."""
    ending, chance = ending_name(study, game.ending), short(study.first.probability(game.ending))
    note = say("report_game.note", seed=game.seed, ending=ending, chance=chance, rules=study.labels[0])
    replay = Replay("game", say("report_game.alt", ending=ending), partial(trace_svg, game, ""))
    return Section("game", say("report_game.heading"), (replay, Paragraph(note, "note")))


def build_report(
    study: Study,
    text: ReportText,
    *,
    tried: Tried | None = None,
    shares: Sequence[Shares] = (),
    game: Trace | None = None,
) -> ReportData:
    """Return the report on several rule sets, or on a scenario under one, ready to be rendered.

    Parameters
    ----------
    text
        Question, scenario, policies, assumptions, command and date, in the language of the report.
    tried
        The scenario with one thing changed at a time, and its best decisions.
    shares
        The difference of each pair of rule sets, shared out.
    game
        A game under the first rule set, to be shown.

    Raises
    ------
    DataError
        If the sequence has no such ending.
    """
    with naming(study.first.sides):
        levers = levers_of(study, tried)
        sections = (
            answer_section(study, levers),
            endings_section(study, _causes_blocks(study), levers_table(study, levers)),
            _losses_section(study),
            _map_section(study),
            None if tried is None else decisions_section(study, tried),
            _rules_section(study) if study.singles else _in_force_section(study),
            _shares_section(shares),
            None if game is None else game_section(study, game),
            _provenance(study, text),
        )
        numbers = (*number_rows(study), *lever_rows(study, tried), *chain.from_iterable(map(design_numbers, shares)))
        foot = footer(result.provenance for result in study.results.values())
        return report_of(text.title, sections, foot, numbers)


_SHOWN = 12  # rows of a table of cells that are seen unasked


def _rules_section(study: Study) -> Section:
    """Return the differences between two rule sets, table by table, with sources and, if known, single effects."""
    heading = say("report_differences.heading")
    if study.several:
        parts = [_named(_rules_section(pair).blocks, pair.labels[1]) for pair in study.pairs]
        return Section("rules", heading, tuple(chain.from_iterable(parts)))
    if study.single is None or not study.differences:
        return Section("rules", heading, (Paragraph(say("report_differences.nothing")),))
    shown, unasked = acting(study), study.single.unasked
    asked = [each for each in study.differences if each not in unasked]
    still = [effect.difference for effect in study.effects if effect not in shown]
    # The changes that do nothing to the chance, and those that never come up.
    rest = " ".join(idle_lines(study.titles, still=still, unasked=unasked))
    blocks: list[Block] = [
        *_difference_tables(study, asked, study.labels),
        *([Paragraph(rest, "note")] if rest else []),
        *(replace(table, folded=True) for table in _difference_tables(study, unasked, study.labels)),
        *([effects_table(study, shown, folded=True)] if shown else []),
    ]
    if left_out := study.single.left_out:
        named = (difference_named(each.difference, study.titles) for each in left_out)
        reasons = (reason_told(each.message, each.reason) for each in left_out)
        rows = tuple(zip(named, reasons, strict=True))
        header = (say("report_differences.difference"), say("report_differences.why"))
        blocks.append(Table(say("report_differences.left_out"), header, rows, text=WORDS))
    return Section("rules", heading, tuple(blocks))


def _named(blocks: Blocks, name: str) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Table):
            yield replace(block, caption=words().named(name, block.caption))
        elif isinstance(block, Paragraph):
            yield replace(block, text=words().named(name, block.text))


def _difference_tables(study: Study, found: Sequence[Difference], labels: tuple[str, ...]) -> list[Table]:
    """Return the differences between two rule sets: a table for each table of the rules, and one for the options.

    `labels` are the names of the two.
    """
    sentence = words().text
    sources = (sentence("report_differences.source_of", rules=label) for label in labels)
    header = (sentence("report_differences.where"), *labels, *sources)
    tables = []
    cells = (difference for difference in found if difference.kind == "cell")
    for name, group in groupby(cells, key=lambda difference: difference.where.partition(".")[0]):
        rows = tuple((" / ".join(place_of(difference.where)[1:]), *_told(study, difference)) for difference in group)
        caption = sentence("report_differences.table", title=title_of("tables", name, study.titles))
        tables.append(Table(caption, header, rows, text=WORDS, folded=len(rows) > _SHOWN))
    if options := [difference for difference in found if difference.kind != "cell"]:
        rows = tuple((difference_named(each, study.titles), *_told(study, each)) for each in options)
        tables.append(Table(sentence("report_differences.options"), header, rows, text=WORDS))
    return tables


def _told(study: Study, difference: Difference) -> Iterator[str]:
    yield from (_value(study, difference, value) for value in (difference.left, difference.right))
    yield from (cited(source) for source in (difference.source_left, difference.source_right))


def _value(study: Study, difference: Difference, value: str) -> str:
    if value == ABSENT:
        return say("report_differences.absent")
    # Cells that a meaning names are those of the rule set in which the value is in force, if it is there.
    known = (rules for rules in study.rules if difference.where in rules.options)
    rules = min(known, key=lambda rules: rules.values[difference.where] != value, default=None)
    if rules is None:
        return words().written(value)
    return say("facts.option", title=words().meaning(difference.where, value, rules), id=value)


def _shares_section(shares: Sequence[Shares]) -> Section | None:
    """Return the differences between rule sets shared out: chart, table and causes of each pair; None without any."""
    blocks: list[Block] = []
    for number, each in enumerate(shares, start=1):
        left, right = names_of((each.left, each.right))
        caption = say("report.minus", left=left, right=right)
        notes = []
        for block in design_blocks(each)[1:]:
            if isinstance(block, Picture):
                blocks.append(replace(block, name=f"shares-{number}"))
            elif isinstance(block, Paragraph) and block.weight == "note":
                notes.append(block)
            else:
                blocks.append(replace(block, caption=caption) if isinstance(block, Table) else block)
        # The rules that never come up are named in the section before, and how it was played behind.
        blocks += notes[:1] if number == len(shares) else []
    return Section("shares", say("design.shares"), tuple(blocks)) if blocks else None


def _in_force_section(study: Study) -> Section | None:
    """Return the rule set that a single result was played by, and its changes of its base; None if it is not known."""
    if not study.rules:
        return None
    (rules,) = study.rules
    sentence = words().text
    facts = {
        "name": sentence("facts.option", title=words().translated(rules.title), id=rules.id),
        "digest": rules.digest,
    }
    if len(rules.chain) > 1:
        facts["base"] = ", ".join(rules.chain[:-1])
    shown = ((sentence(f"report_in_force.{key}"), fact) for key, fact in facts.items())
    blocks: list[Block] = [facts_table(sentence("report_in_force.caption"), shown)]
    if study.differences:
        base = rules.chain[-2]
        blocks.append(Paragraph(sentence("report_in_force.changes", base=base)))
        blocks += _difference_tables(study, study.differences, (base, rules.id))
    elif len(rules.chain) > 1:
        blocks.append(Paragraph(sentence("report_in_force.no_changes", base=rules.chain[-2])))
    return Section("rules", sentence("frame.options"), tuple(blocks))


def _provenance(study: Study, text: ReportText) -> Section:
    results = study.results.values()
    rest = study.number("ending", UNDECIDED)
    *rows, note = source_rows([result.provenance for result in results])
    rows.append((words().for_unit("report_provenance.limit", study.unit), *(str(result.turns) for result in results)))
    rows.append((say("report_provenance.undecided"), *(full(side) for side in rest.sides)))
    caption, head = say("report_provenance.caption"), say("report.item")
    table = Table(caption, (head, *study.labels), (*rows, note), text=WORDS, folded=True)
    return provenance_section(text, table, method=study.method)
