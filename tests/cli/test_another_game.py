"""A game of another package, `tests/tiny_game`, from its own folder in every command. Its odds are worked by hand.

A pass at the shield unhorses on 6 and breaks a lance on 4 and 5; two broken lances win. In three passes somebody is
unhorsed in 1/6 + (1/18 + 1/12) + (1/18 + 1/24) = 29/72, two lances are broken in 1/9 + 1/9 = 2/9.
"""

import csv
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from cases import cases
from document.reading import answer_in, data_of, shown
from mangonel.document.offline import page_bytes
from mangonel.games.batch import rules_with
from mangonel.games.scenario import load_scenario
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.words import load_locale, loading
from pace import slow_after

CASES = cases(__file__)

FOLDER = Path(__file__).resolve().parent.parent / "tiny_game"
UNHORSED, BROKEN = 29 / 72, 2 / 9


@pytest.fixture(autouse=True)
def _tilt(monkeypatch, tmp_path):
    """Install the game: its folder is found like any that a package brings."""
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.chdir(tmp_path)
    loading._english.cache_clear()
    yield
    loading._english.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "mangonel_games"]:
        del sys.modules[name]


def test_it_is_found_after_the_games_of_the_program():
    assert [system.id for system in systems()] == ["cryhavoc", "filo", "tilt"]
    assert load_scenario("joust-one").system.id == "tilt"


def test_odds_by_the_names_of_questions_and_by_game(ask):
    found = ask("odds", "lance")
    assert found["rules"] == "tilt"
    assert found["fractions"] == {"U": "1/6", "B": "1/3", "-": "1/2"}
    assert found["at_least"] == {"U": pytest.approx(1 / 6), "B": pytest.approx(1 / 3)}
    assert found["named"] == {
        "unhorsed": pytest.approx(1 / 6),
        "the lance breaks": pytest.approx(1 / 3),
        "nothing happens": 0.5,
    }
    assert ask("odds", "tilt", "lance") == found
    assert ask("odds", "lance", "--aim", "helm")["fractions"] == {"U": "1/3", "-": "2/3"}
    assert ask("odds", "lance", "--rules", "tilt-club")["fractions"] == {"U": "1/3", "B": "1/6", "-": "1/2"}
    melee = ("melee", "--attack", "8", "--defence", "3")
    assert ask("odds", "cryhavoc", *melee) == ask("odds", *melee)


def test_its_rolls_are_a_page_for_the_web():
    data = data_of(page_bytes([load_rules("tilt"), load_rules("tilt-club")]))
    (question,) = data["questions"]
    first, other = (answer_in(data, question, under, {"aim": "shield"}) for under in (0, 1))
    assert shown(data, first)[0] == {"U": "1/6", "B": "1/3", "-": "1/2"}
    assert shown(data, other)[0] == {"U": "1/3", "B": "1/6", "-": "1/2"}
    ((place,),) = first["rolls"]
    assert [face for face, *_ in data["rolls"][place]["cells"]] == ["1", "2", "3", "4", "5", "6"]


def test_dice_of_six_sides_are_rolled_and_counted(ask):
    came = ask("odds", "lance", "--trials", "600000", "--seed", "3")["came"]
    # A standard error of 0.05 % at 1/6 of 600,000 dice.
    assert abs(float(came["U"].split()[0]) - 100 / 6) < 5 * 0.05
    assert list(came) == ["B", "U", "-"]


def chance(document, ending):
    return next(one["p"] for one in document["endings"] if one["ending"] == ending)


def test_its_sequence_is_played_under_its_own_rules(ask):
    found = ask("simulate", "joust-one")
    assert (chance(found, "unhorsed"), chance(found, "broken")) == pytest.approx((UNHORSED, BROKEN))
    club = ask("simulate", "joust-one", "--rules", "tilt-club")
    assert chance(club, "unhorsed") == pytest.approx(25 / 36)


def test_two_rule_sets_are_compared_without_being_named(ask):
    found = ask("compare", "joust-one", "--attribute")
    assert (chance(found["left"], "unhorsed"), chance(found["right"], "unhorsed")) == pytest.approx((UNHORSED, 25 / 36))
    assert [one["where"] for one in found["by_difference"]] == ["lance.5.shield"]


def test_sweep_and_tactics(ask):
    cells = ask("sweep", "joust-one", "--x", "turns=1..3", "--ending", "unhorsed")["cells"]
    assert [cell["p"] for cell in cells] == pytest.approx([1 / 6, 11 / 36, UNHORSED])
    found = ask("tactics", "joust-one", "--ending", "unhorsed")
    assert found["choices"] == [{"policies.aim": "helm"}]
    (one,) = [one for one in found["differences"] if (one["kind"], one["name"]) == ("ending", "unhorsed")]
    assert one["value"] == pytest.approx(1 - (2 / 3) ** 3)


def test_a_key_that_another_game_has_too_is_called_by_its_own_word(say):
    assert "lances broken before" in say("sweep", "joust-one")[1]


def test_a_key_beside_the_forms_of_a_sentence_of_another_game_is_no_form_of_it(tmp_path):
    # A game of the program says `passes_one` and `passes_other` in the same section.
    head = 'schema = 1\nlanguage = "club"\nname = "Club"\nbase = "en"\n'
    (tmp_path / "club.toml").write_text(f'{head}[facts]\npasses_limit = "Courses"\n', encoding="utf-8")
    assert load_locale(str(tmp_path / "club.toml")).text("facts.passes_limit") == "Courses"


def test_a_joust_is_told_in_its_own_words_in_two_languages(say):
    english = say("trace", "joust-one", "--dice", "4,6")[1]
    assert "the knight: lance at the shield, die 4, column shield -> B (the lance breaks)" in english
    german = say("trace", "joust-one", "--dice", "4,6", "--lang", "de")[1]
    assert "der Ritter: Lanze auf den Schild, Wurf 6, Spalte Schild -> U (aus dem Sattel)" in german
    # A language that it does not speak.
    assert (
        "the knight\N{NO-BREAK SPACE}: lance at the shield"
        in say("trace", "joust-one", "--dice", "6", "--lang", "fr")[1]
    )


def test_its_sheet_is_set_and_compared(say):
    words = ("charts", "lance", "--against", "tilt-club", "--format", "csv", "--lang", "de", "--out", "x")
    for more, aims in ((["--all-cells"], {"Schild", "Helm"}), ([], {"Schild"})):
        assert say(*words, *more)[1].split() == ["x/lance-tilt-tilt-club-de-percent-a4-portrait.csv"]
        with Path("x/lance-tilt-tilt-club-de-percent-a4-portrait.csv").open(encoding="utf-8") as file:
            first, *others = csv.reader(file)
        assert first[-1] == "Lanzen"
        assert {line[2] for line in others if len(line) == 10} - {"row"} == aims
    assert "Sheets of tilt: lance." in say("charts", "--help")[1]


def test_sheets_are_of_the_game_that_has_them():
    assert rules_with(["lance"], []) == ("tilt",)
    assert rules_with(["lance"], [], everything=True) == ("tilt", "tilt-club")
    assert rules_with(["lance"], ["mine.toml"]) == ("mine.toml",)
    assert rules_with(["panic"], []) == ("siege",)
    assert set(rules_with([], [], everything=True)) == set(rule_set_names())
    assert rules_with(["combat"], [], everything=True) == tuple(rule_set_names("filo"))
    # What no game has is for the sheets of the usual one to refuse.
    assert rules_with(["lance", "panic"], []) == ("siege",)


@pytest.mark.parametrize(("words", "name"), slow_after(2, map(tuple, CASES["test_every_kind_of_report"])))
def test_every_kind_of_report(say, words, name):
    code, out, _ = say("report", *words, "--date", "today", "--out", "x")
    files, found = out.split("\n\n")
    assert (code, files.split()) == (0, [f"x/{name}.{ending}" for ending in ("html", "pdf", "csv")])
    # What was found, and the page to open.
    assert found.split()[-1] == f"x/{name}.html"


def test_a_rule_file_of_ones_own(say):
    assert say("rules", "new", "mine.toml", "--base", "tilt")[0] == 0
    text = Path("mine.toml").read_text(encoding="utf-8")
    assert "# Changes. Tables, rows and columns: mangonel tables, mangonel tables lance" in text
    assert '# [[change]]\n# table = "lance"\n# row = "4"' in text
    Path("mine.toml").write_text(text + '[[change]]\ntable = "lance"\nrow = "1"\ncolumn = "helm"\nvalue = "U"\n')
    out = say("rules", "check", "mine.toml")[1]
    assert out.splitlines()[1:] == ["mine.toml: careful: the first row should do nothing"]
    assert "lance.1.helm" in say("rules", "diff", "tilt", "mine.toml")[1]


def test_lists_name_what_it_brings(say, ask):
    assert "joust-one" in say("scenarios")[1]
    assert say("scenarios", "joust-one")[1].startswith("schema = 1")
    assert "The tilt at the club" in say("rules", "list")[1]
    assert "lances-wanted" in say("rules", "show", "tilt")[1]
    assert "1d6  shield  helm" in say("tables", "lance", "--rules", "tilt")[1]
    assert ask("names", "aims") == {"shield": "shield", "helm": "helm"}
    assert ask("names", "sheets", "--rules", "tilt") == {"lance": "Lances"}
    assert {"siege", "tilt"} <= set(ask("names", "rules"))
    assert "file of your own. [default: siege, filo-read, tilt]" in " ".join(say("simulate", "--help")[1].split())


@pytest.mark.parametrize(
    "words",
    [["rules", "diff", "tilt", "siege"], ["report", "--kind", "rules", "--left", "tilt", "--right", "siege"]],
    ids=" ".join,
)
def test_rule_sets_of_two_games_are_not_compared(refused, words):
    message = refused(*words)
    assert "rule sets of two games cannot be compared, and tilt is one of another game: 'siege'" in message
    assert "(allowed: tilt" in message


def test_all_sheets_of_a_game_without_a_player_aid_are_those_that_no_name_stands_for(say):
    files = [
        say("charts", *words, "--rules", "tilt", "--format", "csv", "--out", "x")[1] for words in ((), ("sheets",))
    ]
    assert files[0] == files[1] != ""


def test_sheets_and_questions_are_those_of_one_game(refused):
    assert "no such sheet: 'melee' (allowed: lance)" in refused("charts", "melee", "--rules", "tilt")
    assert "no such sheet: 'lance'" in refused("charts", "lance", "--rules", "siege")
    assert "no such command: 'lanc'; did you mean 'lance'?" in refused("odds", "lanc")
    assert "no such command: 'melee'" in refused("odds", "tilt", "melee")


def test_a_question_that_two_games_have_wants_the_name_of_the_game(refused, ask, monkeypatch):
    system = sys.modules["mangonel_games.tilt.system"] if systems() else None
    own = tuple(structs.replace(system.SYSTEM.questions()[0], name=name) for name in ("melee", "rally"))
    monkeypatch.setattr(system, "SYSTEM", replace(system.SYSTEM, questions=lambda: own))
    assert "name the game too: 'rally'" in refused("odds", "rally", "--aim", "helm")
    assert ask("odds", "tilt", "rally", "--aim", "helm")["fractions"] == {"U": "1/3", "-": "2/3"}
    # The usual game goes before others.
    assert ask("odds", "melee", "--attack", "8", "--defence", "3")["rules"] == "siege"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "cryhavoc"}, "a game has the name of its folder: 'cryhavoc' (allowed: tilt)"),
        ({"playables": lambda: {"ram": None}}, "a sequence of the same name"),
    ],
)
def test_two_games_of_one_name_are_refused(refused, monkeypatch, changes, message):
    systems()
    system = sys.modules["mangonel_games.tilt.system"]
    monkeypatch.setattr(system, "SYSTEM", replace(system.SYSTEM, **changes))
    assert message in refused("simulate", "ladder-one")


def test_a_game_in_a_folder_of_the_name_of_another_is_refused(refused, monkeypatch, tmp_path):
    file = tmp_path / "site" / "mangonel_games" / "filo" / "system.py"
    file.parent.mkdir(parents=True)
    file.write_text("from mangonel.games.filo.system import SYSTEM\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert "two games have the same id: 'filo'" in refused("odds", "lance")


def test_two_games_with_a_scenario_of_one_name_are_refused(refused, monkeypatch, tmp_path):
    twice = tmp_path / "site" / "mangonel_games" / "copy"
    twice.mkdir(parents=True)
    (twice / "system.py").write_text(
        "from dataclasses import replace\nfrom mangonel_games.tilt.system import SYSTEM as TILT\n"
        'SYSTEM = replace(TILT, id="copy", playables=dict)\n'
    )
    (twice / "data" / "scenarios" / "copy").mkdir(parents=True)
    (twice / "data" / "scenarios" / "copy" / "joust-one.toml").touch()
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert "another game has a file of this name: 'copy'" in refused("simulate", "joust-one")


@pytest.mark.parametrize(("text", "message"), CASES["test_a_game_that_cannot_be_imported_is_named"])
def test_a_game_that_cannot_be_imported_is_named(refused, monkeypatch, tmp_path, text, message):
    file = tmp_path / "site" / "mangonel_games" / "broken" / "system.py"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    assert f"mangonel: {file}: {message}" in refused("odds", "lance")
