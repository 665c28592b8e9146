"""No word of a sheet comes from anywhere but the language file."""

import pytest

from mangonel.games.cryhavoc.sheets import CATALOGUE
from mangonel.paper.wanted import Asked
from pace import slow_after
from paper.asking import every_view, own_rules, rules, sheet, texts_of
from rules.words.marking import left_over, marked


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
