"""What the cases of a file begin with, for tests that are no data: odds, and steps that the oracle alone plays."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from oracle.scripted import Setup, changed


@cache
def read_cases(folder: str) -> dict[str, dict[str, Any]]:
    """Return the files of a folder by name."""
    files = Path(__file__).parent.glob(f"{folder}/*.toml")
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def in_full(value: Any, kinds: dict[str, Any]) -> Any:
    """What a value of a setup is short for."""
    if isinstance(value, dict):
        named = {
            key: kinds.get(one, one) if key == "kind" and isinstance(one, str) else one for key, one in value.items()
        }
        return {key: in_full(one, kinds) for key, one in named.items()}
    if isinstance(value, list):
        times = [one.rpartition(" x ") if isinstance(one, str) else ("", "", one) for one in value]
        return [in_full(what or number, kinds) for what, _, number in times for _ in range(int(number) if what else 1)]
    return None if value == "" else value


def setup_of(name: str, changes: Setup | None = None) -> Setup:
    """Return the setup of a file, `midgame/melee`, with changes in which kinds of men are those of the file by name."""
    folder, _, file = name.partition("/")
    cases = read_cases(folder)[file]
    setup: Setup = in_full(changed(cases["setup"], changes or {}), cases.get("kinds", {}))
    return setup
