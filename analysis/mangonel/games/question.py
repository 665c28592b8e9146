"""Questions of ``mangonel odds``, as ``questions.toml`` declares them, their answers, and their fields in a form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import groupby, zip_longest
from operator import itemgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from mangonel.engine.rolls import in_python
from mangonel.errors import DataError
from mangonel.games.system import Fates, system_of
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die
from mangonel.rules.files import game_file
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import Asked, RuleSet
from mangonel.rules.situation import Situation, possible

if TYPE_CHECKING:
    from mangonel.games.system import Names, System
    from mangonel.paper.catalogue import Try


# Answers: odds, results from the worst down, and the dice thrown on the way.

_SHORT: Final = 3
"""Letters of a result for which there is room below each face."""


class Thrown(Struct, frozen=True):
    """One throw of the dice."""

    table: str
    """The id of the table that is looked into."""
    faces: tuple[str, ...]
    """All that the dice can show, each as likely as the others."""
    results: tuple[str, ...]
    """The result of each."""
    order: tuple[str, ...]
    """The results that can come, from the worst for the target down."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """The meaning of each, in words."""
    backfires: Collection[str] = frozenset()
    """Those of them that befall the attacker."""
    chance: Fraction = Fraction(1)
    """How likely it is that these dice are thrown."""
    when: str = ""
    """The purpose of the throw, in words, where there are others; else empty."""
    after: Collection[str] = ()
    """The results of the throw before it that lead to it, if that is one of a few."""

    def bringing(self, wanted: Callable[[str], bool]) -> tuple[int, ...]:
        """Return the faces of a single die that bring a wanted result; none of several dice."""
        pairs = zip(self.faces, self.results, strict=True)
        return tuple(int(face) for face, result in pairs if face.isdecimal() and wanted(result))

    @property
    def cells(self) -> tuple[tuple[str, int, str], ...]:
        """The cells of a strip: the dice, the number of faces, the result. A long result stands once for a run."""
        if max(map(len, self.results)) <= _SHORT:
            return tuple((face, 1, result) for face, result in zip(self.faces, self.results, strict=True))
        cells, pairs = [], zip(self.faces, self.results, strict=True)
        for result, run in groupby(pairs, key=itemgetter(1)):
            faces = [face for face, _ in run]
            ends = faces[:1] if len(faces) == 1 else [faces[0], faces[-1]]
            cells.append(("\N{EN DASH}".join(ends), len(faces), result))
        return tuple(cells)


def thrown(
    rules: RuleSet, roll: Situation, when: str = "", chance: Fraction = Fraction(1), after: Collection[str] = ()
) -> Thrown:
    """Return the dice of a roll on a table; arguments as the attributes of `Thrown`."""
    fates, table, results = system_of(rules).fates(), roll.table.id, roll.outcomes()
    letters = tuple(dict.fromkeys(results))
    return Thrown(
        table,
        tuple(map(Die.shown, roll.faces)),
        results,
        fates.worst_first(rules, table, letters),
        {letter: roll.meaning(letter) for letter in letters},
        frozenset(letter for letter in letters if fates.backfires(rules, table, letter)),
        chance,
        when,
        after,
    )


class Answer(Struct, frozen=True):
    """Odds under one rule set."""

    rules: RuleSet
    odds: Mapping[str, Fraction]
    """Chance of each result that can come, in the order of the table."""
    order: tuple[str, ...]
    """The same results from the worst for the target down."""
    meanings: Mapping[str, str]
    """The meaning of each result, in words."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The column, shifts and modifiers of the odds, for JSON."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """The same for people, by name."""
    named: Mapping[str, Fraction] = field(default_factory=dict)
    """Chances of the outcomes that a player asks for, for example ``out of action``."""
    backfires: frozenset[str] = frozenset()
    """Those of the results that befall the attacker."""

    @property
    def at_least(self) -> dict[str, Fraction]:
        """Chance of each result or a worse one, as `reached` says, of the results that can come."""
        return self.reached(self.order, self.backfires)

    def reached(self, order: Sequence[str], backfires: Collection[str]) -> dict[str, Fraction]:
        """Return the chance of each result or a worse one.

        Worse for the target; for the attacker where it befalls him (`backfires`). No effect befalls nobody. The order
        of results is from the worst for the target down, also such as only other rule sets have.
        """
        sums = {}
        for backwards in (False, True):
            total = Fraction(0)
            for letter in order[::-1] if backwards else order:
                if (letter in backfires) is backwards and letter != NO_EFFECT:
                    total += self.odds.get(letter, Fraction(0))
                    sums[letter] = total
        return {letter: sums[letter] for letter in order if letter in sums}

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON takes it; chances as floats and as fractions."""
        return {
            "rules": self.rules.id,
            "digest": self.rules.digest,
            **self.facts,
            "outcomes": {letter: float(chance) for letter, chance in self.odds.items()},
            "fractions": {letter: str(chance) for letter, chance in self.odds.items()},
            "at_least": {letter: float(chance) for letter, chance in self.at_least.items()},
            "meanings": {letter: text for letter, text in self.meanings.items() if letter in self.odds},
            "named": {name: float(chance) for name, chance in self.named.items()},
        }


def answer_of(
    rules: RuleSet, situation: Situation, facts: Mapping[str, Any] | None = None, lines: Mapping[str, str] | None = None
) -> Answer:
    """Return the odds of a situation, with its column, shifts and modifiers.

    `facts` and `lines` are told besides, for JSON and for people.
    """
    odds, fates = situation.odds(), system_of(rules).fates()
    shifts = {shift.reason: shift.columns for shift in situation.shifts}
    modifiers = {modifier.reason: modifier.value for modifier in situation.modifiers}
    table = situation.table
    keys = {
        "table": table.id,
        "column": situation.final_column + (f", from {situation.column}" if shifts else ""),
        "shifts": _signed(shifts),
        "modifiers": _signed(modifiers),
        "rows down": f"{situation.row_offset} {situation.row_reason}" if situation.row_offset else "",
        "by die": by_die(situation),
    }
    known = {"table": table.id, "column": situation.final_column, "shifts": shifts, "modifiers": modifiers}
    return Answer(
        rules=rules,
        odds=odds,
        order=fates.worst_first(rules, table.id, odds),
        meanings={letter: situation.meaning(letter) or ("no effect" if letter == NO_EFFECT else "") for letter in odds},
        facts={**known, "by_die": list(situation.outcomes()), **(facts or {})},
        lines={**keys, **(lines or {})},
        named=_named(fates, rules, table.id, odds),
        backfires=frozenset(letter for letter in odds if fates.backfires(rules, table.id, letter)),
    )


def by_die(situation: Situation) -> str:
    """Return which faces bring which result, ``1 C, 2-3 B``; of several dice the results of all throws in order."""
    runs: list[tuple[Any, Any, str]] = []
    for face, result in zip(situation.faces, situation.outcomes(), strict=True):
        if not isinstance(face, int):
            return " ".join(situation.outcomes())
        if runs and runs[-1][2] == result:
            runs[-1] = (runs[-1][0], face, result)
        else:
            runs.append((face, face, result))
    return ", ".join(f"{first if first == last else f'{first}-{last}'} {result}" for first, last, result in runs)


def after(one: Answer, tries: int, success: str, failure: str) -> Answer:
    """Return the odds that one of several tries succeeds, and that none does, from those of `one` try.

    One try has at most one result that is a success; `success` and `failure` are the words for both.
    """
    letters = [letter for letter in one.odds if letter != NO_EFFECT]
    each = sum((one.odds[letter] for letter in letters), Fraction(0))
    never: Fraction = (1 - each) ** tries
    odds = dict.fromkeys(letters, 1 - never) | ({NO_EFFECT: never} if never else {})
    meanings = {**dict.fromkeys(letters, success), NO_EFFECT: failure}
    answer = telling(one, {"tries": tries, "each": float(each)}, {"tries": str(tries), "each of them": str(each)})
    return replace(answer, odds=odds, order=tuple(odds), meanings=meanings)


def naming(one: Answer, rules: RuleSet, readings: Sequence[str]) -> Answer:
    """Return an answer as one of a rule set, with the readings of cells that it came from, if there are any."""
    if not readings:
        return replace(one, rules=rules)
    return replace(telling(one, {"readings": list(readings)}, {"as read": ", ".join(readings)}), rules=rules)


def telling(one: Answer, facts: Mapping[str, Any], lines: Mapping[str, str]) -> Answer:
    """Return an answer with more facts, for JSON, and lines, for people."""
    return replace(one, facts={**one.facts, **facts}, lines={**one.lines, **lines})


def _named(fates: Fates, rules: RuleSet, table: str, odds: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the chances of the outcomes that a player asks for; none of tables with results that are no fate."""
    sums: dict[str, Fraction] = {}
    for letter, chance in odds.items():
        name = fates.named(rules, table, letter)
        sums[name] = sums.get(name, Fraction(0)) + chance
    if not set(sums) <= set(fates.outcomes):
        return {}
    return {name: sums[name] for name in fates.outcomes if name in sums}


def with_dice(one: Answer, situation: Situation, trials: int, seed: int) -> Answer:
    """Return an answer with the results of so many dice of a seed, with intervals."""
    from mangonel.engine.intervals import Estimate, wilson
    from mangonel.engine.sampling import generator
    from mangonel.rules.words import speaking

    letters = situation.table.result_codes
    odds = situation.odds()
    counts = generator(seed, 0).multinomial(trials, [float(odds.get(letter, 0)) for letter in letters])
    shares = {}
    for letter, count in zip(letters, counts, strict=True):
        if count:
            low, high = wilson(int(count), trials)
            share = Estimate(count / trials, (high - low) / 4, low, high, exact=False)
            # An answer is translated as a whole.
            with speaking():
                shares[letter] = share.text(percent=True)
    facts = {"rolled": f"{trials:,} dice, seed {seed}", "came": shares}
    return telling(one, facts, {"rolled": f"{trials} dice, seed {seed}", "came": str(shares)})


def _signed(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{value:+d} {reason}" for reason, value in numbers.items())


# Questions.


class Parameter(Struct, frozen=True):
    """One thing that has to be said, or can be."""

    name: str
    """As on the command line without ``--``; functions take it with ``_`` for ``-``."""
    help: str
    kind: Literal["number", "text", "flag"] = "text"
    """A whole number, a text, or a flag."""
    default: Any = None
    """Its value if it is not said; a tuple if there can be several."""
    required: bool = False
    several: bool = False
    """Whether it can be said more than once; functions take a tuple then."""
    lowest: int | None = None
    highest: int | None = None
    """`lowest`, `highest`: limits of a number; None for none."""
    metavar: str | None = None
    """The name of a text in help."""
    also: tuple[str, ...] = ()
    """Other names of it on the command line, without ``--``."""
    names: str = ""
    """The kind of names of the game (`System.names`) that it takes; empty if it takes none."""
    offered: tuple[int, int] | Names | None = None
    """The offer of a form: numbers from the first to the last, or some names. By default all within the limits, and all
    names of the kind."""
    parts: tuple[Parameter, ...] = ()
    """The parts of a text, for a form that asks for each of them."""
    joined: Callable[..., str] = lambda **_values: ""
    """Puts it together, given the values of `parts` by name."""
    example: str = ""
    """The first value in a form that has to be filled in, as it is typed."""
    tabled: bool = True
    """Whether the page for the web offers it, which holds all answers as tables; not if it multiplies them."""

    @property
    def key(self) -> str:
        """Its name as an argument of a function."""
        return self.name.replace("-", "_")

    @property
    def usual(self) -> Any:
        """Its value if it is not said, as functions take it."""
        if self.kind == "flag":
            return False
        return () if self.several and self.default is None else self.default

    @property
    def asked_for(self) -> tuple[tuple[str, Parameter], ...]:
        """The fields of a form by name: itself, or each of its parts."""
        return tuple((f"{self.name}.{part.name}", part) for part in self.parts) or ((self.name, self),)

    def taken(self, value: Any) -> Any:
        """Return a value as functions take it: several as a tuple, numbers within their limits.

        Raises
        ------
        DataError
            If it is none of the kind, or out of the limits.
        """
        listed = self.several and isinstance(value, Sequence) and not isinstance(value, str)
        values = tuple(map(in_python, value if listed else (value,)))
        kinds = {"number": int, "text": str, "flag": bool}
        called = {"number": "whole number", "text": "text", "flag": "flag"}
        if self.several and isinstance(value, range | set | dict):
            reason = "several are a list of what acts together; ask once for each value"
            raise DataError(reason, path=self.name, value=value)
        for single in values:
            if single is None and not self.required and not (self.several and self.usual):
                continue
            if not isinstance(single, kinds[self.kind]) or (self.kind == "number" and isinstance(single, bool)):
                raise DataError(f"takes a {called[self.kind]}", path=self.name, value=single)
            if isinstance(single, int):
                Node({}).check_limits(self.name, single, self.lowest, self.highest)
        return values if self.several else values[0]

    def typed(self, value: Any) -> Any:
        """Return a value, or one of several, from its text; the one that holds if None is said."""
        if value is None:
            return self.usual
        if self.kind == "number" and isinstance(value, str):
            value = int(value)
        return (value,) if self.several and not isinstance(value, tuple) else value


class Question(Struct, frozen=True):
    """A question about one roll, or about the outcome of a few.

    Its functions are given the values of the parameters by name; their errors are shown as they are.
    """

    name: str
    help: str
    """`name`, `help`: the command, and its purpose: a sentence, and more below it."""
    parameters: tuple[Parameter, ...]
    answer: Callable[..., Answer] | None = None
    """Answers it under a rule set, exactly; None if the answer is the odds of `roll`."""
    roll: Callable[..., Situation] | None = None
    """The one roll that it is about, to be shown as thrown; None if there is not one."""
    rolls: Callable[..., tuple[Thrown, ...]] | None = None
    """All dice that may be thrown on the way to the answer, which their results and chances decide; none where nothing
    is thrown. None if they are those of `roll`."""
    besides: Callable[..., tuple[Mapping[str, Any], Mapping[str, str]]] | None = None
    """Facts and lines that are told with the answer, given a rule set; None if there are none. They may take their
    time: `odds` leaves them out."""
    refuses: Callable[..., str] = lambda _given, **_values: ""
    """The fault of values that do not go together, in words; empty if all is well. It is given the names of the
    parameters that were said, ``trials`` among them if dice are asked for."""
    ratio: tuple[str, str] | None = None
    """Two parameters, numbers of which there can be several, that may be said in one word: ``8+6:5``."""

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all that it is asked with, by name: the arguments that are given, and the usual values of others.

        Raises
        ------
        DataError
            If something is missing, out of its limits, or does not go together.
        """
        known = {parameter.key: parameter for parameter in self.parameters}
        for name, parameter in known.items():
            if parameter.required and name not in given:
                raise DataError("is missing", path=parameter.name)
        values = {name: parameter.taken(given.get(name, parameter.usual)) for name, parameter in known.items()}
        if text := self.refuses({known[name].name for name in given}, **values):
            raise DataError(text)
        return values

    def thrown(self, rules: RuleSet, values: Mapping[str, Any]) -> tuple[Thrown, ...]:
        """Return the dice that may be thrown on the way to the answer under a rule set."""
        if self.rolls is not None:
            return self.rolls(rules, **values)
        return () if self.roll is None else (thrown(rules, self.roll(rules, **values)),)

    def odds(self, rules: RuleSet, values: Mapping[str, Any]) -> Answer:
        """Return the answer under a rule set, without further facts."""
        if self.answer is not None:
            return self.answer(rules, **values)
        assert self.roll is not None, "what has no answer of its own is about a roll"
        return answer_of(rules, self.roll(rules, **values))

    def answered(self, rules: RuleSet, values: Mapping[str, Any]) -> Answer:
        """Return the answer under a rule set; it names the readings that filled the cells that it came from."""
        asked = Asked()
        noting = rules.noting(asked)
        answer = self.odds(noting, values)
        if self.besides is not None:
            answer = telling(answer, *self.besides(noting, **values))
        return naming(answer, rules, asked.readings(rules))


class Field(Struct, frozen=True):
    """One field of a form."""

    key: str
    """The name of its parameter; for a part of one both names with a dot between them."""
    parameter: Parameter
    """The parameter, or the part of one."""
    values: tuple[Any, ...]
    """Its values to choose from, in order; None for nothing said."""
    words: str
    """The kind of words in which the values are named; empty for numbers and flags."""
    usual: Any
    """The value that holds at first."""


def fields_of(system: System, question: Question, rules: Sequence[RuleSet]) -> tuple[Field, ...]:
    """Return the fields of a question under some rule sets of one game.

    Several of a thing (joint attackers) are one in a form. A text of no kind of names stays as it is by default.
    """
    return tuple(_field(system, part, rules, key) for each in question.parameters for key, part in each.asked_for)


def tabled_fields(system: System, question: Question, rules: Sequence[RuleSet]) -> tuple[Field, ...]:
    """Return the fields of a question, those that the page for the web leaves out with their usual value alone."""
    fields = fields_of(system, question, rules)
    return tuple(field if field.parameter.tabled else replace(field, values=(field.usual,)) for field in fields)


def asked(question: Question, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a question's parameters, as `Question.answered` takes them, for values of all fields."""
    values: dict[str, Any] = {}
    for parameter in question.parameters:
        parts = {part.key: chosen[key] for key, part in parameter.asked_for} if parameter.parts else {}
        value = parameter.joined(**parts) if parts else chosen[parameter.name]
        if parameter.several:
            value = () if value is None else (value,)
        values[parameter.key] = value
    return values


def refused(question: Question, fields: Collection[Field], chosen: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """Return the fault of values of fields, and so of parameters, that do not go together; empty if all is well.

    A parameter counts as said where one of its fields is not as usual.
    """
    not_usual = {field.key.partition(".")[0] for field in fields if chosen[field.key] != field.usual}
    return question.refuses(not_usual, **values)


def _field(system: System, parameter: Parameter, rules: Sequence[RuleSet], key: str) -> Field:
    values, words = _offered(system, parameter, rules)
    usual = parameter.usual
    if isinstance(usual, tuple):
        usual = usual[0] if usual else None
    if usual is None and not parameter.required:
        values = (None, *values)
    elif usual is None:
        usual = int(parameter.example) if parameter.kind == "number" else parameter.example
    elif usual not in values:
        values = (usual, *values)
    return Field(key, parameter, values, words, usual)


def _offered(system: System, parameter: Parameter, rules: Sequence[RuleSet]) -> tuple[tuple[Any, ...], str]:
    """Return the values that a form offers for a parameter, and the kind of words in which it is named."""
    offered = parameter.offered
    if parameter.kind == "flag":
        return (False, True), ""
    if parameter.kind == "number":
        first, last = offered if isinstance(offered, tuple) else (parameter.lowest or 0, parameter.highest or 0)
        return tuple(range(first, last + 1)), ""
    if offered is None and parameter.names:
        offered = system.names()[parameter.names]
    if offered is None or isinstance(offered, tuple):
        return (), ""
    return tuple(dict.fromkeys(name for rule_set in rules for name in offered.listed(rule_set))), offered.words


def attempt(
    questions: Sequence[Question], name: str, rules: RuleSet, given: Mapping[str, Any], letters: Sequence[str]
) -> Try | None:
    """Return a question as a try that succeeds with some results, None where the rules allow no roll.

    Parameters that are not `given` have their default. `letters` are patterns, such as ``R*``.
    """
    from mangonel.paper.catalogue import Try

    def succeeds(result: str) -> bool:
        return any(fnmatchcase(result, letter) for letter in letters)

    question = next(question for question in questions if question.name == name)
    values = {each.key: each.typed(given.get(each.name)) for each in question.parameters}
    odds = possible(lambda: question.odds(rules, values).odds)
    if odds is None:
        return None
    before: tuple[tuple[int, ...], ...] = ()
    ways = []
    throws = question.thrown(rules, values)
    for throw, later in zip_longest(throws, throws[1:]):
        ways.append((*before, throw.bringing(succeeds)))
        before = (*before, throw.bringing(later.after.__contains__)) if later else ()
    chance = sum((chance for result, chance in odds.items() if succeeds(result)), Fraction(0))
    # A roll that brings no success by itself only leads to another.
    return Try(chance, tuple(way for way in ways if all(way)) or tuple(ways[-1:]))


def _holds(value: Any, usual: Any, wanted: Any) -> bool:
    """Return whether a value, or one of several, is in a list; with true whether it is not the usual one."""
    if isinstance(wanted, bool):
        return bool(value != usual) is wanted
    return any(each in wanted for each in (value if isinstance(value, tuple) else (value,)))


def _refusing(spec: Mapping[str, Any], parameters: Sequence[Parameter], own: Callable[..., str]) -> Callable[..., str]:
    """Return the check of values that do not go together, as they are declared, or by a function of the game."""
    usual = {parameter.name: parameter.typed(None) for parameter in parameters}

    def refuses(given: Collection[str], **values: Any) -> str:
        def hold(conditions: Mapping[str, Any]) -> list[bool]:
            return [_holds(values[name.replace("-", "_")], usual[name], wanted) for name, wanted in conditions.items()]

        for entry in spec.get("refuses", ()):
            options = [f"--{name}" for name in entry["said"] if name in given]
            if options and all(hold(entry.get("when", {}))) and not any(hold(entry.get("unless", {}))):
                return str(entry["text"]).format(" and ".join(options))
        return own(given, **values)

    return refuses


_FUNCTIONS = ("roll", "rolls", "besides")


def read_questions(system: str, module: ModuleType) -> tuple[Question, ...]:
    """Return the questions of a game in the order of its file.

    The functions are in a module, by name: ``missed_shot`` answers the question ``missed-shot``, ``missed_shot_roll``
    is its roll, and so for the other functions of `Question`. A text that is offered is the name of some `Names`.
    """
    content = Node.load(game_file(system, "questions.toml")).content

    def read(name: str, spec: Mapping[str, Any]) -> Question:
        stem = name.replace("-", "_")
        functions = {key: getattr(module, f"{stem}_{key}") for key in _FUNCTIONS if hasattr(module, f"{stem}_{key}")}
        parameters = tuple(_parameter(content, module, entry) for entry in spec.get("parameters", ()))
        return Question(
            name,
            spec["help"],
            parameters,
            getattr(module, stem, None),
            refuses=_refusing(spec, parameters, getattr(module, f"{stem}_refuses", lambda _given, **_values: "")),
            ratio=tuple(spec["ratio"]) if "ratio" in spec else None,
            **functions,
        )

    return tuple(read(name, spec) for name, spec in content["question"].items())


def _parameter(content: Mapping[str, Any], module: ModuleType, entry: str | Mapping[str, Any]) -> Parameter:
    """Return a parameter, which is declared here or by name, or by name with other keys."""
    if isinstance(entry, str):
        entry = {"use": entry}
    if "use" in entry:
        entry = {"name": entry["use"], **content["parameter"][entry["use"]], **entry}
    keys: dict[str, Any] = {key: value for key, value in entry.items() if key != "use"}
    keys |= {key: tuple(value) for key, value in keys.items() if isinstance(value, list)}
    if isinstance(offered := keys.get("offered"), str):
        keys["offered"] = getattr(module, offered)
    if "parts" in keys:
        keys["parts"] = tuple(_parameter(content, module, part) for part in content["parts"][keys["parts"]])
        keys["joined"] = getattr(module, keys["joined"])
    return Parameter(**keys)
