"""The sheets of a game by name, built from its ``sheets.toml``.

A text is a key of the language files, or an expression: a verb of this module or a function of the game, and names
after it, for example ``number panicked.radius`` or ``word terrain moat``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import structs

from mangonel.errors import DataError, UnknownCellError
from mangonel.paper.blocks import Block, Cell, Column, Grid, Lines, Row, Sheet
from mangonel.paper.frame import make_sheet, names_of
from mangonel.paper.wanted import Answer, Asked, Chance, Footnotes, Unknown, face_ranges, printed
from mangonel.rules.cells import EMPTY, UNKNOWN, in_order
from mangonel.rules.files import game_file
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation


def holds(item: Mapping[str, Any], rules: RuleSet) -> bool:
    """Return whether a declared thing counts under a rule set.

    One of the options under its key ``if`` has to have the value there, and none of those under ``unless``.
    """

    def chosen(options: Mapping[str, str]) -> bool:
        return any(name in rules.options and rules.choice(name) == value for name, value in options.items())

    return ("if" not in item or chosen(item["if"])) and not chosen(item.get("unless", {}))


def printed_cell(asked: Asked, table: str, row: int, column: str, words: str = "") -> Cell:
    """Return one cell as printed, letters only; `row` counts from 0, `words` is the kind of the words for cells."""

    def letter(rules: RuleSet) -> Answer:
        printed_table = rules.table(table)
        if column not in printed_table.columns or row >= len(printed_table.rows):
            return None
        cell = printed_table.cells[row][printed_table.column_index(column)]
        if cell == UNKNOWN:
            return Unknown("")
        if cell == EMPTY:
            return ""
        return asked.word(words, cell) if words else printed(cell)

    return asked.cell(asked.answers(letter))


def column_grid(
    asked: Asked, table: str, columns: Sequence[str] | None = None, words: str = "", cells: str = ""
) -> Grid:
    """Return a die table as printed, or some columns of it, with a row for each face.

    `words` and `cells` are the kinds of words for labels of columns and for cells, which stand as they are without.
    """
    columns = asked.columns(table) if columns is None else columns
    longest = max((rules.table(table) for rules in asked.sets), key=lambda one: len(one.rows))
    labels = list(longest.rows)
    if longest.open_ended:
        # The last row of an open table stands for all above.
        labels[-1] += "+"
    heads = tuple(Column(asked.word(words, column) if words else column) for column in columns)
    rows = tuple(
        Row(label, tuple(printed_cell(asked, table, row, column, cells) for column in columns))
        for row, label in enumerate(labels)
    )
    return Grid(asked.text("frame.as_printed"), heads, rows, ("", asked.text("frame.die", faces=longest.die)))


def _number(asked: Asked, place: str, *, signed: bool = False) -> str:
    table, *cell = place.split(".")
    write = asked.locale.signed if signed else asked.number
    return asked.both(lambda rules: write(rules.table(table).number(*cell)))


_VERBS: Final[Mapping[str, Callable[..., str]]] = {
    "faces": lambda asked, table: asked.number(asked.rules.table(table).die),
    "meaning": lambda asked, table, letter: asked.each(asked.meaning, table, letter),
    "number": _number,
    "signed": partial(_number, signed=True),
    "die": Asked.die,
    "word": Asked.word,
    "named": lambda asked, name, kind: asked.named(name, asked.word(kind, name)),
    "title": Asked.title,
    "sentence": Asked.sentence,
    "rule": lambda asked, name: f"{asked.rule(name, titled=True)}.",
}

_EVEN: Final = 0.5
_TOGETHER: Final = "\N{NO-BREAK SPACE}"

Way: TypeAlias = tuple[tuple[int, ...], ...]
"""The faces that are needed of each of several dice, thrown one after the other."""


@dataclass(frozen=True, slots=True)
class Try:
    """One try."""

    chance: Fraction
    """How likely it succeeds."""
    ways: tuple[Way, ...] = ()
    """Faces to roll for it; empty if nothing is rolled, or more than single dice."""

    def rolled(self, asked: Asked) -> Answer:
        """Return the text of a cell with the roll: the chance with the faces of one die, or of several in words."""
        if not self.ways or (self.chance and not all(map(all, self.ways))):
            return "\N{EN DASH}"
        if len(self.ways) == 1 and len(self.ways[0]) == 1:
            return Chance("", self.chance, self.ways[0][0])
        return " / ".join(asked.text("frame.then").join(map(face_ranges, way)) for way in self.ways)


Attempt: TypeAlias = Callable[[str, RuleSet, Mapping[str, Any], Sequence[str]], Try | None]
"""A question of the game as one try under a rule set, None where it allows none: its name, values of some parameters,
and patterns of the results that are successes."""


def faces_of(roll: Situation, *letters: str) -> tuple[int, ...]:
    """Return the faces of a single die that bring one of some results; none of several dice."""
    return tuple(face for face in roll.faces if isinstance(face, int) and roll.outcome(face) in letters)


class Case(NamedTuple):
    """A row of a grid, with its arguments, and the kind of its cells if it is not that of all."""

    label: str
    given: tuple[Any, ...] = ()
    group: str = ""
    kind: str = ""


Heads: TypeAlias = list[tuple[Column, tuple[Any, ...]]]
"""Columns of a grid, with the arguments of each."""


_ARGUMENTS: Final = ("is", "in", "if", "unless", "when", "shortened", "caption", "how", "turned", "possible", "brief")
"""Keys of a block that its builder is not given."""


def _given(spec: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("-", "_"): value for key, value in spec.items() if key not in _ARGUMENTS}


class Builder:
    """Builds the requested sheets of a game.

    They are declared in the content of its file, with functions of its own by name for all but tables: builders and
    texts, each of which takes the request first. Tries are its questions.
    """

    def __init__(
        self,
        asked: Asked,
        content: Mapping[str, Any],
        functions: Mapping[str, Callable[..., Any]],
        attempt: Attempt = lambda *_: None,
    ) -> None:
        self._asked, self._content, self._functions, self._attempt = asked, content, functions, attempt
        self._shortened = False
        self._kinds: Mapping[str, Callable[..., Any]] = {
            "lines": self._lines,
            "numbers": self._numbers,
            "printed": lambda **given: column_grid(self._asked, **given),
            "grid": self._grid,
            "tries": self._tries,
        }

    def sheet(self, name: str, spec: Mapping[str, Any]) -> Sheet:
        """Return a sheet or side as declared."""
        if "view" in spec:
            self._asked = replace(self._asked, view=spec["view"])
        # How to read them depends on whether columns are left out of them.
        blocks = {part: self._blocks(spec.get(part, ())) for part in ("main", "last", "side")}
        how = [text for text in map(self._explained, self._wanted(spec["how"])) if text]
        return make_sheet(
            self._asked, name, spec, self._content, how, blocks, lambda kind, *sets: self._names(kind, spec[kind], sets)
        )

    def _wanted(self, items: Iterable[Any]) -> Iterator[Any]:
        """Return the items that the view has, that count under some rule set, and whose function ``when`` says so."""
        return (item for item in items if not isinstance(item, Mapping) or self._counts(item))

    def _counts(self, item: Mapping[str, Any]) -> bool:
        asked = self._asked
        if asked.view not in item.get("in", (asked.view,)) or not any(holds(item, rules) for rules in asked.sets):
            return False
        if (item.get("shortened") and not self._shortened) or item.get("brief", asked.brief) is not asked.brief:
            return False
        negated, _, name = item.get("when", "").rpartition(" ")
        return not name or bool(self._function(name)(asked)) is not (negated == "not")

    def _names(self, kind: str, items: Iterable[Any], sets: Sequence[RuleSet]) -> list[str]:
        """Return names of tables or options; one with a star stands for a list, one in braces for an option's value."""
        names: dict[str, None] = {}
        for item in items:
            name = item if isinstance(item, str) else item["name"]
            if not isinstance(item, str) and not any(holds(item, rules) for rules in sets):
                continue
            if name.startswith("*"):
                names |= dict.fromkeys(self._names(kind, self._content[kind][name[1:]], sets))
            else:
                head, _, option = name.partition("{")
                names[head + sets[0].choice(option.rstrip("}")) if option else name] = None
        return list(names)

    def _said(self, spec: Any, *names: str) -> str:
        if isinstance(spec, Mapping):
            if "join" in spec:
                parts = [part for part in map(self._said, spec["join"]) if part]
                return str(spec["with"]).join(parts) if "with" in spec else self._asked.listed(parts)
            values = {
                name: self._asked.number(value) if isinstance(value, int) else self._said(value)
                for name, value in spec.items()
                if name not in ("text", "term", "given", "counted", *_ARGUMENTS)
            }
            return self._asked.text(spec["text"], **values) if values else self._said(spec["text"])
        verb, *more = spec.split() or ("",)
        if verb == "tried":
            return self._tried(*more)
        ask = _VERBS.get(verb) or self._functions.get(verb)
        if ask is not None:
            text: str = ask(self._asked, *more, *names)
            return text
        return self._asked.text(spec) if spec else ""

    def _explained(self, spec: Any) -> str:
        """Return a text on how to read a sheet; none for an example of which a cell is lost."""
        try:
            return self._said(spec)
        except UnknownCellError:
            return ""

    def _tried(self, name: str, count: str, letters: str, *given: str) -> str:
        """Return the chance that at least one of some tries succeeds; `given` are values such as ``cause=spread``."""
        values = {key: value or True for key, _, value in (text.partition("=") for text in given)}
        attempt = self._attempt(name, self._asked.rules, values, letters.split(","))
        return self._asked.spoken(1 - (1 - (attempt.chance if attempt else 0)) ** int(count))

    def _term(self, spec: str) -> str:
        """Return the term before a line, which stands for itself if it is no expression."""
        return self._said(spec) if {*spec.split()[:1]} & {*_VERBS, *self._functions} else spec

    def _blocks(self, items: Iterable[Any]) -> list[Block]:
        blocks: list[Block] = []
        for spec in self._wanted(map(self._named, items)):
            build = self._kinds.get(spec["is"])
            built = (build or partial(self._function(spec["is"]), self._asked))(**_given(spec))
            blocks += [self._headed(block, spec) for block in ([built] if isinstance(built, Block) else built)]
        return blocks

    def _function(self, name: str) -> Callable[..., Any]:
        if name not in self._functions:
            raise DataError("no such block or function", value=name, allowed=(*self._kinds, *self._functions))
        return self._functions[name]

    def _named(self, item: Any) -> Mapping[str, Any]:
        """Return a block from its name, a name with changed keys, or all of its keys."""
        spec = {"use": item} if isinstance(item, str) else item
        if "use" not in spec:
            return dict(spec)
        return {**self._content["block"][spec["use"]], **{key: spec[key] for key in spec if key != "use"}}

    def _headed(self, block: Block, spec: Mapping[str, Any]) -> Block:
        heading = self._said(spec["caption"]) if "caption" in spec else None
        if isinstance(block, Lines):
            return block if heading is None else structs.replace(block, heading=heading)
        assert isinstance(block, Grid), "sheets are made of grids and lines"
        if spec.get("possible"):
            self._shortened |= block.possible != block
            block = block.possible
        block = block.turned if spec.get("turned") else block
        block = block if heading is None else structs.replace(block, caption=heading)
        return structs.replace(block, how=self._said(spec.get("how", "")))

    def _lines(self, lines: Sequence[Any]) -> Lines:
        """Return lines: each a text, a term with a text, or a function of the game that returns several of these."""
        entries: list[tuple[str, str]] = []
        for line in self._wanted(lines):
            if isinstance(line, str) and line.startswith("*"):
                entries += self._added(**self._content["added"][line[1:]])
            elif isinstance(line, Mapping) and "is" in line:
                entries += self._function(line["is"])(self._asked, **_given(line))
            elif isinstance(line, list):
                entries.append((self._term(line[0]), self._said(line[1])))
            else:
                term = line.get("term", "") if isinstance(line, Mapping) else ""
                entries.append((self._term(term), self._said(line)))
        return Lines("", tuple(entries))

    def _added(self, table: str, rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
        """Return numbers added to a die, each with its word; lost ones and readings are marked.

        A number is the `sum` of some rows of a table, less those after a minus, or ``when`` an option that it hangs
        ``by`` has a value, of others. One that adds nothing under any rule set is left out.
        """
        asked = self._asked

        def value(rules: RuleSet, item: Mapping[str, Any]) -> str:
            if not holds(item, rules):
                return asked.signed(0)
            numbers, usual = rules.table(item.get("table", table)), item.get("sum", [item["name"]])
            terms = item["when"].get(rules.choice(item["by"]), usual) if "by" in item else usual
            try:
                total = sum(numbers.number(term.lstrip("-")) * (-1 if term[0] == "-" else 1) for term in terms)
            except UnknownCellError:
                return f"{UNKNOWN}{asked.lost(rules, numbers.id, f'{usual[0]}.value').note}"
            return asked.signed(total) + (asked.reading(rules, item["by"]) if total and "by" in item else "")

        lines = [(asked.both(value, item), asked.word("modifiers", item["name"])) for item in rows]
        return [(number, word) for number, word in lines if number != asked.signed(0)]

    def _numbers(
        self,
        table: str,
        rows: str = "",
        columns: str = "",
        over: str = "",
        corner: Sequence[str] = ("", ""),
        *,
        coded: bool = False,
    ) -> Grid:
        """Return a table of numbers: `rows` and `columns` say their labels; a `coded` row has its id, too."""
        asked = self._asked
        heads, group = asked.columns(table), self._said(over)

        def signed(cell: str) -> str:
            return asked.signed(int(cell))

        lines = []
        for row in asked.rows(table):
            cells = (asked.cell(asked.answers(asked.marked, table, row, head, signed)) for head in heads)
            lines.append(Row(self._said(rows, row) if rows else "", tuple(cells), row if coded else ""))
        first, second = map(self._said, corner)
        labels = tuple(Column(self._said(columns, head) if columns else head, group) for head in heads)
        return Grid("", labels, tuple(lines), (first, second))

    def _call(self, spec: str) -> Callable[..., Any]:
        """Return a function of the game bound to the request, with the names after it as its first arguments."""
        name, *names = spec.split()
        return partial(self._function(name), self._asked, *names)

    def _grid(
        self,
        ask: str,
        rows: str | Sequence[Mapping[str, Any]],
        columns: str | Sequence[int | str | Mapping[str, Any]],
        over: str = "",
        corner: Sequence[str] = ("", ""),
        *,
        kind: str = "",
        counted: bool = False,
        likely: bool = False,
    ) -> Grid:
        """Return the answers of `ask` for each of `rows` and `columns`: functions, or labels with ``given`` arguments.

        A column may be a number, too. `over` stands above these, with percent if chances are `counted` in several
        rolls. If rows are to be `likely`, those are left out that have no even chance.
        """
        asked, group, answer = self._asked, self._said(over), self._call(ask)
        group = asked.counted(group) if counted else group
        heads = self._call(columns)() if isinstance(columns, str) else [self._head(head, group) for head in columns]
        cases = self._call(rows)() if isinstance(rows, str) else map(self._case, rows)
        lines = []
        for case in cases:
            cells = (asked.cell(asked.answers(answer, *case.given, *given), case.kind or kind) for _, given in heads)
            lines.append(Row(case.label, tuple(cells), case.group))
        if likely:
            lines = [row for row in lines if any(cell.shade >= _EVEN for cell in row.cells)]
        first, second = map(self._said, corner)
        return Grid("", tuple(column for column, _ in heads), tuple(lines), (first, second))

    def _case(self, row: Mapping[str, Any]) -> Case:
        return Case(self._said(row["label"]), tuple(row["given"]), row.get("group", ""), row.get("kind", ""))

    def _head(self, head: int | str | Mapping[str, Any], group: str) -> tuple[Column, tuple[Any, ...]]:
        if isinstance(head, int):
            return Column(self._asked.number(head), group), (head,)
        if isinstance(head, str):
            return Column(self._said(head)), ()
        text = self._said(head.get("faces", head["text"]) if self._asked.view == "faces" else head["text"])
        return Column(self._asked.counted(text) if head.get("counted") else text), tuple(head["given"])

    def _tries(
        self,
        tries: Sequence[int],
        rows: Sequence[Mapping[str, Any]],
        head: str,
        die: str,
        corner: Sequence[str] = ("", ""),
        *,
        lettered: bool = False,
    ) -> Grid:
        """Return the chances that at least one of some `tries` succeeds; where the view tells faces, the roll.

        A row is a question that is asked with its ``given`` values; its ``letters`` are successes, and are told in the
        part of its heading that ``names`` them where the grid is `lettered`. With ``each`` it is a row for each of some
        values of a parameter. Such rows, and those that may ``join`` the one before, are one where they say the same,
        and none where no rule set allows the try. `head` names the tries, and `die` the table rolled on.
        """
        asked, faces = self._asked, self._asked.view == "faces"
        counts = (0, *tries) if faces else tries
        entries: list[tuple[str, list[str], list[Try | None], str, str]] = []
        for spec in rows:
            mark = spec.get("mark", "/".join(letter.rstrip("*") for letter in spec["letters"]))
            letters = f" ({_TOGETHER.join(spec['letters'])})" if lettered else ""
            group = self._said(spec.get("group", "")) + (letters if spec.get("names") == "group" else "")
            for label, attempts in self._attempts(spec):
                if ("each" in spec or spec.get("join")) and entries and entries[-1][::2] == (group, attempts, mark):
                    entries[-1][1].append(label)
                elif attempts != [None] * len(attempts) or not ("each" in spec or spec.get("join")):
                    label += letters if spec.get("names") == "label" else ""
                    entries.append((group, [label], attempts, spec["kind"], mark))

        def answer(attempt: Try | None, mark: str, count: int) -> Answer:
            """Return one chance, or the roll for a `count` of 0."""
            if attempt is None:
                return None
            return Chance("" if faces else mark, 1 - (1 - attempt.chance) ** count) if count else attempt.rolled(asked)

        lines = []
        for group, labels, attempts, kind, mark in entries:
            cells = (asked.cell([answer(attempt, mark, count) for attempt in attempts], kind) for count in counts)
            lines.append(Row(", ".join(labels), tuple(cells), group))
        above = asked.counted(self._said(head))
        columns = tuple(Column(asked.number(number), above) for number in tries)
        first, second = map(self._said, corner)
        return Grid("", (Column(asked.die(die)), *columns) if faces else columns, tuple(lines), (first, second))

    def _attempts(self, spec: Mapping[str, Any]) -> Iterator[tuple[str, list[Try | None]]]:
        """Yield the tries of a row under all rule sets, for ``each`` value of a parameter those with its word.

        The values are numbers, or the rows of some tables.
        """
        asked, given = self._asked, spec.get("given", {})

        def attempt(rules: RuleSet, value: Any = None) -> Try | None:
            if isinstance(value, str) and not any(value in rules.tables[name].rows for name in known(rules)):
                return None
            values = given if value is None else given | {parameter: value}
            return self._attempt(spec["ask"], rules, values, spec["letters"])

        def known(rules: RuleSet) -> list[str]:
            return [name for name in places if name in rules.tables]

        if "each" not in spec:
            yield self._said(spec["label"]), asked.answers(attempt)
            return
        ((parameter, places),) = spec["each"].items()
        if isinstance(places[0], int):
            for number in places:
                yield asked.number(number), asked.answers(attempt, number)
        else:
            for name in in_order([rules.tables[place].rows for rules in asked.sets for place in known(rules)]):
                yield self._said(spec["label"], name), asked.answers(attempt, name)


EVERY: Final = "sheets"
"""The name that stands for all sheets but the sides of the player aid."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One sheet."""

    build: Callable[[Asked], Sheet]
    """Builds it."""
    views: tuple[str, ...]
    """The views that it has; the first one replaces those that it lacks."""
    repeats: bool = False
    """Whether it repeats other sheets."""
    pairs: bool = False
    """Whether one thing is rolled for in a row and a group of columns: a shot, by weapon and range."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All sheets of a game."""

    entries: Mapping[str, Entry]
    """Its sheets by name, in the order of a list of them."""
    sides: Mapping[str, Entry] = field(default_factory=dict)
    """The sides of the player aid by name, which are printed together if no sheet is named; a game may have none."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names that stand for several sheets."""
    about: str = ""
    titled: bool = False
    """`about`, `titled`: meaning of the names of groups, as half a sentence; whether options are told with titles."""

    @property
    def known(self) -> frozenset[str]:
        """The names that can be asked for: those of sheets, of sides and of groups, and the one of all sheets."""
        return frozenset((*self.entries, *self.sides, *self.groups, EVERY))

    def entry(self, name: str) -> Entry:
        """Return a sheet or side by its name. It is a DataError if there is none."""
        entry = self.entries.get(name) or self.sides.get(name)
        if entry is None:
            raise DataError("no such sheet", value=name, allowed=(*self.entries, *self.sides))
        return entry

    def names(self, wanted: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the names of sheets; that of a group stands for all that are in it.

        If none is wanted they are the sides of the player aid, or all sheets if the game has no sides.

        Raises
        ------
        DataError
            If there is no such sheet.
        """
        names: dict[str, None] = {}
        for name in wanted:
            if name not in self.known:
                # No name at all may stand for the sides alone: then all sheets have a name.
                every = (EVERY,) if self.sides else ()
                raise DataError("no such sheet", value=name, allowed=(*self.entries, *self.sides, *self.groups, *every))
            names |= dict.fromkeys(self.entries if name == EVERY else self.groups.get(name, (name,)))
        return tuple(names) or tuple(self.sides or self.entries)

    def view_of(self, name: str, view: str) -> str:
        """Return the view in which a sheet is shown if this one is asked for."""
        views = self.entry(name).views
        return view if view in views else views[0]

    def build(self, name: str, asked: Asked) -> Sheet:
        """Return a sheet or side; a view that it does not have is replaced by its first one.

        Raises
        ------
        DataError
            If there is no such sheet, or the rule set lacks a table or option that it is made of.
        """
        entry = self.entry(name)
        view = self.view_of(name, asked.view)
        no_view = "" if view == asked.view else asked.view
        return entry.build(replace(asked, view=view, no_view=no_view, notes=Footnotes()))


def read_catalogue(system: str, *modules: ModuleType, attempt: Attempt = lambda *_: None) -> Catalogue:
    """Return the sheets that a game declares in its ``sheets.toml``; modules have the functions that it names."""
    content = Node.load(game_file(system, "sheets.toml")).content
    functions = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }

    def entry(name: str, spec: Mapping[str, Any]) -> Entry:
        def build(asked: Asked) -> Sheet:
            return Builder(asked, content, functions, attempt).sheet(name, spec)

        return Entry(build, tuple(spec["views"]), repeats=spec.get("repeats", False), pairs=spec.get("pairs", False))

    declared = (content.get(kind, {}) for kind in ("sheet", "side"))
    sheets, sides = ({name: entry(name, spec) for name, spec in each.items()} for each in declared)
    groups = {name: tuple(names) for name, names in content.get("groups", {}).items()}
    return Catalogue(sheets, sides, groups, content.get("about", ""), content.get("titled", False))


def player_aid(catalogue: Catalogue, asked: Asked, *, brief: bool = False) -> tuple[Sheet, ...]:
    """Return the sides of a game's player aid; `brief` ones have no rules in force and sources at their foot."""
    sides = [catalogue.build(name, replace(asked, brief=brief)) for name in catalogue.sides]
    return tuple(
        structs.replace(side, subtitle=names_of(asked), tab=(number, len(sides)))
        for number, side in enumerate(sides, start=1)
    )
