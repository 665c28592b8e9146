"""Options of a rule set: the points on which sources differ, or which they leave open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mangonel.errors import DataError
from mangonel.rules.reading import Node

__all__ = ["DIFFERENCE", "KINDS", "Choice", "Option", "check_values", "read_options"]


DIFFERENCE = "difference"
"""Kind of an option that sources answer, each in its way."""
KINDS = (DIFFERENCE, "reading", "assumption")


@dataclass(frozen=True)
class Choice:
    """One value of an option, with who says so and what it means."""

    value: str
    source: str
    text: str


@dataclass(frozen=True)
class Option:
    """A point of the rules that can be settled in more than one way."""

    id: str
    """Name, for example ``ram-rate``."""
    kind: str
    """``difference`` (sources differ), ``reading`` (they leave it open) or ``assumption`` (of our own model)."""
    title: str
    affects: str
    """`title`, `affects`: what it is about, and which odds it changes."""
    default: str
    """Value that the base rule set takes."""
    choices: tuple[Choice, ...]
    """All values, in the order of the file."""

    @property
    def values(self) -> tuple[str, ...]:
        """The values to choose from."""
        return tuple(choice.value for choice in self.choices)

    def choice(self, value: str) -> Choice:
        """Return the choice with this value.

        Raises
        ------
        DataError
            If the option has no such value; the nearest one is suggested.
        """
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise DataError(f"option {self.id} has no such value", value=value, allowed=self.values)


def read_options(node: Node) -> dict[str, Option]:
    """Read all ``[[option]]`` blocks of a rule file, by id in the order of the file.

    It is a DataError if an id or a value is there twice, a default is no choice, or a key is missing, unknown or of a
    wrong type.
    """
    options: dict[str, Option] = {}
    for block in node.nodes("option"):
        option = _read_option(block)
        if option.id in options:
            raise block.error("this option is there twice", "id", value=option.id)
        options[option.id] = option
    return options


def check_values(
    node: Node, options: Mapping[str, Option], known: Mapping[str, Option], numbers: Mapping[str, tuple[int, int]]
) -> None:
    """Check that the program understands the values of options that it asks for.

    Those `known` are the options that it asks for, with all values that it understands; options of other names are
    free. Of some options any number is understood, from the lowest to the highest. A DataError is raised for the first
    value that is not understood, with its place in the rule file.
    """
    for place, option in enumerate(options.values(), start=1):
        understood = known[option.id].values if option.id in known else option.values
        for number, value in enumerate(option.values, start=1):
            if value not in understood and not _is_number(value, numbers.get(option.id)):
                path = f"option.{place}.choice.{number}.value"
                raise node.error("nothing understands this value of the option", path, value=value, allowed=understood)


def _is_number(value: str, limits: tuple[int, int] | None) -> bool:
    if limits is None or re.fullmatch(r"-?[0-9]{1,3}", value) is None:
        return False
    return limits[0] <= int(value) <= limits[1]


def _read_option(block: Node) -> Option:
    name = block.identifier("id")
    choices: list[Choice] = []
    for entry in block.nodes("choice"):
        value = entry.text("value")
        if any(choice.value == value for choice in choices):
            raise entry.error("this value is there twice", "value", value=value)
        choices.append(Choice(value=value, source=entry.text("source"), text=entry.text("text")))
    if not choices:
        raise block.error("an option needs choices", "choice", value=name)
    return Option(
        id=name,
        kind=block.choice("kind", KINDS),
        title=block.text("title"),
        affects=block.text("affects"),
        default=block.choice("default", [choice.value for choice in choices]),
        choices=tuple(choices),
    )
