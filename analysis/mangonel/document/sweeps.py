"""A chance by one number of a scenario or by two: heat maps, the report, and the summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise, product
from typing import Any, Final, TypeAlias

from mangonel.document.model import (
    Making,
    NumberRow,
    ReportData,
    ReportText,
    footer,
    provenance_section,
    report_of,
    report_text,
    source_rows,
)
from mangonel.document.wording import bar, endings_name, source
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming
from mangonel.engine.result import Provenance
from mangonel.errors import DataError
from mangonel.games.scenario import build
from mangonel.paper.blocks import (
    NARROW_WIDTH,
    PICTURE_WIDTH,
    WORDS,
    Block,
    Blocks,
    Bullets,
    Paragraph,
    Picture,
    Section,
    Table,
)
from mangonel.paper.charts.numbers import are_words, differs, full, gap, heat_finding, points, short
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.sweep import Sweep

Cells: TypeAlias = dict[tuple[int, int], Estimate]
"""Numbers by their values across and down."""


@dataclass(frozen=True, eq=False)
class SweepStudy:
    """Sweeps over the same values.

    Raises
    ------
    DataError
        If there are not one or two sweeps, or they are over different things.
    """

    sweeps: Mapping[str, Sweep]
    """One or two, by the label of the rule set."""

    def __post_init__(self) -> None:
        if len(self.sweeps) not in (1, 2):
            raise DataError("a report shows the sweeps of one rule set or two", value=len(self.sweeps))
        if len({(swept.x_name, swept.y_name, swept.xs, swept.ys, swept.ending) for swept in self.sweeps.values()}) > 1:
            raise DataError("two sweeps over different things cannot be compared")

    @property
    def first(self) -> Sweep:
        """The sweep of the first rule set."""
        return next(iter(self.sweeps.values()))

    @property
    def exact(self) -> bool:
        """Whether every number is exact."""
        return all(cell.exact for sweep in self.sweeps.values() for row in sweep.estimates for cell in row)

    @cached_property
    def difference(self) -> Sweep | None:
        """Second minus first number of each combination; None if there is one rule set."""
        if len(self.sweeps) == 1:
            return None
        rows = zip(*(sweep.estimates for sweep in self.sweeps.values()), strict=True)
        return replace(self.first, estimates=tuple(tuple(map(gap, *row)) for row in rows))

    @property
    def shown(self) -> list[tuple[str, Sweep, Callable[..., str]]]:
        """The sweeps and their difference by name, each with the way in which its numbers are written."""
        shown: list[tuple[str, Sweep, Callable[..., str]]] = [
            (label, sweep, full) for label, sweep in self.sweeps.items()
        ]
        if self.difference is not None:
            left, right = self.sweeps
            shown.append((say("report.minus", left=left, right=right), self.difference, points))
        return shown

    @property
    def ending(self) -> str:
        """Name of the ending."""
        return endings_name(self.first.ending, self.first.sequence)

    @property
    def x_name(self) -> str:
        """Name of the number that varies across."""
        return words().path(self.first.x_name, self.first.sequence, self.first.rules)

    @property
    def y_name(self) -> str:
        """Name of the number that varies down; empty if there is one only."""
        return words().path(self.first.y_name, self.first.sequence, self.first.rules) if self.first.y_name else ""

    @cached_property
    def xs(self) -> tuple[str, ...]:
        """The values across, in words."""
        return tuple(words().value(self.first.x_name, x, self.first.rules) for x in self.first.xs)

    @cached_property
    def ys(self) -> tuple[str, ...]:
        """The values down, in words."""
        return tuple(words().value(self.first.y_name, y, self.first.rules) for y in self.first.ys)

    def place(self, x: int, y: int) -> str:
        """Return a combination in words."""
        across, down = self.xs[self.first.xs.index(x)], self.ys[self.first.ys.index(y)]
        if self.first.one_way:
            return say("report_sweep.at", name=self.x_name, value=across)
        return say("report_sweep.at_both", x_name=self.x_name, x=across, y_name=self.y_name, y=down)


def _cells(sweep: Sweep | None) -> Cells:
    """Return every combination of values with its number; none without a sweep."""
    if sweep is None:
        return {}
    lines = zip(sweep.ys, sweep.estimates, strict=True)
    return {(x, y): estimate for y, row in lines for x, estimate in zip(sweep.xs, row, strict=True)}


def _largest(sweep: Sweep | None) -> tuple[int, tuple[tuple[int, int], Estimate] | None]:
    """Return how many numbers of a difference surely are one, and the largest of them with its place."""
    apart = [cell for cell in _cells(sweep).items() if differs(cell[1])]
    return len(apart), max(apart, key=lambda cell: abs(cell[1].value), default=None)


def crossings(values: Sequence[Any], line: Sequence[Estimate]) -> tuple[tuple[int, int], ...]:
    """Return between which neighbouring values a line of probabilities passes one half.

    Parameters
    ----------
    values
        The values in the order in which they were asked for.
    line
        The probability at each; one that is just one half counts as above it.
    """
    if are_words(values):
        return ()
    order = sorted(zip(values, line, strict=True), key=lambda pair: pair[0])
    return tuple(
        (here[0], there[0]) for here, there in pairwise(order) if (here[1].value >= 0.5) != (there[1].value >= 0.5)
    )


def _worth(study: SweepStudy, values: Sequence[Any], lines: Sequence[Sequence[Estimate]]) -> str:
    """Return the worth of one more on average, from the lowest to the highest value, over several lines.

    A dash if there is a single value only. The interval is as wide as if all lines had erred in the same direction.
    """
    if are_words(values) or len({*values}) == 1:
        return "-"
    low, high = min(values), max(values)
    first, last = values.index(low), values.index(high)
    steps = [gap(line[first], line[last]) for line in lines]
    count = len(steps) * (high - low)
    value, se, least, most = (
        sum(getattr(step, name) for step in steps) / count for name in ("value", "se", "low", "high")
    )
    step = Estimate(value, se, least, most, exact=all(step.exact for step in steps))
    return points(step)


MOST_ROWS: Final = 22
"""The most rows of a heat map on a page."""


def heat_pictures(sweep: Sweep, *, name: str = "heat-map", label: str = "") -> list[Picture]:
    """Return the heat map, cut into as many as it takes for the numbers to be read.

    Parameters
    ----------
    name
        Start of the ids of the pictures.
    label
        A rule set to be named in the title.
    """
    from mangonel.paper.charts.heat import heat_height, heat_map, needs_width

    columns = len(sweep.xs)
    wide = needs_width
    while columns > 1 and max(map(wide, _parts(sweep, columns, len(sweep.ys)))) > PICTURE_WIDTH:
        columns -= 1
    parts = _parts(sweep, _even(len(sweep.xs), columns), _even(len(sweep.ys), MOST_ROWS))
    finding = heat_finding(sweep)
    if label:
        finding = words().named(label, finding)
    pictures = []
    for number, part in enumerate(parts, start=1):
        title = finding
        if len(parts) > 1:
            title = say("report_heat.part", finding=finding, number=number, count=len(parts))
        height, alt = heat_height(part), say("report_heat.alt", finding=title)
        narrow = height if wide(part) <= NARROW_WIDTH else None
        draw = partial(heat_map, part, title=title)
        pictures.append(Picture(f"{name}-{number}", alt, height, narrow, draw))
    return pictures


def _even(count: int, most: int) -> int:
    parts = -(-count // most)
    return -(-count // parts)


def _parts(sweep: Sweep, columns: int, rows: int) -> list[Sweep]:
    return [
        replace(
            sweep,
            xs=sweep.xs[left : left + columns],
            ys=sweep.ys[low : low + rows],
            estimates=tuple(row[left : left + columns] for row in sweep.estimates[low : low + rows]),
        )
        for low in range(0, len(sweep.ys), rows)
        for left in range(0, len(sweep.xs), columns)
    ]


def _difference_pictures(study: SweepStudy) -> list[Picture]:
    """Return the map of second minus first rule set, if there are two and they differ, and its numbers have room."""
    from mangonel.paper.charts.changes import Changes, change_picture

    _, most = _largest(study.difference)
    if study.difference is None or most is None:
        return []
    # As in the heat maps, the largest value of the rows stands at the top.
    order = sorted(range(len(study.first.ys)), key=lambda place: study.first.ys[place], reverse=True)
    changes = Changes(
        tuple(say("report_sweep.at", name=study.y_name, value=study.ys[place]) for place in order),
        tuple((study.x_name, x) for x in study.xs),
        tuple(tuple(map(_change, study.difference.estimates[place])) for place in order),
    )
    if len(order) > MOST_ROWS:
        return []
    left, right = study.sweeps
    largest = {"points": points(most[1], interval=False), "place": study.place(*most[0])}
    title = say("report_sweep.difference_title", ending=study.ending, left=left, right=right, **largest)
    picture = change_picture("differences", changes, title, say("report_heat.alt", finding=title))
    return [] if picture is None else [picture]


def _change(estimate: Estimate) -> Fraction | str:
    if differs(estimate):
        return Fraction(estimate.value)
    return Fraction(0) if estimate.exact else "\N{ALMOST EQUAL TO}"


def answer_section(study: SweepStudy) -> Section:
    """Return where the chance is highest and lowest under each rule set, how two of them differ, and how sure it is."""
    findings = [_sweep_findings(study, label) for label in study.sweeps]
    leads = [Paragraph(lead, "lead") for lead, *_ in findings]
    items = [item for _, *those in findings for item in those]
    if study.difference is not None:
        items.append(_compared(study))
    items.append(say("report_sweep.sure_exact" if study.exact else "report_sweep.sure_sampled"))
    return Section("answer", say("report_answer.heading"), (*leads, Bullets(tuple(items))))


def _sweep_findings(study: SweepStudy, label: str) -> list[str]:
    """Return sentences on the sweep of a rule set: which of two numbers matters more, its ends, and its steps."""
    sweep = study.sweeps[label]
    findings = [_ends(study, label)]
    if not are_words(sweep.xs):
        findings.append(say("report_sweep.half", rules=label, text=_half_overall(study, sweep)))
    for name, values, lines in (
        (study.x_name, sweep.xs, sweep.estimates),
        (study.y_name, sweep.ys, tuple(zip(*sweep.estimates, strict=True))),
    ):
        if name and len(values) > 1 and not are_words(values):
            findings.append(say("report_sweep.step", rules=label, name=name, worth=_worth(study, values, lines)))
    cells = _cells(sweep).values()
    if min(len(sweep.xs), len(sweep.ys)) > 1 and max(cell.low for cell in cells) > min(cell.high for cell in cells):
        finding = heat_finding(sweep)
        findings.insert(0, f"{words().named(label, finding) if len(study.sweeps) > 1 else capital(finding)}.")
    return findings


def _steps_section(study: SweepStudy) -> Section | None:
    """Return for each row of a grid where it passes one half and the worth of one more.

    None if there is one row, or nothing varies.
    """
    if len(study.first.ys) < 2 or are_words(study.first.xs) or not any(sweep.varies for sweep in study.sweeps.values()):
        return None
    keys = ("report_sweep.half_head", "report_sweep.step_head")
    header = (study.y_name, *(say(key, name=study.x_name) for key in keys))
    tables = []
    for label, sweep in study.sweeps.items():
        rows = tuple(
            (y, _half_passed(study, line), _worth(study, sweep.xs, [line]))
            for y, line in zip(study.ys, sweep.estimates, strict=True)
        )
        caption = say("report_sweep.steps_caption", ending=study.ending, rules=label)
        tables.append(Table(caption, header, rows, text=WORDS))
    return Section("steps", say("report_sweep.steps_heading"), tuple(tables))


def _ends(study: SweepStudy, label: str) -> str:
    cells = _cells(study.sweeps[label]).items()
    low_place, low = min(cells, key=lambda cell: cell[1].value)
    high_place, high = max(cells, key=lambda cell: cell[1].value)
    values = {"ending": study.ending, "rules": label, "low": full(low), "high": full(high)}
    if low.exact and high.exact and not study.sweeps[label].varies:
        key = "everywhere" if len(cells) > 1 else "for_one_value"
        return say(f"report_sweep.{key}", ending=study.ending, rules=label, chance=full(low))
    line = study.sweeps[label].estimates[0]
    crossed = crossings(study.first.xs, line) if study.first.one_way else ()
    if len(crossed) == 1 and crossed[0][1] - crossed[0][0] == 1:
        before, after = crossed[0]
        at = dict(zip(study.first.xs, line, strict=True))
        return say(
            "report_sweep.above_half" if at[after].value > at[before].value else "report_sweep.below_half",
            things=words().things(study.first.x_name, after, study.first.sequence, study.first.rules),
            value=after,
            rules=label,
            ending=study.ending,
            less=full(at[before]),
            previous=before,
            more=full(at[after]),
        )
    if low.high >= high.low and not (low.exact and high.exact):
        return say("report_sweep.not_apart", **values)
    return say("report_sweep.lead", **values, high_place=study.place(*high_place), low_place=study.place(*low_place))


def _half_overall(study: SweepStudy, sweep: Sweep) -> str:
    if len(sweep.ys) == 1:
        return _half_passed(study, sweep.estimates[0])
    crossed = [crossings(sweep.xs, line) for line in sweep.estimates]
    passing = sum(map(bool, crossed))
    if passing and len(set(crossed)) == len(crossed[0]) == 1:
        low, high = crossed[0][0]
        return say("report_sweep.half_all_rows", name=study.x_name, low=low, high=high)
    if not passing:
        above = {estimate.value >= 0.5 for line in sweep.estimates for estimate in line}
        if len(above) > 1:
            return say("report_sweep.half_no_row")
        return say("report_sweep.above" if True in above else "report_sweep.below")
    return say("report_sweep.half_rows", count=words().number(passing), total=words().number(len(sweep.ys)))


def _half_passed(study: SweepStudy, line: Sequence[Estimate]) -> str:
    """Return between which values a line of chances passes one half, or on which side of it it stays."""
    crossed = crossings(study.first.xs, line)
    if not crossed:
        return say("report_sweep.above" if line[0].value >= 0.5 else "report_sweep.below")
    places = [say("report_sweep.between", name=study.x_name, low=low, high=high) for low, high in crossed]
    return words().with_semicolons(places)


def _compared(study: SweepStudy) -> str:
    left, right = study.sweeps
    count, most = _largest(study.difference)
    if most is None:
        return say("report_sweep.alike" if study.exact else "report_sweep.alike_sampled", left=left, right=right)
    return say(
        "report_sweep.compared",
        left=left,
        right=right,
        count=words().number(count),
        total=words().number(len(_cells(study.difference))),
        points=points(most[1]),
        place=study.place(*most[0]),
    )


def _sweep_pictures(study: SweepStudy) -> list[Picture]:
    """Return the pictures of a sweep: lines if one thing varies, else a heat map for each rule set.

    Of chances that are the same everywhere the answer says all there is to say.
    """
    if study.first.one_way:
        return [_lines(study)] if any(sweep.varies for sweep in study.sweeps.values()) else []
    pictures = []
    for number, (label, sweep) in enumerate(study.sweeps.items(), start=1):
        name = f"heat-map-{number}" if len(study.sweeps) > 1 else "heat-map"
        if sweep.varies:
            pictures += heat_pictures(sweep, name=name, label=label)
    return [*pictures, *_difference_pictures(study)]


def _lines(study: SweepStudy) -> Picture:
    from mangonel.paper.charts.curves import lines_height
    from mangonel.paper.charts.heat import sweep_lines

    first = study.first
    endings, title = build(first.scenario, first.rules).endings, _lines_title(study)
    height = lines_height(len(study.sweeps))
    named = partial(sweep_lines, title=title, name=study.ending, endings=endings, sides=first.sides)
    alt = say("report_sweep.lines_alt", finding=title)
    return Picture("lines", alt, height, height, partial(named, study.sweeps))


def _lines_title(study: SweepStudy) -> str:
    """Return where the chance passes one half under each rule set; where it never does, from where to where it goes."""
    lines = {label: sweep.estimates[0] for label, sweep in study.sweeps.items()}
    if any(crossings(study.first.xs, line) for line in lines.values()):
        halves: dict[str, list[str]] = {}
        for label, line in lines.items():
            halves.setdefault(_half_passed(study, line), []).append(label)
        ways = (words().named(words().joined(labels), text) for text, labels in halves.items())
        return say("report_sweep.lines_half", ending=study.ending, ways=words().with_semicolons(ways))
    first, last = study.xs[0], study.xs[-1]
    parts = []
    for label, line in lines.items():
        low, high = (short(chance) for chance in (line[0], line[-1]))
        parts.append(say("report_sweep.rise", rules=label, first=first, low=low, last=last, high=high))
    rise = words().with_semicolons(parts)
    return say("report_sweep.lines_title", ending=study.ending, name=study.x_name, rise=rise)


_EXACT_COLUMNS: Final = 10
_SAMPLED_COLUMNS: Final = 4
"""Columns of a table of numbers beside the one that names the row; intervals take more room."""


def build_sweep_report(sweeps: Mapping[str, Sweep], making: Making) -> ReportData:
    """Return the report on a sweep of a scenario, ready to be rendered.

    Parameters
    ----------
    sweeps
        One sweep, or two over the same values, by the label of the rule set.

    Raises
    ------
    DataError
        If there are not one or two sweeps, or they are over different values.
    """
    by_id = SweepStudy(sweeps)
    scenario, rules = by_id.first.scenario, [sweep.rules for sweep in sweeps.values()]
    with naming(by_id.first.sides):
        study = replace(by_id, sweeps=dict(zip(names_of(rules), sweeps.values(), strict=True)))
        labels = tuple(study.sweeps)
        keys, sides = ("report_sweep.title", "report_sweep.question"), {"rules": labels[0]}
        if len(labels) > 1:
            keys = "report_sweep.title_two", "report_sweep.question_two"
            sides = dict(zip(("left", "right"), labels, strict=True))
        numbers = [name for name in (study.x_name, study.y_name) if name]
        # Inside a sentence they are spoken of otherwise than in a title.
        asked = (say("report_sweep.axis", name=name) for name in numbers)
        values = {"scenario": words().translated(scenario.title), "ending": study.ending, **sides}
        title, question = (
            say(key, axes=words().joined(axes), **values) for key, axes in zip(keys, (numbers, asked), strict=True)
        )
        text = report_text(making, title, question, scenario, rules)
        sections = (
            answer_section(study),
            _numbers_section(study),
            _steps_section(study),
            _provenance_section(study, text),
        )
        foot = footer(sweep.provenance for sweep in sweeps.values())
        return report_of(text.title, sections, foot, _number_rows(by_id))


def _numbers_section(study: SweepStudy) -> Section:
    pictures = _sweep_pictures(study)
    tables = _one_way(study) if study.first.one_way else _two_ways(study)
    blocks: list[Block] = [*pictures, *tables]
    if len(pictures) == len(tables):
        # Each table stands below its picture.
        blocks[::2], blocks[1::2] = pictures, tables
    key = "charts_heading" if pictures else "numbers_heading"
    return Section("numbers", say(f"report_sweep.{key}"), tuple(blocks))


def _one_way(study: SweepStudy) -> list[Table]:
    columns = [[written(each) for each in sweep.estimates[0]] for _, sweep, written in study.shown]
    rows = zip(study.xs, *columns, strict=True)
    caption = say("report_sweep.one_way_caption", ending=study.ending, name=study.x_name)
    return [Table(caption, (study.x_name, *(name for name, _, _ in study.shown)), tuple(rows))]


def _two_ways(study: SweepStudy) -> list[Table]:
    names = {"x_name": study.x_name, "y_name": study.y_name}
    most, tables = _EXACT_COLUMNS if study.exact else _SAMPLED_COLUMNS, []
    for (rules, sweep, written), at in product(study.shown, range(0, len(study.xs), most)):
        caption = say("report_sweep.grid_caption", ending=study.ending, rules=rules, **names)
        xs = study.xs[at : at + most]
        values = {"caption": caption, "name": study.x_name, "first": xs[0], "last": xs[-1]}
        named = caption if len(study.xs) <= most else say("report_sweep.part_caption", **values)
        lines = zip(study.ys, sweep.estimates, strict=True)
        rows = ((y, *(written(each) for each in row[at : at + most])) for y, row in lines)
        tables.append(Table(named, (study.y_name, *xs), tuple(rows)))
    return tables


def _provenance_section(study: SweepStudy, text: ReportText) -> Section:
    sources = [_source(sum(sweep.provenances, ()), sweep.provenance) for sweep in study.sweeps.values()]
    counts = (words().number(len(sweep.xs) * len(sweep.ys)) for sweep in study.sweeps.values())
    rows = [(say("report_sweep.points"), *counts), *source_rows(sources)]
    head = (say("report.item"), *study.sweeps)
    table = Table(say("report_sweep.sources_caption"), head, tuple(rows), text=WORDS)
    return provenance_section(text, table)


def cell_sources(sweep: Sweep, x: int | None = None) -> list[Provenance]:
    """Return a source for exact cells and one for sampled ones, if any, with the scenario of a cell or of the first."""
    cells = sum(sweep.provenances, ())
    first = cells[0 if x is None else sweep.xs.index(x)]
    kinds = ([cell for cell in cells if (cell.trials is None) is exact] for exact in (True, False))
    return [_source(kind, first) for kind in kinds if kind]


def _source(cells: Sequence[Provenance], first: Provenance) -> Provenance:
    """Return one source for some cells: their engines, the largest number of states, and the scenario of the first."""
    states = [cell.states for cell in cells if cell.states is not None]
    return replace(
        next((cell for cell in cells if cell.trials is not None), cells[0]),
        engine=", ".join(dict.fromkeys(cell.engine for cell in cells)),
        states=max(states) if states else None,
        scenario_digest=first.scenario_digest,
        notes=tuple(note for notes in dict.fromkeys(cell.notes for cell in cells) for note in notes),
    )


def _number_rows(study: SweepStudy) -> Iterator[NumberRow]:
    sweep = study.first
    name = f"{sweep.ending} by {sweep.x_name} (x)" + ("" if sweep.one_way else f", {sweep.y_name} (y)")
    for label, swept in study.sweeps.items():
        for row, cells, y in zip(swept.estimates, swept.provenances, swept.ys, strict=True):
            for estimate, provenance, x in zip(row, cells, swept.xs, strict=True):
                yield NumberRow.of("sweep", label, name, estimate, x=x, y=None if sweep.one_way else y)
                digest = f"{provenance.engine} {provenance.scenario_digest}"
                yield NumberRow("sweep-scenario", label, name, x=x, y=None if sweep.one_way else y, text=digest)
    both = " minus ".join(reversed([*study.sweeps]))
    for (x, y), change in _cells(study.difference).items():
        yield NumberRow.of("difference-sweep", both, name, change, x=x, y=None if sweep.one_way else y)
    for label, swept in study.sweeps.items():
        for item in ("version", "numpy", "rules", "digest", "scenario"):
            yield NumberRow("provenance", label, item, text=getattr(swept.provenance, item))
        for item in ("trials", "seed"):
            value = getattr(swept.provenance, item)
            if value is not None:
                yield NumberRow("provenance", label, item, value=value)


def sweep_told(found: Sweep, *, everything: bool = False) -> Blocks:
    """Return a sweep: its findings, then a row for each value with a bar, or a table of both numbers."""
    with naming(found.sides):
        named = words().word("endings", found.ending, found.sequence)
        called = names_of([found.rules])[0]
        study = SweepStudy({called: found})
        title = words().named(words().translated(found.provenance.scenario), named)
        cells = [[full(estimate) for estimate in line] for line in found.estimates]
        if found.one_way:
            bars = (bar(estimate.value) for estimate in found.estimates[0])
            table = Table("", (study.x_name, "", named), tuple(zip(study.xs, bars, cells[0], strict=True)), text=())
        else:
            caption = capital(say("report_heat.caption", ending=named, across=study.x_name, down=study.y_name))
            grid = tuple((y, *line) for y, line in zip(study.ys, cells, strict=True))
            table = Table(caption, (study.y_name, *study.xs), grid, text=())
        lead, *more = _sweep_findings(study, called)
        findings = (Paragraph(lead, "lead"), *(Paragraph(text) for text in more if found.varies))
        return (Paragraph(title, "title"), *findings, table, source(cell_sources(found), everything=everything))
