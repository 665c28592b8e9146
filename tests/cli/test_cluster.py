"""Runs on a dask cluster: a scheduler and two workers on this machine, of which one is killed."""

import subprocess
import sys

import pytest

from cli.test_long_runs import LONG, begun, told_alone, until
from pace import PATIENCE


def dask(*words, log):
    command = [sys.executable, "-m", "dask", *map(str, words)]
    with log.open("w") as into:
        return subprocess.Popen(command, stdout=into, stderr=subprocess.STDOUT)


@pytest.fixture
def cluster(tmp_path):
    """Yield the file that says where the scheduler is, and the two workers, with their logs."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    where = ("--no-dashboard", "--scheduler-file", file)
    processes = [dask("scheduler", "--host", "127.0.0.1", "--port", "0", *where, log=tmp_path / "scheduler.log")]
    try:
        assert until(file.exists)
        for name in ("one", "two"):
            more = ("--nthreads", "1", "--no-nanny", "--name", name, "--local-directory", tmp_path)
            processes.append(dask("worker", *where, *more, log=tmp_path / f"{name}.log"))
        for name in ("one", "two"):
            assert until(lambda log=tmp_path / f"{name}.log": "Registered to" in log.read_text())
        log = (tmp_path / "scheduler.log").read_text()
        yield log.partition("Scheduler at:")[2].split()[0], processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_worker_that_is_lost_costs_nothing(say, cluster, tmp_path):
    address, workers = cluster
    process = begun(*LONG, "--cluster", address, "--keep", tmp_path / "kept")
    # Something has come back, and more is on its way.
    assert until(lambda: list((tmp_path / "kept").glob("*.kept")))
    workers[0].kill()
    assert process.poll() is None
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, told_alone()), err
    study = ("sweep", "volley-wall", "--x", "turns=2,3", "--engine", "counts", "--trials", "500")
    assert begun(*study, "--cluster", address).communicate()[0] == say(*study)[1]
    workers[1].kill()
    workers[1].wait()
    none = ("", f"mangonel: --cluster: the scheduler has no workers: {address!r}\n")
    assert until(lambda: begun(*study, "--cluster", address).communicate() == none)
