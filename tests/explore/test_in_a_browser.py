"""The pages in a real browser: they answer as the program does, by keyboard, in every language, on a phone."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from explore.browser import page_of, served
from mangonel.document.headline import happening, result_finding
from mangonel.engine.owners import naming
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.games.system import system_of
from mangonel.paper.charts.numbers import short
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale
from pace import PATIENCE

pytestmark = pytest.mark.slow

SCRIPT = "<script>document.title = 'taken'</script>"
LEAD = "#bench-found .lead"
HELD = "#bench-numbers th:has-text('held')"
ENGLISH = load_locale("en")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    rules = folder / "mine.toml"
    rules.write_text(
        f'schema = 1\nbase = "siege"\nid = "mine"\ntitle = "{SCRIPT}"\n[[change]]\ntable = "melee-foot"\nrow = "1"\ncolumn = "2-1"\nvalue = "F"\n'
    )
    scenario = folder / "short.toml"
    # A short way for a ram, which is exact at once.
    text = re.sub('(?<=title = ").*(?=")', SCRIPT, load_scenario("ram-gate").file.read_text(encoding="utf-8"))
    scenario.write_text(text.replace("turns = 40", "turns = 12").replace("x 18", "x 2"))
    return scenario, rules


@pytest.fixture(scope="module")
def address(files):
    with served(str(files[0]), "--rules", str(files[1]), "--rules", "siege") as where:
        yield where


def lead(page, holding):
    from playwright.sync_api import expect

    expect(page.locator(LEAD)).to_contain_text(holding, timeout=1000 * PATIENCE)


def gone(page, what):
    page.wait_for_selector(what, state="detached")


def exact(scenario, side="besiegers", under="siege", **changes):
    """Return what the page says of a scenario; with changes the clause that says how often, with them."""
    rules = load_rules(under)
    loaded = load_scenario(scenario).replaced(changes)
    result = run(build(loaded, rules), engine="exact")
    if not changes:
        return result_finding(result, side, rules.title.partition(", ")[0])
    often = f"in {short(result.probability(side))} of the games; before: "
    with naming(result.sides):
        return happening(side, result.sequence, often)


def test_every_tab_is_there_in_a_language_and_fits_a_phone_light_and_dark(browser, address):
    for language, width, scheme in (("de", 360, "dark"), ("en", 1200, "light")):
        with page_of(browser, address, width, scheme) as page:
            page.goto(f"{address}?tab=roll&lang={language}")
            page.wait_for_selector(".strip li")
            assert page.get_attribute("html", "lang") == language
            for handle in page.query_selector_all("[role=tab]"):
                handle.click()
                assert page.is_visible(f"#{handle.get_attribute('aria-controls')}")
                assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            # Every control has a name to be read out.
            nameless = page.evaluate(
                "Array.from(document.querySelectorAll('main input:not([type=hidden]), main select, main button'))"
                ".filter(one => !(one.labels?.[0]?.textContent.trim() || one.textContent.trim() || one.ariaLabel)).length"
            )
            assert nameless == 0


def test_names_stay_text(browser, address):
    with page_of(browser, address) as page:
        page.goto(f"{address}?tab=sequence")
        lead(page, SCRIPT)
        assert page.title() == "Explorer"
        page.goto(f"{address}?tab=dice&roll.question=melee&roll.attack={SCRIPT}&scenario={SCRIPT}&lang={SCRIPT}")
        page.wait_for_selector(".wrong")
        assert page.title() == "Explorer"
        assert page.text_content("#line") == f"Not found here, so left out: {SCRIPT} and dice."
        # A field for a number takes nothing of it.
        assert page.text_content(".wrong") == "Attack strength: is missing"
        # A unit that is put together from parts, and another language: what is no choice is not taken.
        page.goto(
            f"{address}?tab=roll&rules=filo-read&lang=de&roll.question=combat&roll.attacker=Ch~5~6~organised~0~~~~{SCRIPT}"
        )
        page.wait_for_selector("#roll-answers .strip li")
        assert SCRIPT.partition(" ")[0] not in page.content()
        assert page.title() == "Erkunden"


def test_rule_sets_beside_are_compared_in_every_tab(browser, address):
    cell = "rules.cell.melee-foot.1.2-1=F"
    with page_of(browser, address, 1280) as page:
        page.goto(f"{address}?tab=sequence&rules=siege&beside=croisades&scenario=panic-one&{cell}")
        page.wait_for_selector("#bench-found .other")
        assert "Croisades" in page.text_content("#bench-found .other")
        page.click(".bench summary")
        page.wait_for_selector("#bench-numbers thead:has-text('Croisades')")
        lead(page, "with your 1 change")
        page.click("#handle-rules")
        page.wait_for_selector("#rules-cells table")
        assert page.eval_on_selector("#rules-cells .scroll", "box => box.scrollWidth <= box.clientWidth")
        # The bench is in view beside the table, however far one has scrolled.
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        box = page.locator(LEAD).bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= 900
        page.click("#handle-cards")
        page.wait_for_selector("h2:has-text('What is different under Croisades')")


def test_a_click_tries_a_lever_and_a_change_that_meets_a_goal(browser, address, files):
    with page_of(browser, address, 1280) as page:
        page.goto(f"{address}?tab=sequence&rules=siege&scenario=short")
        page.click(".levers button:has-text('oil barrels')")
        lead(page, "with your 1 change")
        page.click("[data-kind=undo]")
        lead(page, exact(files[0]))
        page.click("#handle-goals")
        page.fill("#goals-said .number >> nth=0 >> input", "75")
        page.fill("#goals-said .number >> nth=1 >> input", "90")
        page.click("#goals-solve")
        page.click("#goals-answer [data-kind=cells]:has-text('Fire: ') >> nth=0")
        lead(page, "with your 1 change")
        assert "rules.cell.fire" in page.url
        page.click("#goals-rank")
        page.wait_for_selector("#goals-answer table:has-text('changed')")


def test_the_coach_names_the_best_decision_of_a_position(browser, address):
    with page_of(browser, address, 360) as page:
        page.goto(f"{address}?tab=coach&rules=siege&scenario=short&coach.turn=4")
        # A page that is still settling answers, too.
        page.wait_for_selector("#coach-said")
        page.click("#coach-ask")
        page.wait_for_selector("#coach-answer table")
        assert "<0.1 points" in page.text_content("#coach-answer tbody tr")
        labels = page.eval_on_selector_all(
            "#coach-said label > span:first-child", "all => all.map(one => one.textContent)"
        )
        # The side, the turn, and every number that has a word.
        assert len(labels) == len(set(labels)) == 13
        page.fill("#coach-said [name=besiegers]", "2.5")
        page.click("#coach-ask")
        page.wait_for_selector("#coach-answer .wrong:has-text('living: 2.5 is not for here, only: 0 and more')")
        page.select_option("#coach-said [name=side]", "defenders")
        page.fill("#coach-said [name=besiegers]", "60")
        page.click("#coach-ask")
        page.wait_for_selector("#coach-answer .wrong:has-text('living: no game has this')")
        page.click("[data-tab=sequence]")
        page.wait_for_url("**tab=sequence**")
        page.go_back()
        page.wait_for_selector("[data-tab=coach][aria-selected=true]")
        assert page.input_value("#coach-said [name=besiegers]") == "60"


def test_a_value_that_is_moved_by_keyboard_moves_the_number_and_the_address(browser, address, files):
    with page_of(browser, address) as page:
        page.goto(f"{address}?tab=roll&rules=siege")
        page.wait_for_selector(".strip li")
        page.focus("[role=tab][aria-selected=true]")
        page.keyboard.press("ArrowRight")
        page.select_option("[name=scenario]", "short")
        lead(page, exact(files[0]))
        page.focus("[name='oil.barrels']")
        page.keyboard.press("ArrowLeft")
        lead(page, exact(files[0], **{"oil.barrels": 2}))
        said = parse_qs(urlsplit(page.url).query)
        assert said["sequence.oil.barrels"] == ["2"]
        assert (said["scenario"], said["tab"]) == (["short"], ["sequence"])
        # What is held stands beside what comes.
        page.click("#bench-hold")
        page.focus("[name='oil.barrels']")
        page.keyboard.press("ArrowLeft")
        lead(page, exact(files[0], **{"oil.barrels": 1}))
        page.click(".bench summary")
        page.wait_for_selector(HELD)
        shown = page.text_content("#bench-numbers tbody")
        # Another page of the same address says the same and holds the same, and one of its own does not disturb it.
        page.wait_for_url("**oil.barrels=1*")
        with page_of(browser, address) as other:
            other.goto(page.url)
            lead(other, exact(files[0], **{"oil.barrels": 1}))
            other.click(".bench summary")
            other.wait_for_selector(HELD)
            assert other.text_content("#bench-numbers tbody") == shown
            assert other.text_content("#bench-hold").strip() == "Release"
            other.click("#bench-hold")
            gone(other, HELD)
            assert "held." not in other.url
            assert "held.value.oil.barrels=2" in page.url
            other.select_option("[name='policies.fire_policy']", "ram-on")
            lead(other, exact(files[0], **{"oil.barrels": 1, "policies.fire_policy": "ram-on"}))
            lead(page, exact(files[0], **{"oil.barrels": 1}))


def test_pictures_a_map_and_a_game_are_there_when_asked_for(browser, address):
    with page_of(browser, address) as page:
        page.goto(f"{address}?tab=sequence&rules=siege&scenario=panic-one")
        page.wait_for_selector("#bench-curve svg")
        assert page.get_attribute("#bench-curve svg", "role") == "img"
        # What is folded is made when it is opened.
        assert not page.text_content("#bench-numbers")
        page.click(".bench summary")
        page.wait_for_selector("#bench-numbers table")
        page.click("#sequence-tell")
        page.wait_for_selector("#sequence-game pre")
        assert page.text_content("#sequence-game pre").startswith("Turn 1")
        page.click("#sequence-map-draw")
        page.wait_for_selector("#sequence-map-answer svg")
        usual = page.input_value("[name=across]")
        page.select_option("[name=across]", "turns")
        page.select_option("[name=down]", "turns")
        page.click("#sequence-map-draw")
        page.wait_for_selector("#sequence-map-answer .wrong")
        page.select_option("[name=across]", usual)
        page.click("#sequence-map-draw")
        page.wait_for_selector("#sequence-map-answer svg")
        # They are of the values that were there.
        page.fill("[name=turns]", "3")
        gone(page, "#sequence-game pre")
        gone(page, "#sequence-map-answer svg")
        # A map may be asked for before the number stands. It is watched, and can be stopped: sieges take long anywhere.
        page.goto(f"{address}?tab=sequence&rules=siege&scenario=siege-great")
        page.wait_for_selector("#bench-how_far [role=status]")
        page.click("#sequence-map-draw")
        page.wait_for_selector("#sequence-map-answer progress")
        page.click("#sequence-map-answer_stop")
        gone(page, "#sequence-map-answer progress")
        assert not page.query_selector("#sequence-map-answer svg")


def test_what_cannot_be_is_said_and_the_page_goes_on(browser, address):
    with page_of(browser, address) as page:
        page.goto(f"{address}?tab=sequence&rules=siege&scenario=ladder-one&sequence.width=1")
        page.wait_for_selector("#bench-found .wrong")
        assert "foothold" in page.text_content("#bench-found .wrong")
        assert "/" not in page.text_content("#bench-found .wrong")
        page.fill("[name=width]", "2")
        page.wait_for_selector(LEAD)
        gone(page, "small.beside")
        # It is said beside its field, too, in the language of the page; back again is as before.
        page.goto(f"{address}?tab=sequence&rules=siege&scenario=ladder-one&lang=de")
        page.wait_for_selector(LEAD)
        page.fill("[name=width]", "1")
        page.wait_for_selector("label:has([name=foothold]) small.beside")
        assert page.text_content("small.beside").strip() == (
            "Männer auf der Mauer, die entscheiden: 2 geht hier nicht, nur: 1"
        )
        page.fill("[name=width]", "2")
        page.wait_for_selector(LEAD)


def test_lists_grow_and_shrink_by_keyboard(browser, address):
    rules = load_rules("filo-read")
    with page_of(browser, address, 360, "dark") as page:
        page.goto(f"{address}?tab=roll&rules=filo-read&roll.question=combat")
        page.wait_for_selector("#roll-answers table")
        units = page.locator("[data-entries=attacker] > .entry")
        page.focus("[data-entries=attacker] > [data-add]")
        page.keyboard.press("Enter")
        assert units.count() == 2
        assert page.evaluate("document.activeElement.tagName") == "SELECT"
        page.keyboard.type("pike")
        page.wait_for_url("**roll.attacker=Ch~5~6~organised~0,Pi~5~6~organised~0*")
        combat = next(one for one in system_of(rules).questions() if one.name == "combat")
        given = combat.values({"attacker": ("Ch:5:6", "Pi:5:6"), "defender": ("Ch:5:6",)})
        both = combat.answered(rules, given)
        # Its chances are those of one unit, too: only the second unit tells that the new answer has come.
        page.wait_for_function(
            "texts => texts.every(one => document.querySelector('#roll-answers').textContent.includes(one))",
            arg=["attacker 2 after", *(ENGLISH.chance(chance) for chance in both.odds.values())],
        )
        before = page.text_content("#roll-answers")
        page.reload()
        page.wait_for_selector("#roll-answers table")
        assert (units.count(), page.text_content("#roll-answers")) == (2, before)
        page.focus("[data-entries=attacker] > .entry:nth-of-type(2) [data-remove]")
        page.keyboard.press("Enter")
        assert units.count() == 1
        # One has to stay: there is nothing to press that takes it away.
        assert page.evaluate("'add' in document.activeElement.dataset")
        assert not page.is_visible("[data-entries=attacker] [data-remove]")
        page.wait_for_url(lambda url: "roll.attacker" not in url)


def test_a_page_comes_back_with_its_server(browser):
    # While the server is away, the browser says so on its console: that is no mistake of the page.
    page = browser.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    with served() as where:
        port = urlsplit(where).port
        page.goto(f"{where}?roll.question=melee&roll.attack=9&roll.defence=3")
        page.wait_for_selector(".strip li")
        before = page.text_content("#roll-answers")
    page.wait_for_selector("#line:not([hidden])")
    # What was there can still be read.
    assert page.text_content("#roll-answers") == before
    with served(port=port):
        page.wait_for_selector("#line[hidden]", state="attached")
        page.wait_for_selector(".strip li")
        assert page.text_content("#roll-answers") == before
        page.close()
