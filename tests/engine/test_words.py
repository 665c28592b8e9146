"""Numbers of things as words."""

import pytest

from mangonel.engine.notes import counted


@pytest.mark.parametrize(
    ("number", "one", "words"),
    [
        (1, "hex", "1 hex"),
        (2, "hex", "2 hexes"),
        (0, "barrel", "0 barrels"),
        (1, "stunned man", "1 stunned man"),
        (3, "stunned man", "3 stunned men"),
        (20, "day", "20 days"),
        (2, "try", "2 tries"),
        (2, "man on foot", "2 men on foot"),
        (1, "man on foot", "1 man on foot"),
    ],
)
def test_numbers_of_things_have_their_plural(number, one, words):
    assert counted(number, one) == words
