"""Pages for contributors name modules, tests and scripts that are there."""

import re
from pathlib import Path

import pytest

import mangonel

PACKAGE = Path(mangonel.__file__).parent
ROOT = PACKAGE.parent.parent
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLACE = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml))`")
# What is made, or stands in a wheel only.
MADE = (".venv", "reports/ladder-one-siege-croisades.html", "mangonel/data/schemas")


def named(page):
    found = PLACE.findall(page.read_text(encoding="utf-8"))
    # A value such as 5/9 has no letter.
    return [place for place in found if "/" in place and re.search("[a-z]", place) and not place.startswith(MADE)]


def there(place, page):
    where = (ROOT, PACKAGE, page.parent, PACKAGE / "games" / "cryhavoc", ROOT / "data" / "locales", ROOT / "tests")
    # A decision may be named by its number.
    return any((folder / place).exists() for folder in where) or any(ROOT.glob(f"{place}-*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_place_that_a_page_names_is_there(page):
    assert [place for place in named(page) if not there(place, page)] == []


def test_places_are_found_on_pages():
    assert sum(len(named(page)) for page in PAGES) > 60
    assert not there("engine/no_such_module.py", PAGES[0])
