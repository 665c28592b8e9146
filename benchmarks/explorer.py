"""The explorer in a browser without a window: `.venv/bin/python benchmarks/explorer.py` writes `explorer.md`.

Times are what somebody waits: from the touch to the number on the page. They need a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from mangonel._version import __version__

HERE = Path(__file__).resolve().parent
SLIDERS = (
    ("ladder-one", "besiegers.men", (7, 8, 9, 10, 7, 8), 0.3),
    ("ram-gate", "oil.barrels", (2, 1, 4, 0, 5, 6), 0.3),
    ("siege-great", "relief", (60, 61, 62, 63), 1.0),
)
EDITED = ("ladder-one", "ram-gate", "fire-camp", "melee-line")
CELLS, PAUSE = 8, 1_500
"""Cells that are changed one after the other, and the milliseconds between two: levers are being tried then."""
USERS, CHANGES = 10, 1_000
LEAD = "#bench-found .lead"
MOST = 60
"""Seconds after which somebody has got no number."""
MOVED = """([key, value, lead, most]) => new Promise((done, failed) => {
  const found = document.getElementById("bench-found"), control = document.querySelector(`[name="${key}"]`);
  const start = performance.now();
  const late = setTimeout(() => { seen.disconnect(); failed(new Error(`no number after ${most} s`)); }, 1000 * most);
  const seen = new MutationObserver(() => {
    // What was on its way for another value is none: the address says which is played.
    const played = new URLSearchParams(location.search).get(`sequence.${key}`);
    if (played !== value || !found.querySelector(lead)) return;
    seen.disconnect();
    clearTimeout(late);
    done((performance.now() - start) / 1000);
  });
  seen.observe(found, { childList: true, subtree: true });
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
})"""
"""Moves a control to a value that the scenario does not have by itself."""
MATTER = """() => [...document.querySelectorAll("#rules-cells input[data-kind=cell]")]
  .filter((cell) => cell.style.background).map((cell) => {
    const [letter, effect] = cell.title.split(": ");
    return { place: cell.dataset.place, letter, effect: Math.abs(parseFloat(effect.replace("\u2212", "-"))) };
  }).sort((one, other) => other.effect - one.effect)"""
"""The cells that matter most, each with the letter that does."""
CHANGED = """([place, value, most]) => new Promise((done, failed) => {
  const found = document.getElementById("bench-found"), cell = document.querySelector(`[data-place="${place}"]`);
  const lead = () => found.querySelector(".lead:not(.rough)")?.textContent, before = lead(), start = performance.now();
  const late = setTimeout(() => { seen.disconnect(); failed(new Error(`no sentence after ${most} s`)); }, 1000 * most);
  const seen = new MutationObserver(() => {
    if (!lead() || lead() === before) return;
    seen.disconnect();
    clearTimeout(late);
    done((performance.now() - start) / 1000);
  });
  seen.observe(found, { childList: true, subtree: true });
  cell.value = value;
  cell.dispatchEvent(new Event("change", { bubbles: true }));
})"""
"""Changes a cell, and waits for another sentence."""


class Server:
    """A server of the explorer in a process of its own."""

    def __enter__(self) -> str:
        command = [sys.executable, "-u", "-m", "mangonel", "explore", "--no-open"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        return self._process.stdout.readline().split()[0]

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def memory(self) -> int:
        """Return the memory in MiB that it and its processes hold."""
        tree = [self._process.pid]
        for pid in tree:
            tree += [int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in _words(file)]
        # Pages of memory that several of them share count once.
        sizes = (_proportional_size(Path(f"/proc/{pid}/smaps_rollup")) for pid in tree)
        return sum(sizes) >> 10


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:
        return []


def _proportional_size(file: Path) -> int:
    """Return the share of memory in KiB that the system puts down to a process; 0 for one that has ended."""
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


async def opened(browser: Browser, address: str, waits_for: str) -> tuple[Page, float]:
    """Return a page of its own, and how long it took until something stood on it."""
    page = await (await browser.new_context()).new_page()
    page.set_default_timeout(120_000)
    start = time.perf_counter()
    await page.goto(address)
    await page.wait_for_selector(waits_for)
    return page, time.perf_counter() - start


async def moved(page: Page, key: str, values: Sequence[int]) -> list[float]:
    """Move a slider to one value after the other; return how long each number took."""
    times = []
    for value in values:
        times.append(await page.evaluate(MOVED, [key, str(value), ".lead", MOST]))
        await page.wait_for_timeout(1_000)
    return times


async def edited(browser: Browser, address: str, scenario: str) -> list[float]:
    """Change the cells of a scenario that matter most; return how long each sentence took."""
    page, _ = await opened(browser, f"{address}?tab=rules&rules=siege&scenario={scenario}", "#rules-shaded .note")
    times = []
    for cell in (await page.evaluate(MATTER))[:CELLS]:
        await page.wait_for_timeout(PAUSE)
        times.append(await page.evaluate(CHANGED, [cell["place"], cell["letter"], MOST]))
    await page.context.close()
    return times


async def together(browser: Browser, address: str) -> tuple[list[float], int]:
    """Let ten people move sliders at the same time; return their times, and how many got no number."""
    pages = [(await opened(browser, f"{address}?tab=sequence&scenario=ram-gate", LEAD))[0] for _ in range(USERS)]
    got = await asyncio.gather(*(moved(page, "oil.barrels", (2, 1, 4, 0)) for page in pages), return_exceptions=True)
    for page in pages:
        await page.context.close()
    times = [each for one in got if not isinstance(one, BaseException) for each in one]
    return times, sum(isinstance(one, BaseException) for one in got)


async def changed(page: Page, server: Server) -> tuple[int, int]:
    """Move a slider a thousand times, faster than anybody; return the memory before and after."""
    await page.wait_for_timeout(2_000)
    before = server.memory()
    for number in range(CHANGES):
        await page.fill("[name='oil.barrels']", str(number % 10))
        await page.wait_for_timeout(70)
    await page.wait_for_timeout(3_000)
    return before, server.memory()


async def main() -> None:
    """Measure all of it, and write it down."""
    lines = [
        "# The explorer",
        "",
        f"mangonel {__version__}, Python {platform.python_version()}, {os.cpu_count()} cores; ",
    ]
    load = os.getloadavg()[0]
    lines[-1] += f"load of the machine before the run {load:.1f}. Seconds until the number stands on the page."
    if load >= 1:
        lines += ["", "The machine did other work at the same time, which takes part of these times."]
    lines += ["", "| what | wanted | median | slowest |", "|---|---|---|---|"]
    server = Server()
    with server as address:
        async with async_playwright() as tool:
            browser = await tool.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            firsts = []
            for _ in range(3):
                page, took = await opened(browser, address, ".strip li")
                firsts.append(took)
                await page.context.close()
            lines.append(f"| first page | 2 | {statistics.median(firsts):.2f} | {max(firsts):.2f} |")
            for scenario, key, values, wanted in SLIDERS:
                page, _ = await opened(browser, f"{address}?tab=sequence&scenario={scenario}", LEAD)
                await page.wait_for_timeout(2_000)
                times = await moved(page, key, values)
                lines.append(
                    f"| {scenario}, {key} moved | {wanted} | {statistics.median(times):.2f} | {max(times):.2f} |"
                )
                await page.context.close()
            for scenario in EDITED:
                times = await edited(browser, address, scenario)
                lines.append(
                    f"| {scenario}, a cell changed | 0.1 | {statistics.median(times):.3f} | {max(times):.3f} |"
                )
            times, lost = await together(browser, address)
            lines.append(
                f"| {USERS} people move ram-gate at once | | {statistics.median(times):.2f} | {max(times):.2f} |"
            )
            page, _ = await opened(browser, f"{address}?tab=sequence&scenario=ram-gate", LEAD)
            before, after = await changed(page, server)
            await browser.close()
    lines += [
        "",
        f"Of {USERS} people {lost} got no number. The server and its processes hold {before} MiB, and {after} MiB",
    ]
    lines[-1] += f" after {CHANGES:,} changes of one value."
    (HERE / "explorer.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    asyncio.run(main())
