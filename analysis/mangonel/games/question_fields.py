"""Questions as forms: a field for each thing that is asked, what it offers, and the values that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mangonel.games.question import Parameter, Question
    from mangonel.games.system import System
    from mangonel.rules.ruleset import RuleSet

__all__ = ["Field", "asked", "fields_of", "refused", "tabled_fields"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form."""

    key: str
    """The name of its parameter; for a part of one both names with a dot between them."""
    parameter: Parameter
    """What it says: the parameter, or the part of it."""
    values: tuple[Any, ...]
    """What it offers, in order; None for nothing said."""
    words: str
    """The kind of words in which the values are named; empty for numbers and flags."""
    usual: Any
    """The value that holds at first."""


def fields_of(system: System, question: Question, rules: Sequence[RuleSet]) -> tuple[Field, ...]:
    """Return the fields of a question under some rule sets of one game.

    Several of a thing (joint attackers) are one in a form. A text of no kind of names stays as it is by default.
    """
    fields: list[Field] = []
    for parameter in question.parameters:
        if parameter.parts:
            fields += [_field(system, part, rules, f"{parameter.name}.{part.name}") for part in parameter.parts]
        else:
            fields.append(_field(system, parameter, rules, parameter.name))
    return tuple(fields)


def tabled_fields(system: System, question: Question, rules: Sequence[RuleSet]) -> tuple[Field, ...]:
    """Return the fields of a question, those that the page for the web leaves out with their usual value alone."""
    fields = fields_of(system, question, rules)
    return tuple(field if field.parameter.tabled else replace(field, values=(field.usual,)) for field in fields)


def asked(question: Question, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a question's parameters, as `Question.answered` takes them, for values of all fields."""
    values: dict[str, Any] = {}
    for parameter in question.parameters:
        if parameter.parts:
            value: Any = parameter.joined(
                **{part.name.replace("-", "_"): chosen[f"{parameter.name}.{part.name}"] for part in parameter.parts}
            )
        else:
            value = chosen[parameter.name]
        if parameter.several:
            value = () if value is None else (value,)
        values[parameter.name.replace("-", "_")] = value
    return values


def refused(question: Question, fields: Collection[Field], chosen: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """Return what does not go together in values of fields, and so of parameters, in words; empty if all is well.

    A parameter counts as said where one of its fields is not as usual.
    """
    not_usual = {field.key.partition(".")[0] for field in fields if chosen[field.key] != field.usual}
    return question.refuses(not_usual, **values)


def _field(system: System, parameter: Parameter, rules: Sequence[RuleSet], key: str) -> Field:
    values, words = _offered(system, parameter, rules)
    usual = parameter.default
    if isinstance(usual, tuple):
        usual = usual[0] if usual else None
    if parameter.kind == "flag":
        usual = False
    elif usual is None and not parameter.required:
        values = (None, *values)
    elif usual is None:
        usual = int(parameter.example) if parameter.kind == "number" else parameter.example
    elif usual not in values:
        values = (usual, *values)
    return Field(key, parameter, values, words, usual)


def _offered(system: System, parameter: Parameter, rules: Sequence[RuleSet]) -> tuple[tuple[Any, ...], str]:
    """Return what a form offers for a parameter, and the kind of words in which it is named."""
    offered = parameter.offered
    if parameter.kind == "flag":
        return (False, True), ""
    if parameter.kind == "number":
        first, last = offered if isinstance(offered, tuple) else (parameter.lowest or 0, parameter.highest or 0)
        return tuple(range(first, last + 1)), ""
    if offered is None and parameter.names:
        offered = system.names()[parameter.names]
    if offered is None or isinstance(offered, tuple):
        return (), ""
    return tuple(dict.fromkeys(name for rule_set in rules for name in offered.listed(rule_set))), offered.words
