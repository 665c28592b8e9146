"""What tabs have done by other processes: what decisions do, a survey, and sheets as pictures and files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from mangonel.explore.players import Players
from mangonel.explore.progress import watched

if TYPE_CHECKING:
    from mangonel.engine.assemble import Progress
    from mangonel.games.scenario import Scenario
    from mangonel.paper.blocks import Blocks
    from mangonel.rules.ruleset import RuleSet
    from mangonel.rules.words import Locale

__all__ = ["card_files", "deciding", "surveying"]

_TRIALS: Final = 4_000


def _surveyed(scenarios: Sequence[Scenario], rules: Sequence[RuleSet], words: Locale, progress: Progress) -> Blocks:
    from mangonel.document.surveys import survey_told
    from mangonel.studies.survey import survey

    return survey_told(survey(scenarios, rules, trials=_TRIALS, progress=progress), words)


def surveying(
    players: Players, scenarios: Sequence[Scenario], rules: Sequence[RuleSet], words: Locale
) -> AsyncIterator[float | Blocks]:
    """Yield how far a survey is, as a share of 1, and in the end what it has found."""
    return watched(players, partial(_surveyed, tuple(scenarios), tuple(rules), words))


def _decided(scenario: Scenario, rules: RuleSet, ending: str, words: Locale, progress: Progress) -> Blocks:
    from mangonel.document.decisions import tactics_told
    from mangonel.studies.tactics import tactics

    ranking = tactics(scenario, rules, ending=ending, trials=_TRIALS, progress=progress)
    return tactics_told(ranking, ending, words, typing=False)


def deciding(
    players: Players, scenario: Scenario, rules: RuleSet, ending: str, words: Locale
) -> AsyncIterator[float | Blocks]:
    """Yield how far it is, as a share of 1, and in the end what each other decision of the players would do."""
    return watched(players, partial(_decided, scenario, rules, ending, words))


def card_files(
    rules: tuple[RuleSet, ...], name: str, kind: str, layout: str, words: Locale, progress: Progress
) -> dict[str, bytes]:
    """Return a sheet, or a side of the player aid, as files by name.

    Parameters
    ----------
    rules
        The rule set, or two, of which only the differences are on the sheet.
    name
        The sheet.
    kind
        ``svg`` or ``pdf``.
    layout
        ``cards`` to be cut out; empty for a page.
    words, progress
        The language; called with the share that is done.

    Raises
    ------
    DataError
        If the rule set lacks what the sheet is made of.
    """
    from mangonel.games.registry import system_of
    from mangonel.paper.changes import changed_sheet
    from mangonel.paper.files import sheet_files
    from mangonel.paper.wanted import Asked

    progress(0.0)
    catalogue = system_of(rules[0]).sheets()
    asked = Asked(rules, words, catalogue.entry(name).views[0])
    sheet = catalogue.build(name, asked) if len(rules) == 1 else changed_sheet(catalogue, name, asked)
    progress(0.5)
    return sheet_files([sheet], name, [kind], ink="colour", language=words.language, layout=layout)
