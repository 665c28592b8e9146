"""Wrong words, wrong files, and files that cannot be written: one clear message each, exit code 2, and never a traceback."""

import re
from itertools import cycle, product

import pytest

from cases import cases, text_of
from cli.files import LADDER, RAM, ROSTER, write_scenarios
from mangonel.cli.main import main
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.words import load_locale, locale_names

CASES = cases(__file__)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        *CASES["test_wrong_words"],
        (["simulate", "x" * 5000], ["no such scenario or file"]),
        (["trace", "ladder-one", "--dice", "9" * 5000], ["--dice: a die is"]),
        (["tactics", "ladder-one", "besiegers.men=" + ",".join(map(str, range(1, 300)))], ["1 to 50 values"]),
        (["sweep", "ram-gate", "--x", f"oil.barrels=0..{10**12}", "--y", "archers.men=1"], ["1 to 50 values"]),
        (["sweep", "ram-gate", "--x", f"oil.barrels=0..{10**40}", "--y", "archers.men=1"], ["1 to 50 values"]),
    ],
    ids=lambda words: " ".join(words)[:60] if isinstance(words[0], str) else "",
)
def test_wrong_words(refused, words, parts):
    message = refused(*words)
    for part in parts:
        assert part in message


@pytest.mark.parametrize("words", CASES["test_every_mistake_is_told_in_one_way"], ids=" ".join)
def test_every_mistake_is_told_in_one_way(refused, words):
    """One line that begins with the program, from the line reader click as from everybody else."""
    message = refused(*words)
    assert message.startswith("mangonel: ")
    assert message.count("\n") == 1
    assert "Usage" not in message


@pytest.mark.parametrize("words", CASES["test_a_mistake_is_told_in_the_language"], ids=" ".join)
def test_a_mistake_is_told_in_the_language(refused, words):
    told = {name: refused(*words, "--lang", name) for name in locale_names()}
    assert [name for name, message in told.items() if message == told["en"]] == ["en"]
    # A place, a value and a hint are joined as French writes them.
    assert not re.search(r"\w[:;?](?: |$)", told["fr"].removeprefix("mangonel:"), re.MULTILINE)


def test_a_mistake_is_told_whole_in_one_language(refused):
    assert refused("rules", "diff", "seige", "siege", "--lang", "de") == (
        "mangonel: unbekanntes Regelwerk: 'seige'; war 'siege' gemeint? (erlaubt: "
        f"{', '.join(sorted(rule_set_names()))})\n"
    )
    assert refused("simulate", "ladder-one", "besiegers.men=3", "--lang", "it") == (
        "mangonel: di troppo: besiegers.men=3; si intendeva --set besiegers.men=3? (vedi mangonel simulate --help)\n"
    )


def test_a_hint_is_enough_where_many_names_are_allowed(refused):
    """Of 34 scenarios one is meant; where nothing is near they are all told."""
    near, far = refused("simulate", "ladder-on"), refused("simulate", "q")
    assert near == "mangonel: no such scenario or file: 'ladder-on'; did you mean 'ladder-one'?\n"
    assert "ladder-one, " in far


@pytest.mark.parametrize("command", ["simulate", "compare", "report"])
@pytest.mark.parametrize(
    ("words", "named"),
    [(["--trials", "1000000"], "no --trials"), (["--trials", "9", "--seed", "0"], "no --trials or --seed")],
)
def test_an_exact_run_takes_no_dice(refused, command, words, named):
    # Also where the value is that of the default: whoever writes it expects dice.
    assert f"--engine exact rolls no dice: it takes {named}" in refused(
        command, "ladder-one", "--engine", "exact", *words
    )


SWEPT_WRONG = CASES["SWEPT_WRONG"]
THREE_BREACH = (
    'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "siege"\n'
    '[[change]]\ntable = "breach"\nrow = "outer_wall"\ncolumn = "value"\nvalue = "3"\n'
)


@pytest.mark.parametrize(("command", "rules"), [("sweep", "--rules"), ("report", "--left")])
@pytest.mark.parametrize("name", SWEPT_WRONG)
def test_a_wrong_value_of_a_sweep_blames_the_option_and_not_the_file(refused, tmp_path, write, name, command, rules):
    (x, y), message = SWEPT_WRONG[name]
    file, _ = write_scenarios(tmp_path)
    breach = write("breach.toml", THREE_BREACH)
    out = ["--kind", "sweep", "--out", tmp_path / "out"] if command == "report" else []
    err = refused(command, file, rules, breach, *out, "--x", x, "--y", y)
    assert err.startswith(f"mangonel: {message}")
    assert str(file) not in err
    assert not (tmp_path / "out").exists()


def test_a_mistake_in_the_file_is_still_the_files(refused, tmp_path):
    file, _ = write_scenarios(tmp_path)
    file.write_text(RAM.replace("marks = 1", "marks = 9"), encoding="utf-8")
    err = refused("sweep", file, "--x", "marks=1,2", "--y", "turns=3")
    assert err.startswith(f"mangonel: {file}: marks: must be 0 to 3: 9")


CSV_COMMANDS = CASES["CSV_COMMANDS"]


@pytest.mark.parametrize("words", CSV_COMMANDS, ids=lambda words: words[0])
def test_csv_is_written_whole_and_not_over_another_file(words, refused, tmp_path, capsys):
    ram, _ = write_scenarios(tmp_path)
    words = [word.format(ram=ram) for word in words]
    target = tmp_path / "out" / "numbers.csv"
    assert str(target) in refused(*words, "--csv", target)
    target.parent.mkdir()
    assert main([*words, "--csv", str(target)]) == 0
    first = target.read_text()
    assert first.endswith("\n")
    assert len({line.count(",") for line in first.splitlines()}) == 1
    assert f"wrote {target}" in capsys.readouterr().err
    target.write_text("mine")
    assert "exists already" in refused(*words, "--csv", target)
    assert target.read_text() == "mine"
    assert main([*words, "--csv", str(target), "--force"]) == 0
    assert target.read_text() == first
    beside = ["numbers-by-turn.csv"] if words[0] == "simulate" else []
    assert sorted(file.name for file in target.parent.iterdir()) == [*beside, "numbers.csv"]
    capsys.readouterr()


@pytest.fixture
def no_work(monkeypatch):
    """Let nothing be played."""

    def played(*_, **__):
        pytest.fail("played before the files were looked at")

    for name in ("engine.run.run", "studies.compare.compare", "studies.sweep.sweep", "games.batch.write_out"):
        monkeypatch.setattr(f"mangonel.{name}", played)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("words", CSV_COMMANDS, ids=lambda words: words[0])
def test_a_csv_that_cannot_be_written_is_found_first(words, refused, tmp_path):
    ram, _ = write_scenarios(tmp_path)
    words = [word.format(ram=ram) for word in words]
    (tmp_path / "taken.csv").write_text("mine")
    (tmp_path / "folder.csv").mkdir()
    before = sorted(tmp_path.rglob("*"))
    targets = CASES["test_a_csv_that_cannot_be_written_is_found_first"]
    for name, reason in targets.items():
        err = refused(*words, "--csv", tmp_path / name)
        assert err.startswith(f"mangonel: {tmp_path / name}: ")
        assert reason in err
    assert "there is something else of this name" in refused(*words, "--csv", tmp_path / "folder.csv", "--force")
    assert "too long" in refused(*words, "--csv", tmp_path / ("x" * 300))
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.usefixtures("no_work")
def test_a_folder_that_cannot_be_written_to_is_found_first(refused, tmp_path, write):
    ram, _ = write_scenarios(tmp_path)
    file = write("taken", "mine")
    for words, out in product((("report", ram), ("charts", "summary")), (file, file / "reports")):
        err = refused(*words, "--out", out)
        assert err.startswith(f"mangonel: {out}: cannot be written to: ")
    assert "taken" in refused("report", ram, "--out", file / ".." / "taken" / "x")
    assert file.read_text() == "mine"


def test_no_csv_is_written_if_the_one_beside_it_is_there(refused, tmp_path, write):
    ram, _ = write_scenarios(tmp_path)
    beside = write("numbers-by-turn.csv", "mine")
    assert str(beside) in refused("simulate", ram, "--csv", tmp_path / "numbers.csv")
    assert beside.read_text() == "mine"
    assert not (tmp_path / "numbers.csv").exists()


RAM_MISTAKES = CASES["RAM_MISTAKES"] | {
    "much too large": ("turns = 6", "turns = 0x" + "f" * 5000, ["turns: must be 1 to 60"]),
    "endless roster": ("counters/mine.toml", "r" * 5000, ["roster: no such roster"]),
}


@pytest.mark.parametrize(("command", "name"), list(zip(cycle(["simulate", "trace", "compare"]), RAM_MISTAKES)))
def test_one_mistake_in_a_scenario_file(refused, tmp_path, name, command):
    old, new, parts = RAM_MISTAKES[name]
    ram, _ = write_scenarios(tmp_path)
    assert RAM.count(old) >= 1
    ram.write_text(RAM.replace(old, new, 1), encoding="utf-8")
    message = refused(command, ram)
    assert message.startswith(f"mangonel: {ram}: ")
    for part in parts:
        assert part in message


def test_what_the_rules_do_not_allow_names_the_file_too(refused, tmp_path):
    ram, ladder = write_scenarios(tmp_path)
    inner = RAM.replace('"outer"', '"inner"').replace('ram-rate = "every-turn"', 'inner-wall-d-count = "1"')
    ram.write_text(inner, encoding="utf-8")
    assert f"{ram}: marks: the wall is breached by so many marks already: 1" in refused("simulate", ram)
    ladder.write_text(LADDER + '[covering]\nmen = 1\nweapon = "shortbow"\ndistance = 200\n', encoding="utf-8")
    assert refused("simulate", ladder).startswith(f"mangonel: {ladder}: ")


KIND = ROSTER[ROSTER.index("[[kind]]") :]
ROSTER_MISTAKES = CASES["ROSTER_MISTAKES"] | {"twice": (KIND, KIND * 2, "kind.2.id: two kinds have the same id")}


@pytest.mark.parametrize(
    ("name", "text", "mistake"),
    [
        *(("ladder.toml", LADDER, mistake) for mistake in CASES["LADDER_MISTAKES"].values()),
        *(("counters/mine.toml", ROSTER, mistake) for mistake in ROSTER_MISTAKES.values()),
    ],
)
def test_one_mistake_in_a_ladder_file_or_its_roster(refused, tmp_path, name, text, mistake):
    old, new, part = mistake
    _, ladder = write_scenarios(tmp_path)
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert f"{tmp_path / name}: {part}" in refused("simulate", ladder)


def test_what_is_no_text_file(refused, tmp_path):
    assert f"{tmp_path}: this is a folder, not a file" in refused("simulate", tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes('schema = 1\ntitle = "Château"\n'.encode("latin-1"))
    assert f"{latin}: line 2: is not UTF-8 text" in refused("simulate", latin)


def test_a_sound_file_is_taken_from_anywhere(tmp_path, monkeypatch, capsys):
    ram, ladder = write_scenarios(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    # The roster is looked for beside the scenario, not where the command is given.
    for path in (ram, "../ladder.toml"):
        assert main(["simulate", str(path)]) == 0
    assert load_scenario(ladder).roster.id == "mine"
    ram.with_suffix(".txt").write_bytes(b"\xef\xbb\xbf" + RAM.encode())
    assert main(["trace", str(ram.with_suffix(".txt"))]) == 0
    capsys.readouterr()


def test_a_shipped_roster_may_be_named(tmp_path):
    ram, _ = write_scenarios(tmp_path)
    ram.write_text(RAM.replace("counters/mine.toml", "illustrative").replace("guard", "spearman"), encoding="utf-8")
    assert load_scenario(ram).roster.id == "illustrative"


@pytest.mark.parametrize(("key", "said"), CASES["test_an_id_that_is_a_path_and_control_characters_are_refused"])
def test_an_id_that_is_a_path_and_control_characters_are_refused(refused, write, key, said):
    mine = write("mine.toml", f'schema = 1\n{key}\nbase = "siege"\n')
    err = refused("rules", "check", mine)
    assert f"{mine}: {said}" in err
    assert "\x1b" not in err


def test_an_overlay_must_not_take_the_id_of_a_shipped_rule_set(refused, write):
    mine = write("mine.toml", 'schema = 1\nid = "croisades"\ntitle = "Mine"\nbase = "siege"\n')
    for words in (("rules", "check", mine), ("simulate", "ladder-one", "--rules", mine)):
        err = refused(*words)
        assert f"{mine}: id: this id belongs to a rule set that comes with the program: 'croisades'" in err


def test_a_new_rule_file_takes_no_id_of_a_shipped_rule_set(tmp_path, told):
    mine = tmp_path / "croisades.toml"
    told("rules", "new", mine)
    assert "fine; croisades-of-mine" in told("rules", "check", mine)


FILE = text_of(__file__, "bad_engagements_file.toml")


@pytest.mark.parametrize(("before", "after", "said"), CASES["test_a_mistake_in_a_file_is_told_with_its_place"])
def test_a_mistake_in_a_file_is_told_with_its_place(refused, write, before, after, said):
    file = write("mine.toml", FILE.replace(before, after))
    err = " ".join(refused("simulate", file).split())
    assert str(file) in err
    assert said in err


def test_a_fire_fight_out_of_range_says_that_nobody_shoots(say, tmp_path):
    file = tmp_path / "far.toml"
    groups = "".join(f'[[{side}.groups]]\nkind = "crossbowmen"\n' for side in "ab")
    head = 'schema = 1\nsequence = "fire-fight"\ntitle = "Far"\nturns = 1\n'
    for gap, never in ((3, False), (4, True)):
        file.write_text(f"{head}gap = {gap}\n{groups}", encoding="utf-8")
        assert ("shots of side a," in " ".join(say("simulate", file)[1].split())) is never
        for language in locale_names():
            note = " ".join(load_locale(language).plural("notes.out_of_reach", gap, gap=gap).split())
            assert (note in " ".join(say("simulate", file, "--lang", language)[1].split())) is never
    come = '[policies.b]\nact = "attack"\nstop = '
    for stop, never in ((3, False), (4, True)):
        file.write_text(f"{head}gap = 9\n{groups}{come}{stop}\n", encoding="utf-8")
        assert ("nobody ever shoots: with 4 empty hexes" in " ".join(say("simulate", file)[1].split())) is never


PLACES = CASES["PLACES"]


@pytest.mark.parametrize(("name", "place"), PLACES)
@pytest.mark.parametrize(
    ("key", "value", "said"), CASES["test_what_the_rules_do_not_allow_of_a_stack_names_it_as_the_scenario_does_1"]
)
def test_what_the_rules_do_not_allow_of_a_stack_names_it_as_the_scenario_does(name, place, key, value, said):
    alone = {"assumptions.stacking": "one", f"{place}.{key}": value}
    scenario = load_scenario(name).replaced({f"{place}.units": 1, **alone})
    with pytest.raises(DataError) as refused:
        build(scenario, load_rules("filo-read"))
    assert refused.value.path == f"{place}.{key}"
    assert said in str(refused.value)
