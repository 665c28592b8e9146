"""Cases that are data: `test_x.toml` beside `test_x.py` has a list of rows, or a table, under the name of a test or of a constant.

Files that tests write somewhere, whole or spoilt, are in a folder `texts`.
"""

import tomllib
from pathlib import Path
from typing import Any


def cases(file: str) -> dict[str, Any]:
    """Return the cases of a test file, which is named by `__file__`."""
    return tomllib.loads(Path(file).with_suffix(".toml").read_text(encoding="utf-8"))


def text_of(file: str, name: str) -> str:
    """Return the text of a file in the folder `texts` beside a test file, which is named by `__file__`."""
    return (Path(file).parent / "texts" / name).read_text(encoding="utf-8")
