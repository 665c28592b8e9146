"""Questions as ``questions.toml`` of a game declares them: help and parameters; their answers are functions."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from mangonel.games.question import Parameter, Question
from mangonel.rules.files import read_toml, read_whole
from mangonel.rules.locate import game_file

__all__ = ["read_questions"]

_FUNCTIONS = ("roll", "rolls", "besides", "refuses")


def read_questions(system: str, module: ModuleType) -> tuple[Question, ...]:
    """Return the questions of a game in the order of its file.

    Parameters
    ----------
    system
        Id of the game.
    module
        Where the functions are, by name: ``missed_shot`` answers the question ``missed-shot``, ``missed_shot_roll`` is
        its roll, and so for the other functions of `Question`. A text that is offered is the name of some `Names`.
    """
    file = game_file(system, "questions.toml")
    content, _ = read_toml(read_whole(file), file)

    def read(name: str, spec: Mapping[str, Any]) -> Question:
        stem = name.replace("-", "_")
        functions = {key: getattr(module, f"{stem}_{key}") for key in _FUNCTIONS if hasattr(module, f"{stem}_{key}")}
        return Question(
            name,
            spec["help"],
            tuple(_parameter(content, module, entry) for entry in spec.get("parameters", ())),
            getattr(module, stem, None),
            ratio=tuple(spec["ratio"]) if "ratio" in spec else None,
            **functions,
        )

    return tuple(read(name, spec) for name, spec in content["question"].items())


def _parameter(content: Mapping[str, Any], module: ModuleType, entry: str | Mapping[str, Any]) -> Parameter:
    """Return a parameter, which is declared here or by name, or by name with other keys."""
    if isinstance(entry, str):
        entry = {"use": entry}
    if "use" in entry:
        entry = {"name": entry["use"], **content["parameter"][entry["use"]], **entry}
    keys: dict[str, Any] = {key: value for key, value in entry.items() if key != "use"}
    keys |= {key: tuple(value) for key, value in keys.items() if isinstance(value, list)}
    if isinstance(offered := keys.get("offered"), str):
        keys["offered"] = getattr(module, offered)
    if "parts" in keys:
        keys["parts"] = tuple(_parameter(content, module, part) for part in content["parts"][keys["parts"]])
        keys["joined"] = getattr(module, keys["joined"])
    return Parameter(**keys)
