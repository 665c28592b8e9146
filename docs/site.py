"""What the site of the documentation needs beside its pages: README as its start, and pages from other folders."""

import re
from pathlib import Path
from posixpath import relpath
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
FROM_ELSEWHERE = {
    "index.md": "README.md",
    "assumptions.md": "data/ASSUMPTIONS.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "gallery/index.md": "reports/gallery/README.md",
}
"""Pages of the site that stand elsewhere, from the root of the repository."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)]*)?\)")
_ASSET = re.compile(
    r"<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>|url\((?:https?:)?//"
)


def on_config(config: Any) -> Any:
    """Fill the folders that the navigation names with their pages."""
    docs = Path(config.docs_dir)
    for entry in config.nav:
        for title, value in entry.items():
            if isinstance(value, str) and value.endswith("/"):
                entry[title] = [page.relative_to(docs).as_posix() for page in sorted(docs.glob(f"{value}*.md"))]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from elsewhere, and what the gallery shows."""
    for place, source in FROM_ELSEWHERE.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    for file in sorted((ROOT / "reports" / "gallery").iterdir()):
        if file.suffix in {".png", ".csv", ".html"}:
            files.append(File.generated(config, f"gallery/{file.name}", abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, *, page: Any, files: Any, **_others: Any) -> str:
    """Lead links to where a file stands on the site; what does not stand there is named without a link."""
    places = {Path(file.abs_src_path).resolve(): file.src_uri for file in files if file.abs_src_path}
    here = page.file.src_uri
    folder = Path(page.file.abs_src_path).resolve().parent

    def led(link: re.Match[str]) -> str:
        shown, text, target, part = link[1], link[2], link[3], link[4] or ""
        place = places.get((folder / target).resolve())
        if place is None:
            if not (folder / target).exists():
                raise PluginError(f"{here}: there is no {target}")
            return text
        return f"{shown}[{text}]({relpath(place, str(Path(here).parent))}{part})"

    return _LINK.sub(led, markdown)


def on_post_page(output: str, *, page: Any, **_others: Any) -> str:
    """Refuse a page that would load anything from outside."""
    if found := _ASSET.search(output):
        raise PluginError(f"{page.file.src_uri} loads from outside: {found[0]}")
    return output
