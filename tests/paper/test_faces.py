"""What to roll: the faces of the die in the cells, against the printed tables and the chances."""

import pytest

from cases import cases
from mangonel.games.batch import documents
from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.games.system import system_of
from mangonel.paper.printed_sheets import plain_sheet
from mangonel.paper.wanted import NEVER, Asked, face_ranges
from paper.asking import cell_at, grids, locale, own_rules, rules, sheet
from rules.overlays import change

CASES = cases(__file__)
DASH = "\N{EN DASH}"


@pytest.mark.parametrize(
    ("faces", "said"), [((), NEVER), ((4,), "4"), ((1, 2, 3), f"1{DASH}3"), ((1, 2, 5, 8, 9), f"1{DASH}2, 5, 8{DASH}9"), ((3, 1, 2), f"1{DASH}3")]
)  # fmt: skip
def test_faces_are_told_as_ranges(faces, said):
    assert face_ranges(faces) == said


def told(value):
    """Return the faces that a cell tells."""
    if value == NEVER:
        return set()
    ends = [[int(end) for end in part.split(DASH)] for part in value.split(", ")]
    return {face for one in ends for face in range(one[0], one[-1] + 1)}


@pytest.mark.parametrize("name", ["melee-foot", "melee-mounted"])
def test_the_faces_of_a_column_are_those_of_the_printed_table(name):
    grid = grids(sheet(name, view="faces"))[0]
    table = rules("siege").table(name)
    for at, column in enumerate(table.columns):
        by_letter = {row.group: told(row.cells[at].value) for row in grid.rows}
        for face, line in enumerate(table.cells, start=1):
            letter = line[table.column_index(column)].replace("-", "—")
            assert [name for name, faces in by_letter.items() if face in faces] == [letter], (column, face)


@pytest.mark.parametrize("name", ["missile-foot", "missile-mounted", "battering", "melee-foot"])
@pytest.mark.parametrize("names", [("siege",), ("croisades",), ("siege-it",)])
def test_as_many_faces_as_the_chance_has_tenths(name, names):
    seen = 0
    for grid in grids(sheet(name, *names, view="faces")):
        # What several rolls bring has no faces.
        if not grid.caption.startswith(("Breach", "Ram", "Rolls")):
            cells = [cell for cell in grid.cells if cell.chance is not None]
            assert [len(told(cell.value)) for cell in cells] == [10 * cell.chance for cell in cells]
            seen += len(cells)
    assert seen > 50


def test_the_letter_stands_in_the_head_alone_and_shade_says_harm():
    found = sheet("melee-foot", view="faces")
    assert all(cell.mark == "" for cell in grids(found)[0].cells)
    rows = plain_sheet(found, "grey")["main"][0]["rows"]
    fills = {row["group"]: [cell["fill"] for cell in row["cells"] if cell["fill"]] for row in rows}
    assert fills["—"] == []
    # As likely, and worse: darker.
    killed, back = (
        cell_at(grids(found)[0], "defender killed", "5-1"),
        cell_at(grids(found)[0], "defender retreats", "1-1"),
    )
    assert killed.chance == back.chance
    assert killed.tone > back.tone > 0
    assert found.how[0].endswith("Hatched: it befalls the attacker.")
    assert "Hatched" not in sheet("missile-foot", view="faces").how[0]


def test_two_rule_sets_with_other_faces_differ_though_the_chances_do_not(tmp_path):
    """Under Siege 1 stuns at 2-1, and 2 and 3 drive back; these rules have 1 and 2 the other way round."""
    head = 'schema = 1\nid = "club"\ntitle = "Club"\nbase = "siege"\n'
    swapped = [
        change(table="melee-foot", row=row, column="2-1", value=value) for row, value in (("1", "C"), ("2", "D"))
    ]
    sets = (rules("siege"), own_rules(tmp_path, head + "".join(swapped)))
    for view, values in (("faces", {("1", "2"), (f"2{DASH}3", "1, 3")}), ("percent", set())):
        grid = grids(CATALOGUE.build("melee-foot", Asked(sets, locale("en"), view)))[0]
        assert {(cell.value, cell.other) for cell in grid.cells if cell.changed} == values


def test_without_a_view_each_sheet_has_its_first():
    made = documents([("siege",)], ["en"], ["melee-foot", "summary", "terrain"])
    assert [one.pages[0] for one in made] == [("melee-foot", "faces"), ("summary", "percent"), ("terrain", "table")]


@pytest.mark.parametrize(("name", "names", "row", "value"), CASES["test_what_to_roll_where_one_die_or_two_decide"])
def test_what_to_roll_where_one_die_or_two_decide(name, names, row, value):
    """By hand from the printed tables; of two rolls, the faces of both."""
    found = [
        line.cells[0].value
        for grid in grids(sheet(name, *names, view="faces"))
        for line in grid.rows
        if line.label.startswith(row)
    ]
    assert found == [value]


@pytest.mark.parametrize(("name", "text", "said", "gone"), CASES["test_sentences_hang_on_the_rules_they_speak_of"])
def test_sentences_hang_on_the_rules_they_speak_of(tmp_path, name, text, said, gone):
    mine = own_rules(tmp_path, f'schema = 1\nid = "club"\ntitle = "Club"\n{text}')
    told = str(system_of(mine).sheets().build(name, Asked((mine,), locale("en"), "faces")))
    assert (said in told, gone in told) == (True, False)
