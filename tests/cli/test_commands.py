"""Every command does its job, prints JSON that is JSON, and answers with the right exit code."""

import csv
import io
import json
from dataclasses import replace

import pandas as pd
import pytest

from charts.made_games import skirmish
from cli.files import ODDS, RAM
from mangonel import __version__
from mangonel.engine.run import run
from mangonel.engine.sequence import Identity
from mangonel.odds.frames import series_frame
from mangonel.odds.turns import turn_quantile
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.studies.compare import compare
from mangonel.systems.cryhavoc.scenario import build, load_scenario, scenario_names


@pytest.mark.parametrize(("words", "wanted"), ODDS, ids=[words[0] for words, _ in ODDS])
def test_odds(say, ask, words, wanted):
    document = ask("odds", *words)
    assert document["fractions"] == wanted
    assert sum(document["outcomes"].values()) == pytest.approx(1)
    assert document["digest"] == load_rules("siege").digest
    code, out, err = say("odds", *words)
    assert (code, err) == (0, "")
    for letter, fraction in wanted.items():
        assert any(line.split()[:1] == [letter] and fraction in line.split() for line in out.splitlines())


def test_odds_under_two_rule_sets(ask):
    one, other = ask(
        "odds", "missile", "--weapon", "shortbow", "--distance", 45, "--rules", "siege", "--rules", "croisades"
    )
    assert (one["rules"], other["rules"]) == ("siege", "croisades")
    assert one["modifiers"] != other["modifiers"]


def test_simulate(say, ask, ram):
    wanted = run(build(load_scenario(ram), load_rules("siege")))
    document = ask("simulate", ram)
    assert document == json.loads(json.dumps(wanted.to_dict()))
    code, out, err = say("simulate", ram)
    assert (code, err) == (0, "")
    assert "My ram [no/markup] [/b]" in out
    assert "engine exact" in out
    assert wanted.probability("breach").text(percent=True) in out


@pytest.fixture
def forty_days(monkeypatch):
    """Let every scenario be a siege of forty days."""
    sequence = replace(skirmish(9, 7, turns=40, unit="day"), identity=Identity("siege", "0" * 12, "A siege", "1" * 12))
    monkeypatch.setattr("mangonel.systems.cryhavoc.scenario.build", lambda _scenario, _rules: sequence)
    return sequence


def test_simulate_shows_some_days_and_writes_all_of_them(say, ask, ram, tmp_path, forty_days):
    wanted = run(forty_days)
    code, out, err = say("simulate", ram, "--csv", tmp_path / "siege.csv")
    assert code == 0
    assert "last day" in out
    assert "a tenth of it by day" in out
    shown = out.partition("at the end of each day (some days; --csv and --json have all)")[2].split("engine exact")[0]
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


def test_simulate_shows_sampled_days_with_their_intervals(say, ram, forty_days):
    wanted = run(forty_days, engine="monte-carlo", trials=500, seed=2)
    _, out, _ = say("simulate", ram, "--engine", "monte-carlo", "--trials", 500, "--seed", 2)
    assert wanted.by_turn("defenders", 20).text() in out
    found = turn_quantile(wanted, "attackers_win", 0.5)
    assert found.low < found.high
    assert found.text() in out


def test_simulate_shows_named_counters_by_place(say):
    code, out, _ = say("simulate", "fire-camp")
    assert code == 0
    wanted = run(build(load_scenario("fire-camp"), load_rules("siege")))
    shown = out.partition("Expected values by place")[2].partition("Expected values at the end")[0]
    assert shown.split()[:2] == ["lost", "caught"]
    for one in wanted.hexes.hexes:
        lost, caught = wanted.tally(f"lost:{one.name}"), wanted.tally(f"caught:{one.name}")
        (line,) = [line for line in shown.splitlines() if line.strip().startswith(f"{one.name} ")]
        assert line.split()[-3:] == [*lost.text(percent=True).split(), caught.text()]
    assert "lost:" not in out


def test_simulate_by_every_engine(ask, ladder):
    for engine, called in (("exact", "exact"), ("counts", "counts"), ("monte-carlo", "monte-carlo"), ("auto", "exact")):
        dice = [] if engine == "exact" else ["--trials", 2_000, "--seed", 5]
        document = ask("simulate", ladder, "--engine", engine, *dice, "--rules", "croisades")
        source = document["provenance"]
        assert (source["engine"], source["rules"]) == (called, "croisades")
        assert (source["trials"], source["seed"]) == ((None, None) if called == "exact" else (2_000, 5))


def test_simulate_with_two_workers_is_the_same(ask):
    words = ["simulate", "ram-gate", "--engine", "monte-carlo", "--trials", 70_000]
    assert ask(*words, "--workers", 2) == ask(*words)


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


def test_trace_in_another_language(say, tmp_path):
    code, out, err = say("trace", "ladder-one", "--seed", 4, "--lang", "de")
    assert (code, err) == (0, "")
    assert out.splitlines()[2:5] == ["Startwert 4", "Runde 1", "  Bewegung der Belagerer"]
    english = say("trace", "ladder-one", "--seed", 4)[1]
    assert len(out.splitlines()) == len(english.splitlines())
    assert not set(out.splitlines()) & {line for line in english.splitlines() if line.startswith(" ")}
    mine = tmp_path / "club.toml"
    mine.write_text(
        'schema = 1\nlanguage = "club"\nname = "Club"\nbase = "en"\n[phrases]\n"besiegers\' movement" = "Up they go"\n',
        encoding="utf-8",
    )
    told = say("trace", "ladder-one", "--seed", 4, "--lang", mine)[1]
    assert told.replace("\N{MINUS SIGN}", "-") == english.replace("besiegers' movement", "Up they go")


def test_too_few_dice_tell_the_game_so_far_in_the_language(say):
    code, out, err = say("trace", "ladder-one", "--dice", "3,7", "--turns", "3", "--lang", "fr")
    assert code == 2
    assert "dé 3" in out
    assert "Tour 1" in out
    assert "the given dice ran out in turn" in err


def test_compare(say, ask, ladder):
    found = compare(load_scenario(ladder), load_rules("siege"), load_rules("croisades"))
    document = ask("compare", ladder, "--attribute")
    assert document["method"] == "exact"
    assert [row["difference"] for row in document["differences"]] == [
        change.estimate.value for change in found.differences
    ]
    asked = {entry["where"] for entry in document["by_difference"]}
    assert asked >= {"missile-ranges", "ladder-climb-and-cross"}
    unasked = {entry["where"] for entry in document["not_asked"]}
    # Who wears armour moves as ever.
    assert unasked >= {"healing-table", "window-combat", "movement-allowances"}
    assert not asked & unasked
    code, out, _ = say("compare", ladder, "siege", "croisades", "--attribute")
    assert code == 0
    assert "missile-ranges" in out
    assert "not asked in this scenario: healing-table" in out
    assert found.difference("foothold").text(percent=True) in out


def test_a_difference_that_cannot_be_switched_alone_is_listed(say, ask, tmp_path, ram):
    # Each file gives the weapon ranges in the table that it plays by, and nowhere else.
    sling = '[[add]]\ntables = ["missile-foot", "missile-mounted"]\nrow = "sling"\ncolumn = "row_offset"\nvalue = "4"\n'
    files = []
    for name, ranges in (("left", "base"), ("right", "croisades")):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(
            f'schema = 1\nid = "{name}"\ntitle = "{name}"\nbase = "siege"\n[options]\nmissile-ranges = "{ranges}"\n{sling}'
            f'[[add]]\ntable = "ranges-{ranges}"\nrow = "sling"\nvalues = "1-9 10-19 20-29"\n',
            encoding="utf-8",
        )
    ram.write_text(RAM.replace('"shortbow"', '"sling"'), encoding="utf-8")
    document = ask("compare", ram, *files, "--attribute")
    assert document["by_difference"] == []
    assert {(one["kind"], one["where"]) for one in document["left_out"]} == {
        ("row", "ranges-base.sling"),
        ("row", "ranges-croisades.sling"),
        ("option", "missile-ranges"),
    }
    code, out, _ = say("compare", ram, *files, "--attribute")
    assert code == 0
    line = next(line for line in out.splitlines() if "missile-ranges" in line)
    assert line.startswith("left out, because it cannot be switched alone: missile-ranges: ")
    assert "table ranges-croisades has no ranges for this weapon" in line


def test_compare_on_shared_dice(ask, ram):
    document = ask("compare", ram, "--engine", "monte-carlo", "--trials", 1_000)
    assert document["method"] == "common random numbers"
    assert document["left"]["provenance"]["trials"] == 1_000


def test_sweep_over_one_number(say, ask, ram):
    document = ask("sweep", ram, "--x", "oil.barrels=0..2")
    assert (document["x"], document["y"]) == ("oil.barrels", None)
    assert [sorted(cell) for cell in document["cells"]] == [["engine", "p", "p_hi", "p_lo", "x"]] * 3
    code, out, _ = say("sweep", ram, "--x", "oil.barrels=0..2")
    assert code == 0
    assert "breach by oil.barrels" in out


def test_sweep(say, ask, ram):
    document = ask("sweep", ram, "--x", "oil.barrels=0..2", "--y", "archers.men=0,2")
    assert [(cell["x"], cell["y"]) for cell in document["cells"]] == [(x, y) for y in (0, 2) for x in range(3)]
    variant = load_scenario(ram).replaced({"oil.barrels": 2, "archers.men": 2})
    # To the last digit: an exact number is not rounded on its way.
    assert document["cells"][-1]["p"] == run(build(variant, load_rules("siege"))).probability("breach").value
    assert document["ending"] == "breach"
    code, out, _ = say("sweep", ram, "--x", "oil.barrels=0..2", "--y", "archers.men=0,2", "--ending", "destroyed")
    assert code == 0
    assert out.startswith("destroyed: oil.barrels across, archers.men down")


def test_tables(say, ask):
    rules = load_rules("siege")
    code, out, _ = say("tables")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == sorted(rules.tables)
    code, out, _ = say("tables", "battering", "melee-foot")
    assert code == 0
    assert rules.table("battering").formatted() in out
    document = ask("tables", "battering")
    assert document["tables"][0]["rows"]["3"] == list(rules.table("battering").cells[2])


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
    assert "* every-second-turn" in say("rules", "show", mine)[1]


def test_words_from_files_are_not_taken_for_markup(say, tmp_path):
    mine = tmp_path / "mine.toml"
    change = (
        '[[change]]\ntable = "battering"\nrow = "4"\ncolumn = "9"\nvalue = "D"\nsource = "House rules [/b] [red]"\n'
    )
    mine.write_text(f'schema = 1\nid = "mine"\ntitle = "Mine [/i]"\nbase = "siege"\n{change}', encoding="utf-8")
    code, out, err = say("rules", "diff", "siege", mine)
    assert (code, err) == (0, "")
    assert "House rules [/b] [red]" in out


def test_scenarios_can_be_listed_and_used_as_a_start(say, tmp_path):
    code, out, _ = say("scenarios")
    assert code == 0
    assert tuple(line.split()[0] for line in out.splitlines()) == scenario_names()
    for name in scenario_names():
        file = tmp_path / f"{name}.toml"
        file.write_text(say("scenarios", name)[1], encoding="utf-8")
        assert load_scenario(file).digest == load_scenario(name).digest


def test_report(say, ram, tmp_path):
    words = ["report", ram, "--no-sweep", "--out", tmp_path / "out", "--date", "2024-05-01"]
    code, out, _ = say(*words)
    assert code == 0
    files = sorted((tmp_path / "out").iterdir())
    assert sorted(out.split()) == [str(file) for file in files]
    assert [file.suffix for file in files] == [".csv", ".html", ".pdf"]
    assert files[2].read_bytes().startswith(b"%PDF")


def test_version_and_help(say):
    assert say("--version") == (0, f"mangonel, version {__version__}\n", "")
    code, out, _ = say("--help")
    assert code == 0
    assert all(name in out for name in ("odds", "simulate", "trace", "compare", "sweep", "report", "tables", "rules"))


COMMANDS = ["simulate", "trace", "compare", "sweep", "report", "tables", "scenarios"]


@pytest.mark.parametrize("words", [*([name] for name in COMMANDS), ["odds", "melee"], ["rules", "diff"]])
def test_every_command_has_help(say, words):
    code, out, _ = say(*words, "--help")
    assert code == 0
    assert f"Usage: mangonel {' '.join(words)}" in out


def test_too_few_dice_tell_the_game_so_far(say):
    code, out, err = say("trace", "ladder-one", "--dice", "3,7", "--turns", "3")
    assert code == 2
    assert "die 3" in out
    assert "die 7" in out
    assert "the given dice ran out in turn" in err


def test_more_states_can_be_allowed(say):
    code, _, err = say("simulate", "ladder-one", "--engine", "exact", "--max-states", "100")
    assert code == 2
    assert "more than 100 states" in err
    code, out, _ = say("simulate", "ladder-one", "--max-states", "100", "--trials", "1000")
    assert code == 0
    assert "then counts" in out


def test_a_summary_has_the_curve_and_the_means_of_each_ending(ask):
    document = ask("simulate", "ladder-one")
    curve = [row for row in document["curve"] if row["ending"] == "foothold"]
    assert len(curve) == document["turns"] + 1
    assert curve[-1]["p"] == document["endings"][0]["p"]
    given = {(row["ending"], row["measure"]): row["mean"] for row in document["means_by_ending"]}
    assert given["cleared", "defenders_dead"] == pytest.approx(3.0)
