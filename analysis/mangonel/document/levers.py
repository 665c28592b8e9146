"""The levers of a scenario: forces, decisions and rules on one scale, with the front picture that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mangonel.document.headline import happening
from mangonel.document.model import NumberRow
from mangonel.document.study import Study, ending_name, finding
from mangonel.document.wording import in_all_told
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import endings_meant
from mangonel.errors import MangonelError
from mangonel.games.scenario import Scenario, build, usual_sweep
from mangonel.paper.blocks import Picture, Table
from mangonel.paper.charts.numbers import differs, points, short
from mangonel.paper.charts.poster import Lever, Poster, alike, front, front_height, visible
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import capital, say, words
from mangonel.rules.words.phrase_book import difference_named
from mangonel.studies.run_cache import part_of
from mangonel.studies.tactics import Tactic, Tactics, Value, decided, policies_of, tactics, typed
from mangonel.studies.varying import numbers_of

if TYPE_CHECKING:
    from mangonel.document.best import Advice
    from mangonel.engine.ledger import Progress

_LITTLE: Final = 0.05
"""Levers that all move less turn no game."""
_OPEN: Final = 0.005
"""A decision after which nothing is open any more, though it was, is no lever."""
_TIMES: Final = 2.0, 100.0  # of the difference between the rules, between which a lever is said to be so much larger


@dataclass(frozen=True)
class Tried:
    """A scenario under one rule set with one thing changed at a time, and the best decisions where they are known."""

    scenario: Scenario
    numbers: Tactics | None = None
    """One more and one less of each number."""
    decisions: Tactics | None = None
    """Those that are not valued in the tables of the best decisions."""
    best: tuple[Advice, ...] = ()
    """Of each side that decides anything, against the others as in the scenario."""

    def decided(self, asked: str, base: float) -> Iterator[tuple[Mapping[str, Value], Estimate, Estimate]]:
        """Yield each other decision, the chance that is asked about under it, and its difference to the `base`."""
        tried = [
            ({path: value}, Estimate.of_exact(chance), Estimate.of_exact(chance - base))
            for advice in self.best
            for (path, value), chance in advice.singles.items()
            if chance is not None
        ]
        tried += [
            (dict(choice.changes), choice.result.probability(asked), choice.difference(asked))
            for choice in (() if self.decisions is None else self.decisions.choices)
        ]
        policies = [{path: value} for path, values in policies_of(self.scenario).items() for value in values]
        yield from sorted(tried, key=lambda each: policies.index(each[0]) if each[0] in policies else len(policies))


def tried_of(
    scenario: Scenario,
    rules: RuleSet,
    best: tuple[Advice, ...] = (),
    *,
    deciding: bool = True,
    progress: Progress = lambda _share: None,
    **how: Any,
) -> Tried:
    """Play a scenario with each number that is usually varied one more and one less, and with each other decision.

    A decision that is valued in the tables of the best ones is not played, and none is unless `deciding`. `how` are
    fields of `mangonel.studies.run_options.Run`.
    """

    def is_allowed(path: str, value: Value) -> bool:
        try:
            build(scenario.replaced({path: value}), rules)
        except MangonelError:
            return False
        return True

    now, valued = numbers_of(scenario), {single for each in best for single in each.singles}
    numbers = {path: (now[path].value - 1, now[path].value + 1) for path, _ in usual_sweep(scenario) if path in now}
    played: list[Tactics | None] = []
    several: tuple[Mapping[str, tuple[Value, ...]], ...] = (numbers, policies_of(scenario) if deciding else {})
    for place, choices in enumerate(several):
        kept = {
            path: allowed
            for path, values in choices.items()
            if (allowed := tuple(value for value in values if (path, value) not in valued and is_allowed(path, value)))
        }
        half = part_of(progress, place / 2, 0.5)
        played.append(tactics(scenario, rules, kept, **how, progress=half) if kept else None)
    progress(1.0)
    return Tried(scenario, played[0], played[1], best)


def levers_of(study: Study, tried: Tried | None) -> tuple[Lever, ...]:
    """Return every change that moves the chance in question under the first rule set, the largest first.

    Of each decision and number it is the choice that moves it most, of those that leave the game open.
    """
    asked, base = study.main_ending, study.asked.sides[0].value
    levers: list[Lever] = []
    if tried is not None:
        levers += [
            _number(study, choice, tried.scenario)
            for choice in (() if tried.numbers is None else tried.numbers.choices)
            if differs(choice.difference(asked))
        ]
        levers += _decisions(study, tried)
    for pair in study.pairs:
        for effect in pair.effects:
            change = effect.on(asked)[0]
            if differs(change):
                name = difference_named(effect.difference, study.titles)
                named = words().named(pair.labels[1], name) if study.several else name
                levers.append(_lever(study, "rules", change, named))
    return tuple(sorted(levers, key=lambda lever: -abs(lever.chance - base)))


def _lever(study: Study, group: str, change: Estimate, lever: str, kind: str = "other", **places: object) -> Lever:
    """Return a change of a group with its sentence, of the kind that `poster.title_` names."""
    base = study.asked.sides[0].value
    # The sampled change of a chance may be larger than the chance that is drawn.
    chance = min(max(base + change.value, 0.0), 1.0)
    often = say("times.hundred", number=round(100 * chance), base=round(100 * base))
    clause = happening(study.main_ending, study.first.sequence, often)
    sentence = capital(say(f"poster.title_{kind}", lever=lever, clause=clause, **places))
    return Lever(lever, say(f"poster.{group}"), chance, sentence, change)


def _number(study: Study, choice: Tactic, scenario: Scenario) -> Lever:
    ((path, value),) = choice.changes.items()
    now, of = numbers_of(scenario)[path].value, scenario.sequence
    named = {"name": words().path(path, of), "value": value, "now": now}
    kind = "decides" if (value, now) == (0, 1) and words().has_word("things", f"{path}_one", of) else "number"
    change = choice.difference(study.main_ending)
    text = say("poster.number", **named) + in_all_told(scenario, choice.changes)
    return _lever(study, "men", change, text, kind, things=words().things(path, 1, of), **named)


def _decisions(study: Study, tried: Tried) -> Iterator[Lever]:
    asked, base = study.main_ending, study.asked.sides[0].value
    meant = set(endings_meant(asked, study.first.all_endings, study.first.sides))
    for advice in tried.best:
        gain = Estimate.of_exact(advice.value - base)
        if differs(gain) and set(advice.wanted.endings) == meant:
            yield _lever(study, "decisions", gain, say("poster.best", side=words().word("sides", advice.side)))
    strongest: dict[str, tuple[Estimate, Mapping[str, Value]]] = {}
    for changes, chance, difference in tried.decided(asked, base):
        opened = _OPEN < chance.value < 1 - _OPEN or not _OPEN < base < 1 - _OPEN
        if opened and differs(difference):
            path = " ".join(changes)
            if path not in strongest or abs(difference) > abs(strongest[path][0]):
                strongest[path] = difference, changes
    for change, changes in strongest.values():
        yield _lever(study, "decisions", change, decided(changes, tried.scenario), "decision")


def _largest_told(study: Study, levers: tuple[Lever, ...], *, all_tried: bool = True) -> str:
    """Return the largest lever, or that all move little, without a full stop; empty if none is worth a sentence."""
    base = study.asked.sides[0].value
    shown = visible(levers, base)
    if not shown:
        return ""
    if abs(shown[0].chance - base) >= _LITTLE:
        return shown[0].said
    if not all_tried:
        return ""
    chances = [base, *(lever.chance for lever in shown)]
    low, high = round(100 * min(chances)), round(100 * max(chances))
    often = say("times.hundreds", low=low, high=high)
    return say("poster.title_little", clause=happening(study.main_ending, study.first.sequence, often))


def lever_told(study: Study, levers: tuple[Lever, ...]) -> str:
    """Return the largest lever as a sentence, with its size beside that of all rules; empty if none is worth one."""
    largest, change = _largest_told(study, levers), study.asked.difference
    text = f"{largest}." if largest else ""
    if not largest or change is None or not differs(change) or levers[0].group == say("poster.rules"):
        return text
    ratio = abs((levers[0].chance - study.asked.sides[0].value) / change.value)
    if largest != levers[0].said or not _TIMES[0] <= ratio <= _TIMES[1]:
        return text
    return f"{text} {say('report_answer.times', number=words().number(round(ratio)), rules=study.labels[1])}"


def front_of(study: Study, levers: tuple[Lever, ...]) -> Picture:
    """Return the front picture of a study without its title, for a page that says it."""
    shown = Poster("", "", "", study.drawn, study.main_ending, levers)
    alt = say("poster.alt", rules=words().joined(study.drawn))
    return Picture.of("front", alt, partial(front, shown), partial(front_height, shown))


def shields_told(study: Study) -> str:
    """Return how to read the shields, or the ending and turn of games that are all alike, which have no shields."""
    constant = alike(study.drawn.values(), study.main_ending)
    if constant is None:
        return words().for_unit("poster.shield", study.unit)
    ending, turn = constant
    return words().for_unit("poster.alike", study.unit, ending=ending_name(study, ending), at=turn)


def sampled_told(study: Study) -> str:
    """Return that a result is exact, or how many games were sampled and how far off the chance may be."""
    if study.exact:
        return words().word("engine_kinds", "exact")
    off = max(50 * (side.high - side.low) for side in study.asked.sides)
    trials = words().number(study.first.provenance.trials or 0)
    return say("poster.sampled", trials=trials, points=words().written(f"{off:.1f}"))


def build_poster(study: Study, levers: tuple[Lever, ...], subject: str, foot: str, *, all_tried: bool = True) -> Poster:
    """Return the front picture with its title, the largest lever, or else the finding without causes that do not show.

    Parameters
    ----------
    subject
        Title of the scenario.
    foot
        The line at the foot.
    all_tried
        Whether decisions were tried, too: else nothing is said of all changes.
    """
    largest = _largest_told(study, levers, all_tried=all_tried)
    shown = bool(visible(levers, study.asked.sides[0].value))
    parts = (f"{subject}.", finding(study) if largest else "", shields_told(study))
    title, subtitle = largest or finding(study, causes=shown), " ".join(filter(None, parts))
    return Poster(title, subtitle, foot, study.drawn, study.main_ending, levers)


def levers_table(study: Study, levers: tuple[Lever, ...]) -> tuple[Table, ...]:
    """Return all levers as a table; nothing if there is none."""
    base = study.asked.sides[0].value
    chances = (short(replace(base - -lever.change, value=lever.chance)) for lever in levers)
    changes = (points(lever.change) for lever in levers)
    rows = tuple(zip((lever.name for lever in levers), chances, changes, strict=True))
    header = tuple(map(words().text, ("report_levers.change", "frame.chance", "report_differences.difference")))
    ending = words().word("endings", study.main_ending, study.first.sequence)
    caption = say("report_levers.caption", ending=ending, rules=study.labels[0])
    return (Table(caption, header, rows, folded=True),) if rows else ()


def lever_rows(study: Study, tried: Tried | None) -> Iterator[NumberRow]:
    """Yield the chance after every change that was tried, and under the best decisions of each side."""
    if tried is None:
        return
    label, asked = study.ids[0], study.main_ending
    for choice in () if tried.numbers is None else tried.numbers.choices:
        yield NumberRow.of("lever", label, typed(choice.changes), choice.result.probability(asked))
    for changes, chance, _ in tried.decided(asked, study.asked.sides[0].value):
        yield NumberRow.of("lever", label, typed(changes), chance)
    for advice in tried.best:
        yield NumberRow("best", label, advice.side, estimate=advice.value, text=advice.wanted.text)
