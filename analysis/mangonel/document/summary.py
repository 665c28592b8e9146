"""The summary of any study, which terminals and notebooks show: of one result, of a comparison, of each other kind."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mangonel.document.decisions import tactics_told
from mangonel.document.headline import games_told, largest_finding
from mangonel.document.study import (
    Study,
    StudyNumber,
    effects_table,
    finding,
    given_table,
    numbers_table,
    rule_set_table,
    study_of,
)
from mangonel.document.wording import bar, happens, idle_lines, measure_name, source, unfinished, with_values
from mangonel.engine.owners import UNDECIDED, naming, winners
from mangonel.engine.result import Result, asked_about, measure_quantile, some_turns, turn_quantile
from mangonel.paper.blocks import Blocks, Bullets, Paragraph, Table
from mangonel.paper.charts.numbers import differs, full
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import difference_named, reason_told
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison, Comparisons
from mangonel.studies.shown import DesignStudy, Shown, Simulation
from mangonel.studies.survey import Survey
from mangonel.studies.sweep import Sweep
from mangonel.studies.tactics import Tactics

_MOST_TURNS = 12
_MATTER = 5
_SHARES = (0.1, 0.5, 0.9)


def study_told(study: Study, *, everything: bool = False, since: int = 0) -> Blocks:
    """Return one result in brief, or several compared with the first.

    Parameters
    ----------
    everything
        Whether all numbers are shown, not only those that matter most.
    since
        The turn at the end of which a single result begins.
    """
    with naming(study.first.sides):
        left, *others = study.labels
        sources, apart = [result.provenance for result in study.results.values()], study.asked.difference
        scenario = words().translated(study.first.provenance.scenario or study.first.sequence)
        findings = [finding(each) for each in study.pairs or (study,)]
        lead, key = findings[0], "report.title_comparison" if others else "report.title_scenario"
        rows: Blocks
        if not others:
            rows = _alone(study, everything=everything, since=since)
        elif not study.several:
            rows = (_rows(study, everything=everything),)
        else:
            lead, rest = largest_finding(findings, study.asked.differences, left)
            rows = (replace(rule_set_table(study), caption=""), Bullets(rest), _rows(study, everything=everything))
        title = say(key, scenario=scenario, rules=left, left=left, right=words().with_semicolons(others))
        return (
            *unfinished(sources),
            Paragraph(title, "title"),
            Paragraph(lead, "lead"),
            *rows,
            *(block for pair in study.pairs for block in _attribution_told(pair, everything=everything)),
            *([Paragraph(games_told(study.asked.sides))] if apart is not None and differs(apart) else []),
            source(sources, everything=everything),
        )


def _alone(study: Study, *, everything: bool, since: int) -> Blocks:
    result = study.first
    rows = []
    for name in _that_matter([result]):
        low, high = (measure_quantile(result, name, share) for share in (_SHARES[0], _SHARES[-1]))
        span = str(low) if low == high else say("report.to", low=low, high=high)
        mean = full(result.mean(name), percent=False, interval=False)
        rows.append((measure_name(result, name), mean, span))
    head = (say("telling.on_average"), "", say("telling.most_games"))
    below: Blocks = (Table("", head, tuple(rows)),)
    if everything:
        below = (_means(result), *given_table(study), *_places(result), *_by_turn(result, since))
    return (_endings(result, everything=everything), *_never(result, everything=everything), *below)


def _endings(result: Result, *, everything: bool) -> Table:
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
        when = ("" if quantile is None else quantile.text() for quantile in quantiles)
        rows.append((words().word("endings", name, result.sequence), bar(chance.value), full(chance), *when))
    by = (
        words().for_unit("telling.by", result.unit, share=words().percentage(f"{100 * share:.0f}")) for share in shares
    )
    return Table("", (say("report_endings.ending"), "", say("frame.chance"), *by), tuple(rows))


def _never(result: Result, *, everything: bool) -> tuple[Paragraph, ...]:
    never = [name for name in result.endings if not happens(result.probability(name))]
    # Nobody expects that a side breaks off.
    yielded = [] if everything else [side.yielded for side in result.sides]
    names = [name for name in never if name not in yielded]
    if not names:
        return ()
    idle = [name for name in result.tallies if ":" not in name and not happens(result.tally(name))]
    sure = result.exact and not result.provenance.interrupted
    text = say("report_endings.never" if sure else "report_endings.not_seen")
    listed = [words().word("endings", name, result.sequence) for name in names]
    listed += [words().word("tallies", name, result.sequence) for name in idle if len(never) == len(result.endings)]
    return (Paragraph(words().named(text, words().with_commas(listed))),)


def _that_matter(results: Sequence[Result]) -> tuple[str, ...]:
    """Return the few measures that matter most of one result or of several: the turn, and the losses of each side.

    The worst losses of all sides come before the next ones; measures that are no losses come last.
    """
    first = results[0]
    losses = [side.losses for side in first.sides]
    ranked = [mine[rank] for rank in range(max(map(len, losses), default=0)) for mine in losses if rank < len(mine)]
    names = dict.fromkeys((first.unit, *ranked, *first.measures))
    return tuple(name for name in names if any(happens(result.mean(name)) for result in results))[:_MATTER]


def _means(result: Result) -> Table:
    rows = []
    for name in (result.unit, *result.measures):
        if happens(mean := result.mean(name)):
            quantiles = (str(measure_quantile(result, name, share)) for share in _SHARES)
            rows.append((measure_name(result, name), full(mean, percent=False), *quantiles))
    for name in result.tallies:
        if ":" not in name and happens(mean := result.tally(name)):
            named = words().word("tallies", name, result.sequence)
            rows.append((named, full(mean, percent=False), "", "", ""))
    shares = (say("telling.at_most", share=words().percentage(f"{100 * share:.0f}")) for share in _SHARES)
    return Table(say("report_counters.heading"), ("", say("telling.mean"), *shares), tuple(rows))


def _places(result: Result) -> tuple[Table, ...]:
    """Return the counters of something that has a name, ``lost:cart``: a row a name, a column a counter."""
    counted_places = [name.partition(":")[::2] for name in result.tallies if ":" in name]
    if not counted_places:
        return ()
    kinds, places = (list(dict.fromkeys(parts)) for parts in zip(*counted_places, strict=True))
    rows = []
    for place in places:
        cells = []
        for kind in kinds:
            # Numbers on a map are probabilities.
            percent = result.hexes is not None and kind == result.hexes.what
            there = f"{kind}:{place}" in result.tallies
            cells.append(full(result.tally(f"{kind}:{place}"), percent=percent) if there else "")
        rows.append((words().place(place), *cells))
    heads = (words().word("tallies", kind, result.sequence) for kind in kinds)
    return (Table(say("telling.by_place"), ("", *heads), tuple(rows)),)


def _by_turn(result: Result, since: int) -> tuple[Table, ...]:
    if not result.series:
        return ()
    chosen = [since + turn for turn in some_turns(result.turns - since, _MOST_TURNS)]
    rows = [
        (str(turn), *(full(result.by_turn(name, turn), percent=False) for name in result.series)) for turn in chosen
    ]
    names = [words().word("series", name, result.sequence) for name in result.series]
    few = "report_course.means" if len(chosen) > result.turns - since else "report_course.means_some"
    caption = words().for_unit(few, result.unit, names=capital(words().joined(names)))
    return (Table(caption, (words().word("units", result.unit), *names), tuple(rows), text=()),)


def _rows(study: Study, *, everything: bool) -> Table:
    """Return all numbers; in brief victories, endings and the means that matter."""
    left, *others = study.labels
    numbers: Sequence[StudyNumber] = study.numbers
    if not everything:
        matter = _that_matter(tuple(study.results.values()))
        numbers = [*study.outcomes, *(study.number("mean", name) for name in matter)]
    head = [say("report_differences.difference")]
    if study.several:
        head = [say("report.minus", left=left, right=right) for right in others if everything]
    return numbers_table(study, numbers, "", ("", *study.labels, *head), interval=everything)


def _attribution_told(study: Study, *, everything: bool) -> Blocks:
    """Return the effects of the differences on the question, or on every ending; nothing where none is known."""
    if study.single is None:
        return ()
    titles = study.titles
    moving = [effect for effect in study.effects if not effect.idle]
    asked = dict.fromkeys((study.asked.name, *(study.first.endings if everything else ())))
    moved = (name for name in asked if any(happens(*effect.on(name)) for effect in moving))
    tables = [effects_table(study, moving, ending=name) for name in moved]
    still = [effect.difference for effect in study.effects if effect.idle]
    lines = idle_lines(titles, still=still, unasked=study.single.unasked)
    for left_out in study.single.left_out:
        named = difference_named(left_out.difference, titles)
        reason = reason_told(left_out.message, left_out.reason)
        lines.append(say("telling.left_out", difference=named, reason=reason))
    return (*tables, *map(Paragraph, lines))


def summary(study: Shown, *, everything: bool = False) -> Blocks:
    """Return the finding of a study, the headline first, and the origin of the values of its scenario."""
    if isinstance(study, Simulation | Comparison | Comparisons | Attribution):
        blocks = study_told(study_of(study), everything=everything)
    elif isinstance(study, Sweep):
        from mangonel.document.sweeps import sweep_told

        blocks = sweep_told(study, everything=everything)
    elif isinstance(study, Tactics):
        ending = study.asked or asked_about(study.base)
        blocks = tactics_told(study, ending, everything=everything, named=bool(study.asked))
    elif isinstance(study, Survey):
        from mangonel.document.surveys import survey_told

        return survey_told(study, everything=everything)
    else:
        from mangonel.document.designs import told

        assert isinstance(study, DesignStudy), "every study has a summary"
        return told(study)
    scenario = study.comparison.scenario if isinstance(study, Attribution) else study.scenario
    return blocks if scenario is None else with_values(blocks, scenario)
