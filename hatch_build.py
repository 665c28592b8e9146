"""What the wheel has that the repository has not: schemas, made of the rules and keys, and the store of its data."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _store() -> list[Path]:
    """Fill the store of the checkout with all that can be kept of the data, and return its files."""
    from mangonel.locales.loading import load_locale, locale_names
    from mangonel.rules.loading import load_rules, rule_set_names
    from mangonel.tables.locate import shipped
    from mangonel.tables.parsed import OWN
    from mangonel.tables.reading import Node

    shutil.rmtree(OWN, ignore_errors=True)
    sys.dont_write_bytecode = False
    for name in rule_set_names():
        load_rules(name)
    for name in locale_names():
        load_locale(name)
    for file in (*shipped("scenarios").values(), *shipped("rosters").values()):
        Node.load(file)
    # Rule sets and languages are known as a whole: what was kept of their tables and files on the way is not asked for.
    files = sorted(file for file in OWN.iterdir() if not re.match(r"rules\..*\.tables\.|locales\..*\.toml", file.name))
    if not files:
        raise OSError(f"nothing could be written to {OWN}")
    return files


class SchemaHook(BuildHookInterface):
    """Writes them beside the data of a wheel; an editable install prints schemas, and fills its own store."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write them where the build takes them from."""
        self.folder = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "analysis"))
        from mangonel.systems.schemas import SCHEMAS, schema_text
        from mangonel.tables.parsed import FOLDER

        for file in _store():
            build_data["force_include"][str(file)] = f"mangonel/data/{FOLDER}/{file.name}"
        for name in SCHEMAS:
            file = Path(self.folder.name) / f"{name}.schema.json"
            file.write_text(schema_text(name), encoding="utf-8")
            build_data["force_include"][str(file)] = f"mangonel/data/schemas/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove them again."""
        del version, build_data, artifact_path
        self.folder.cleanup()
