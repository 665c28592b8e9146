"""Every value of every option of ¡Al filo de la Espada!, and every cell that a roll asks for, changes some answer."""

from functools import lru_cache

import pytest

from games.filo_asking import NAVAS, asked_by, told
from mangonel.rules.change import CellChange

KNIGHTS, PIKES = ("Ch:4:6",), ("Pi:4:6",)
ATTACKING = ("Ch", "Ha", "Cl", "Pi", "Mi", "Il", "Ar", "Ab")


def fight(attacker, defender, **said):
    return "combat", {"attacker": attacker, "defender": defender, **said}


def shot(*shooter, at=2, **said):
    return "fire", {"shooter": shooter, "distance": (at,), **said}


ASKED = [
    *(fight((f"{one}:4:6",), (f"{other}:4:6",)) for one in ATTACKING for other in NAVAS.table("types").rows),
    *(fight(("Mi:4:6",), ("Mi:4:6:" + ground,)) for ground in NAVAS.table("ground").rows if "level" not in ground and ground not in ("stream", "river_pond", "wall", "palisade", "gate")),
    *(fight(("Ch:4:6:" + side,), PIKES, charge=charge) for side in ("stream", "river_pond", "wall", "palisade", "gate", "one_level_up", "one_level_down", "parapet") for charge in (False, True)),
    *(fight(KNIGHTS, ("Pi:4:6:" + ground,), charge=True) for ground in ("clear", "wood", "bushes_hedges_vines", "marsh", "village", "farm_mill_abbey", "bridge", "path", "road")),
    *(fight((f"Mi:{mine}:4",), (f"Mi:{theirs}:4",)) for mine, theirs in ((4, 2), (4, 4), (2, 4), (2, 6), (1, 9))),
    *(fight((f"Mi:4:{quality}:demoralised",), ("Mi:4:4:village",)) for quality in (3, 4, 5)),
    fight(("Mi:4:4:leader=1", "Mi:4:4:leader=2"), ("Mi:9:4",)),
    fight(("Ch:4:6:rear",), ("Ch:9:9:demoralised:village",), charge=True),
    fight(("Mi:4:6:rear",), ("Mi:9:9:demoralised",)),
    fight(("Cl:2:2",), ("Ch:9:9:routed",)),
    fight(("Ch:2:2",), ("Ch:9:9:routed",), charge=True),
    fight(("Ch:2:2",), ("Ch:9:9:wood",), charge=True),
    fight(("Mi:4:4:stream",), ("Mi:4:4:village",)),
    fight(("Mi:4:4:demoralised", "Mi:4:4"), ("Mi:4:4", "Mi:4:4:demoralised")),
    fight(("Mi:4:4:ruy_diaz",), ("Mi:4:4",)),
    fight(("Mi:4:4",), ("Mi:4:4:ruy_diaz",)),
    fight(("Mi:4:4",), ("Mi:4:4:just_routed",)),
    fight(("Mi:4:4",), ("Mi:4:4",), dropped=True),
    fight(("Ab:4:4:shot",), ("Mi:4:4",)),
    fight(("Mi:2+2:4+5",), ("Mi:4:4",)),
    fight(("Pi:2+2:4+5",), ("Mi:4:4",)),
    fight(KNIGHTS, PIKES, charge=True, approach=4),
    *(fight((f"{one}:4:6",), PIKES, charge=True) for one in NAVAS.table("types").rows),
    *(fight(KNIGHTS, (f"{one}:4:6",), charge=True) for one in NAVAS.table("types").rows),
    fight(KNIGHTS, PIKES, charge=True, approach=5),
    *(shot(f"{one}:4", at=at) for one in ("Ar", "Ab", "At", "Il") for at in range(1, 7)),
    *(shot(f"{one}:4", at=1) for one in NAVAS.table("types").rows),
    *(shot("Ab:4", at=1, terrain=(ground,)) for ground in NAVAS.table("ground").rows),
    *(shot("Ab:4", at=1, terrain=(ground,), from_inside=True) for ground in ("wall", "gate")),
    *(shot(f"Ab:{strength}", at=1) for strength in (3, 5, 9)),
    *(shot(f"Ab:4:{word}", at=1) for word in ("moved", "demoralised", "mounted", "routed", "resting")),
    shot("Ab:4", at=1, shot_before="phase-b"),
    *(("rally", {"quality": 4, **said}) for said in ({"routed": True}, {"fatigued": True}, {"de_rada": "beside"}, {"almohad_banner": True}, {"al_andalus": True}, {"routed": True, "movement": 7, "cavalry": True})),
    ("leader", {}),
    ("leader", {"no_banner": True}),
    ("initiative", {}),
    ("initiative", {"leader_a": (1, 2), "leader_b": (3, 4), "bonus_a": 1}),
    *(("states", {"state": (state,), "result": result, "room": room}) for state in NAVAS.table("states").columns for result in ("F", "D", "Dr", "L", "D+R", "R", "rally", "rest") for room in ("open", "blocked")),
    ("states", {"state": ("organised_fresh", "organised_fresh"), "result": "D+R"}),
    *(("victory", {"of": of, **said}) for of in ("christians", "muslims") for said in ({"fled": ("Ch",)}, {"eliminated": ATTACKING}, {"killed": 1}, {"captured": 1}, {"al_andalus": 7}, {"de_rada": True}, {"ruy_diaz": True}, {"theirs": 7, "turn": 12}, {"theirs": 40, "turn": 12}, {"theirs": 50})),
    *(("victory", {"of": "muslims", "theirs": 45, "turn": turn}) for turn in (11, 12)),
]  # fmt: skip

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
