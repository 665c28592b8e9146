"""Every value of every option of ¡Al filo de la Espada!, and every cell that a roll asks for, changes some answer."""

from functools import lru_cache

import pytest

from cases import cases
from games.filo_asking import NAVAS, asked_by, told
from mangonel.rules.change import CellChange

CASES = cases(__file__)


def fight(attacker, defender, **said):
    return "combat", {"attacker": attacker, "defender": defender, **said}


def shot(*shooter, at=2, **said):
    return "fire", {"shooter": shooter, "distance": (at,), **said}


ASKED = CASES["ASKED"]  # fmt: skip

# No single roll asks for these: movement, and what stands at the start of the battle.
UNASKED = {
    *(("ground", row, column) for row in NAVAS.table("ground").rows for column in ("infantry_and_leaders", "cavalry_and_artillery")),
    *(("navas-banners", row, column) for row in NAVAS.table("navas-banners").rows for column in NAVAS.table("navas-banners").columns),
    *(("movement", row, "value") for row in NAVAS.table("movement").rows),
    # Artillery has no points, and what it may do is told by what it shoots with.
    ("types", "At", "points"),
    ("types", "At", "charges"),
    # The routed do not rest: it is refused before the cell is asked for.
    *(("states", "rest", column) for column in NAVAS.table("states").columns if column.startswith("routed")),
    # It counts without the time limit only.
    ("victory", "no_christian_win", "value"),
}  # fmt: skip


@lru_cache
def before():
    """Return each question with what it asks the rules of Las Navas for, and its answer."""
    return [(name, said, asked_by(name, NAVAS, **said), told(name, NAVAS, **said)) for name, said in ASKED]


def moved(rules, asks):
    """Tell whether some answer under a rule set is not that under the rules of Las Navas."""
    return any(told(name, rules, **said) != answer for name, said, asked, answer in before() if asks(asked))


# Whether a unit moves or fights is no single roll: tests of the waves show what they change.
PLAYED = {"al-nasir", "mujahids"}


@pytest.mark.parametrize("option", [option for option in NAVAS.options if option not in PLAYED])
def test_every_value_of_every_option_changes_an_answer(option):
    for value in NAVAS.options[option].values:
        if value == NAVAS.choice(option):
            continue
        assert moved(NAVAS.replaced(options={option: value}), lambda asked: option in asked.options), value


def cells():
    for table in NAVAS.tables.values():
        for row in table.rows:
            yield from ((table.id, row, column) for column in table.columns if (table.id, row, column) not in UNASKED)


def others(name, row, column):
    """Return other values for a cell, those first that can hardly be missed."""
    table = NAVAS.table(name)
    cell = table.printed(row, column)
    numbers = ["-9", "9", "+9", "-1", "5", "1", "0", "9/9", "SE", "1/2", "99"]
    words = [*table.results, *table.form.kind.form(column).words]
    return [one for one in (*words, *numbers) if one != cell and table.fault(row, column, one) is None]


@pytest.mark.parametrize("name", NAVAS.tables)
def test_every_cell_that_a_roll_asks_for_changes_an_answer(name):
    for cell in cells():
        if cell[0] == name:
            changes = (NAVAS.replaced(cells=[CellChange(*cell, value)]) for value in others(*cell))
            assert any(moved(rules, lambda asked, cell=cell: cell in asked.cells) for rules in changes), cell
