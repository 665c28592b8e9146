"""What a sheet is likely to fill is told nearly enough that its size of type is soon found."""

from __future__ import annotations

import pytest

from mangonel.press.paper import MM, page_size
from mangonel.press.room import likely_size
from mangonel.press.sheets import MARGIN, SETTINGS, PrintedSheets, plain_sheet
from mangonel.systems.cryhavoc.sheets import CATALOGUE
from mangonel.systems.filo.sheets import CATALOGUE as FILO_CATALOGUE
from pace import slow_after
from sheets.asking import sheet

LARGEST, SMALLEST = SETTINGS[0][0], SETTINGS[-1][0]
NAMES = [
    *(("filo-read", name) for name in sorted(FILO_CATALOGUE.entries, reverse=True)),
    *(("siege", name) for name in sorted(CATALOGUE.entries, reverse=True)),
]


def likely(found, paper="a4"):
    width, height = page_size(paper)
    return likely_size(plain_sheet(found, "grey"), width - 2 * MARGIN, height - 2 * MARGIN)


@pytest.mark.parametrize("language", slow_after(1, ["en", "de"]))
@pytest.mark.parametrize(("rules", "name"), slow_after(6, NAMES))
def test_the_size_of_type_is_nearly_what_it_turns_out_to_be(rules, name, language):
    found = sheet(name, rules, lang=language, view="faces")
    size, dense = PrintedSheets([found], language=language).setting
    expected = likely(found)
    if size < LARGEST and not dense:
        assert min(expected, LARGEST) == pytest.approx(size, rel=0.3)
    else:
        assert expected > 0.9 * LARGEST if size == LARGEST else expected < 1.1 * SMALLEST


def test_a_long_sheet_is_set_in_smaller_type_and_so_is_one_on_small_paper():
    long, short = (sheet(name) for name in ("summary", "panic"))
    assert likely(long) < likely(short)
    assert likely(long, "letter") < likely(long)
    assert likely_size(plain_sheet(long, "grey"), 100 * MM, 140 * MM) < SMALLEST
