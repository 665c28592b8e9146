"""One stack against one, turn by turn and throw by throw."""

import copy
from collections import Counter
from collections.abc import Mapping
from typing import Any

from oracle.filo import rolls
from oracle.filo.dice import Dice
from oracle.filo.initiative import activations
from oracle.filo.rules import Rules
from oracle.filo.stack import ELIMINATED, Stack, stack_of
from oracle.filo.story import Story, player

FARTHEST = 10


class OverError(Exception):
    """The game has come to an ending."""


class Engagement:
    """A game in progress."""

    def __init__(
        self, scenario: Mapping[str, Any], rules: Rules, dice: Dice, at: tuple[Stack, Stack, int] | None = None
    ) -> None:
        self.rules, self.dice = rules, dice
        start = (stack_of("a", scenario), stack_of("b", scenario), min(FARTHEST, scenario.get("gap", 0)))
        self.a, self.b, self.gap = copy.deepcopy(at) if at else start
        self.tallies: Counter[str] = Counter()
        self.ending, self.number = "", 0

    def snapshot(self) -> tuple[Stack, Stack, int]:
        """Everything that the next turn begins with."""
        return copy.deepcopy((self.a, self.b, self.gap))

    def story(self) -> Story:
        measures = {}
        for stack in (self.a, self.b):
            for order in ("eliminated", "routed", "demoralised"):
                measures[f"{stack.name}_{order}"] = stack.units * (stack.order == order)
            self.tallies[f"{stack.name}_routs"] = stack.routs
            measures[f"{stack.name}_fatigued"] = stack.units * stack.fatigued
            if stack.leader:
                for fate in ("wounded", "dead", "captured"):
                    measures[f"{stack.name}_leader_{fate}"] = int(stack.leader == fate)
        return Story(self.ending or "undecided", self.number, measures, +self.tallies, self.dice.thrown)

    def who(self, stack: Stack) -> str:
        """The name under which a stack throws."""
        return f"side {stack.name}"

    def other(self, stack: Stack) -> Stack:
        return self.b if stack is self.a else self.a

    def attackers(self, stack: Stack) -> list[Stack]:
        """All who fight when a stack attacks, that one first."""
        return [stack]

    def apart(self, stack: Stack) -> bool:
        """Whether no enemy is beside a stack."""
        return self.gap >= 1 or self.other(stack).state == ELIMINATED

    def look(self) -> None:
        """Look whether the game is over."""
        if self.a.broken or self.b.broken:
            self.ending = "a_broken" if self.a.broken else "b_broken"
            raise OverError

    def turn(self, number: int) -> None:
        self.number = number
        try:
            self.marks()
            self.phase_b()
            self.activations()
            self.phase_e()
        except OverError:
            return

    def marks(self) -> None:
        for stack in (self.a, self.b):
            tired = stack.fatigued and stack.order in ("organised", "demoralised")
            stack.rests = tired and bool(stack.policy("rest")) and self.apart(stack)

    def phase_b(self) -> None:
        for stack, type_ in ((self.a, "At"), (self.b, "At"), (self.b, "Ar"), (self.a, "Ar")):
            self.step_of_phase_b(stack, type_)

    def step_of_phase_b(self, stack: Stack, type_: str) -> None:
        able = stack.order != "routed" or self.rules.option("routed-acts") == "yes"
        if stack.weapon_type == type_ and able and stack.act != "hold" and self.gap >= 1:
            self.shot_if_awake(stack)

    def shot_if_awake(self, stack: Stack, *, moved: bool = False) -> None:
        if not stack.rests or self.rules.option("rest-and-fire") == "yes":
            self.shot(stack, moved=moved)

    def shot(self, stack: Stack, *, moved: bool = False) -> None:
        """Shoot at the other stack, if it is within reach."""
        target, distance = self.other(stack), self.gap + 1
        able = stack.shooter(self.rules) and stack.facing != "away"
        figures = rolls.figures(self.rules, stack.weapon_type, distance, target.grounds) if able else ""
        if not figures:
            return
        total = rolls.shot_total(self.rules, self.volley(stack), target.grounds, moved=moved)
        die = self.dice.d10(f"{self.who(stack)}: shot")
        self.tallies[f"{stack.name[0]}_shots"] += 1
        target.rests = False
        self.leader_test(target, die)
        letter = rolls.shot_letter(figures, die + total)
        if letter:
            self.tallies[f"{stack.name[0]}_hits"] += 1
            self.befalls(target, letter, combat=False)
        self.look()

    def volley(self, stack: Stack) -> rolls.Fighter:
        """All who shoot on one die, as one."""
        return stack.fighter(shooting=True)

    def defends(self, stack: Stack) -> None:
        """6.D4: who is attacked shoots first."""
        if stack.order != "routed" or self.rules.option("routed-acts") == "yes":
            self.shot(stack)

    def leader_test(self, stack: Stack, die: int) -> None:
        stack.leader_at_risk(self.rules, self.dice, die, self.who(stack))

    def befalls(self, stack: Stack, result: str, *, combat: bool) -> int:
        """Carry out a result; what a stack goes back widens the gap."""
        hexes = stack.takes(self.rules, result, combat=combat)
        self.widen(stack, hexes)
        return hexes

    def widen(self, stack: Stack, hexes: int) -> None:
        """Let the gap grow by what a stack goes back, or get smaller."""
        assert stack in (self.a, self.b)
        self.gap = max(0, min(FARTHEST, self.gap + hexes))

    def activations(self) -> None:
        leads = {stack.name: stack.policy("lead") for stack in (self.a, self.b)}
        for side, _ in activations(self.rules, self.dice, {"a": self.a.said, "b": self.b.said}, leads):
            self.activate(self.a if side == "a" else self.b)

    def activate(self, stack: Stack) -> None:
        if stack.order == "routed" or self.other(stack).state == ELIMINATED:
            return
        if stack.rests:
            if self.gap >= 1 and stack.act != "hold":
                self.shot_if_awake(stack)
            return
        self.changes_seat(stack)
        what = self.leaves(stack) or self.movement(stack)
        if what in ("fights", "charges", "closes"):
            self.combat(stack, charge=what == "charges", moved=what != "fights")
        elif what in ("stands", "moves", "steps back") and self.gap >= 1 and stack.act != "hold":
            self.shot(stack, moved=what != "stands" or stack.facing == "back")
        if stack.facing == "back":
            stack.facing = "enemy"

    def changes_seat(self, stack: Stack) -> None:
        """8.4: before it moves, if no enemy is adjacent and there is a marker for each of its units."""
        wanted = stack.policy("seat") or "same"
        if self.gap == 0 or stack.weapon_type == "At" or wanted == "same" or stack.mounted == (wanted == "mounted"):
            return
        if stack.changed_seat or self.markers(stack) >= stack.units:
            stack.changed_seat = not stack.changed_seat

    def markers(self, stack: Stack) -> int:
        """What is left of the reserve of its army."""
        return int(stack.said.get("markers", 0))

    def leaves(self, stack: Stack) -> str:
        """8.2 and 8.3: turn back to the enemy, or leave his front; empty if neither.

        Any unit but a routed one can always go back, whatever else it is to do; by its plan one that is demoralised
        does in disorder, the others if the enemy has not gone already.
        """
        if stack.facing == "away":
            stack.facing = "back"
            return ""
        how, enemy = stack.policy("withdraw") or "none", self.other(stack)
        wanted = how != "none" and enemy.order != "routed"
        if stack.order == "demoralised":
            wanted = stack.policy("demoralised") == "withdraw"
        if self.gap or not wanted or not self.withdraws(stack):
            return ""
        march = self.points(stack) - 2 * self.rules.number("movement", "turn") - self.to_leave(stack)
        if how == "turn" and march >= 1:
            self.widen(stack, stack.goes_back(march if stack.edge is None else min(march, stack.edge)))
            stack.facing = "away"
            return "turns"
        self.widen(stack, stack.goes_back(1))
        return "steps back"

    def to_leave(self, stack: Stack) -> int:
        """8.3: what more it takes to leave the front of an enemy."""
        enemy = self.other(stack)
        front = self.gap == 0 and enemy.order in ("organised", "demoralised") and enemy.facing != "away"
        return self.rules.number("movement", "leave_front") if front else 0

    def points(self, stack: Stack) -> int:
        """Movement points: in another seat those of 8.4, and fewer after it has turned back (8.2); at most its artillery's."""
        points = stack.value("movement")
        if stack.changed_seat:
            row = ("on_horse" if stack.mounted else "on_foot") + ("_fatigued" if stack.fatigued else "")
            points = self.rules.number("movement", row)
        if stack.gun:
            points = min(points, stack.gun["fatigued_movement" if stack.fatigued else "movement"])
        return max(0, points - 2 * self.rules.number("movement", "turn")) if stack.facing == "back" else points

    def movement(self, stack: Stack) -> str:
        """Move, and tell what the stack does: stands, moves, closes, charges or fights."""
        if stack.act != "attack" or (stack.order == "demoralised" and stack.policy("demoralised") != "attack"):
            return "stands"
        if self.gap == 0:
            return "fights"
        movement, what = self.points(stack), "closes"
        if self.charges(stack):
            what = "charges"
            self.tallies[f"{stack.name[0]}_charges"] += 1
        elif self.gap > movement:
            what = "moves"
        hexes = min(movement, self.gap)
        stack.goes_forward(hexes)
        self.widen(stack, -hexes)
        return what

    def withdraws(self, stack: Stack) -> bool:
        """Whether a stack has room to go back, and nothing keeps it."""
        return not stack.blocked and stack.edge != 0

    def charges(self, stack: Stack) -> bool:
        reach = self.points(stack)
        if stack.facing == "back":
            return False
        if self.rules.option("charge-movement") == "at-most-4":
            reach = min(reach, self.rules.number("hexes", "charge_points"))
        able = stack.policy("charge") and rolls.may_charge(self.rules, stack.fighter())
        return bool(able) and self.gap <= reach and rolls.allows_charge(self.rules, self.other(stack).grounds)

    def combat(self, stack: Stack, *, charge: bool, moved: bool) -> None:
        target = self.other(stack)
        target.rests = False
        before = (stack.order, target.order)
        self.defends(target)
        offensive = self.offensive_fire(stack, target, moved=moved)
        routed = any(was != "routed" == now for was, now in zip(before, (stack.order, target.order), strict=True))
        if not self.in_contact(stack, target) or (routed and self.rules.option("combat-after-rout") == "lapses"):
            return
        declared = self.rules.option("combat-declared") == "before-shots"
        shaken = stack.policy("drop") and stack.order != "organised"
        if not declared and shaken and any(one.shooter(self.rules) for one in (stack, target)):
            return
        self.struck(stack, target, charge=charge, offensive=offensive)
        self.look()

    def in_contact(self, stack: Stack, target: Stack) -> bool:
        return self.gap == 0 and ELIMINATED not in (stack.state, target.state)

    def struck(self, stack: Stack, target: Stack, *, charge: bool, offensive: bool) -> None:
        """Throw for a combat, and carry out what comes of it."""
        kind = "yes" if charge else "no"
        if charge and rolls.may_react(self.rules, target.fighter()) and self.reacts(target):
            kind = "void"
            self.tallies[f"{target.name[0]}_reactions"] += 1
        attackers, defenders = self.attackers(stack), self.defenders(stack, target, charge=charge)
        for one in defenders:
            one.rests = False
        # 3.2: artillery has one front hex.
        from_behind = target.facing == "away" or (target.type == "At" and len(attackers) > 1)
        behind = {"rear": True} if from_behind else {}
        total = self.total(attackers, defenders, charge=kind, offensive_fire=offensive, **behind)
        die = self.dice.d10(f"{self.who(stack)}: combat")
        self.tallies[f"{stack.name[0]}_combats"] += 1
        for one in attackers:
            self.leader_test(one, die)
        on_target, on_stack = rolls.combat_results(self.rules, die + total)
        back = self.befalls(target, on_target, combat=True)
        for one in defenders[1:]:
            self.befalls_beside(one, rolls.others_take(self.rules, on_target))
        self_back = self.befalls(stack, on_stack, combat=True)
        for one in attackers[1:]:
            self.befalls(one, rolls.others_take(self.rules, on_stack), combat=True)
        self.captures(attackers, defenders)
        if on_stack == "avance_obligatorio" and back:
            self.follows_up(attackers)
        if on_target == "avance_posible" and target.policy("advance") and target.order == "organised" and self_back:
            self.advance(target)

    def total(self, attackers: list[Stack], defenders: list[Stack], **said: Any) -> int:
        theirs = [fighter for one in defenders for fighter in one.defending(at_home=one is defenders[0])]
        return rolls.joint_total(self.rules, [one.fighter() for one in attackers], theirs, **said)

    def defenders(self, stack: Stack, target: Stack, *, charge: bool) -> list[Stack]:
        """All whom an attack goes against, the one whose hex it is first."""
        return [target]

    def befalls_beside(self, stack: Stack, result: str) -> None:
        """Carry the result out on another one of the defenders."""

    def captures(self, attackers: list[Stack], defenders: list[Stack]) -> None:
        """See who takes a leader, or frees one."""

    def follows_up(self, attackers: list[Stack]) -> None:
        """10.8: who is organised enters the hex that is given up."""
        if attackers[0].order == "organised":
            self.advance(attackers[0])

    def reacts(self, stack: Stack) -> bool:
        return self.dice.d10(f"{self.who(stack)}: reaction charge") <= stack.value("quality")

    def offensive_fire(self, stack: Stack, target: Stack, *, moved: bool) -> bool:
        """6.D: artillery that stands with the infantry shoots before its combat, too."""
        able = stack.policy("offensive_fire") and stack.order != "routed" and self.in_contact(stack, target)
        shots = self.tallies[f"{stack.name[0]}_shots"]
        if able:
            self.shot(stack, moved=moved or stack.facing == "back")
        return self.tallies[f"{stack.name[0]}_shots"] > shots

    def advance(self, stack: Stack) -> None:
        stack.facing = "enemy"
        stack.goes_forward(1)
        self.widen(stack, -1)

    def phase_e(self) -> None:
        for step in (self.rest, self.rally, self.flight):
            for stack in (self.a, self.b):
                step(stack)

    def rest(self, stack: Stack) -> None:
        if stack.rests and stack.state != ELIMINATED and self.apart(stack):
            stack.becomes(self.rules.cell("states", "rest", stack.state))
        stack.rests = False

    def rally(self, stack: Stack) -> None:
        if stack.order not in ("demoralised", "routed") or not self.apart(stack):
            return
        die = self.dice.d10(f"{self.who(stack)}: rally")
        if stack.rallies(self.rules, die, banner=stack is self.beside_banner()):
            self.tallies[f"{stack.name[0]}_rallies"] += 1

    def beside_banner(self) -> Stack | None:
        """Who has the Almohad banner in its hex or beside it."""
        return None

    def flight(self, stack: Stack) -> None:
        if stack.order != "routed":
            return
        hexes = stack.flees(self.rules, self.points(stack))
        if stack.blocked:
            stack.state = ELIMINATED
        else:
            self.widen(stack, stack.goes_back(max(1, hexes - self.to_leave(stack))))
        self.look()


play = player(Engagement)
