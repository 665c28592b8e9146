"""What is answered on the page is in words: nothing stands there that only who types a command or a file knows."""

import pytest

from cases import cases
from mangonel.explore.roll import answers_html, given_in
from mangonel.games.system import system_of
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale

CASES = cases(__file__)


def answered(rules, question, lang="de", **said):
    rule_set = load_rules(rules)
    asked = next(one for one in system_of(rule_set).questions() if one.name == question)
    return str(answers_html(asked, given_in(asked, said), (rule_set,), load_locale(lang)))


@pytest.mark.parametrize(
    ("rules", "question", "words", "ids"),
    CASES["test_table_column_and_readings_are_told_in_words"],
)
def test_table_column_and_readings_are_told_in_words(rules, question, words, ids):
    html = answered(rules, question)
    assert [each for each in words if each not in html] == []
    assert [each for each in ids if each in html] == []


def test_what_cannot_be_asked_with_one_more_is_no_line():
    # Movement points before a charge cannot be asked of who does not charge.
    alone = answered("filo-read", "combat", "en")
    assert "movement points before the charge" not in alone
    assert "What one more would do" not in alone
    assert "+1 movement points before the charge" in answered("filo-read", "combat", "en", charge="true")
