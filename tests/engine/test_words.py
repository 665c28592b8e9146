"""Numbers of things as words."""

import pytest

from cases import cases
from mangonel.engine.notes import counted

CASES = cases(__file__)


@pytest.mark.parametrize(("number", "one", "words"), CASES["test_numbers_of_things_have_their_plural"])
def test_numbers_of_things_have_their_plural(number, one, words):
    assert counted(number, one) == words
