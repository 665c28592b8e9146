"""The best decisions of a side, in words: what they gain, a short rule, and what to do now."""

from __future__ import annotations

from mangonel.document.results import look_name
from mangonel.engine.intervals import Estimate
from mangonel.engine.priority import Clause, Test
from mangonel.engine.process import Process
from mangonel.paper.blocks import Blocks, Paragraph, Table
from mangonel.paper.charts.numbers import short
from mangonel.rules.words import Locale
from mangonel.studies.decide import Best, Moment, PriorityRule
from mangonel.studies.tactics import typed

__all__ = ["best_told", "moments_told"]

_ALMOST = 0.995
"""The share of the gain from which a fixed plan is as good as deciding by state."""


def best_told(found: Best, rule: PriorityRule | None, words: Locale) -> Blocks:
    """Return what a side gains by deciding by state, and how in words."""
    side = words.word("sides", found.side)
    given = {"side": side, "wanted": found.wanted.text, "value": _value(found, found.value, words)}
    if found.against == "best":
        lead = words.text("telling.best_against_best", **given)
    elif found.against == "plan":
        lead = words.text("telling.best_against_plan", **given)
    else:
        lead = words.text("telling.best_against_shipped", **given)
    shipped = words.text(
        "telling.best_shipped", shipped=_value(found, found.shipped, words), gain=_loss(found, found.gain, words)
    )
    lines = [
        Paragraph(lead, "lead"),
        Paragraph(shipped),
    ]
    if rule is None:
        return tuple(lines)
    fixed = found.fixed
    plan = typed(fixed.changes) or words.text("telling.as_it_is")
    value, gain = _value(found, fixed.value, words), _loss(found, found.gain_over_fixed, words)
    lines.append(Paragraph(words.text("telling.best_fixed", plan=plan, value=value, gain=gain)))
    if not rule.clauses and rule.steps[0][2] >= _ALMOST:
        lines.append(Paragraph(words.text("telling.best_always")))
        return tuple(lines)
    rows = []
    for number, (name, clause, share) in enumerate(rule.steps):
        text = plan if clause is None else _clause(found.process, name, clause, words)
        rows.append((str(number) if number else "", text, f"{100 * share:.1f} %"))
    caption = words.text("telling.best_rule", loss=_loss(found, rule.loss, words))
    head = ("", words.text("telling.best_do"), words.text("telling.best_share"))
    return (
        *lines,
        Table(caption, head, tuple(rows), text=(0, 1)),
        Paragraph(words.text("telling.best_paste")),
        Paragraph(str(rule)),
    )


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
        caption = f"{moment.phase}: {_decision(found.process, moment.decision, words)} ({100 * moment.share:.0f} %)"
        tables.append(Table(caption, head, tuple(rows)))
    return tuple(tables) or (Paragraph(words.text("telling.best_nothing")),)


def _value(found: Best, value: float, words: Locale) -> str:
    return short(Estimate.of_exact(value), words=words) if found.wanted.is_chance else words.written(f"{value:.4f}")


def _loss(found: Best, loss: float, words: Locale) -> str:
    if found.wanted.is_chance:
        return words.amount("telling.best_points", f"{max(100 * loss, 0.0):.2f}")
    return words.written(f"{max(loss, 0.0):.4f}")


def _decision(process: Process, name: str, words: Locale) -> str:
    return words.word("policies", name, process.name)


def _option(decision: str, text: str, words: Locale) -> str:
    if words.has_word("choices", text, decision):
        return words.word("choices", text, decision)
    if text in ("yes", "no"):
        return words.text("facts.yes" if text == "yes" else "facts.no")
    return text


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
