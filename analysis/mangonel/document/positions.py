"""The positions of a scenario as data for the offline page: odds, best decisions, sliders, and the front picture."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from mangonel.document.best import decision_name, option_word
from mangonel.document.decisions import look_name
from mangonel.document.headline import result_finding
from mangonel.document.html import drawn, fragment
from mangonel.document.levers import front_of, lever_told, levers_of, tried_of
from mangonel.document.scenario import game_section, likely_game
from mangonel.document.study import study_of
from mangonel.document.wording import endings_name
from mangonel.engine.owners import UNDECIDED, endings_meant, naming
from mangonel.engine.process import Process
from mangonel.engine.state import Floats
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, build
from mangonel.games.system import Axis
from mangonel.paper.charts import style
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import Locale, PhraseBook, capital, in_each, load_locale, locale_names, speaking, words
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.attribute import attribute
from mangonel.studies.decide import MARKS
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs
from mangonel.studies.tablebase import Tablebase

if TYPE_CHECKING:
    from mangonel.document.offline import Writing

_CHANCE, _SUMS = 1e-6, 1e-5
"""Steps in which chances are written, and sums of losses and shares."""


@dataclass(frozen=True)
class WholeGame:
    """The positions of a scenario under some rule sets, and of its variants."""

    scenario: Scenario
    rules: tuple[RuleSet, ...]
    axes: tuple[Axis, ...]
    """The numbers that vary."""
    tables: Mapping[tuple[int, ...], tuple[Tablebase, ...]]
    """The tablebases under the rule sets by the values of the axes."""
    usual: tuple[int, ...]
    """The values of the scenario itself."""
    asked: str
    """The ending or side that is asked about."""
    findings: tuple[str, ...]
    pictures: tuple[str, ...]
    """`findings`, `pictures`: the answer in a sentence, and the front picture as HTML, in each language of the page."""


def page_languages(language: str) -> tuple[Locale, ...]:
    """Return the languages of the page: the one in which it opens, and all others of the program.

    Raises
    ------
    DataError
        If there is no such language.
    """
    first = load_locale(language)
    others = (load_locale(name) for name in locale_names())
    return (first, *(each for each in others if each.language != first.language))


def position_names(process: Process) -> tuple[str, ...]:
    """Return the numbers by which a player can name a position, the most telling first."""
    columns = [
        column.name if column.size is None else f"{column.name}.1"
        for column in process.columns
        if column.size in (None, 1) and column.maximum and words().has_word("columns", column.name)
    ]
    series, others = ([look.name for look in looks] for looks in (process.series, (*process.looks, *process.measures)))
    return tuple(dict.fromkeys((*series, *columns, *others)))


def packed_size(tables: Sequence[Tablebase]) -> int:
    """Return about how many bytes tablebases take on a page, before they are written as letters."""
    return sum(len(compress(b"".join(_columns(table)), 6)) for table in tables)


def fitted(tables: Sequence[Tablebase], most: float) -> tuple[Tablebase, ...]:
    """Return tablebases with as many of their numbers, from the first on, as fit into so many bytes.

    Raises
    ------
    DataError
        If not even the first number fits.
    """

    def tried(number: int) -> tuple[Tablebase, ...]:
        return tuple(table.pooled(table.names[:number]) for table in tables)

    fitting = bisect_right(range(1, len(tables[0].names) + 1), most, key=lambda number: packed_size(tried(number)))
    if not fitting:
        raise DataError(
            "the positions are too many for a page: shorten the game (--set turns=), name fewer rule sets, "
            "or leave the sliders out (--no-sliders)",
            value=f"{len(tables)} tables",
        )
    return tried(fitting)


def front_pictures(
    scenario: Scenario, rules: Sequence[RuleSet], ending: str, languages: Sequence[Locale], runs: Runs
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the finding and the front picture of a scenario, wide and narrow, with one game, in each language."""
    findings, pictures = [], []
    compared = attribute(scenario, rules[0], rules[1], last=False, runs=runs) if len(rules) > 1 else None
    result = compared.comparison.left if compared else runs.result(scenario, rules[0], Work())
    tried = tried_of(scenario, rules[0], runs=runs)
    game = likely_game(build(scenario, rules[0]), result)
    for language in languages:
        with speaking(language), naming(result.sides):
            names = names_of(rules[:2])
            finding = result_finding(result, ending, names[0])
            study = study_of(compared or result, names=names, ending=ending)
            levers = levers_of(study, tried)
            findings.append(" ".join(filter(None, (lever_told(study, levers), finding))))
            picture, replay = front_of(study, levers), game_section(study, game)
            wide, narrow = drawn(picture), drawn(picture, narrow=True)
            shown = f'<div class="unless-narrow">{wide}</div><div class="narrow">{narrow}</div>'
            pictures.append(f"{shown}<h3>{escape(replay.heading)}</h3>{fragment(replay.blocks)}")
    return tuple(findings), tuple(pictures)


def written_game(game: WholeGame, writing: Writing) -> tuple[dict[str, Any], bytes]:
    """Return a game as data that JSON takes, and its tables as numbers one after the other."""
    scenario, process = game.scenario, build(game.scenario, game.rules[0])

    def by_units() -> tuple[Locale, PhraseBook]:
        with naming(process.sides):
            return words(), PhraseBook(process.game)

    languages, books = zip(*in_each(writing.languages, by_units), strict=True)
    writing = replace(writing, languages=languages, books=books)
    numbers: list[bytes] = []
    tables, at = [], 0
    for under in game.tables.values():
        for table in under:
            tables.append(_table(table, process, writing) | {"at": at})
            numbers.append(b"".join(_columns(table)))
            at += len(numbers[-1])
    wins = endings_meant(game.asked, (*process.endings, UNDECIDED), process.sides)
    written = {
        "name": writing.text(lambda: words().translated(scenario.title)),
        "unit": writing.text(lambda: capital(words().word("units", process.unit))),
        "turns": process.limit,
        "wanted": writing.text(lambda: endings_name(game.asked, process.name)),
        "axes": [
            {
                "path": path,
                "label": writing.text(partial(lambda path: words().path(path, scenario.sequence), path)),
                "values": values,
                "usual": values.index(usual),
            }
            for (path, values), usual in zip(game.axes, game.usual, strict=True)
        ],
        "endings": [
            {
                "label": writing.text(partial(endings_name, name, process.name)),
                "colour": style.ending_colour(name, process.endings, process.sides),
                "wins": name in wins,
            }
            for name in (UNDECIDED, *process.endings)
        ],
        "tables": tables,
        "marks": MARKS,
        "steps": [_CHANCE, _SUMS],
        "findings": game.findings,
        "pictures": game.pictures,
    }
    return {"game": written}, b"".join(numbers)


def _table(table: Tablebase, process: Process, writing: Writing) -> dict[str, Any]:
    return {
        "names": table.names,
        "labels": [writing.text(partial(_label, name, process)) for name in table.names],
        "numbers": table.numbers.tolist(),
        "rows": table.numbers.shape[1],
        "decides": bool(table.signs),
        "advice": [
            {
                "side": writing.text(partial(lambda side: words().word("sides", side), advice.side)),
                "phase": writing.told(advice.phase),
                "decision": writing.text(partial(decision_name, process, advice.decision)),
                "options": [writing.text(partial(option_word, advice.decision, text)) for text in advice.options],
            }
            for advice in table.advice
        ],
    }


def _label(name: str, process: Process) -> str:
    return capital(words().titled("columns", name.partition(".")[0], look_name(name, process)))


def _columns(table: Tablebase) -> list[bytes]:
    """Return the numbers of a tablebase in the order in which the script reads them."""
    there = table.weight > 0
    weight = table.weight.astype(np.float32).view(np.int32)
    columns = [_planes(weight), *(_planes(_steps(chance, there, _CHANCE)) for chance in (*table.endings, table.best))]
    for advice in table.advice:
        sums = (advice.share, *advice.lost, *(advice.share - allowed for allowed in advice.allowed))
        columns += [_planes(_steps(each, there, _SUMS)) for each in sums]
    return columns


def _steps(values: Floats, there: NDArray[np.bool_], step: float) -> NDArray[np.int32]:
    """Return numbers in steps; those of positions to which no game comes are as in the turn before."""
    held = values.copy()
    for turn in range(1, len(held)):
        held[turn] = np.where(there[turn], held[turn], held[turn - 1])
    return np.round(held / step).astype(np.int32)


def _planes(numbers: NDArray[np.int32]) -> bytes:
    """Return whole numbers as differences to the turn before, all first bytes, then all second ones: they pack well."""
    differences = np.diff(numbers, axis=0, prepend=np.int32(0)).astype("<i4")
    return differences.ravel().view(np.uint8).reshape(-1, 4).T.tobytes()
