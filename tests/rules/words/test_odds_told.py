"""Answers of single rolls in other languages: no fact and no meaning stays English."""

import re
from functools import lru_cache

import pytest

from cases import cases
from mangonel import load_rules
from mangonel.games.system import system_of
from mangonel.rules.words import PhraseBook, load_locale, locale_names

CASES = cases(__file__)

OTHERS = [name for name in locale_names() if name != "en"]
USUAL = CASES["USUAL"]
USUAL["rally"]["movement"] = None
ASKED = [(name, USUAL.get(name, {}) | values) for name, values in CASES["ASKED"]]


@lru_cache
def every_text():
    """Return the facts, the meanings and the outcomes of the answers."""
    rules = load_rules("navas")
    questions = {question.name: question for question in system_of(rules).questions()}
    texts = {}
    for name, values in ASKED:
        answer = questions[name].answered(rules, values)
        rolls = questions[name].thrown(rules, values)
        dice = [text for roll in rolls for text in (roll.when, *roll.meanings.values())]
        for text in (*answer.lines, *answer.lines.values(), *answer.meanings.values(), *answer.named, *dice):
            texts[text] = name
    return texts


# Values of options as read, the order of leaders, and faces with their results, are typed or printed as they are.
TYPED = re.compile(
    r"[a-z]+(?:-[a-z]+)+|[\w-]+ = [\w-]+(?:, [\w-]+ = [\w-]+)*|(?:[ab]\d+(?: or )? ?)+|(?:[\d-]+ \S+(?:, )?)+|[\d/]*"
)


def understood(book, text, rules):
    ids = {*rules.tables, *(letter for table in rules.tables.values() for letter in table.results)}
    return text in ids or book.told(text) is not None or book.meaning(text) != text or bool(TYPED.fullmatch(text))


@pytest.mark.parametrize("language", OTHERS)
def test_no_answer_of_the_second_game_stays_english(language):
    book, rules = PhraseBook(load_locale(language)), load_rules("navas")
    assert [(name, text) for text, name in every_text().items() if not understood(book, text, rules)] == []
