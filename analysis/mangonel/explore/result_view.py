"""The result of a scenario on the page: the finding first, then the endings, beside those of its comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from htmltools import HTML, Tag, TagList, tags

from mangonel.document.headline import Cause, change_finding, happening, result_finding
from mangonel.document.html import fragment
from mangonel.document.study import study_of
from mangonel.document.summary import study_told
from mangonel.document.wording import happens
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming, winners
from mangonel.engine.result import Result, asked_about
from mangonel.errors import MangonelError
from mangonel.explore.text_forms import wrong_of
from mangonel.games.scenario import Scenario
from mangonel.paper.blocks import Paragraph, Table
from mangonel.paper.charts.numbers import full, gap, points, short
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.differences import chance_of
from mangonel.studies.shown import Simulation

if TYPE_CHECKING:
    from mangonel.explore.jobs import Drawings

_NAMED: Final = 3
"""Changes that the sentence names; of more it names this many and says how many there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Another rule set, and the result of the scenario under it."""

    rules: RuleSet
    result: Result | None = None
    """None if it is not known yet, or the scenario cannot be played under it."""
    error: MangonelError | None = None
    causes: tuple[Cause, ...] = ()
    """The effect of each difference from the rule set of the page; empty until it is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The comparisons of a result of the page."""

    scenario: Scenario
    rules: RuleSet
    """`scenario`, `rules`: as they are without the changes of the page."""
    changes: tuple[str, ...] = ()
    """The changes of the page in them, in words."""
    beside: tuple[Beside, ...] = ()
    before: Result | None = None
    reference: Result | None = None
    """`before`, `reference`: results without any change, and without those of the rules; None if not known."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A scenario, its rules and its result; an address keeps it as `kept`."""

    scenario: Scenario
    rules: RuleSet
    result: Result
    kept: Mapping[str, str]
    rough: bool = False
    """Whether a better number is on its way."""
    compared: Compared | None = None


def lead_html(found: Found) -> TagList:
    """Return the sentence of a result, with one for each rule set beside."""
    scenario, rules = (words().translated(text) for text in (found.scenario.title, found.rules.title))
    return TagList(
        tags.p(say("report.title_scenario", scenario=scenario, rules=rules), class_="note"),
        tags.p(finding_of(found), class_="lead rough" if found.rough else "lead"),
        *(tags.p(text, class_="other") for text in _beside(found)),
    )


def bars_html(found: Found, held: Found | None) -> Tag | None:
    """Return the chance before, now, held and under other rule sets as bars below each other; None of one alone."""
    asked, compared = asked_about(found.result), found.compared
    bars = [(say("explore.now"), found.result.probability(asked), "now")]
    if compared is not None:
        if compared.before is not None and compared.changes:
            bars.insert(0, (say("explore.unchanged"), compared.before.probability(asked), ""))
        names = names_of((compared.rules, *(each.rules for each in compared.beside)))[1:]
        results = [(name, each.result) for name, each in zip(names, compared.beside, strict=True)]
        bars += [(name, result.probability(asked), "") for name, result in results if result is not None]
    if held is not None and held.scenario.sequence == found.scenario.sequence:
        bars.append((say("explore.held"), held.result.probability(asked), ""))
    if len(bars) == 1:
        return None
    rows = (
        tags.li(
            tags.span(name, class_="name"),
            tags.span(tags.span(style=f"width: {100 * chance.value:.1f}%", class_=f"share {kind}"), class_="track"),
            tags.span(short(chance), class_="change"),
        )
        for name, chance, kind in bars
    )
    return tags.ul(*rows, class_="bars")


def found_html(found: Found, held: Found | None) -> TagList:
    """Return the numbers of a result, beside the held result or other rule sets."""
    with naming(found.result.sides):
        blocks = study_told(study_of(Simulation(found.result, rules=found.rules)))
        pairs = _pairs(found, held)
        # Endings are set against others in place of their own table.
        first = next(at for at, block in enumerate(blocks) if isinstance(block, Table))
        lead = next(at for at, block in enumerate(blocks) if isinstance(block, Paragraph) and block.weight == "lead")
        tables = blocks[first : first + 1] if len(pairs) < 2 else (_endings(pairs),)
        return TagList(HTML(fragment((*blocks[lead + 1 : first], *tables, *blocks[first + 1 :]))))


def finding_of(found: Found, *, named: bool = True) -> str:
    """Return how often the ending in question comes; after changes, which they are and how often it came before."""
    asked, compared = asked_about(found.result), found.compared
    with naming(found.result.sides):
        chance = found.result.probability(asked)
        clause = happening(asked, found.result.sequence, _often(chance, rough=found.rough))
        if compared is None or not compared.changes:
            name = names_of([found.rules])[0]
            if found.rough:
                return capital(say("finding.one", rules=name, clause=clause, likeliest=""))
            return result_finding(found.result, asked, name)
        count = len(compared.changes)
        more = ("\N{HORIZONTAL ELLIPSIS}",) if count > _NAMED else ()
        changes = words().with_semicolons((*compared.changes[:_NAMED], *more))
        changes = f" ({changes})" if named else ""
        name = names_of([compared.rules])[0]
        before = ""
        if compared.before is not None:
            first = compared.before.probability(asked)
            before = say("explore.before", chance=short(first))
            before += "" if found.rough else f" ({points(gap(first, chance))})"
        return capital(words().plural("explore.mine", count, rules=name, what=changes, clause=clause, before=before))


def _often(chance: Estimate, *, rough: bool) -> str:
    """Return how often something happens; of a rough number only its interval."""
    if not rough:
        return say("times.share", chance=short(chance))
    low, high = (words().number(round(100 * end)) for end in (chance.low, chance.high))
    return say("explore.about", low=low, high=words().percentage(high))


def _beside(found: Found) -> list[str]:
    """Return a sentence for each other rule set: its effect, and the difference that causes it."""
    compared = found.compared
    if compared is None:
        return []
    sentences, asked = [], asked_about(found.result)
    with naming(found.result.sides):
        for each in compared.beside:
            left, right = names_of((compared.rules, each.rules))
            if each.error is not None:
                sentences.append(words().named(right, wrong_of(each.error).text))
            elif compared.reference is not None and each.result is not None:
                change = chance_of(asked, (), compared.reference, each.result)
                sequence = found.result.sequence
                sentences.append(change_finding(change, asked, sequence, (left, right), causes=each.causes))
        return sentences


def _pairs(found: Found, held: Found | None) -> list[tuple[str, Result]]:
    """Return the results that are compared, by name: held and now, or the rule set of the page before all others."""
    if held is not None and held.scenario.sequence == found.scenario.sequence:
        return [(say("explore.held"), held.result), (say("explore.now"), found.result)]
    pairs, compared = [(found.rules, found.result)], found.compared
    if compared is not None and compared.reference is not None and not found.rough:
        pairs = [] if found.rules is compared.rules else pairs
        pairs = [(compared.rules, compared.reference), *pairs]
        pairs += [(each.rules, each.result) for each in compared.beside if each.result is not None]
    names = names_of([rules for rules, _ in pairs])
    return [(name, result) for name, (_, result) in zip(names, pairs, strict=True)]


def _endings(pairs: Sequence[tuple[str, Result]]) -> Table:
    """Return the chance of each ending and side in each result, and how much more it is than in the first."""
    (name, first), *others = pairs
    difference = say("report_differences.difference")
    head = (say("report_endings.ending"), name, *(text for other, _ in others for text in (other, difference)))
    endings = tuple(dict.fromkeys(ending for _, result in pairs for ending in result.all_endings))
    rows = []
    for ending in (*endings, *winners(endings, first.sides)):
        changes = [chance_of(ending, (), first, other) for _, other in others]
        if happens(changes[0].left, *(change.right for change in changes)):
            cells = [full(changes[0].left)]
            for change in changes:
                cells += [full(change.right), points(change.estimate)]
            rows.append((words().word("endings", ending, first.sequence), *cells))
    return Table("", head, tuple(rows))


def labelled(found: Found, held: Found | None) -> Mapping[str, Result]:
    """Return the results that are drawn, by their names; charts tell how much more the second one has."""
    return dict(_pairs(found, held)[:2])


def pictures_html(drawings: Drawings) -> Tag:
    """Return pictures, each for wide and for narrow screens."""
    return tags.div(
        *(
            tags.div(
                tags.div(HTML(wide), class_="wide" if narrow else ""),
                tags.div(HTML(narrow), class_="narrow") if narrow else None,
                class_="picture",
            )
            for wide, narrow in drawings
        )
    )
