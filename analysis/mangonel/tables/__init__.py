"""Rule tables: reading them, looking results up in them, and the odds of a single roll."""

from mangonel.tables.dice import Die
from mangonel.tables.joint import Joint
from mangonel.tables.loading import load_table, load_tables
from mangonel.tables.locate import data_root
from mangonel.tables.reading import Node
from mangonel.tables.situation import Modifier, Shift, Situation
from mangonel.tables.source import Source
from mangonel.tables.table import Table

__all__ = [
    "Die",
    "Joint",
    "Modifier",
    "Node",
    "Shift",
    "Situation",
    "Source",
    "Table",
    "data_root",
    "load_table",
    "load_tables",
]
