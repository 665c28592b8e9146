"""Mistakes in files as msgspec finds them, told by path, value, what is allowed and the nearest match."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from cases import cases
from mangonel.errors import DataError
from mangonel.rules.reading import IDENTIFIER, VERSION, Node, validate

CASES = cases(__file__)


class Men(msgspec.Struct, forbid_unknown_fields=True):
    men: Annotated[int, Meta(ge=1, le=6)]
    state: Literal["fit", "wounded"] | UnsetType = UNSET


class Goal(msgspec.Struct, forbid_unknown_fields=True):
    """A file as a kind of its own would declare it."""

    schema: VERSION
    id: IDENTIFIER
    parts: list[Men]
    most: Annotated[int, Meta(ge=2)] | UnsetType = UNSET
    options: dict[str, int | str] | UnsetType = UNSET


SOUND = {"schema": 1, "id": "mine", "parts": [{"men": 2}, {"men": 3, "state": "fit"}]}


def at(path: str, value: Any) -> dict[str, Any]:
    content: Any = {"schema": 1, "id": "mine", "parts": [{"men": 2}, {"men": 3, "state": "fit"}]}
    *folders, last = path.split(".")
    place = content
    for folder in folders:
        place = place[int(folder) - 1] if folder.isdecimal() else place.setdefault(folder, {})
    place[last] = value
    return content


def test_a_sound_file_is_no_mistake():
    validate(Node(SOUND), Goal)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    CASES["test_a_mistake_is_named"],
)
def test_a_mistake_is_named(path, value, said):
    with pytest.raises(DataError) as mistake:
        validate(Node(at(path, value), file=Path("goal.toml")), Goal)
    assert said in str(mistake.value)
    assert str(mistake.value).startswith("goal.toml: ")


def test_a_missing_key_may_be_there_under_another_name():
    with pytest.raises(DataError, match=r"parts: is missing$"):
        validate(Node({"schema": 1, "id": "mine"}), Goal)
    with pytest.raises(DataError, match=r"part: unknown key: 'part'; did you mean 'parts'"):
        validate(Node({"schema": 1, "id": "mine", "part": []}), Goal)
