"""Rule sets: a base and named differences, each checked on load and marked with a digest."""

from mangonel.rules.change import CellChange, Change
from mangonel.rules.difference import Difference, differences
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.option import Choice, Option
from mangonel.rules.ruleset import RuleSet

__all__ = [
    "CellChange",
    "Change",
    "Choice",
    "Difference",
    "Option",
    "RuleSet",
    "differences",
    "load_rules",
    "rule_set_names",
]
