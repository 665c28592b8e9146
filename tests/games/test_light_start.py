"""Single rolls must not pay for heavy libraries."""

import subprocess
import sys

HEAVY = ("numpy", "pandas", "scipy", "matplotlib", "rich", "jinja2", "pydantic", "importlib.metadata")

PROGRAM = """
import contextlib, io, sys
from mangonel.cli.main import main
from mangonel.rules.loading import load_rules
from mangonel.games.cryhavoc.fire_and_walls import fire_odds
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.games.cryhavoc.missiles import missile_situation
from mangonel.games.cryhavoc.fire_and_walls import topple_situation
from mangonel.games.cryhavoc.rolls import healing_odds

rules = load_rules("croisades")
missile_situation(rules, weapon="longbow", distance=31, cover="light").odds()
melee_situation(rules, attack=24, defence=7).explain(2)
topple_situation(rules).odds(), fire_odds(rules), healing_odds(rules), rules.digest
with contextlib.redirect_stdout(io.StringIO()):
    for words in ("melee --attack 24 --defence 7", "fire --cause hand", "heal --json", "batter --help", "--help"):
        assert main(["odds", *words.split()]) == 0
print(*sorted(name for name in sys.argv[1:] if name in sys.modules))
"""


COMMANDS = """
import contextlib, io, sys
from mangonel.cli.main import main

with contextlib.redirect_stdout(io.StringIO()):
    for words in ("compare panic-one siege croisades --shapley", "sweep panic-one --x turns=2..3", "worth panic-one"):
        assert main(words.split()) == 0
print("matplotlib" in sys.modules)
"""


def test_numbers_in_a_terminal_load_no_charts():
    done = subprocess.run([sys.executable, "-c", COMMANDS], capture_output=True, text=True, check=True, env=None)
    assert done.stdout.split() == ["False"]


def test_single_rolls_import_nothing_heavy():
    done = subprocess.run([sys.executable, "-c", PROGRAM, *HEAVY], capture_output=True, text=True, check=True, env=None)
    assert done.stdout.split() == []
