"""One trial of shooters against a group of targets, played man by man, one roll after the other. Plain and slow on purpose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from oracle import tables
from oracle.effects import NOBODY, Effect, Side, carry_out, missile_effect
from oracle.men import Given, Man, count, first_of, movement, riding
from oracle.outcome import Game, Outcome

Setup = dict[str, Any]
# Called without a number it gives a d10, with one a die of so many sides.
Dice = Callable[..., int]
AIM = {
    "fit": ("fit", "stunned", "wounded"),
    "wounded": ("wounded", "stunned", "fit"),
    "stunned": ("stunned", "wounded", "fit"),
}
OTHER_BAND = {"riders": "foot", "foot": "riders"}
KEEPS_COVER_FROM_SIEGE_TOWER = ("tree", "rubble")


@dataclass(eq=False)
class Target(Man):
    mounted: bool = False

    @property
    def band(self) -> str:
        return "riders" if self.mounted else "foot"


@dataclass(frozen=True)
class Shooter:
    name: str
    weapon: str
    wounded: bool
    aptitude: int
    aside: int
    place: str
    ready: int


@dataclass
class Volley(Game):
    targets: list[Target] = field(default_factory=list)
    friends: list[Man] = field(default_factory=list)
    distance: dict[str, int] = field(default_factory=dict)
    fallen_back: set[str] = field(default_factory=set)
    sides = ("shooters", "targets")

    @property
    def approach(self) -> list[str]:
        hexes: list[str] = self.setup["approach"]
        return hexes

    @property
    def kind(self) -> dict[str, Any]:
        kind: dict[str, Any] = self.setup["targets"]["kind"]
        return kind

    def policy(self, name: str) -> str:
        value: str = self.setup["policies"][name]
        return value

    def set_up(self) -> None:
        group = self.setup["targets"]
        if group["mounted"] and self.setup["mantlets"]:
            raise ValueError("riders carry no mantlets")
        for number in range(group["men"]):
            state = "wounded" if number < group["wounded"] else "fit"
            self.targets.append(Target(self.kind, "target", state, mounted=group["mounted"]))
        for number in range(self.setup["friends"]["men"]):
            state = "wounded" if number < self.setup["friends"]["wounded"] else "fit"
            self.friends.append(Man(self.kind, "friend", state))
        self.distance = dict.fromkeys(("riders", "foot"), len(self.approach))

    def living(self, band: str) -> list[Target]:
        return [man for man in self.targets if man.living and man.band == band]

    def shooters(self) -> Iterator[Shooter]:
        for number, group in enumerate(self.setup["shooters"]):
            for man in range(group["men"]):
                yield Shooter(
                    name=f"group {number} man {man}",
                    weapon=group["weapon"],
                    wounded=man >= group["men"] - group["wounded"],
                    aptitude=group["aptitude"] if self.rules.option("shooter-aptitude") == "optional" else 0,
                    aside=group["aside"],
                    place=group["place"],
                    ready=group["ready"],
                )

    def shooters_turn(self) -> None:
        self.fallen_back = set()
        for shooter in self.shooters():
            waits = self.turn < shooter.ready or (self.turn - shooter.ready) % tables.ENGINE_EVERY != 0
            if tables.weapon_kind(self.rules, shooter.weapon) != "engine" or not waits:
                self.shoot(shooter)
        for shooter in self.shooters():
            if tables.is_bow(self.rules, shooter.weapon):
                self.shoot(shooter)

    def range_added(self, shooter: Shooter, band: str) -> int | None:
        hexes = self.distance[band] + 1 + shooter.aside
        return tables.range_modifier(self.rules, shooter.weapon, hexes)

    def cover(self, shooter: Shooter, band: str) -> str:
        distance, radius = self.distance[band], tables.radius_from(self.rules, shooter.place)
        terrain = self.approach[max(0, len(self.approach) - distance - 1)]
        cover = tables.cover_of(self.rules, terrain)
        if terrain in tables.NO_COVER_FROM_ABOVE and distance + shooter.aside < radius:
            cover = "none"
        if self.setup["mantlets"] and distance > 0:
            cover = tables.best_cover(self.rules, cover, tables.cover_of(self.rules, "mantlet"))
        voids = shooter.place == "siege_tower_top" and self.rules.option("siege-tower-shooter-cover") == "void"
        if voids and terrain not in KEEPS_COVER_FROM_SIEGE_TOWER and cover != "infinite":
            cover = "none"
        rides = band == "riders" and cover != tables.INFINITE
        return tables.riders_cover(self.rules, cover) if rides else cover

    def may_be_shot_at(self, shooter: Shooter, band: str) -> bool:
        if not self.living(band) or self.range_added(shooter, band) is None:
            return False
        if self.cover(shooter, band) == "infinite":
            return False
        beside_friends = any(man.living for man in self.friends)
        return not beside_friends or self.rules.option("missed-shot-rule") == "errare-humanum-est"

    def shoot(self, shooter: Shooter) -> None:
        first = self.policy("band")
        for band in (first, OTHER_BAND[first]):
            if self.may_be_shot_at(shooter, band):
                self.shoot_at(shooter, band)
                return

    def shoot_at(self, shooter: Shooter, band: str) -> None:
        target = first_of(self.living(band), *AIM[self.policy("aim")])
        added = self.range_added(shooter, band)
        assert isinstance(target, Target)
        assert added is not None
        modifier = added + shooter.aptitude
        if shooter.wounded:
            modifier += self.rules.number("missile-modifiers", "shooter_wounded")
        cover = self.cover(shooter, band)
        value = self.die(f"{shooter.name} at {target.state} {band}, {cover} cover")
        rides = band == "riders"
        if not rides:
            value += tables.knight_modifier(self.rules, self.kind)
        result = tables.missile_result(self.rules, shooter.weapon, value + modifier, cover, rides=rides)
        effect = missile_effect(self.rules, result, rides=rides)
        self.events[-1] += f" -> {result}"
        self.tally("shots")
        if effect.hurts:
            self.tally("hits")
        if effect.side == NOBODY:
            self.missed(shooter, modifier)
        else:
            self.befalls(target, effect)

    def befalls(self, target: Target, effect: Effect) -> None:
        """What a shot does to its target, who may lose horse and saddle."""
        if target.mounted and effect.horse_killed:
            self.tally("horses_killed")

        def driven(_men: list[Target], hexes: int) -> None:
            self.unhorse_by(effect, target)
            self.retreat(target, hexes)

        carry_out(effect, Side([target], driven))
        self.unhorse_by(effect, target)

    def unhorse_by(self, effect: Effect, rider: Target) -> None:
        if not (rider.mounted and rider.living and effect.throws):
            return
        if self.living("foot"):
            self.distance["foot"] = max(self.distance["foot"], self.distance["riders"])
        else:
            self.distance["foot"] = self.distance["riders"]
            self.fallen_back.discard("foot")
        rider.mounted = False

    def retreat(self, man: Target, hexes: int) -> None:
        self.tally("retreats")
        how = self.rules.option("band-retreat")
        if how == "every" or (how == "once" and man.band not in self.fallen_back):
            self.distance[man.band] = min(self.distance[man.band] + hexes, len(self.approach))
            self.fallen_back.add(man.band)

    def missed(self, shooter: Shooter, modifier: int) -> None:
        friends = [man for man in self.friends if man.living]
        if not friends:
            return
        if self.rules.option("missed-shot-modifiers") == "aptitude":
            modifier = shooter.aptitude
        die = self.die(f"{shooter.name} misses beside friends")
        if self.rules.rolled("missed-shot", die + modifier, "friend") != "a friend beside the target is wounded":
            return
        self.tally("friends_hit")
        fit = count(friends, "fit")
        hits_fit = self.roll(len(friends)) <= fit if 0 < fit < len(friends) else fit > 0
        victim = first_of(friends, "fit" if hits_fit else "wounded")
        assert victim is not None
        victim.wound()

    def targets_turn(self) -> None:
        self.move("riders")
        self.move("foot")
        for man in self.targets:
            if man.state == "stunned":
                man.state = "fit"

    def move(self, band: str) -> None:
        stays = self.policy("unhorsed") == "stay" and band == "foot" and self.setup["targets"]["mounted"]
        if self.policy("advance") == "stand" or stays:
            return
        points = self.allowance(band)
        if self.policy("advance") == "half":
            points //= 2
        first = len(self.approach) - self.distance[band]
        if self.living(band):
            costs = [self.cost(band, index) for index in range(first, len(self.approach))]
            rides = band == "riders"
            self.distance[band] -= tables.hexes_moved(self.approach[first:], costs, points, rides=rides)

    def cost(self, band: str, index: int) -> int | None:
        if band == "riders":
            return tables.riding_cost(self.rules, self.approach[index])
        return tables.enter_cost(self.rules, self.approach, index)

    def allowance(self, band: str) -> int:
        order = ("fit", "wounded") if self.policy("pace") == "fit" else ("wounded", "fit")
        man = first_of(self.living(band), *order)
        if man is None:
            return 0
        return (movement if band == "foot" else riding)(self.kind, man.state, self.rules)

    def ending(self) -> str | None:
        if count(self.targets, "dead") == len(self.targets):
            return "destroyed"
        if any(self.living(band) and self.distance[band] == 0 for band in ("riders", "foot")):
            return "arrived"
        losses, last_turn = self.setup["break_off"]["losses"], self.setup["break_off"]["turn"]
        lost = count(self.targets, "dead", "wounded") - self.setup["targets"]["wounded"]
        if losses is not None and lost >= losses:
            return "broken_off"
        if last_turn is not None and self.turn >= last_turn:
            return "broken_off"
        return None

    def outcome(self, ending: str) -> Outcome:
        counts = {
            "targets_dead": count(self.targets, "dead"),
            "targets_wounded": count(self.targets, "wounded"),
            "targets_stunned": count(self.targets, "stunned"),
            "targets_fit": count(self.targets, "fit"),
            "targets_unhorsed": len(self.living("foot")) if self.setup["targets"]["mounted"] else 0,
            "friends_dead": count(self.friends, "dead"),
            "friends_wounded": count(self.friends, "wounded"),
        }
        return Outcome(ending, self.turn, measures=counts, tallies=self.tallies, events=self.events)


def play_volley(setup: Setup, given: Given, roll: Dice) -> Outcome:
    """Play one trial; `roll()` gives the next d10 as 1 to 10, `roll(n)` a die of n sides."""
    return Volley.begun(setup, given, roll).play()
