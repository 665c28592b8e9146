"""The questions of a game as forms: a control for each parameter, and what is said in them as its values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mangonel.errors import DataError
from mangonel.explore.forms import MANY, Control, on
from mangonel.locales import capital

if TYPE_CHECKING:
    from mangonel.locales import Locale
    from mangonel.rules.ruleset import RuleSet
    from mangonel.systems.question import Parameter, Question
    from mangonel.systems.system import System

__all__ = ["controls_of", "given_in", "one_more", "usual_of"]

_NUMBER = re.compile(r"-?\d{1,6}")
_BETWEEN = re.compile(r"[+,;\s]+")


def usual_of(one: Parameter) -> str:
    """Return what a control of a parameter begins with."""
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
    return tuple(
        _control(system, question, parameter, rules, kept.get(parameter.name, usual_of(parameter)), words)
        for parameter in question.parameters
    )


def _control(system: System, question: Question, one: Parameter, rules: RuleSet, value: str, words: Locale) -> Control:
    control = Control(one.name, capital(words.word("parameters", one.name, question.name)), "text", value)
    if one.kind == "flag":
        return replace(control, kind="flag")
    if one.kind == "number":
        return control if one.several else replace(control, kind="number", low=one.lowest, high=one.highest)
    if not one.names:
        return control
    kind = system.names()[one.names]
    choices = tuple((name, words.word(kind.words, name)) for name in kind.listed(rules))
    if one.several:
        return replace(control, kind="list", choices=choices)
    return replace(control, kind="choice", choices=choices if one.required or one.default else (("", ""), *choices))


def given_in(question: Question, said: Mapping[str, str]) -> dict[str, Any]:
    """Return what is said in a form, by the names under which functions take it; what is as usual is left out.

    Raises
    ------
    DataError
        If something is no number that has to be one.
    """
    given = {}
    for parameter in question.parameters:
        text = said.get(parameter.name, usual_of(parameter)).strip()
        if parameter.kind == "flag":
            if on(said, parameter.name):
                given[_key(parameter)] = True
        elif text and (parameter.required or text != usual_of(parameter)):
            given[_key(parameter)] = _read(parameter, text)
    return given


def _read(one: Parameter, text: str) -> Any:
    parts = [part for part in _BETWEEN.split(text) if part] if one.several else [text]
    if one.kind == "number":
        for part in parts:
            if _NUMBER.fullmatch(part) is None:
                raise DataError("is no number", path=one.name, value=part)
        numbers = tuple(map(int, parts))
        return numbers if one.several else numbers[0]
    return tuple(parts) if one.several else text


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
