"""The page's data read in Python, and questions by chance with what the program answers."""

import json
import random
import re
from base64 import b64decode
from zlib import decompress

from mangonel.errors import DataError, UnknownCellError
from mangonel.games.question import asked, refused, tabled_fields

IN_A_BROWSER = {"cryhavoc": ("siege", "croisades"), "filo": ("navas",)}
"""Rule sets whose answers are asked for in a browser, where they are tried in thousands."""


def data_of(page):
    """Return the data of a page."""
    return json.loads(decompress(b64decode(re.search(r'id="data">(.*?)</script>', page.decode(), re.DOTALL)[1])))


def answer_in(data, question, under, values):
    """Return the answer that stands in the data."""
    fields, tables = question["fields"], question["under"][under]["tables"]
    answers = question["under"][under]["answers"]
    if not tables:
        return data["answers"][answers[0]]
    said = [_place(field, values[field["key"]]) for field in fields]
    classes = []
    for node, name in zip(question["nodes"], tables, strict=True):
        table = data["tables"][name]
        if isinstance(node, int):
            classes.append(table[said[node]])
        else:
            wide = max(data["tables"][tables[node[1]]]) + 1
            classes.append(table[classes[node[0]] * wide + classes[node[1]]])
    return data["answers"][answers[classes[-1]]]


def _place(field, value):
    if field["kind"] == "choice":
        return field["ids"].index(value)
    return int(value) if field["kind"] == "flag" else value - field["low"]


def by_chance(system, rules, count, seed):
    """Yield questions drawn by chance, some with much as usual and some with little, each with values of its fields."""
    rng = random.Random(seed)
    questions = [(one, tabled_fields(system, one, rules)) for one in system.questions()]
    for number in range(count):
        question, fields = questions[number % len(questions)]
        share = rng.choice((0.0, 0.5, 0.8))
        yield (
            question,
            fields,
            {field.key: field.usual if rng.random() < share else rng.choice(field.values) for field in fields},
        )


def expected(question, fields, values, rules):
    """Return what ``mangonel odds`` answers, as far as the page shows it."""
    given = asked(question, values)
    if refused(question, fields, values, given):
        return ""
    try:
        answer = question.answered(rules, given)
    except DataError as error:
        return error.message
    except UnknownCellError as error:
        return str(error)
    told = answer.to_dict()
    dice = [([list(cell) for cell in one.cells], str(one.chance)) for one in question.thrown(rules, given)]
    at_least = {letter: str(chance) for letter, chance in answer.at_least.items()}
    return (told["fractions"], list(answer.order), at_least, dice, list(map(str, answer.named.values())))


def shown(data, answer):
    """Return the same of what stands in the data."""
    if "refused" in answer:
        return data["texts"][answer["refused"]][[one["id"] for one in data["languages"]].index("en")]
    odds = {letter: chance for letter, chance, _, _ in answer["odds"]}
    at_least = {letter: reached for letter, _, reached, _ in answer["odds"] if reached}
    dice = [
        (data["rolls"][place]["cells"], when_chance[1] if when_chance else "1")
        for place, *when_chance in answer["rolls"]
    ]
    return odds, list(odds), at_least, dice, [chance for _, chance in answer["named"]]
