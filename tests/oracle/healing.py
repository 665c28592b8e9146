"""One trial of wounded men who return day by day, man by man, one roll after the other. Plain and slow on purpose."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.men import Given
from oracle.outcome import Game, Outcome
from oracle.rules import Rules

Setup = dict[str, Any]
# Called without a number it gives a d10, with 6 a d6.
Dice = Callable[..., int]


def days_of(rules: Rules, roll: Dice) -> int | None:
    """Roll for the days until a man is back; None if it is never in this siege."""
    means = tables.healing(rules, "healing-d10", roll())
    return None if means == "not in this siege" else int(means)


def turns_of(rules: Rules, roll: Dice) -> int | None:
    """Roll for the turns of three days since Croisades; None if the man dies."""
    means = tables.healing(rules, "healing-croisades", roll(6))
    if means == "roll again on healing-croisades-reroll":
        means = tables.healing(rules, "healing-croisades-reroll", roll(6))
    return None if means == "dies of the wound" else int(means)


@dataclass(eq=False)
class Patient:
    state: str = "wounded"  # or "fit", "out", "dead"
    back_on: int | None = None  # the day in whose morning he is fit


@dataclass
class Healing(Game):
    men: list[Patient] = field(default_factory=list)
    day: int = 0
    strength: list[int] = field(default_factory=list)

    def set_up(self) -> None:
        self.men = [Patient("fit") for _ in range(self.setup["fit"])]
        self.men += [Patient() for _ in range(self.setup["wounded"])]

    def in_state(self, state: str) -> list[Patient]:
        return [man for man in self.men if man.state == state]

    def morning(self) -> None:
        for man in self.in_state("wounded"):
            if man.back_on == self.day:
                man.state, man.back_on = "fit", None
                self.tallies["returned"] += 1

    def casualties(self) -> None:
        today = [entry for entry in self.setup["casualties"] if entry["day"] == self.day]
        for entry in today:
            if entry["from"] == "fit":
                for man in self.in_state("fit")[: entry["men"]]:
                    man.state = "wounded"
        for entry in today:
            if entry["from"] == "outside":
                self.men += [Patient() for _ in range(entry["men"])]

    def evening(self) -> None:
        daily = self.rules.option("healing-who-rolls") == "daily"
        croisades = self.rules.option("healing-table") == "croisades"
        if daily and croisades and self.day % tables.DAYS_OF_A_TURN != 0:
            return
        for man in self.in_state("wounded"):
            if daily or man.back_on is None:
                self.tallies["rolls"] += 1
                self.ask_table(man, croisades=croisades)

    def ask_table(self, man: Patient, *, croisades: bool) -> None:
        if croisades:
            turns = turns_of(self.rules, self.roll)
            if turns is None:
                man.state = "dead"
            else:
                man.back_on = self.day + turns * tables.DAYS_OF_A_TURN
            return
        days = days_of(self.rules, self.roll)
        if days is None:
            man.state = "out"
        else:
            man.back_on = self.day + days

    def ending(self) -> str | None:
        wanted = self.setup["wanted"]
        if wanted is not None and len(self.in_state("fit")) >= wanted:
            return "strength"
        more_to_come = any(entry["day"] > self.day for entry in self.setup["casualties"])
        if not self.in_state("wounded") and not more_to_come:
            return "all_back"
        return None

    def play(self) -> Outcome:
        for day in range(1, self.setup["turns"] + 1):
            self.day = day
            self.morning()
            self.casualties()
            self.evening()
            self.strength.append(len(self.in_state("fit")))
            ending = self.ending()
            if ending:
                return self.outcome(ending)
        return self.outcome("undecided")

    def outcome(self, ending: str) -> Outcome:
        counts = {state: len(self.in_state(state)) for state in ("fit", "wounded", "out", "dead")}
        events = [f"day {day}: {fit} fit" for day, fit in enumerate(self.strength, start=1)]
        return Outcome(ending, self.day, measures=counts, tallies=self.tallies, events=events)


def play_healing(setup: Setup, given: Given, roll: Dice) -> Outcome:
    """Play one trial; `roll()` gives the next d10 as 1 to 10, `roll(6)` a d6."""
    return Healing.begun(setup, given, roll).play()
