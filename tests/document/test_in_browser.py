"""Pages in a real browser: nothing is wider than the screen, and what answers to keys does."""

import pytest

from cases import text_of
from document.made_study import full_page

pytestmark = pytest.mark.slow

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
