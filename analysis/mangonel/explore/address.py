"""What a page is about, as the address of the page says it: it can be kept, sent, and opened again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlencode

__all__ = ["LONGEST", "Address"]

LONGEST = 16_000
"""Characters of an address that are read; no page makes a longer one."""

_OWN = ("lang", "tab", "rules", "scenario")
_BESIDE = "beside"
_DOT = "."


@dataclass(frozen=True, slots=True)
class Address:
    """What a page is about. Nothing of it is checked: who uses a part knows what there is."""

    lang: str = ""
    tab: str = ""
    rules: str = ""
    scenario: str = ""
    """`lang`, `tab`, `rules`, `scenario`: names; empty for the usual ones."""
    beside: tuple[str, ...] = ()
    """Names of the rule sets that are shown beside the first."""
    notes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What each tab keeps here, by its name: texts by name, ``roll.attack=8`` in the address."""

    @classmethod
    def read(cls, query: str) -> Address:
        """Return what stands in an address after the question mark; what is no part of a page is left out."""
        own: dict[str, str] = {}
        beside: list[str] = []
        notes: dict[str, dict[str, str]] = {}
        for name, value in parse_qsl(query.removeprefix("?")[:LONGEST], keep_blank_values=True):
            tab, dot, key = name.partition(_DOT)
            if dot and tab and key:
                notes.setdefault(tab, {})[key] = value
            elif name == _BESIDE:
                beside.append(value)
            elif name in _OWN:
                own[name] = value
        return cls(**own, beside=tuple(dict.fromkeys(beside)), notes=notes)

    @property
    def query(self) -> str:
        """What stands in the address after the question mark."""
        pairs = [(name, value) for name in _OWN if (value := getattr(self, name))]
        pairs += [(_BESIDE, name) for name in self.beside]
        pairs += [(f"{tab}{_DOT}{key}", value) for tab, kept in self.notes.items() for key, value in kept.items()]
        return urlencode(pairs, safe="/:,~")

    def of(self, tab: str) -> Mapping[str, str]:
        """Return what a tab keeps here."""
        return self.notes.get(tab, {})

    def noting(self, tab: str, kept: Mapping[str, str]) -> Address:
        """Return the address in which a tab keeps this instead of what it kept."""
        return replace(self, notes={**self.notes, tab: dict(kept)})
