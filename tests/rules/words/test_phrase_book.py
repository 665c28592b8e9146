"""A game told in another language: nothing stays English, nothing is lost, and bad phrases are refused."""

import ast
import re
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from itertools import chain, product
from pathlib import Path

import pytest

from cases import cases
from mangonel import games, load_rules
from mangonel.engine.trace import Event, filled, play_trace, told_in_lines
from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario, scenario_names
from mangonel.games.system import system_of
from mangonel.games.system import systems as all_games
from mangonel.rules.words import PhraseBook, load_locale, locale_names
from rules.words.marking import left_over, marked, said_in
from shipped_games import shipped_game
from syntax import nodes_of
from told_texts import kind_of, texts_of

CASES = cases(__file__)

OTHERS = [name for name in locale_names() if name != "en"]
SETS = {game.id: (game.rules, game.compared) for game in all_games()} | {
    "cryhavoc": ("siege", "siege-de", "croisades", "vikings")
}
FIRST = {game: names[-1:] for game, names in SETS.items()} | {"cryhavoc": ("siege",)}
# To play all sequences for their texts takes long.
under_rules = pytest.mark.parametrize("sets", ["first", "all"])
in_other_languages = pytest.mark.parametrize("language", OTHERS)


def one_of_each(game):
    return {load_scenario(name).sequence: name for name in scenario_names(game)}.values()


@lru_cache
def sequences(sets):
    """Return shipped games under some rule sets, by rule set: all of them, or one of each sequence under the first."""
    return {
        rules: [shipped_game(name, rules) for name in (scenario_names(game) if sets == "all" else one_of_each(game))]
        for game, names in (SETS if sets == "all" else FIRST).items()
        for rules in names
    }


@lru_cache
def every_text(sets):
    """Return all that the shipped sequences can tell under some rule sets, one text of each kind."""
    found = {}
    for playing in sequences(sets).values():
        told = set()
        found |= {kind_of(text): text for game in playing for text in texts_of(game, told)}
    return tuple(found.values())


@lru_cache
def book(language):
    return said_in(language, PhraseBook)


@pytest.mark.release
@under_rules
@in_other_languages
def test_nothing_that_a_sequence_can_tell_stays_english(language, sets):
    assert [text for text in every_text(sets) if book(language).told(text) is None] == []


# A name, and a word that is written alike.
ALIKE = {"fr": {"De Rada", "initiative"}}


@pytest.mark.release
@pytest.mark.slow
def test_the_games_of_a_few_seeds_are_told_to_the_last_line():
    said = defaultdict(dict)
    for sequence, seed in product(chain.from_iterable(sequences("all").values()), (1, 4)):
        game = play_trace(sequence, seed=seed, turns=12)
        said[game.game] |= {(event.phase, event.text): event for event in game.events}
    assert sum(map(len, said.values())) > 3000
    for (name, events), language in product(said.items(), OTHERS):
        told = said_in(language, told_in_lines, events.values(), "turn", name)
        english = {line.text.strip() for line in told if line.in_english}
        assert english - ALIKE.get(language, {"De Rada"}) == set(), language


@in_other_languages
def test_a_whole_game_has_as_many_lines_with_the_same_indents(language):
    game = play_trace(shipped_game("ladder-panic", "siege"), seed=3)
    english, told = list(game.lines()), list(said_in(language, game.lines))
    assert [len(line) - len(line.lstrip()) for line in told] == [len(line) - len(line.lstrip()) for line in english]
    assert not set(told) & {line for line in english if "  " not in line}


@pytest.mark.release
@under_rules
def test_every_word_of_a_line_comes_from_the_language_file(sets):
    told = said_in(marked(), PhraseBook)
    assert {text: left_over(told.told(text)) for text in every_text(sets) if left_over(told.told(text))} == {}


@pytest.mark.release
@under_rules
def test_english_is_told_as_it_is(sets):
    assert [book("en").told(text) for text in every_text(sets)] == list(every_text(sets))
    assert book("en").told("whatever a sequence of mine says") == "whatever a sequence of mine says"


# What several places of one note want stands first: all ways are tried.
SAID = ("of side a", "attack", "attacks", "1", "ram", "siege tower", "the man on wall hex 1", "defenders", "defender", "soldiers",
        "men of party 1", "fit man", "of the besiegers", "is wounded", "2 D marks", "riders", "1 man", "tower shooter 1",
        "knight", "back to the top", "the riders fall", "3 light, 2 heavy ({:point})", "white tent", "side a", "a",
        "organised, fresh")  # fmt: skip


@lru_cache
def notes():
    """Return the text of every note in the source of the sequences, cut where something is filled in."""
    found = []
    for file in sorted(Path(next(iter(games.__path__))).rglob("*.py")):
        for node in nodes_of(file):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
                text = node.args[0]
                if isinstance(text, ast.Constant):
                    found.append((text.value,))
                elif isinstance(text, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else None for part in text.values]
                    found.append(tuple(parts))
    return found


@pytest.mark.release
@in_other_languages
def test_notes_that_these_games_do_not_come_to_have_a_phrase_too(language):
    assert len(notes()) > 100
    missing = []
    for parts in notes():
        ways = product(*([part] if part is not None else SAID for part in parts))
        if not any(book(language).told(filled("".join(way), [2] * 9, "tower shooter 1")) for way in ways):
            missing.append(parts)
    assert missing == []


BY_HAND = CASES["BY_HAND"]


@pytest.mark.parametrize("language", sorted(BY_HAND))
def test_lines_worked_by_hand(language):
    assert {text: book(language).told(text) for text in BY_HAND[language]} == BY_HAND[language]


def test_what_has_no_phrase_stays_english_and_says_so():
    events = [Event(1, "morning", "the sun rises over Acre"), Event(1, "my own phase", "nobody shoots")]
    lines = list(said_in("de", told_in_lines, events, "watch"))
    assert [(line.text, line.in_english) for line in lines] == [
        ("Watch 1", False),
        ("  Morgen", False),
        ("    the sun rises over Acre", True),
        ("  my own phase", True),
        ("    niemand schießt", False),
    ]


def test_a_copy_of_the_english_file_is_english_until_it_is_translated():
    begun = replace(load_locale("en"), language="pl")
    (_, line) = said_in(begun, told_in_lines, [Event(1, "", "nobody shoots")], "turn")
    assert (line.text, line.in_english) == ("    nobody shoots", True)
    assert not any(line.in_english for line in told_in_lines([Event(1, "", "nobody shoots")], "turn"))


HEAD = 'schema = 1\nlanguage = "club"\nname = "Club"\nbase = "de"\n[phrases]\n'


@pytest.fixture
def own(write):
    def read(phrases):
        file = write("club.toml", HEAD + phrases)
        return said_in(file, PhraseBook)

    return read


def test_phrases_of_ones_own_go_before_those_of_the_base(own):
    mine = own('"the sun rises over {name}" = "Sonnenaufgang: {name}"\n"nobody shoots" = "Ruhe"\n')
    assert mine.told("the sun rises over Acre") == "Sonnenaufgang: Acre"
    assert mine.told("nobody shoots") == "Ruhe"
    assert mine.told("morning") == "Morgen"


def test_of_two_phrases_the_one_with_more_letters_is_taken(own):
    mine = own('"{name} sinks" = "versinkt: {name}"\n"the boat {n} sinks" = "Boot {n} versinkt"\n')
    assert mine.told("the boat 3 sinks") == "Boot 3 versinkt"
    assert mine.told("the raft sinks") == "versinkt: the raft"


def test_a_list_of_any_length_is_told_or_stays_english(own):
    few, many = (", ".join(["morning"] * count) for count in (30, 3000))
    mine = own(f'"{many}" = "Morgen um Morgen"\n')
    assert mine.told(few) == few.replace("morning", "Morgen")
    assert mine.told(f"{many}, evening") is None
    assert mine.told(many) == "Morgen um Morgen"


@pytest.mark.parametrize(("phrase", "parts"), CASES["test_bad_phrases_are_refused"])
def test_bad_phrases_are_refused(own, phrase, parts):
    with pytest.raises(DataError) as error:
        own(phrase)
    assert "phrases" in str(error.value)
    for part in parts:
        assert part in str(error.value)


USUAL = CASES["USUAL"]
USUAL["rally"]["movement"] = None
ASKED = [(name, USUAL.get(name, {}) | values) for name, values in CASES["ASKED"]]


@lru_cache
def every_answer():
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


def understood(phrases, text, rules):
    ids = {*rules.tables, *(letter for table in rules.tables.values() for letter in table.results)}
    return text in ids or phrases.told(text) is not None or phrases.meaning(text) != text or bool(TYPED.fullmatch(text))


@in_other_languages
def test_no_answer_of_the_second_game_stays_english(language):
    phrases, rules = said_in(language, PhraseBook), load_rules("navas")
    assert [(name, text) for text, name in every_answer().items() if not understood(phrases, text, rules)] == []
