"""Sides of ¡Al filo go by their units, and why a decision or a difference is not possible is told in the words of the language."""

from dataclasses import replace
from functools import lru_cache

import pytest

from cases import cases
from mangonel.document.decisions import tactics_told
from mangonel.document.offline import Writing
from mangonel.document.positions import WholeGame, page_languages, position_names, written_game
from mangonel.document.study import study_of
from mangonel.document.summary import study_told
from mangonel.document.text import plain
from mangonel.engine.intervals import Estimate
from mangonel.engine.position import position
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.explore.coach import coached
from mangonel.explore.jobs import pulled
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.paper.blocks import Paragraph
from mangonel.paper.charts.numbers import short
from mangonel.rules.loading import load_rules
from mangonel.rules.words import PhraseBook, load_locale, locale_names, speaking
from mangonel.studies.decide import best
from mangonel.studies.shown import Simulation
from mangonel.studies.tablebase import tablebase
from mangonel.studies.tactics import tactics
from pace import slow_after
from rules.words.marking import said_in

CASES = cases(__file__)

RULES = load_rules("filo-read")
FINDINGS = CASES["FINDINGS"]


@lru_cache
def played(name):
    return Simulation(run(build(load_scenario(name), RULES), engine="monte-carlo", trials=40, seed=1), rules=RULES)


def told(name, lang, *, everything=False):
    with speaking(lang):
        return plain(study_told(study_of(played(name)), everything=everything), width=400)


@pytest.mark.parametrize("lang", FINDINGS)
def test_the_finding_names_the_units(lang):
    assert FINDINGS[lang] in told("engagement-pikes", lang)


@pytest.mark.parametrize("lang", slow_after(1, sorted(locale_names())))
@pytest.mark.parametrize(
    "name", slow_after(2, ["engagement-pikes", "line-navas", "battle-navas", "waves-kings", "command-navas"], 2)
)
def test_no_letter_of_a_side_is_left(name, lang):
    words = load_locale(lang)
    text = told(name, lang, everything=True).casefold()
    for letter in "ab":
        side = words.word("sides", letter).casefold()
        assert side not in text.replace(f"{side}-", ""), side


def test_a_side_of_many_types_keeps_its_letter_unless_the_scenario_has_its_name():
    navas = load_scenario("battle-navas")
    assert [side.units for side in build(navas, RULES).sides] == ["christians", "almohads"]
    nameless = navas.replaced({"a.called": "units", "b.called": "units"})
    assert [side.units for side in build(nameless, RULES).sides] == ["", ""]


TOLD = CASES["TOLD"]


@pytest.mark.parametrize("lang", TOLD)
def test_a_told_game_names_the_units_in_whole_sentences(lang):
    words = load_locale(lang)
    game = play_trace(build(load_scenario("engagement-knights"), RULES), seed=5)
    lines = "\n".join(said_in(lang, game.lines))
    for sentence in TOLD[lang]:
        assert sentence in lines
    for letter in "ab":
        assert words.word("sides", letter).casefold() not in lines.casefold()


def test_two_sides_alike_keep_their_letters():
    alike = [name for name in scenario_names() if _units(name) and len(set(_units(name))) == 1]
    assert alike
    assert "side a" in told(alike[0], "en")
    # Not "le camp a gagne", in which a is a verb.
    assert "le camp A gagne" in told(alike[0], "fr").replace("Le", "le")


def _units(name):
    scenario = load_scenario(name)
    if scenario.system.id != "filo":
        return []
    return [side.units for side in build(scenario, RULES).sides if side.units and side.name in "ab"]


FILO, READ, NAVAS, SIEGE = (load_rules(name) for name in ("filo", "filo-read", "navas", "siege"))
PIKES = load_scenario("engagement-pikes").replaced({"turns": 1})
FOOT = load_scenario("engagement-pikes").replaced({"turns": 1, "a.kind": "pikemen", "policies.a.charge": False})
BARRED = (
    ("engagement-pikes", READ, {"policies.b.until": "gone"}),
    ("engagement-pikes", READ, {"b.edge": 3}),
    ("engagement-pikes", READ, {"policies.b.charge": True}),
    ("engagement-pikes", READ, {"b.state": "routed_fresh"}),
    ("engagement-pikes", READ, {"a.kind": "bombards", "policies.a.act": "attack"}),
    ("engagement-pikes", READ, {"b.ground": ["river_pond"]}),
    ("waves-kings", READ, {"policies.a.until": "rout", **{f"waves.{n}.state": "routed_fresh" for n in (1, 2, 3)}}),
    ("recovery-militia", NAVAS, {"policies.de_rada": "worst"}),
    ("ladder-four", SIEGE, {"policies.facing": "shoot"}),
)


def not_possible(found, words):
    """Return the lines that list what is not possible."""
    blocks = said_in(words, tactics_told, found, "a")
    begin = words.text("telling.barred")
    return " ".join(block.text for block in blocks if isinstance(block, Paragraph) and block.text.startswith(begin))


@pytest.fixture(scope="module")
def ranked():
    """Decisions of foot on foot, of which one asks for a charge, and of pikemen whose cells are lost."""
    return tactics(FOOT, READ), tactics(PIKES, FILO.replaced(options={"result-dashes": "none"}))


@pytest.mark.parametrize("language", slow_after(1, locale_names(), 2))
def test_the_reason_is_told_in_the_language(ranked, language):
    words = load_locale(language)
    book = said_in(words, PhraseBook, "filo")
    for found, reason in (
        (ranked[0], "none of these units ever charges, only those of Ch and Ha on horseback do"),
        (ranked[1], "the source has lost a cell that it needs"),
    ):
        line = not_possible(found, words)
        assert f"({book.told(reason)})" in line
        assert (reason in line) == (language == "en")


@pytest.mark.parametrize(("name", "rules", "changes"), BARRED, ids=str)
def test_every_language_has_words_for_the_reasons(name, rules, changes):
    with pytest.raises(DataError) as refused:
        build(load_scenario(name).replaced(changes), rules)
    for language in locale_names():
        book = said_in(language, PhraseBook, rules.system)
        told = book.told(refused.value.message)
        assert told is not None, language
        assert (told == refused.value.message) == (language == "en")


def test_a_reason_without_a_phrase_stays_english(ranked):
    words = load_locale("es")
    odd = replace(ranked[0], left_out=(({"policies.a.charge": True}, "no such thing"),))
    assert "no such thing" in not_possible(odd, words)


@pytest.mark.slow
def test_pages_of_positions_and_levers_name_the_units_and_who_decides():
    hill = load_scenario("engagement-hill").replaced({"turns": 2})
    process, languages = build(hill, READ), page_languages("en")
    table = tablebase(process, position_names(process), "a")
    writing = Writing.of(hill.system, languages, "filo")
    written_game(WholeGame(hill, (READ,), (), {(): (table,)}, (), "a", (), ()), writing)
    for words, texts in zip(languages, zip(*writing.texts.things, strict=True), strict=True):
        assert not any(words.word("sides", letter) in text.casefold() for text in texts for letter in "ab")
    assert any("knights: action" in texts for texts in writing.texts.things)
    lever = pulled(hill, READ, {"policies.b.act": "hold"}, "a", Estimate.of_exact(0.5), lambda _: None)
    assert lever.text.startswith("knights")
    shares = [one.share for one in best(hill, READ, "a").at(position(process, 1, {})) if one.decision == "a.act"]
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("language", slow_after(1, locale_names(), 2))
def test_the_coach_says_the_chance_from_the_position(language):
    ladder = load_scenario("ladder-one").replaced({"besiegers.men": 4, "turns": 8})
    words, place = load_locale(language), position(build(ladder, SIEGE), 4, {"besiegers": 3})
    alone = best(ladder, SIEGE, position=place)
    lead = said_in(words, coached, ladder, SIEGE, alone.side, 4, {"besiegers": 3}, lambda _: None)[0].text
    for chance in (alone.shipped, alone.value):
        assert said_in(words, short, Estimate.of_exact(chance)) in lead
