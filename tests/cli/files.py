"""Scenario files of a user's own, small enough to be played at once."""

from pathlib import Path

from cases import cases, text_of

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


ODDS = cases(__file__)["ODDS"]
"""Questions of one roll, and their answers."""
