"""Scenario files of a user's own, small enough to be played at once."""

from pathlib import Path

from cases import text_of

ROSTER = text_of(__file__, "files_roster.toml")

RAM = text_of(__file__, "files_ram.toml")

LADDER = text_of(__file__, "files_ladder.toml")


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
