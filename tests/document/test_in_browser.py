"""Pages in a real browser: nothing is wider than the screen, and what answers to keys does.

They need Chromium, which is looked for under its usual names.
"""

import html
import json
import shutil
import subprocess

import pytest

from document.made_study import full_page
from pace import PATIENCE

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")]

# The page stands in frames as wide as a phone, a tablet and a wide screen; this looks into them.
LOOK = """<!DOCTYPE html><meta charset="utf-8"><body><script>
const found = [];
const look = (frame) => {
  const page = frame.contentDocument, root = page.documentElement;
  const key = (one, name) => one.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", {key: name, bubbles: true}));
  const shown = (svg) => [...svg.querySelectorAll("[data-series]")].filter((one) => one.style.display !== "none").length;
  const button = page.querySelector("[data-legend][role=button]"), svg = button.ownerSVGElement;
  const before = shown(svg);
  key(button, "Enter");
  const hidden = shown(svg), pressed = button.getAttribute("aria-pressed");
  key(button, " ");
  const slider = page.querySelector("input[type=range]"), output = page.querySelector("output");
  slider.value = 3;
  slider.dispatchEvent(new frame.contentWindow.Event("input"));
  const columns = frame.contentWindow.getComputedStyle(page.querySelectorAll("section")[1]).columnCount;
  found.push({
    width: frame.clientWidth, wide: root.scrollWidth - root.clientWidth, before, hidden, pressed, after: shown(svg),
    turn: output.textContent, focus: button.tabIndex, columns,
    ink: frame.contentWindow.getComputedStyle(page.body).color,
    lead: page.querySelector("p.lead").getBoundingClientRect().bottom,
  });
  if (found.length === 3) document.body.textContent = JSON.stringify(found);
};
for (const width of [360, 800, 1400]) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:900px;border:0`;
  frame.addEventListener("load", () => look(frame));
  frame.src = "page.html";
  document.body.append(frame);
}
</script></body>"""


def seen(folder, *flags):
    (folder / "page.html").write_bytes(full_page())
    (folder / "look.html").write_text(LOOK, encoding="utf-8")
    command = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000", *flags, "--dump-dom",
        (folder / "look.html").as_uri(),
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    found = json.loads(html.unescape(dom.partition("<body>")[2].partition("</body>")[0]))
    return sorted(found, key=lambda one: one["width"])


def test_a_page_fits_its_screen_and_answers_to_keys(tmp_path):
    phone, tablet, wide = seen(tmp_path)
    for one in (phone, tablet, wide):
        assert one["wide"] == 0, one
        assert one["hidden"] < one["before"] == one["after"], one
        assert (one["pressed"], one["focus"]) == ("false", 0)
        assert one["turn"].startswith("turn 3"), one
    assert [one["columns"] for one in (phone, tablet, wide)] == ["auto", "auto", "2"]
    # The finding is on the first screen of a phone.
    assert phone["lead"] < 640


def test_a_dark_screen_has_light_ink(tmp_path):
    light, dark = (seen(tmp_path, f"--blink-settings=preferredColorScheme={scheme}")[0]["ink"] for scheme in (1, 0))
    assert (light, dark) == ("rgb(26, 26, 26)", "rgb(232, 232, 232)")
