"""What `import mangonel` promises, and what its page shows."""

import subprocess
import sys
from pathlib import Path

import mangonel

ROOT = Path(__file__).resolve().parents[1]

PUBLIC = {
    "Chapter", "Column", "Decision", "Dice", "Die", "Estimate", "Hex", "HexMap", "MangonelError", "Measure", "Phase", "Process", "Result",
    "Roll", "Side", "Simulation", "__version__", "attribute", "best", "best_plan", "build", "compare", "differences", "load_goals", "load_rules", "load_scenario", "odds", "play_trace", "plot", "position", "rules",
    "rank", "reach", "run", "scenarios", "sensitivity", "shapley", "simulate", "solve", "survey", "sweep", "tactics", "trace", "until_it_ends", "worth", "worth_by_state",
}  # fmt: skip


def test_public_names_are_these_and_there():
    assert set(mangonel.__all__) == PUBLIC
    for name in PUBLIC:
        assert getattr(mangonel, name) is not None


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, mangonel; print(sorted(set(sys.modules) & {'numpy', 'pandas', 'scipy', 'matplotlib', 'click'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_python_of_the_first_page_runs(capsys):
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    exec(compile(code, "python.md", "exec"), {})
    shown = capsys.readouterr().out
    assert "<Odds melee; siege: " in shown
    assert "5.30" in shown.partition("last turn")[2]
    assert "foothold" in shown
