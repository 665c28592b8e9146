"""The tables of an invented game: a die that counts from 0, rows as bands, a result for each side at once, two dice."""

CLASH = """
schema = 1
id = "clash"
kind = "die"
title = "Clash of two lines"
die = 10
zero = true
limit = [-3, 3]
column_text = "{}"
columns = ["attackers", "defenders"]

[source]
title = "Invented for a test"
edition = "none"
language = "en"
section = "1"

[cells]
"-3..0"  = "D+R  -"
"1..3"   = "R    ?"
"4"      = "-    -"
"5..12"  = "-    D+R"

[unknown]
"1..3.defenders" = "a stain"

[[cells_if]]
option = "stain"
value = "retreat"

[cells_if.cells]
"1..3.defenders" = "R"

[results]
R = "retreat"
"D+R" = "disordered and retreat"
"-" = "stand"
"""

DRAW = """
schema = 1
id = "draw"
kind = "die"
title = "Who moves first"
die = 6
dice = 2
columns = ["first"]

[source]
title = "Invented for a test"
edition = "none"
language = "en"
section = "2"

[cells]
"2..4"  = "late"
"5..9"  = "-"
"10..12" = "early"

[results]
late = "moves last"
early = "moves first"
"-" = "as always"
"""

RULES = """
schema = 1
id = "lances"
title = "Lances"
system = "FOLDER"
tables = ["clash", "draw"]

[[option]]
id = "stain"
kind = "reading"
title = "What stood under the stain"
affects = "a clash"
default = "none"

[[option.choice]]
value = "none"
source = "Invented for a test"
text = "nobody knows"

[[option.choice]]
value = "retreat"
source = "Invented for a test"
text = "a retreat"
"""


def written(folder, *, clash=CLASH, draw=DRAW, rules=RULES):
    """Write the game into a folder and return the file of its rule set."""
    (folder / "tables").mkdir()
    (folder / "tables" / "clash.toml").write_text(clash)
    (folder / "tables" / "draw.toml").write_text(draw)
    (folder / "system.toml").write_text("schema = 1\n")
    file = folder / "lances.toml"
    # A folder with a file of its system is a system, and called like it.
    file.write_text(rules.replace("FOLDER", folder.name))
    return file
