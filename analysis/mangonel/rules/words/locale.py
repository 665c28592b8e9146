"""One language: sentences with places to fill in, words by id, translations of the data files' own texts, numbers.

The plural rules decide which form of a sentence a number takes: Unicode CLDR, supplemental/plurals.xml,
release 46. Of the forms that some languages have for whole millions only ("un million de ...") nothing is needed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor

from msgspec import Struct

from mangonel.rules.ruleset import RuleSet

ONE, OTHER = "one", "other"
"""The forms of English."""


class _Number(Struct, frozen=True):
    """A number as CLDR sees it: whole part `i`, how many decimals are written (`v`), and these as a number (`f`)."""

    i: int
    v: int
    f: int

    def whole(self, modulus: int, *numbers: int) -> bool:
        """Tell whether this is a whole number that leaves one of these when divided."""
        return self.v == 0 and self.i % modulus in numbers


_Rule = dict[str, Callable[[_Number], bool]]
"""When a number takes a form, tried in this order; all else takes ``other``."""

_ONE: _Rule = {"one": lambda n: n.i == 1 and n.v == 0}
_ONE_WRITTEN_ANYHOW: _Rule = {"one": lambda n: n.i == 1 and n.f == 0}
_BELOW_TWO: _Rule = {"one": lambda n: n.i in {0, 1}}
_CZECH: _Rule = _ONE | {"few": lambda n: n.i in {2, 3, 4} and n.v == 0, "many": lambda n: n.v != 0}
_POLISH: _Rule = _ONE | {
    "few": lambda n: n.whole(10, 2, 3, 4) and not n.whole(100, 12, 13, 14),
    "many": lambda n: n.v == 0,
}
_RUSSIAN: _Rule = {
    "one": lambda n: n.whole(10, 1) and not n.whole(100, 11),
    "few": lambda n: n.whole(10, 2, 3, 4) and not n.whole(100, 12, 13, 14),
    "many": lambda n: n.v == 0,
}
_ROMANIAN: _Rule = _ONE | {"few": lambda n: n.v != 0 or n.i == 0 or n.i % 100 in range(1, 20)}
_SLOVENE: _Rule = {
    "one": lambda n: n.whole(100, 1),
    "two": lambda n: n.whole(100, 2),
    "few": lambda n: n.whole(100, 3, 4) or n.v != 0,
}

_BY_RULE: tuple[tuple[str, _Rule], ...] = (
    ("id ja ko th vi zh", {}),
    ("ca de en et fi gl it nl sv", _ONE),
    ("bg el es eu hu nb nn tr", _ONE_WRITTEN_ANYHOW),
    ("fr hy pt", _BELOW_TWO),
    ("cs sk", _CZECH),
    ("pl", _POLISH),
    ("be ru uk", _RUSSIAN),
    ("ro", _ROMANIAN),
    ("sl", _SLOVENE),
)

PLURALS: Mapping[str, _Rule] = {language: rule for languages, rule in _BY_RULE for language in languages.split()}
"""The rules by language; a language without one of its own names another that counts likewise."""


def plural_form(language: str, digits: str) -> str:
    """Return the form that a number takes in one of the languages of `PLURALS`, for example ``few``.

    The number is in plain digits, for example ``-0.39`` or ``<0.01``; its sign counts for nothing. Other text,
    such as ``2-1``, takes ``other``.
    """
    match = re.fullmatch(r"[<>]?[+-]?(\d+)(?:\.(\d+))?", digits)
    if match is None:
        return OTHER
    decimals = match[2] or ""
    number = _Number(int(match[1]), len(decimals), int(decimals or 0))
    return next((form for form, holds in PLURALS[language].items() if holds(number)), OTHER)


_ARTICLE = r"\b(i|ne|de|a|da|su)l (?=0|8|11?(?![\d.]))(.)"


def _italian(found: re.Match[str]) -> str:
    """Return an article, alone or in a preposition, before a number by how it is read: "nello 0", "nell'11"."""
    start = "l" if found[1] == "i" else f"{found[1]}ll"
    return f"{start}o 0" if found[2] == "0" else f"{start}\N{RIGHT SINGLE QUOTATION MARK}{found[2]}"


MINUS = "\N{MINUS SIGN}"
"""The sign of a negative number wherever people read it; files for programs and the command line have a hyphen."""

NAMED_SIDES = "named_sides"
"""The kind of words by which sides are called by their units; each language has its own, by its own grammar."""
PLACE = re.compile(r"\{(\w+)\}")
"""A place to fill in, for example ``{weapon}``."""

_LIKE = {
    "choices": ("causes", "walls", "stands", "classes", "sides", "unit_states"),
    "keys": ("sides", "sequences", "units"),
    "series": ("losses",),
    "targets": ("terrain", "engines"),
    "battered": ("walls",),
    "side_types": ("unit_types",),
}
"""Kinds of words by another one that names the same things: a word that it lacks is theirs."""
_OF_SIDES = ("sides", "endings", "losses", "tallies", "series", "paths", "keys")
"""Kinds of words that name a side."""


@dataclass(frozen=True)
class Locale:
    """The texts of sheets, reports and charts in one language."""

    language: str
    """Id of the language, for example ``de``; part of file names."""
    name: str
    """The language in its own words."""
    decimal: str
    thousands: str
    """`decimal`, `thousands`: decimal sign, and separator of groups of three digits."""
    percent: str
    """A percentage with ``{}`` for the number."""
    phrases: Mapping[str, str]
    """Sentences and labels, by ``section.key``."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Words by kind and id, for example ``weapons`` and ``longbow``."""
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The meaning of each value of an option, by option id and value."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Translations of texts of the data files, by that text."""
    told: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    """English notes of sequences of any game, with places to fill in, and their translations, in one text or in
    one for each form that a number takes; see `PhraseBook`."""
    told_by: Mapping[str, Mapping[str, str | Mapping[str, str]]] = field(default_factory=dict)
    """The same for the sequences of one game, by that game."""
    told_words: tuple[str, ...] = ()
    """Kinds of words in the notes of sequences, in the order in which they are looked for; said in English."""
    capital_nouns: bool = False
    """Whether a name keeps its capital letter inside a sentence."""
    plurals: str = "en"
    """The language by whose rule numbers take the forms of sentences (`mangonel.rules.words.locale`)."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The names of sides by the texts that they replace; see `naming`."""
    english: Locale | None = field(default=None, repr=False)
    """The English that this language translates; None for English itself."""

    def text(self, key: str, **values: object) -> str:
        """Return a sentence or label by its section and key, for example ``frame.page``, with its places filled in.

        It is a KeyError if there is no such sentence, or a place of it was given no value.
        """
        filled = PLACE.sub(lambda place: str(values[place[1]]), self.phrases[key])
        return re.sub(_ARTICLE, _italian, filled) if self.plurals == "it" else filled

    def plural(self, key: str, number: int, **values: object) -> str:
        """Return the form of a sentence that goes with a number of things: ``_one``, ``_other``, or ``_few`` in Polish.

        The place ``{number}`` is filled in with the number; the rest is as for `text`. Which form a number takes is the
        language's choice (`mangonel.rules.words.locale`).
        """
        return self.text(self._counted_key(key, str(number)), number=self.number(number), **values)

    def amount(self, key: str, digits: str, **values: object) -> str:
        """Return a form of a sentence, as `plural` does, for plain digits such as ``-0.39`` or ``<0.01``.

        A number with decimals is one thing only in a language that goes by its size: "1.00 points" in English.
        """
        return self.text(self._counted_key(key, digits), number=self.written(digits), **values)

    def counted(self, thing: str, number: int) -> str:
        """Return a number of things, for example "2 hexes"; `thing` is a key of the section ``counts``."""
        if f"counts.{thing}_{OTHER}" in self.phrases:
            return self.plural(f"counts.{thing}", number)
        return self.plural("counts.other", number, thing=self.word("units", thing))

    def for_unit(self, key: str, unit: str, number: int | None = None, **values: object) -> str:
        """Return the sentence for a sequence with turns called so, for example ``day``.

        The key is that up to the unit, for example ``charts.by_end``. The name of a unit that no translator knows is
        filled in where the general sentence has a place for it. `number` is how many, if the sentence differs for one
        and for more.
        """
        form = unit if f"{key}_{unit}" in self.phrases or f"{key}_{unit}_other" in self.phrases else "other"
        values["unit"] = self.word("units", unit)
        if number is None:
            return self.text(f"{key}_{form}", **values)
        return self.plural(f"{key}_{form}", number, **values)

    def word(self, kind: str, name: str, of: str = "") -> str:
        """Return the word for an id; one without a translation, such as a user's own weapon, is returned unchanged.

        A counter of something that has a name (``lost:cart``) is put together, and so are several endings
        (``foothold+cleared``). `of` is its subject, for example the sequence of an ending: a word of
        that goes before a general one.
        """
        for group in self._groups(kind):
            word = group.get(f"{of}.{name}", group.get(name)) if of else group.get(name)
            if word is not None:
                return word
        if "+" in name.strip("+"):
            return "+".join(self.word(kind, part, of) for part in name.split("+"))
        kind_named, colon, place = name.partition(":")
        if colon:
            return self.named(self.word(kind, kind_named.strip(), of), self.place(place.strip()))
        return re.sub(r"_|\.(?=[^\W\d])|(?<=[^\W\d])\.(?=\d)", " ", name)

    def has_word(self, kind: str, name: str, of: str = "") -> bool:
        """Return whether there is a word for an id."""
        return any(name in group or f"{of}.{name}" in group for group in self._groups(kind))

    def _groups(self, kind: str) -> Iterator[Mapping[str, str]]:
        """Yield the words of a kind, then those of the kinds that have the same ids."""
        return (self.words.get(each, {}) for each in (kind, *_LIKE.get(kind, ())))

    def titled(self, kind: str, name: str, title: str) -> str:
        """Return the name of an option or table: its word in this language, else its own English title."""
        return self.word(kind, name) if self.has_word(kind, name) else title

    def first_word(self, kinds: Sequence[str], name: str) -> str:
        """Return the word for an id from the first kind that has it; the id where none has."""
        return next((self.word(kind, name) for kind in kinds if self.has_word(kind, name)), name)

    def place(self, name: str) -> str:
        """Return the name of a hex or thing of a scenario, with the number after it if there are several."""
        group = self.words.get("places", {})
        numbered = re.fullmatch(r"(.*\S) (\d+)", name)
        if name not in group and numbered is not None and numbered[1] in group:
            return f"{group[numbered[1]]} {numbered[2]}"
        return self.word("places", name)

    def path(self, name: str, of: str = "", rules: RuleSet | None = None) -> str:
        """Return the name of a number of a scenario by its path: as a whole, or key by key; `of` as for `word`.

        A number of the rules, ``rules.TABLE.COLUMN``, has the words of the table in the rule set, and so has an option.
        """
        if rules is not None and name.startswith(("rules.", "assumptions.")):
            return self._rule(name.partition(".")[2], rules)
        if self.has_word("paths", name, of):
            return self.word("paths", name, of)
        policies = name.startswith("policies.")
        kinds = ["policies" if policies and self.has_word("policies", key, of) else "keys" for key in name.split(".")]
        return " \N{MIDDLE DOT} ".join(
            self.word(kind, key, of) for kind, key in zip(kinds, name.split("."), strict=True)
        )

    def value(self, path: str, value: object, rules: RuleSet | None = None) -> str:
        """Return a value of a scenario or of the rules in words, by its path; a number as it is."""
        option = path.removeprefix("rules.").removeprefix("assumptions.")
        if isinstance(value, bool):
            return self.text("facts.yes" if value else "facts.no")
        if rules is not None and option != path and option in rules.options:
            return self.meaning(option, str(value), rules)
        key = path.rpartition(".")[2]
        if isinstance(value, str) and self.has_word("choices", value, key):
            return self.word("choices", value, key)
        return self.first_word((key, f"{key}s"), str(value))

    def things(self, path: str, number: int, of: str = "", rules: RuleSet | None = None) -> str:
        """Return a number of a scenario as so many things, "2 archers"; one without a word as "2 (number of rows)"."""
        name = f"{path}_{plural_form(self.plurals, str(number))}"
        if self.has_word("things", name, of):
            return self.word("things", name, of).replace("{number}", self.number(number))
        return self.text("figures.named", number=self.number(number), name=self.path(path, of, rules))

    def _rule(self, name: str, rules: RuleSet) -> str:
        if name in rules.options:
            return self.titled("options", name, rules.options[name].title)
        table, *place = name.split(".")
        if table not in rules.tables:
            return name
        title = self.titled("tables", table, rules.tables[table].title)
        row, column = [*place, "", ""][:2]
        if column:
            return self.text("design.cell", table=title, row=row.replace("_", " "), column=self.column(column))
        called = self.named(title, self.column(row))
        dice = rules.tables[table].kind == "die" and row in rules.tables[table].columns
        return self.text("design.rule_die", name=called) if dice else called

    def column(self, name: str) -> str:
        """Return the name of a column of a rule table."""
        return self.first_word([kind for kind in self.words if kind.endswith("_columns")], name).replace("_", " ")

    def inside(self, name: str) -> str:
        """Return a capitalised word as written inside a sentence."""
        return name if self.capital_nouns else name[:1].lower() + name[1:]

    def meaning(self, name: str, value: str, rules: RuleSet) -> str:
        """Return the meaning of a value of an option; without a translation the rule file's own text."""
        text = self.options.get(name, {}).get(value, rules.options[name].choice(value).text)
        return rules.filled(text, self.written)

    def translated(self, text: str) -> str:
        """Return the translation of a text of the data files; the text itself if it is a user's own."""
        return self.texts.get(text, text)

    def naming(self, units: Mapping[str, str]) -> Locale:
        """Return the language with sides called by their units: "knights win" instead of "side a wins".

        `units` are ids of kinds of units, or of peoples, by the letter of the side.
        """
        changed: dict[str, str] = {}
        for side, of in units.items():
            forms = {form: self.word("side_types", f"{of}{form and ' '}{form}") for form in ("", "the", "of")}
            fill = {"x": side, "X": side.upper(), "name": forms.pop(""), **forms}
            for rule in self.words.get(NAMED_SIDES, {}).values():
                texts = PLACE.sub(lambda place, fill=fill: fill.get(place[1], place[0]), rule)  # type: ignore[misc]
                old, _, new = texts.partition(" \N{RIGHTWARDS ARROW} ")
                changed.setdefault(old, new)
        calling = replace(self, called=changed)
        words = {
            kind: {key: calling.calls(text) for key, text in group.items()} if kind in _OF_SIDES else group
            for kind, group in self.words.items()
        }
        happens = {key: calling.calls(text) for key, text in self.phrases.items() if key.startswith("happens.")}
        return replace(calling, words=words, phrases={**self.phrases, **happens})

    def calls(self, text: str) -> str:
        """Return a text with the sides called by their units, if they are."""
        if not self.called:
            return text
        known = "|".join(rf"{re.escape(old)}(?!\w)" for old in sorted(self.called, key=len, reverse=True))
        return re.sub(known, lambda found: self.called[found[0]], text)

    def number(self, value: Fraction | int, places: int = 0) -> str:
        """Return a number with so many decimals, as this language writes it."""
        # A half goes up, as readers expect it.
        scaled = floor(abs(Fraction(value)) * 10**places + Fraction(1, 2))
        whole, part = divmod(scaled, 10**places)
        digits = f"{whole:,}".replace(",", self.thousands)
        if places:
            digits += f"{self.decimal}{part:0{places}d}"
        return f"{MINUS}{digits}" if value < 0 and scaled else digits

    def chance(self, chance: Fraction) -> str:
        """Return a probability in percent with one decimal; beside 0 or 1 as ``<0.1 %`` or ``>99.9 %``."""
        return self.percentage(self.number(100 * chance) if chance in (0, 1) else self.tenths(100 * chance, 100))

    def tenths(self, amount: Fraction, top: int) -> str:
        """Return an amount between 0 and `top` with one decimal; beside them as ``<0.1`` or ``>99.9``."""
        tenths, most = floor(10 * amount + Fraction(1, 2)), 10 * top - 1
        sign = "<" if tenths < 1 else ">" if tenths > most else ""
        return f"{sign}{self.number(Fraction(min(max(tenths, 1), most), 10), 1)}"

    def signed(self, value: int) -> str:
        """Return a whole number with its sign, for example ``+1``."""
        return f"+{value}" if value >= 0 else self.number(value)

    def written(self, digits: str) -> str:
        """Return plain digits, for example ``-12.50`` or ``<0.01``, as this language writes them; other text stays.

        The hyphen of a negative number becomes a minus sign.
        """
        match = re.fullmatch(r"([<>]?[+-]?)(\d+)(?:\.(\d+))?", digits)
        if match is None:
            return digits
        sign, whole, part = match.groups()
        sign = sign.replace("-", MINUS)
        grouped = f"{int(whole):,}".replace(",", self.thousands)
        return f"{sign}{grouped}{self.decimal}{part}" if part else f"{sign}{grouped}"

    def named(self, name: str, text: str) -> str:
        """Return a name and its text, for example "Moat: 2 hexes"."""
        return self.text("frame.named", name=name, text=text)

    def with_commas(self, items: Iterable[str]) -> str:
        """Return things one after the other, with commas between them."""
        return self.text("frame.comma").join(items)

    def with_semicolons(self, items: Iterable[str]) -> str:
        """Return parts of a sentence one after the other, with semicolons between them."""
        return self.text("frame.semicolon").join(items)

    def joined(self, items: Iterable[str]) -> str:
        """Return things as a list: commas between them, and "and" before the last."""
        *first, last = items
        return self.text("frame.and", one=self.with_commas(first), other=last) if first else last

    def percentage(self, number: str) -> str:
        """Return a written number as a percentage."""
        return self.percent.replace("{}", number)

    def _counted_key(self, key: str, digits: str) -> str:
        """Return the key of a form; a small file based on a language of fewer forms may lack it."""
        form = f"{key}_{plural_form(self.plurals, digits)}"
        return form if form in self.phrases else f"{key}_{OTHER}"


def capital(text: str) -> str:
    """Return a text as it begins a line."""
    return text[:1].upper() + text[1:]
