"""The summary of one result: who wins how often, the endings, the numbers that matter; or all numbers."""

from __future__ import annotations

from collections.abc import Sequence

from mangonel.document.headline import result_finding
from mangonel.document.wording import bar, happens, measure_name, number, source, unfinished
from mangonel.engine.asking import asked_about
from mangonel.engine.by_ending import measure_quantile
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import UNDECIDED, winners
from mangonel.engine.position import NO_LIMIT, Position, columns_of
from mangonel.engine.process import Process
from mangonel.engine.result import Result
from mangonel.engine.turns import some_turns, turn_quantile
from mangonel.paper.blocks import Blocks, Paragraph, Table
from mangonel.paper.charts.numbers import short
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, capital
from mangonel.studies.naming import names_of

__all__ = ["look_name", "looks_told", "position_told", "result_told", "that_matter"]

_MOST_TURNS = 12
_MATTER = 5
_SHARES = (0.1, 0.5, 0.9)


def result_told(
    result: Result,
    words: Locale,
    *,
    rules: RuleSet | None = None,
    everything: bool = False,
    ending: str = "",
    since: int = 0,
) -> Blocks:
    """Return a result in brief.

    Parameters
    ----------
    result
        The result.
    words
        The language.
    rules
        The rule set, for what it is called; without it it goes by its id.
    everything
        Whether all of its numbers are told, not only those that matter most.
    ending
        What is asked about, an ending or a side; by default what a report on it would be about.
    since
        The turn from whose end on it was played.
    """
    asked = ending or asked_about(result)
    source_rules = result.provenance.rules or words.text("report_provenance.by_hand")
    called = source_rules if rules is None else names_of([rules], words)[0]
    title = words.text(
        "report.title_scenario", scenario=words.translated(result.provenance.scenario or result.sequence), rules=called
    )
    below = _everything(result, words, since) if everything else (_brief_means(result, words),)
    return (
        *unfinished([result.provenance], words),
        Paragraph(title, "title"),
        Paragraph(result_finding(result, asked, called, words=words), "lead"),
        _endings(result, words, everything=everything),
        *_never(result, words),
        *below,
        source([result.provenance], words, everything=everything),
    )


def _endings(result: Result, words: Locale, *, everything: bool) -> Table:
    names = [name for name in result.all_endings if happens(result.probability(name))]
    wins = {side.name: [name for name in side.wins if name in names] for side in result.sides}
    sides = winners(result.all_endings, result.sides)
    # A side that wins by one ending only is that ending.
    names += [name for name in sides if len(wins[name]) > (0 if everything else 1)]
    shares = _SHARES if everything else (0.5,)
    rows = []
    for name in names:
        chance = result.probability(name)
        quantiles = [None if name == UNDECIDED else turn_quantile(result, name, share) for share in shares]
        when = ("" if quantile is None else quantile.text(words) for quantile in quantiles)
        named = words.word("endings", name, result.sequence)
        rows.append((named, bar(chance.value), number(chance, words, percent=True), *when))
    by = (words.for_unit("telling.by", result.unit, share=words.percentage(f"{100 * share:.0f}")) for share in shares)
    return Table("", (words.text("report_endings.ending"), "", words.text("frame.chance"), *by), tuple(rows))


def _never(result: Result, words: Locale) -> tuple[Paragraph, ...]:
    names = [name for name in result.endings if not happens(result.probability(name))]
    if not names:
        return ()
    idle = [name for name in result.tallies if ":" not in name and not happens(result.tally(name))]
    text = words.text("report_endings.never" if result.exact else "report_endings.not_seen")
    listed = words.text("frame.comma").join(
        (
            *(words.word("endings", name, result.sequence) for name in names),
            *(words.word("tallies", name, result.sequence) for name in idle if len(names) == len(result.endings)),
        )
    )
    return (Paragraph(words.text("frame.named", name=text, text=listed)),)


def that_matter(results: Sequence[Result]) -> tuple[str, ...]:
    """Return the few measures that matter most of one result or of several: the turn, and what each side loses.

    The worst losses of all sides come before the next ones; measures that are no losses stand last.
    """
    first = results[0]
    losses = [side.losses for side in first.sides]
    ranked = [mine[rank] for rank in range(max(map(len, losses), default=0)) for mine in losses if rank < len(mine)]
    names = dict.fromkeys((first.unit, *ranked, *first.measures))
    there = (name for name in names if any(happens(result.mean(name)) for result in results))
    return tuple(there)[:_MATTER]


def _brief_means(result: Result, words: Locale) -> Table:
    rows = []
    for name in that_matter([result]):
        low, high = (measure_quantile(result, name, share) for share in (_SHARES[0], _SHARES[-1]))
        span = str(low) if low == high else words.text("report.to", low=low, high=high)
        mean = number(result.mean(name), words, interval=False, most=2)
        rows.append((measure_name(result, name, words), mean, span))
    head = (words.text("telling.on_average"), "", words.text("telling.most_games"))
    return Table("", head, tuple(rows))


def _everything(result: Result, words: Locale, since: int) -> Blocks:
    return (_means(result, words), *_given(result, words), *_places(result, words), *_by_turn(result, words, since))


def _means(result: Result, words: Locale) -> Table:
    rows = [
        (
            measure_name(result, name, words),
            number(result.mean(name), words),
            *(str(measure_quantile(result, name, share)) for share in _SHARES),
        )
        for name in (result.unit, *result.measures)
        if happens(result.mean(name))
    ]
    rows += [
        (words.word("tallies", name, result.sequence), number(result.tally(name), words), "", "", "")
        for name in result.tallies
        if ":" not in name and happens(result.tally(name))
    ]
    shares = (words.text("telling.at_most", share=words.percentage(f"{100 * share:.0f}")) for share in _SHARES)
    head = ("", words.text("telling.mean"), *shares)
    return Table(words.text("report_counters.heading"), head, tuple(rows))


def _given(result: Result, words: Locale) -> tuple[Table, ...]:
    coming = [ending for ending in result.all_endings if happens(result.probability(ending))]
    if len(coming) < 2:
        return ()
    rows = []
    for name in (result.unit, *result.measures):
        means = [mean for ending in coming if (mean := result.mean_given(name, ending)) is not None]
        if happens(*means):
            rows.append((measure_name(result, name, words), *(number(mean, words) for mean in means)))
    heads = (words.word("endings", ending, result.sequence) for ending in coming)
    caption = words.text("report_counters.given", rules=result.provenance.rules or result.sequence)
    return (Table(caption, ("", *heads), tuple(rows)),)


def _places(result: Result, words: Locale) -> tuple[Table, ...]:
    """Return the counters of something that has a name, ``lost:cart``: a row a name, a column what is counted of it."""
    counted_places = [name.partition(":")[::2] for name in result.tallies if ":" in name]
    if not counted_places:
        return ()
    kinds, places = (list(dict.fromkeys(parts)) for parts in zip(*counted_places, strict=True))
    rows = []
    for place in places:
        cells = []
        for kind in kinds:
            # What is drawn on a map is a probability.
            percent = result.hexes is not None and kind == result.hexes.what
            there = f"{kind}:{place}" in result.tallies
            cells.append(number(result.tally(f"{kind}:{place}"), words, percent=percent) if there else "")
        rows.append((words.place(place), *cells))
    heads = (words.word("tallies", kind, result.sequence) for kind in kinds)
    return (Table(words.text("telling.by_place"), ("", *heads), tuple(rows)),)


def _by_turn(result: Result, words: Locale, since: int) -> tuple[Table, ...]:
    if not result.series:
        return ()
    chosen = [since + turn for turn in some_turns(result.turns - since, _MOST_TURNS)]
    rows = [(str(turn), *(number(result.by_turn(name, turn), words) for name in result.series)) for turn in chosen]
    names = [words.word("series", name, result.sequence) for name in result.series]
    few = "report_course.means" if len(chosen) > result.turns - since else "report_course.means_some"
    caption = words.for_unit(few, result.unit, names=capital(words.joined(names)))
    return (Table(caption, (words.word("units", result.unit), *names), tuple(rows), text=()),)


def looks_told(sequence: Process, words: Locale) -> Blocks:
    """Return what can be said of a position: names, what they mean, and between which values they are."""
    # What is watched may be what is recorded in the end.
    most = {look.name: look.maximum for look in (*sequence.series, *sequence.looks, *sequence.measures)}
    rows = [
        (sequence.unit, words.word("units", sequence.unit), f"1..{sequence.limit}"),
        *((name, look_name(name, sequence, words), f"0..{maximum}") for name, maximum in most.items()),
    ]
    kept = words.text("telling.kept", names=", ".join(name for name in columns_of(sequence) if name not in most))
    return (Table(words.text("telling.looks"), ("", "", ""), tuple(rows), text=(0, 1, 2)), Paragraph(kept))


def position_told(place: Position, words: Locale) -> Blocks:
    """Return from where games are played, and how many of them come there."""
    known = (
        f"{look_name(name, place.process, words)} {_values(low, high)}" for name, (low, high) in place.wanted.items()
    )
    others = "".join(f", {known_look}" for known_look in known)
    share = short(Estimate.of_exact(place.share), words=words)
    text = words.for_unit("telling.position", place.process.unit, turn=place.turn, what=others, share=share)
    return (Paragraph(text),)


def _values(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low}+" if high >= NO_LIMIT else f"{low}..{high}"


def look_name(name: str, sequence: Process, words: Locale) -> str:
    """Return what a number of a position is called; a side is as many as live of it."""
    if name in {side.name for side in sequence.sides}:
        name = f"{name}_living"
    watched = {look.name for look in (*sequence.series, *sequence.looks)}
    kind = "series" if name in watched else "losses"
    return words.word(kind, name, sequence.name) if words.has_word(kind, name) else name
