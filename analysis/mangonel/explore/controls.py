"""The values of a scenario as a form: numbers within their limits, choices, lists, and the decisions of each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from mangonel.explore.keys import TIMES, Place, places_of
from mangonel.explore.rows import rows_of
from mangonel.explore.text_forms import Act, Control, Group, entries_in
from mangonel.locales import Locale, capital
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.policies import Decision, decisions
from mangonel.systems.scenario import Scenario
from mangonel.systems.shapes import Flag, OneOf, Pairs, Text, Texts, Whole

__all__ = ["changes_of", "groups_of"]

_DRAWN: Final = 60
"""The most values of a number that is drawn along a line; one of more is typed."""
_FOLDED: Final = 30
"""Controls from which on all but the first groups of a form are folded."""


def groups_of(
    scenario: Scenario, places: tuple[Place, ...], said: Mapping[str, str], rules: RuleSet, words: Locale
) -> tuple[Group, ...]:
    """Return the controls of a scenario: first its values block by block, then the decisions of each side.

    Below a block that may be taken away, and below the last of a list that may grow, stand buttons that do it.

    Parameters
    ----------
    scenario, places
        The scenario, and its keys.
    said
        What was said before, by dotted path.
    rules
        The rule set whose weapons and terrains are offered.
    words
        The language.
    """
    policies = decisions(scenario.playable.keys, scenario.sequence)
    groups: dict[str, list[Control]] = {"": []}
    texts: list[Control] = []
    for place in places:
        decision = policies.get(place.path)
        control = _control(place, decision, said.get(place.path, place.text), scenario.sequence, words)
        if isinstance(place.shape, Text | Texts):
            control = _offering(control, place.shape, _offered(place, scenario, rules, words), words)
        if decision is not None and not decision.defines:
            groups.setdefault(_decides(decision, words), []).append(control)
        elif isinstance(place.shape, Text) and place.shape.offer is None:
            texts.append(control)
        else:
            # What defines when a side has lost stands with what there is of it.
            path = place.path if decision is None else place.path.removeprefix("policies.")
            groups.setdefault(_block(path, scenario.sequence, words), []).append(control)
    asked = list(filter(None, (_block(place.path, scenario.sequence, words) for place in places)))
    acts = _acts(scenario, words)
    for head in acts:
        groups.setdefault(head, [])
    heads = sorted(groups, key=lambda head: (head != "", head not in asked and head not in acts))
    many = len(places) > _FOLDED * 2
    shown = [
        Group(head, tuple(groups[head]), folded=many and number > 1, acts=tuple(acts.get(head, ())))
        for number, head in enumerate(heads)
        if groups[head] or head in acts
    ]
    return (*shown, *((Group(words.text("explore.texts"), tuple(texts), folded=True),) if texts else ()))


def changes_of(scenario: Scenario, unchanged: Scenario, rules: RuleSet, words: Locale) -> tuple[str, ...]:
    """Return what a scenario says otherwise than another of its kind: its values, and blocks that only one has."""
    numbers = {rows.path: rows.number for rows in rows_of(scenario)}
    before = {rows.path: rows.number for rows in rows_of(unchanged)}
    blocks = [path for path in dict.fromkeys((*before, *numbers)) if before.get(path) != numbers.get(path)]
    # A block inside one that is new is nothing more.
    blocks = [path for path in blocks if not any(path.startswith(f"{other}.") for other in blocks)]
    changes = [
        (_block(f"{path}.", scenario.sequence, words), *(str(of.get(path, 0)) for of in (before, numbers)))
        for path in blocks
    ]
    shown, other = (_controls(each, rules, words) for each in (scenario, unchanged))
    for path, (called, control) in shown.items():
        if any(path.startswith(f"{block}.") for block in blocks) or path not in other:
            continue
        if control.value != other[path][1].value:
            changes.append((called, *(_said(each, words) for each in (other[path][1], control))))
    return tuple(words.text("explore_rules.changed", where=where, before=old, after=new) for where, old, new in changes)


def _controls(scenario: Scenario, rules: RuleSet, words: Locale) -> dict[str, tuple[str, Control]]:
    """Return the controls of a scenario by path, each with what it is called where its block is not seen."""
    policies = decisions(scenario.playable.keys, scenario.sequence)
    called = {}
    for group in groups_of(scenario, places_of(scenario), {}, rules, words):
        for control in group.controls:
            alone = not group.heading or control.name in policies
            name = control.label if alone else words.text("frame.named", name=group.heading, text=control.label)
            called[control.name] = name, control
    return called


def _said(control: Control, words: Locale) -> str:
    """Return what a control says, in words."""
    if control.kind == "flag":
        return words.text("facts.yes" if control.value else "facts.no")
    # Only the bar of the page has words in groups.
    called = {value: str(text) for part in (control, *control.parts[:1]) for value, text in part.choices}
    nothing = "\N{EN DASH}"
    if control.kind != "entries":
        return called.get(control.value, control.value) or nothing
    entries = ((called.get(first, first), *more) for first, *more in entries_in(control.value))
    return words.text("frame.comma").join(map(" \N{MULTIPLICATION SIGN} ".join, entries)) or nothing


def _acts(scenario: Scenario, words: Locale) -> dict[str, list[Act]]:
    """Return the buttons that add and take away blocks, by the headings below which they stand."""
    acts: dict[str, list[Act]] = {}

    def act(kind: str, sign: str, place: str, heading: str) -> None:
        called = _block(f"{place}.", scenario.sequence, words)
        label = words.text("frame.named", name=called, text=words.text(f"explore.{kind}"))
        acts.setdefault(heading, []).append(Act(kind, place, f"{sign} {called}", label))

    for rows in rows_of(scenario):
        own = [f"{rows.path}.{number}" for number in range(1, rows.number + 1)] if rows.is_list else [rows.path]
        for place in own if rows.number > rows.least else ():
            act("remove", "\N{MINUS SIGN}", place, _block(f"{place}.", scenario.sequence, words))
        if rows.number < rows.most:
            above = rows.path.rpartition(".")[0]
            last = own[-1] if rows.is_list and own else above
            act("add", "+", rows.path, _block(f"{last}.", scenario.sequence, words) if last else "")
    return acts


def _decides(decision: Decision, words: Locale) -> str:
    side = words.word("sides", decision.side) if decision.side else ""
    heading = words.text("explore.decide", side=side) if side else words.text("explore.decisions")
    part = words.word("parts", decision.part) if decision.part else ""
    return words.text("frame.named", name=part, text=heading) if part else capital(heading)


def _block(path: str, sequence: str, words: Locale) -> str:
    folders = path.split(".")[:-1]
    names = (words.word("keys", folder, sequence) if not folder.isdecimal() else folder for folder in folders)
    return capital(" \N{MIDDLE DOT} ".join(names))


def _control(place: Place, decision: Decision | None, text: str, sequence: str, words: Locale) -> Control:
    *_, last = place.path.split(".")
    label = (
        words.word("keys", last, sequence)
        if decision is None
        else words.word("policies", decision.policy, decision.sequence)
    )
    label = capital(label)
    shape = place.shape
    if isinstance(shape, Flag):
        return Control(place.path, label, "flag", text)
    if isinstance(shape, OneOf):
        policy = last if decision is None else decision.policy
        choices = tuple((value, words.word("choices", value, policy)) for value in shape.values)
        return Control(place.path, label, "choice", text, choices=choices)
    if isinstance(shape, Whole):
        drawn = text != "" and 0 < len(place.values) <= _DRAWN
        return Control(place.path, label, "range" if drawn else "number", text, place.low, place.high)
    if isinstance(shape, Texts | Pairs):
        number = Control("", "", "number", "0" if isinstance(shape, Pairs) else "1")
        add = words.text("explore.add_another", what=words.inside(label))
        verbs = (add, words.text("explore.remove"))
        return Control(place.path, label, "entries", text, parts=(number, number), verbs=verbs)
    return Control(place.path, label, "text", text)


def _offered(place: Place, scenario: Scenario, rules: RuleSet, words: Locale) -> tuple[tuple[str, str], ...]:
    """Return what is offered for a text, each with what it is called; what stands there now is among it."""
    shape = place.shape
    assert isinstance(shape, Text | Texts)
    if shape.offer is None:
        values = shape.values if isinstance(shape, Texts) else ()
        return tuple((value, words.word("parts", value)) for value in values)
    listed = shape.offer.listed(rules, scenario.roster, place.above)
    called = dict(listed) if isinstance(listed, Mapping) else dict.fromkeys(listed, "")
    held = place.value if isinstance(place.value, list) else [place.value]
    now = [str(part).partition(TIMES)[0] for part in held]
    kind = shape.offer.words
    return tuple(
        (
            name,
            (words.word(kind, name) if words.has_word(kind, name) else words.translated(called.get(name, "")))
            or name
            or "\N{EN DASH}",
        )
        for name in dict.fromkeys((*called, *now))
    )


def _offering(control: Control, shape: Text | Texts, choices: tuple[tuple[str, str], ...], words: Locale) -> Control:
    """Return the control of a text, or of a list of them, with what is offered."""
    if isinstance(shape, Text):
        return replace(control, kind="choice", choices=choices) if shape.offer is not None else control
    which = Control("", "", "choice", choices=choices)
    times = Control("", words.text("explore.times"), "number", "1", 1, shape.most)
    return replace(control, parts=(which,) if shape.most is None else (which, times))
