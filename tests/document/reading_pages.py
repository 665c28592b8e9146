"""What a page must have so that everybody can read it: found by an HTML parser, said as a list of faults."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

_FACE = re.compile(r"url\(data:font/woff;base64,[A-Za-z0-9+/=]+\)")
_VOID = {"meta", "link", "img", "br", "wbr", "hr", "input", "use", "path"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    parent: Element | None
    children: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def all(self, *tags: str) -> list[Element]:
        """Return everything below with one of these tags, in the order of the page."""
        found = []
        for child in self.children:
            found += [child] if child.tag in tags else []
            found += child.all(*tags)
        return found

    @property
    def text(self) -> str:
        return "".join([*self.words, *(child.text for child in self.children)]).strip()

    def within(self, tag: str) -> bool:
        return self.parent is not None and (self.parent.tag == tag or self.parent.within(tag))


class Page(HTMLParser):
    """A page as a tree of elements."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.source = content.decode()
        self.root = self.here = Element("", {}, None)
        self.unclosed: list[str] = []
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag, attrs):
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(element)
        if tag not in _VOID:
            self.here = element

    def handle_startendtag(self, tag, attrs):
        self.here.children.append(Element(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_endtag(self, tag):
        if tag in _VOID:
            return
        if self.here.tag != tag:
            self.unclosed.append(f"{self.here.tag} closed by {tag}")
            return
        self.here = self.here.parent or self.root

    def handle_data(self, data):
        self.here.words.append(data)

    def all(self, *tags: str) -> list[Element]:
        return self.root.all(*tags)

    @cached_property
    def everything(self) -> list[Element]:
        waiting, found = [self.root], []
        while waiting:
            element = waiting.pop()
            found.append(element)
            waiting += element.children
        return found

    @cached_property
    def ids(self) -> list[str]:
        return [element.attributes["id"] for element in self.everything if "id" in element.attributes]


def faults(content: bytes, language: str = "en") -> list[str]:
    """Return what is wrong with a page; nothing if all is well."""
    page = Page(content)
    return [
        *page.unclosed,
        *_of_the_whole(page, language),
        *_of_headings(page),
        *_of_tables(page),
        *_of_pictures(page),
        *_of_what_is_folded(page),
        *_of_links(page),
        *_of_the_keyboard(page),
        *_from_outside(page),
    ]


def _of_the_whole(page, language):
    (html,) = page.all("html")
    if html.attributes.get("lang") != language:
        yield f"the page says it is in {html.attributes.get('lang')}"
    if len(page.all("main")) != 1 or not page.all("title") or not page.all("title")[0].text:
        yield "needs one main part and a title"
    if len(set(page.ids)) < len(page.ids):
        yield f"ids are there twice: {sorted({name for name in page.ids if page.ids.count(name) > 1})}"


def _of_headings(page):
    levels = [int(heading.tag[1]) for heading in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    if levels.count(1) != 1 or levels[0] != 1:
        yield f"needs one first heading: {levels}"
    if any(later > earlier + 1 for earlier, later in pairwise(levels)):
        yield f"headings skip a level: {levels}"


def _of_tables(page):
    for table in page.all("table"):
        captions = table.all("caption")
        if len(captions) != 1 or not captions[0].text:
            yield f"table without a caption: {table.attributes}"
        if "id" not in table.attributes:
            yield "table without an id"
        rows = [row for body in table.all("tbody") for row in body.all("tr")]
        heads = [head for head in table.all("thead") for head in head.all("th")]
        if not heads or any(head.attributes.get("scope") != "col" for head in heads):
            yield f"columns without scope: {table.attributes}"
        for row in rows:
            cells = row.all("th", "td")
            if [cell.attributes.get("scope") for cell in row.all("th")] != ["row"] or cells[0].tag != "th":
                yield f"row without a head: {row.text}"
            if len(cells) != len(heads):
                yield f"row of {len(cells)} cells under {len(heads)} heads"


def _of_pictures(page):
    named = {element.attributes["id"]: element for element in page.everything if "id" in element.attributes}
    for picture in page.all("svg"):
        names = [picture.attributes.get(key, "") for key in ("aria-labelledby", "aria-describedby")]
        if picture.attributes.get("role") != "img":
            yield "picture that is none"
        for name, tag in zip(names, ("title", "desc"), strict=True):
            if name not in named or named[name].tag != tag or len(named[name].text) < 20:
                yield f"picture without {tag}: {name}"


def _of_what_is_folded(page):
    for folded in page.all("details"):
        first = folded.children[0] if folded.children else None
        if first is None or first.tag != "summary" or not first.text or len(folded.children) < 2:
            yield "folded, and does not say what"


def _of_links(page):
    for link in page.all("a"):
        target = link.attributes.get("href", "")
        if not target.startswith("#") or target[1:] not in page.ids:
            yield f"link to nowhere: {target}"
        if not link.text:
            yield f"link without words: {target}"
    for element in page.everything:
        for key in ("aria-labelledby", "aria-describedby"):
            if key in element.attributes and element.attributes[key] not in page.ids:
                yield f"name of nothing: {element.attributes[key]}"
    contents = {link.attributes["href"][1:] for nav in page.all("nav") for link in nav.all("a")}
    sections = {heading.attributes.get("id", "") for heading in page.all("h2")}
    if contents != sections:
        yield f"contents and sections differ: {sorted(contents ^ sections)}"


def _of_the_keyboard(page):
    first = next((one for one in page.all("a", "div") if one.tag == "a" or "tabindex" in one.attributes), None)
    main = page.all("main")[0].attributes.get("id")
    if first is None or first.attributes.get("href") != f"#{main}":
        yield "the first thing that is reached is no way past the rest"
    for wide in page.all("table", "svg"):
        box = wide.parent
        while box is not None and "scroll" not in box.attributes.get("class", "").split():
            box = box.parent
        if box is None:
            yield f"wide and in no box that scrolls: {wide.tag}"
        elif box.attributes.get("tabindex") != "0" or not box.attributes.get("aria-label"):
            yield "box that scrolls and cannot be reached, or has no name"
    for nav in page.all("nav"):
        if not nav.attributes.get("aria-label"):
            yield "navigation without a name"


def _allowed(page):
    """Return how a policy names the script of the page."""
    script = page.source.partition("<script>")[2].partition("</script>")[0]
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def _policy(page):
    """Return what the page lets its browser do."""
    return next(one.attributes["content"] for one in page.all("meta") if "http-equiv" in one.attributes)


def _from_outside(page):
    if re.search(r"https?:|//[a-z]|@import|url\((?!#)", _FACE.sub("", page.source)):
        yield "an address outside"
    for element in page.everything:
        if element.tag == "script" and ("src" in element.attributes or _allowed(page) not in _policy(page)):
            yield "a script that the policy does not name"
        if element.tag in {"link", "img", "iframe", "object", "embed", "form"}:
            yield f"element that a page of words does not need: {element.tag}"
        yield from (f"handler {name}" for name in element.attributes if name.startswith("on"))
