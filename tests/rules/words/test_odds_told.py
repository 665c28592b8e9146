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
DUEL = CASES["DUEL"]
SHOT = CASES["SHOT"]
RALLY = {
    "quality": 5, "routed": False, "fatigued": False, "bonus": (), "beside_enemy": False, "de_rada": "none",
    "almohad_banner": False, "al_andalus": False, "movement": None, "cavalry": False,
}  # fmt: skip
LEADER = {"rolls": 1, "wounded": False, "tested": False, "no_banner": False}
BONUSES = {"bonus_a": 0, "bonus_b": 0, "leader_a": (), "leader_b": ()}
LOSSES = {
    "of": "christians", "eliminated": (), "fled": (), "killed": 0, "captured": 0, "al_andalus": 0, "de_rada": False,
    "ruy_diaz": False, "theirs": 0, "turn": 1,
}  # fmt: skip
UNITS = {
    "attacker": ("Ha:3:5:leader=1", "Ha:3:4:fatigued:rear:stream"),
    "defender": ("Pi:4:5:wood", "Pi:2:3:demoralised:wood:leader=2"),
}
ASKED = [*CASES["ASKED"],
    ("combat", DUEL),
    ("combat", DUEL | {"charge": True, "approach": 2}),
    ("combat", DUEL | {"charge": True, "defender": ("Ch:4:6",)}),
    ("combat", DUEL | {"attacker": ("Ha:9:9", "Ha:9:9:rear"), "defender": ("Il:1:1:routed",), "room": "blocked"}),
    ("combat", DUEL | UNITS),
    ("combat", DUEL | {"attacker": ("Ch:4:6:ruy_diaz:demoralised",), "defender": ("Pi:4:5:routed",), "dropped": True}),
    ("fire", SHOT),
    ("fire", SHOT | {"terrain": ("wall",), "from_inside": True}),
    ("fire", SHOT | {"terrain": ("village",), "state": "demoralised_fatigued"}),
    ("fire", SHOT | {"shooter": ("Ab:2:moved:demoralised:mounted", "Ab:9"), "distance": (2, 3), "state": "routed_fresh"}),
    ("fire", SHOT | {"shooter": ("Ar:9",), "distance": (2,)}),
    ("fire", SHOT | {"shooter": ("At:9",)}),
    ("fire", SHOT | {"shots": 3}),
    ("rally", RALLY),
    ("rally", RALLY | {"routed": True, "fatigued": True, "bonus": (1, 2), "movement": 5, "cavalry": True}),
    ("rally", RALLY | {"de_rada": "with"}),
    ("rally", RALLY | {"de_rada": "beside"}),
    ("rally", RALLY | {"almohad_banner": True, "al_andalus": True}),
    ("leader", LEADER),
    ("leader", LEADER | {"wounded": True, "tested": True}),
    ("leader", LEADER | {"no_banner": True}),
    ("initiative", BONUSES),
    ("initiative", BONUSES | {"bonus_a": 2, "leader_a": (1, 3), "leader_b": (2, 2)}),
    ("victory", LOSSES),
    ("victory", LOSSES | {"eliminated": ("Ch", "Pi"), "fled": ("Il",), "killed": 1, "captured": 1, "de_rada": True, "ruy_diaz": True}),
    ("victory", LOSSES | {"of": "muslims", "al_andalus": 7, "theirs": 3, "turn": 12, "eliminated": ("Ch",) * 20}),
]  # fmt: skip


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
