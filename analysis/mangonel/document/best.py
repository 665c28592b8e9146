"""The best decisions of a side, in words: what they gain, a short rule, and what to do now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mangonel.document.decisions import look_name
from mangonel.document.wording import endings_name
from mangonel.engine.intervals import Estimate
from mangonel.engine.priority import Clause, Test
from mangonel.engine.process import Process
from mangonel.games.policies import decisions
from mangonel.games.scenario import Scenario
from mangonel.games.system import sequences
from mangonel.paper.blocks import Blocks, Paragraph, Table
from mangonel.paper.charts.numbers import short
from mangonel.rules.words import Locale, PhraseBook
from mangonel.studies.decide import Best, Moment, PriorityRule
from mangonel.studies.sampled_plans import SampledPlan
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import typed

__all__ = ["best_compared", "best_told", "moments_told", "sampled_told"]

_EQUAL = 1e-12
_FROM_0 = ("cover_fire", "target")
"""Decisions whose options are places counted from 0."""
_ALMOST = 0.995
"""The share of the gain from which a fixed plan is as good as deciding by state."""


def best_told(found: Best, rule: PriorityRule | None, words: Locale) -> Blocks:
    """Return what a side gains by deciding by state, and how in words."""
    side = words.word("sides", found.side)
    given = {
        "side": side[:1].upper() + side[1:],
        "wanted": _wanted(found, words),
        "value": _value(found, found.value, words),
        "shipped": _value(found, found.shipped, words),
    }
    if found.against == "best":
        lead = words.text("telling.best_against_best", **given)
    elif found.against == "plan":
        lead = words.text("telling.best_against_plan", **given)
    else:
        lead = words.text("telling.best_against_shipped", **given)
    if found.gain <= _EQUAL:
        return Paragraph(lead, "lead"), Paragraph(words.text("telling.best_nothing_gained"))
    gained = words.text("telling.best_shipped", gain=_loss(found, found.gain, words))
    lines = [Paragraph(lead, "lead"), Paragraph(gained)]
    if found.informed is not None:
        missed = _loss(found, found.sign * (found.informed - found.value), words)
        text = words.text("telling.best_hidden", hidden=", ".join(found.hidden), missed=missed)
        lines.append(Paragraph(text))
    if rule is None:
        return tuple(lines)
    fixed = found.fixed
    plan = _plan(found, words) or words.text("telling.best_shipped_plan")
    value, gain = _value(found, fixed.value, words), _loss(found, found.gain_over_fixed, words)
    if found.gain_over_fixed <= _EQUAL:
        lines.append(Paragraph(words.text("telling.best_fixed_best", plan=plan, value=value)))
        return (*lines, *_pasted(rule, words))
    lines.append(Paragraph(words.text("telling.best_fixed", plan=plan, value=value, gain=gain)))
    if not rule.clauses and rule.steps[0][2] >= _ALMOST:
        lines.append(Paragraph(words.text("telling.best_always")))
        return (*lines, *_pasted(rule, words))
    rows = []
    for number, (name, clause, share) in enumerate(rule.steps):
        text = plan if clause is None else _clause(found.process, name, clause, words)
        rows.append((str(number) if number else "", text, f"{100 * share:.1f} %"))
    caption = words.text("telling.best_rule", loss=_loss(found, rule.loss, words))
    head = ("", words.text("telling.best_do"), words.text("telling.best_share"))
    return (
        *lines,
        Table(caption, head, tuple(rows), text=(0, 1)),
        *_pasted(rule, words),
    )


def sampled_told(found: SampledPlan, words: Locale) -> Blocks:
    """Return the best plan that a sampled search has found, and how far it may be from the best."""
    side = words.word("sides", found.side)
    chance = found.wanted.is_chance
    value, shipped = (
        short(each, words=words) if chance else each.text(words=words) for each in (found.value, found.shipped)
    )
    given = {"side": side[:1].upper() + side[1:], "wanted": _wanted(found, words), "value": value, "shipped": shipped}
    limits = words.text(
        "telling.best_sampled_limits",
        plans=f"{found.tried}",
        games=words.written(f"{found.trials:,}"),
        missed=_loss(found, found.missed, words),
    )
    if found.gain.low <= 0:
        lines = [Paragraph(words.text("telling.best_sampled_none", **given), "lead")]
        return (*lines, Paragraph(limits))
    gain = [_loss(found, each, words) for each in (found.gain.value, found.gain.low, found.gain.high)]
    gained = words.text("telling.best_sampled_gain", gain=gain[0], low=gain[1], high=gain[2])
    clauses = [
        Paragraph(_clause(found.process, name, clause, words))
        for name, lists in found.clauses.items()
        for clause in lists
    ]
    return (
        Paragraph(words.text("telling.best_sampled", **given), "lead"),
        Paragraph(gained),
        Paragraph(words.text("telling.best_sampled_plan", plan=_plan_told(found.scenario, found.changes, words))),
        *clauses,
        Paragraph(limits),
        *_pasted(found, words),
    )


def best_compared(pair: Sequence[Best], labels: tuple[str, str], words: Locale) -> Blocks:
    """Return how two rule sets differ if both sides decide as well as they can; both are found against the best."""
    left, right = pair
    return (
        Paragraph(
            words.text(
                "telling.best_compare",
                wanted=_wanted(left, words),
                left=_value(left, left.value, words),
                right=_value(right, right.value, words),
                first=labels[0],
                second=labels[1],
                difference=_difference(left, right.value - left.value, words),
                shipped=_difference(left, right.shipped - left.shipped, words),
            )
        ),
    )


def _pasted(rule: PriorityRule | SampledPlan, words: Locale) -> Blocks:
    lines = str(rule).splitlines()
    return (Paragraph(words.text("telling.best_paste")), *map(Paragraph, lines)) if lines else ()


def _wanted(found: Best | SampledPlan, words: Locale) -> str:
    """Return what is wanted in words: the victory of a side, an ending, or what was typed."""
    for side in found.process.sides:
        if found.wanted.is_chance and side.wins and set(found.wanted.endings) == set(side.wins):
            return endings_name(side.name, found.process.name, words)
    if found.wanted.is_chance and len(found.wanted.endings) == 1:
        return endings_name(next(iter(found.wanted.endings)), found.process.name, words)
    return found.wanted.text


def _plan(found: Best, words: Locale) -> str:
    """Return the best fixed plan in words: policy and value."""
    if found.scene is None:
        return typed(found.fixed.changes)
    return _plan_told(found.scene[0], found.fixed.changes, words)


def _plan_told(scenario: Scenario, changes: Mapping[str, Choice], words: Locale) -> str:
    known = decisions(scenario.playable.keys, scenario.sequence)
    return ", ".join(known[path].said(value, words) for path, value in changes.items())


def moments_told(found: Best, moments: tuple[Moment, ...], words: Locale) -> Blocks:
    """Return the decisions of a position with what each option is worth."""
    head = (
        words.text("telling.best_option"),
        words.text("telling.best_chance"),
        words.text("telling.best_lost"),
        words.text("telling.best_is_best"),
        words.text("telling.best_allowed"),
    )
    tables = []
    book = PhraseBook(words, found.process.game)
    for moment in moments:
        rows = [
            (
                _option(moment.decision, option.text, words),
                _value(found, option.value, words),
                f"{_loss(found, option.loss, words)} {option.mark}".rstrip(),
                f"{100 * option.chosen:.0f} %",
                f"{100 * option.allowed:.0f} %",
            )
            for option in moment.options
        ]
        phase, decision = book.told(moment.phase) or moment.phase, _decision(found.process, moment.decision, words)
        caption = f"{phase}: {decision} ({100 * moment.share:.0f} %)"
        tables.append(Table(caption, head, tuple(rows)))
    return tuple(tables) or (Paragraph(words.text("telling.best_nothing")),)


def _value(found: Best, value: float, words: Locale) -> str:
    return short(Estimate.of_exact(value), words=words) if found.wanted.is_chance else words.written(f"{value:.4f}")


def _loss(found: Best | SampledPlan, loss: float, words: Locale) -> str:
    if found.wanted.is_chance:
        return words.amount("telling.best_points", f"{max(100 * loss, 0.0):.2f}")
    return words.written(f"{max(loss, 0.0):.4f}")


def _difference(found: Best, difference: float, words: Locale) -> str:
    if found.wanted.is_chance:
        return words.amount("telling.best_points", f"{100 * difference:+.2f}")
    return words.written(f"{difference:+.4f}")


def _decision(process: Process, name: str, words: Locale) -> str:
    if (system := sequences().get(process.name)) is not None:
        known = decisions(system.playables()[process.name].keys, process.name)
        if policy := known.get(f"policies.{name}"):
            return policy.named(policy.side if "." in name else "", words)
    side, _, policy_name = name.rpartition(".")
    decided = words.word("policies", policy_name, process.name)
    return (
        words.text("frame.named", name=words.word("sides", side), text=decided)
        if words.has_word("sides", side)
        else decided
    )


def _option(decision: str, text: str, words: Locale) -> str:
    kind = decision.rpartition(".")[2].removeprefix("defence_")
    if words.has_word("choices", text, kind):
        return words.word("choices", text, kind)
    if text in ("yes", "no"):
        return words.text("facts.yes" if text == "yes" else "facts.no")
    place, *others = text.split(" ")
    if place.isdecimal() and words.has_word("choices", "number", kind):
        place, others = "number", [str(int(place) + (kind in _FROM_0))]
    if not words.has_word("choices", place, kind):
        return text
    word = words.word("choices", place, kind)
    if "{}" in word:
        return word.format(*others)
    parts = [words.word("choices", part, kind) if words.has_word("choices", part, kind) else part for part in others]
    return " ".join((word, *parts))


def _clause(process: Process, name: str, clause: Clause, words: Locale) -> str:
    text = f"{_decision(process, name, words)}: {_option(name, clause.option, words)}"
    if not clause.tests:
        return text
    tests = [_test(process, test, words) for test in clause.tests]
    both = tests[0] if len(tests) == 1 else words.text("frame.and", one=", ".join(tests[:-1]), other=tests[-1])
    return words.text("telling.best_while", do=text, tests=both)


def _test(process: Process, test: Test, words: Locale) -> str:
    signs = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}"}
    return f"{look_name(test.name, process, words)} {signs.get(test.sign, test.sign)} {test.number}"
