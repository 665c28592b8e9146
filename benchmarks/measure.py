"""One measurement in a process of its own, of whichever version of the program is on the path; `run.py` starts it.

`measure.py run SCENARIO RULES ENGINE TRIALS AGAIN [WORKERS]` and `measure.py command WORDS...`; a line of JSON is the
last of standard error.
"""

from __future__ import annotations

import json
import re
import runpy
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any


def peak() -> float:
    """Return the peak memory of this process in MiB."""
    found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text(encoding="utf-8"))
    return 0.0 if found is None else int(found[1]) / 1024


def played(scenario: str, rules: str, engine: str, trials: int, again: int, workers: int = 1) -> dict[str, Any]:
    """Build and run a scenario (or Risk, 30 against 20), and run it again some times; return CPU and wall time."""
    import scipy.sparse  # noqa: F401 - imports do not count

    from mangonel.engine.run import run

    try:
        scenarios = import_module("mangonel.games.scenario")
    except ModuleNotFoundError:  # a checkout in which the folder had another name
        scenarios = import_module("mangonel.systems.scenario")
    build, load_scenario = scenarios.build, scenarios.load_scenario
    from mangonel.rules.loading import load_rules

    chosen = () if scenario == "risk" else (load_scenario(scenario), load_rules(rules))
    warm = build(load_scenario("panic-one"), load_rules("siege"))
    for one in ("exact", "counts", "monte-carlo"):
        run(warm, engine=one, trials=1000)
    process, cpu, wall = None, [], []
    for _ in range(1 + again):
        began, used = time.perf_counter(), time.process_time()
        if process is None:
            process = build(*chosen) if chosen else import_module("risk").risk(30, 20)
        result = run(process, engine=engine, trials=trials, workers=workers)
        cpu.append(time.process_time() - used)
        wall.append(time.perf_counter() - began)
    source = result.provenance
    return {"first": cpu[0], "again": min(cpu[1:], default=None), "wall": wall[0], "engine": source.engine}


if __name__ == "__main__":
    mode, *words = sys.argv[1:]
    answer: dict[str, Any] = {}
    if mode == "run":
        answer = played(*words[:3], *map(int, words[3:]))  # type: ignore[arg-type]
    else:
        sys.argv[1:] = words
        with suppress(SystemExit):
            runpy.run_module("mangonel", run_name="__main__", alter_sys=True)
    sys.stderr.write(f"\n{json.dumps(answer | {'peak': peak()})}\n")
