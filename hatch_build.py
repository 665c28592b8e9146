"""What the wheel has that the repository has not: schemas, made of the rules and keys, and the data taken apart."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SchemaHook(BuildHookInterface):
    """Writes them beside the data of a wheel; an editable install prints schemas, and reads data as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write them where the build takes them from."""
        self.folder = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "analysis"))
        from mangonel.systems.schemas import SCHEMAS, schema_text
        from mangonel.tables.parsed import FOLDER, parsed_files

        for name, text in parsed_files(Path(self.root) / "data").items():
            file = Path(self.folder.name) / name
            file.write_text(text, encoding="utf-8")
            build_data["force_include"][str(file)] = f"mangonel/data/{FOLDER}/{name}"
        for name in SCHEMAS:
            file = Path(self.folder.name) / f"{name}.schema.json"
            file.write_text(schema_text(name), encoding="utf-8")
            build_data["force_include"][str(file)] = f"mangonel/data/schemas/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove them again."""
        del version, build_data, artifact_path
        self.folder.cleanup()
