"""The sheets of the second game: worked by hand, its lost cells, two rule sets, rules of one's own, five languages."""

from dataclasses import replace

import pytest

from cases import cases
from mangonel.games.filo.sheets import CATALOGUE
from mangonel.paper.blocks import Lines
from mangonel.paper.printed_sheets import PrintedSheets
from mangonel.paper.wanted import Asked, unsigned
from mangonel.rules.loading import load_rules, rule_set_names
from pace import slow_after
from paper.asking import cell_at, every_view, grids, locale, notes_of, rules, sheet, spoken, texts_of
from paper.looking import faults, page_texts
from paper.test_faces import told
from rules.overlays import change
from rules.words.marking import left_over, marked

pytestmark = pytest.mark.slow

CASES = cases(__file__)

DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"
READ = "filo-read"
# Places in the source of Las Navas that say what is on a sheet.
_RALLIES = {"De Rada", "Bandera Almohade", "Al-Andalus"}
OF_NAVAS = {
    "combat": {"Ruy Díaz"},
    "modifiers": {"Ruy Díaz"},
    "types": {"Ruy Díaz"},
    "shots": {"Arqueros"},
    "tests": _RALLIES,
}
HEAD = 'schema = 1\nid = "club"\ntitle = "Club"\nbase = "filo-read"\n'
# Typed from the printed table: the last modified die of each row, and what it does to defenders and attackers.
BANDS = CASES["BANDS"]


def club(folder, text):
    file = folder / "club.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    return load_rules(file)


def built(name, *sets, view="faces", lang="en"):
    return CATALOGUE.build(name, Asked(sets, locale(lang), view))


def by_total(grid, place):
    """Return what each face brings at a total: who is hit, and by which result."""
    brought = {}
    for row in grid.rows:
        for face in told(row.cells[place].value):
            assert face not in brought
            brought[face] = (row.group, row.label.partition(":")[0] if ":" in row.label else "")
    return brought


def test_the_faces_of_each_total_are_those_of_the_printed_table():
    grid = grids(sheet("combat", READ, view="faces"))[0]
    assert [column.label.replace(MINUS, "-") for column in grid.columns] == [
        f"{total:+d}" if total else "0" for total in range(-7, 8)
    ]
    for place, total in enumerate(range(-7, 8)):
        wanted = {}
        for face in range(10):
            _, mine, theirs = next(band for band in BANDS if face + total <= band[0])
            wanted[face] = ("defenders", mine) if mine else ("attackers", theirs) if theirs else ("nobody", "")
        assert by_total(grid, place) == wanted, total


def test_states_after_a_combat_are_all_that_can_come():
    defenders, attackers, *_ = grids(sheet("combat", READ, view="outcomes"))
    for grid in (defenders, attackers):
        for place, _ in enumerate(grid.columns):
            for before in dict.fromkeys(row.group for row in grid.rows):
                assert sum(row.cells[place].chance for row in grid.rows if row.group == before) == 1
    assert cell_at(defenders, "routed, fresh", "+5", group="organised, fresh").value == "10"
    # A demoralised and fatigued unit routs by D, too: 0.4 and 0.1.
    assert cell_at(defenders, "routed, fatigued", "+5", group="demoralised, fatigued").value == "50"
    assert cell_at(defenders, "eliminated", "+5", group="routed, fresh").value == "10"
    assert not any(row.group.startswith("routed") for row in attackers.rows)


def test_lost_cells_are_marked_and_explained():
    found = sheet("types", "filo", view="faces")
    notes = notes_of(found)
    for grid, label in zip(grids(found)[:3], ("pikemen", "Pi", "Pi"), strict=True):
        lost = cell_at(grid, label, "Ch").value
        assert lost[0] == "?"
        assert notes[lost[1:]] == "Types of units: not known (a 2 whose sign is lost)"
    assert not any("?" in text for text in texts_of(sheet("types", READ, view="faces")))
    grid = grids(sheet("shots", "filo", view="faces"))[0]
    assert {cell.value for row in grid.rows if row.group == "archers" for cell in row.cells} == {"?\N{SUPERSCRIPT ONE}"}


def marked_cells(grid):
    """Return row and column of the cells of a grid with the sign of a footnote, each with the text of it removed."""
    return {
        (row.label, column.label): unsigned(cell.value)
        for row in grid.rows
        for column, cell in zip(grid.columns, row.cells, strict=True)
        if unsigned(cell.value) != cell.value
    }


def test_readings_and_borrowed_figures_are_marked_in_their_cells(tmp_path):
    side = sheet("aid-combat", READ, view="faces")
    results, types, *_ = grids(side)
    ground = grids(sheet("aid-turn", READ, view="faces"))[-1]
    minus = f"{MINUS}1", f"{MINUS}2"
    assert marked_cells(types) == {
        ("pikemen", "Ch"): minus[1],
        ("pikemen", "Ha"): minus[1],
        ("militia", "Ch"): minus[1],
        ("light foot", "Ch"): minus[1],
        ("light foot", "Ha"): minus[1],
        ("light foot", "Cl"): minus[0],
        ("crossbowmen", "Ch"): minus[1],
        ("crossbowmen", "Ha"): minus[1],
    }
    assert {unsigned(row.label) for row in results.rows if unsigned(row.label) != row.label} == set(
        CASES["READ_RESULTS"]
    )
    assert {row for row, _ in marked_cells(ground)} == set(CASES["READ_GROUND"])
    shots = next(
        grid for grid in grids(sheet("aid-shots", READ, view="faces")) if grid.caption.startswith("Demoralised")
    )
    assert marked_cells(shots) == {
        ("archers", "1"): "5/7",
        ("archers", "2"): "6/8",
        ("archers", "3"): "6/8",
        ("artillery", "5"): "5/9",
    }
    notes = notes_of(side)
    sign = cell_at(types, "light foot", "Cl").value.removeprefix(minus[0])
    assert notes[sign] == "Light foot that attacks Ch, Ha or Cl: -2, -2, -1, as other foot"
    (rules_in_force,) = (text for text in side.foot if text.startswith("Rules in force"))
    # What a footnote says is not said again at the foot, and a cell of one's own is no reading.
    assert "Light foot that attacks" not in rules_in_force
    own = club(tmp_path, change(table="combat-types", row="Il", column="Cl", value="0"))
    assert ("light foot", "Cl") not in marked_cells(grids(built("aid-combat", own))[1])


def losing(table, *places):
    """Return a rule set whose source has lost some cells."""
    known = rules(READ)
    return replace(known, tables={**known.tables, table: known.tables[table].with_cells(dict.fromkeys(places, "?"))})


@pytest.mark.parametrize(("name", "table", "place"), CASES["test_a_lost_cell_takes_no_modifier_from_the_sheet"])
def test_a_lost_cell_takes_no_modifier_from_the_sheet(name, table, place):
    before, after = (
        next(block for block in built(name, ruling).side if isinstance(block, Lines) and "dded" in block.heading)
        for ruling in (rules(READ), losing(table, place))
    )
    assert [unsigned(value) for value, _ in after.entries] == [unsigned(value) for value, _ in before.entries]
    assert [text for _, text in after.entries] == [text for _, text in before.entries]


@pytest.mark.parametrize(("name", "table", "row", "text"), CASES["test_a_modifier_that_is_lost_says_so"])
def test_a_modifier_that_is_lost_says_so(name, table, row, text):
    found = built(name, losing(table, f"{row}.value"))
    values = {said: value for block in found.side if isinstance(block, Lines) for value, said in block.entries}
    notes = notes_of(found)
    assert values[text][0] == "?"
    assert notes[values[text][1:]].endswith(": not known")


def test_results_that_are_lost_leave_the_rest_known(tmp_path):
    mine = club(tmp_path, '[options]\nresult-dashes = "unknown"\n')
    grid = grids(built("combat", mine))[0]
    row = next(row for row in grid.rows if row.label.startswith("defenders: ?"))
    # At 0 a 4 does nothing, or what is lost, to the defenders, and nothing to the attackers.
    assert row.cells[7].value == "4"
    assert cell_at(grid, "R:", "0", group="def").value == f"5{DASH}6"
    assert cell_at(grids(built("combat", mine, view="at-least"))[0], "R:", "0", group="def").value[0] == "?"
    assert cell_at(grids(built("combat", mine, view="at-least"))[0], "R:", "0", group="att").value == "40"


def test_a_rule_file_of_ones_own_is_seen(tmp_path):
    mine = club(
        tmp_path,
        '[options]\nrear-charge = "charge-only"\n'
        + change(table="combat-results", row="5..6", column="defenders", value="F+R")
        + change(table="combat-modifiers", row="rear", column="value", value="+3")
        + change(table="shots", row="crossbowmen", column="2", value="7/8"),
    )
    both = built("combat", rules(READ), mine)
    assert cell_at(grids(both)[0], "F+R:", "+5", group="def").other == f"0{DASH}4"
    lines = {text: unsigned(value) for block in both.side if isinstance(block, Lines) for value, text in block.entries}
    assert lines["through a rear hex without a charge"] == "+2 \N{RIGHTWARDS ARROW} +3"
    assert lines["charge through a rear hex, in all"] == "+5 \N{RIGHTWARDS ARROW} +3"
    shot = cell_at(grids(built("shots", rules(READ), mine))[0], "2", "Dr", group="crossbowmen", over="0")
    assert (shot.value, shot.other) == ("9", f"8{DASH}9")
    printed = cell_at(grids(built("shots", rules(READ), mine))[1], "crossbowmen", "2")
    assert (printed.value, printed.other) == ("7/9", "7/8")


@pytest.mark.parametrize("name", slow_after(0, ["navas", "filo", READ], 1))
def test_no_text_comes_from_elsewhere(name):
    for one, view in every_view(CATALOGUE):
        found = CATALOGUE.build(one, Asked((rules(name),), marked(), view))
        strange = {word for text in texts_of(found) for word in left_over(unsigned(text))}
        # Letters of states, of the classes and of what blocks the sight; ids of rule sets.
        assert strange <= {"filo", "read", "navas", "OF", "DF", "DrF"}, (one, view)


@pytest.mark.parametrize("name", slow_after(0, rule_set_names("filo"), 2))
def test_every_sheet_says_what_it_was_made_from(name):
    for one, view in every_view(CATALOGUE):
        found = sheet(one, name, view=view)
        assert f"[{name} {rules(name).digest}]" in found.stamp
        assert all(text == text.strip() for text in (*found.how, *(grid.how for grid in grids(found))))
        in_force, source = (text for text in found.foot if text.startswith(("Rules in force: ", "Source: ")))
        assert source.startswith("Source: ¡Al filo de la Espada!")
        assert ("Al-Andalus leaves" in in_force) <= (name == "navas")
        assert all(len(row.cells) == len(grid.columns) for grid in grids(found) for row in grid.rows)
        assert all(spoken(row) == row.label for grid in grids(found) for row in grid.rows)
        if one in CATALOGUE.sides:
            continue
        places = source.partition("): ")[2].removesuffix(".").split("; ")
        assert len(places) == len({*places})
        # Of a battle stand the places alone that say what is on the sheet, and under its rules only.
        of_the_battle = {place.partition(", ")[2] for place in places if place.startswith("Las Navas de Tolosa, ")}
        assert of_the_battle == (OF_NAVAS.get(one, set()) if name == "navas" else set())
        assert "Example: " in " ".join(found.how) or name == "filo" or one == "types"


@pytest.mark.parametrize(("language", "paper"), slow_after(1, [("de", "letter"), ("it", "a4")], 1))
@pytest.mark.parametrize(
    "name", slow_after(0, ["shots", "summary", "combat", "types", "modifiers", "tests", "initiative"], 3)
)
def test_on_paper(name, language, paper):
    made = PrintedSheets(
        [sheet(name, "filo", lang=language, view=CATALOGUE.view_of(name, "faces"))], paper=paper, language=language
    )
    assert faults(made) == []
    assert len(page_texts(made.pdf)) == 1
