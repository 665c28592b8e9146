"""Files of one name: each room may have its own, about the same thing."""

from pathlib import Path

import mangonel

ALIKE = {
    "a file of each sequence, phase or roll": "attack combats day evening fire fires game initiative leaders melee missiles moves playable sequence setup shots stacks states volleys",
    "a file of each game, and what they have in common": "catalogue effects examples fates frame ground grounds heights kinds names policies questions questions_after results roster scales sides summaries system told_tables typed walls words",
    "a command and what it does": "compare odds report rules survey sweep tables tactics trace",
    "a thing and what is told, drawn, printed or shown of it": "answer answers bars blocks by_ending cards causes cells change changes dice hexes losses numbers pictures positions provenance sweeps",
    "reading and writing, of each kind of file": "files html loading page reading",
}
"""Names that files of several rooms have, with what they have in common."""


def test_files_of_one_name_are_about_one_thing():
    stems = [file.stem for file in Path(mangonel.__file__).parent.rglob("*.py") if file.stem != "__init__"]
    assert {stem for stem in stems if stems.count(stem) > 1} == set(" ".join(ALIKE.values()).split())
