"""A whole siege: orders, storms, how it ends, a report of a day, and wrong files."""

from dataclasses import replace
from typing import Any

import pytest

from cases import cases
from mangonel.engine.result import Result
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, build, load_scenario
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

Block = dict[str, Any]

SIEGE = load_rules("siege")
HEAD: Block = {"schema": 1, "sequence": "siege-campaign", "title": "A siege"}
EMPTY_WALL: Block = CASES["EMPTY_WALL"]
RAM: Block = {"turns": 1, "besiegers": {"men": 4}}


def scenario(
    besiegers: int = 10, defenders: int = 5, kinds: tuple[str, str] = ("spearman", "spearman"), **content: Any
) -> Scenario:
    sides = {"besiegers": {"kind": kinds[0], "men": besiegers}, "defenders": {"kind": kinds[1], "men": defenders}}
    return replace(load_scenario("siege-breach"), content=HEAD | {"turns": 10} | sides | content).replaced({})


def besieged(options: dict[str, str] | None = None, engine: str = "exact", **content: Any) -> Result:
    rules = SIEGE.replaced(options=options or {})
    return run(build(scenario(**content), rules), engine=engine, trials=100_000, seed=9)


def policies(**more: Any) -> Block:
    return {"policies": {"from_day": 1} | more}


@pytest.mark.parametrize(("content", "path", "words"), CASES["test_one_mistake_one_message"])
def test_one_mistake_one_message(content, path, words):
    with pytest.raises(DataError) as caught:
        scenario(**content)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_mistakes_that_only_the_rules_know_name_their_part():
    with pytest.raises(DataError) as caught:
        besieged(ram=RAM | {"wall": "inner", "marks": 1}, options={"inner-wall-d-count": "1"}, **policies())
    assert caught.value.path == "ram.marks"
    walls = {"engines": {"heavy": 1}, "hexes": [{"name": "ward", "wall": "inner", "marks": 2}]}
    with pytest.raises(DataError) as caught:
        besieged(bombardment=walls, assault=EMPTY_WALL, options={"inner-wall-d-count": "1"})
    assert caught.value.path == "bombardment.hexes.1.marks"


def plain(name, **changes):
    """The content of a shipped scenario, as a part."""
    content = load_scenario(name).replaced({key.replace("__", "."): value for key, value in changes.items()}).content
    head = ("schema", "sequence", "title", "note", "roster", "plans")
    return {key: value for key, value in content.items() if key not in head}


def test_men_who_have_run_from_a_storm_are_back_in_the_evening():
    # One of three dies before the wall, and the two others rout; on the next day of assault they are told off again.
    content = {"besiegers": 3, "defenders": 2, "turns": 2} | policies(rest=0)
    wall = EMPTY_WALL | CASES["STORM"]
    made = build(scenario(assault=wall, **content), SIEGE.replaced(options={"panic-rule": "optional"}))
    told = 0
    for seed in range(100):
        events = play_trace(made, seed=seed).events
        first, second = ([event.text for event in events if event.turn == day] for day in (1, 2))
        if "in rout: 2 of the men of party 1" in first and "besiegers lost: 1 dead, 0 wounded" in first:
            assert "told off for the assault: 2 besiegers, 2 defenders" in second
            told += 1
    assert told


def test_men_of_the_castle_do_not_panic_in_a_breach():
    breach = scenario(breach=plain("melee-breach", panic=True), **policies()).setup.breach
    assert (breach.attackers.panic is None, breach.defenders.panic is None) == (False, True)


def test_a_part_may_be_a_file_of_its_own(tmp_path):
    inline = besieged(assault=plain("ladder-one"), turns=1, **policies())
    shipped = besieged(assault={"scenario": "ladder-one"}, turns=1, **policies())
    assert shipped.probability("taken").value == pytest.approx(inline.probability("taken").value, abs=1e-12)
    text = load_scenario("ladder-one").file.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    siege = load_scenario("siege-storms").file.read_text(encoding="utf-8").replace('"ladder-one"', '"mine.toml"')
    (tmp_path / "siege.toml").write_text(siege, encoding="utf-8")
    assert load_scenario(tmp_path / "siege.toml").digest == load_scenario("siege-storms").digest


def test_a_part_has_no_assumptions_of_its_own(tmp_path):
    text = load_scenario("ladder-one").file.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text + '\n[assumptions]\nwall-retreat = "wounded"\n', encoding="utf-8")
    siege = load_scenario("siege-storms").file.read_text(encoding="utf-8").replace('"ladder-one"', '"mine.toml"')
    (tmp_path / "siege.toml").write_text(siege, encoding="utf-8")
    with pytest.raises(DataError, match="assumptions") as caught:
        load_scenario(tmp_path / "siege.toml")
    assert str(caught.value.file) == str(tmp_path / "mine.toml")
