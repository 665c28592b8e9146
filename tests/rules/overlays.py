"""Overlays of siege for tests: their parts, and one mistake each."""

import re

from cases import cases
from mangonel.document.rule_sets import overlay_template
from mangonel.games.system import system_of
from rules.words.marking import said_in

CASES = cases(__file__)

HEAD = 'schema = 1\nid = "mine"\ntitle = "My rules"\nbase = "siege"\n'
RANGES = ["ranges-base", "ranges-croisades", "ranges-vikings"]


def block(head, **keys):
    lines = []
    for key, value in keys.items():
        text = f'"{value}"' if isinstance(value, str) else "[" + ", ".join(f'"{entry}"' for entry in value) + "]"
        lines.append(f"{key} = {text}\n")
    return f"[[{head}]]\n{''.join(lines)}"


def change(**keys):
    return block("change", **keys)


def add(**keys):
    return block("add", **keys)


def template(base, *, name, reference, lang="en"):
    """Return what ``mangonel rules new`` writes."""
    examples = system_of(base).examples(base)
    return said_in(lang, overlay_template, base, name=name, reference=reference, examples=examples)


def uncommented(text):
    return re.sub(r"^# (?=\[\[|[a-z0-9_-]+ = )", "", text, flags=re.MULTILINE)


ROW = {"table": "melee-foot", "row": "3", "values": "F F F F F F F F F F F F"}
DITCH = {"table": "terrain", "row": "ditch", "values": "2 impassable light -"}

MISTAKES = CASES["MISTAKES"]
