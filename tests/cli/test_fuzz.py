"""Whatever is written into a scenario file, it is played or refused with a message."""

import contextlib
import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cases import cases
from cli.files import LADDER, RAM, write_scenarios
from mangonel.engine.trace import play_trace
from mangonel.errors import MangonelError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

FILES = sorted((data_root() / "scenarios").glob("*/*.toml"))
SHIPPED = {file.stem: file.read_text(encoding="utf-8") for file in FILES}
TEXTS = [*SHIPPED.values(), RAM, LADDER]
SIEGE, CROISADES = load_rules("siege"), load_rules("croisades")

NUMBERS = [
    *CASES["NUMBERS"],
    "9" * 30,
    "0x" + "f" * 4000,
]
LISTS = ["[]", "[1]", "[[]]", "{}", '["flat_ground"]', '["flat_ground x 60"]', '["moat"]', '["a x b x c"]']
WORDS = ["", " ", "men", "12-1+", "\\u0000", "shoot", "fight", "crossbow", "none", "ladder-assault", "ram", "defenders"]
MORE_WORDS = ["keep", "inner", "illustrative", "bowman", "wounded", "ram-on", "separate", "moat x 3"]
VALUES = st.sampled_from([*NUMBERS, *LISTS, *(f'"{word}"' for word in (*WORDS, *MORE_WORDS))])
JUNK = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "[sortie]",
            "[[kind]]",
            "[policies]",
            "[covering]",
            "[assumptions]",
            "=",
            "a = 1",
            '"',
            "[",
            "\x00",
            "[a.b]",
            "men = 3",
            "#",
        ]
    ),
)


def delete(draw, lines):
    del lines[draw(st.integers(0, len(lines) - 1))]


def double(draw, lines):
    at = draw(st.integers(0, len(lines) - 1))
    lines.insert(draw(st.integers(0, len(lines))), lines[at])


def insert(draw, lines):
    lines.insert(draw(st.integers(0, len(lines))), draw(JUNK))


def assignments(lines):
    return [number for number, line in enumerate(lines) if re.match(r"\w+ *=", line)]


def replace(draw, lines):
    places = assignments(lines)
    if places:
        at = draw(st.sampled_from(places))
        lines[at] = f"{lines[at].partition('=')[0]}= {draw(VALUES)}"


def swap(draw, lines):
    places = assignments(lines)
    if places:
        one, other = draw(st.sampled_from(places)), draw(st.sampled_from(places))
        (key, _, value), (name, _, number) = lines[one].partition("="), lines[other].partition("=")
        lines[one], lines[other] = f"{key}={number}", f"{name}={value}"


def garble(draw, lines):
    at = draw(st.integers(0, len(lines) - 1))
    if lines[at]:
        place = draw(st.integers(0, len(lines[at]) - 1))
        lines[at] = lines[at][:place] + draw(st.characters(codec="utf-8")) + lines[at][place + 1 :]


@st.composite
def scenario_texts(draw):
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for change in draw(
        st.lists(st.sampled_from([delete, double, insert, replace, swap, garble]), min_size=1, max_size=3)
    ):
        if lines:
            change(draw, lines)
    return "\n".join(lines)


def play(file, rules):
    game = play_trace(build(load_scenario(file), rules), seed=1, turns=4)
    assert game.turn <= 4


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    write_scenarios(folder)
    return folder / "mutant.toml"


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(scenario_texts(), st.sampled_from([SIEGE, CROISADES, load_rules("navas")]))
@example(RAM.replace("turns = 6", "turns = 0x" + "f" * 4000), SIEGE)
@example(RAM.replace("counters/mine.toml", "r" * 300), SIEGE)
@example(RAM.replace("counters/mine.toml", "\\u0000"), SIEGE)
@example(RAM.replace("counters/mine.toml", ""), SIEGE)
@example("", SIEGE)
def test_a_mutated_scenario_is_played_or_refused(target, text, rules):
    target.write_bytes(text.encode("utf-8"))
    with contextlib.suppress(MangonelError):
        play(target, rules)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(target, content):
    target.write_bytes(content)
    with pytest.raises(MangonelError, match=re.escape(str(target))):
        load_scenario(target)


def test_what_is_mutated_is_sound_itself(target):
    """The shipped scenarios are played in `systems/test_traces.py`."""
    for text in (RAM, LADDER):
        for rules in (SIEGE, CROISADES):
            target.write_text(text, encoding="utf-8")
            play(target, rules)
