"""Build hook: the schemas of a wheel, made from the rules and keys."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SchemaHook(BuildHookInterface):
    """Writes them beside the data of a wheel; an editable install prints schemas."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write them where the build takes them from."""
        self.folder = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "analysis"))
        from mangonel.games.scenario import SCHEMAS, schema_text

        for name in SCHEMAS:
            file = Path(self.folder.name) / f"{name}.schema.json"
            file.write_text(schema_text(name), encoding="utf-8")
            build_data["force_include"][str(file)] = f"mangonel/data/schemas/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove them again."""
        del version, build_data, artifact_path
        self.folder.cleanup()
