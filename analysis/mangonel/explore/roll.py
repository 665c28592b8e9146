"""The tab of single rolls: every question as a form, its answer under each rule set."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from htmltools import HTML, Tag, TagList, tags
from msgspec import structs
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from mangonel.document.html import breakable, fragment
from mangonel.document.rolls import alike, chances_told, colour_of, facts_table, lettered, result_word, spoken
from mangonel.document.rule_odds import without_ids
from mangonel.engine.intervals import NO_BREAK, Estimate
from mangonel.errors import DataError, MangonelError
from mangonel.explore.page_state import PageState
from mangonel.explore.text_forms import (
    ABOUT,
    MANY,
    PART,
    Control,
    Group,
    Wrong,
    entries_in,
    form,
    wrong_beside,
    wrong_html,
    wrong_of,
)
from mangonel.games.question import Answer, Field, Parameter, Question, Thrown, fields_of
from mangonel.games.system import System
from mangonel.paper.blocks import Table
from mangonel.paper.charts.numbers import points
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import PhraseBook, capital, say, words
from mangonel.rules.words.phrase_book import names_of


def _strip(roll: Thrown, answer: Answer, book: PhraseBook) -> TagList:
    """Return the faces of a roll, with its purpose, and the chance that it is made."""
    faces, meanings = [], {letter: book.meaning(text) for letter, text in roll.meanings.items()}
    for face, number, letter in roll.cells:
        meaning, shown = meanings[letter], result_word(letter, book)
        colour = colour_of(answer.rules, roll.table, roll.order, roll.backfires, letter)
        faces.append(
            tags.li(
                tags.span(face, class_="face"),
                tags.span(HTML(breakable(shown)), class_="letter"),
                class_="backfires" if letter in roll.backfires else None,
                style=f"flex-grow: {number}; background: {colour}",
                title=words().named(shown, meaning) if meaning else shown,
            )
        )
    label, above = say("explore.faces"), None
    if roll.when:
        above = capital(book.told(roll.when) or roll.when)
        if roll.chance < 1:
            above = words().named(above, words().chance(roll.chance))
        label = words().named(above, label)
    untold = {letter: meanings[letter] for letter in roll.order if letter not in answer.odds and meanings[letter]}
    legend = words().with_commas(words().named(result_word(each, book), untold[each]) for each in untold)
    return TagList(
        tags.p(above, class_="rolled", aria_hidden="true") if above else None,
        tags.ol(*faces, class_="strip", aria_label=label),
        tags.p(legend, class_="note") if legend else None,
    )


_NUMBER = re.compile(r"-?\d{1,6}")
_NOTHING = f"{MANY} "
"""The text of an empty list."""
_IS_FILE = re.compile(r"[/\\\\]|\.toml$")
_BETWEEN = re.compile(r"[+,;\s]+")


def _label_of(question: Question, name: str) -> str:
    return capital(words().word("parameters", name, question.name))


def usual_of(one: Parameter) -> str:
    """Return the first value of a control of a parameter."""
    if one.parts:
        return PART.join(map(usual_of, one.parts)).rstrip(PART) if one.required else ""
    if one.required:
        return one.example
    if one.kind == "flag" or one.default is None:
        return ""
    return MANY.join(map(str, one.default)) if one.several else str(one.default)


def controls_of(system: System, question: Question, rules: RuleSet, kept: Mapping[str, str]) -> tuple[Control, ...]:
    """Return the controls of a question; `kept` are earlier values by parameter."""
    fields = fields_of(system, question, (rules,))
    controls = []
    for parameter in question.parameters:
        value = kept.get(parameter.name, usual_of(parameter))
        own = tuple(field for field in fields if field.key.partition(".")[0] == parameter.name)
        if parameter.several:
            controls.append(_list(question, parameter, own, value))
        else:
            controls.append(replace(_control(question, own[0]), value=value))
    return tuple(controls)


def _control(question: Question, field: Field) -> Control:
    parameter = field.parameter
    control = Control(parameter.name, _label_of(question, parameter.name), "text", usual_of(parameter))
    if parameter.kind == "flag":
        return replace(control, kind="flag")
    if parameter.kind == "number":
        least = min((value for value in field.values if value is not None), default=None)
        # The values offered for a part are its only limits.
        low = least if "." in field.key else parameter.lowest
        return replace(control, kind="number", low=low, high=parameter.highest)
    if len(field.values) < 2:
        return control
    # Of several things none is nothing.
    values = [value for value in field.values if value is not None or not parameter.several]
    named = ((value or "", words().word(field.words, value) if value else "\N{EN DASH}") for value in values)
    return replace(control, kind="choice", choices=tuple(named))


def _list(question: Question, one: Parameter, fields: Sequence[Field], value: str) -> Control:
    """Return a list of things of which several can be said, each with a control for each of its parts."""
    label = _label_of(question, one.name)
    key, inside = f"adds.{one.name}", words().inside(label)
    add = say(key) if key in words().phrases else say("explore.add_another", what=inside)
    parts = tuple(_control(question, field) for field in fields)
    if not one.parts:
        value = MANY.join(filter(None, _BETWEEN.split(value)))
        parts = (replace(parts[0], label=""),)
    verbs = (add, say("explore.remove"))
    return Control(one.name, label, "entries", value, parts=parts, verbs=verbs, least=1 if one.required else 0)


def given_in(question: Question, said: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a form as keyword arguments; usual values are left out.

    Raises
    ------
    DataError
        If something is no number that has to be one.
    """
    given = {}
    for parameter in question.parameters:
        text = said.get(parameter.name, usual_of(parameter)).strip(_NOTHING if parameter.several else None)
        if text and (parameter.required or text != usual_of(parameter)):
            value = _read(parameter, text)
            # A list of empty entries says nothing.
            if value not in ((), False):
                given[parameter.key] = value
    return given


def _read(one: Parameter, text: str) -> Any:
    if one.parts:
        return tuple(_joined(one, entry) for entry in entries_in(text))
    parts = [part for part in _BETWEEN.split(text) if part] if one.several else [text]
    if any(_IS_FILE.search(part) for part in parts):
        # An address may come from anybody: no file of this machine is read for it.
        raise DataError("no file is read from here", path=one.name, value=text)
    values = tuple(_value(one, one.name, part) for part in parts)
    return values if one.several else values[0]


def _value(one: Parameter, path: str, text: str) -> Any:
    if one.kind == "flag":
        return text == "true"
    if not text and not one.required:
        return one.default
    if one.kind == "number" and _NUMBER.fullmatch(text) is None:
        raise DataError("is no number", path=path, value=text, limits=(None, None))
    return int(text) if one.kind == "number" else text or one.default


def _joined(one: Parameter, entry: Sequence[str]) -> str:
    texts = (*map(str.strip, entry), *map(usual_of, one.parts[len(entry) :]))
    return one.joined(**{part.key: _value(part, one.name, text) for part, text in zip(one.parts, texts, strict=False)})


def one_more(question: Question, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the arguments with one more of each number, by parameter; of several the first."""
    more = {}
    for parameter in question.parameters:
        value = given.get(parameter.key, parameter.default)
        first, *others = (value or (None,)) if parameter.several else (value,)
        highest = parameter.highest
        if parameter.kind == "number" and isinstance(first, int) and (highest is None or first < highest):
            changed = (first + 1, *others)
            more[parameter.name] = {**given, parameter.key: changed if parameter.several else changed[0]}
    return more


_BY_DIE, _ROLL = "by die", "roll"
"""Names of lines: the faces that the strip shows, and the reason if there is none."""


def answers_html(question: Question, given: Mapping[str, Any], rule_sets: Sequence[RuleSet]) -> TagList:
    """Return the answers to arguments of `Question.values`, with its errors."""
    values = question.values(given)
    answers = [question.answered(each, values) for each in rule_sets]
    groups = alike(answers)
    parts: list[HTML | Tag | TagList] = []
    for group in groups:
        names = words().joined(words().translated(answers[at].rules.title) for at in group)
        same = len(groups) == 1 and len(answers) > 1
        heading = say("telling.same_under", rules=names).rstrip(":") if same else names
        parts.append(tags.h2(heading))
        parts.append(_one(question, given, answers[group[0]]))
    return TagList(*parts)


def answers_brief(question: Question, given: Mapping[str, Any], rule_sets: Sequence[RuleSet]) -> str:
    """Return the chances of the answers in a line, by rule set where they differ; arguments as for `answers_html`."""
    values = question.values(given)
    answers = [question.answered(each, values) for each in rule_sets]
    lines = []
    for first, *_ in alike(answers):
        answer = answers[first]
        book = PhraseBook(answer.rules.system)
        shown = lettered(spoken(without_ids(answer), book), book)
        # No line ends between a result and its chance.
        chances = words().with_commas(
            f"{letter} {words().chance(shown.odds[letter])}".replace(" ", NO_BREAK) for letter in shown.order
        )
        lines.append((names_of([answer.rules])[0], chances))
    return words().with_semicolons((words().named(name, text) if len(lines) > 1 else text for name, text in lines))


def _one(question: Question, given: Mapping[str, Any], answer: Answer) -> TagList:
    book = PhraseBook(answer.rules.system)
    in_words = spoken(without_ids(answer), book)
    parts: list[HTML | Tag | TagList] = []
    parts += [_strip(roll, answer, book) for roll in question.thrown(answer.rules, question.values(given))]
    by_die, roll = (book.told(name) or name for name in (_BY_DIE, _ROLL))
    if roll in in_words.lines:
        parts.append(tags.p(words().named(capital(roll), in_words.lines[roll]), class_="note"))
    facts = {name: "" if name in (by_die, roll) else text for name, text in in_words.lines.items()}
    shown = {"": structs.replace(lettered(in_words, book), lines=facts)}
    blocks = (*chances_told(shown), *_worth(question, given, answer))
    parts.append(HTML(fragment((*blocks, facts_table(shown)) if any(facts.values()) else blocks)))
    return TagList(*parts)


def _worth(question: Question, given: Mapping[str, Any], answer: Answer) -> tuple[Table, ...]:
    """Return the change by one more of each number, in percentage points."""
    before = answer.named or answer.at_least or answer.odds
    rows = []
    for name, more in one_more(question, given).items():
        if (changed := _changed(question, more, answer.rules, before)) is not None:
            label = say("explore.one_more", what=words().inside(words().word("parameters", name, question.name)))
            rows.append((label, changed))
    return (Table(say("explore.worth"), ("", ""), tuple(rows), text=(0, 1)),) if rows else ()


def _changed(question: Question, more: Mapping[str, Any], rules: RuleSet, before: Mapping[str, Fraction]) -> str | None:
    try:
        better = question.answered(rules, question.values(more))
        after = better.named or better.at_least or better.odds
    except MangonelError:
        # One more cannot be asked for; the question has an answer all the same.
        return None
    changes = {each: after.get(each, Fraction(0)) - before.get(each, Fraction(0)) for each in (*before, *after)}
    book = PhraseBook(rules.system)
    names = {
        each: words().titled("outcomes", each, book.told(each) or each) for each, change in changes.items() if change
    }
    moved = {each: points(Estimate.of_exact(float(changes[each]))) for each in names}
    shown = [words().named(name, moved[each]) for each, name in names.items()]
    return words().with_commas(shown) or say("explore.nothing")


_TAB, _QUESTION = "roll", "question"


@module.ui
def page() -> Tag:
    """Return the tab as it comes."""
    return tags.div(
        tags.div(ui.output_ui("questions"), ui.output_ui("values"), class_="choose"),
        tags.div(ui.output_ui("answers"), class_="found", role="region", aria_live="polite"),
        class_="split",
    )


@module.server
def serve(inputs: Inputs, outputs: Outputs, session: Session, state: PageState) -> None:
    """Serve it."""
    kept = dict(state.start.of(_TAB))
    name = reactive.Value(kept.get(_QUESTION, ""), name="question")

    def chosen() -> Question:
        known = {question.name: question for question in state.system().questions()}
        shown = [word for line in state.system().typed.get("odds", ()) for word in line.split() if word in known]
        return known.get(name()) or known[next(iter((*shown, *known)))]

    @render.ui
    def questions() -> Tag:
        state.game()
        with reactive.isolate():
            system = state.system()
            choices = [(each.name, words().word("questions", each.name, system.id)) for each in system.questions()]
            control = Control(_QUESTION, say("explore.question"), "choice", chosen().name, choices=choices)
            return form(session.ns("which"), (Group("", (control,)),), control.label)

    @reactive.effect
    @reactive.event(inputs.which)
    def _which() -> None:
        asked_for = inputs.which().get(_QUESTION, "")
        if asked_for != chosen().name:
            # A new name draws the form anew.
            name.set(asked_for)

    @render.ui
    def values() -> Tag:
        state.game()
        question = chosen()
        with reactive.isolate():
            controls = controls_of(state.system(), question, state.base(), kept)
            label = words().word("questions", question.name, state.system().id)
            return form(session.ns("said"), (Group("", controls),), label, about=question.name)

    def said() -> Mapping[str, str]:
        """Return the values of the form of the question; nothing is answered while it is on its way."""
        values = inputs.said()
        req(values.get(ABOUT) == chosen().name)
        return {name: str(value) for name, value in values.items()}

    @render.ui
    async def answers() -> TagList | Tag:
        question = chosen()
        try:
            given = given_in(question, said())
            shown: TagList | Tag = answers_html(question, given, state.rule_sets())
            state.rolled.set(answers_brief(question, given, state.rule_sets()))
            wrong = Wrong("")
        except MangonelError as error:
            names = {parameter.name for parameter in question.parameters}
            wrong = wrong_of(error, lambda name: _label_of(question, name) if name in names else "")
            shown = wrong_html(wrong)
            state.rolled.set("")
        await session.send_custom_message("wrong", wrong_beside(session.ns("said"), wrong))
        return shown

    @reactive.effect
    def _note() -> None:
        question, values = chosen(), said()
        usual = {parameter.name: usual_of(parameter) for parameter in question.parameters}
        kept.update(values)
        mine = {key: values[key] for key, text in usual.items() if values.get(key, text) != text}
        state.note(_TAB, {_QUESTION: question.name} | mine)
