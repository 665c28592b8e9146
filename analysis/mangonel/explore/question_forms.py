"""The questions of a game as forms: a control for each parameter, and what is said in them as its values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.explore.text_forms import MANY, PART, Control, entries_in, on
from mangonel.games.question_fields import Field, fields_of
from mangonel.games.system import System
from mangonel.rules.words import Locale, capital

if TYPE_CHECKING:
    from mangonel.games.question import Parameter, Question
    from mangonel.rules.ruleset import RuleSet

__all__ = ["controls_of", "given_in", "label_of", "one_more", "usual_of"]

_NUMBER = re.compile(r"-?\d{1,6}")
_NOTHING = f"{MANY} "
"""What is left of a list of which nothing is said."""
_IS_FILE = re.compile(r"[/\\\\]|\.toml$")
_BETWEEN = re.compile(r"[+,;\s]+")


def label_of(question: Question, name: str, words: Locale) -> str:
    """Return what a parameter, or a part of one, is called."""
    return capital(words.word("parameters", name, question.name))


def usual_of(one: Parameter) -> str:
    """Return what a control of a parameter begins with."""
    if one.parts:
        return PART.join(map(usual_of, one.parts)).rstrip(PART) if one.required else ""
    if one.required:
        return one.example
    if one.kind == "flag" or one.default is None:
        return ""
    return MANY.join(map(str, one.default)) if one.several else str(one.default)


def controls_of(
    system: System, question: Question, rules: RuleSet, kept: Mapping[str, str], words: Locale
) -> tuple[Control, ...]:
    """Return the controls of a question.

    Parameters
    ----------
    system, question, rules
        The game, the question, and the rule set whose names there are.
    kept
        What was said before, by the names of the parameters.
    words
        The language.
    """
    fields = fields_of(system, question, (rules,))
    controls = []
    for parameter in question.parameters:
        value = kept.get(parameter.name, usual_of(parameter))
        own = tuple(field for field in fields if field.key.partition(".")[0] == parameter.name)
        if parameter.several:
            controls.append(_list(question, parameter, own, value, words))
        else:
            controls.append(replace(_control(question, own[0], words), value=value))
    return tuple(controls)


def _control(question: Question, field: Field, words: Locale) -> Control:
    parameter = field.parameter
    control = Control(parameter.name, label_of(question, parameter.name, words), "text", usual_of(parameter))
    if parameter.kind == "flag":
        return replace(control, kind="flag")
    if parameter.kind == "number":
        least = min((value for value in field.values if value is not None), default=None)
        # A part has no other limits than those of what is offered for it.
        low = least if "." in field.key else parameter.lowest
        return replace(control, kind="number", low=low, high=parameter.highest)
    if len(field.values) < 2:
        return control
    # Of several things none is nothing.
    values = [value for value in field.values if value is not None or not parameter.several]
    named = ((value or "", words.word(field.words, value) if value else "\N{EN DASH}") for value in values)
    return replace(control, kind="choice", choices=tuple(named))


def _list(question: Question, one: Parameter, fields: Sequence[Field], value: str, words: Locale) -> Control:
    """Return a list of things of which several can be said, each with a control for each of its parts."""
    label = label_of(question, one.name, words)
    key, inside = f"adds.{one.name}", words.inside(label)
    add = words.text(key) if key in words.phrases else words.text("explore.add_another", what=inside)
    parts = tuple(_control(question, field, words) for field in fields)
    if not one.parts:
        value = MANY.join(filter(None, _BETWEEN.split(value)))
        parts = (replace(parts[0], label=""),)
    verbs = (add, words.text("explore.remove"))
    return Control(one.name, label, "entries", value, parts=parts, verbs=verbs, least=1 if one.required else 0)


def given_in(question: Question, said: Mapping[str, str]) -> dict[str, Any]:
    """Return what is said in a form, by the names under which functions take it; what is as usual is left out.

    Raises
    ------
    DataError
        If something is no number that has to be one.
    """
    given = {}
    for parameter in question.parameters:
        text = said.get(parameter.name, usual_of(parameter)).strip(_NOTHING if parameter.several else None)
        if parameter.kind == "flag":
            if on(said, parameter.name):
                given[_key(parameter)] = True
        elif text and (parameter.required or text != usual_of(parameter)):
            value = _read(parameter, text)
            # A list of empty entries says nothing.
            if value != ():
                given[_key(parameter)] = value
    return given


def _read(one: Parameter, text: str) -> Any:
    if one.parts:
        return tuple(_joined(one, entry) for entry in entries_in(text))
    parts = [part for part in _BETWEEN.split(text) if part] if one.several else [text]
    if any(_IS_FILE.search(part) for part in parts):
        # An address may come from anybody: no file of this machine is read for it.
        raise DataError("no file is read from here", path=one.name, value=text)
    if one.kind == "number":
        numbers = tuple(_number(one.name, part) for part in parts)
        return numbers if one.several else numbers[0]
    return tuple(parts) if one.several else text


def _number(name: str, text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise DataError("is no number", path=name, value=text, limits=(None, None))
    return int(text)


def _joined(one: Parameter, entry: Sequence[str]) -> str:
    """Return what is put together from the parts of an entry."""
    values: dict[str, Any] = {}
    for place, part in enumerate(one.parts):
        text = entry[place].strip() if place < len(entry) else usual_of(part)
        if part.kind == "flag":
            values[_key(part)] = text == "true"
        elif part.kind == "number":
            values[_key(part)] = _number(one.name, text) if text or part.required else part.default
        else:
            values[_key(part)] = text or part.default
    return one.joined(**values)


def one_more(question: Question, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what would be said with one more of each number, by the names of the parameters; of several the first."""
    more = {}
    for parameter in question.parameters:
        if parameter.kind != "number":
            continue
        value = given.get(_key(parameter), parameter.default)
        if (
            not parameter.several
            and isinstance(value, int)
            and (parameter.highest is None or value < parameter.highest)
        ):
            more[parameter.name] = {**given, _key(parameter): value + 1}
        elif parameter.several and value and (parameter.highest is None or value[0] < parameter.highest):
            more[parameter.name] = {**given, _key(parameter): (value[0] + 1, *value[1:])}
    return more


def _key(one: Parameter) -> str:
    return one.name.replace("-", "_")
