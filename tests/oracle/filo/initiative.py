"""The order in which the two sides act in a turn."""

from collections.abc import Mapping
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.rules import Rules


def activations(rules: Rules, dice: Dice, commands: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Throw for the initiative and return the sides in the order of their activations."""
    first, silenced = _initiative(rules, dice, commands)
    order = [first, "b" if first == "a" else "a"]
    often = {side: commands[side].get("activations", 1) for side in order}
    alone = silenced if rules.option("veto-alone") == "veto" and often.get(silenced) == 1 else ""
    again = [side for side in order if often[side] == 2 and side != silenced]
    again.sort(key=lambda side: (commands[side].get("army_value", 1), commands[side].get("army_bonus", 0)))
    return [side for side in order if side != alone] + again


def _initiative(rules: Rules, dice: Dice, commands: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """Who acts first, and whose activation is silenced."""
    bonus = {side: commands[side].get("army_bonus", 0) for side in "ab"}
    totals = {side: dice.two_d6(f"side {side}: initiative") + bonus[side] for side in "ab"}
    if totals["a"] != totals["b"]:
        first, last = ("a", "b") if totals["a"] > totals["b"] else ("b", "a")
        return first, last if rolls.initiative_class(rules, totals["a"], totals["b"]) == "C4" else ""
    a, b = ((commands[side].get("value", 1), bonus[side]) for side in "ab")
    if a == b:
        return ("a" if dice.d6("who acts first") <= 3 else "b"), ""
    return ("a" if a < b else "b"), ""
