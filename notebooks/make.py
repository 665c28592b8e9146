"""Run the notebooks and store what comes out of them: `.venv/bin/python notebooks/make.py [NAME ...]`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]


def run(path: Path) -> nbformat.NotebookNode:
    """Return a notebook with the outputs of a run from top to bottom, and nothing that differs between two runs."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # The kernel is to find this checkout, and may not write into anybody's home.
        os.environ["IPYTHONDIR"] = folder
        os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "analysis"), os.environ.get("PYTHONPATH", "")])
        NotebookClient(notebook, timeout=None, kernel_name="python3").execute(cwd=folder)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def _joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Return outputs with what was printed in one piece: in how many it comes is a matter of time."""
    joined: list[nbformat.NotebookNode] = []
    for output in outputs:
        if joined and output.output_type == "stream" == joined[-1].output_type and output.name == joined[-1].name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def main() -> None:
    """Run all of them, or those that are named."""
    for path in sorted(Path(__file__).parent.glob("*.ipynb")):
        if sys.argv[1:] and path.stem not in sys.argv[1:]:
            continue
        made = run(path)
        nbformat.write(made, path)
        print(path.relative_to(ROOT), path.stat().st_size // 1000, "kB")


if __name__ == "__main__":
    main()
