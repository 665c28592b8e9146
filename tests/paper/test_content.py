"""What the sheets say is what the rules say, in words of the language file alone, on grey paper, too."""

# ruff: noqa: RUF001 - sheets have dashes and minus signs, and no hyphens for either

import re
from fractions import Fraction

import pytest

from mangonel.errors import DataError
from mangonel.games.cryhavoc.outcomes import NAMED_OUTCOMES
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.paper.blocks import INKS, KINDS, Lines, fill_colour
from mangonel.paper.charts.style import contrast
from mangonel.paper.files import sheet_files
from mangonel.paper.printed_sheets import plain_sheet
from mangonel.paper.wanted import Asked
from mangonel.rules.loading import rule_set_names
from pace import slow_after
from paper.asking import asked, cell_at, every_view, grids, locale, own_rules, rules, sheet, texts_of
from rules.words.marking import left_over, marked

SIEGE = rules("siege")
MELEE = [("melee-foot", False), ("melee-mounted", True)]


@pytest.mark.parametrize(("name", "mounted"), MELEE)
def test_melee_has_the_odds_of_every_column(name, mounted):
    grid = grids(sheet(name))[0]
    for number, column in enumerate(grid.columns, start=1):
        odds = melee_situation(SIEGE, attack=7 * number, defence=7, mounted=mounted).odds()
        found = {row.group: row.cells[number - 1].chance for row in grid.rows}
        assert {letter: chance for letter, chance in found.items() if chance} == {
            "—" if letter == "-" else letter: chance for letter, chance in odds.items()
        }, column


@pytest.mark.parametrize(("name", "view"), [found for found in every_view() if found[1] != "faces"])
def test_every_chance_stands_beside_the_letters_of_its_result(name, view):
    bare = {
        f"{grid.caption}: {row.label.split(' within')[0]}"
        for grid in grids(sheet(name, "siege", "croisades", view=view))
        for row in grid.rows
        for cell in row.cells
        if cell.chance is not None and not cell.mark
    }
    # No single roll brings a breach, and the healing table has numbers of days.
    assert name == "healing" or all(re.search("[Bb]reach|Wounded man back|Healing", where) for where in bare)


@pytest.mark.parametrize("name", ["melee-foot", "melee-mounted"])
def test_at_least_adds_up_what_is_better_for_the_attacker(name):
    single = grids(sheet(name))[0]
    sums = grids(sheet(name, view="at-least"))[0]
    assert len(sums.rows) == len(single.rows) - 1
    for place in range(len(single.columns)):
        total = Fraction(0)
        for one, added in zip(single.rows, sums.rows, strict=False):
            total += one.cells[place].chance
            assert added.cells[place].chance == total
            assert added.cells[place].mark == f"{one.cells[place].mark}+"


@pytest.mark.parametrize("name", ["melee-foot", "melee-mounted"])
def test_outcomes_by_name_add_up_to_certainty_and_name_their_letters(name):
    grid = grids(sheet(name, view="outcomes"))[0]
    assert [row.label.split(" (")[0] for row in grid.rows] == [
        one for one in NAMED_OUTCOMES if any(row.label.startswith(one) for row in grid.rows)
    ]
    for place in range(len(grid.columns)):
        assert sum(row.cells[place].chance for row in grid.rows) == 1
    for row in grid.rows:
        letters = row.label.split("(")[1].rstrip(")").split()
        for cell in row.cells:
            # What cannot come on a column stands with all the letters of its row.
            assert set(cell.mark) == set(letters) if cell.chance == 0 else set(cell.mark) <= set(letters)


@pytest.mark.parametrize("name", ["battering", "fire"])
def test_the_table_stands_beside_its_odds_as_printed(name):
    found = next(grid for grid in grids(sheet(name, view="table")) if grid.caption.startswith("The table as printed"))
    table = SIEGE.table(name)
    assert [row.label for row in found.rows] == list(table.rows)
    for row, entries in zip(found.rows, table.cells, strict=True):
        assert [cell.value for cell in row.cells] == [{".": "", "-": "—"}.get(entry, entry) for entry in entries]


def test_a_rule_file_of_ones_own(tmp_path):
    mine = own_rules(tmp_path)
    one = CATALOGUE.build("melee-foot", Asked((mine,), locale("en"), "percent"))
    assert [column.label for column in grids(one)[0].columns][-1] == "13-1"
    assert "Not as printed: club changes or adds 3 entries of these tables." in one.foot
    both = CATALOGUE.build("melee-foot", Asked((SIEGE, mine), locale("en"), "table"))
    printed = grids(both)[0]
    changed = cell_at(printed, "3", "4-1", group="d10")
    assert (changed.value, changed.other) == ("E", "F")
    new = cell_at(printed, "3", "13-1", group="d10")
    assert (new.value, new.other) == ("×", "F")
    missiles = CATALOGUE.build("missile-foot", Asked((mine,), locale("de"), "percent"))
    assert "great sling of the islands" in {row.group for row in grids(missiles)[0].rows}
    walls = CATALOGUE.build("battering", Asked((mine,), locale("fr"), "percent"))
    assert not any("\N{NO-BREAK SPACE}" * 2 in text for text in walls.foot)
    assert [column.label for column in grids(walls)[0].columns][:6] == ["1", "3", "6", "7", "9", "12+"]
    assert ("6", "bombard") in next(block for block in walls.side if isinstance(block, Lines)).entries
    ground = CATALOGUE.build("terrain", Asked((SIEGE, mine), locale("it"), "table"))
    assert cell_at(grids(ground)[0], "ditch", "Copertura").other == "leggera"


@pytest.mark.parametrize("name", slow_after(1, rule_set_names("cryhavoc"), 2))
def test_every_sheet_says_what_it_was_made_from(name):
    for one, view in every_view():
        found = sheet(one, name, view=view)
        assert found.title
        assert f"[{name} {rules(name).digest}]" in found.stamp
        assert "mangonel 0." in found.stamp
        assert any(text.startswith("Rules in force: ") for text in found.foot)
        assert any(text.startswith("Source: ") for text in found.foot)
        assert found.how or any(grid.how for grid in grids(found))
        assert all(len(row.cells) == len(grid.columns) for grid in grids(found) for row in grid.rows)
        assert all(0 <= (cell.chance or 0) <= 1 for grid in grids(found) for cell in grid.cells)


def test_the_worked_example_is_the_published_one():
    example = sheet("melee-foot").how[1]
    assert "attack 24 against defence 7 is column 3-1" in example
    assert "A roll of 2 is D: defender stunned." in example
    assert "The cell 20 says: defender stunned, 20\N{NO-BREAK SPACE}%." in example
    assert "The cell 2 says: defender stunned, 2 of 10 rolls" in sheet("melee-foot", view="tenths").how[1]
    assert "The cell 30 says: defender stunned, or better, " in sheet("melee-foot", view="at-least").how[1]


def test_sheets_that_lack_a_view_are_shown_as_they_are():
    assert CATALOGUE.view_of("terrain", "tenths") == "table"
    assert CATALOGUE.view_of("healing", "outcomes") == "faces"
    assert sheet("healing", view="outcomes").main == sheet("healing", view="faces").main
    assert CATALOGUE.names(["melee", "panic", "melee-foot"]) == ("melee-foot", "melee-mounted", "panic")
    assert CATALOGUE.names(["sheets"]) == tuple(CATALOGUE.entries)
    assert CATALOGUE.names() == tuple(CATALOGUE.sides)


def test_wrong_questions():
    with pytest.raises(DataError, match="no such sheet: 'mele'; did you mean 'melee'"):
        CATALOGUE.names(["mele"])
    with pytest.raises(DataError, match="no such view: 'tenth'; did you mean 'tenths'"):
        asked(view="tenth")
    with pytest.raises(DataError, match="one rule set or two"):
        asked("siege", "croisades", "vikings")
    with pytest.raises(DataError, match="did you mean 'melee-foot'"):
        CATALOGUE.build("melee-feet", asked())


@pytest.mark.parametrize(
    "names", slow_after(1, ["vikings", "siege croisades", "siege-it", "siege", "siege-de siege-it"], 2)
)
def test_no_text_comes_from_elsewhere(names):
    language = marked()
    for name, view in every_view():
        found = CATALOGUE.build(name, Asked(tuple(map(rules, names.split())), language, view))
        strange = {word for text in set(texts_of(found)) for word in left_over(text)}
        assert strange == set(), (name, view)


@pytest.mark.slow
def test_only_what_a_rule_file_adds_is_shown_as_it_is(tmp_path):
    language = marked()
    mine = own_rules(tmp_path)
    for name, view in every_view():
        found = CATALOGUE.build(name, Asked((mine,), language, view))
        strange = {word for text in set(texts_of(found)) for word in left_over(text)}
        assert strange <= {"great", "sling", "of", "the", "islands", "ditch", "bombard", "Our", "club", "rules"}, name


def test_numbers_are_written_as_the_language_writes_them():
    assert "87.5" in " ".join(texts_of(sheet("fire")))
    for language in ("de", "es", "fr", "it"):
        texts = " ".join(texts_of(sheet("fire", lang=language)))
        assert "87,5\N{NO-BREAK SPACE}%" in texts
        assert "87.5" not in texts


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("kind", KINDS)
def test_black_type_is_easy_to_read_on_every_shade(ink, kind):
    for step in range(11):
        background = fill_colour(step / 10, kind, ink)
        assert contrast("#000000", background) >= 4.5
    assert fill_colour(0.0, kind, ink) == "#FFFFFF"


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_likelier_the_darker_in_grey_too(ink, kind):
    steps = [contrast("#FFFFFF", fill_colour(step / 10, kind, ink)) for step in range(11)]
    assert steps == sorted(steps)
    assert steps[-1] >= 1.1


def test_what_befalls_the_attacker_is_hatched():
    cells = [cell for row in plain_sheet(sheet("melee-foot"), "grey")["main"][0]["rows"] for cell in row["cells"]]
    hatched = [cell for cell in cells if cell["hatched"] and cell["fill"]]
    attacker = [cell for row in sheet("melee-foot").main[0].rows for cell in row.cells if cell.kind == "attacker"]
    assert len(hatched) == sum(cell.chance > 0 for cell in attacker) > 5
    assert sheet_files([sheet("melee-foot")], "x", ["svg"])["x.svg"].count(b"<pattern") >= 1
