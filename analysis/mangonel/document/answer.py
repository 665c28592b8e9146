"""The answer of a report on a study, with its causes, and the tables of endings and expected values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mangonel.document.background import METHODS
from mangonel.document.headline import Cause, comparison_finding, games_told, result_finding
from mangonel.document.levers import front_of, lever_told
from mangonel.document.model import ReportText
from mangonel.document.study import Study, StudyNumber, comparing_head, ending_name, number_name
from mangonel.document.wording import idle_lines, measure_name
from mangonel.engine.owners import UNDECIDED
from mangonel.engine.result import Result, turn_quantile
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH, Block, Paragraph, Picture, Section, Table
from mangonel.paper.charts.numbers import differs, full, kept_together, points
from mangonel.paper.charts.poster import Lever
from mangonel.paper.charts.tornado import Causes, cause_bars, causes_height
from mangonel.rules.difference import Difference
from mangonel.studies.attribute import Effect
from mangonel.studies.naming import difference_named

__all__ = [
    "acting",
    "answer_section",
    "came_by",
    "cause_name",
    "causes_blocks",
    "ending_tables",
    "finding",
    "given_table",
    "means_tables",
    "rest_line",
]


_WORTH_SAYING = 0.0005  # an undecided rest below this is next to nothing
_SHARES = (("half", 0.5), ("most", 0.9))


def answer_section(study: Study, text: ReportText, levers: tuple[Lever, ...]) -> Section:
    """Return the answer: what was found, the front picture, and how sure it is."""
    largest = lever_told(study, levers)
    blocks: tuple[Block, ...] = (
        Paragraph(finding(study, text), "lead"),
        *([Paragraph(largest)] if largest else []),
        front_of(study, levers),
        Paragraph(" ".join((study.words.text("poster.shield"), *_certainty(study))), "note"),
    )
    return Section("answer", study.words.text("report_answer.heading"), blocks)


def finding(study: Study, text: ReportText) -> str:
    """Return what was found, in one sentence."""
    words, asked = study.words, study.main_ending
    if study.comparison is None:
        return result_finding(study.first, asked, study.labels[0], words=words)
    left, right = study.labels
    return comparison_finding(study.comparison, asked, (left, right), causes=causes_of(study, text), words=words)


def _chances(study: Study, number: StudyNumber) -> str:
    chances = [
        study.words.text("report_answer.under", number=full(estimate, words=study.words), rules=label)
        for label, estimate in zip(study.labels, number.sides, strict=True)
    ]
    return ", ".join(chances)


def _certainty(study: Study) -> list[str]:
    asked, rest = study.asked, study.number("ending", UNDECIDED)
    items = [_how_sure(study)]
    if asked.difference is not None and differs(asked.difference):
        items.append(games_told(asked.sides, study.words))
    if max(side.value for side in rest.sides) >= _WORTH_SAYING:
        chances = _chances(study, rest)
        items.append(study.words.for_unit("report_answer.undecided", study.unit, study.first.turns, chances=chances))
    if any(result.provenance.interrupted for result in study.results.values()):
        items.append(study.words.text("report_answer.interrupted"))
    return items


def _how_sure(study: Study) -> str:
    words = study.words
    if study.exact:
        return words.text("report_answer.sure_exact" if len(study.results) > 1 else "report_answer.sure_exact_one")
    if len(study.results) == 1:
        return words.text("report_answer.sure_sampled_one", trials=_trials(study, study.first))
    ways = []
    for label, result in study.results.items():
        key = "is_exact" if result.exact else "is_sampled"
        values = {} if result.exact else {"trials": _trials(study, result)}
        ways.append(words.text(f"report_answer.{key}", rules=label, **values))
    compared = words.text(f"report_answer.compared_{METHODS[study.method]}")
    return words.text("report_answer.sure_sampled", found=words.joined(ways), compared=compared)


def _trials(study: Study, result: Result) -> str:
    return study.words.number(result.provenance.trials or 0)


def ending_tables(study: Study) -> tuple[Table, Table]:
    """Return the table of endings, with the differences of two results, and the one of when they come."""
    words = study.words
    caption = words.text("report_endings.caption")
    head = words.text("report_endings.ending")
    endings = _numbers_table(study, study.outcomes, caption, head)
    header = (
        head,
        *(
            words.for_unit(f"report_endings.{key}_by", study.unit, rules=label)
            for key, _ in _SHARES
            for label in study.labels
        ),
    )
    rows = tuple(
        (
            ending_name(study, name),
            *(
                came_by(study, result, name, share)
                or study.words.text("report_endings.never" if result.exact else "report_endings.not_seen")
                for _, share in _SHARES
                for result in study.results.values()
            ),
        )
        for name in study.coming
    )
    return endings, Table(words.for_unit("report_endings.when", study.unit), header, rows, folded=True)


def came_by(study: Study, result: Result, ending: str, share: float) -> str | None:
    """Return the turn by which a share of an ending has come, with its interval; None if it has not come at all."""
    quantile = turn_quantile(result, ending, share)
    return None if quantile is None else kept_together(quantile.text(study.words))


def means_tables(study: Study) -> list[Table | Paragraph]:
    """Return expected values by ending, and folded those over all games and the counters."""
    words = study.words
    caption, head = words.text("report_counters.means"), words.text("report_counters.quantity")
    blocks: list[Table | Paragraph] = [
        *given_table(study),
        _numbers_table(study, study.of_kind("mean"), caption, head, folded=True),
    ]
    hexes = study.first.hexes
    # Those of the map stand beside it.
    mapped = () if hexes is None else hexes.counters
    if counters := [number for number in study.of_kind("counter") if number.name not in mapped]:
        caption, head = words.text("report_counters.counters"), words.text("report_counters.counter")
        blocks.append(_numbers_table(study, counters, caption, head, folded=True))
        if study.method == "common random numbers":
            blocks.append(Paragraph(words.text("report_counters.wide"), "note"))
    return blocks


def _numbers_table(
    study: Study, numbers: Sequence[StudyNumber], caption: str, head: str, *, folded: bool = False
) -> Table:
    rows = []
    for number in numbers:
        percent = number.kind in ("ending", "side")
        cells = [full(estimate, percent=percent, words=study.words) for estimate in number.sides]
        if number.difference is not None:
            cells.append(points(number.difference, percent=percent, words=study.words))
        rows.append((number_name(study, number), *cells))
    return Table(caption, (head, *comparing_head(study)), tuple(rows), folded=folded)


_MOST_BARS: Final = 12
_SEVERAL: Final = 2
_COLUMNS: Final = 8
_FEW: Final = 0.005  # a mean that is written as 0.00 wherever it stands needs no row


def cause_name(text: ReportText, difference: Difference, study: Study) -> str:
    """Return what a difference is called."""
    return difference_named(difference, text.titles, study.words)


def acting(study: Study) -> tuple[Effect, ...]:
    """Return the effects that move the chance that is asked about, alone or last; they stand by their size."""
    ending = study.main_ending
    return tuple(
        effect
        for effect in study.effects
        if any(differs(part.chance_of(ending).estimate) for part in (effect.alone, effect.last))
    )


def causes_of(study: Study, text: ReportText) -> list[Cause]:
    """Return the changes that move the chance that is asked about, for the sentence that says what was found."""
    ending = study.main_ending
    return [
        Cause(cause_name(text, effect.difference, study), effect.alone.chance_of(ending).estimate)
        for effect in acting(study)
    ]


def causes_blocks(study: Study, text: ReportText) -> tuple[Block, ...]:
    """Return a chart of what each change of the rules does, if several act."""
    words, total = study.words, study.asked.difference
    effects = acting(study)
    if total is None or len(effects) < _SEVERAL:
        return ()
    ending = study.main_ending
    causes: Causes = {
        cause_name(text, effect.difference, study): (
            effect.alone.chance_of(ending).estimate,
            effect.last.chance_of(ending).estimate,
        )
        for effect in effects[:_MOST_BARS]
    }
    title = words.text("report_causes.title", ending=ending_name(study, ending))
    height, narrow = (causes_height(causes, title, width, words=words) for width in (PICTURE_WIDTH, NARROW_WIDTH))
    left, right = study.labels
    picture = Picture(
        "causes",
        words.text("report_causes.alt", finding=title),
        height,
        narrow,
        lambda ax: cause_bars(causes, total, names=(left, right), ax=ax, title=title, words=words),
    )
    return (picture,)


def rest_line(study: Study, text: ReportText) -> str:
    """Return one line about the changes that do nothing to what is asked, and about those that never come up."""
    shown = acting(study)
    still = [effect.difference for effect in study.effects if effect not in shown]
    return " ".join(idle_lines(text.titles, study.words, still=still, unasked=study.unasked))


def given_table(study: Study) -> tuple[Table, ...]:
    """Return the means of the games that end in each way: a column an ending and rule set; nothing if all end alike."""
    words, first, results = study.words, study.first, study.drawn
    coming = sorted(study.coming, key=lambda ending: -first.probability(ending).value)
    coming = coming[: max(_SEVERAL, _COLUMNS // len(results))]
    if len(coming) < _SEVERAL:
        return ()
    columns = [(ending, label, result) for ending in coming for label, result in results.items()]
    rows = []
    for name in (first.unit, *first.measures):
        means = [result.mean_given(name, ending) for ending, _, result in columns]
        if any(mean is not None and mean.value >= _FEW for mean in means):
            cells = ("-" if mean is None else full(mean, percent=False, interval=False, words=words) for mean in means)
            rows.append((measure_name(first, name, words), *cells))
    heads = (ending_name(study, ending) + (f", {label}" if len(results) > 1 else "") for ending, label, _ in columns)
    header = (words.text("report_counters.quantity"), *heads)
    return (Table(words.text("report_counters.given"), header, tuple(rows)),)
