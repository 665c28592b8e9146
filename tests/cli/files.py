"""Scenario files of a user's own, small enough to be played at once."""

from pathlib import Path

ROSTER = """schema = 1
id = "mine"
title = "My counters"
note = "Copied from my own counters."

[[kind]]
id = "guard"
title = "Guard"
attack = 6
defence = 3
movement = 6
wounded_attack = 3
wounded_defence = 2
wounded_movement = 3
armour = "armoured"
"""

RAM = """schema = 1
sequence = "ram"
title = "My ram [no/markup] [/b]"
note = "A note of my own."
roster = "counters/mine.toml"
turns = 6
approach = ["flat_ground x 2"]
wall = "outer"
marks = 1
man_on_wall = true

[besiegers]
kind = "guard"
men = 4

[archers]
men = 1
weapon = "shortbow"
aside = 1

[oil]
barrels = 1

[assumptions]
ram-rate = "every-turn"
"""

LADDER = """schema = 1
sequence = "ladder-assault"
title = "My ladder"
roster = "counters/mine.toml"
turns = 4
width = 1
foothold = 1
approach = ["scrub", "flat_ground x 2"]

[besiegers]
kind = "guard"
ladders = 1
men = 3

[defenders]
kind = "guard"
on_wall = 1
oil = 1

[policies]
facing = "fight"

[break_off]
losses = 3
"""


def write_scenarios(folder: Path) -> tuple[Path, Path]:
    """Write roster, ram and ladder; return the paths of the ram and the ladder."""
    (folder / "counters").mkdir(exist_ok=True)
    (folder / "counters" / "mine.toml").write_text(ROSTER, encoding="utf-8")
    ram, ladder = folder / "ram.toml", folder / "ladder.toml"
    ram.write_text(RAM, encoding="utf-8")
    ladder.write_text(LADDER, encoding="utf-8")
    return ram, ladder


# Questions of one roll, and their answers.
ODDS = [
    (
        ["melee", "--attack", 8, "--defence", 3, "--terrain", "ladder", "--against", "battlement"],
        {"-": "1/2", "A": "1/5", "B": "1/5", "C": "1/10"},
    ),
    (["missile", "--weapon", "longbow", "--distance", 40, "--cover", "light"], {"A": "1/5", "B": "1/5", "-": "3/5"}),
    (["topple"], {"T": "3/5", "-": "2/5"}),
    (["batter", "--points", 9, "--ram"], {"D": "3/5", "1C": "1/10", "2C": "1/10", "3C": "1/10", "-": "1/10"}),
    (["fire", "--cause", "arrow", "--target", "ram"], {"F": "1/10", "-": "9/10"}),
    (["extinguish", "--men", 2], {"D": "51/100", "-": "49/100"}),
    (["oil"], {"C": "1/5", "D": "1/5", "E": "1/5", "F": "2/5"}),
]
