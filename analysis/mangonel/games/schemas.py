"""The JSON schemas of files of one's own, as they are printed by commands and put into the wheel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mangonel.games.roster import roster_type
from mangonel.games.scenario import scenario_type
from mangonel.games.system import System, systems, usual_system
from mangonel.rules.loading import load_rules
from mangonel.rules.schema import overlay_schema

__all__ = ["SCHEMAS", "roster_schema", "scenario_schema", "schema_text"]


SCHEMAS = ("overlay", "scenario", "roster")
"""Kinds of files that have one."""
_HEAD = {"$schema": "http://json-schema.org/draft-07/schema#"}


def schema_text(name: str, base: str | None = None) -> str:
    """Return the schema of a kind of files, one of `SCHEMAS`, as text.

    An overlay is based on a rule set, as `load_rules` takes it, by default the usual one; it is a DataError if there is
    none.
    """
    if name == "overlay":
        schema = overlay_schema(load_rules(base or usual_system().rules))
    else:
        schema = roster_schema(systems()) if name == "roster" else scenario_schema(systems())
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def scenario_schema(games: Sequence[System]) -> dict[str, Any]:
    """Return the JSON schema (draft 7) of scenario files of some games.

    It lets every file pass that the reader lets pass. A few things only the reader sees: limits that another key sets
    below the largest, names that have to be different, weapons and terrains, which are a matter of the rule set.
    """
    playables = {name: system for system in games for name in system.playables()}
    cases = [
        {"if": {"properties": {"sequence": {"const": name}}}, "then": scenario_type(system, name).schema()}
        for name, system in playables.items()
    ]
    sequence = {"enum": list(playables), "description": "what is played"}
    needed = ["schema", "sequence", "title"]
    whole = {"type": "object", "required": needed, "properties": {"sequence": sequence}, "allOf": cases}
    return _HEAD | {"title": "Scenario"} | whole


def roster_schema(games: Sequence[System]) -> dict[str, Any]:
    """Return the JSON schema (draft 7) of rosters of some games."""
    men: list[Any] = [system.man() for system in games if system.man is not None]
    files = [roster_type(man).schema() for man in men]
    return _HEAD | {"title": "Roster", "anyOf": files}
