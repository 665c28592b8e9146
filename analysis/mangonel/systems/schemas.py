"""The JSON schemas of files of one's own, as they are printed by commands and put into the wheel."""

from __future__ import annotations

from mangonel.rules.loading import load_rules
from mangonel.rules.schema import overlay_schema, written
from mangonel.systems.key_schema import roster_schema, scenario_schema
from mangonel.systems.registry import systems, usual_system

__all__ = ["SCHEMAS", "schema_text"]

SCHEMAS = ("overlay", "scenario", "roster")
"""Kinds of files that have one."""


def schema_text(name: str, base: str | None = None) -> str:
    """Return the schema of a kind of files, one of `SCHEMAS`, as text.

    Parameters
    ----------
    base
        The rule set that an overlay is based on, as `load_rules` takes it; by default the usual one.

    Raises
    ------
    DataError
        If there is no such rule set.
    """
    if name == "overlay":
        return written(overlay_schema(load_rules(base or usual_system().rules))) + "\n"
    if name == "roster":
        return written(roster_schema([game.man() for game in systems() if game.man is not None])) + "\n"
    return written(scenario_schema(systems())) + "\n"
