"""The jobs of the other processes. All of them can be pickled, and report their progress now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Final, TypeAlias, TypeVar

from mangonel.document.headline import Cause
from mangonel.document.wording import in_all_told
from mangonel.engine.intervals import Estimate
from mangonel.engine.ledger import Progress
from mangonel.engine.owners import naming
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.errors import MangonelError, StateLimitError
from mangonel.games.scenario import Scenario, build, identity_of, usual_sweep
from mangonel.paper.blocks import Blocks, Picture
from mangonel.paper.charts.numbers import gap
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import words
from mangonel.studies.editable import Cells, EditableGame, quantity
from mangonel.studies.playing import Work, named
from mangonel.studies.run_cache import Runs
from mangonel.studies.sweep import sweep
from mangonel.studies.tactics import Value, decided, policies_of
from mangonel.studies.varying import numbers_of

_KEPT: Final = 48
"""Runs after which a process forgets all of them: its memory has an end."""
_ROUGH: Final = 400
_MAPPED: Final = 1_000
_SURVEYED: Final = 4_000
"""Games of a number that a better one follows at once, of each number of a map, and of each of a survey."""
_MADE: Final = 3
"""Learnt games that a process keeps."""
Done = TypeVar("Done")
_EXACT, _REFINED, _PULLED = Work("exact"), Work(trials=200_000), Work(trials=50_000)
_LARGE: Final = 5
"""A battle of which no two games are alike is played so many times less often: nobody waits minutes for a lever."""
Shades: TypeAlias = "dict[str, tuple[str, float]]"
"""By cell, ``table.row.column``, the letter with the largest effect, and the effect."""


class _TooLongError(Exception):
    """It would take too long to wait for."""


@cache
def _games() -> dict[tuple[str, ...], Any]:
    return {}


@cache
def _newest() -> list[Runs]:
    return [Runs()]


def _runs() -> Runs:
    newest = _newest()
    if newest[0].played >= _KEPT:
        newest[0] = Runs()
    return newest[0]


def _affordable(work: Work, scenario: Scenario, rules: RuleSet) -> Work:
    return replace(work, trials=work.trials // _LARGE) if build(scenario, rules).sampled else work


def at_once(scenario: Scenario, rules: RuleSet, seconds: float, progress: Progress) -> Result | None:
    """Return the exact result of a scenario, or None if that takes longer. It is a DataError if it cannot be played."""
    end = time.monotonic() + seconds

    def within(share: float) -> None:
        progress(share)
        if time.monotonic() > end and share < 1:
            raise _TooLongError

    try:
        return _runs().result(scenario, rules, _EXACT, progress=within)
    except (_TooLongError, StateLimitError):
        return None


def kept(scenario: Scenario, rules: RuleSet, what: str, make: Callable[[], Done]) -> Done:
    """Return something of a scenario under a rule set that this process has made, or makes now; a few are kept."""
    known, key = _games(), (scenario.digest, scenario.sequence, rules.digest, what)
    if key not in known:
        if len(known) >= _MADE:
            known.clear()
        known[key] = make()
    result: Done = known[key]
    return result


def _editable(scenario: Scenario, rules: RuleSet) -> EditableGame:
    return kept(scenario, rules, "editable", partial(EditableGame, scenario, rules))


def reweighed(scenario: Scenario, rules: RuleSet, base: RuleSet, cells: Cells, progress: Progress) -> Result | None:
    """Return the exact result under rules that are others with new letters in some cells; no phase is run again.

    None if the game has too many states, or reads a cell elsewhere than on a die.
    """
    progress(0.0)
    try:
        result = _editable(scenario, base).edited(cells)
    except MangonelError:
        return None
    return None if result is None else named(result, identity_of(scenario, rules))


def shades_of(scenario: Scenario, base: RuleSet, cells: Cells, asked: str, progress: Progress) -> Shades:
    """Return the largest effect of another letter in each cell, to first order; none as for `reweighed`."""
    progress(0.0)
    try:
        game = _editable(scenario, base)
        if game.factors(cells) is None:
            return {}
        slopes = game.slopes(quantity(asked, game.process), cells)
    except MangonelError:
        return {}
    shades: Shades = {}
    for (cell, letter), slope in slopes.items():
        place = ".".join(cell)
        if letter != cells.get(cell) and abs(slope.value) > abs(shades.get(place, ("", 0.0))[1]):
            shades[place] = letter, slope.value
    return shades


@dataclass(frozen=True, slots=True)
class Lever:
    """A change of a scenario that a click tries, and its effect on the chance."""

    changes: Mapping[str, Value]
    text: str
    change: Estimate


def levers_of(scenario: Scenario) -> list[Mapping[str, Value]]:
    """Return the changes that may be tried: one more and one less of each number, and each other decision.

    Numbers that are usually varied come first, then decisions: a page shows the first effects while the rest is played.
    """
    numbers = {path: met.value for path, met in numbers_of(scenario).items() if not path.startswith("policies.")}
    others = {path: (value + 1, value - 1) for path, value in numbers.items()}
    usual = {path: others.pop(path) for path, _ in usual_sweep(scenario) if path in numbers}
    return [
        {path: value}
        for tried in (usual, policies_of(scenario), others)
        for path, values in tried.items()
        for value in values
    ]


def pulled(
    scenario: Scenario, rules: RuleSet, changes: Mapping[str, Value], asked: str, before: Estimate, progress: Progress
) -> Lever | None:
    """Return the effect of a change; None if the scenario or the rules do not allow it."""
    try:
        changed = scenario.replaced(changes)
        result = _runs().result(changed, rules, _affordable(_PULLED, changed, rules), progress=progress)
    except MangonelError:
        return None
    with naming(result.sides):
        text = decided(changes, scenario) + in_all_told(scenario, changes)
        return Lever(changes, text, gap(before, result.probability(asked)))


def by_effect(levers: Sequence[Lever]) -> list[Lever]:
    """Return levers, the strongest first; of values of one number or decision with the same effect the first only."""
    unlike = {(*lever.changes, round(lever.change.value, 9)): lever for lever in reversed(levers)}
    return sorted(unlike.values(), key=lambda lever: -abs(lever.change.value))


def roughly(scenario: Scenario, rules: RuleSet, progress: Progress) -> Result:
    """Return the result of a scenario by a few games that are played with dice."""
    return run(build(scenario, rules), engine="monte-carlo", trials=_ROUGH, progress=progress)


def wholly(scenario: Scenario, rules: RuleSet, progress: Progress) -> Result:
    """Return the result of a scenario: exact, or by so many trials that it hardly matters."""
    return _runs().result(scenario, rules, _affordable(_REFINED, scenario, rules), progress=progress)


def causes_of(scenario: Scenario, rules: tuple[RuleSet, RuleSet], asked: str, progress: Progress) -> tuple[Cause, ...]:
    """Return the effect of each difference between two rule sets alone on the chance of an ending."""
    from mangonel.rules.words.phrase_book import difference_named, titles_of
    from mangonel.studies.attribute import attribute

    single = attribute(scenario, *rules, last=False, trials=_REFINED.trials, progress=progress, runs=_runs())
    titles = titles_of(rules)
    return tuple(
        Cause(difference_named(effect.difference, titles), effect.alone.chance_of(asked).estimate)
        for effect in single.effects
    )


def map_of(
    scenario: Scenario, rules: RuleSet, x: tuple[str, Sequence[int]], y: tuple[str, Sequence[int]], progress: Progress
) -> Drawings:
    """Return the pictures of how often an ending comes for each combination of two numbers of a scenario."""
    from mangonel.document.sweeps import heat_pictures

    swept = sweep(scenario, rules, x=x, y=y, trials=_MAPPED, progress=progress, runs=Runs())
    return _svgs(heat_pictures(swept), lambda _: progress(1.0))


def surveyed(scenarios: Sequence[Scenario], rules: Sequence[RuleSet], progress: Progress) -> Blocks:
    """Return the effect of rule sets on each scenario."""
    from mangonel.document.surveys import survey_told
    from mangonel.studies.survey import survey

    return survey_told(survey(*rules, scenarios=scenarios, trials=_SURVEYED, progress=progress))


def one_game(scenario: Scenario, rules: RuleSet, seed: int, progress: Progress) -> tuple[str, tuple[str, ...]]:
    """Return one game as a map, in SVG, and line by line."""
    from mangonel.document.trace_map import trace_svg
    from mangonel.engine.trace import play_trace

    progress(0.0)
    game = play_trace(build(scenario, rules), seed=seed)
    # As wide as the column it stands in: letters keep their size.
    return trace_svg(game, words().translated(scenario.title), width=560), tuple(game.lines())


Drawings = tuple[tuple[str, str], ...]
"""Each picture for a wide and for a narrow screen; the second may be empty."""


def drawn(results: Mapping[str, Result], place: slice, progress: Progress) -> Drawings:
    """Return some pictures of a report on results by name: first the endings by turn, then losses of each side."""
    from mangonel.document.scenario import endings_section, loss_blocks
    from mangonel.document.study import study_of

    progress(0.0)
    study = replace(study_of(next(iter(results.values()))), results=results)
    with naming(study.first.sides):
        blocks = (*endings_section(study).blocks, *loss_blocks(study))
    return _svgs([block for block in blocks if isinstance(block, Picture)][place], progress)


def _svgs(pictures: Sequence[Picture], progress: Progress) -> Drawings:
    from mangonel.document.html import drawn

    drawings = []
    for number, picture in enumerate(pictures):
        progress(number / len(pictures))
        wide = drawn(picture)
        progress((number + 0.5) / len(pictures))
        drawings.append((wide, "" if picture.narrow is None else drawn(picture, narrow=True)))
    return tuple(drawings)


def card_files(rules: tuple[RuleSet, ...], name: str, kind: str, layout: str, progress: Progress) -> dict[str, bytes]:
    """Return a sheet, or a side of the player aid, as files by name; `layout` is ``cards`` to be cut out, or empty.

    Of two rule sets only the differences are on the sheet.

    Raises
    ------
    DataError
        If the rule set lacks tables of the sheet.
    """
    from mangonel.games.system import system_of
    from mangonel.paper.changes import changed_sheet
    from mangonel.paper.files import sheet_files
    from mangonel.paper.wanted import Asked

    progress(0.0)
    catalogue = system_of(rules[0]).sheets()
    asked = Asked(rules, words(), catalogue.entry(name).views[0])
    sheet = catalogue.build(name, asked) if len(rules) == 1 else changed_sheet(catalogue, name, asked)
    progress(0.5)
    return sheet_files([sheet], name, [kind], ink="colour", language=words().language, layout=layout)
