"""Values of a scenario from the command line, ``turns=8``, ``turns=4..8``, and positions, ``turn=9, NAME=4``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Any

import click

from mangonel.errors import DataError, SpoiltError

if TYPE_CHECKING:
    from mangonel.engine.position import Position
    from mangonel.engine.process import Process
    from mangonel.games.scenario import Scenario
    from mangonel.rules.ruleset import RuleSet
    from mangonel.studies.tactics import Value

__all__ = [
    "LIST",
    "Axes",
    "blaming",
    "check_axes",
    "choices_of",
    "from_option",
    "numbers",
    "placed",
    "set_option",
    "set_values",
    "value_of",
    "with_settings",
]

Axes = Mapping[str, tuple[str, tuple[int, ...]]]
"""Dotted path of a number and the values it takes, by the option that names them."""

_MOST = 50

LIST = "list"

from_option = click.option(
    "--from",
    "start",
    metavar="POSITION",
    help='Play on from there: "turn=9, NAME=4, NAME=0..1". Anything not given is averaged over games that get there. '
    "'--from list' names what can be said.",
)

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="PATH=VALUE",
    help="Set another value of the scenario first, for example turns=8; repeat it for several.",
)


def set_values(settings: Sequence[str], option: str = "--set") -> dict[str, Value]:
    """Read ``--set``, or another option of its kind: value by dotted path.

    Raises
    ------
    DataError
        If one is not written as ``path=value``, or a path is named twice.
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
    words = values.split(",")
    if not path or not equals or not all(words):
        raise DataError("write it as turns=8,12 or turns=4..8", path=place, value=text)
    if re.fullmatch(r"-?\d+\.\.-?\d+", values):
        return numbers(text, place)
    return path, tuple(dict.fromkeys(value_of(path, word) for word in words))


def with_settings(scenario: Scenario, settings: Sequence[str]) -> Scenario:
    """Return a scenario with the values of ``--set``.

    Raises
    ------
    DataError
        If it does not allow one; the error blames the option.
    """
    fixed = set_values(settings)
    if not fixed:
        return scenario
    with blaming(scenario, {}, fixed):
        return scenario.replaced(fixed)


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


def numbers(text: str, path: str) -> tuple[str, tuple[int, ...]]:
    """Read ``name=1,2,5`` or ``name=1..5``.

    Raises
    ------
    DataError
        If it is neither.
    """
    wrong = DataError("write it as turns=4,6,8 or turns=4..8", path=path, value=text)
    name, equals, values = text.partition("=")
    first, dots, last = values.partition("..")
    if not equals or not name:
        raise wrong
    try:
        numbers_asked = range(int(first), int(last) + 1) if dots else [int(word) for word in values.split(",")]
    except ValueError:
        raise wrong from None
    # Looked at before it is written out: 1..999999999 would fill the memory.
    if not numbers_asked or len(numbers_asked[: _MOST + 1]) > _MOST:
        raise DataError(f"a sweep takes 1 to {_MOST} values", path=path, value=text)
    return name, tuple(numbers_asked)


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
    try:
        yield
    except DataError as found:
        error = found.inner if isinstance(found, SpoiltError) else found
        if error.file != str(scenario.file):
            raise
        flags = [(option, path) for option, (path, _) in axes.items()] + [("--set", path) for path in fixed or ()]
        message = error.message
        guilty = [option for option, path in flags if f"{error.path}.".startswith(f"{path}.")]
        if message.startswith("is missing"):
            # The neighbour in the block that makes it needed is to blame.
            beside = [flag for flag, path in flags if path != error.path and _block(path) == _block(error.path)]
            guilty = beside or guilty
            message += f"; give it with --set {error.path}=..."
        place = ": ".join(part for part in (guilty[0] if guilty else " with ".join(axes), error.path) if part)
        raise DataError(message, path=place, value=error.value, allowed=error.allowed) from None


def _block(path: str) -> str:
    return path.rpartition(".")[0]


def check_axes(scenario: Scenario, axes: Axes, rules: RuleSet) -> None:
    """Check that scenario and rules allow every combination of values, before the first of them is played.

    Raises
    ------
    DataError
        If it does not; the error blames the option.
    """
    from mangonel.studies.varying import varied

    paths = [path for path, _ in axes.values()]
    with blaming(scenario, axes):
        for values in product(*(values for _, values in axes.values())):
            varied(scenario, rules, dict(zip(paths, values, strict=True)))


@contextmanager
def _blaming_position() -> Iterator[None]:
    """Make errors of a position name the option."""
    try:
        yield
    except DataError as error:
        raise error.at(": ".join(part for part in ("--from", error.path) if part)) from None


def placed(sequence: Process, text: str, **how: Any) -> Position:
    """Return the position that a text speaks of; `how` as for `mangonel.engine.position.position`.

    Raises
    ------
    DataError
        If it is not written as a position, or no game ever stands so.
    """
    from mangonel.engine.position import position, position_read

    with _blaming_position():
        return position(sequence, *position_read(text, sequence.unit), **how)
