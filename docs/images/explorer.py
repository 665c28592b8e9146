"""Photograph the explorer for the README, by Chromium: `.venv/bin/python docs/images/explorer.py`."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).with_name("explorer.png")
ABOUT = "tab=sequence&rules=siege&scenario=ladder-one"


def main() -> None:
    """Start a server, hold a scenario, decide otherwise, and take the picture."""
    command = [sys.executable, "-u", "-m", "mangonel", "explore", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as tool:  # noqa: S603
        assert server.stdout is not None, "its output is read"
        address = re.match(r"http://\S+", server.stdout.readline())
        assert address is not None, "the server says where it is"
        chromium = tool.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1180, "height": 1000})
        page.set_default_timeout(60_000)
        page.goto(f"{address[0]}?{ABOUT}")
        exact = page.locator("#sequence-found .note", has_text="engine exact")
        exact.wait_for()
        page.click("#sequence-hold")
        page.locator("#sequence-found th", has_text="held").wait_for()
        page.select_option("[name='policies.facing']", "fight")
        # The number comes first, then its pictures.
        page.wait_for_timeout(10_000)
        exact.wait_for()
        page.locator("#sequence-pictures svg text", has_text="held").first.wait_for()
        page.screenshot(path=PICTURE)
        chromium.close()
        server.terminate()


if __name__ == "__main__":
    main()
