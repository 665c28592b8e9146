"""The best decisions of a side, in words: their gain, a short rule, and the options now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from mangonel._version import __version__
from mangonel.document.decisions import best_tried, ending_wanted, look_name, plan_said
from mangonel.document.model import ReportData
from mangonel.document.wording import endings_name
from mangonel.engine.exact import chain_of
from mangonel.engine.intervals import Estimate
from mangonel.engine.owners import naming
from mangonel.engine.policy import Clause
from mangonel.engine.position import looks_of
from mangonel.engine.process import Chapter, Process
from mangonel.engine.result import NOISE
from mangonel.engine.state import Floats, Ints
from mangonel.engine.values import derivatives
from mangonel.games.fields import decisions, option_kind
from mangonel.games.system import sequences, system_of
from mangonel.paper.blocks import Blocks, Paragraph, Picture, Section, Table
from mangonel.paper.charts.numbers import points, short
from mangonel.rules.cells import EMPTY, NO_EFFECT
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import PhraseBook, capital, say, words
from mangonel.studies.decide import Best, Moment
from mangonel.studies.priority_rules import PriorityRule
from mangonel.studies.sampled_plans import SampledPlan
from mangonel.studies.tactics import Value, typed
from mangonel.studies.wanted import Wanted

if TYPE_CHECKING:
    from mangonel.document.levers import Tried
    from mangonel.document.study import Study
    from mangonel.games.scenario import Scenario
    from mangonel.paper.charts.cells import ChoiceMap

_FROM_0 = ("cover_fire", "target")
"""Decisions with options that are places counted from 0."""
_OFTEN = 0.1
"""The share of games from which an option is named that is the best in them."""
_ALMOST = 0.995
"""The share of the gain from which a fixed plan is as good as deciding by state."""
_TABLES, _COLUMNS = 2, 8
"""Tables on a card, and columns of one of them."""


def best_told(found: Best | SampledPlan, rule: PriorityRule | None, *, typing: bool = True) -> Blocks:
    """Return the gain of the best decisions of a side, and a rule in words; if `typing`, also the plan to paste."""
    with naming(found.process.sides):
        if isinstance(found, SampledPlan):
            return _sampled_told(found, typing=typing)
        given = {
            "side": capital(words().word("sides", found.side)),
            "wanted": wanted_told(found),
            "value": _value(found, found.value),
            "shipped": _value(found, found.shipped),
            "planned": _value(found, found.planned),
            "gain": _loss(found, found.gain),
        }
        unseen, both = given["value"] == given["planned"], found.against == "best"
        lead = "telling.best_no_better" if unseen and not both else f"telling.best_against_{found.against}"
        gained = (
            "telling.best_nothing_gained" if unseen else "telling.best_over_plan" if both else "telling.best_shipped"
        )
        lines = [Paragraph(say(lead, **given), "lead"), Paragraph(say(gained, **given))]
        if unseen and not both:
            lines.pop()
        if any(isinstance(phase, Chapter) for phase in found.process.phases):
            lines.append(Paragraph(say("telling.best_outside")))
        if unseen:
            if not NOISE < found.value < 1 - NOISE:
                lines.append(Paragraph(say("telling.best_same")))
            return tuple(lines)
        if found.informed is not None:
            missed = _loss(found, found.sign * (found.informed - found.value))
            lines.append(Paragraph(say("telling.best_hidden", hidden=", ".join(found.hidden), missed=missed)))
        if rule is None:
            return tuple(lines)
        pasted = _pasted(rule, found.side) if typing else ()
        fixed, scenario = found.fixed, found.scene and found.scene[0]
        plan = _plan(scenario, fixed.changes)
        value, gain = _value(found, fixed.value), _loss(found, found.gain_over_fixed)
        keys = ["telling.best_fixed" if found.gain_over_fixed > NOISE else "telling.best_fixed_best"]
        if not rule.clauses and found.gain_over_fixed > NOISE:
            keys.append("telling.best_always" if rule.steps[0][2] >= _ALMOST else "telling.best_no_rule")
        lines += [Paragraph(say(key, plan=plan, value=value, gain=gain)) for key in keys]
        if not rule.clauses:
            return (*lines, *pasted)
        otherwise = words().named(say("telling.best_otherwise"), _plan(scenario, rule.policies))
        rows = [
            (str(place), _clause(found.process, name, clause) if clause else otherwise, _share(share, 1))
            for place, (name, clause, share) in enumerate(reversed(rule.steps), 1)
        ]
        lost = say("telling.best_rule_loss", loss=_loss(found, rule.loss))
        caption = f"{say('telling.best_rule')} {lost}"
        head = ("", say("telling.best_do"), say("telling.best_share"))
        return (*lines, Table(caption, head, tuple(rows), text=(0, 1)), *pasted)


def _sampled_told(found: SampledPlan, *, typing: bool) -> Blocks:
    """Return the best plan that a sampled search has found, and how far it may be from the best."""
    chance = found.wanted.is_chance
    value, shipped = (short(each) if chance else each.text() for each in (found.value, found.shipped))
    given = {"side": capital(words().word("sides", found.side)), "wanted": wanted_told(found)}
    given |= {"value": value, "shipped": shipped}
    plans, games, missed = words().number(found.tried), words().number(found.trials), _loss(found, found.missed)
    limits = say("telling.best_sampled_limits", plans=plans, games=games, missed=missed)
    if found.gain.low <= 0:
        return Paragraph(say("telling.best_sampled_none", **given), "lead"), Paragraph(limits)
    ends = (Estimate.of_exact(each).digits(percent=chance)[0] for each in (found.gain.low, found.gain.high))
    low, high = map(words().written, ends)
    plan, gain = _plan(found.scenario, found.changes), _loss(found, found.gain.value)
    gained = say("telling.best_sampled_gain", gain=gain, low=low, high=high)
    rows = [_clause(found.process, name, clause) for name, list_ in found.clauses.items() for clause in list_]
    rule: Table | Paragraph = Paragraph(say("telling.best_sampled_plan", plan=plan))
    if rows:
        rows.append(words().named(say("telling.best_otherwise"), plan))
        head = ("", say("telling.best_do"))
        rule = Table(say("telling.best_rule"), head, tuple(zip("123456789", rows, strict=False)), text=(0, 1))
    return (
        Paragraph(say("telling.best_sampled", **given), "lead"),
        Paragraph(gained),
        rule,
        Paragraph(limits),
        *(_pasted(found, found.side) if typing else ()),
    )


def card_of(found: Sequence[tuple[Best | SampledPlan, PriorityRule | None]], rules: RuleSet) -> ReportData:
    """Return a card for the table: the rule of each side in words, its gain, and the two tables that decide most."""
    first, _ = found[0]
    scenario = first.scenario if isinstance(first, SampledPlan) else first.scene and first.scene[0]
    assert scenario is not None
    sections = []
    with naming(first.process.sides):
        for study, rule in found:
            blocks = best_told(study, rule, typing=False)
            sections.append(Section(study.side, capital(words().word("sides", study.side)), blocks))
        weights = _weights(first)
        tables = [
            block
            for name in sorted(weights, key=lambda each: -sum(weights[each].values()))[:_TABLES]
            for block in _card_table(rules, name, weights[name])
        ]
        if tables:
            sections.append(Section("tables", say("report_best.tables"), tuple(tables)))
        footer = f"mangonel {__version__}; {rules.id} {rules.digest}; {scenario.digest}"
        return ReportData(words().translated(scenario.title), tuple(sections), footer, (), words())


def _weights(found: Best | SampledPlan) -> dict[str, dict[str, float]]:
    """Return how much the rolls in each table move the value, by column; of sampled games how many they are."""
    if isinstance(found, SampledPlan):
        chain, slopes = chain_of(found.plan), None
    else:
        chain = found.chain
        slopes = derivatives(chain, found.process, found.wanted.of)
    weights: dict[str, dict[str, float]] = {}
    for roll, first in chain.rolls.first.values():
        there = 1.0
        if slopes is not None:
            worth = slopes[first + np.array([roll.outcomes.index(face) for face in roll.faces])]
            there = float(np.abs(worth - worth.mean()).mean())
        for table, column in dict.fromkeys((table, column) for table, _, column in roll.cells):
            columns = weights.setdefault(table, {})
            columns[column] = columns.get(column, 0.0) + there
    return weights


def _card_table(rules: RuleSet, name: str, weights: Mapping[str, float]) -> Blocks:
    """Return the columns of a table that weigh most, and the meanings of their results."""
    from mangonel.document.rolls import rolled_column
    from mangonel.document.rule_odds import cell_text

    table, system = rules.table(name), system_of(rules)
    used = sorted(weights, key=lambda column: -weights[column])[:_COLUMNS]
    columns = [column for column in table.columns if column in used]
    rows, letters = [], {}
    for row in table.rows:
        rows.append([words().written(row)])
        for column in columns:
            cell = table.cell(row, column)
            letter = NO_EFFECT if cell == EMPTY else cell
            text = cell_text(system, table.kind, column, letter)
            rows[-1].append(text)
            if letter in table.results:
                letters[letter] = words().named(text, PhraseBook(system.id).meaning(table.results[letter]))
    head = ("", *(rolled_column(rules, table, column) for column in columns))
    shown = Table(words().titled("tables", table.id, table.title), head, tuple(map(tuple, rows)))
    legend = words().with_semicolons(letters[letter] for letter in table.results if letter in letters)
    return (shown, Paragraph(legend)) if legend else (shown,)


def best_compared(pair: Sequence[Best], labels: tuple[str, str]) -> Blocks:
    """Return how two rule sets differ if both sides decide as well as they can; both are found against the best."""
    left, right = pair
    with naming(left.process.sides):
        given = {
            "wanted": wanted_told(left),
            "left": _value(left, left.value),
            "right": _value(right, right.value),
            "difference": _apart(left, right.value - left.value),
            "shipped": _apart(left, right.shipped - left.shipped),
        }
        return (Paragraph(say("telling.best_compare", first=labels[0], second=labels[1], **given)),)


def _pasted(rule: PriorityRule | SampledPlan, side: str) -> Blocks:
    lines, plan = str(rule).splitlines(), f"best-{side}"
    sentence = Paragraph(say("telling.best_paste", plan=plan))
    return (sentence, *map(Paragraph, (f"[plans.{plan}]", *lines))) if lines else ()


def wanted_told(found: Best | SampledPlan) -> str:
    """Return the value in words: the victory of a side, an ending, or the text as typed, with a sign of equality."""
    if found.wanted.is_chance:
        return endings_name(ending_wanted(found.wanted, found.process.sides), found.process.name)
    return f"{found.wanted.text} ="


def _plan(scenario: Scenario | None, changes: Mapping[str, Value]) -> str:
    plan = typed(changes) if scenario is None else plan_said(scenario, changes)
    return plan or say("telling.best_shipped_plan")


def moments_told(found: Best, moments: tuple[Moment, ...]) -> Blocks:
    """Return the decisions of a position with the value of each option; those in which all are alike are named."""
    with naming(found.process.sides):
        keys = ("telling.best_option", "telling.best_chance", "telling.best_lost", "telling.best_is_best")
        head = (*map(words().text, keys), say("telling.best_allowed"))
        tables: list[Table] = []
        alike: list[str] = []
        stakes: list[tuple[float, str]] = []
        book = PhraseBook(found.process.game)
        for moment in moments:
            rows = [
                (
                    option_word(moment.decision, option.text),
                    _value(found, option.value),
                    f"{_loss(found, option.loss)} {option.mark}".rstrip(),
                    _share(option.chosen),
                    _share(option.allowed),
                )
                for option in moment.options
            ]
            phase, decision = book.told(moment.phase) or moment.phase, decision_name(found.process, moment.decision)
            met = words().named(phase, decision)
            if all(_loss(found, option.loss) == _loss(found, 0) for option in moment.options):
                alike.append(met)
                continue
            often = sorted(zip(moment.options, rows, strict=True), key=lambda pair: -pair[0].chosen)
            given = {
                "options": words().with_commas(f"{row[0]} ({row[3]})" for each, row in often if each.chosen >= _OFTEN)
            }
            given |= {"decision": met, "worst": rows[-1][0], "loss": _loss(found, moment.options[-1].loss)}
            stakes.append((moment.share * moment.options[-1].loss, say("telling.best_most", **given)))
            times = words().written(Estimate.of_exact(moment.share).digits()[0])
            caption = f"{capital(met)} ({say('web.comes', times=times)})"
            tables.append(Table(caption, head, tuple(rows)))
        blocks: Blocks = (Paragraph(max(stakes)[1]), *tables) if tables else ()
        if alike:
            return *blocks, Paragraph(say("telling.best_alike", decisions=words().with_semicolons(alike)), "note")
        return blocks or (Paragraph(say("telling.best_nothing")),)


def _share(share: float, places: int = 0) -> str:
    digits = f"<{10**-places:g}" if NOISE < share < 10**-places / 200 else f"{100 * share:.{places}f}"
    return words().percentage(words().written(digits))


def _value(found: Best, value: float) -> str:
    worth = Estimate.of_exact(value)
    return short(worth) if found.wanted.is_chance else words().written(worth.digits()[0])


def _loss(found: Best | SampledPlan, loss: float) -> str:
    chance = found.wanted.is_chance
    digits = Estimate.of_exact(max(loss, 0.0)).digits(percent=chance)[0]
    return words().amount("figures.points", digits) if chance else words().written(digits)


def _apart(found: Best, difference: float) -> str:
    return points(Estimate.of_exact(difference), percent=found.wanted.is_chance)


def decision_name(process: Process, name: str) -> str:
    """Return the name of a decision, with its side where both have it."""
    if (system := sequences().get(process.name)) is not None:
        known = decisions(system.playables()[process.name].keys, process.name)
        if policy := known.get(f"policies.{name}"):
            return policy.named(policy.side if "." in name else "")
    side, _, policy_name = name.rpartition(".")
    decided = words().word("policies", policy_name, process.name)
    return words().named(words().word("sides", side), decided) if words().has_word("sides", side) else decided


def option_word(decision: str, text: str) -> str:
    """Return the name of an option of a decision, by its text in priority lists."""
    kind = option_kind(decision)
    if words().has_word("choices", text, kind):
        return words().word("choices", text, kind)
    if text in ("yes", "no"):
        return say("facts.yes" if text == "yes" else "facts.no")
    place, *others = text.split(" ")
    if place.isdecimal() and words().has_word("choices", "number", kind):
        place, others = "number", [str(int(place) + (kind in _FROM_0))]
    if not words().has_word("choices", place, kind):
        return text
    word = words().word("choices", place, kind)
    if "{}" in word:
        return word.format(*others)
    parts = (
        words().word("choices", part, kind) if words().has_word("choices", part, kind) else part for part in others
    )
    return " ".join((word, *parts))


def _clause(process: Process, name: str, clause: Clause) -> str:
    text = words().named(decision_name(process, name), option_word(name, clause.option))
    if not clause.tests:
        return text
    tests = []
    for test in clause.tests:
        signs = {"<=": "\N{LESS-THAN OR EQUAL TO}" if test.number else "=", ">=": "\N{GREATER-THAN OR EQUAL TO}"}
        tests.append(f"{look_name(test.name, process)} {signs.get(test.sign, test.sign)} {test.number}")
    both = tests[0] if len(tests) == 1 else say("frame.and", one=", ".join(tests[:-1]), other=tests[-1])
    return say("telling.best_while", do=text, tests=both)


@dataclass(frozen=True)
class Advice:
    """The best decisions of a side as a report shows them, without the tables that they were found in."""

    side: str
    wanted: Wanted
    value: float
    gain: float
    """`wanted`, `value`, `gain`: as of `Best`."""
    singles: Mapping[tuple[str, Value], float | None]
    """The value of each plan that changes one policy, as of `Fixed.singles`."""
    blocks: Blocks
    """The decisions in words and as a map."""


def advice_of(found: Best) -> Advice:
    """Return the best decisions of a side for a report."""
    from mangonel.paper.charts.cells import choice_map, choice_map_height

    with naming(found.process.sides):
        blocks, shown = best_told(found, found.rule(), typing=False), _choices(found)
        if shown is not None:
            drawn, height = partial(choice_map, shown), partial(choice_map_height, shown)
            blocks += (Picture.of(f"choices-{found.side}", shown.title, drawn, height),)
        return Advice(found.side, found.wanted, found.value, found.gain, found.fixed.singles(), blocks)


def value_of(found: Best) -> Advice:
    """Return the value of the best decisions of a side alone, which is found much sooner."""
    return Advice(found.side, found.wanted, found.value, found.gain, {}, ())


def decisions_section(study: Study, tried: Tried) -> Section | None:
    """Return the best decisions of each side, in words and as a map; None if no decision moves anything.

    Where they are not found by state, it is the best of the plans that were tried.
    """
    blocks = tuple(block for advice in tried.best for block in advice.blocks)
    if not tried.best and tried.decisions is not None:
        blocks = best_tried(tried.decisions, study.main_ending, study.asked.sides[0])
    return Section("decisions", say("report_best.heading"), blocks) if blocks else None


_WORTH_A_MAP = 0.002
"""The gain of deciding by two numbers below which a map says nothing."""
_VALUES = 9
"""Values of a number in a map at most."""
_NUMBERS = 6
"""Numbers that are tried in pairs."""
_WIDE = 100
"""More than a number in a map may be."""


def _choices(found: Best) -> ChoiceMap | None:
    """Return the map of the decision that gains most by two numbers; None if none gains enough."""
    from mangonel.paper.charts.cells import ChoiceMap

    chain = found.chain
    best: tuple[float, tuple[str, tuple[str, ...], tuple[str, str], Ints, Floats] | None] = _WORTH_A_MAP, None
    for (name, options), parts in found.passes.by_decision(found.solution.picks, found.free).items():
        losses = -found.sign * np.concatenate([gains for _, _, gains in parts])
        always = float(losses.sum(axis=0).min())
        numbers: dict[str, Ints] = {}
        for look in looks_of(found.process).values():
            if words().has_word("series", look.name, found.process.name) and len(numbers) < _NUMBERS:
                values = np.concatenate([chain.measure(look, states) for _, states, _ in parts])
                if 0 < values.max() - values.min() < _VALUES:
                    numbers[look.name] = values
        for x, y in combinations(numbers, 2) if always > best[0] else ():
            places, of = np.unique(numbers[x] * _WIDE + numbers[y], return_inverse=True)
            sums: Floats = np.stack([np.bincount(of, column, len(places)) for column in losses.T], axis=1)
            gain = always - float(sums.min(axis=1).sum())
            if gain > best[0]:
                best = gain, (name, options, (x, y), places, sums)
    found.passes.forget()
    if best[1] is None:
        return None
    name, options, looks, places, lost = best[1]
    chosen = lost.argmin(axis=1)
    used = np.unique(chosen)
    second = np.partition(lost, 1, axis=1)[:, 1] - lost.min(axis=1)
    cells = {
        divmod(int(place), _WIDE): (int(np.searchsorted(used, option)), float(share))
        for place, option, share in zip(places, chosen, second / second.sum(), strict=True)
    }
    title = say("report_best.map", decision=decision_name(found.process, name))
    x_name, y_name = (look_name(look, found.process) for look in looks)
    return ChoiceMap(title, [option_word(name, options[place]) for place in used], x_name, y_name, cells)
