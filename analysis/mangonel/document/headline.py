"""The headline of a result, one sentence in the words of the game: the chance in question, and the rule behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from mangonel.engine.intervals import Z95, Estimate
from mangonel.engine.owners import endings_meant, naming, usually_asked
from mangonel.engine.result import NOISE, Result
from mangonel.games.scenario import Scenario
from mangonel.paper.charts.numbers import differs, points, short
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.compare import Comparison
from mangonel.studies.differences import Change
from mangonel.studies.survey import Survey

_POWER_80: Final = 0.8416212335729143
"""Point of the normal distribution below which 80 % lie."""

_MOST_ERROR: Final = 0.05  # of a sampled chance, as a share of it, for a ratio to be named
_ALL: Final = 0.95  # of the difference, for a single cause to do it all
_MOST: Final = 0.5
_MOST_GAMES: Final = 10_000
"""A difference that takes more games than this to be seen at the table is as good as none."""
_ROUND: Final = 2  # digits of a number of games

_MORE: Final = (
    (1.1, "little_more"),
    (1.2, "more"),
    (1.29, "quarter_more"),
    (1.4, "third_more"),
    (1.65, "half_more"),
    (1.8, "more"),
    (2.25, "twice"),
    (2.7, "more"),
    (3.35, "three"),
    (3.7, "more"),
    (4.4, "four"),
    (10.0, "more"),
)
_LESS: Final = (
    (0.1, "far_less"),
    (0.22, "less"),
    (0.28, "quarter"),
    (0.3, "less"),
    (0.37, "third"),
    (0.45, "less"),
    (0.56, "half"),
    (0.63, "less"),
    (0.71, "third_less"),
    (0.79, "quarter_less"),
    (0.91, "less"),
    (1.0, "little_less"),
)
"""The word for a ratio of chances below a limit; a key of the section ``times``."""


class Cause(NamedTuple):
    """A change of the rules, and its effect by itself on the chance that is asked about."""

    name: str
    alone: Estimate


def result_finding(result: Result, asked: str, rules: str) -> str:
    """Return the finding under one rule set: how often the ending in question comes, and else the likeliest ending.

    Parameters
    ----------
    asked
        An ending, a side for all that it wins by, or several joined by ``+``.
    """
    with naming(result.sides):
        sentence = happening(asked, result.sequence, _share(result.probability(asked)))
        meant = endings_meant(asked, result.all_endings, result.sides)
        likeliest = max(result.all_endings, key=lambda name: result.probability(name).value)
        tail = ""
        if likeliest not in meant:
            name = words().word("endings", likeliest, result.sequence)
            tail = say("finding.likeliest", ending=name, chance=short(result.probability(likeliest)))
        finding = capital(say("finding.one", rules=rules, clause=sentence, likeliest=tail))
        return finding + _instead(asked, [result])


def comparison_finding(found: Comparison, asked: str, names: tuple[str, str], *, causes: Sequence[Cause] = ()) -> str:
    """Return the effect of a change of rules on the chance in question, and which part of the change does it.

    `names` are those of the left and the right rule set; `causes` are in any order, and those without any effect may be
    left out.
    """
    with naming(found.left.sides):
        sentence = change_finding(found.chance_of(asked), asked, found.left.sequence, names, causes=causes)
        return sentence + _instead(asked, [found.left, found.right])


def change_finding(
    change: Change, asked: str, sequence: str, names: tuple[str, str], *, causes: Sequence[Cause] = ()
) -> str:
    """Return the sentence of `comparison_finding` for a difference of which nothing else is known.

    Parameters
    ----------
    change
        The chance in question on both sides, and the difference.
    asked, names, causes
        As there.
    sequence
        Id of the sequence that was played.
    """
    sides = {"left": names[0], "right": names[1]}
    left, right = short(change.left), short(change.right)
    cause = _cause(change.estimate, causes)
    if not differs(change.estimate):
        if change.estimate.exact:
            sentence = happening(asked, sequence, _share(change.left))
            return capital(say("finding.alike", clause=sentence, cause=cause, **sides))
        return capital(say("finding.not_apart", one=left, other=right, cause=cause, **sides))
    if left == right or games_to_see(change.left, change.right) > _MOST_GAMES:
        sentence = happening(asked, sequence, _share(change.right))
        size = points(change.estimate, interval=False)
        return capital(say("finding.hardly", clause=sentence, points=size, cause=cause, **sides))
    sentence = happening(asked, sequence, times(change.left, change.right))
    changed = {"rules": names[1], "clause": sentence, "left": left, "right": right, "cause": cause}
    return capital(say("finding.changed", **changed))


def largest_finding(findings: Sequence[str], changes: Sequence[Estimate], base: str) -> tuple[str, tuple[str, ...]]:
    """Return the finding on several rule sets, that of the largest change, and the findings on the others.

    `changes` are the differences to the first rule set, which is called `base`.
    """
    sizes = [(differs(change), abs(change.value)) for change in changes]
    place = sizes.index(max(sizes))
    key = "finding.largest" if sizes[place][0] else "finding.none_apart"
    lead = say(key, finding=findings[place], base=base, number=words().number(len(findings)))
    return lead, (*findings[:place], *findings[place + 1 :])


def survey_finding(found: Survey) -> str:
    """Return how many scenarios of a survey change, and the finding in the one that changes most."""
    total = len(found.rows) + len(found.close) + len(found.untouched)
    if not total:
        return say("survey.nothing")
    if not found.rows:
        return words().plural("survey.close" if found.close else "survey.none", total)
    names = names_of(found.rules)
    row = found.rows[0]
    with naming(row.results[0].sides):
        sizes = [(differs(change.estimate), abs(change.estimate.value)) for change in row.changes]
        place = sizes.index(max(sizes))
        sentence = change_finding(row.changes[place], row.asked, row.results[0].sequence, (names[0], names[place + 1]))
        counted = words().plural("survey.counted", len(found.rows), total=words().number(total))
        return say("survey.most", counted=counted, scenario=titled(row.scenario), finding=sentence)


def titled(scenario: Scenario) -> str:
    """Return the title of a scenario, with the plan that it has."""
    plan = scenario.name.removeprefix(scenario.file.stem)[1:]
    return words().translated(scenario.title) + (f" ({plan})" if plan else "")


def happening(asked: str, sequence: str, often: str) -> str:
    """Return a clause that says that something happens so often: "the besiegers win half as often again".

    A game may have a clause of its own for an ending or a side, in the section ``happens`` of its words.
    """
    key = f"happens.{asked}"
    if key in words().phrases:
        return say(key, times=often)
    name = " + ".join(words().word("endings", part, sequence) for part in asked.split("+"))
    return say("happens.other", ending=name, times=often)


def times(left: Estimate, right: Estimate) -> str:
    """Return how much more or less often something comes on the right than on the left, in words.

    A ratio is named only where both chances are known well enough for it.
    """
    more = right.value > left.value
    known = min(left.value, right.value) > 0 and all(
        side.exact or side.se <= _MOST_ERROR * side.value for side in (left, right)
    )
    if not known:
        return say("times.more" if more else "times.less")
    ratio = right.value / left.value
    bands = _MORE if more else _LESS
    key = next((name for limit, name in bands if ratio < limit), "far_more" if more else "little_less")
    return say(f"times.{key}")


def games_told(sides: Sequence[Estimate]) -> str:
    """Return the sentence that says how many games show a difference of two chances at the table."""
    left, right = sides
    games = games_to_see(left, right)
    unit = 10 ** max(0, len(str(games)) - _ROUND)
    key = "no_games" if games > _MOST_GAMES else "games"
    return say(f"report_answer.{key}", games=words().number(-(-games // unit) * unit))


def games_to_see(left: Estimate, right: Estimate) -> int:
    """Return how many games must be played under each rule set for a table of friends to see the difference.

    That is so many that a test of two proportions (two-sided, 5 %) sees it in 80 of 100 such series.
    """
    first, other = left.value, right.value
    middle = (first + other) / 2
    alike = Z95 * math.sqrt(2 * middle * (1 - middle))
    apart = _POWER_80 * math.sqrt(first * (1 - first) + other * (1 - other))
    return max(1, math.ceil(((alike + apart) / (first - other)) ** 2))


def _share(chance: Estimate) -> str:
    if chance.exact and (chance.value <= 0 or chance.value >= 1 - NOISE):
        return say("times.never" if chance.value <= 0 else "times.always")
    return say("times.share", chance=short(chance))


def _instead(asked: str, results: Sequence[Result]) -> str:
    """Return a sentence that the usual ending never comes, where another one is in question; else nothing."""
    first = results[0]
    usual = usually_asked(first.endings, first.sides)
    if asked == usual or any(result.probability(usual).value > 0 for result in results):
        return ""
    clause = happening(usual, first.sequence, _share(first.probability(usual)))
    return " " + capital(say("finding.instead", clause=clause))


def _cause(total: Estimate, causes: Sequence[Cause]) -> str:
    """Return the end of the sentence that names the largest cause, and one that works against it if it is large.

    It is empty if nothing goes the way of the whole.
    """
    acting = sorted((cause for cause in causes if differs(cause.alone)), key=lambda cause: -abs(cause.alone.value))
    first = next((cause for cause in acting if cause.alone.value * total.value >= 0), None)
    if first is None:
        return ""
    name, effect = first
    against = next((cause for cause in acting if cause.alone.value * effect.value < 0), None)
    alone = points(effect, interval=False)
    if against is not None and abs(against.alone.value) >= _MOST * abs(total.value):
        named = {"other": against.name, "against": points(against.alone, interval=False)}
        return say("finding.does_against", cause=name, points=alone, **named)
    if not differs(total):
        return ""
    share = effect.value / total.value
    if len(acting) == 1 and abs(share - 1) <= 1 - _ALL:
        return say("finding.does_all", cause=name)
    key = "does_most" if share >= _MOST else "does_first"
    return say(f"finding.{key}", cause=name, points=alone)
