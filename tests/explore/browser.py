"""A server of the explorer in a process of its own, and a page of a browser."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator

from pace import PATIENCE


@contextlib.contextmanager
def served(*words: str, port: int = 0) -> Iterator[str]:
    """Yield the address of a server that is started with some words after ``mangonel explore``."""
    command = [sys.executable, "-m", "mangonel", "explore", "--no-open", "--port", str(port), *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            address = re.match(r"http://\S+", line)
            assert address is not None, line
            yield address[0]
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            finally:
                server.kill()


@contextlib.contextmanager
def page_of(browser, address, width=1200, scheme="light"):
    """Yield a page, and see that it asked for nothing outside, and that nothing went wrong on it."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page, wrong = context.new_page(), []
    page.set_default_timeout(1000 * PATIENCE)
    own = address, address.replace("http", "ws", 1), "data:", "blob:"
    page.on("request", lambda asked: asked.url.startswith(own) or wrong.append(asked.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    try:
        yield page
        assert wrong == []
    finally:
        context.close()
