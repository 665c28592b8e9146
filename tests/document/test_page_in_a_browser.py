"""Pages in a real browser: hundreds of questions, a phone, the keyboard, no network, nothing wider than the screen."""

from dataclasses import replace

import pytest

from cases import text_of
from document.made_study import full_page
from document.reading import IN_A_BROWSER, by_chance, data_of, expected, shown
from mangonel.document.offline import page_bytes
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules
from pace import PATIENCE, slow_after

pytestmark = pytest.mark.slow

NAMELESS = """[...document.querySelectorAll("input, select, button")].filter(
  one => !one.labels?.length && !one.ariaLabel && !one.textContent.trim()).length"""
ASK = """questions => questions.map(([name, under, values]) =>
  data.answers[answerOf(data, data.questions.find(one => one.name === name), under, values)])"""


def opened(browser, file, width=1400, scheme="light", ready="#answers section"):
    """Return the page, without a network, and what goes wrong on it."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)
    page, wrong = context.new_page(), []
    page.set_default_timeout(1000 * PATIENCE)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
    page.goto(file.as_uri())
    page.wait_for_selector(ready)
    return page, wrong


def by_hand(page, width):
    """Ask by keyboard alone, in another language, and see that the page fits and that every control has a name."""
    page.select_option("#language", label="Deutsch")
    page.focus("#question")
    page.keyboard.type("Schuss")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "field-weapon"
    # The button before the number takes one away, the number itself takes what is typed.
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.input_value("#field-distance") == "9"
    page.keyboard.press("Tab")
    page.keyboard.type("40")
    assert "distance=40" in page.url
    assert "Schuss" in page.text_content("#question option:checked")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(NAMELESS) == 0
    before = page.text_content("#answers")
    page.reload()
    page.wait_for_selector("#answers section")
    assert page.text_content("#answers") == before, "the address holds what was asked"
    page.select_option("#language", label="Français")
    assert "\N{NO-BREAK SPACE}: " in page.text_content("#answers"), "names stand before a colon as the language has it"


@pytest.mark.parametrize(("game", "count"), slow_after(0, [("cryhavoc", 1), ("cryhavoc", 2), ("filo", 1)], 1))
def test_hundreds_of_questions_and_the_page_by_hand(browser, game, count, tmp_path, monkeypatch):
    whole = next(one for one in systems() if one.id == game)
    # All questions before a release, else every second.
    step = 2 if (game, count) == ("cryhavoc", 1) else 1
    system = replace(whole, questions=lambda: whole.questions()[step - 1 :: step])
    monkeypatch.setattr("mangonel.document.offline.system_of", lambda _: system)
    rules = [load_rules(name) for name in IN_A_BROWSER[game][:count]]
    file = tmp_path / "page.html"
    file.write_bytes(page_bytes(rules))
    page, wrong = opened(browser, file)
    drawn = [
        (one, fields, values, number % len(rules))
        for number, (one, fields, values) in enumerate(by_chance(system, rules, 200, 3))
    ]
    data = data_of(file.read_bytes())
    answers = page.evaluate(ASK, [[one.name, under, values] for one, _, values, under in drawn])
    differ = [
        (one.name, under, values)
        for (one, fields, values, under), answer in zip(drawn, answers, strict=True)
        if shown(data, answer) != expected(one, fields, values, rules[under])
    ]
    assert differ == []
    if game == "cryhavoc":
        by_hand(page, 1400)
        small, wrong_there = opened(browser, file, 360, "dark")
        by_hand(small, 360)
        assert wrong_there == []
    assert wrong == []


LOOK = text_of(__file__, "in_browser_look.js")


@pytest.mark.parametrize(
    ("width", "scheme", "columns", "ink"),
    [
        (360, "light", "auto", "rgb(26, 26, 26)"),
        (800, "dark", "auto", "rgb(232, 232, 232)"),
        (1400, "light", "2", "rgb(26, 26, 26)"),
    ],
)
def test_a_page_fits_its_screen_and_answers_to_keys(browser, tmp_path, width, scheme, columns, ink):
    (tmp_path / "page.html").write_bytes(full_page())
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto((tmp_path / "page.html").as_uri())
    found = page.evaluate(LOOK)
    page.close()
    assert found["wide"] == 0
    assert found["hidden"] < found["before"] == found["after"]
    assert (found["pressed"], found["focus"]) == ("false", 0)
    assert found["turn"].startswith("turn 3")
    assert (found["columns"], found["ink"]) == (columns, ink)
    # The finding is on the first screen of a phone.
    assert width > 360 or found["lead"] < 640
