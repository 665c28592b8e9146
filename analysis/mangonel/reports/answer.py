"""The answer in words, and the tables of numbers beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.charts.numbers import differs, full, points
from mangonel.odds.result import UNDECIDED
from mangonel.odds.turns import turn_quantile
from mangonel.odds.words import counted, spoken
from mangonel.reports.blocks import Bullets, Paragraph, Section, Table

if TYPE_CHECKING:
    from mangonel.odds.result import Result
    from mangonel.reports.study import Study
    from mangonel.studies.compare import Change

__all__ = ["answer_section", "came_by", "endings_section", "how", "means_section"]

_VERDICTS = ("Also differs", "Hardly differs", "Cannot be told apart", "The same")
_COMPARED = {
    "exact": "compared exactly",
    "common random numbers": "compared on common random numbers",
    "independent": "compared as independent runs",
}
_WORTH_SAYING = 0.0005  # an undecided rest or a difference below this is next to nothing


def how(result: Result) -> str:
    """Return in words how sure the numbers of a result are."""
    trials = result.provenance.trials
    if trials is None:
        return "exact"
    return f"sampled ({trials:,} trials)".replace(",", "\N{NO-BREAK SPACE}")


def answer_section(study: Study) -> Section:
    """Return the answer: the ending asked about, what else changes, and how sure it is."""
    left, right = study.labels
    change = study.change("ending", study.main_ending)
    name = spoken(study.main_ending)
    lead = f"Ending \N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}: "
    lead += f"{full(change.left)} under {left}, {full(change.right)} under {right}. {_judged(study, change)}"
    blocks = [Paragraph(lead, "lead")]
    groups: dict[str, list[str]] = {
        "Also differs": [],
        "Hardly differs": [],
        "Cannot be told apart": [],
        "The same": [],
    }
    for other in (*study.changes("ending"), *study.changes("mean")):
        if other is change:
            continue
        groups[_verdict(other)].append(_with_size(study, other) if differs(other.estimate) else _said(study, other))
    items = [f"{heading}: {'; '.join(found)}." for heading, found in groups.items() if found]
    return Section("answer", "Answer", (*blocks, Bullets((*items, *_certainty(study)))))


def _verdict(change: Change) -> str:
    """Return which of the groups of the answer a difference belongs to."""
    estimate = change.estimate
    if differs(estimate):
        return "Hardly differs" if abs(estimate.value) < _WORTH_SAYING else "Also differs"
    return "The same" if estimate.exact else "Cannot be told apart"


def _with_size(study: Study, change: Change) -> str:
    percent = change.kind == "ending"
    return f"{'' if percent else 'mean '}{_said(study, change)} {points(change.estimate, percent=percent)}"


def _said(study: Study, change: Change) -> str:
    return f"last {study.unit}" if (change.kind, change.name) == ("mean", study.unit) else spoken(change.name)


def _judged(study: Study, change: Change) -> str:
    """Return what may be said of the difference of the ending asked about."""
    estimate = change.estimate
    if not differs(estimate):
        if estimate.exact:
            return "The two are the same: what differs between the rules does not touch it."
        return (
            f"The difference, {study.both}, is {points(estimate)}; its interval covers 0, "
            "so the two cannot be told apart by these trials."
        )
    size = points(estimate)
    return f"The difference, {study.both}, is {size}" + (
        ", exact." if estimate.exact else "; its interval leaves 0 out."
    )


def _certainty(study: Study) -> list[str]:
    """Return how the numbers were found, and what was left undecided."""
    found = [f"{label} is {how(result)}" for label, result in study.results.items()]
    said = f"How sure: {' and '.join(found)}"
    if all(result.exact for result in study.results.values()):
        said = "How sure: both are exact, there is no sampling error."
    else:
        said += f"; {_COMPARED[study.comparison.method]}. Numbers in brackets are 95 % intervals."
    rest = study.change("ending", UNDECIDED)
    left, right = study.labels
    items = [said]
    if max(rest.left.value, rest.right.value) >= _WORTH_SAYING:
        limit = counted(study.comparison.left.turns, study.unit)
        items.append(f"Undecided after {limit}: {full(rest.left)} under {left}, {full(rest.right)} under {right}.")
    if any(result.provenance.interrupted for result in study.results.values()):
        items.append("The run was interrupted before it was complete.")
    return items


def endings_section(study: Study) -> Section:
    """Return the table of endings with the differences, and when they come."""
    left, right = study.labels
    endings = _side_by_side(study, study.changes("ending"), "Probability of each ending", "ending", percent=True)
    shares = (("half", 0.5), ("90 %", 0.9))
    header = ("ending", *(f"{words} by {study.unit}, {label}" for words, _ in shares for label in (left, right)))
    rows = tuple(
        (spoken(name), *(came_by(result, name, share) for _, share in shares for result in study.results.values()))
        for name in study.comparison.left.endings
    )
    caption = f"When each ending comes, if it comes: the {study.unit} by which half and 90 % of it has come"
    return Section("endings", "Endings", (endings, Table(caption, header, rows)))


def came_by(result: Result, ending: str, share: float) -> str:
    """Return the turn by which a share of an ending has come, in words if it has not come at all."""
    found = turn_quantile(result, ending, share)
    if found is None:
        return "never" if result.exact else "not seen"
    return found.text().replace(" to ", "\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}")


def means_section(study: Study) -> Section:
    """Return expected values and counters with the differences."""
    means = _side_by_side(study, study.changes("mean"), "Expected values at the end", "quantity", percent=False)
    blocks: list[Table | Paragraph] = [means]
    hexes = study.comparison.left.hexes
    # Those of the map stand beside it.
    mapped = () if hexes is None else hexes.counters
    if counters := [change for change in study.changes("counter") if change.name not in mapped]:
        blocks.append(_side_by_side(study, counters, "Expected counts over the whole game", "counter", percent=False))
        if study.comparison.method == "common random numbers":
            blocks.append(
                Paragraph("Intervals of counters are those of independent runs, hence wider than need be.", "note")
            )
    return Section("counters", "Expected values and counters", tuple(blocks))


def _side_by_side(study: Study, changes: Sequence[Change], caption: str, head: str, *, percent: bool) -> Table:
    rows = tuple(
        (
            _said(study, change),
            full(change.left, percent=percent),
            full(change.right, percent=percent),
            points(change.estimate, percent=percent),
        )
        for change in changes
    )
    return Table(caption, (head, *study.labels, study.both), rows)
