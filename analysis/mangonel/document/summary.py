"""The summary of any study: the blocks that terminals and notebooks show."""

from __future__ import annotations

from mangonel.document.comparisons import comparison_told
from mangonel.document.decisions import tactics_told
from mangonel.document.results import result_told
from mangonel.document.surveys import survey_told
from mangonel.document.sweeps import sweep_told
from mangonel.document.wording import values_of
from mangonel.engine.asking import asked_about
from mangonel.paper.blocks import Blocks
from mangonel.rules.words import Locale
from mangonel.studies.attribute import Attribution
from mangonel.studies.compare import Comparison
from mangonel.studies.shown import Shown
from mangonel.studies.simulation import Simulation
from mangonel.studies.survey import Survey
from mangonel.studies.sweep import Sweep
from mangonel.studies.tactics import Tactics

__all__ = ["summary"]


def summary(study: Shown, words: Locale, *, everything: bool = False) -> Blocks:
    """Return what a study found, the headline first, and whose values its scenario has."""
    if isinstance(study, Simulation):
        blocks = result_told(study.result, words, rules=study.rules, everything=everything)
    elif isinstance(study, Comparison):
        blocks = comparison_told(study, words, everything=everything)
    elif isinstance(study, Attribution):
        blocks = comparison_told(study.comparison, words, single=study, everything=everything)
    elif isinstance(study, Sweep):
        blocks = sweep_told(study, words, everything=everything)
    elif isinstance(study, Tactics):
        ending = study.asked or asked_about(study.base)
        blocks = tactics_told(study, ending, words, everything=everything, named=bool(study.asked))
    else:
        assert isinstance(study, Survey), "every study has a summary"
        return survey_told(study, words, everything=everything)
    scenario = study.comparison.scenario if isinstance(study, Attribution) else study.scenario
    return blocks if scenario is None else (*blocks, *values_of(scenario, words))
