"""The tables that come with the program, and what their system says of them."""

from mangonel.rules.files import data_root
from mangonel.rules.forms import load_forms
from mangonel.rules.table_files import load_table

FOLDER = data_root() / "rules" / "cryhavoc" / "tables"
FORMS = load_forms(FOLDER.parent / "system.toml")
TABLES = {
    name: load_table(FOLDER / f"{name}.toml", FORMS) for name in sorted(file.stem for file in FOLDER.glob("*.toml"))
}
