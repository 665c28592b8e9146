"""What a scenario comes to, for the page: first what was found, then the endings, and what is held beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from htmltools import HTML, Tag, TagList, tags

from mangonel.charts.numbers import points
from mangonel.explore.told_html import told_html
from mangonel.locales import Locale
from mangonel.odds.asking import asked_about
from mangonel.odds.intervals import Estimate
from mangonel.odds.owners import winners
from mangonel.odds.result import Result
from mangonel.rules.ruleset import RuleSet
from mangonel.studies.finding import result_finding
from mangonel.systems.scenario import Scenario
from mangonel.telling.blocks import Rows, Told
from mangonel.telling.numbers import happens, number
from mangonel.telling.results import result_told

if TYPE_CHECKING:
    from mangonel.explore.plays import Drawings

__all__ = ["Found", "brief_of", "found_html", "labelled", "pictures_html"]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was played, and what it came to; `kept` is what an address keeps of it."""

    scenario: Scenario
    rules: RuleSet
    result: Result
    kept: Mapping[str, str]


def found_html(found: Found, held: Found | None, words: Locale) -> TagList:
    """Return what was found in words and numbers; with what is held, the difference to it."""
    blocks = result_told(found.result, words, rules=found.rules)
    if held is None or held.scenario.sequence != found.scenario.sequence:
        return told_html(blocks)
    # Endings are set against those of what is held, in place of their own table.
    first = next(at for at, block in enumerate(blocks) if isinstance(block, Rows))
    return told_html((*blocks[:first], *_against(found.result, held.result, words), *blocks[first + 1 :]))


def brief_of(found: Found, words: Locale) -> str:
    """Return the sentence that says what was found."""
    rules = words.translated(found.rules.title).partition(", ")[0]
    return result_finding(found.result, asked_about(found.result), rules, words=words)


def _against(result: Result, held: Result, words: Locale) -> Told:
    names = (*result.all_endings, *winners(result.all_endings, result.sides))
    rows = []
    for name in names:
        here, there = result.probability(name), held.probability(name)
        if happens(here, there):
            texts = (number(each, words, percent=True) for each in (here, there))
            change = points(_difference(here, there), in_title=True, words=words)
            rows.append((words.word("endings", name, result.sequence), *texts, change))
    head = ("report_endings.ending", "explore.now", "explore.held", "explore.change")
    return (Rows(tuple(words.text(key) for key in head), tuple(rows)),)


def _difference(here: Estimate, there: Estimate) -> Estimate:
    value = here.value - there.value
    if here.exact and there.exact:
        return Estimate.of_exact(value)
    spread = (here.se**2 + there.se**2) ** 0.5
    return Estimate.of_normal(value, spread)


def labelled(found: Found, held: Found | None, words: Locale) -> Mapping[str, Result]:
    """Return the results that are drawn, by what they are called; charts tell how much more the second one has."""
    if held is None or held.scenario.sequence != found.scenario.sequence:
        return {words.translated(found.rules.title).partition(", ")[0]: found.result}
    return {words.text("explore.held"): held.result, words.text("explore.now"): found.result}


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
