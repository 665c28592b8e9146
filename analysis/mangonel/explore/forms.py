"""Forms of plain controls, which a keyboard and a screen reader know; the page sends each form as texts by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from htmltools import Tag, TagAttrs, TagChild, tags

__all__ = ["ABOUT", "MANY", "Control", "Group", "form", "on"]

ABOUT = "about"
MANY = ","
"""Between several words that are chosen at once."""

_ON = "true"


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a form.

    Attributes
    ----------
    name
        Under which its value is sent.
    label
        What it is called.
    kind
        A number in a box, a number between limits to be drawn along, one of several words, several of them in boxes or
        in a list, whether something is so, or a text.
    value
        What it begins with; several words are joined by `MANY`, what is so is ``true``.
    low, high
        Limits of a number; None for none.
    choices
        Words with what each is called; groups of them where the second is itself a list.
    """

    name: str
    label: str
    kind: Literal["number", "range", "choice", "choices", "list", "flag", "text"]
    value: str = ""
    low: int | None = None
    high: int | None = None
    choices: Sequence[tuple[str, str | Sequence[tuple[str, str]]]] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Controls under one heading, which may be folded; without a heading they stand alone."""

    heading: str
    controls: tuple[Control, ...]
    folded: bool = False


def form(name: str, groups: Iterable[Group], label: str, about: str = "") -> Tag:
    """Return a form.

    Parameters
    ----------
    name
        The input as which it is sent: a mapping of texts by name.
    groups
        What stands in it.
    label
        What it is called by who reads the page out.
    about
        Sent along as `ABOUT`: a form may be replaced by one about something else, and what it says come late.
    """
    return tags.form(
        {"aria-label": label},
        tags.input(type="hidden", name=ABOUT, value=about) if about else None,
        *(_group(group) for group in groups),
        id=name,
        class_="mangonel-form",
        autocomplete="off",
    )


def on(values: Mapping[str, str], name: str) -> bool:
    """Return whether something is said to be so."""
    return values.get(name) == _ON


def _group(group: Group) -> TagChild:
    controls = tags.div(*(_control(control) for control in group.controls), class_="controls")
    if not group.heading:
        return controls
    if group.folded:
        return tags.details(tags.summary(group.heading), controls)
    return tags.fieldset(tags.legend(group.heading), controls)


def _control(control: Control) -> Tag:
    # Labels stand around their controls: whatever has an id here would be sent by itself as well.
    if control.kind == "choices":
        chosen = set(control.value.split(MANY))
        boxes = [
            _box(str(called), control.name, {"value": word, "data-several": ""}, checked=word in chosen)
            for word, called in control.choices
        ]
        return tags.fieldset(tags.legend(control.label), *boxes, class_="control several")
    if control.kind == "flag":
        return _box(control.label, control.name, {}, checked=control.value == _ON)
    return tags.label(tags.span(control.label), _entry(control), class_=f"control {control.kind}")


def _box(label: str, name: str, more: TagAttrs, *, checked: bool) -> Tag:
    box = tags.input(more, type="checkbox", name=name, checked="" if checked else None)
    return tags.label(box, tags.span(label), class_="box")


def _entry(control: Control) -> TagChild:
    limits: TagAttrs = {"min": _said(control.low), "max": _said(control.high)}
    if control.kind == "choice":
        return tags.select(*_options(control.choices, control.value), name=control.name)
    if control.kind == "list":
        chosen = control.value.split(MANY)
        words = [
            tags.option(str(called), value=word, selected="" if word in chosen else None)
            for word, called in control.choices
        ]
        return tags.select(*words, name=control.name, multiple="", size="4")
    if control.kind == "range":
        return tags.span(
            tags.input(limits, type="range", name=control.name, value=control.value, step="1"),
            tags.output(control.value),
            class_="drawn",
        )
    if control.kind == "number":
        return tags.input(limits, type="number", name=control.name, value=control.value, step="1", inputmode="numeric")
    return tags.input(type="text", name=control.name, value=control.value, spellcheck="false", maxlength="200")


def _said(limit: int | None) -> str | None:
    return None if limit is None else str(limit)


def _options(choices: Sequence[tuple[str, str | Sequence[tuple[str, str]]]], chosen: str) -> list[Tag]:
    return [
        tags.option(called, value=word, selected="" if word == chosen else None)
        if isinstance(called, str)
        else tags.optgroup(*_options(called, chosen), label=word)
        for word, called in choices
    ]
