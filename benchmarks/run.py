"""All benchmarks in one run: `.venv/bin/python benchmarks/run.py` writes `benchmarks/results.md`.

`--beside FOLDER` measures another version of the program by turns with this one: FOLDER is a checkout of it, made for
example by `git worktree add --detach FOLDER f599076c`. Named parts (`run.py Commands Risk`) are run alone, and the
others stay on the page. `--repeats N` is the number of processes in which each thing is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mangonel._version import __version__
from mangonel.engine.exact import run_exact
from mangonel.engine.run import play_trials
from mangonel.engine.sampling import BLOCK
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.situation import Modifier, Situation
from mangonel.studies.decide import Best, best
from mangonel.studies.editable import EditableGame, quantity

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RULES = {"cryhavoc": "siege", "filo": "navas"}
SAMPLED = ("ladder-one", "ram-gate", "sortie-battery", "melee-line", "fire-camp", "engagement-knights", "line-three")


HOW = argparse.Namespace(beside=None, repeats=3, only=())


def started(*words: str, folder: Path = ROOT) -> dict[str, Any]:
    """Run `measure.py` with the program of a folder; return what it measures, and its CPU time as a whole."""
    path = os.pathsep.join(str(folder / name) for name in ("analysis", "docs/examples"))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}
    used = children()
    done = subprocess.run(
        [sys.executable, *words], check=False, capture_output=True, text=True, env=environment, cwd=folder
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} in {folder}: {done.stderr[-2000:]}")
    said = done.stderr.strip().rpartition("\n")[2]
    return (json.loads(said) if said.startswith("{") else {}) | {"cpu": children() - used}


def children() -> float:
    """Return the CPU time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def both(*words: str, repeats: int | None = None) -> list[dict[str, Any]]:
    """Return the least of every figure, of this program and then of the other one, measured by turns.

    The figures of the other one are unknown where it cannot play that.
    """
    turns = []
    for _ in range(repeats or HOW.repeats):
        turns.append([started(*words)])
        if HOW.beside is not None:
            try:
                turns[-1].append(started(*words, folder=HOW.beside))
            except RuntimeError:
                turns[-1].append(dict.fromkeys(turns[-1][0]))
    return [
        {name: one[0][name] if one[0][name] is None else min(turn[name] for turn in one) for name in one[0]}
        for one in zip(*turns, strict=True)
    ]


def measured(name: str, *words: str | int, repeats: int | None = None) -> list[dict[str, Any]]:
    """Return what runs of a scenario take, of this program and the other one: of the file that this one ships."""
    file = next((ROOT / "data" / "scenarios").glob(f"*/{name}.toml"), None)
    with tempfile.TemporaryDirectory() as folder:
        if file is not None:
            name = str(Path(folder, file.name))
            # Older versions know no plans.
            Path(name).write_text(file.read_text(encoding="utf-8").partition("\n[plans.")[0], encoding="utf-8")
        return both(str(HERE / "measure.py"), "run", name, *map(str, words), repeats=repeats)


def here(name: str, *words: str | int) -> dict[str, Any]:
    """Return the figures of Monte Carlo runs of a scenario, of this program alone."""
    return started(str(HERE / "measure.py"), "run", name, rules_of(name), "monte-carlo", *map(str, words))


def cells(found: list[dict[str, Any]], *names: str, unit: float = 1e3, form: str = ",.0f") -> str:
    """Return table cells: each figure of this program, of the other one, and their ratio."""
    texts = []
    for name in names:
        figures = [one[name] for one in found]
        texts += ["-" if figure is None else f"{figure * unit:{form}}" for figure in figures]
        if HOW.beside is not None:
            texts.append("-" if None in figures else f"{figures[0] / figures[1]:.2f}")
    return " | ".join(texts) + " |"


def head(first: str, *names: str) -> list[str]:
    """Return the head of a table whose rows are made by `cells`."""
    columns = [first]
    for name in names:
        columns += [name] if HOW.beside is None else [name, "beside", "ratio"]
    return [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]


def rules_of(name: str) -> str:
    """Return the rule set under which a shipped scenario is played."""
    return RULES[load_scenario(name).system.id]


def timed(work: Callable[[], object]) -> float:
    """Return the CPU time of some work in seconds, once."""
    start = time.process_time()
    work()
    return time.process_time() - start


def limits() -> list[str]:
    """Return the raw limits: what the machine does when it does nothing else."""
    block, small, draws = np.zeros(1 << 26, dtype=np.uint8), np.zeros(1 << 15, dtype=np.uint8), 2_000_000
    rng = np.random.Generator(np.random.SFC64(1))
    works: dict[str, tuple[Callable[[], object], int]] = {
        "write a byte of memory": (partial(block.fill, 1), len(block)),
        "write a byte in cache": (lambda: list(map(small.fill, [1] * 2000)), 2000 * len(small)),
        "draw a word of SFC64": (lambda: rng.bit_generator.random_raw(draws), draws),
        "draw a float32 share": (lambda: rng.random(draws, dtype=np.float32), draws),
        "draw a die as a byte": (lambda: rng.integers(0, 10, draws, dtype=np.uint8), draws),
    }
    times = {name: min(timed(work) for _ in range(7)) / size for name, (work, size) in works.items()}
    return ["| work | ns |", "|---|---|", *(f"| {name} | {one * 1e9:.3f} |" for name, one in times.items())]


def distributions() -> list[str]:
    """Compare the odds of all columns of a table, under all modifiers that matter, with making the answers alone."""
    taken = []
    for _ in range(31):
        # A copy, of which nothing is known yet.
        table = replace(load_rules("siege").table("melee-foot"))
        asked = [(column, modifier) for column in table.columns for modifier in range(-10, 11)]
        situations: list[Situation] = []

        def make(table: Any = table, asked: Any = asked, situations: Any = situations) -> None:
            situations.extend(Situation(table, column, modifiers=(Modifier("some", by),)) for column, by in asked)

        def odds(situations: Any = situations) -> Any:
            return [situation.odds() for situation in situations]

        made, first, again, pairs = timed(make), timed(odds), timed(odds), [list(one.items()) for one in odds()]
        taken.append((timed(lambda pairs=pairs: [dict(one) for one in pairs]), made, first, again))
    names = ("as many dictionaries of shares", "the situations made", "their odds", "their odds again")
    medians = [statistics.median(times) for times in zip(*taken, strict=True)]
    lines = [f"| {len(asked)} distributions of melee-foot | ms | times the dictionaries |", "|---|---|---|"]
    return lines + [
        f"| {name} | {one * 1e3:.2f} | {one / medians[0]:.1f} |" for name, one in zip(names, medians, strict=True)
    ]


def shipped(*, exactly: bool) -> list[str]:
    """Return the scenarios whose written results are exact under their rule set, or the others."""
    found = []
    for name in HOW.only or scenario_names():
        written = json.loads((ROOT / "tests" / "results" / f"{name}.json").read_text(encoding="utf-8"))
        if (written[rules_of(name)].get("engine") == "exact") == exactly:
            found.append(name)
    return found


def exact() -> list[str]:
    """Return the times of exact runs."""
    names = shipped(exactly=True)
    rows = [f"| {name} | {cells(measured(name, rules_of(name), 'exact', 8, 5), 'first', 'again')}" for name in names]
    return head("exact, ms", "first", "again") + rows


def large() -> list[str]:
    """Return the times of `auto` with 10^6 trials, of scenarios that are too large to be counted."""
    lines = head("auto, 10^6 trials", "CPU, s", "peak memory, MiB")
    for name in shipped(exactly=False):
        found = measured(name, rules_of(name), "auto", 10**6, 0, repeats=1)
        lines.append(f"| {name} | {cells(found, 'first', unit=1, form=',.1f')} {cells(found, 'peak', unit=1)}")
    return lines


def sampled(engine: str, *sizes: int) -> list[str]:
    """Return the times of runs of so many trials by an engine that samples."""
    lines = head(f"{engine}, ms", *(text for games in sizes for text in (f"{games:,} first", "again")))
    for name in HOW.only or SAMPLED:
        found = [measured(name, rules_of(name), engine, games, 2) for games in sizes]
        lines.append(f"| {name} | {' '.join(cells(one, 'first', 'again') for one in found)}")
    return lines


def commands() -> list[str]:
    """Return CPU time and peak memory of commands that play many games."""
    lines = head("command", "CPU, s", "times `simulate ladder-one`", "peak memory, MiB")
    cell = ["sweep", "ladder-one", "--x", "besiegers.men=6", "--y", "defenders.oil=1"]
    grid = ["sweep", "ladder-one", "--x", "besiegers.men=3..8", "--y", "defenders.oil=0..5"]
    base: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        words = {
            "`simulate ladder-one`": ["simulate", "ladder-one"],
            "`compare ladder-one --attribute`": ["compare", "ladder-one", "--attribute"],
            "`sweep ladder-one`, one cell": cell,
            "`sweep ladder-one`, men 3..8 by oil 0..5: 36 cells": grid,
            "`tactics ladder-one`": ["tactics", "ladder-one"],
            "`report`, both main scenarios": ["report", "--out", folder],
        }
        for name, command in words.items():
            found = both(str(HERE / "measure.py"), "command", *command)
            base = base or [one["cpu"] for one in found]
            found = [one | {"times": one["cpu"] / alone} for one, alone in zip(found, base, strict=True)]
            lines.append(
                f"| {name} | {cells(found, 'cpu', 'times', unit=1, form='.1f')} {cells(found, 'peak', unit=1)}"
            )
    return lines


def sensitivity() -> list[str]:
    """Return the time of the derivative by every cell, and of another table without a run of a phase."""
    scenario, rules = load_scenario("ladder-one"), load_rules("siege")
    games: list[EditableGame] = []
    learnt = timed(lambda: games.append(EditableGame(scenario, rules)))
    (game,) = games
    asked, cell = quantity("foothold", game.process), ("melee-foot", "5", "8-1")
    factors = [game.factors({cell: letter}) for letter in game.letters[cell]]
    slope, again = (min(timed(partial(ask, asked, each)) for each in factors) for ask in (game.gradient, game.weighed))
    whole = min(timed(partial(game.result, each)) for each in factors)
    other = build(scenario, rules.replaced(cells=[CellChange(*cell, "F")]))
    fresh = timed(lambda: run_exact(other))
    edited = game.edited({cell: "F"})
    apart = abs(asked.of(edited).value - run_exact(other).probability("foothold").value)
    if apart > 1e-12:
        raise AssertionError(f"the changed table is {apart:g} off a fresh run")
    rows = {
        "learn all outcomes of all rolls": learnt,
        f"derivatives of a foothold by {len(game.readings)} cells": slope,
        "a foothold with another letter in a cell": again,
        "the whole result with another letter in a cell": whole,
        "the same as a fresh run": fresh,
    }
    lines = ["| ladder-one | CPU, ms |", "|---|---|"]
    return lines + [f"| {name} | {took * 1e3:,.0f} |" for name, took in rows.items()]


def decisions() -> list[str]:
    """Return the time of the best decisions by state."""
    rules, scenario = load_rules("siege"), load_scenario("ladder-one")
    lines = ["| ladder-one, foothold | CPU, s | chance |", "|---|---|---|"]
    for name, side, against in (
        ("the besiegers", "besiegers", "shipped"),
        ("the defenders", "defenders", "shipped"),
        ("both", "besiegers", "best"),
    ):
        found: list[Best] = []
        ask = partial(best, scenario, rules, side, against=against, value="foothold")
        seconds = timed(lambda ask=ask, found=found: found.append(ask()))
        lines.append(f"| {name} decide best | {seconds:.2f} | {found[0].value:.4f} |")
    return lines


def risk() -> list[str]:
    """Return the time of a battle of Risk."""
    found = measured("risk", "-", "exact", 8, 5)
    return [*head("Risk, 30 against 20, exact, ms", "first", "again"), f"| | {cells(found, 'first', 'again')}"]


def processes() -> list[str]:
    """Compare two processes with one: wall time, with their start and with what each of them learns."""
    lines = ["| scenario | trials | one process, s | two, s | ratio |", "|---|---|---|---|---|"]
    for name, games in {"ladder-one": 1 << 27, "sortie-knights": 1 << 22, "battle-navas": 1 << 19}.items():
        one, two = (here(name, games, 0, size)["wall"] for size in (1, 2))
        lines.append(f"| {name} | {games:,} | {one:.1f} | {two:.1f} | {one / two:.2f} |")
    return lines


def scaling() -> list[str]:
    """Return the figures of a run on many machines: what each worker keeps, and what a block sends."""
    names = ("scenario", "a block, first, s", "again, s", "bytes sent", "MiB at the start", "MiB after 16 blocks")
    lines = [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    for name in ("ladder-one", "ram-gate", "sortie-knights"):
        part = play_trials(build(load_scenario(name), load_rules(rules_of(name))), None, 1, 0, BLOCK)
        few, one, many = (here(name, games, 2) for games in (8, BLOCK, 16 * BLOCK))
        figures = f"{one['first']:.2f} | {one['again']:.2f} | {len(pickle.dumps(part)):,}"
        lines.append(f"| {name} | {figures} | {few['peak']:.0f} | {many['peak']:.0f} |")
    return lines


def start_up() -> list[str]:
    """Compare the start of commands with that of Python itself, and with that of what they stand on."""
    lines, stands_on = head("command", "CPU, ms"), "click, dataclasses, fractions, json, pathlib"
    melee = "odds melee --attack 8 --defence 3"
    words = {
        "`python -c pass`": ["-c", "pass"],
        f'`python -c "import {stands_on}"`': ["-c", f"import {stands_on}"],
        **{f"`mangonel {one}`": ["-m", "mangonel", *one.split()] for one in ("--help", melee, "simulate panic-one")},
    }
    for name, command in words.items():
        lines.append(f"| {name} | {cells(both(*command, repeats=10 * HOW.repeats), 'cpu')}")
    return lines


PARTS: dict[str, Callable[[], list[str]]] = {
    "Raw limits": limits,
    "Distributions for a sheet": distributions,
    "Exact": exact,
    "Large": large,
    "Monte Carlo": partial(sampled, "monte-carlo", 500_000, 10**6),
    "Counts": partial(sampled, "counts", 10**6, 10**12),
    "Commands": commands,
    "Sensitivity": sensitivity,
    "Decisions": decisions,
    "Risk": risk,
    "Two processes": processes,
    "Scaling": scaling,
    "Start-up": start_up,
}


def kept(page: Path) -> dict[str, list[str]]:
    """Return the parts that are on the page already."""
    written = page.read_text(encoding="utf-8").split("\n## ")[1:] if page.is_file() else []
    return {title: text.strip().split("\n") for title, _, text in (part.partition("\n") for part in written)}


def main() -> None:
    """Run everything, or the parts wanted, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="parts to run; all by default")
    parser.add_argument(
        "--beside", type=lambda folder: Path(folder).resolve(), help="a checkout of another version of the program"
    )
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=(), help="scenarios to measure")
    parser.add_argument("--out", type=Path, default=HERE / "results.md")
    given = parser.parse_args(namespace=HOW)
    known = kept(given.out)
    page = [
        "# Benchmarks",
        "",
        f"mangonel {__version__}, numpy {np.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores.",
        "Times are CPU times, the least of several, unless a row says otherwise. *First* is a game that is built and",
        "run in a new process after its imports, *again* the same game once more. *Beside* is another version of the",
        "program, measured by turns with this one; *ratio* is this one divided by it. Read the ratios, not the times.",
        "",
    ]
    for title, part in PARTS.items():
        page += [f"## {title}", "", *(part() if not given.parts or title in given.parts else known.get(title, [])), ""]
        given.out.write_text("\n".join(page), encoding="utf-8")
    sys.stdout.write("\n".join(page))


if __name__ == "__main__":
    main()
