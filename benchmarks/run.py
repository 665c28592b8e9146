"""All benchmarks in one run: `.venv/bin/python benchmarks/run.py` writes `benchmarks/results.md`.

Every figure is a ratio of things measured side by side in this run, with the raw limits of the machine beside it. The
scalar twins are the oracles of the tests: plain Python, a trial at a time.
"""

from __future__ import annotations

import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from mangonel._version import __version__
from mangonel.engine.run import run
from mangonel.engine.singles import count_outcomes, roll_outcomes
from mangonel.rules.loading import load_rules
from mangonel.systems.cryhavoc.rolls.table_rolls import table_roll
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.systems.scenario import build, load_scenario
from systems.registry import twin_of
from systems.twins import oracle_rules

REPEATS = 7
DICE = 16_000_000
GAMES = 200
ROUNDS = 1
"""Goes of whole sequences after the one that warms up: they take seconds, and swing little."""
SCENARIOS = (
    "ladder-one",
    "ram-gate",
    "siege-tower-one",
    "sortie-battery",
    "melee-line",
    "volley-wall",
    "fire-camp",
    "bombardment-curtain",
    "healing-six",
    "panic-one",
    "siege-breach",
)
"""A scenario of each sequence that can be counted exactly."""


def median(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median time of some work in seconds; the first go warms up and does not count."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def limits() -> list[str]:
    """Return the raw limits: what the machine does when it does nothing else."""
    block = np.zeros(1 << 26, dtype=np.uint8)
    small = np.zeros(1 << 15, dtype=np.uint8)
    lines = ["| what | ns a byte |", "|---|---|"]
    lines.append(f"| write memory | {median(lambda: block.fill(1)) / len(block) * 1e9:.3f} |")

    def cached() -> None:
        for _ in range(2000):
            small.fill(1)

    lines.append(f"| write memory, in cache | {median(cached) / 2000 / len(small) * 1e9:.3f} |")
    for name in ("SFC64", "PCG64", "PCG64DXSM"):
        bits = getattr(np.random, name)(1)
        seconds = median(lambda bits=bits: bits.random_raw(DICE // 8))
        lines.append(
            f"| {name} words | {seconds / DICE * 1e9:.3f} ({DICE / 8 / seconds / 1e6:.0f} million words a second) |"
        )
    return lines


def single_rolls() -> list[str]:
    """Compare rolls on one table with drawing as many dice."""
    roll = table_roll("melee", [melee_situation(load_rules("siege"), attack=8, defence=3)], "-ABCDEF")
    rng = np.random.default_rng(1)
    bits = np.random.SFC64(1)
    drawn = median(lambda: rng.integers(0, 10, DICE, dtype=np.uint8))
    rows = [("draw the dice only: `Generator.integers(0, 10, dtype=uint8)`", drawn)]
    rows.append(("rolls on a table, outcomes counted", median(lambda: count_outcomes(roll, DICE, bits))))
    rows.append(("rolls on a table, every outcome kept", median(lambda: roll_outcomes(roll, DICE, bits))))
    lines = ["| what | ns a roll | of the time to draw |", "|---|---|---|"]
    return lines + [f"| {name} | {seconds / DICE * 1e9:.2f} | {seconds / drawn:.2f} |" for name, seconds in rows]


READING = (
    "Counts never hold more states than there are. With 10^9 trials they hold nearly all (fire-camp: 56,902 of",
    "57,776, and 684 with 10^5 trials), and each of their four repeats is nearly an exact count: the last ratio",
    "speaks of the number of states and grows no further with the trials. To hold fewer would mean the error of fewer",
    "trials. `auto` counts such a scenario exactly.",
    "",
    "While there are about as many states as trials in a repeat, there is little to merge and counts cost more than",
    "they save: of siege-tower-fire 10^5 trials take five times as long as by Monte Carlo, for an error about half as",
    "large, which Monte Carlo reaches sooner. With the 10^6 that are played if nothing is said, `auto` (eight turns",
    "exactly, then counts) takes twice as long, but its error squared times its time is roughly a seventh to three",
    "quarters of Monte Carlo's for every number but the share that stays undecided.",
)
"""What the table of sequences does not show by itself."""


def sequences() -> list[str]:
    """Compare Monte Carlo with the scalar twin, and show exact and counts."""
    lines = [
        (
            "| scenario | dice a trial | twin, trials a second | Monte Carlo, trials a second | ratio "
            "| times drawing the dice | exact | most states at once | counts, 10^5 trials | 10^9 trials | ratio |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    rules = load_rules("siege")
    trials = 1 << 18
    rng = np.random.default_rng(1)
    dice_a_second = DICE / median(lambda: rng.integers(0, 10, DICE, dtype=np.uint8), 3)
    for name in SCENARIOS:
        scenario = load_scenario(name)
        sequence = build(scenario, rules)
        other = twin_of(scenario.sequence)
        setup, options = other.setup(scenario.setup), oracle_rules(rules, scenario)
        draw, rolled = random.Random(1), [0]

        def die(sides=10, draw=draw, rolled=rolled) -> int:
            rolled[0] += 1
            return draw.randint(1, sides)

        def twin(oracle=other.oracle, setup=setup, options=options, die=die) -> None:
            for _ in range(GAMES):
                oracle(setup, options, die)

        slow = GAMES / median(twin, ROUNDS)
        # `median` plays once more, to warm up.
        each = rolled[0] / ((1 + ROUNDS) * GAMES)
        fast = trials / median(lambda s=sequence: run(s, engine="monte-carlo", trials=trials, seed=1), ROUNDS)
        drawing = dice_a_second / fast / each
        exact = median(lambda s=sequence: run(s, engine="exact"), ROUNDS)
        states = run(sequence, engine="exact").provenance.states
        few = median(lambda s=sequence: run(s, engine="counts", trials=10**5, seed=1), ROUNDS)
        many = median(lambda s=sequence: run(s, engine="counts", trials=10**9, seed=1), ROUNDS)
        lines.append(
            f"| {name} | {each:.1f} | {slow:,.0f} | {fast:,.0f} | {fast / slow:.0f} | {drawing:.1f} "
            f"| {exact * 1e3:.0f} ms | {states:,} | {few * 1e3:.0f} ms | {many * 1e3:.0f} ms | {many / few:.1f} |"
        )
    return [*lines, "", *READING]


def memory() -> list[str]:
    """Show that memory does not grow with the number of trials.

    The peak is that of the new program alone: what `getrusage` says has the peak of the one that starts it too.
    """
    code = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from mangonel.engine.run import run\n"
        "from mangonel.rules.loading import load_rules\n"
        "from mangonel.systems.scenario import build, load_scenario\n"
        "sequence = build(load_scenario('ram-gate'), load_rules('siege'))\n"
        "run(sequence, engine='monte-carlo', trials=int(sys.argv[1]))\n"
        "print(re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text())[1])\n"
    )
    lines = ["| Monte Carlo trials of ram-gate | peak memory, MiB |", "|---|---|"]
    for trials in (1 << 16, 1 << 18, 1 << 20):
        done = subprocess.run([sys.executable, "-c", code, str(trials)], capture_output=True, text=True, check=True)
        lines.append(f"| {trials:,} | {int(done.stdout) / 1024:.0f} |")
    return lines


def processes() -> list[str]:
    """Compare two processes with one: in time, and in what both cores have to do."""
    lines = [
        "| scenario | trials | one process, s | two, s | ratio | CPU of two / CPU of one |",
        "|---|---|---|---|---|---|",
    ]

    def spent() -> float:
        of = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in of)

    for name, trials in (("ladder-one", 1 << 25), ("sortie-knights", 1 << 20)):
        taken = []
        for workers in (1, 2):
            # What starts the processes, and what is found out once in each, is part of it.
            sequence = build(load_scenario(name), load_rules("siege"))
            began, used = time.perf_counter(), spent()
            run(sequence, engine="monte-carlo", trials=trials, seed=1, workers=workers)
            taken.append((time.perf_counter() - began, spent() - used))
        (one, alone), (two, both) = taken
        lines.append(f"| {name} | {trials:,} | {one:.1f} | {two:.1f} | {one / two:.2f} | {both / alone:.2f} |")
    return lines


def start_up() -> list[str]:
    """Compare the start of commands with that of Python itself."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    commands = {
        "`python -c pass`": ["-c", "pass"],
        "`mangonel --help`": ["-m", "mangonel", "--help"],
        "`mangonel odds --help`": ["-m", "mangonel", "odds", "--help"],
        "`mangonel odds melee --attack 8 --defence 3`": [
            "-m",
            "mangonel",
            "odds",
            "melee",
            "--attack",
            "8",
            "--defence",
            "3",
        ],
    }
    lines = ["| command | ms | times `python -c pass` |", "|---|---|---|"]
    base = 0.0
    for name, words in commands.items():
        seconds = median(
            lambda words=words: subprocess.run(
                [sys.executable, *words], capture_output=True, check=True, env=environment
            ),
            15,
        )
        base = base or seconds
        lines.append(f"| {name} | {seconds * 1e3:.0f} | {seconds / base:.1f} |")
    return lines


def cpu(words: list[str], repeats: int = 3) -> float:
    """Return the median CPU time of a command in seconds."""
    times = []
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "mangonel", *words], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def studies() -> list[str]:
    """Compare studies, which play many games, with one game."""
    lines = ["| command | CPU, s | times `simulate ladder-one` |", "|---|---|---|"]
    grid = ["sweep", "ladder-one", "--x", "besiegers.men=3..8", "--y", "defenders.oil=0..5"]
    cell = ["sweep", "ladder-one", "--x", "besiegers.men=6", "--y", "defenders.oil=1"]
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "`simulate ladder-one`": ["simulate", "ladder-one"],
            "`compare ladder-one --attribute`": ["compare", "ladder-one", "--attribute"],
            "`sweep ladder-one`, one cell": cell,
            "`sweep ladder-one`, men 3..8 by oil 0..5: 36 cells": grid,
            "`tactics ladder-one`": ["tactics", "ladder-one"],
            "`report`, both scenarios": ["report", "--out", folder],
        }
        seconds = {name: cpu(words) for name, words in commands.items()}
    base = seconds["`simulate ladder-one`"]
    return lines + [f"| {name} | {one:.1f} | {one / base:.1f} |" for name, one in seconds.items()]


def main() -> None:
    """Run everything and write the page."""
    parts = {
        "Raw limits": limits(),
        "Rolls on one table": single_rolls(),
        "Memory": memory(),
        "Whole sequences": sequences(),
        "Two processes": processes(),
        "Start-up": start_up(),
        "Studies": studies(),
    }
    page = [
        "# Benchmarks",
        "",
        f"mangonel {__version__}, numpy {np.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores.",
        "Medians; read the ratios, which are measured side by side in one run, and not the times. The scalar twin also",
        "writes a line of log for every roll, which a bare one would save.",
        "",
    ]
    for title, lines in parts.items():
        page += [f"## {title}", "", *lines, ""]
    (HERE / "results.md").write_text("\n".join(page), encoding="utf-8")
    sys.stdout.write("\n".join(page))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"\npeak memory of this run: {peak:.0f} MiB\n")


if __name__ == "__main__":
    main()
