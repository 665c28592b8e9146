"""One trial of a panic, played man by man, one roll after the other. Plain and slow on purpose."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.men import Given, Roll
from oracle.outcome import Game, Outcome

Setup = dict[str, Any]
CLASSES = ("soldier", "peasant", "knight")


@dataclass(eq=False)
class Fellow:
    rank: str
    state: str = "calm"
    runs: int = 0


@dataclass
class Panic(Game):
    men: list[Fellow] = field(default_factory=list)

    def set_up(self) -> None:
        for rank in CLASSES:
            self.men += [Fellow(rank) for _ in range(self.setup[f"{rank}s"])]

    def in_state(self, *states: str) -> list[Fellow]:
        return [man for man in self.men if man.state in states]

    def in_reach(self) -> list[Fellow]:
        if self.rules.option("panicked-reach") == "in-reach":
            return self.in_state("calm", "panicked")
        return self.in_state("calm")

    def policy(self, name: str) -> str:
        value: str = self.setup["policies"][name]
        return value

    def may_die(self, turn: int) -> bool:
        return turn <= self.setup["deaths"]["more"] + 1 and len(self.in_reach()) > 0

    def death(self) -> None:
        deaths = self.setup["deaths"]
        if self.turn == 1:
            self.test(deaths["first"])
        elif self.may_die(self.turn) and (deaths["risk"] == 10 or self.die("a death") <= deaths["risk"]):
            victim = self.victim(deaths["class"])
            victim.state = "dead"
            self.test(victim.rank)

    def victim(self, rank: str) -> Fellow:
        states = ["calm", "panicked"]
        if self.policy("dies_first") == "panicked":
            states.reverse()
        ranks = [rank, *(other for other in CLASSES if other != rank)]
        order = sorted(self.in_reach(), key=lambda man: (ranks.index(man.rank), states.index(man.state)))
        return order[0]

    def test(self, dead: str) -> None:
        """The panic test after the death of a man of this class."""
        moved = ("soldier", "peasant") if dead in ("knight", "soldier") else ("peasant",)
        concerned = [man for man in self.in_reach() if man.rank in moved]
        if self.rules.option("second-panic") == "automatic":
            self.rout(man for man in concerned if man.state == "panicked")
        candidates = [man for man in concerned if man.state in ("calm", "panicked")]
        if not candidates:
            return
        self.tallies["tests"] += 1
        result, number = tables.panic(self.rules, self.die("panic"))
        hit = sorted(candidates, key=self.owners_order)[:number]
        if result == "rout":
            self.rout(hit)
            return
        self.rout([man for man in hit if man.state == "panicked"])
        for man in hit:
            if man.state == "calm":
                man.state = "panicked"
                self.tallies["panics"] += 1

    def owners_order(self, man: Fellow) -> tuple[bool, bool]:
        return (f"{man.rank}s" != self.policy("panics_first"), man.state != self.policy("hit_first"))

    def rout(self, men: Iterable[Fellow]) -> None:
        for man in men:
            man.state = "routed"
            man.runs = 0
            self.tallies["routs"] += 1
            self.run(man)

    def run(self, man: Fellow) -> None:
        man.runs += 1
        if self.setup["edge"] and man.runs >= self.setup["edge"]:
            man.state = "gone"

    def movement(self) -> None:
        for man in self.in_state("routed"):
            self.run(man)
        if not self.setup["enemy_follows"]:
            for man in self.in_state("panicked"):
                man.state = "calm"
        for man in self.order_of_rally()[: self.leaders() * self.setup["rally_each"]]:
            man.state = "calm"
            self.tallies["rallied"] += 1

    def leaders(self) -> int:
        knights = sum(man.rank == "knight" for man in self.in_state("calm"))
        return knights + (self.setup["leaders"] if self.turn >= self.setup["leaders_from"] else 0)

    def order_of_rally(self) -> list[Fellow]:
        def order(man: Fellow) -> tuple[int, int]:
            return (CLASSES.index(man.rank), -man.runs)

        panicked = sorted(self.in_state("panicked"), key=order)
        routed = sorted(self.in_state("routed"), key=order)
        orders = {"panicked": panicked + routed, "routed": routed + panicked, "panicked-only": panicked}
        return orders[self.policy("rally")]

    def ending(self) -> str | None:
        followers = [man for man in self.men if man.rank != "knight"]
        lost = sum(man.state != "calm" for man in followers)
        if lost >= (self.setup["broken"] or len(followers)):
            return "broken"
        if not self.in_state("panicked", "routed") and not self.may_die(self.turn + 1):
            return "calm"
        return None

    def play(self) -> Outcome:
        for turn in range(1, self.setup["turns"] + 1):
            self.turn = turn
            self.death()
            self.movement()
            ending = self.ending()
            if ending:
                return self.outcome(ending)
        return self.outcome("undecided")

    def outcome(self, ending: str) -> Outcome:
        counts = {state: len(self.in_state(state)) for state in ("panicked", "routed", "gone", "dead")}
        return Outcome(ending, self.turn, measures=counts, tallies=self.tallies, events=self.events)


def play_panic(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return Panic.begun(setup, given, roll).play()
