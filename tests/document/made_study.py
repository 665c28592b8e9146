"""A comparison with everything a report can hold, made by hand."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from mangonel.document.html import html_bytes
from mangonel.document.model import ReportData, ReportText
from mangonel.document.scenario import build_report
from mangonel.document.study import Found, study_of
from mangonel.engine.result import Result
from mangonel.paper.charts.numbers import gap
from mangonel.rules.difference import Cited, Difference
from mangonel.studies.attribute import Attribution, Effect, LeftOut
from mangonel.studies.compare import Change, Comparison, compare_sequences
from paper.charts.made_games import CAMP, blaze, skirmish
from paper.charts.made_results import exact_result, long_result, sampled_result

LONG = "croisades with mounted missiles and my own melee table, third draft"

DIFFERENCES = (
    Difference("cell", "melee-foot.3.4-1", "E", "F", Cited("Play sheet, melee on foot"), Cited("the user's rule set")),
    Difference("cell", "melee-foot.4.4-1", "D", "E", Cited("Play sheet, melee on foot"), Cited("the user's rule set")),
    Difference(
        "cell", "ranges-base.longbow.long", "14-26", "14-30", Cited("Play sheet"), Cited("a much longer source " * 12)
    ),
    Difference(
        "option", "ladder-climb-and-cross", "by-allowance", "forbidden", Cited("Rules 1.93"), Cited("Rules 1.93, note")
    ),
)

TEXT = ReportText(
    title="Ladders at dawn: Siege against Croisades",
    question="Does it matter to a ladder assault that Croisades forbids climbing and crossing in one move?",
    scenario=(("title", "Two ladders at dawn"), ("besiegers", "2 ladders with 6 men each")),
    policies=(("facing", "topple"), ("fire", "spread")),
    assumptions=(("stunned-strength", "A stunned man defends with his fit value."),),
    command="mangonel report two-ladders --rules siege --against croisades",
    date="2026-11-21",
)
TITLES = {
    "melee-foot": "Melee against characters on foot",
    "ranges-base": "Ranges in hexes",
    "healing-table": "Healing table",
    "ladder-climb-and-cross": "Up the ladder and onto the wall in one move",
    "ladder-climb-and-cross.by-allowance": "up and over in one move for whoever has the points",
}


def comparison(left: Result, right: Result, names: tuple[str, str] = ("siege", "croisades")) -> Comparison:
    numbers = [("ending", name, left.probability(name), right.probability(name)) for name in left.all_endings]
    numbers += [("mean", name, left.mean(name), right.mean(name)) for name in ("turn", *left.measures)]
    numbers += [("counter", name, left.tally(name), right.tally(name)) for name in left.tallies]
    changes = tuple(Change(kind, name, one, other, gap(one, other)) for kind, name, one, other in numbers)
    method = "exact" if left.exact and right.exact else "independent"
    return Comparison(left, right, *names, method, changes)


def exact_against_sampled() -> Comparison:
    return comparison(exact_result(), sampled_result())


def long_names() -> Comparison:
    return comparison(long_result("siege"), long_result("x", seed=4, trials=900), ("siege", LONG))


def days() -> Comparison:
    """Two sides over many days, exactly."""
    return compare_sequences(
        (skirmish(9, 7, turns=40, unit="day"), skirmish(9, 7, turns=40, unit="day", lowest=3)), ("siege", "croisades")
    )


def sampled_days() -> Comparison:
    games = (skirmish(turns=30, unit="day"), skirmish(turns=30, unit="day", lowest=3))
    return compare_sequences(games, ("siege", LONG), engine="monte-carlo", trials=400, seed=4)


def fires() -> Comparison:
    games = (blaze(CAMP, ("tent_1",)), blaze(CAMP, ("tent_1", "cart"), fighters=2))
    return compare_sequences(games, ("siege", "croisades"))


def same_fires() -> Comparison:
    return compare_sequences((blaze(CAMP, ("cart",)), blaze(CAMP, ("cart",))), ("siege", "croisades"))


def left_out() -> tuple[LeftOut, ...]:
    return (LeftOut(DIFFERENCES[0], "no shot: table ranges-croisades has no ranges for this weapon"),)


def report_on(found: Found, text: ReportText, *, titles: Mapping[str, str] | None = None, **more) -> ReportData:
    study = study_of(found, **more)
    return build_report(study if titles is None else replace(study, titles=titles), text)


@cache
def full_report() -> ReportData:
    """Return a comparison with all that a report can hold, drawn once."""
    return report_on(Attribution(exact_against_sampled(), effects()), TEXT, differences=DIFFERENCES, titles=TITLES)


@cache
def full_page() -> bytes:
    return html_bytes(full_report())


def effects() -> tuple[Effect, ...]:
    return tuple(Effect(one, exact_against_sampled(), exact_against_sampled()) for one in DIFFERENCES)
