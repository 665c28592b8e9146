"""Tabs of rules and cards in a real browser: a cell that is changed moves what it has to, files go in and out."""

import re

import pytest

from explore.browser import page_of, served
from mangonel.engine.run import run
from mangonel.explore.edits import edited
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
CELL, OPTION = "melee-foot.1.1-1", "ram-rate"
FIELD, CHOICE = f"input[data-place='{CELL}']", f"select[data-place='{OPTION}']"
START = "?rules=siege&tab=rules&rules.table=melee-foot&scenario=short"


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    """A ladder assault of a few turns, which is exact at once."""
    file = tmp_path_factory.mktemp("scenarios") / "short.toml"
    text = load_scenario("ladder-one").file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"(?m)^turns = .*$", "turns = 8", text), encoding="utf-8")
    return load_scenario(file)


@pytest.fixture(scope="module")
def address(scenario):
    with served(str(scenario.file), "--rules", "siege") as where:
        yield where


def chance(page, *, changed):
    """Return how often the besiegers win by the sentence of the page, in percent; of `changed` rules that of now."""
    told = "document.querySelector('#bench-found').textContent"
    page.wait_for_function(
        f"changed => {told}.includes('win in') && !{told}.includes('about') && {told}.includes('before:') === changed",
        arg=changed,
    )
    return float(re.search(r"besiegers win in ([\d.]+)", page.text_content("#bench-found"))[1])


def test_a_changed_cell_moves_the_chance_by_what_a_comparison_says(browser, address, scenario):
    changed = SIEGE.applying(edited(SIEGE, (), "cell", CELL, "F"))
    difference = compare(scenario, SIEGE, changed, engine="exact").difference("besiegers").value
    with page_of(browser, address) as page:
        page.goto(address + START)
        before = chance(page, changed=False)
        assert before == pytest.approx(
            100 * run(build(scenario, SIEGE), engine="exact").probability("besiegers").value, abs=0.051
        )
        # What is refused is said, and nothing happens.
        page.fill(FIELD, "Q")
        page.keyboard.press("Enter")
        page.wait_for_selector("#rules-wrong_said .wrong")
        assert "allowed: A, B, C, D, E, F" in page.text_content("#rules-wrong_said")
        assert "allowed: A, B, C, D, E, F" in page.text_content(f"td:has({FIELD}) small.beside")
        page.wait_for_function(f'() => document.querySelector("{FIELD}").value === "C"')
        # By keyboard: the next cell is the next in order.
        page.focus(FIELD)
        page.keyboard.press("Control+a")
        page.keyboard.type("F")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.place") == "melee-foot.1.2-1"
        after = chance(page, changed=True)
        assert after - before == pytest.approx(100 * difference, abs=0.11)
        assert "unlike" in page.get_attribute(FIELD, "class")
        assert page.evaluate("document.activeElement.dataset.place") == "melee-foot.1.2-1"
        page.click("#handle-roll")
        page.wait_for_selector("#roll-answers h2")
        # Another page of this address has the change, too; this one undoes it.
        with page_of(browser, address, 360, "dark") as other:
            other.goto(page.url.replace("tab=roll", "tab=rules"))
            other.wait_for_selector(FIELD)
            assert other.input_value(FIELD) == "F"
            assert other.evaluate("document.documentElement.scrollWidth") <= 360
        page.click("#handle-rules")
        page.click(f"button[data-place='{CELL}']")
        assert chance(page, changed=False) == before
        assert page.input_value(FIELD) == "C"
        assert "rules.cell" not in page.url


def test_rule_files_go_out_and_in_and_bad_ones_change_nothing(browser, address, tmp_path):
    with page_of(browser, address) as page:
        page.goto(f"{address}{START}&rules.cell.{CELL}=F")
        page.wait_for_selector(FIELD)
        page.click("#rules-options summary")
        page.select_option(CHOICE, "every-second-turn")
        page.wait_for_function("() => document.querySelectorAll('.changes li').length === 2")
        with page.expect_download() as saved:
            page.click("#rules-overlay")
        file = tmp_path / "my-rules.toml"
        saved.value.save_as(file)
        rules = load_rules(file)
        assert [(change.where, change.after) for change in rules.changes] == [
            (OPTION, "every-second-turn"),
            (CELL, "F"),
        ]
        before = page.text_content("#rules-changes")
        bad = {
            b"x = [": "not valid TOML",
            b'schema = 1\nid = "a"\ntitle = "b"\nbase = "siege"\n[options]\nram-rate = "never"': "every-second-turn",
            b'schema = 1\nid = "a"\ntitle = "b"\nbase = "/etc/passwd"': "unknown rule set",
        }
        for content, wrong in bad.items():
            page.set_input_files("input[type=file]", {"name": "a.toml", "mimeType": "text/plain", "buffer": content})
            page.wait_for_function(
                "text => document.querySelector('#rules-wrong_said').textContent.includes(text)", arg=wrong
            )
            assert page.text_content("#rules-changes") == before
        page.click("#rules-changes > div > button")
        page.wait_for_function("() => document.querySelectorAll('.changes li').length === 0")
        page.set_input_files("input[type=file]", file)
        page.wait_for_function("() => document.querySelectorAll('.changes li').length === 2")
        assert not page.text_content("#rules-wrong_said").strip()
        assert page.input_value(CHOICE) == "every-second-turn"
        # A file that stands on another rule set is seen with that one.
        other = b'schema = 1\nid = "a"\ntitle = "b"\nbase = "croisades"\n[options]\nram-rate = "every-second-turn"'
        page.set_input_files("input[type=file]", {"name": "a.toml", "mimeType": "text/plain", "buffer": other})
        page.wait_for_function("() => document.querySelector('#bar_form [name=rules]').value === 'croisades'")
        page.wait_for_function("() => document.querySelectorAll('.changes li').length === 1")
        assert "rules=croisades" in page.url
        page.click("#rules-survey")
        page.wait_for_selector("#rules-surveyed progress")
        page.click("#rules-surveyed_stop")
        page.wait_for_selector("#rules-surveyed progress", state="detached")
        assert not page.text_content("#rules-surveyed").strip()


def test_the_card_of_the_rules_is_a_picture_and_a_file(browser, address, tmp_path):
    with page_of(browser, address, 360) as page:
        page.goto(f"{address}?rules=siege&tab=cards&cards.sheet=melee-foot")
        page.wait_for_selector(".sheet img")
        assert page.evaluate("document.querySelector('.sheet img').naturalWidth") > 100
        assert page.get_attribute(".sheet img", "alt")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        before = page.get_attribute(".sheet img", "src")
        with page.expect_download() as saved:
            page.click("#cards-pdf")
        assert saved.value.suggested_filename == "melee-foot-siege.pdf"
        saved.value.save_as(tmp_path / "card.pdf")
        assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
        page.goto(f"{address}?rules=siege&tab=cards&cards.sheet=melee-foot&rules.cell.{CELL}=F")
        page.wait_for_function(
            "before => (document.querySelector('.sheet img') || {src: before}).src !== before", arg=before
        )
