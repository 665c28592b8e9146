"""Work in other processes: nothing is lost with one of them, little travels, and none stands idle."""

import os
import pickle
import time
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from engine.dying import Large, arrived, die_once, no_room
from engine.games import battering, duel, skirmish
from mangonel.engine import workers
from mangonel.engine.ledger import Part
from mangonel.engine.run import play_trials, run
from mangonel.engine.sampling import BLOCK, Span
from mangonel.engine.trial_blocks import play_blocks
from mangonel.engine.workers import Sent, Workers
from mangonel.errors import DataError, SequenceError


@pytest.fixture(scope="module")
def crew():
    with Workers(2) as made:
        yield made


def test_what_a_dead_worker_was_doing_is_done_again(crew, tmp_path):
    found = [crew.submit(die_once, tmp_path / f"mark{number % 2}", number) for number in range(6)]
    assert [one.result(60) for one in found] == list(range(6))
    assert crew.submit(pow, 2, 5).result(60) == 32


def test_what_no_worker_survives_is_a_sentence(crew):
    with pytest.raises(DataError, match=r'a process that played died 3 times: .*"__main__"'):
        crew.submit(os._exit, 3).result(60)
    with pytest.raises(ZeroDivisionError):
        crew.submit(divmod, 1, 0).result(60)


def test_what_has_no_room_there_is_an_answer_and_costs_no_worker(crew):
    with pytest.raises(MemoryError):
        crew.submit(arrived, Sent(Large())).result(60)


def test_nobody_waits_for_workers_that_cannot_be_started(monkeypatch):
    with Workers(1) as made:
        monkeypatch.setattr(made, "_started", no_room)
        with pytest.raises(MemoryError):
            made.submit(os._exit, 3).result(60)
    monkeypatch.setattr("threading.Thread.start", lambda _thread: no_room())
    with pytest.raises(MemoryError):
        Workers(1)


def test_what_is_called_off_is_not_begun(crew, tmp_path):
    waiting = [crew.submit(time.sleep, 0.3) for _ in range(6)]
    last = crew.submit((tmp_path / "begun").touch)
    assert last.cancel()
    for one in waiting:
        one.result(60)
    crew.submit(pow, 2, 2).result(60)
    assert not (tmp_path / "begun").exists()


class Counted:
    """Counts how often it is put together."""

    made = 0

    def __init__(self):
        Counted.made += 1

    def __reduce__(self):
        return Counted, ()


def test_what_goes_along_is_put_together_once_a_process(monkeypatch):
    tasks = [pickle.dumps(Sent(Counted())) for _ in range(3)]
    before = Counted.made
    things = [pickle.loads(task).thing for task in tasks]
    assert Counted.made == before + 1
    assert things[0] is things[1] is things[2]
    monkeypatch.setattr(workers, "_versions", lambda: ("mangonel 0.0.1", "numpy 1"))
    workers._unpacked.cache_clear()
    with pytest.raises(DataError, match=r"a worker has other versions .*'mangonel 0\.0\.1 and numpy 1'"):
        assert pickle.loads(tasks[0]).thing


class Patient(Executor):
    """Does nothing until somebody asks for an answer, and notes how much was waiting."""

    def __init__(self, size):
        self.workers = size
        self.most = 0
        self.spans: list[Span] = []
        self.waiting: list[tuple[Future, partial]] = []

    def submit(self, fn, /, *args, **kwargs):
        future = Asked(self)
        self.waiting.append((future, partial(fn, *args, **kwargs)))
        self.spans.append(args[-1])
        self.most = max(self.most, len(self.waiting))
        return future


class Asked(Future):
    def __init__(self, patient):
        super().__init__()
        self._patient = patient

    def result(self, timeout=None):
        while not self.done():
            future, work = self._patient.waiting.pop(0)
            future.set_result(work())
        return super().result(timeout)


def quick(seed, block, size):
    """Play a game that takes no time."""
    counts = np.array([size], dtype=np.int64)
    return Part(size, ((np.array([block], dtype=np.int64), counts),), (counts * 2,))


@pytest.mark.parametrize("size", [1, 40])
def test_as_many_tasks_wait_as_there_are_workers(size):
    many = Patient(size)
    found, _ = play_blocks(quick, Span(0, 300 * BLOCK + 5), 1, executor=many)
    # One that is played and one that waits for each.
    assert many.most == 2 * size
    assert found.trials == 300 * BLOCK + 5
    assert found.sums[0].tolist() == [2 * found.trials]
    # Every trial once, in order.
    assert [one.start for one in many.spans] == [0, *(one.stop for one in many.spans[:-1])]
    assert many.spans[-1].stop == 300 * BLOCK + 5
    assert all(one.start % BLOCK == 0 for one in many.spans)


def test_only_cells_that_were_met_travel():
    game = duel(3, None).lasting(1_000)
    part = play_trials(game, None, 3, 0, BLOCK)
    met = len(part.cells[0][0])
    assert met == len(run(game, engine="monte-carlo", trials=BLOCK, seed=3).weights)
    # The ledger has 21,000 cells and a series of 1,001 turns.
    assert len(pickle.dumps(part.cells)) < 17 * met + 500


def test_whole_numbers_stay_whole():
    one = Part(1, ((np.array([4]), np.array([2**40])),), (np.array([2**61 - 1]),))
    total = one.plus(one)
    assert (total.trials, total.cells[0][1].tolist(), total.sums[0].tolist()) == (2, [2**41], [2**62 - 2])
    with pytest.raises(SequenceError, match="too large to be added up"):
        total.plus(one)


def test_any_way_of_splitting_gives_the_same_bits():
    play = partial(play_trials, skirmish(), None)
    whole, _ = play_blocks(play, Span(0, 4 * BLOCK + 9), 5)
    spans = Span(2 * BLOCK, 4 * BLOCK + 9), Span(0, BLOCK), Span(BLOCK, 2 * BLOCK)
    parts = [play_blocks(play, span, 5)[0] for span in spans]
    assert whole.equals(parts[0].plus(parts[1]).plus(parts[2]))


TRAVELLING = replace(skirmish(), recipe=(skirmish, ()))
ENDLESS = replace(duel(turns=None), recipe=(duel, (3, None)))


@pytest.mark.parametrize(
    ("process", "arguments"),
    [
        (TRAVELLING, {"trials": 2 * BLOCK + 500}),
        (TRAVELLING, {"trials": 12 * BLOCK, "precision": 0.00098}),
        (ENDLESS, {"trials": 2 * BLOCK}),
    ],
)
def test_workers_change_nothing(crew, process, arguments):
    here = run(process, engine="monte-carlo", seed=3, **arguments)
    there = run(process, engine="monte-carlo", seed=3, executor=crew, **arguments)
    assert here.provenance == there.provenance
    assert here.provenance.trials <= 4 * BLOCK
    assert np.array_equal(here.outcomes, there.outcomes)
    assert np.array_equal(here.weights, there.weights)
    assert np.array_equal(here.tally_means, there.tally_means)


def test_a_run_starts_workers_of_its_own():
    alone, together = (run(TRAVELLING, engine="monte-carlo", trials=1_000, workers=size) for size in (1, 2))
    assert np.array_equal(alone.weights, together.weights)


def test_a_process_without_a_recipe_cannot_travel():
    with pytest.raises(SequenceError, match="'battering' has no recipe and cannot be sent"):
        run(battering(), engine="monte-carlo", workers=2)
    with pytest.raises(TypeError, match="no recipe"):
        pickle.dumps(battering())
    other = pickle.loads(pickle.dumps(TRAVELLING.lasting(3)))
    assert (other.name, other.turns) == ("skirmish", 3)
