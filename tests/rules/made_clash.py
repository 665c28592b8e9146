"""The tables of an invented game: a die that counts from 0, rows as bands, a result for each side at once, two dice."""

from cases import text_of

CLASH = text_of(__file__, "made_clash_clash.toml")

DRAW = text_of(__file__, "made_clash_draw.toml")

RULES = text_of(__file__, "made_clash_rules.toml")


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
