"""A stack of an engagement: its values, its state, and what a result makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from oracle.filo.dice import Dice
from oracle.filo.rolls import Fighter, leader_after, rallies, tests_leaders
from oracle.filo.rules import Rules, read_roster

ELIMINATED = "eliminated"
LEAST = {"strength": 1, "quality": 0, "movement": 1}
SHOOTING_TYPES, MOUNTED_TYPES = ("Ar", "Ab", "At"), ("Ch", "Ha", "Cl")


@dataclass
class Stack:
    """What can change in a game; `said` are its keys, `kind` its entry in the roster."""

    name: str
    said: Mapping[str, Any]
    kind: Mapping[str, Any]
    policies: Mapping[str, Any]
    state: str
    grounds: tuple[str, ...]
    edge: int | None
    farthest: int
    leader: str = ""
    rests: bool = False
    behind: int = 0
    routs: int = 0
    off_map: bool = False
    changed_seat: bool = False
    facing: str = "enemy"

    @property
    def order(self) -> str:
        return self.state.split("_")[0]

    @property
    def fatigued(self) -> bool:
        return self.state.endswith("_fatigued")

    @property
    def type(self) -> str:
        return str(self.kind["type"])

    @property
    def mounted(self) -> bool:
        return bool(self.kind.get("mounted", self.type in MOUNTED_TYPES)) != self.changed_seat

    @property
    def units(self) -> int:
        return int(self.said.get("units", 1))

    def value(self, name: str) -> int:
        """Strength, quality or movement of one unit, of the face that is up."""
        fresh, tired = self.kind[name], self.kind[f"fatigued_{name}"]
        said = self.said.get(name, fresh)
        return max(LEAST[name], said - fresh + tired) if self.fatigued else said

    def policy(self, name: str) -> Any:
        stands = self.act == "hold" or (self.act == "shoot" and not armed(self.said, self.kind))
        shaken = "hold" if stands else "withdraw"
        usual = {"demoralised": shaken, "charge": True, "until": "rout", "lead": "lowest"}
        return self.policies.get(name, usual.get(name, False))

    @property
    def act(self) -> str:
        return str(self.policies.get("act", "shoot" if self.type in SHOOTING_TYPES else "attack"))

    @property
    def gun(self) -> Mapping[str, Any] | None:
        """The artillery that stands with it, as the roster has it."""
        return read_roster()[self.said["artillery"]] if "artillery" in self.said else None

    @property
    def weapon_type(self) -> str:
        """Of whom it is that shoots: of an infantry with artillery, the artillery."""
        return "At" if self.gun else self.type

    def shooter(self, rules: Rules) -> bool:
        armed = self.gun or self.kind.get("shoots", self.type != "Cl")
        return bool(armed) and rules.cell("types", self.weapon_type, "fires") != "-"

    @property
    def bonus(self) -> int:
        """The bonus of the leader, or of who has replaced him."""
        if not self.leader:
            return 0
        he = self.said["leader"]
        wounded = he.get("wounded_bonus", max(0, he["bonus"] - 1))
        return int({"fit": he["bonus"], "wounded": wounded}.get(self.leader, he.get("replacement_bonus", 0)))

    def fighter(self, *, shooting: bool = False) -> Fighter:
        """In a combat the strengths add up; one of two units shoots."""
        if shooting and self.gun:
            return self.gunner()
        strength = self.value("strength") * (1 if shooting else self.units)
        return Fighter(
            self.type,
            strength,
            self.value("quality"),
            self.order,
            self.mounted,
            self.bonus,
            bool(self.said.get("ruy_diaz", False)),
            self.grounds,
        )

    def gunner(self) -> Fighter:
        """The artillery by itself, as tired and as shaken as the infantry."""
        assert self.gun
        face = "fatigued_" if self.fatigued else ""
        values = (self.gun[f"{face}{name}"] for name in ("strength", "quality"))
        return Fighter("At", *values, self.order, grounds=self.grounds)

    def defending(self, *, at_home: bool) -> list[Fighter]:
        """All in its hex when it is attacked (5.1): who is beside an attacker of another one has left his ground."""
        all_of_them = [self.fighter(), *([self.gunner()] if self.gun else [])]
        return [replace(one, grounds=one.grounds if at_home else ()) for one in all_of_them]

    @property
    def blocked(self) -> bool:
        return bool(self.said.get("room", "open") == "blocked")

    @property
    def broken(self) -> bool:
        return self.state == ELIMINATED or (self.policy("until") == "rout" and self.order == "routed")

    def goes_forward(self, hexes: int) -> None:
        if hexes:
            self.grounds = ()
        if self.edge is not None:
            self.edge = min(self.farthest, self.edge + hexes)

    def goes_back(self, hexes: int) -> int:
        """Return how many hexes it has gone; who has to go over the edge is eliminated."""
        if hexes:
            self.grounds = ()
        if self.edge is not None:
            if hexes > self.edge:
                self.state, self.off_map = ELIMINATED, True
                return 0
            self.edge -= hexes
        return hexes

    def takes(self, rules: Rules, result: str, *, combat: bool) -> int:
        """Carry out a result and return how many hexes the stack has gone back.

        Who is with a stack that flees off the map gets away to another unit of his banner (7.5).
        """
        hexes = self._taken(rules, result.split("+"))
        if self.state == ELIMINATED and combat and not self.off_map and self.leader in ("fit", "wounded"):
            self.leader = "captured"
        return hexes

    def _taken(self, rules: Rules, letters: list[str]) -> int:
        runs, retreats = False, "R" in letters
        for letter in letters:
            if letter in ("F", "D", "Dr"):
                runs |= self._becomes(rules.cell("states", letter, self.state), letter)
        if retreats and not runs and self.state != ELIMINATED and (self.blocked or self.barred(rules)):
            runs |= self._becomes(rules.cell("states", "L", self.state), "L")
            retreats = False
        if self.state == ELIMINATED:
            return 0
        if runs:
            if self.blocked:
                self.state = ELIMINATED
                return 0
            further = rules.number("hexes", "retreat") if retreats and rules.option("rout-and-retreat") == "both" else 0
            hexes = self.goes_back(rules.number("hexes", "rout") + further)
        else:
            hexes = self.goes_back(rules.number("hexes", "retreat")) if retreats else 0
        return hexes

    def barred(self, rules: Rules) -> bool:
        """Whether the map's edge makes a retreat impossible (10.7): only a unit in flight leaves the map (12.2)."""
        return self.edge is not None and self.edge < rules.number("hexes", "retreat") and self.order != "routed"

    def _becomes(self, state: str, letter: str) -> bool:
        """Go over into a state, and tell whether that makes the stack run two hexes."""
        was = self.order
        self.becomes(state)
        return self.order == "routed" and (was != "routed" or letter == "D")

    def becomes(self, state: str) -> None:
        was, self.state = self.order, state
        if self.order == "routed":
            self.facing = "enemy"
        if was != "routed" and self.order == "routed" and not self.blocked:
            # A stack that cannot run is eliminated in place of routing; one that runs off the map has routed.
            self.routs += 1

    def flees(self, rules: Rules, points: int) -> int:
        """How many hexes it flees with so many points."""
        return (points + 1) // 2 if self.mounted and rules.option("cavalry-flight") == "half" else points

    def rallies(self, rules: Rules, die: int, **beside: bool) -> bool:
        """Whether it rallies, by which it turns as it likes (12.3)."""
        al_andalus = bool(self.said.get("al_andalus", False))
        found = rallies(rules, die, self.state, self.value("quality"), self.bonus, al_andalus=al_andalus, **beside)
        if found:
            self.becomes(rules.cell("states", "rally", self.state))
            self.facing = "enemy"
        return found

    def leader_at_risk(self, rules: Rules, dice: Dice, die: int, who: str) -> None:
        """Test the leader with it, if a die of a shot or a combat does."""
        if self.leader in ("fit", "wounded") and tests_leaders(rules, die):
            self.leader = leader_after(rules, dice.d10(f"leader of {who}: leader"), self.leader)


def armed(said: Mapping[str, Any], kind: Mapping[str, Any]) -> bool:
    """Whether units of a kind, or the artillery with them, shoot at all."""
    with_weapon = kind["type"] in ("Cl", "Il", *SHOOTING_TYPES) and kind.get("shoots", kind["type"] != "Cl")
    return bool("artillery" in said or with_weapon)


def with_default(policies: Mapping[str, Any], stacks: list[Mapping[str, Any]], roster: str) -> Mapping[str, Any]:
    """The policies of a side of several stacks: if one of them shoots, none of a side that stands to shoot holds."""
    if policies.get("act") != "shoot":
        return policies
    shoots = any(armed(said, read_roster(roster)[said["kind"]]) for said in stacks)
    return {"demoralised": "withdraw" if shoots else "hold", **policies}


def stack_of(name: str, scenario: Mapping[str, Any]) -> Stack:
    """The stack of a side of an engagement."""
    said = scenario[name]
    edge, gap = said.get("edge"), min(10, scenario.get("gap", 0))
    return group_of(name, said, scenario, edge, (edge or 0) + gap)


def group_of(
    name: str, said: Mapping[str, Any], scenario: Mapping[str, Any], edge: int | None = None, farthest: int = 0
) -> Stack:
    """A stack with these keys, of the side with which its name begins."""
    return Stack(
        name,
        said,
        read_roster(scenario.get("roster", "banners"))[said["kind"]],
        scenario.get("policies", {}).get(name[0], {}),
        said.get("state", "organised_fresh"),
        tuple(said.get("ground", ())),
        edge,
        farthest,
        "fit" if "leader" in said else "",
    )
