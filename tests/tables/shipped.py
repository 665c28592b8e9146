"""The tables that come with the program, and what their system says of them."""

from mangonel.tables import data_root, load_tables
from mangonel.tables.declared import load_forms

FOLDER = data_root() / "rules" / "cryhavoc" / "tables"
FORMS = load_forms(FOLDER.parent / "system.toml")
TABLES = load_tables(FOLDER, FORMS)
