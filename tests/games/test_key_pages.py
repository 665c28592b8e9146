"""The tables of keys in docs/scenarios.md and docs/rosters.md are what the fields declare."""

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
MAKE = runpy.run_path(str(DOCS / "make_keys.py"))
PAGES = {page.name: (page.read_text(encoding="utf-8"), games) for page, games in MAKE["PAGES"].items()}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_current(page):
    text, games = PAGES[page]
    assert MAKE["page"](text, games) == text, "write it again: python docs/make_keys.py"


def test_a_sequence_that_the_page_lacks_comes_after_those_of_its_game():
    text, games = PAGES["scenarios.md"]
    game = next(iter(games))
    known = max(text.index(f"## {name}\n") for name in games[game])
    fuller = MAKE["page"](text, games | {game: games[game] | {"recovery-of-late": MAKE["TABLES"]["recovery"]}})
    following = text.index("\n## ", known)
    assert fuller.startswith(text[:following])
    assert fuller.endswith(text[following:])
    assert "## recovery-of-late\n\n<!-- keys: recovery-of-late -->\n\n| key |" in fuller


@pytest.mark.parametrize("name", MAKE["TABLES"])
def test_every_table_is_on_a_page(name):
    assert "".join(text for text, _ in PAGES.values()).count(f"<!-- keys: {name} -->") == 1


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("ram", "| `policies.arrow_aim` | `front`, `middle`, `rear` | `front` |"),
        ("ram", "| `sortie.men` | 1 to 12 | needed if the block is there |"),
        ("siege-tower", "| `besiegers.men` | `top` + 3 to 20 | needed |"),
        ("melee", "| `break_off.attackers.losses`, `break_off.defenders.losses` | 1 to 20 | none |"),
        ("healing", "| `casualties.day` | 2 on | needed |"),
        ("panic", "| `broken` | 1 to `soldiers` + `peasants` | `soldiers` + `peasants` |"),
    ],
)
def test_rows_say_limits_and_defaults(name, row):
    assert row in MAKE["table"](MAKE["TABLES"][name])
