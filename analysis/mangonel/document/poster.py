"""The front picture of a comparison: its levers, and the finding that is its title."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from mangonel.document.headline import result_finding
from mangonel.errors import MangonelError
from mangonel.games.policies import Decision, decisions
from mangonel.games.scenario import Scenario, usual_sweep
from mangonel.paper.charts.poster import Lever, Poster
from mangonel.rules.words import Locale, capital
from mangonel.studies.attribute import Attribution
from mangonel.studies.kept import Runs
from mangonel.studies.naming import difference_named, names_of, titles_of
from mangonel.studies.tactics import Tactics, Value, tactics

__all__ = ["build_poster"]


def build_poster(found: Attribution, asked: str, words: Locale, runs: Runs | None = None) -> Poster:
    """Return the front picture of two rule sets on a scenario, whose decisions and numbers are changed one at a time.

    Parameters
    ----------
    found
        The comparison with its differences one by one.
    asked
        The ending or side that is counted.
    words
        The language.
    runs
        Cache of earlier runs.
    """
    pair = found.comparison
    scenario = pair.scenario
    assert scenario is not None, "a comparison of scenarios"
    left = pair.rules[0]
    base = pair.left.probability(asked).value
    titles = titles_of(pair.rules)
    levers = [*_men(found, scenario, asked, words, runs)]
    heading = words.text("poster.decisions")
    tried = tactics(scenario, left, runs=runs)
    strongest = {
        " ".join(choice.changes): choice
        for choice in sorted(tried.choices, key=lambda choice: abs(choice.difference(asked).value))
    }
    levers += _of(replace(tried, choices=tuple(strongest.values())), asked, heading, words)
    levers += [
        Lever(
            difference_named(effect.difference, titles, words),
            words.text("poster.rules"),
            base + effect.alone.chance_of(asked).estimate.value,
        )
        for effect in found.ranked(asked)
        if not effect.idle
    ]
    names = names_of(pair.rules, words)
    largest = max(levers, key=lambda lever: abs(lever.chance - base), default=None)
    finding = result_finding(pair.left, asked, names[0], words=words)
    title = finding
    if largest is not None and abs(largest.chance - base) >= 0.005:
        title = words.text(
            "poster.title",
            ending=capital(words.word("endings", asked, pair.left.sequence)),
            lever=largest.name,
            number=round(100 * largest.chance),
            base=round(100 * base),
        )
    foot = words.text("frame.semicolon").join(
        (
            f"mangonel {pair.left.provenance.version}",
            *(f"{rules.id} {rules.digest}" for rules in pair.rules),
            *([] if scenario.roster is None else [words.translated(scenario.roster.note)]),
        )
    )
    subtitle = f"{words.translated(scenario.title)}. {finding} {words.text('poster.shield')}"
    results = dict(zip(names, (pair.left, pair.right), strict=True))
    return Poster(title, subtitle, foot, results, asked, levers, words)


def _men(found: Attribution, scenario: Scenario, asked: str, words: Locale, runs: Runs | None) -> list[Lever]:
    """Return one more and one less of each number that is usually varied."""
    choices: dict[str, tuple[int, ...]] = {}
    for path, _ in usual_sweep(scenario):
        value = reduce(lambda part, key: part.get(key, {}), path.split("."), scenario.content)
        if not isinstance(value, int):
            continue
        for other in (value - 1, value + 1):
            try:
                scenario.replaced({path: other})
            except MangonelError:
                continue
            choices[path] = (*choices.get(path, ()), other)
    if not choices:
        return []
    tried = tactics(scenario, found.comparison.rules[0], choices, runs=runs)
    return _of(tried, asked, words.text("poster.men"), words)


def _of(tried: Tactics, asked: str, group: str, words: Locale) -> list[Lever]:
    """Return the choices that move the chance."""
    known = decisions(tried.scenario.playable.keys, tried.scenario.sequence)
    return [
        Lever(
            words.text("frame.comma").join(
                _decided(known[path], value, words)
                if path in known
                else words.text("frame.named", name=words.path(path, tried.scenario.sequence), text=value)
                for path, value in choice.changes.items()
            ),
            group,
            choice.result.probability(asked).value,
        )
        for choice in tried.choices
        if not choice.idle
    ]


def _decided(decision: Decision, value: Value, words: Locale) -> str:
    """Return a decision with the side that makes it."""
    text = decision.said(value, words)
    if not decision.side:
        return text
    return words.text("frame.named", name=words.word("sides", decision.side), text=text)
