"""The page for the web holds what ``mangonel odds`` answers; it is one file that asks nobody."""

import re
from dataclasses import replace
from itertools import product

import pytest
from click.testing import CliRunner
from msgspec import structs

import mangonel.document.offline as page_module
from document.reading import IN_A_BROWSER, answer_in, by_chance, data_of, expected, shown
from mangonel.cli.export import command
from mangonel.document.offline import Tabled, Writing, page_bytes, tabled
from mangonel.document.positions import page_languages
from mangonel.errors import DataError
from mangonel.games.question import tabled_fields
from mangonel.games.system import system_of, usual_system
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.words import load_locale, locale_names

QUICK = ("missed-shot", "batter", "topple", "heal", "panic", "extinguish")
CRYHAVOC = usual_system()


@pytest.fixture(scope="module")
def few():
    """A game with a few of its questions."""
    questions = tuple(one for one in CRYHAVOC.questions() if one.name in QUICK)
    return replace(CRYHAVOC, questions=lambda: questions)


@pytest.fixture(scope="module")
def rules():
    return [load_rules("siege"), load_rules("croisades")]


@pytest.fixture(scope="module")
def page(few, rules):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_module, "system_of", lambda _: few)
        return page_bytes(rules, "de")


def test_the_data_answers_as_the_program_does(page, few, rules):
    data = data_of(page)
    names = {one["name"]: one for one in data["questions"]}
    assert list(names) == [one.name for one in few.questions()]
    refused = 0
    for question, fields, values in by_chance(few, rules, 240, 7):
        begun = [one["usual"] for one in names[question.name]["fields"]]
        assert [one.values[place] for one, place in zip(fields, begun, strict=True)] == [one.usual for one in fields]
        for under, rule_set in enumerate(rules):
            answer = answer_in(data, names[question.name], under, values)
            wanted = expected(question, fields, values, rule_set)
            assert shown(data, answer) == wanted, (question.name, values, rule_set.id)
            refused += isinstance(wanted, str)
    assert 10 < refused < 400


def test_a_roll_that_there_is_not_is_refused_in_every_language():
    words = page_languages("en")
    writing = Writing.of(CRYHAVOC, words, CRYHAVOC.id)
    no_shot = Tabled(None, ("no shot: a shortbow reaches 75 hexes",), ((),))
    asked = writing.question(CRYHAVOC.questions()[0], (), [no_shot])
    (answer,) = (writing.answers.things[place] for place in asked["under"][0]["answers"])
    assert len({*writing.texts.things[answer["refused"]]}) == len(words)


def answer_at(found: Tabled, point: tuple[int, ...]):
    return found.answers[0 if found.diagram is None else found.diagram.place(point)]


# The page that is tried in a browser has the others, and the second game with all that its rule sets add.
@pytest.mark.release
@pytest.mark.parametrize("name", sorted({*rule_set_names(CRYHAVOC.id)} - {*IN_A_BROWSER[CRYHAVOC.id]}))
def test_tables_answer_as_the_program_does_under_every_other_rule_set(name):
    rules = load_rules(name)
    known = {}
    for question, fields, values in by_chance(CRYHAVOC, [rules], 100, 11):
        if question.name not in known:
            known[question.name] = tabled(question, fields, rules)
        found = answer_at(known[question.name], tuple(field.values.index(values[field.key]) for field in fields))
        wanted = expected(question, fields, values, rules)
        if isinstance(wanted, str):
            assert found == wanted
        else:
            told = found.to_dict()
            assert (told["fractions"], list(found.order)) == wanted[:2], values


def test_a_lost_cell_is_said_of_the_types_that_need_it():
    rules = load_rules("filo")
    combat = next(one for one in system_of(rules).questions() if one.name == "combat")
    wide = ("attacker.type", "defender.type", "charge")
    fields = tuple(
        field if field.key in wide else structs.replace(field, values=(field.usual,))
        for field in tabled_fields(system_of(rules), combat, [rules])
    )
    assert set(wide) <= {field.key for field in fields}
    answers, lost = tabled(combat, fields, rules), 0
    for point in product(*(range(len(field.values)) for field in fields)):
        found = answer_at(answers, point)
        wanted = expected(
            combat, fields, {one.key: one.values[at] for one, at in zip(fields, point, strict=True)}, rules
        )
        if isinstance(wanted, str):
            assert found == wanted
            lost += "unknown" in wanted
        else:
            assert (found.to_dict()["fractions"], list(found.order)) == wanted[:2]
    assert lost


def test_it_speaks_every_language_its_own_first(page):
    data = data_of(page)
    assert [one["id"] for one in data["languages"]] == ["de", *(name for name in locale_names() if name != "de")]
    assert all(len(texts) == len(locale_names()) for texts in data["texts"])
    question = next(one for one in data["questions"] if one["name"] == "topple")
    words = load_locale("de")
    assert data["texts"][question["label"]][0] == words.word("questions", "topple")
    assert data["page"]["about"][0] == words.text("web.about")


def test_it_is_one_file_that_names_nothing_outside(page):
    text = page.decode()
    assert not re.search(r'(?:src|href)="(?!data:)|https?://|@import|url\((?!data:)', text)
    assert "default-src 'none'" in text


def test_texts_of_a_rule_file_cannot_end_what_they_stand_in(few, rules, monkeypatch):
    monkeypatch.setattr(page_module, "system_of", lambda _: replace(few, questions=lambda: few.questions()[-1:]))
    mine = replace(rules[0], title="</script><script>alert(1)</script>")
    text = page_bytes([mine]).decode()
    assert text.count("</script>") == 3
    assert data_of(text.encode())["texts"][data_of(text.encode())["rules"][0]["title"]][0] == mine.title


def test_the_command_writes_it_and_refuses_what_only_a_scenario_has(few, monkeypatch, tmp_path):
    monkeypatch.setattr(page_module, "system_of", lambda _: replace(few, questions=lambda: few.questions()[-1:]))
    file = tmp_path / "page.html"
    asked = ["--out", str(file), "--rules", "siege", "--lang", "fr"]
    said = CliRunner().invoke(command, asked)
    assert said.exit_code == 0, said.output
    assert said.output.strip() == str(file)
    assert b'<html lang="fr">' in file.read_bytes()
    with pytest.raises(DataError, match="exists already"):
        CliRunner().invoke(command, asked, catch_exceptions=False)
    with pytest.raises(DataError, match="cannot be written to"):
        CliRunner().invoke(command, ["--out", str(file / "page.html")], catch_exceptions=False)


def test_results_that_are_words_are_words_of_each_language_and_printed_letters_are_not(monkeypatch):
    game = system_of(load_rules("filo-read"))
    rally = tuple(one for one in game.questions() if one.name == "rally")
    monkeypatch.setattr(page_module, "system_of", lambda _: replace(game, questions=lambda: rally))
    data = data_of(page_bytes([load_rules("filo-read")], "de"))
    assert data["texts"][data["letters"]["rallies"]][0] == "sammelt sich"
    assert "-" not in data["letters"]
