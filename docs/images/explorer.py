"""Photograph the explorer for the README, by Chromium."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).with_name("explorer.png")
TRIED = "What moves it? Click to try"
BUSY = ("The comparison is being played", "More is being tried")


def main() -> None:
    """Start a server, try another decision, and take the picture."""
    named = ["explore", "ladder-one", "--rules", "siege", "--rules", "croisades", "--no-open"]
    command = [sys.executable, "-u", "-m", "mangonel", *named]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as tool:  # noqa: S603
        assert server.stdout is not None, "its output is read"
        address = re.match(r"http://\S+", server.stdout.readline())
        assert address is not None, "the server says where it is"
        chromium = tool.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1180, "height": 820})
        page.set_default_timeout(600_000)
        page.goto(address[0])
        page.get_by_text(TRIED).wait_for()
        page.select_option("[name='policies.facing']", "fight")
        page.get_by_text("40.6 %").first.wait_for()
        page.get_by_text(TRIED).wait_for()
        for working in BUSY:
            page.get_by_text(working).first.wait_for(state="hidden")
        page.screenshot(path=PICTURE)
        chromium.close()
        server.terminate()


if __name__ == "__main__":
    main()
