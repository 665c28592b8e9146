"""Results are printed before they are written, and written over nothing that is read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.files import write_scenarios
from mangonel.cli.main import main
from mangonel.errors import DataError
from mangonel.paper import writing
from rules.overlays import HEAD, change

FAST = {
    "simulate": (["simulate", "RAM"], "breach"),
    "compare": (["compare", "RAM", "siege", "vikings"], "difference"),
    "sweep": (["sweep", "RAM", "--x", "marks=1,2"], "siege"),
    "tactics": (["tactics", "RAM", "archers.men=0,1"], "archers.men"),
}


def asked(name, tmp_path):
    ram, _ = write_scenarios(tmp_path)
    words, said = FAST[name]
    return [str(ram) if word == "RAM" else word for word in words], said


@pytest.mark.parametrize(("name", "form"), [*((name, []) for name in FAST), ("simulate", ["--json"])])
def test_a_full_disk_loses_no_result(tmp_path, monkeypatch, capsys, name, form):
    words, said = asked(name, tmp_path)

    def full(files):
        raise DataError("cannot be written: No space left on device", file=next(iter(files)))

    monkeypatch.setattr(writing, "write_all", full)
    assert main([*words, *form, "--csv", str(tmp_path / "a.csv")]) == 2
    out, err = capsys.readouterr()
    assert said in out
    if form:
        assert json.loads(out)
    assert err.endswith("a.csv: cannot be written: No space left on device\n")


@pytest.mark.parametrize("name", FAST)
def test_what_is_written_is_there_if_nobody_reads(tmp_path, monkeypatch, name):
    words, _ = asked(name, tmp_path)

    def gone(*_args, **_more):
        raise BrokenPipeError

    monkeypatch.setattr("mangonel.cli.output.print_json", gone)
    monkeypatch.setattr("os.dup2", lambda *_args: None)
    assert main([*words, "--json", "--csv", str(tmp_path / "a.csv")]) == 0
    assert (tmp_path / "a.csv").read_text(encoding="utf-8").count("\n") > 2


@pytest.mark.parametrize("name", FAST)
def test_no_result_replaces_what_it_is_made_of(tmp_path, capsys, name):
    words, _ = asked(name, tmp_path)
    before = Path(words[1]).read_bytes()
    assert main([*words, "--csv", words[1], "--force"]) == 2
    assert "results do not replace a file that is read" in capsys.readouterr().err
    assert Path(words[1]).read_bytes() == before


def test_nor_a_rule_file_or_a_roster_or_a_scenario_of_another_name(tmp_path, write, capsys):
    ram, _ = write_scenarios(tmp_path)
    rules = write("club.toml", HEAD + change(table="joint-attack", row="foot", column="value", value="2"))
    plain = tmp_path / "ram.txt"
    plain.write_bytes(ram.read_bytes())
    link = tmp_path / "link.csv"
    link.symlink_to(plain)
    roster = tmp_path / "counters" / "mine.toml"
    for scenario, target in ((ram, rules), (ram, roster), (plain, plain), (plain, link)):
        before = target.read_bytes()
        words = ["simulate", str(scenario), "--rules", str(rules), "--csv", str(target), "--force"]
        assert main(words) == 2
        assert "a file that is read" in capsys.readouterr().err
        assert target.read_bytes() == before


def test_a_rule_file_is_not_its_own_base(write, capsys):
    rules = write("club.toml", HEAD)
    assert main(["rules", "new", str(rules), "--base", str(rules), "--force"]) == 2
    assert "cannot be its own base" in capsys.readouterr().err
    assert rules.read_text(encoding="utf-8") == HEAD


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", [["simulate", "nothing"], ["simulat"], ["simulate", "--nothing"]])
def test_an_error_that_nobody_hears_keeps_its_code(words):
    with Path("/dev/full").open("w") as full:
        code = subprocess.run([sys.executable, "-m", "mangonel", *words], stderr=full, check=False).returncode
    assert code == 2
