"""What there is of tables that no game plays."""

import pytest

from rules.made_clash import written


@pytest.fixture
def lances(tmp_path):
    return written(tmp_path)


def test_its_tables_are_checked_and_shown(say, lances):
    code, out, err = say("rules", "check", lances)
    assert (code, err) == (0, "")
    assert [line.partition(": ")[2].partition(";")[0] for line in out.splitlines()] == [
        "fine",
        "careful: no such game is installed: its tables can be read, and nothing can be played",
    ]
    assert "Clash of two lines" in say("tables", "clash", "--rules", lances)[1]


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "ladder-one", "--rules"],
        ["charts", "--rules"],
        ["report", "--kind", "rules", "--left", "siege", "--right"],
        ["odds", "melee", "--attack", "8", "--defence", "3", "--rules"],
        ["names", "sheets", "--rules"],
        ["rules", "new", "mine.toml", "--base"],
    ],
    ids=" ".join,
)
def test_what_a_game_is_needed_for_names_the_file(refused, lances, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    message = refused(*words, lances)
    assert tmp_path.name in message
    assert f"{lances}: no such game" in message or "two games cannot be compared" in message
    assert not (tmp_path / "mine.toml").exists()


@pytest.mark.parametrize("name", ["nothing", "../lances", "/", "system"])
def test_printed_names_a_rule_set_beside_it(refused, lances, name):
    (lances.parent / "system.toml").write_text(f'schema = 1\nprinted = "{name}"\n')
    message = refused("rules", "check", lances)
    assert f"{lances.parent / 'system.toml'}: printed: no such rule set: '{name}'" in message
    assert "'lances'" in message or "(allowed: lances)" in message
