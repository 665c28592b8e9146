"""Runs that are kept on disk: nothing is played twice, nothing is lost, and the bits are the same."""

import errno
import json
import zlib
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import pytest

from mangonel.engine import trial_blocks
from mangonel.engine.process import Identity
from mangonel.engine.run import run
from mangonel.engine.sampling import BLOCK, Span
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies import playing
from mangonel.studies import run_folder as folder_module
from mangonel.studies.differences import on_shared_dice
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs
from mangonel.studies.run_folder import KeptFolder, merge
from mangonel.studies.sweep import sweep

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
RULES = ("siege", "croisades")
SHORT = load_scenario("volley-wall").replaced({"turns": 3})
VOLLEY = build(SHORT, SIEGE)
SAMPLED = {"engine": "monte-carlo", "trials": 6 * BLOCK + 77, "seed": 6}
NAMED = {"scenario volley-wall": "abc"}


def opened(folder, named=NAMED):
    return KeptFolder.open(str(folder), named)


def run_kept(sequence, *, keeps, **how):
    return Work(**how)(sequence, keeps=keeps)


def same(one, other):
    # What is exact is the same to the last digits.
    exact = one.provenance.engine == "exact"
    equal = partial(np.allclose, rtol=1e-12, atol=1e-15) if exact else np.array_equal
    assert one.provenance == other.provenance
    assert (one.turns, one.sides, one.hexes, one.maxima) == (other.turns, other.sides, other.hexes, other.maxima)
    for name in ("outcomes", "weights", "tally_means", "tally_errors"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert mine.dtype == theirs.dtype
        assert equal(mine, theirs)
    for mine, theirs in zip(one.watched, other.watched, strict=True):
        assert (mine.name, mine.trials) == (theirs.name, theirs.trials)
        assert equal(mine.shares, theirs.shares)
    return True


@pytest.fixture
def at_once(monkeypatch):
    """Write after every task."""
    monkeypatch.setattr(folder_module, "_PAUSE", 0.0)
    monkeypatch.setattr(folder_module, "_SHARE", 0.0)


@pytest.mark.parametrize(
    "how",
    [
        {"engine": "exact"},
        {"engine": "auto", "state_limit": 3, "trials": 900},
        {"engine": "counts", "trials": 900},
        SAMPLED,
        {"engine": "monte-carlo", "trials": 900, "precision": 0.4},
    ],
    ids=lambda how: how["engine"],
)
def test_a_run_that_is_there_is_not_played(tmp_path, monkeypatch, how):
    alone = run(VOLLEY, **how)
    with opened(tmp_path / "new" / "kept") as keeps:
        # What is exact is the same to the last digits.
        kept = run_kept(VOLLEY, keeps=keeps, **how)
        np.testing.assert_allclose(kept.weights, alone.weights, rtol=1e-12 if how["engine"] == "exact" else 0)
    monkeypatch.setattr("mangonel.engine.run.play_trials", killed)
    if how["engine"] != "monte-carlo":
        monkeypatch.setattr(playing, "run", killed)
    with opened(tmp_path / "new" / "kept") as keeps:
        assert same(run_kept(VOLLEY, keeps=keeps, **how), kept)
    assert not list(tmp_path.rglob(".*"))


def test_an_exact_sweep_that_is_stopped_has_kept_its_finished_cells(tmp_path, monkeypatch):
    played, axes = [], {"x": ("turns", (1, 2, 3, 4)), "engine": "exact"}
    scenario = load_scenario("volley-wall")
    alone = sweep(scenario, SIEGE, **axes)

    def stop(share):
        if share > 0.5:
            raise KeyboardInterrupt

    with opened(tmp_path) as keeps, pytest.raises(KeyboardInterrupt):
        sweep(scenario, SIEGE, **axes, runs=Runs(keeps), progress=stop)
    assert len(list(tmp_path.glob("*.kept"))) == 2
    monkeypatch.setattr(playing, "run", lambda sequence, **how: played.append(sequence.turns) or run(sequence, **how))
    with opened(tmp_path) as keeps:
        assert sweep(scenario, SIEGE, **axes, runs=Runs(keeps)) == alone
    assert played == [3, 4]


def test_a_result_has_the_names_of_who_asks(tmp_path):
    other = build(SHORT, SIEGE.replaced(name="club"))
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, engine="exact")
        assert run_kept(other, keeps=keeps, engine="exact").provenance.rules == "club"


class Killed(BaseException):
    """The end of a process, as nobody can catch it."""


def killed(*_args, **_more):
    raise Killed


@contextmanager
def dies_of_writing(monkeypatch):
    write = KeptFolder.write
    with monkeypatch.context() as patched:
        patched.setattr(KeptFolder, "write", lambda *words: write(*words) or killed())
        yield


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("how", [{}, {"engine": "auto", "state_limit": 3}])
def test_a_run_that_is_killed_at_any_writing_goes_on(tmp_path, monkeypatch, before, how):
    how = SAMPLED | how
    alone, write, left = run(VOLLEY, **how), folder_module.write_all, [0]

    def writing(files):
        left[0] -= 1
        if left[0] == 0 and before:
            raise Killed
        write(files)
        if left[0] == 0:
            raise Killed

    monkeypatch.setattr(folder_module, "write_all", writing)
    for number in (1, 2, 3):
        left[0] = number
        with pytest.raises(Killed), opened(tmp_path) as keeps:
            run_kept(VOLLEY, keeps=keeps, **how)
    left[0] = 0
    assert list(tmp_path.glob("*-*.kept"))
    with opened(tmp_path) as keeps:
        assert same(run_kept(VOLLEY, keeps=keeps, **how), alone)


@pytest.mark.usefixtures("at_once")
def test_more_trials_go_on_where_fewer_have_ended(tmp_path, monkeypatch):
    more = SAMPLED | {"trials": 9 * BLOCK}
    alone, played = run(VOLLEY, **more), []
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, **SAMPLED)
        usual = trial_blocks._play_sent
        noting = lambda sent, seed, span: played.append(span) or usual(sent, seed, span)  # noqa: E731
        monkeypatch.setattr(trial_blocks, "_play_sent", noting)
        assert same(run_kept(VOLLEY, keeps=keeps, **more), alone)
    # The first block is replayed, to see that it comes out the same.
    assert played[0] == (0, BLOCK)
    assert played[1].start == 6 * BLOCK
    assert played[-1].stop == 9 * BLOCK


def test_other_code_is_found_by_the_first_block(tmp_path):
    # As if an option had another meaning now, and no digest said so.
    other = replace(build(SHORT, load_rules("croisades")), identity=VOLLEY.identity)
    for number, span in enumerate((Span(0, 2 * BLOCK), Span(3 * BLOCK, 5 * BLOCK))):
        with opened(tmp_path / f"{number}") as keeps:
            run_kept(VOLLEY, keeps=keeps, span=span, **SAMPLED)
            before = sorted(tmp_path.rglob("*.kept"))
            message = f"block {3 * number} does not come out as it is kept"
            with pytest.raises(DataError, match=message):
                run_kept(other, keeps=keeps, **SAMPLED)
        assert sorted(tmp_path.rglob("*.kept")) == before


@pytest.mark.usefixtures("at_once")
def test_a_precision_is_reached_at_the_same_block(tmp_path, monkeypatch):
    how = SAMPLED | {"precision": 0.0004, "trials": 10 * BLOCK}
    whole = build(load_scenario("volley-wall"), SIEGE)
    alone = run(whole, **how)
    assert BLOCK < alone.provenance.trials < 10 * BLOCK
    with dies_of_writing(monkeypatch), pytest.raises(Killed), opened(tmp_path) as keeps:
        run_kept(whole, keeps=keeps, **how)
    for _ in range(2):
        with opened(tmp_path) as keeps:
            assert same(run_kept(whole, keeps=keeps, **how), alone)


@pytest.mark.usefixtures("at_once")
def test_pairs_on_the_same_dice_go_on_too(tmp_path, monkeypatch):
    one, other = (build(load_scenario("volley-wall").replaced({"turns": 1}), load_rules(name)) for name in RULES)
    how = {"trials": BLOCK + 500, "seed": 2}
    alone = on_shared_dice(one, other, **how)
    with dies_of_writing(monkeypatch), pytest.raises(Killed), opened(tmp_path) as keeps:
        on_shared_dice(one, other, keeps=keeps, **how)
    with opened(tmp_path) as keeps:
        assert keeps._files
        left, right, differences = on_shared_dice(one, other, keeps=keeps, **how)
    assert same(left, alone[0])
    assert same(right, alone[1])
    assert differences == alone[2]


def test_one_at_a_time(tmp_path):
    with opened(tmp_path), pytest.raises(DataError, match=r"process [0-9]+ on .* is at work here: wait for it"):
        opened(tmp_path).__enter__()
    with opened(tmp_path):
        pass


def test_what_a_killed_run_has_left_is_swept(tmp_path):
    (tmp_path / ".0-5.kept.0123456789abcdef.new").touch()
    with opened(tmp_path):
        assert sorted(one.name for one in tmp_path.iterdir()) == ["kept.json", "kept.lock"]


def test_a_changed_file_spoils_nothing(tmp_path):
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, engine="exact")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(DataError, match=r"scenario volley-wall is not what it was \(abc, now abd\)"):
        opened(tmp_path, {"scenario volley-wall": "abd"}).__enter__()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    # Another file is welcome.
    with opened(tmp_path, {"scenario other": "abd"}):
        pass
    with pytest.raises(DataError, match="scenario other is not what it was"):
        opened(tmp_path, {"scenario other": "abe"}).__enter__()


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive", "half", "turned"])
def test_what_is_damaged_is_said(tmp_path, content):
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, engine="exact")
    (file,) = tmp_path.glob("*.kept")
    good = file.read_bytes()
    middle = len(good) // 2
    spoilt = {"half": good[:middle], "turned": good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :]}
    file.write_bytes(spoilt.get(content, content))
    with opened(tmp_path) as keeps, pytest.raises(DataError, match="kept: is damaged: take it away"):
        run_kept(VOLLEY, keeps=keeps, engine="exact")
    with pytest.raises(DataError, match="kept: is damaged"):
        merge([tmp_path], tmp_path / "all")


def test_sound_content_under_the_seal_of_another_is_damaged(tmp_path):
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, **SAMPLED)
        run_kept(VOLLEY, keeps=keeps, engine="exact")
    for file in sorted(tmp_path.glob("*.kept")):
        seal, body = file.read_bytes()[:32], file.read_bytes()[32:]
        content = msgspec.msgpack.decode(zlib.decompress(body))
        for changed in (content | {"asked": [None]}, content | {"done": {}}):
            file.write_bytes(seal + zlib.compress(msgspec.msgpack.encode(changed)))
            with opened(tmp_path) as keeps, pytest.raises(DataError, match="kept: is damaged"):
                keeps.read(file.name)
        file.write_bytes(seal + body)


def test_a_block_is_not_counted_twice_under_another_name(tmp_path):
    first = SAMPLED | {"trials": BLOCK}
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, **first)
    (file,) = tmp_path.glob("*.kept")
    file.with_name(file.name.replace(f"0-{BLOCK}", f"{BLOCK}-{2 * BLOCK}")).write_bytes(file.read_bytes())
    with opened(tmp_path) as keeps, pytest.raises(DataError, match=r"524288\.kept: is damaged"):
        run_kept(VOLLEY, keeps=keeps, **SAMPLED)


def test_what_is_kept_can_be_read_from_a_read_only_place(tmp_path, monkeypatch):
    more = SAMPLED | {"trials": 9 * BLOCK}
    with opened(tmp_path / "kept") as keeps:
        known = run_kept(VOLLEY, keeps=keeps, **SAMPLED)
    before = {file: file.read_bytes() for file in (tmp_path / "kept").iterdir()}
    usual, told = Path.open, []

    def refused(file, mode="r", **how):
        if file == tmp_path / "kept" / "kept.lock" and mode == "a+":
            raise OSError(errno.EROFS, "Read-only file system")
        return usual(file, mode, **how)

    monkeypatch.setattr(Path, "open", refused)
    with KeptFolder.open(tmp_path / "kept", NAMED, told.append) as keeps:
        assert same(run_kept(VOLLEY, keeps=keeps, **SAMPLED), known)
        assert not told
        assert same(run_kept(VOLLEY, keeps=keeps, **more), run(VOLLEY, **more))
        assert "cannot be written: Read-only file system" in str(told[0])
    assert merge([tmp_path / "kept"], tmp_path / "all")[tmp_path / "kept"] == len(before) - 2
    assert {file: file.read_bytes() for file in (tmp_path / "kept").iterdir()} == before
    (tmp_path / "kept" / "kept.json").unlink()
    with pytest.raises(DataError, match="nothing can be kept here: Read-only file system"):
        opened(tmp_path / "kept").__enter__()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"mangonel": 1}', '{"mangonel": "", "numpy": "", "named": 5}'])
def test_a_folder_of_somebody_else_is_left_alone(tmp_path, content):
    (tmp_path / "kept.json").write_text(content)
    with pytest.raises(DataError, match=r"kept\.json: is not what mangonel writes"):
        opened(tmp_path).__enter__()
    assert (tmp_path / "kept.json").read_text() == content


def test_what_cannot_be_kept_or_merged(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="nothing can be kept here"):
        opened(tmp_path / "file").__enter__()
    with pytest.raises(DataError, match="nothing is kept here"):
        merge([tmp_path], tmp_path / "all")
    with opened(tmp_path / "one"):
        pass
    with pytest.raises(DataError, match="cannot be merged into itself"):
        merge([tmp_path / "one"], tmp_path / "one")
    with opened(tmp_path / "two", {"scenario volley-wall": "abd"}):
        pass
    with pytest.raises(DataError, match="scenario volley-wall is not what it was"):
        merge([tmp_path / "one", tmp_path / "two"], tmp_path / "all")
    with opened(tmp_path / "one") as keeps, pytest.raises(DataError, match="is not built from a scenario"):
        run_kept(replace(VOLLEY, identity=Identity()), keeps=keeps, engine="exact")


@pytest.mark.usefixtures("at_once")
def test_a_long_run_leaves_few_files(tmp_path):
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, **SAMPLED)
    spans = sorted((file.name.split(".")[1] for file in tmp_path.glob("*.kept")), key=lambda span: int(span[2:]))
    # The block that is replayed, what is whole, to go on from, and all of it.
    assert spans[0] == f"0-{BLOCK}"
    assert spans[-1] == f"0-{SAMPLED['trials']}"
    assert len(spans) <= 3
    head = json.loads((tmp_path / "kept.json").read_text())
    assert head["named"] == NAMED


def test_what_is_in_another_file_is_swept(tmp_path, monkeypatch):
    # Nothing is written on the way.
    monkeypatch.setattr(folder_module, "_PAUSE", 1e9)

    def spans():
        return {file.name.split(".")[1] for file in tmp_path.glob("*.kept")}

    with opened(tmp_path) as keeps:
        for first, last in ((0, 3), (2, 3), (3, 7)):
            span = Span(first * BLOCK, min(last * BLOCK, SAMPLED["trials"]))
            run_kept(VOLLEY, keeps=keeps, span=span, **SAMPLED)
        run_kept(VOLLEY, keeps=keeps, **SAMPLED)
        # What ends within a block is of no use to a longer run.
        whole = {f"0-{BLOCK}", f"0-{3 * BLOCK}", f"{3 * BLOCK}-{4 * BLOCK}"}
        assert spans() == whole | {f"0-{SAMPLED['trials']}"}
        run_kept(VOLLEY, keeps=keeps, **SAMPLED | {"trials": 7 * BLOCK})
        # The first block stays, to be replayed.
        assert spans() == {f"0-{BLOCK}", f"0-{7 * BLOCK}"}


def test_other_questions_are_other_runs(tmp_path):
    with opened(tmp_path) as keeps:
        run_kept(VOLLEY, keeps=keeps, engine="counts", trials=900)
        for how in ({"trials": 901}, {"seed": 1}, {"engine": "auto"}, {"state_limit": 3, "engine": "auto"}):
            how = {"engine": "counts", "trials": 900} | how
            assert same(run_kept(VOLLEY, keeps=keeps, **how), run(VOLLEY, **how))
        for how in ({}, {"seed": 1}, {"precision": 0.004}, {"trials": 500}):
            how = {"engine": "monte-carlo", "trials": 3 * BLOCK, "seed": 0} | how
            assert same(run_kept(VOLLEY, keeps=keeps, **how), run(VOLLEY, **how))
        other = build(load_scenario("volley-wall").replaced({"turns": 2}), SIEGE)
        assert run_kept(other, keeps=keeps, engine="counts", trials=900).turns == 2
