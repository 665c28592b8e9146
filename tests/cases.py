"""Cases that are data: `test_x.toml` beside `test_x.py` has a list of rows, or a table, under the name of a test or of a constant."""

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["cases"]


def cases(file: str) -> dict[str, Any]:
    """Return the cases of a test file, which is named by `__file__`."""
    return tomllib.loads(Path(file).with_suffix(".toml").read_text(encoding="utf-8"))
