"""Fire at a siege tower: arrows, oil, putting out, spread and burning down, as at a ram."""

from typing import TYPE_CHECKING

from oracle import tables
from oracle.effects import leaves_burning, melee_effect
from oracle.fighting import FIT, STUNNED, WOUNDED, Fighter, in_order
from oracle.men import burnt_after
from oracle.ram import Fire
from oracle.ram_archers import ARROW_AIM

if TYPE_CHECKING:
    from oracle.siege_tower import SiegeTower


class TowerFire:
    def __init__(self, game: "SiegeTower") -> None:
        self.game = game
        self.fires: dict[int, Fire] = {}

    def open_hexes(self) -> int:
        return sum(self.is_open(place) for place in range(tables.RAM_HEXES))

    def is_open(self, place: int) -> bool:
        if self.game.rules.option("tower-top-fire") == "all":
            return not self.fires
        return place not in self.fires

    def lay(self, place: int, cause: str) -> None:
        self.game.tally("fires")
        self.catch(place, cause)

    def catch(self, place: int, cause: str) -> None:
        self.fires[place] = Fire(cause)
        self.game.come_down()

    def arrow(self, number: int) -> bool:
        """Shoot a fire arrow; say whether that was possible."""
        game, archers = self.game, self.game.setup["archers"]
        aim = game.setup["policies"].get("arrow_aim", "front")
        whole = [place for place in ARROW_AIM[aim] if place not in self.fires]
        if not whole or not tables.shoots_fire(game.rules, archers["weapon"], game.distance + 1 + archers["aside"]):
            return False
        game.tally("fire_arrows")
        if game.rules.option("fire-arrow-to-hit") == "six-in-ten":
            value = game.die(f"fire arrow {number} to hit")
            if not tables.arrow_hits(game.rules, value):
                game.note("miss")
                return True
            game.note("hit")
        value = game.die(f"fire arrow {number} at hex {whole[0]}")
        if tables.catches(game.rules, tables.arrow_column(game.rules, "siege_tower"), value):
            game.note("catches")
            self.lay(whole[0], "arrows")
        else:
            game.note("does not catch")
        return True

    def pour_oil(self) -> None:
        game = self.game
        for number in range(game.setup["oil"]["men"]):
            if game.barrels == 0 or 0 in self.fires:
                return
            game.barrels -= 1
            game.tally("oil")
            value = game.die(f"oil {number} on hex 0")
            if not tables.catches(game.rules, "oil_barrel", value):
                game.note("does not catch")
                continue
            game.note("catches")
            self.lay(0, "oil")
            front = in_order(game.below, (FIT, STUNNED, WOUNDED))
            if game.rules.option("oil-occupants-of-burning-machine") == "attacked" and front:
                self.burn_front_man(front[0])

    def burn_front_man(self, man: Fighter) -> None:
        value = self.game.die("oil on the front man")
        result = tables.combat_result(self.game.rules, tables.oil_column(self.game.rules), value)
        self.game.note(result)
        leaves_burning(melee_effect(self.game.rules, result), man, self.leaves_stunned)

    def leaves_stunned(self, man: Fighter) -> None:
        """A stunned man who has to leave is dead, or by the other reading may come round."""
        rules = self.game.rules
        if rules.option("oil-retreat") == "comes-round" and tables.comes_round(rules, self.game.die("stunned in fire")):
            man.state = FIT
        else:
            man.kill()

    def fight(self, able: list[Fighter]) -> None:
        """Men one after another try to put out the oldest fire."""
        for _ in able[: self.game.setup["policies"]["fire_fighters"]]:
            if self.fires:
                self.try_to_put_out()

    def try_to_put_out(self) -> None:
        place = min(self.fires, key=lambda place: (-self.fires[place].age, place))
        value = self.game.die(f"put out hex {place}")
        self.game.tally("tries")
        arrows_only = self.fires[place].cause == "arrows"
        if tables.put_out(self.game.rules, value, arrows_only=arrows_only):
            self.game.note("out")
            self.game.tally("put_out")
            del self.fires[place]
        else:
            self.game.note("burns on")

    def spread(self) -> None:
        for place, beside in tables.ways_of_spread(self.game.rules, self.fires):
            self.spread_roll(place, beside)

    def spread_roll(self, place: int, beside: int) -> None:
        value = self.game.die(f"spread {place} to {beside}")
        if not tables.catches(self.game.rules, "spread", value):
            self.game.note("does not catch")
            return
        self.game.note("catches")
        self.game.tally("spreads")
        stays = self.game.rules.option("da-and-spread-fire") == "arrows"
        self.catch(beside, self.fires[place].cause if stays else "spread")

    def burn(self) -> None:
        for fire in self.fires.values():
            fire.age += 1

    def burnt(self) -> bool:
        return any(fire.age >= burnt_after(self.game.rules) for fire in self.fires.values())
