"""Every command does its job, prints JSON that is JSON, and answers with the right exit code."""

import csv
import io
import json
from dataclasses import replace

import pandas as pd
import pytest

from cli.files import ODDS
from mangonel.engine.process import Identity
from mangonel.engine.result import series_frame
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.studies.compare import compare
from paper.charts.made_games import skirmish


@pytest.mark.parametrize(("words", "wanted"), ODDS, ids=[words[0] for words, _ in ODDS])
def test_odds(say, ask, words, wanted):
    document = ask("odds", *words)
    assert document["fractions"] == wanted
    assert sum(document["outcomes"].values()) == pytest.approx(1)
    assert document["digest"] == load_rules("siege").digest
    code, out, err = say("odds", *words, "--all")
    assert (code, err) == (0, "")
    for letter, fraction in wanted.items():
        assert any(line.split()[:1] == [letter] and fraction in line.split() for line in out.splitlines())


def test_simulate(say, ask, ram):
    wanted = run(build(load_scenario(ram), load_rules("siege")))
    document = ask("simulate", ram)
    assert document == json.loads(json.dumps(wanted.to_dict()))
    code, out, err = say("simulate", ram)
    assert (code, err) == (0, "")
    assert "My ram [no/markup] [/b]" in out
    assert "\nexact; Roster: Copied from my own counters.\n" in out
    assert "engine exact" in say("simulate", ram, "--all")[1]
    assert wanted.probability("breach").text(percent=True) in out


def test_simulate_plays_on_past_the_turn_limit(ask, ram):
    whole, limited = ask("simulate", ram, "--until-it-ends"), ask("simulate", ram)
    wanted = run(build(load_scenario(ram), load_rules("siege")).lasting(None))
    assert whole == json.loads(json.dumps(wanted.to_dict()))
    assert whole["turns"] > limited["turns"]


@pytest.fixture
def forty_days(monkeypatch):
    """Let every scenario be a siege of forty days."""
    sequence = replace(skirmish(9, 7, turns=40, unit="day"), identity=Identity("siege", "0" * 12, "A siege", "1" * 12))
    monkeypatch.setattr("mangonel.games.scenario.build", lambda _scenario, _rules: sequence)
    return sequence


def test_simulate_shows_some_days_and_writes_all_of_them(say, ask, ram, tmp_path, forty_days):
    wanted = run(forty_days)
    code, out, err = say("simulate", ram, "--all", "--csv", tmp_path / "siege.csv")
    assert code == 0
    assert "last day" in out
    assert "10 % by day" in out
    shown = out.partition("at the end of each day (some days; the CSV file has all)")[2].split("engine exact")[0]
    rows = [line.split() for line in shown.splitlines() if line.split() and line.split()[0].isdigit()]
    assert [int(row[0]) for row in rows] == [0, 5, 10, 15, 20, 25, 30, 35, 40]
    assert rows[4][1:] == [wanted.by_turn(name, 20).text() for name in ("attackers", "defenders")]
    assert "siege-by-day.csv" in err
    frame = pd.read_csv(tmp_path / "siege-by-day.csv")
    assert list(frame["day"]) == [*range(41)] * 2
    assert frame["mean"].to_numpy() == pytest.approx(series_frame(wanted)["mean"].to_numpy())
    assert list(pd.read_csv(tmp_path / "siege.csv").columns[:2]) == ["ending", "day"]
    document = ask("simulate", ram)
    assert document["unit"] == "day"
    assert len(document["by_turn"]) == 2 * 41


def test_simulate_stops_at_a_precision(ask, ram):
    document = ask("simulate", ram, "--engine", "monte-carlo", "--precision", 0.4, "--trials", 400_000)
    assert document["provenance"]["trials"] == 4 * 65_536


def test_trace(say, ask, ram):
    code, out, err = say("trace", ram, "--seed", 3)
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [
        f"My ram [no/markup] [/b], Siege and Cry Havoc, common base [siege {load_rules('siege').digest}]",
        "A note of my own.",
        "seed 3",
    ]
    document = ask("trace", ram, "--seed", 3)
    assert document["seed"] == 3
    assert f"Ending: {document['ending']} (turn {document['turn']})" in out
    again = ask("trace", ram, "--dice", ",".join(str(e["die"] % 10) for e in document["events"] if e["die"]))
    assert again["events"] == document["events"]
    assert again["seed"] is None
    assert ask("trace", ram, "--turns", 1)["turn"] == 1


def test_too_few_dice_tell_the_game_so_far_in_the_language(say):
    code, out, err = say("trace", "ladder-one", "--dice", "3,7", "--turns", "3", "--lang", "fr")
    assert code == 2
    assert "dé 3" in out
    assert "Tour 1" in out
    assert "the given dice ran out in turn" in err


def test_compare(told, ask, ladder):
    found = compare(load_scenario(ladder), load_rules("siege"), load_rules("croisades"))
    document = ask("compare", ladder, "--attribute")
    assert document["method"] == "exact"
    assert [row["difference"] for row in document["differences"]] == [
        change.estimate.value for change in found.differences
    ]
    asked = {entry["where"] for entry in document["by_difference"]}
    assert asked == {"ladder-climb-and-cross"}
    unasked = {entry["where"] for entry in document["not_asked"]}
    # Nobody shoots, and men in armour move as ever.
    assert unasked >= {"missile-ranges", "healing-table", "window-combat", "movement-allowances"}
    assert not asked & unasked
    out = told("compare", ladder, "siege", "croisades", "--attribute")
    assert "Range bands of bows and crossbows" in out
    (line,) = [line for line in out.splitlines() if line.startswith("Rules that never come up here: ")]
    assert "Healing table" in line
    assert found.left.probability("foothold").text(percent=True) in out


@pytest.mark.slow
def test_compare_several_with_the_first(say, ask, ram):
    names = ("vikings", "siege-it")
    document = ask("compare", ram, "siege", *names, "--attribute")
    assert document["pairs"] == [ask("compare", ram, "siege", name, "--attribute") for name in names]
    code, out, err = say("compare", ram, "siege", *names, "--all")
    assert (code, err) == (0, "")
    heads = [line.split("  ")[1] for line in out.splitlines() if line.startswith(("  S", "  V"))]
    assert heads == ["Siege and Cry Havoc", "Vikings and Dragon Noir", "Siege, Italian supplement"]
    assert "Of the 2 rule sets compared with Siege and Cry Havoc, none changes more." in out
    assert "Siege, Italian supplement minus Siege and Cry Havoc" in out
    code, out, err = say("compare", ram, "siege", "vikings", "siege")
    assert (code, out, err) == (2, "", "mangonel: two of the rule sets are the same: 'siege'\n")
    assert "did you mean 'vikings'" in say("compare", ram, "siege", "croisades", "vikngs")[2]


def test_a_sweep_is_over_the_numbers_that_its_game_names_if_none_are(ask):
    document = ask("sweep", "panic-one")
    assert (document["x"], document["y"], document["ending"]) == ("knights", "rally_each", "enemies")
    assert document["cells"][0]["p"] == pytest.approx(0.1)
    # Nothing ends it: what is asked is the only question that has an answer.
    assert ask("sweep", "command-duel", "--x", "turns=1,2")["ending"] == "undecided"


def test_sweep(told, ask, ram):
    document = ask("sweep", ram, "--x", "oil.barrels=0..2", "--y", "archers.men=0,2")
    assert [(cell["x"], cell["y"]) for cell in document["cells"]] == [(x, y) for y in (0, 2) for x in range(3)]
    variant = load_scenario(ram).replaced({"oil.barrels": 2, "archers.men": 2})
    wanted = run(build(variant, load_rules("siege")))
    assert document["cells"][-1]["p"] == pytest.approx(wanted.probability("breach").value, rel=1e-11)
    assert document["cells"][-1]["scenario_digest"] == variant.digest
    assert document["cells"][-1]["states"] == wanted.provenance.states
    assert document["ending"] == "besiegers"
    out = told("sweep", ram, "--x", "oil.barrels=0..2", "--y", "archers.men=0,2", "--ending", "destroyed")
    assert "Destroyed by number of oil barrels (across) and number of archers (down)" in out


def test_a_swept_number_may_need_another_value(told, refused):
    archers = ("--x", "covering.men=0..2")
    message = refused("sweep", "ladder-one", *archers)
    assert "--x: covering.weapon: is missing; give it with --set covering.weapon=..." in message
    message = refused(
        "sweep", "ladder-one", *archers, "--set", "covering.weapon=longbo", "--set", "covering.distance=6"
    )
    assert "--set: covering.weapon: unknown weapon: 'longbo'; did you mean 'longbow'?" in message
    weapon = ("--set", "covering.weapon=longbow", "--set", "covering.distance=6")
    out = told("sweep", "ladder-one", "--x", "covering.men=0,1", *weapon)
    variant = load_scenario("ladder-one").replaced(
        {"covering.men": 1, "covering.weapon": "longbow", "covering.distance": 6}
    )
    wanted = run(build(variant, load_rules("siege"))).probability("besiegers")
    assert f"{100 * wanted.value:.1f} %" in out.replace("\N{NO-BREAK SPACE}", " ")


def test_exact_numbers_stand_in_json_once_and_as_what_they_are(ask, ram):
    """No interval, each quantile once as a whole number, and no 0.8999999999999999."""
    exact = ask("simulate", ram)
    keys = {
        key
        for group in ("endings", "sides", "curve", "means", "counters", "by_turn")
        for row in exact[group]
        for key in row
    }
    assert not {key for key in keys if key.endswith(("_lo", "_hi", "_se"))}
    assert all(isinstance(row["turn_median"], int | None) for row in exact["endings"])
    sampled = ask("simulate", ram, "--engine", "monte-carlo", "--trials", "1000")
    assert {"p_lo", "p_hi", "p_se"} <= set(sampled["endings"][0])
    chances = [row["p"] for row in exact["curve"]]
    assert all(chance == float(f"{chance:.12g}") for chance in chances)


def test_attribution_asks_for_one_ending_or_side(say, refused, ram):
    _, out, _ = say("compare", ram, "siege", "siege-it", "--attribute", "--ending", "besiegers")
    table = out.partition("What each difference does to ")[2]
    assert table.startswith("“besiegers win”")
    assert "destroyed" not in table
    assert "--ending: no such ending: 'attackers'" in refused("compare", ram, "--attribute", "--ending", "attackers")


def test_tables(told, ask):
    rules = load_rules("siege")
    out = told("tables")
    assert [line.split()[0] for line in out.splitlines()[1:]] == sorted(rules.tables)
    out = told("tables", "battering", "melee-foot")
    lines = [line.strip() for line in out.splitlines()]
    assert lines[2] == "Battering of walls"
    assert [line.split() for line in lines[3:4] + lines[5:7]] == [
        ["1d10", "1", "3", "6", "9", "12+"],
        ["1", "1C", "1C", "2C", "3C", "4C"],
        ["2", "1C", "2C", "3C"],
    ]
    assert "D/1C  wall damaged, engines lose 1 point" in lines
    assert [line for line in lines if line.startswith("Source: ") and "bombardment table" in line]
    document = ask("tables", "battering")
    assert document["tables"][0]["rows"]["3"] == list(rules.table("battering").cells[2])


def test_a_table_is_found_in_the_game_that_has_it(say, ask):
    assert say("tables", "combat-types")[1].splitlines()[0].endswith(f"[filo-read {load_rules('filo-read').digest}]")
    assert ask("tables", "combat-types", "states")["rules"] == "filo-read"
    assert ask("tables", "combat-types", "--rules", "navas")["rules"] == "navas"


def test_rules(say, ask, tmp_path):
    assert [entry["id"] for entry in ask("rules", "list")] == list(rule_set_names())
    assert ask("rules", "show", "croisades")["options"]["healing-table"] == "croisades"
    wheres = [entry["where"] for entry in ask("rules", "diff", "siege", "croisades")["differences"]]
    assert "missile-ranges" in wheres
    rows = list(csv.DictReader(io.StringIO(say("rules", "diff", "siege", "croisades", "--csv")[1])))
    assert [row["where"] for row in rows] == wheres
    assert "agree in every cell" in say("rules", "diff", "siege", "siege")[1]
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "siege"\n[options]\nram-rate = "every-second-turn"\n'
    )
    code, out, _ = say("rules", "check", mine)
    assert (code, out.startswith(f"{mine}: fine; mine ")) == (0, True)
    assert "*  every-second-turn" in say("rules", "show", mine)[1]


def test_words_from_files_are_not_taken_for_markup(say, tmp_path):
    mine = tmp_path / "mine.toml"
    change = (
        '[[change]]\ntable = "battering"\nrow = "4"\ncolumn = "9"\nvalue = "D"\nsource = "House rules [/b] [red]"\n'
    )
    mine.write_text(f'schema = 1\nid = "mine"\ntitle = "Mine [/i]"\nbase = "siege"\n{change}', encoding="utf-8")
    code, out, err = say("rules", "diff", "siege", mine)
    assert (code, err) == (0, "")
    assert "House rules [/b] [red]" in out


def test_scenarios_can_be_listed_and_used_as_a_start(say, told, write):
    out = told("scenarios")
    assert tuple(line.split()[0] for line in out.splitlines()) == scenario_names()
    for name in scenario_names():
        file = write(f"{name}.toml", say("scenarios", name)[1])
        assert load_scenario(file).digest == load_scenario(name).digest


def test_names_of_everything_that_options_take(say, ask):
    kinds = ask("names")
    for kind in kinds:
        assert ask("names", kind)
    assert "battlement" in say("names", "terrain")[1]
    assert set(ask("names", "weapons")) >= {"longbow", "ballista"}
    assert list(ask("names", "scenarios")) == list(scenario_names())
    assert {"melee-foot", "aid-melee"} <= set(ask("names", "sheets"))
    # What is listed is what is taken.
    for name in ask("names", "weapons"):
        assert say("odds", "missile", "--weapon", name, "--distance", 1)[0] == 0


def test_more_states_can_be_allowed(refused, told):
    err = refused("simulate", "ladder-one", "--engine", "exact", "--max-states", "100")
    assert "more than 100 states" in err
    out = told("simulate", "ladder-one", "--max-states", "1000", "--trials", "1000", "--lang", "de")
    assert "mehr als 1.000): Partien wurden simuliert" in out
