"""Write docs/questions.md: what players and designers ask, each with the command and what it answers today."""
# ruff: noqa: E501 - an entry is one line

from __future__ import annotations

import contextlib
import io
import re
import shlex
from itertools import dropwhile
from pathlib import Path

from mangonel.cli.main import main

PAGE = Path(__file__).parent / "questions.md"

HEAD = """# Questions with answers

Each with the command that answers it. Answers to single rolls follow from the tables alone. Those to assaults depend on the men, and the values of
these are made up: [your own counters](rosters.md) give your own answers. `docs/make_questions.py` writes this page, and the tests hold it to what the program says.
"""

WHOLE = slice(0, None)
FINDING = slice(1, 3)
"""What a scenario comes to, after the title: a sentence and a table."""

PLAYERS = (
    ("I attack a 3 with an 8. What may come of it?", "odds melee 8:3", WHOLE),
    ("And from a ladder, against a man on the battlement?", "odds melee 8:3 --terrain ladder --against battlement", WHOLE),
    ("Two of mine against one: together?", "odds melee 8+6:5", WHOLE),
    ("A spearman against a militia man?", "odds duel --attacker spearman --target militia", WHOLE),
    ("Is a longbow of use against the battlement, 40 hexes off?", "odds missile --weapon longbow --distance 40 --ground battlement", WHOLE),
    ("Does a fire arrow set the ram on fire?", "odds fire --cause arrow --target ram", WHOLE),
    ("What does boiling oil do?", "odds oil", WHOLE),
    ("I have two tries at the ladder. Do I topple it?", "odds topple --tries 2", WHOLE),
    ("Does the ram damage the wall?", "odds batter --points 9 --ram", WHOLE),
    ("One of mine has died. Do the others run?", "odds panic", WHOLE),
    ("One ladder, six men, two hexes of wall. Do I get in?", "simulate ladder-one", FINDING),
    ("It is turn 9 and four of them live. And now?", 'simulate ladder-one --from "turn=9, besiegers=4"', slice(0, 4)),
    ("Men climb the ladder. Topple it, or fight?", "tactics ladder-one policies.facing=fight", FINDING),
    ("Does the ram breach the wall before it burns?", "simulate ram-gate", FINDING),
    ("How many archers does it take to stop a ram?", "sweep ram-gate --x archers.men=0..5", slice(1, 2)),
    ("My levy loses men. Does it hold?", "simulate panic-levy", FINDING),
)  # fmt: skip

DESIGNERS = (
    ("Does it matter whether we play Siege or Croisades?", "compare ladder-one siege croisades --attribute", FINDING),
    ("And for the ram?", "compare ram-gate siege croisades", FINDING),
    ("Which scenarios does a variant touch?", "survey siege croisades --scenarios 'ladder-*' --trials 2000", slice(0, 2)),
    ("What do the ranges of Croisades do to a single shot?", "odds missile --weapon shortbow --distance 20 --rules siege --rules croisades", WHOLE),
    ("Are the wounded back sooner?", "odds heal --rules siege --rules croisades", WHOLE),
    ("The second game: a charge of knights at foot?", "odds filo combat --attacker Ch:4:6 --defender Pi:4:6 --charge", WHOLE),
)  # fmt: skip

_DIGEST = re.compile(r" \[[\w-]+ [0-9a-f]{12}\]")


def answered(command: str, parts: slice) -> str:
    """Return parts of what a command prints; digests are left out, as an answer need not name them."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        if main(shlex.split(command)):
            raise SystemExit(command)
    return "\n\n".join(_DIGEST.sub("", said.getvalue()).strip().split("\n\n")[parts])


def entry(question: str, command: str, parts: slice) -> str:
    """Return a question with its command and answer: sentences wrap, tables do not."""
    paragraphs = answered(command, parts).split("\n\n")
    tables = list(dropwhile(lambda paragraph: not paragraph.startswith(" "), paragraphs))
    sentences = "\n>\n".join(f"> {line}" for line in paragraphs[: len(paragraphs) - len(tables)])
    shown = ["```text\n" + "\n\n".join(tables) + "\n```"] if tables else []
    return "\n\n".join([f"### {question}", f"    mangonel {command}", sentences, *shown]) + "\n"


def page() -> str:
    """Return the page."""
    groups = {"Players": PLAYERS, "Designers": DESIGNERS}
    parts = [HEAD]
    for who, asked in groups.items():
        parts += [f"## {who}\n", *(entry(*one) for one in asked)]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
