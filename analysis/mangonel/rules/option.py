"""Options of a rule set: the points on which sources differ, or which they leave open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mangonel.errors import DataError
from mangonel.rules.reading import FILLED, IDENTIFIER, Node

__all__ = ["DIFFERENCE", "KINDS", "Choice", "Option", "by_id", "check_values"]


DIFFERENCE = "difference"
"""Kind of an option that sources answer, each in its way."""
KINDS = (DIFFERENCE, "reading", "assumption")


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One value of an option, with its source and its meaning."""

    value: FILLED
    source: FILLED
    text: FILLED


class Option(Struct, frozen=True, forbid_unknown_fields=True, rename={"choices": "choice"}):
    """A point of the rules that can be settled in more than one way; its fields are the keys of an option."""

    id: IDENTIFIER
    """Name, for example ``ram-rate``."""
    kind: Literal["difference", "reading", "assumption"]
    """``difference`` (sources differ), ``reading`` (they leave it open) or ``assumption`` (of our own model)."""
    title: FILLED
    affects: FILLED
    """`title`, `affects`: its subject, and the odds that it changes."""
    default: FILLED
    """Value that the base rule set takes."""
    choices: Annotated[tuple[Choice, ...], Meta(min_length=1, extra={"fault": "an option needs choices"})]
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


def by_id(node: Node, options: Sequence[Option]) -> dict[str, Option]:
    """Return the options of a rule file by id, in its order.

    It is a DataError if an id or a value is there twice, or a default is no choice.
    """
    known: dict[str, Option] = {}
    for option, block in zip(options, node.nodes("option"), strict=True):
        for number, value in enumerate(option.values, start=1):
            if value in option.values[: number - 1]:
                raise block.error("this value is there twice", f"choice.{number}.value", value=value)
        block.choice("default", option.values)
        if option.id in known:
            raise block.error("this option is there twice", "id", value=option.id)
        known[option.id] = option
    return known


def check_values(
    node: Node, options: Mapping[str, Option], known: Mapping[str, Option], numbers: Mapping[str, Sequence[int]]
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


def _is_number(value: str, limits: Sequence[int] | None) -> bool:
    if limits is None or re.fullmatch(r"-?[0-9]{1,3}", value) is None:
        return False
    return limits[0] <= int(value) <= limits[1]
