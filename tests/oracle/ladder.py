"""One trial of a ladder assault, played man by man, one roll after the other. Plain and slow on purpose."""

from oracle.breaking_off import limit_of, reached
from oracle.ladder_defenders import DefendersTurn
from oracle.ladder_men import Ladder, Setup
from oracle.men import Given, Roll, count
from oracle.outcome import Outcome, counts


class Assault(DefendersTurn):
    """A whole assault."""

    def ending(self) -> str | None:
        on_wall = sum(self.besieger_at(place) is not None for place in range(len(self.wall)))
        if on_wall >= self.setup["foothold"]:
            return "foothold"
        if self.broken_off() or self.no_way_up(on_wall):
            return "repulsed"
        if on_wall > 0 and not any(man.living for man in self.defenders):
            return "cleared"
        if reached(limit_of(self.setup, "defenders"), count(self.defenders, "dead", "wounded"), self.turn):
            return "abandoned"
        return None

    def broken_off(self) -> bool:
        not_routed = [man for man in self.besiegers if man not in self.panic.routed]
        return reached(limit_of(self.setup), count(not_routed, "dead", "wounded"), self.turn)

    def no_way_up(self, on_wall: int) -> bool:
        if on_wall > 0 or any(ladder.climber for ladder in self.ladders):
            return False
        return not any(self.usable(ladder) for ladder in self.ladders)

    def usable(self, ladder: Ladder) -> bool:
        party = self.on_ground(ladder)
        whole = count(party, "fit", "stunned")
        fit_can = whole > 0 and self.allowance("fit") >= self.points("climb_cost")
        wounded_can = count(party, "wounded") > 0 and self.allowance("wounded") >= self.points("climb_cost")
        if not (fit_can or wounded_can):
            return False
        if ladder.upright:
            return True
        if len(party) < self.carriers:
            return False
        points = self.carrying_points("fit" if whole >= self.carriers else "wounded")
        return ladder.distance == 0 or self.next_cost(ladder) <= points

    def outcome(self, ending: str) -> Outcome:
        return self.came(ending, **counts(self.besiegers, self.defenders), measures=self.panic.measures())


def play_ladder(setup: Setup, given: Given, roll: Roll) -> Outcome:
    """Play one trial; `roll` gives the next d10 as 1 to 10."""
    return Assault.begun(setup, given, roll).play()
