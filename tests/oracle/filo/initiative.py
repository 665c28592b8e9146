"""The order in which the leaders of two sides act in a turn (6.C): that of each side's stacks, and its army leader."""

from collections.abc import Mapping
from itertools import chain, zip_longest
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.rules import Rules

Leader = tuple[str, bool]
"""The side, and whether it is the army leader."""


def activations(
    rules: Rules, dice: Dice, commands: Mapping[str, Mapping[str, Any]], leads: Mapping[str, str]
) -> list[Leader]:
    """Throw for the initiative, and return the leaders in the order in which they act.

    An army leader is there if he reaches the stacks (7.2). `leads` says of each side whom it activates at once, of the
    highest or the lowest value; it names the leader of the rival's stacks, and silences the army leader.
    """
    values = {(side, False): int(commands[side].get("value", 1)) for side in "ab"}
    for side in "ab":
        if commands[side].get("activations", 1) == 2:
            values[side, True] = int(commands[side].get("army_value", 1))
    bonus = {side: commands[side].get("army_bonus", 0) for side in "ab"}
    totals = {side: dice.two_d6(f"side {side}: initiative") + bonus[side] for side in "ab"}
    at_once: list[Leader] = []
    silent: Leader | None = None
    letter = rolls.initiative_class(rules, totals["a"], totals["b"])
    if totals["a"] != totals["b"] and letter != "C1":
        winner, rival = ("a", "b") if totals["a"] > totals["b"] else ("b", "a")
        able = sorted((leader for leader in values if leader[0] == winner), key=lambda leader: (values[leader], leader))
        at_once = [able[0] if leads[winner] == "lowest" else max(able, key=values.__getitem__)]
        if letter == "C4" and (rival, True) in values:
            silent = rival, True
        elif letter == "C4" and rules.option("veto-alone") == "veto":
            silent = rival, False
        if letter in ("C3", "C4") and silent != (rival, False):
            at_once.append((rival, False))
    orders = {
        begins: at_once + [one for one in _usual(rules, values, begins) if one not in (*at_once, silent)]
        for begins in "ab"
    }
    if orders["a"] == orders["b"]:
        return orders["a"]
    if bonus["a"] != bonus["b"]:
        return orders["a" if bonus["a"] < bonus["b"] else "b"]
    return orders["a" if dice.d6("who acts first") <= 3 else "b"]


def _usual(rules: Rules, values: Mapping[Leader, int], begins: str) -> list[Leader]:
    """All in rising value; equal values alternate, and a side begins."""
    rising = {
        side: sorted((one for one in values if one[0] == side), key=lambda one: (values[one], one)) for side in "ab"
    }
    if rules.option("activation-order") == "by-side":
        lowest = {side: values[rising[side][0]] for side in "ab"}
        if lowest["a"] != lowest["b"]:
            begins = min("ab", key=lowest.__getitem__)
        return _alternating(rising, begins)
    found: list[Leader] = []
    for value in sorted(set(values.values())):
        found += _alternating({side: [one for one in rising[side] if values[one] == value] for side in "ab"}, begins)
    return found


def _alternating(sides: Mapping[str, list[Leader]], begins: str) -> list[Leader]:
    pairs = chain.from_iterable(zip_longest(sides[begins], sides["b" if begins == "a" else "a"]))
    return [leader for leader in pairs if leader is not None]
