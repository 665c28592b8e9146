"""Values of a scenario from the command line, ``turns=8``, ``turns=4..8``, and positions, ``turn=9, NAME=4``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

import click

from mangonel.cli.options import Rules, ScenarioName, option
from mangonel.errors import DataError, SpoiltError

if TYPE_CHECKING:
    from mangonel.engine.process import Process
    from mangonel.engine.run import Position
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet
    from mangonel.studies.tactics import Value

Axes = Mapping[str, tuple[str, tuple[Any, ...]]]
"""Dotted path of a number or decision and the values it takes, by the option that names them."""

_MOST = 50

LIST = "list"

Start = Annotated[
    str | None,
    option(
        'Play on from there: "turn=9, NAME=4, NAME=0..1". Anything not given is averaged over games that get there. '
        "'--from list' names what can be said.",
        "--from",
        metavar="POSITION",
    ),
]
Settings = Annotated[
    tuple[str, ...],
    option(
        "Set another value of the scenario or the rules first, for example turns=8 or rules.OPTION=VALUE; repeat it "
        "for several.",
        "--set",
        metavar="PATH=VALUE",
    ),
]


@dataclass(frozen=True)
class Subject:
    """A scenario with its settings, and a rule set, as a command names them."""

    scenario: ScenarioName
    rules: Rules
    settings: Settings

    @cached_property
    def loaded(self) -> tuple[Scenario, RuleSet, Process]:
        """The scenario, the rule set that is named or else the usual one of its game, and the sequence of both.

        Raises
        ------
        DataError
            If there is none, or it is not valid; an error of a setting blames the option.
        """
        from mangonel.games.scenario import build, load_scenario
        from mangonel.rules.loading import load_rules
        from mangonel.studies.varying import varied

        scenario = load_scenario(self.scenario)
        rules = load_rules(self.rules or scenario.system.rules)
        # Build it without the settings first: any later error comes from them.
        sequence = build(scenario, rules)
        if fixed := set_values(self.settings):
            with blaming(scenario, {}, fixed):
                scenario, rules = varied(scenario, rules, fixed)
                sequence = build(scenario, rules)
        return scenario, rules, sequence


@dataclass(frozen=True, kw_only=True)
class Grid:
    """One number of a scenario with its values, or two."""

    x: str | None = option("For example turns=4..8; by default two of its numbers.", metavar="PATH=VALUES")
    y: str | None = option("A second number, for example turns=4,6,8.", metavar="PATH=VALUES")

    def check(self) -> None:
        """Check that the first is there with the second."""
        if self.y is not None and self.x is None:
            raise click.UsageError("--y goes with --x")

    @property
    def asked(self) -> Axes:
        """The axes that are named."""
        return {flag: choices_of(text, flag) for flag, text in (("--x", self.x), ("--y", self.y)) if text is not None}

    def axes(self, scenario: Scenario) -> Axes:
        """Return the axes that are named, or else the usual ones of a scenario."""
        from mangonel.games.scenario import usual_sweep

        return self.asked or dict(zip(("--x", "--y"), usual_sweep(scenario), strict=True))


def set_values(settings: Sequence[str], option: str = "--set") -> dict[str, Value]:
    """Read ``--set``, or another option of its kind: value by dotted path.

    It is a DataError if one is not written as ``path=value``, or a path is named twice.
    """
    values: dict[str, Value] = {}
    for text in settings:
        path, equals, word = text.partition("=")
        if not path or not equals or not word:
            raise DataError("write it as turns=8", path=option, value=text)
        if path in values:
            raise DataError("is named twice", path=option, value=path)
        if "," in word or ".." in word:
            raise DataError("takes one value; sweep and tactics try several", path=f"{option}: {path}", value=word)
        values[path] = value_of(path, word)
    return values


def choices_of(text: str, place: str) -> tuple[str, tuple[Value, ...]]:
    """Read ``path=value,value`` or ``path=1..5``.

    Raises
    ------
    DataError
        If it is neither; the error blames `place`.
    """
    path, equals, values = text.partition("=")
    words: Sequence[Any] = values.split(",")
    span = re.fullmatch(r"(-?[0-9]+)\.\.(-?[0-9]+)", values)
    if not path or not equals or not all(words) or (".." in values and not span):
        raise DataError("write it as turns=8,12 or turns=4..8", path=place, value=text)
    if span:
        words = range(int(span[1]), int(span[2]) + 1)
    # Looked at before it is written out: 1..999999999 would fill the memory.
    if not words or len(words[: _MOST + 1]) > _MOST:
        raise DataError(f"takes 1 to {_MOST} values", path=place, value=text)
    if not span and all(re.fullmatch(r"-?[0-9]+", word) for word in words):
        words = [int(word) for word in words]
    return path, tuple(dict.fromkeys(value_of(path, word) if isinstance(word, str) else word for word in words))


def set_rules(rules: Iterable[RuleSet], settings: Sequence[str]) -> tuple[RuleSet, ...]:
    """Return rule sets with the options, cells and columns of ``--set``, ``rules.OPTION=VALUE``.

    It is a DataError if one has none of that name or does not allow the value; the error blames the option.
    """
    from mangonel.studies.varying import with_rules

    loaded, fixed = tuple(rules), set_values(settings)
    try:
        return tuple(with_rules(each, fixed) for each in loaded)
    except DataError as error:
        raise error.at(f"--set: {error.path}") from None


def set_scenario(scenario: Scenario, settings: Sequence[str], *, one_of_many: bool = False) -> Scenario:
    """Return a scenario with those values of ``--set`` that are no rules; an error of one of many scenarios names it.

    It is a DataError if it does not allow one; the error blames the option.
    """
    from mangonel.studies.varying import with_numbers

    fixed = set_values(settings)
    try:
        with blaming(scenario, {}, fixed):
            return with_numbers(scenario, fixed)
    except DataError as error:
        raise error.at(error.path, scenario.file if one_of_many else None) from None


def value_of(path: str, word: str) -> Value:
    """Return a word as a value of a scenario file: a number, true or false, or a text.

    Values of options are always texts, and so is anything in quotes.
    """
    if len(word) > 1 and word[0] == word[-1] == '"':
        return word[1:-1]
    if path.startswith("assumptions."):
        return word
    if word in {"true", "false"}:
        return word == "true"
    return int(word) if word.isascii() and word.removeprefix("-").isdecimal() else word


@contextmanager
def blaming(
    scenario: Scenario, axes: Mapping[str, tuple[str, Sequence[Value]]], fixed: Mapping[str, Value] | None = None
) -> Iterator[None]:
    """Make errors of variants of a scenario that is sound itself blame the options that ask for them, not its file.

    Parameters
    ----------
    scenario
        The scenario as it was read.
    axes
        Path and values by option, for example ``{"--x": ("turns", (8, 9))}``.
    fixed
        The settings of ``--set``.
    """
    from mangonel.studies.varying import is_rule

    try:
        yield
    except DataError as found:
        error = found.inner if isinstance(found, SpoiltError) else found
        if error.file != str(scenario.file) and not (error.file is None and is_rule(error.path)):
            raise
        flags = [(option, path) for option, (path, _) in axes.items()] + [("--set", path) for path in fixed or ()]
        message = error.message
        guilty = [option for option, path in flags if _within(error.path, path) or _within(path, error.path)]
        if message.startswith("is missing"):
            # The neighbour in the block that makes it needed is to blame.
            block = error.path.rpartition(".")[0]
            beside = [flag for flag, path in flags if path != error.path and path.rpartition(".")[0] == block]
            guilty = beside or guilty
            message += f"; give it with --set {error.path}=..."
        place = ": ".join(filter(None, (guilty[0] if guilty else " with ".join(axes) or "--set", error.path)))
        raise DataError(message, path=place, value=error.value, allowed=error.allowed) from None


def _within(path: str, block: str) -> bool:
    return f"{path}.".startswith(f"{block}.")


def check_axes(scenario: Scenario, axes: Axes, rules: RuleSet) -> None:
    """Check that scenario and rules allow every combination of values, before the first of them is played.

    It is a DataError if it does not; the error blames the option.
    """
    from mangonel.studies.varying import varied

    paths = [path for path, _ in axes.values()]
    with blaming(scenario, axes):
        for values in product(*(values for _, values in axes.values())):
            varied(scenario, rules, dict(zip(paths, values, strict=True)))


def placed(sequence: Process, text: str, **how: Any) -> Position:
    """Return the position that a text speaks of; `how` as for `mangonel.engine.position.position`.

    Raises
    ------
    DataError
        If it is not written as a position, or no game comes to it.
    """
    from mangonel.engine.position import position, position_read

    try:
        return position(sequence, *position_read(text, sequence.unit), **how)
    except DataError as error:
        raise error.at(": ".join(part for part in ("--from", error.path) if part)) from None
