import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mangonel.errors import DataError
from mangonel.paper.writing import check_folder, check_writable, write_all


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_all_files_are_written_and_nothing_else(tmp_path):
    write_all({tmp_path / "a.html": b"one", tmp_path / "a.csv": b"two"})
    assert (tmp_path / "a.html").read_bytes() == b"one"
    assert (tmp_path / "a.csv").read_bytes() == b"two"
    assert names(tmp_path) == ["a.csv", "a.html"]


def test_a_folder_in_the_way_of_one_file_leaves_nothing_behind(tmp_path):
    (tmp_path / "a.pdf").mkdir()
    with pytest.raises(DataError, match=r"a\.pdf: cannot be written"):
        write_all({tmp_path / "a.html": b"one", tmp_path / "a.pdf": b"two"})
    assert names(tmp_path) == ["a.pdf"]


def test_a_missing_folder_leaves_nothing_behind(tmp_path):
    with pytest.raises(DataError, match=r"gone.*cannot be written: No such file"):
        write_all({tmp_path / "a.html": b"one", tmp_path / "gone" / "a.csv": b"two"})
    assert names(tmp_path) == []


def test_a_file_in_place_of_the_folder_is_named(tmp_path):
    (tmp_path / "plain").write_bytes(b"x")
    with pytest.raises(DataError, match=r"plain.a\.csv: cannot be written: Not a directory"):
        write_all({tmp_path / "a.html": b"one", tmp_path / "plain" / "a.csv": b"two"})
    assert names(tmp_path) == ["plain"]


def test_a_move_that_fails_midway_puts_everything_back(tmp_path, monkeypatch):
    (tmp_path / "a.html").write_bytes(b"old")
    move = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if Path(target).name == "b.csv":
            raise OSError(28, "No space left on device")
        return move(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(DataError, match=r"b\.csv: cannot be written: No space left"):
        write_all({tmp_path / "a.html": b"new", tmp_path / "b.csv": b"new"})
    assert (tmp_path / "a.html").read_bytes() == b"old"
    assert names(tmp_path) == ["a.html"]


def test_a_disk_that_fills_up_leaves_the_old_files(tmp_path, monkeypatch):
    (tmp_path / "a.html").write_bytes(b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DataError, match="No space left"):
        write_all({tmp_path / "a.html": b"new"})
    assert (tmp_path / "a.html").read_bytes() == b"old"
    assert names(tmp_path) == ["a.html"]


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupted(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_all({tmp_path / "a.html": b"new"})
    assert names(tmp_path) == []


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.html").write_bytes(b"old")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    write_all({tmp_path / "link.html": b"new"})
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_bytes() == b"new"


def test_one_path_twice_is_refused(tmp_path):
    with pytest.raises(DataError, match="same path"):
        write_all({tmp_path / "a.html": b"one", tmp_path / "." / "b" / ".." / "a.html": b"two"})
    assert names(tmp_path) == []


def test_what_a_killed_run_has_left_is_in_nobodys_way_and_goes_after_a_day(tmp_path):
    target = tmp_path / "a[1].csv"
    left = [
        tmp_path / f".a[1].csv.{name}" for name in (f"{os.getpid()}.new", f"{os.getpid()}.try", "0123456789abcdef.old")
    ]
    others = [tmp_path / name for name in (".a[1].csv.mine.old", ".a[1].csv.swp", ".b.csv.17.new", ".a1.csv.17.new")]
    for file in (*left, *others):
        file.write_bytes(b"x")
    check_writable(target)
    check_folder(tmp_path)
    write_all({target: b"one"})
    assert all(file.exists() for file in left)
    for file in (*left, *others):
        os.utime(file, times=(time.time() - 90_000,) * 2)
    write_all({target: b"two"})
    assert names(tmp_path) == sorted([target.name, *(file.name for file in others)])


def test_names_on_the_way_are_nobody_elses(tmp_path):
    def often(content: bytes) -> None:
        for _ in range(20):
            write_all({tmp_path / "a.csv": content, tmp_path / "b.csv": content})

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(often, content) for content in (b"one", b"two", b"three", b"four")]:
            done.result()
    assert names(tmp_path) == ["a.csv", "b.csv"]


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synced there")
def test_a_file_is_on_the_disk_before_it_is_moved_and_its_folder_after(tmp_path, monkeypatch):
    steps = []
    sync, replace = os.fsync, Path.replace

    def noting_sync(handle):
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def noting_move(self, target):
        steps.append("moved")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", noting_sync)
    monkeypatch.setattr(Path, "replace", noting_move)
    write_all({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert steps == ["file", "file", "moved", "moved", "folder"]
