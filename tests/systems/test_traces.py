"""Traces of all shipped scenarios, looked over for what no player would say."""

import re

import pytest

from mangonel.engine.trace import play_trace
from mangonel.rules.loading import load_rules
from mangonel.systems.cryhavoc.scenario import build, load_scenario, scenario_names

ONE = r"(?<![-\d])1 (?:more |fit |stunned |wounded |light |heavy )*"
BAD = {
    "one of several": re.compile(ONE + r"(?:hexes|men|engines|points|riders|besiegers|defenders|rows|days|turns)\b"),
    "several of one": re.compile(r"(?<![-\d])(?:0|[2-9]|[1-9]\d+) (?:hex|man|engine|point|rider|besieger|defender|row|day|turn)\b"),
    "either of both": re.compile(r"\((?:s|es)\)|/men\b"),
    "an id": re.compile(r"[a-z]_[a-z]"),
    "a letter without its meaning": re.compile(r"-> (?:-|[A-Z]\w*)$"),
}  # fmt: skip


@pytest.mark.parametrize("name", scenario_names())
def test_a_trace_reads_well(name):
    sequence = build(load_scenario(name), load_rules("siege"))
    for seed in range(6):
        # The numbers at the end go by the names that players gave: "second row 2".
        for line in play_trace(sequence, seed=seed).lines():
            for what, pattern in BAD.items():
                assert not pattern.search(line), (what, line)
