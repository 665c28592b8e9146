"""All benchmarks in one run: `.venv/bin/python benchmarks/run.py` writes `benchmarks/results.md`.

Every figure is a ratio of things measured side by side in this run, with the raw limits of the machine beside it. The
scalar twins are the oracles of the tests: plain Python, a trial at a time. Named parts (`run.py Trials "Plain numpy"`)
are run alone, and the others stay on the page as they are.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from oracles import oracle_games
from plain_engagement import broken_pikes

from mangonel._version import __version__
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.singles import count_outcomes, roll_outcomes
from mangonel.rules.loading import load_rules
from mangonel.systems.cryhavoc.situations.melee import melee_situation
from mangonel.systems.scenario import Scenario, build, load_scenario
from mangonel.tables.situation import Modifier, Situation
from mangonel.tables.table import Table

REPEATS = 7
DICE = 16_000_000
GAMES = 200
TRIALS = 1 << 18
SCENARIOS = {
    "ladder-one": "siege",
    "ram-gate": "siege",
    "siege-tower-one": "siege",
    "sortie-battery": "siege",
    "melee-line": "siege",
    "volley-wall": "siege",
    "fire-camp": "siege",
    "bombardment-curtain": "siege",
    "healing-six": "siege",
    "panic-one": "siege",
    "siege-breach": "siege",
    "engagement-knights": "navas",
    "fire-fight-crossbows": "navas",
    "line-three": "navas",
    "waves-vanguard": "navas",
    "recovery-vanguard": "navas",
    "command-duel": "navas",
    "battle-wing": "navas",
}
"""A scenario of each sequence that can be counted exactly, and the rule set under which it is."""
PLAIN = "engagement-pikes"
SIGMAS = 5.0


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
    situation = melee_situation(load_rules("siege"), attack=8, defence=3)
    roll = Roll.of("melee", "-ABCDEF", [situation.outcomes()])
    rng = np.random.default_rng(1)
    bits = np.random.SFC64(1)
    drawn = median(lambda: rng.integers(0, 10, DICE, dtype=np.uint8))
    rows = [("draw the dice only: `Generator.integers(0, 10, dtype=uint8)`", drawn)]
    rows.append(("rolls on a table, outcomes counted", median(lambda: count_outcomes(roll, DICE, bits))))
    rows.append(("rolls on a table, every outcome kept", median(lambda: roll_outcomes(roll, DICE, bits))))
    lines = ["| what | ns a roll | of the time to draw |", "|---|---|---|"]
    return lines + [f"| {name} | {seconds / DICE * 1e9:.2f} | {seconds / drawn:.2f} |" for name, seconds in rows]


def distributions() -> list[str]:
    """Compare the odds of all columns of a table, under all modifiers that matter, with making the answers alone."""
    rules = load_rules("siege")
    taken = []
    for _ in range(31):
        # A table that nobody has asked yet.
        table = replace(rules.table("melee-foot"))
        asked = [(column, modifier) for column in table.columns for modifier in range(-10, 11)]

        def made(table: Table = table, asked: list[tuple[str, int]] = asked) -> list[Situation]:
            return [Situation(table, column, modifiers=(Modifier("some", value),)) for column, value in asked]

        situations = made()
        first, again = (timed(lambda s=situations: [situation.odds() for situation in s]) for _ in range(2))
        pairs = [list(situation.odds().items()) for situation in situations]
        taken.append((timed(lambda p=pairs: [dict(one) for one in p]), timed(made), first, again))
    names = ("as many dictionaries of shares", "the situations made", "their odds", "their odds again")
    medians = [statistics.median(times) for times in zip(*taken, strict=True)]
    lines = [f"| {len(asked)} distributions of melee-foot | ms | times the dictionaries |", "|---|---|---|"]
    return lines + [
        f"| {name} | {one * 1e3:.2f} | {one / medians[0]:.1f} |" for name, one in zip(names, medians, strict=True)
    ]


def timed(work: Callable[[], object]) -> float:
    """Return the processor time of some work in seconds, once."""
    start = time.process_time()
    work()
    return time.process_time() - start


def first_and_again(name: str, **how: object) -> tuple[float, float]:
    """Return what a run costs the first time, as the best of two, and what it costs later, in seconds."""
    first, again = [], []
    for _ in range(2):
        sequence = build(load_scenario(name), load_rules(SCENARIOS.get(name, "navas")))
        first.append(timed(lambda s=sequence: run(s, **how)))
        # The second run makes the tables that the first could do without.
        again += [timed(lambda s=sequence: run(s, **how)) for _ in range(3)]
    return min(first), min(again)


def told(seconds: tuple[float, float]) -> str:
    """Return two times in milliseconds."""
    return " / ".join(f"{one * 1e3:,.0f}" for one in seconds)


def twins() -> list[str]:
    """Compare Monte Carlo with the scalar twin."""
    lines = [
        (
            "| scenario | dice a trial | twin, trials a second | phase by phase | times the twin | drawn from tables "
            "| times the twin | with making the tables, 10^6 trials |"
        ),
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, rules in SCENARIOS.items():
        scenario = load_scenario(name)
        play, dice = oracle_games(scenario, load_rules(rules), GAMES)
        slow = GAMES / min(timed(play) for _ in range(2))
        sequence = build(scenario, load_rules(rules))
        phases = TRIALS / timed(lambda s=sequence: run(s, engine="monte-carlo", trials=TRIALS, way="phases"))
        first, again = first_and_again(name, engine="monte-carlo", trials=10**6)
        drawn = 10**6 / again
        lines.append(
            f"| {name} | {dice():.1f} | {slow:,.0f} | {phases:,.0f} | {phases / slow:,.0f} | {drawn:,.0f} "
            f"| {drawn / slow:,.0f} | {10**6 / first / slow:,.0f} |"
        )
    return lines


def sequences() -> list[str]:
    """Show exact runs and counts: phase by phase, the first time, and again."""
    lines = [
        (
            "| scenario | most states at once | exact, phase by phase | exact, first / again "
            "| first, times phase by phase | counts of 10^6 trials, phase by phase | first / again "
            "| 10^12 trials, first / again |"
        ),
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, rules in SCENARIOS.items():
        sequence = build(load_scenario(name), load_rules(rules))
        states = run(sequence, engine="exact").provenance.states
        phases = min(timed(lambda s=sequence: run(s, engine="exact", way="phases")) for _ in range(2))
        exact = first_and_again(name, engine="exact")
        counted = timed(lambda s=sequence: run(s, engine="counts", trials=10**6, way="phases"))
        few, many = (first_and_again(name, engine="counts", trials=trials) for trials in (10**6, 10**12))
        lines.append(
            f"| {name} | {states:,} | {phases * 1e3:,.0f} | {told(exact)} "
            f"| {exact[0] / phases:.2f} | {counted * 1e3:,.0f} | {told(few)} | {told(many)} |"
        )
    return lines


def plain_numpy() -> list[str]:
    """Compare the program with a game that is written by hand in numpy, and with the oracle of that game."""
    scenario, rules = load_scenario(PLAIN), load_rules("navas")
    sequence = build(scenario, rules)
    chance = run(sequence, engine="exact").probability("b_broken").value
    rng = np.random.Generator(np.random.SFC64(1))
    found = np.mean([broken_pikes(TRIALS, rng) for _ in range(8)])
    error = (chance * (1 - chance) / (8 * TRIALS)) ** 0.5
    if abs(found - chance) > SIGMAS * error:
        raise AssertionError(f"by hand {found:.5f}, exactly {chance:.5f}")
    by_hand = 10**6 / min(timed(lambda: broken_pikes(10**6, rng)) for _ in range(3))
    oracle = GAMES / min(timed(oracle_games(scenario, rules, GAMES)[0]) for _ in range(3))
    phases = min(timed(lambda: run(sequence, engine="monte-carlo", trials=10**6, way="phases")) for _ in range(3))
    first, again = first_and_again(PLAIN, engine="monte-carlo", trials=10**6)
    exact, _ = first_and_again(PLAIN, engine="exact")
    speeds = {
        "the oracle": oracle,
        "by hand in numpy": by_hand,
        "Monte Carlo phase by phase": 10**6 / phases,
        "drawn from tables, with making them": 10**6 / first,
        "drawn from tables": 10**6 / again,
    }
    lines = [f"| {PLAIN}, 10^6 trials | trials a second | times by hand |", "|---|---|---|"]
    lines += [f"| {name} | {speed:,.0f} | {speed / by_hand:.3g} |" for name, speed in speeds.items()]
    return [
        *lines,
        "",
        f"All trials by hand together are within {SIGMAS:.0f} standard errors of the exact chance. To know that chance",
        f"exactly takes {exact * 1e3:.0f} ms, the time of {exact * by_hand:,.0f} trials by hand.",
    ]


def splitting() -> list[str]:
    """Compare the variance of even splitting with that of as many independent trials."""
    trials, seeds = 10**6, 12
    lines = ["| scenario | ending | variance of independent trials, times that of counts |", "|---|---|---|"]
    for name in ("ram-gate", "ladder-one"):
        sequence = build(load_scenario(name), load_rules("siege"))
        exact = run(sequence, engine="exact")
        drawn = [run(sequence, engine="counts", trials=trials, seed=seed) for seed in range(seeds)]
        for ending in exact.all_endings:
            chance = exact.probability(ending).value
            if not 0.01 < chance < 0.99:
                continue
            errors = np.array([one.probability(ending).value - chance for one in drawn])
            ratio = chance * (1 - chance) / trials / np.mean(errors**2)
            lines.append(f"| {name} | {ending} | {ratio:,.0f} |")
    return lines


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


def eighty_units() -> Scenario:
    """Return a battle of 80 stacks of one unit: two sectors, four banners a side."""
    hosts = {"a": ("knights", "foot-sergeants"), "b": ("light-horse", "pikemen")}
    changes: dict[str, object] = {"sectors": [{"frontage": 5}, {"frontage": 5, "camp": True}], "policies": {}}
    for side, kinds in hosts.items():
        changes[f"{side}.army"] = 1
        changes[f"{side}.banners"] = [
            {
                "sector": 1 + banner % 2,
                "value": 2 + banner,
                "bonus": 1,
                "stacks": [{"kind": kind, "number": 5} for kind in kinds],
            }
            for banner in range(4)
        ]
    return load_scenario("battle-navas").replaced(changes | {"title": "a battle of 80 units"})


def processes() -> list[str]:
    """Compare two processes with one: in time, and in what both cores have to do."""
    lines = [
        "| scenario | trials | one process, s | two, s | ratio | CPU of two / CPU of one |",
        "|---|---|---|---|---|---|",
    ]

    def spent() -> float:
        of = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in of)

    runs = (
        (load_scenario("ladder-one"), "siege", 1 << 27),
        (load_scenario("sortie-knights"), "siege", 1 << 22),
        (load_scenario("battle-navas"), "navas", 1 << 19),
        (eighty_units(), "navas", 1 << 20),
    )
    for scenario, rules, trials in runs:
        taken = []
        for workers in (1, 2):
            # What starts the processes, and what is found out once in each, is part of it.
            sequence = build(scenario, load_rules(rules))
            began, used = time.perf_counter(), spent()
            run(sequence, engine="monte-carlo", trials=trials, seed=1, workers=workers)
            taken.append((time.perf_counter() - began, spent() - used))
        (one, alone), (two, both) = taken
        lines.append(
            f"| {scenario.title} | {trials:,} | {one:.1f} | {two:.1f} | {one / two:.2f} | {both / alone:.2f} |"
        )
    return lines


def start_up() -> list[str]:
    """Compare the start of commands with that of Python itself, and with that of what they stand on."""
    stands_on = "click, dataclasses, fractions, json, pathlib"
    melee = "odds melee --attack 8 --defence 3"
    commands = {
        "`python -c pass`": ["-c", "pass"],
        '`python -c "import click"`': ["-c", "import click"],
        f'`python -c "import {stands_on}"`': ["-c", f"import {stands_on}"],
        **{f"`mangonel {words}`": ["-m", "mangonel", *words.split()] for words in ("--help", "odds --help", melee)},
    }
    # By turns, so that whatever else the machine does falls on all of them. The first go writes what is kept.
    turns = [[cpu(words) for words in commands.values()] for _ in range(31)][1:]
    seconds = [statistics.median(times) for times in zip(*turns, strict=True)]
    lines = ["| command | CPU, ms | times `python -c pass` |", "|---|---|---|"]
    return lines + [
        f"| {name} | {one * 1e3:.0f} | {one / seconds[0]:.1f} |" for name, one in zip(commands, seconds, strict=True)
    ]


def cpu(words: list[str]) -> float:
    """Return the CPU time of Python with these words in seconds."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], capture_output=True, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
        seconds = {
            name: statistics.median(cpu(["-m", "mangonel", *words]) for _ in range(3))
            for name, words in commands.items()
        }
    base = seconds["`simulate ladder-one`"]
    return lines + [f"| {name} | {one:.1f} | {one / base:.1f} |" for name, one in seconds.items()]


PARTS: dict[str, Callable[[], list[str]]] = {
    "Raw limits": limits,
    "Rolls on one table": single_rolls,
    "Distributions for a sheet": distributions,
    "Memory": memory,
    "Trials": twins,
    "Plain numpy": plain_numpy,
    "Exact runs and counts, in milliseconds": sequences,
    "Even splitting": splitting,
    "Two processes": processes,
    "Start-up": start_up,
    "Studies": studies,
}


def kept(page: Path) -> dict[str, list[str]]:
    """Return the parts that are on the page already."""
    written = page.read_text(encoding="utf-8").split("\n## ")[1:] if page.is_file() else []
    return {title: text.strip().split("\n") for title, _, text in (part.partition("\n") for part in written)}


def main(wanted: list[str]) -> None:
    """Run everything, or the parts wanted, and write the page."""
    unknown = [title for title in wanted if title not in PARTS]
    if unknown:
        sys.exit(f"no such part: {unknown[0]}; there are {', '.join(PARTS)}")
    file = HERE / "results.md"
    known = kept(file)
    parts = {title: part() if not wanted or title in wanted else known.get(title, []) for title, part in PARTS.items()}
    page = [
        "# Benchmarks",
        "",
        f"mangonel {__version__}, numpy {np.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores.",
        "Medians; read the ratios, which are measured side by side in one run, and not the times. The scalar twin also",
        "writes a line of log for every roll, which a bare one would save. Whole sequences and commands are timed by",
        "the processor time that they take.",
        "",
    ]
    for title, lines in parts.items():
        page += [f"## {title}", "", *lines, ""]
    file.write_text("\n".join(page), encoding="utf-8")
    sys.stdout.write("\n".join(page))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"\npeak memory of this run: {peak:.0f} MiB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
