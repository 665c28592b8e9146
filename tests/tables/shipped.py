"""The tables that come with the program, and what their system says of them."""

from mangonel.tables.declared import load_forms
from mangonel.tables.loading import load_tables
from mangonel.tables.locate import data_root

FOLDER = data_root() / "rules" / "cryhavoc" / "tables"
FORMS = load_forms(FOLDER.parent / "system.toml")
TABLES = load_tables(FOLDER, FORMS)
