"""Values and positions typed on the command line, in every command that plays a scenario."""

import pytest

from cases import cases, text_of
from cli.files import RAM, write_scenarios
from mangonel.engine.position import position
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from rules.overlays import HEAD

CASES = cases(__file__)


@pytest.mark.parametrize("setting", ["turns=1", "rules.panic.panic=3"])
@pytest.mark.parametrize("words", [["simulate", "panic-one"], ["compare", "panic-one"], ["trace", "panic-one"]])
def test_a_value_is_set(say, words, setting):
    plain, fewer = say(*words), say(*words, "--set", setting)
    assert plain[0] == fewer[0] == 0
    assert plain[1] != fewer[1]


@pytest.mark.parametrize(
    "command",
    ["simulate", "compare", "trace", "tactics", "sweep", "report", "best", "sensitivity", "worth", "reach", "export"],
)
def test_a_wrong_setting_names_the_option(say, refused, command):
    own = ["--chance", "60%", "--by", "turns"] if command == "reach" else []
    err = refused(command, "panic-one", *own, "--set", "turnz=1")
    assert err == "mangonel: --set: turnz: unknown key: 'turnz'; did you mean 'turns'?\n"
    err = refused(command, "panic-one", *own, "--set", "rules.panik.panic=1")
    assert err.startswith("mangonel: --set: rules.panik.panic: no such option or table: 'panik'; did you mean 'panic'")
    assert say(command, "panic-one", *own, "--set", "turns=1..3")[2].startswith(
        "mangonel: --set: turns: takes one value"
    )


@pytest.mark.parametrize("words", [["compare", "panic-one", "siege", "croisades"], ["worth", "panic-one", "croisades"]])
def test_a_rule_set_may_be_named_by_an_option_everywhere(say, words):
    command, scenario, *rules = words
    assert say(command, *(f"--rules={name}" for name in rules), scenario) == say(*words)
    assert say(command, scenario, *(part for name in rules for part in ("--rules", name))) == say(*words)


GOALS = text_of(__file__, "settings_goals.toml")


@pytest.mark.parametrize(("words", "rule"), CASES["SEVERAL"])
def test_a_value_is_set_in_all_scenarios_of_a_file_of_goals_and_of_a_survey(say, refused, tmp_path, words, rule):
    (tmp_path / "calm.toml").write_text(GOALS, encoding="utf-8")
    asked = [str(tmp_path / "calm.toml") if word == "GOALS" else word for word in (*words.split(), "--all")]
    plain, more, other = (say(*asked, *setting) for setting in ((), ("--set", "turns=5"), ("--set", rule)))
    assert plain[0] == more[0] == other[0] == 0
    assert plain[1] not in (more[1], other[1])
    err = refused(*asked, "--set", "turnz=1")
    assert err.endswith("--set: turnz: unknown key: 'turnz'; did you mean 'turns'?\n")
    assert refused(*asked, "--set", "rules.panik=1").startswith("mangonel: --set: rules.panik: no such option")


def test_rules_are_set_in_what_is_kept_and_in_no_file_of_an_answer(say, refused, tmp_path):
    kept = ("simulate", "panic-one", "--engine", "monte-carlo", "--trials", 1000, "--keep", tmp_path / "kept")
    first, second = (say(*kept, "--set", f"rules.panic.panic={by}") for by in (1, 2))
    assert first[0] == second[0] == 0
    assert first[1] != second[1]
    (tmp_path / "calm.toml").write_text(GOALS, encoding="utf-8")
    written = ("--write", tmp_path / "own.toml", "--set", "rules.panic.panic=1")
    assert "leave --set rules.OPTION out" in refused("solve", tmp_path / "calm.toml", "siege", *written)


def test_a_survey_names_the_scenario_that_a_setting_does_not_fit(refused):
    err = refused("survey", "siege", "croisades", "--scenarios", "panic-one", "--set", "archers.men=1")
    assert "panic-one.toml: --set: archers" in err


def test_a_survey_leaves_out_scenarios_that_a_setting_does_not_fit(say):
    code, out, _ = say("survey", "siege", "croisades", "--scenarios", "healing-*", "--set", "turns=5", "--lang", "de")
    assert code == 0
    assert "Ausgelassen: healing-garrison: casualties.2.day: muss von 2 bis 5 sein: 8" in " ".join(out.split())


def test_tactics_and_sweeps_write_values_alike(say):
    listed = say("tactics", "panic-one", "turns=1,2,3")
    assert listed == say("tactics", "panic-one", "turns=1..3")
    assert say("sweep", "panic-one", "--x", "turns=1,2,3") == say("sweep", "panic-one", "--x", "turns=1..3")
    assert "write it as turns=8,12 or turns=4..8" in say("tactics", "panic-one", "turns=")[2]


@pytest.mark.parametrize("words", CASES["test_rules_and_words_are_set_like_numbers"])
def test_rules_and_words_are_set_like_numbers(say, words):
    *command, path = words.split()
    code, out, err = say(*command, path)
    assert (code, err) == (0, "")
    assert out != say(*command, path.replace("=1", "=0").replace("=fight,", "=").replace("=base,", "="))[1]


@pytest.mark.parametrize(("words", "text"), CASES["test_names_and_errors_in_a_language"])
def test_names_and_errors_in_a_language(say, words, text):
    _, out, err = say(*words.split())
    assert text in " ".join((out + err).split())


@pytest.mark.parametrize("words", [(), ("rules",), ("odds", "filo")])
def test_a_group_alone_prints_its_help(say, words):
    code, out, err = say(*words)
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: {' '.join(('mangonel', *words))}")


GAME = build(load_scenario("ram-gate"), load_rules("siege"))


def test_all_ride_where_all_rode():
    for changes, riders in (({}, 4), ({"attackers.mounted": 3}, 3)):
        knights = load_scenario("melee-knights").replaced({"attackers.men": 4} | changes).setup.attackers
        assert (knights.men, knights.mounted) == (4, riders)


def test_simulate_from_a_position(say, ask):
    document = ask("simulate", "ram-gate", "--from", "turn=30, marks=2..3, oil<=1")
    place = position(GAME, 30, marks=(2, 3), oil=(0, 1))
    wanted = place.run()
    chances = {one["ending"]: one["p"] for one in document["endings"]}
    for ending in GAME.endings:
        assert chances[ending] == pytest.approx(wanted.probability(ending).value, abs=1e-12)
    code, out, err = say("simulate", "ram-gate", "--from", "turn=30, marks>=2")
    assert (code, err) == (0, "")
    assert "From turn 30 on, marks 2+: " in out
    assert "from turn=30, marks>=2, where" in out


def test_what_can_be_said_is_listed(say):
    for command in ("simulate", "tactics", "best"):
        code, out, err = say(command, "ladder-one", "--from", "list")
        assert (code, err) == (0, "")
        assert "besiegers_on_wall" in out
        assert "besiegers on wall" in out
        assert "reserve_fit" in out
    # What is watched and recorded in the end is one number.
    lines = say("simulate", "ram-gate", "--from", "list")[1].splitlines()
    assert [line.split()[:1] for line in lines].count(["marks"]) == 1
    assert "units of the knights fatigued" in say("best", "engagement-pikes", "--from", "list")[1]


def test_tactics_from_a_position(say):
    code, out, err = say("tactics", "ram-gate", "policies.fire_fighters=0,6", "--from", "turn=30, hexes burning=1")
    assert (code, err) == (0, "")
    assert out.startswith("From turn 30 on, hexes burning 1: ")


@pytest.mark.parametrize(("words", "message"), CASES["test_positions_that_are_refused"])
def test_positions_that_are_refused(refused, words, message):
    err = refused("simulate", "ram-gate", "--from", *words)
    assert message in " ".join(err.split())


@pytest.mark.parametrize(("path", "meant"), CASES["test_a_path_that_is_none_names_the_nearest"])
def test_a_path_that_is_none_names_the_nearest(refused, path, meant):
    assert f"did you mean {meant}" in refused("simulate", "ladder-one", "--set", f"{path}=9")


@pytest.mark.parametrize("value", ["1", '"1"'])
def test_in_files(tmp_path, write, value):
    file = write("club.toml", HEAD + f"[options]\nladder-topple-wounded = {value}\n")
    assert load_rules(file).number("ladder-topple-wounded") == 1
    ram, _ = write_scenarios(tmp_path)
    ram.write_text(RAM.replace('"every-turn"', f'"every-turn"\ninner-wall-d-count = {value}'), encoding="utf-8")
    assert load_scenario(ram).assumptions["inner-wall-d-count"] == "1"


def test_in_a_sweep(ask):
    cells = ask("sweep", "ladder-one", "--x", "assumptions.ladder-topple-wounded=0,1")["cells"]
    assert [cell["x"] for cell in cells] == [0, 1]


def test_another_number_is_refused_where_it_was_asked_for(refused):
    said = refused("sweep", "ladder-one", "--x", "assumptions.ladder-topple-wounded=0,7")
    assert "assumptions.ladder-topple-wounded" in said
    assert "'7'" in said
    assert "ladder-one.toml" not in said
