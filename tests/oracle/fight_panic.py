"""Panic among the men of one side of a fight, man by man: used by melee and sortie. Plain and slow on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from oracle import tables
from oracle.ladder_panic import class_of
from oracle.rules import Rules

if TYPE_CHECKING:
    from oracle.fighting import Fighter, Table


@dataclass
class SidePanic:
    """What befalls the men of one side when one of them has died."""

    side: str
    asked: dict[str, Any]
    in_reach: Callable[[], list[Fighter]]  # the living men of the side who are not gone
    may_be: bool
    followed: bool
    shaken: list[Fighter] = field(default_factory=list)  # who was panicked when the movement phase began

    def panicked(self) -> list[Fighter]:
        return [man for man in self.in_reach() if man.panicked]

    def test(self, game: Table) -> None:
        if not self.may_be:
            return
        panicked = self.panicked() if game.rules.option("panicked-reach") == "in-reach" else []
        if game.rules.option("second-panic") == "automatic":
            for man in panicked:
                self.rout(game, man)
            panicked = []
        calm = [man for man in self.in_reach() if man.able and not (man.rides or man.panicked or man.routed)]
        candidates = [*sorted(panicked, key=self.owners_order), *sorted(calm, key=self.owners_order)]
        if not candidates:
            return
        game.tally("panic_tests")
        result, number = tables.panic(game.rules, game.die(f"panic of {self.side}"))
        for man in candidates[:number]:
            if man.panicked or result == "rout":
                self.rout(game, man)
            else:
                man.leave()
                man.panicked = True
                game.tally("panics")

    def owners_order(self, man: Fighter) -> tuple[bool, bool, bool, bool]:
        """By the policy; of men alike, who is driven back or overtaken, then who is of no more use in this phase."""
        first = self.asked.get("panics_first") or "wounded"
        return (man.state != first, not man.back, not man.overtaken, man.ready or man.passed)

    def rout(self, game: Table, man: Fighter) -> None:
        man.leave()
        man.routed = True
        game.tally("routs")

    def begin_movement(self) -> None:
        self.shaken = self.panicked()

    def end_movement(self) -> None:
        if not self.followed:
            for man in self.shaken:
                if man.panicked:
                    man.calm_down()
        fit_first = sorted(self.panicked(), key=lambda man: (man.state != "fit", not man.overtaken))
        for man in fit_first[: self.asked.get("rally") or 0]:
            man.calm_down()

    def measures(self, name: str, men: list[Fighter]) -> dict[str, int]:
        return {
            f"{name}_panicked": sum(man.panicked for man in men),
            f"{name}_routed": sum(man.routed for man in men),
        }


def panic_of_side(
    setup: dict[str, Any],
    rules: Rules,
    side: str,
    kind: dict[str, Any],
    in_reach: Callable[[], list[Fighter]],
) -> SidePanic:
    """Read what the scenario says of panic on this side."""
    asked = setup.get("panic_of", {}).get(side, {})
    played = bool(setup.get("panic", False)) and rules.option("panic-rule") == "optional"
    may_be = played and (asked.get("class") or class_of(kind)) != "knight"
    # If the scenario does not say whether they are followed, it is what the other side has decided.
    enemy = next(policies for name, policies in setup["policies"].items() if name != side)
    return SidePanic(side, asked, in_reach, may_be, asked.get("followed", enemy["follow"]))
