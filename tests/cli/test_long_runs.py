"""Long runs at the command line: kept, killed, put together, and told in one sentence what is wrong."""

import os
import random
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from cases import cases
from mangonel.cli.main import main
from pace import PATIENCE
from rules.overlays import HEAD, change

CASES = cases(__file__)

VOLLEY = ("simulate", "volley-wall", "--engine", "monte-carlo", "--seed", "4")
FEW = ("--trials", "600000")
MANY = ("--trials", "10000000000")
LONG = (*VOLLEY, "--trials", "20000000")
"""Some seconds: long enough to be stopped on the way."""
LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")


def begun(*words, **options):
    """Begin the program in a process of its own."""
    command = [sys.executable, "-m", "mangonel", *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, **pipes | options)


@cache
def told_alone():
    """Return what the long run says that nobody stops."""
    return begun(*LONG).communicate()[0]


def until(true, seconds=PATIENCE):
    """Wait until something is so, and return it."""
    end = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def running(parent):
    """Return the processes that play for another."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            words = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z" and b"spawn_main" in words:
            found.append(int(stat.parent.name))
    return found


def at_work(process):
    """Tell whether a process has played for a while: whatever else the machine does, it has had a second of it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return True
    return int(fields[11]) >= os.sysconf("SC_CLK_TCK")


def lives(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_is_kept_is_told_again(say, tmp_path):
    words = (*VOLLEY, *FEW)
    alone = say(*words)
    assert alone[0] == 0
    for _ in range(2):
        assert say(*words, "--keep", tmp_path / "kept") == alone


def test_blocks_are_put_together(say, told, tmp_path):
    words = (*VOLLEY, *FEW)
    for number, blocks in enumerate(("0..0", "1..2")):
        code, out, err = say(*words, "--blocks", blocks, "--keep", tmp_path / f"{number}")
        assert (code, err) == (0, "")
        played = (262_144, 600_000 - 262_144)[number]
        assert out == f"{played:,} of 600,000 trials are kept in {tmp_path / str(number)}\n"
    german = told(*words, "--blocks", "0..0", "--keep", tmp_path / "0", "--lang", "de")
    assert german == f"262.144 von 600.000 Durchläufen stehen in {tmp_path / '0'}\n"
    out = told("merge", tmp_path / "0", tmp_path / "1", "--into", tmp_path / "all")
    assert out.splitlines()[0] == f"{tmp_path / '0'}: 1 file taken over"
    assert say(*words, "--keep", tmp_path / "all") == say(*words)


def test_blocks_from_a_position_are_put_together(say, tmp_path):
    words = (*VOLLEY, "--trials", "540000", "--from", "turn=2")
    for number, blocks in enumerate(("0..1", "2..2")):
        assert say(*words, "--blocks", blocks, "--keep", tmp_path / f"{number}")[0] == 0
    assert say("merge", tmp_path / "0", tmp_path / "1", "--into", tmp_path / "all")[0] == 0
    assert say(*words, "--keep", tmp_path / "all") == say(*words)


@pytest.mark.parametrize(("words", "message"), CASES["test_what_does_not_go_together"])
def test_what_does_not_go_together(refused, tmp_path, words, message):
    more = () if "exact" in words else FEW
    err = refused(*VOLLEY[: 2 if "exact" in words else 6], *more, *(str(tmp_path) if w == "K" else w for w in words))
    assert message in err


def test_a_changed_rule_file_is_said(say, refused, tmp_path):
    rules = tmp_path / "club.toml"
    words = ("simulate", "volley-wall", "--rules", rules, "--keep", tmp_path / "kept")
    rules.write_text(HEAD, encoding="utf-8")
    assert say(*words)[0] == 0
    before = sorted(tmp_path.joinpath("kept").iterdir())
    rules.write_text(HEAD + change(table="joint-attack", row="foot", column="value", value="2"), encoding="utf-8")
    err = refused(*words)
    assert "is not what it was" in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.joinpath("kept").iterdir()) == before


def test_an_assumption_of_the_scenario_is_part_of_the_file(say, refused, tmp_path):
    file = tmp_path / "volley.toml"
    text = say("scenarios", "volley-friends")[1]
    file.write_text(text, encoding="utf-8")
    words = ("simulate", file, "--rules", "croisades", "--keep", tmp_path / "kept")
    assert say(*words)[0] == 0
    file.write_text(text + '\nram-rate = "every-second-turn"\n', encoding="utf-8")
    err = refused(*words)
    assert "scenario volley is not what it was" in err


@pytest.mark.slow
def test_studies_are_kept_too(say, tmp_path, monkeypatch):
    keep = ("--keep", tmp_path / "kept")
    studies = CASES["test_studies_are_kept_too"]
    alone = [say(*words) for words in studies]
    assert [say(*words, *keep) for words in studies] == alone

    def played(*_words, **_more):
        raise AssertionError("nothing is played that is there")

    monkeypatch.setattr("mangonel.studies.playing.run", played)
    monkeypatch.setattr("mangonel.studies.differences._Pairs.play", played)
    assert [say(*words, *keep) for words in studies[:4]] == alone[:4]


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("_generator.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
    ids=["memory", "library", "thread"],
)
def test_too_little_memory_is_a_sentence(refused, monkeypatch, error):
    def greedy(*_words, **_more):
        raise error

    monkeypatch.setattr("mangonel.games.scenario.load_scenario", greedy)
    err = refused("simulate", "volley-wall")
    assert err == (
        "mangonel: there is too little memory for this: allow fewer states (simulate --max-states), or sample it (--engine)\n"
    )


def test_nobody_at_the_address_is_said(refused):
    err = refused(*VOLLEY, *FEW, "--cluster", "nowhere")
    assert err.startswith("mangonel: --cluster: ")


@pytest.mark.slow
def test_a_run_that_is_killed_at_any_moment_goes_on(tmp_path):
    rng = random.Random(5)
    files = tmp_path / "kept"
    stopped = 0
    for _ in range(2):
        process = begun(*LONG, "--keep", files)
        before = set(files.glob("*.kept"))
        until(lambda: process.poll() is not None or set(files.glob("*.kept")) - before)  # noqa: B023 - called at once
        time.sleep(rng.uniform(0, 0.2))
        stopped += process.poll() is None
        process.kill()
        process.communicate()
    assert stopped
    process = begun(*LONG, "--keep", files)
    assert process.communicate() == (told_alone(), "")
    assert process.returncode == 0


@LINUX
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["term", "kill"])
def test_workers_end_with_their_parent(number):
    process = begun(*VOLLEY, *MANY, "--workers", 2)
    assert until(lambda: len(running(process.pid)) == 2)
    workers = running(process.pid)
    assert until(lambda: all(map(at_work, workers)))
    process.send_signal(number)
    out, _ = process.communicate(timeout=PATIENCE)
    assert until(lambda: not any(map(lives, workers)))
    if number == signal.SIGTERM:
        assert process.returncode == 130
        assert not out or out.startswith("Not complete: interrupted after")


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1_500, 1_500))
from mangonel.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_full_disk_spoils_nothing_and_loses_no_result(say, tmp_path):
    words = (*VOLLEY, *FEW, "--keep", str(tmp_path))
    alone = say(*words[:-2])
    for blocks, out, end in (
        ((), alone[1], "cannot be written: File too large; it is played on, and not kept from here\n"),
        (("--blocks", "0..1"), "", "cannot be written: File too large\n"),
    ):
        command = [sys.executable, "-c", FULL, *words, *blocks]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        assert (done.returncode, done.stdout) == (2, out)
        assert done.stderr.endswith(end)
        assert done.stderr.count("\n") == 1
        assert {one.name for one in tmp_path.iterdir()} == {"kept.json", "kept.lock"}
    assert say(*words) == alone


def test_a_pipe_and_what_never_ends_are_refused_at_once(say, refused, tmp_path):
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
        (tmp_path / "link.toml").symlink_to("/dev/zero")
        for name in ("pipe.toml", "link.toml"):
            err = refused("simulate", tmp_path / name)
            assert "is a pipe or a device, not a file" in err
    (tmp_path / "large.toml").write_bytes(b"#" * (4 << 20) + b"\n")
    assert "is larger than 4 MB" in say("simulate", tmp_path / "large.toml")[2]


@pytest.mark.parametrize(
    "bomb",
    [".".join("a" * 20_000) + " = 1", "[" + ".".join(["ab"] * 9_000) + "]", 'x = {"a" . ' + "b . " * 5_000 + "c = 1}"],
    ids=["key", "block", "inline"],
)
def test_a_key_of_thousands_of_parts_is_refused_at_once(refused, write, bomb):
    file = write("bomb.toml", f"schema = 1\n{bomb}\n")
    err = refused("simulate", file)
    assert err.endswith("bomb.toml: has a key of more than 64 parts\n")
    assert main(["simulate", "volley-wall"]) == 0


@LINUX
@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing():
    process = begun(*LONG, "--workers", 2)
    workers = until(lambda: running(process.pid))
    assert until(lambda: at_work(workers[0]))
    os.kill(workers[0], signal.SIGKILL)
    assert process.communicate() == (told_alone(), "")
    assert process.returncode == 0
