"""The tables that come with the program, and what their system says of them."""

from mangonel.rules.files import data_root
from mangonel.rules.forms import load_forms
from mangonel.rules.table_files import load_tables

FOLDER = data_root() / "rules" / "cryhavoc" / "tables"
FORMS = load_forms(FOLDER.parent / "system.toml")
TABLES = load_tables(FOLDER, FORMS)
