"""What the games declare of their sheets and questions names what is there."""

import pytest

from cases import cases
from mangonel.errors import DataError
from mangonel.games.system import systems
from mangonel.paper.catalogue import Builder, holds
from mangonel.paper.wanted import Asked
from mangonel.rules.files import game_file, read_toml, read_whole
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale

CASES = cases(__file__)

SIEGE = load_rules("siege")


def build(view="percent", functions=None, **keys):
    content = {"options": {"all": ["panic-rule"]}}
    builder = Builder(Asked((SIEGE,), load_locale("en"), view), content, functions or {})
    return builder.sheet("panic", CASES["PANIC"] | keys)


def declared(system, name):
    file = game_file(system, name)
    return read_toml(read_whole(file), file)[0]


@pytest.mark.parametrize("system", ["cryhavoc", "filo"])
def test_blocks_and_lists_that_are_declared_are_used_and_those_used_are_declared(system):
    content = declared(system, "sheets.toml")
    used = {"block": set(), "options": set(), "tables": set()}
    for sheet in (*content["sheet"].values(), *content["side"].values()):
        items = [item for part in ("main", "side", "last") for item in sheet.get(part, ())]
        used["block"] |= {item if isinstance(item, str) else item.get("use") for item in items} - {None}
        for kind in ("options", "tables"):
            names = (item if isinstance(item, str) else item["name"] for item in sheet[kind])
            used[kind] |= {name[1:] for name in names if name.startswith("*")}
    assert used == {kind: set(content[kind]) for kind in used}


@pytest.mark.parametrize("system", systems(), ids=lambda one: one.id)
def test_each_question_is_answered_or_rolled(system):
    assert [one.name for one in system.questions() if one.answer is None and one.roll is None] == []


def test_a_block_stands_in_its_views_only():
    assert build().main == ()
    (grid,) = build(view="table").main
    assert grid.caption.startswith("The table as printed")


def test_texts_are_keys_expressions_and_functions():
    lines = [
        ["number panicked.radius", "panic.radius"],
        ["*", "twice now"],
        {"text": "rule panic-rule", "when": "never"},
    ]
    functions = {"twice": lambda _, word: f"{word} {word}", "never": lambda _: False}
    (block,) = build(main=[{"is": "lines", "caption": "panic.then", "lines": lines}], functions=functions).main
    assert block.heading == load_locale("en").text("panic.then")
    radius = str(SIEGE.table("panicked").number("radius"))
    assert block.entries == ((radius, load_locale("en").text("panic.radius")), ("*", "now now"))


def test_what_counts_under_some_options_only():
    known = SIEGE.choice("panic-rule")
    assert holds({"if": {"panic-rule": known}}, SIEGE)
    assert not holds({"unless": {"panic-rule": known}}, SIEGE)
    assert not holds({"if": {"no-such-option": known}}, SIEGE)


def test_a_function_that_is_not_there_is_named_with_the_nearest():
    with pytest.raises(DataError, match="'printd'; did you mean 'printed'"):
        build(main=[{"is": "printd"}])
