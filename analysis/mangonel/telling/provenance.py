"""Where numbers come from, in small print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mangonel.systems.describe import assumed_told
from mangonel.telling.blocks import Said

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.odds.result import Provenance
    from mangonel.systems.scenario import Scenario

__all__ = ["engine_named", "source", "unfinished", "values_of"]


def source(provenances: Sequence[Provenance], words: Locale) -> Said:
    """Return where results come from, in one paragraph; what they have in common is said once."""
    parts = dict.fromkeys(part for provenance in provenances for part in _parts(provenance, words))
    return Said(words.text("frame.semicolon").join(part for part in parts if part), "note")


def engine_named(engine: str, words: Locale) -> str:
    """Return the name of an engine, or of several with commas between; English names them as the command line does.

    Parameters
    ----------
    engine
        As a provenance has it.
    words
        The language.

    Returns
    -------
    str
        The names, with commas between.
    """
    if words.english is None:
        return engine
    return ", ".join(words.word("engine_kinds", kind) for kind in engine.split(", "))


def _parts(provenance: Provenance, words: Locale) -> list[str]:
    parts = [_named(words, "engine", engine_named(provenance.engine, words))]
    if provenance.trials is not None:
        trials = f"{words.number(provenance.trials)} {words.text('report_provenance.trials')}"
        parts.append(f"{trials}, {_named(words, 'seed', str(provenance.seed))}")
    if provenance.states is not None:
        parts.append(_named(words, "states", words.number(provenance.states)))
    named = f"{words.translated(provenance.scenario)} [{provenance.scenario_digest}]"
    return [
        *parts,
        *(note.said(words) for note in provenance.notes),
        _named(words, "rules", f"{provenance.rules} [{provenance.digest}]"),
        # A line about several scenarios names none of them.
        _named(words, "scenario", named) if provenance.scenario_digest else "",
        f"mangonel {provenance.version}",
    ]


def _named(words: Locale, key: str, text: str) -> str:
    return f"{words.text(f'report_provenance.{key}')} {text}"


def unfinished(provenances: Sequence[Provenance], words: Locale) -> tuple[Said, ...]:
    """Return that a run was interrupted, and after what; nothing if it was not."""
    notes = [note.said(words) for provenance in provenances if provenance.interrupted for note in provenance.notes]
    if not notes:
        return ()
    return (Said(words.text("telling.unfinished", notes=words.text("frame.comma").join(dict.fromkeys(notes))), "lead"),)


def values_of(scenario: Scenario, words: Locale) -> tuple[Said, ...]:
    """Return whose values the men of a scenario have, and what its sequence takes as given; or neither."""
    roster = scenario.roster
    whose = [] if roster is None else [(words.text("facts.roster"), words.translated(roster.note))]
    facts = (*whose, *assumed_told(scenario, words))
    return tuple(Said(words.text("frame.named", name=name, text=text), "note") for name, text in facts)
