"""Every case is played or asked by the package, too, with the same dice; what is the oracle's alone stands in `alone.toml` with the reason."""

import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mangonel.games.question import Question

ALONE = tomllib.loads(Path(__file__).with_name("alone.toml").read_text(encoding="utf-8"))
"""The tests that play the oracle alone, by the reason."""
NAMES = frozenset(name for names in ALONE.values() for name in names)
PLAYED_BY = {"games.hand_worked": ("column_of", "play_trace", "run"), "games.filo_hand_worked": ("play_trace", "run")}


@pytest.fixture(autouse=True)
def on_both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """See that the package is asked, but where the list says that it is not."""
    asked: list[str] = []

    def noting(made: Callable[..., Any], what: str) -> Callable[..., Any]:
        def noted(*values: Any, **said: Any) -> Any:
            asked.append(what)
            return made(*values, **said)

        return noted

    for module, names in PLAYED_BY.items():
        for name in names:
            monkeypatch.setattr(f"{module}.{name}", noting(getattr(import_module(module), name), name))
    monkeypatch.setattr(Question, "answered", noting(Question.answered, "answered"))
    yield
    name = f"{request.path.stem.removeprefix('test_')}.{request.function.__name__.removeprefix('test_')}"
    said = "listed as the oracle's alone" if asked else "not played by the package"
    assert bool(asked) != (name in NAMES), f"{name} is {said}"
