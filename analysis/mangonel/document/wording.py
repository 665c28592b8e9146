"""Names, numbers and sources as texts of a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mangonel.engine.intervals import Estimate
from mangonel.engine.result import NOISE
from mangonel.games.scenario import assumed_told
from mangonel.paper.blocks import Blocks, Paragraph
from mangonel.rules.words import say, words
from mangonel.rules.words.phrase_book import difference_named
from mangonel.studies.varying import with_numbers

if TYPE_CHECKING:
    from mangonel.engine.result import Provenance, Result
    from mangonel.games.scenario import Scenario
    from mangonel.rules.difference import Difference
    from mangonel.studies.tactics import Value


def endings_name(ending: str, sequence: str) -> str:
    """Return the name of an ending, or of several that are joined by ``+``."""
    return " + ".join(words().word("endings", name, sequence) for name in ending.split("+"))


def engine_name(engine: str) -> str:
    """Return how numbers were computed, one way or several, with the names that the command line has for them."""
    return ", ".join(with_id(words().word("engine_kinds", name), name) for name in engine.split(", "))


def with_id(word: str, name: str) -> str:
    """Return a word with its id in brackets, unless the two are the same."""
    plain = {text.casefold().replace("_", " ").replace("-", " ") for text in (word, name)}
    return word if len(plain) == 1 else say("facts.option", title=word, id=name)


def named_apart(rules: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return ids of rule sets, if two are the same with their digests, or with numbers if these are the same, too."""
    ids, digests = zip(*rules, strict=True)
    if len(set(ids)) == len(ids):
        return ids
    marks = digests if len(set(digests)) == len(ids) else range(1, len(ids) + 1)
    return tuple(f"{name} ({mark})" for name, mark in zip(ids, marks, strict=True))


def turns_text(low: int, high: int) -> str:
    """Return a turn, or the first and the last of several, to stand in one line."""
    if low == high:
        return str(low)
    return say("report.to", low=low, high=high).replace(" ", "\N{NO-BREAK SPACE}")


def effects_head(left: str, right: str) -> tuple[str, str, str]:
    """Return the heads of a table of differences: alone in the first rule set, and last to complete the second."""
    return (
        say("report_differences.difference"),
        say("report_differences.alone", rules=left),
        say("report_differences.last", rules=right),
    )


def idle_lines(
    titles: Mapping[str, str], *, still: Sequence[Difference] = (), unasked: Sequence[Difference] = ()
) -> list[str]:
    """Return a line about the differences that do nothing, and one about those that never come up."""
    return [
        words().plural(
            f"report_causes.{key}",
            len(differences),
            list=words().with_semicolons(dict.fromkeys(difference_named(each, titles) for each in differences)),
        )
        for key, differences in {"still": still, "unasked": unasked}.items()
        if differences
    ]


_BAR = 20
_EIGHTHS = " \N{LEFT ONE EIGHTH BLOCK}\N{LEFT ONE QUARTER BLOCK}\N{LEFT THREE EIGHTHS BLOCK}\N{LEFT HALF BLOCK}\N{LEFT FIVE EIGHTHS BLOCK}\N{LEFT THREE QUARTERS BLOCK}\N{LEFT SEVEN EIGHTHS BLOCK}"  # noqa: E501


def happens(*estimates: Estimate) -> bool:
    """Return whether any of them is anything but 0."""
    return any(abs(estimate.value) > NOISE for estimate in estimates)


def bar(share: float) -> str:
    """Return a bar of blocks for a share of 1, always as wide as that of 1."""
    whole, part = divmod(round(8 * _BAR * min(max(share, 0.0), 1.0)), 8)
    if share > 0 and not (whole or part):
        part = 1
    return ("\N{FULL BLOCK}" * whole + (_EIGHTHS[part] if part else "")).ljust(_BAR)


def source(provenances: Sequence[Provenance], *, everything: bool = True) -> Paragraph:
    """Return where results come from, in one paragraph; or only how they were found and the notes on them."""
    exact, sampled = dict[str, None](), dict[str, None]()
    for each in provenances:
        (exact if each.trials is None else sampled).update(dict.fromkeys(_parts(each, everything=everything)))
    if exact and sampled:
        # Some of the numbers are exact, and those with an interval are not.
        rest = words().with_commas(part for part in sampled if part and part not in exact)
        sampled = {say("report_provenance.some", found=rest): None}
    return Paragraph(words().with_semicolons(part for part in exact | sampled if part), "note")


def _parts(provenance: Provenance, *, everything: bool) -> list[str]:
    notes, trials, engine = [note.said() for note in provenance.notes], "", provenance.engine
    if provenance.trials is not None:
        trials = f"{words().number(provenance.trials)} {say('report_provenance.trials')}"
    if not everything:
        return [trials or words().word("engine_kinds", "exact"), *notes]
    if words().english is not None:
        engine = ", ".join(words().word("engine_kinds", kind) for kind in engine.split(", "))
    parts = [_item("engine", engine)]
    if trials:
        parts.append(f"{trials}, {_item('seed', str(provenance.seed))}")
    if provenance.states is not None:
        parts.append(_item("states", words().number(provenance.states)))
    named = f"{words().translated(provenance.scenario)} [{provenance.scenario_digest}]"
    return [
        *parts,
        *notes,
        _item("rules", f"{provenance.rules} [{provenance.digest}]"),
        # A line about several scenarios names none of them.
        _item("scenario", named) if provenance.scenario_digest else "",
        f"mangonel {provenance.version}",
    ]


def _item(key: str, text: str) -> str:
    return f"{say(f'report_provenance.{key}')} {text}"


def unfinished(provenances: Sequence[Provenance]) -> tuple[Paragraph, ...]:
    """Return that a run was interrupted, and when; nothing if it was not."""
    notes = [note.said() for provenance in provenances if provenance.interrupted for note in provenance.notes]
    if not notes:
        return ()
    return (Paragraph(say("telling.unfinished", notes=words().with_commas(dict.fromkeys(notes))), "lead"),)


def with_values(told: Blocks, scenario: Scenario) -> Blocks:
    """Return an answer with the origin of the values of men in its last note, and the assumptions of its sequence."""
    *blocks, note = told
    assert isinstance(note, Paragraph), "an answer ends with the source of its numbers"
    if scenario.roster is not None:
        roster = words().named(say("facts.roster"), words().translated(scenario.roster.note))
        note = Paragraph(words().with_semicolons((note.text, roster)), "note")
    assumed = (Paragraph(words().named(name, text), "note") for name, text in assumed_told(scenario))
    return (*blocks, note, *assumed)


def measure_name(result: Result, name: str) -> str:
    """Return the name of a measure, or of the turn."""
    if name == result.unit:
        return words().for_unit("report.last", result.unit)
    return words().word("losses", name, result.sequence)


def in_all_told(scenario: Scenario, changes: Mapping[str, Value]) -> str:
    """Return how many men there are in all, if changes of a scenario change that and do not say it themselves."""
    count = scenario.playable.in_all
    if count is None:
        return ""
    men = count(with_numbers(scenario, changes).setup)
    if men == count(scenario.setup) or men in changes.values():
        return ""
    return f" ({words().plural('telling.in_all', men)})"
