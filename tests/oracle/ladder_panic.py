"""Panic among the besiegers of a ladder assault, man by man. Plain and slow on purpose."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.men import Man
from oracle.rules import Rules


def class_of(kind: dict[str, Any]) -> str:
    """The class of a kind if the scenario names none."""
    if kind["armour"] == "dismounted-knight" or kind.get("mounted_attack"):
        return "knight"
    return "soldier"


@dataclass
class Panic:
    """Who is panicked, by ladder, and who has routed."""

    setup: dict[str, Any]
    rules: Rules
    die: Callable[[str], int]
    tallies: Counter[str]
    panicked: dict[int, list[Man]] = field(default_factory=dict)
    routed: list[Man] = field(default_factory=list)

    def of(self, name: str, *, default: Any) -> Any:
        value = self.setup.get("panic_of", {}).get(name)
        return default if value is None else value

    def played(self) -> bool:
        kind = self.setup["besiegers"]["kind"]
        may_be = self.of("class", default=class_of(kind)) != "knight"
        return bool(self.setup.get("panic", False)) and self.rules.option("panic-rule") == "optional" and may_be

    def panicked_at(self, number: int) -> list[Man]:
        return self.panicked.setdefault(number, [])

    def test(self, number: int, party: list[Man], distance: int) -> None:
        """After a death that concerns the party of this ladder; `party` are its calm men on the ground."""
        if not self.played():
            return
        panicked = self.panicked_at(number) if self.rules.option("panicked-reach") == "in-reach" else []
        if self.rules.option("second-panic") == "automatic":
            for man in list(panicked):
                self.panicked_man_routs(number, man)
            panicked = []
        first = self.of("panics_first", default="wounded")
        able = [man for man in party if man.able]
        candidates = [
            *[man for man in panicked if man.state == first],
            *[man for man in panicked if man.state != first],
            *[man for man in able if man.state == first],
            *[man for man in able if man.state != first],
        ]
        if not candidates:
            return
        self.tallies["panic_tests"] += 1
        retreat, calm = (self.rules.number("panicked", name) for name in ("retreat", "calm"))
        result, hit = tables.panic(self.rules, self.die(f"panic of party {number}"))
        for man in candidates[:hit]:
            if man in panicked:
                self.panicked_man_routs(number, man)
            elif result == "rout":
                party.remove(man)
                self.rout(man)
            elif distance + 1 + retreat < calm:
                party.remove(man)
                self.panicked_at(number).append(man)
                self.tallies["panics"] += 1

    def panicked_man_routs(self, number: int, man: Man) -> None:
        self.panicked[number].remove(man)
        self.rout(man)

    def rout(self, man: Man) -> None:
        self.routed.append(man)
        self.tallies["routs"] += 1

    def end_of_movement(self, parties: list[list[Man]]) -> None:
        """Those who are calm again go back to their parties."""
        waiting = [(number, man) for number in range(len(parties)) for man in self.panicked_at(number)]
        if self.of("followed", default=False):
            fit_first = sorted(waiting, key=lambda one: one[1].state != "fit")
            waiting = fit_first[: self.of("rally", default=0)]
        for number, man in waiting:
            self.panicked[number].remove(man)
            parties[number].append(man)

    def measures(self) -> dict[str, int]:
        panicked = sum(len(men) for men in self.panicked.values())
        return {"attackers_panicked": panicked, "attackers_routed": len(self.routed)}
