"""Forms as HTML, their values, and errors beside their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from htmltools import Tag, TagAttrs, TagChild, TagList, tags

from mangonel.errors import DataError, MangonelError, SpoiltError, StateLimitError
from mangonel.rules.words import PhraseBook, say, words

ABOUT = "about"
MANY, PART = ",", "~"
"""Between several words or entries that are said at once, and between the parts of an entry."""


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a form."""

    name: str
    """Under which its value is sent."""
    label: str
    """Its label."""
    kind: Literal["number", "range", "choice", "choices", "entries", "flag", "text"]
    """A number in a box, a number between limits to be drawn along, one of several words, several of them in boxes,
    whether something is so, a text, or a list of entries, to which some are added and from which some are taken."""
    value: str = ""
    """Its first value; several words or entries are joined by `MANY`, the parts of an entry by `PART`, and a flag
    that is set is ``true``."""
    low: int | None = None
    high: int | None = None
    """`low`, `high`: limits of a number; None for none."""
    choices: Sequence[tuple[str, str | Sequence[tuple[str, str]]]] = ()
    """Words with their labels; groups of them where the second is itself a list."""
    parts: tuple[Control, ...] = ()
    """Of a list: the controls of an entry as one begins that is added."""
    verbs: tuple[str, str] = ("", "")
    """Of a list: the labels of its buttons that add an entry and take one away."""
    least: int = 0
    """Of a list: how many entries stay."""


@dataclass(frozen=True, slots=True)
class Act:
    """A button that changes the form itself: the kind and place that it sends, its sign and its label."""

    kind: str
    place: str
    sign: str
    label: str


@dataclass(frozen=True, slots=True)
class Group:
    """Controls under one heading, which may be folded, with buttons below; without a heading they are a plain row."""

    heading: str
    controls: tuple[Control, ...]
    folded: bool = False
    acts: tuple[Act, ...] = ()


def form(name: str, groups: Iterable[Group], label: str, about: str = "", acts: str = "") -> Tag:
    """Return a form, which is sent as the input `name`: texts by name.

    `about` is sent along as `ABOUT`, since a form may be replaced; buttons of groups are sent as the input `acts`.
    """
    return tags.form(
        {"aria-label": label},
        tags.input(type="hidden", name=ABOUT, value=about) if about else None,
        *(_group(group, acts) for group in groups),
        id=name,
        class_="mangonel-form",
        autocomplete="off",
    )


def sender(sends: str, kind: str, place: str, *shown: TagChild, **more: str) -> Tag:
    """Return a button that sends its kind and place as an input when it is pressed."""
    return tags.button(*shown, type="button", data_sends=sends, data_kind=kind, data_place=place, **more)


def entries_in(text: str) -> list[list[str]]:
    """Return the entries of a list as a form says them, each as its parts; those at the end may be missing."""
    return [entry.split(PART) for entry in text.split(MANY) if entry]


def _group(group: Group, acts: str) -> TagChild:
    buttons = [sender(acts, act.kind, act.place, act.sign, title=act.label, aria_label=act.label) for act in group.acts]
    shown = [_control(control) for control in group.controls]
    acts_shown = tags.div(*buttons, class_="acts") if buttons else None
    controls = tags.div(*shown, None if group.folded else acts_shown, class_="controls")
    if not group.heading:
        return controls
    if group.folded:
        # A folded block can be taken away without being looked into.
        return TagList(tags.details(tags.summary(group.heading), controls) if shown else None, acts_shown)
    return tags.fieldset(tags.legend(group.heading), controls)


def _control(control: Control) -> Tag:
    # Labels stand around their controls: a control with an id would be sent by itself as well.
    if control.kind == "choices":
        chosen = set(control.value.split(MANY))
        boxes = [
            _box(str(called), control.name, {"value": word, "data-several": ""}, checked=word in chosen)
            for word, called in control.choices
        ]
        return tags.fieldset(tags.legend(control.label), *boxes, class_="control several")
    if control.kind == "entries":
        return tags.fieldset(
            tags.legend(control.label),
            *(_one(control, entry) for entry in entries_in(control.value)),
            tags.template(_one(control, [])),
            tags.button(control.verbs[0], type="button", data_add=""),
            class_="control entries",
            data_entries=control.name,
            data_least=str(control.least),
        )
    if control.kind == "flag":
        return _box(control.label, control.name, {}, checked=control.value == "true")
    return tags.label(tags.span(control.label), _entry(control), class_=f"control {control.kind}")


def _one(control: Control, said: Sequence[str]) -> Tag:
    remove = control.verbs[1]
    parts = [
        replace(part, name="", value=said[place] if place < len(said) else part.value)
        for place, part in enumerate(control.parts)
    ]
    if len(parts) == 1:
        # The label repeats that of the list: it is there for screen readers only.
        shown: list[TagChild] = [_named(_entry(parts[0]), control.label)]
    else:
        shown = [_control(part) if part.label else _named(_entry(part), control.label) for part in parts]
    button = tags.button(remove, type="button", data_remove="", aria_label=f"{control.label}: {remove}")
    return tags.div(tags.div(*shown, class_="parts"), button, class_="entry", role="group", aria_label=control.label)


def _named(entry: Tag, label: str) -> Tag:
    field = next((part for part in entry.children if isinstance(part, Tag) and part.name == "input"), entry)
    field.attrs["aria-label"] = label
    return entry


def _box(label: str, name: str, more: TagAttrs, *, checked: bool) -> Tag:
    box = tags.input(more, type="checkbox", name=name or None, checked="" if checked else None)
    return tags.label(box, tags.span(label), class_="box")


def _entry(control: Control) -> Tag:
    name = control.name or None  # a part of an entry has none: the list has one
    limits: TagAttrs = {"min": control.low, "max": control.high}
    if control.kind == "choice":
        return tags.select(*_options(control.choices, control.value), name=name)
    if control.kind == "range":
        return tags.span(
            tags.input(limits, type="range", name=name, value=control.value, step="1"),
            tags.output(control.value),
            class_="drawn",
        )
    if control.kind == "number":
        field = tags.input(limits, type="number", name=name, value=control.value, step="1", inputmode="numeric")
        # The label around them belongs to its first control.
        return tags.span(field, _step("-1", "\N{MINUS SIGN}"), _step("1", "+"), class_="step")
    return tags.input(type="text", name=name, value=control.value, spellcheck="false", maxlength="200")


def _step(by: str, sign: str) -> Tag:
    """Return a button that changes the number beside it; the arrow keys of the field do the same for the keyboard."""
    return tags.button(sign, type="button", data_step=by, tabindex="-1", aria_hidden="true")


def _options(choices: Sequence[tuple[str, str | Sequence[tuple[str, str]]]], chosen: str) -> list[Tag]:
    return [
        tags.option(called, value=word, selected="" if word == chosen else None)
        if isinstance(called, str)
        else tags.optgroup(*_options(called, chosen), label=word)
        for word, called in choices
    ]


_SHOWN: Final = 16
"""No more allowed values than this are listed; of more the program names the nearest."""
_ENGLISH: Final = "en"


class PageError(MangonelError):
    """An error of the page itself, in its language."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An error for the page."""

    text: str
    """In the language of the page."""
    original: str = ""
    """The English message where it cannot be translated; else empty."""
    field: str = ""
    """Where it was said: the name of a field of a form, and more behind it; empty if that is not known."""


def wrong_of(error: MangonelError, called: Callable[[str], str] | None = None) -> Wrong:
    """Return an error for the page, without the file; `called` returns the label of a field, empty if it is none."""
    error = error.inner if isinstance(error, SpoiltError) else error
    if isinstance(error, StateLimitError):
        return Wrong(say("explore.too_many_states"))
    if not isinstance(error, DataError):
        text, in_language = str(error), isinstance(error, PageError) or words().language == _ENGLISH
        known = text if in_language else PhraseBook().told(text)
        return _framed("", text) if known is None else Wrong(known)
    field = error.path.lstrip("-").partition(" ")[0]
    plain = str(error.at(error.path))
    where = called(field) if called is not None else ""
    instead = _instead(error)
    if words().language == _ENGLISH:
        return Wrong(str(error.at(where or error.path)), "", field)
    if not instead or error.value is None:
        sentence = PhraseBook().told(error.message)
        if sentence is not None:
            text = sentence if error.value is None else words().named(sentence, str(error.value))
            return Wrong(words().named(where, text) if where else text, "", field)
        framed = _framed(where, plain)
        return Wrong(framed.text, framed.original, field)
    value = say("explore.wrong_value", value=str(error.value), instead=instead)
    return Wrong(words().named(where, value) if where else value, "", field)


def _framed(where: str, plain: str) -> Wrong:
    text = say("explore.wrong")
    return Wrong(words().named(where, text) if where else text, plain)


def _instead(error: DataError) -> str:
    """Return the allowed values in words; empty if the error does not say."""
    if error.limits is None:
        return words().with_commas(error.allowed) if len(error.allowed) <= _SHOWN else ""
    low, high = (None if limit is None else str(limit) for limit in error.limits)
    if low is not None and high is not None:
        return low if low == high else say("explore.from_to", low=low, high=high)
    if low is not None:
        return say("explore.from_up", low=low)
    return say("explore.whole") if high is None else say("explore.up_to", high=high)


def wrong_beside(form: str, wrong: Wrong) -> dict[str, object]:
    """Return the message that puts an error beside its field of a form, or takes it away there."""
    return {"form": form, "field": wrong.field, "text": wrong.text, "original": wrong.original}


def wrong_html(wrong: Wrong) -> Tag:
    """Return an error as part of the page."""
    original = tags.span(wrong.original, lang=_ENGLISH, class_="note") if wrong.original else None
    return tags.div(tags.p(wrong.text, class_="wrong"), original, role="alert")
