"""A character: his states, his values in each, and what results do to him (play sheet, notes on results)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from mangonel.errors import DataError
from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.men.effects import ATTACKER, TARGET, Effect, effect_of

if TYPE_CHECKING:
    from mangonel.systems.cryhavoc.men.roster import Kind, Saddle
    from mangonel.tables.situation import Situation

__all__ = ["STATES", "Character", "after", "suffer"]

STATES = ("fit", "stunned", "wounded", "dead")


@dataclass(frozen=True, slots=True)
class Character:
    """One man, on foot or mounted, in one state.

    Raises
    ------
    DataError
        If there is no such state, or he is mounted and his kind has no mounted counter.
    """

    kind: Kind
    state: str = "fit"
    """One of `STATES`."""
    mounted: bool = False

    def __post_init__(self) -> None:
        if self.state not in STATES:
            raise DataError("unknown state of a character", value=self.state, allowed=STATES)
        self.kind.values(mounted=self.mounted)

    @property
    def counter(self) -> Kind | Saddle:
        """The counter that holds: mounted or on foot."""
        return self.kind.values(mounted=self.mounted)

    @property
    def attack(self) -> int:
        """Attack strength; a stunned man has none."""
        return {"fit": self.counter.attack, "wounded": self.counter.wounded_attack}.get(self.state, 0)

    @property
    def defence(self) -> int:
        """Defence strength; that of a stunned man on foot is that of a fit one unless his counter gives another."""
        if self.state == "dead":
            return 0
        if self.state == "stunned" and not self.mounted:
            return self.kind.defence_if_stunned
        return self.counter.wounded_defence if self.state == "wounded" else self.counter.defence

    def movement(self, rules: RuleSet) -> int:
        """Return the movement points a turn (option ``movement-allowances``); a stunned man has none."""
        if self.state in ("stunned", "dead"):
            return 0
        return self.kind.allowance(rules, wounded=self.state == "wounded", mounted=self.mounted)


def suffer(
    character: Character, effect: Effect, rules: RuleSet, *, way_back: bool = True, over_moat: bool = False
) -> Character:
    """Return a character after an effect on his side.

    He is hurt first and retreats then. Who is wounded or stunned and is wounded or stunned again is dead, and so is a
    stunned man who has to retreat (play sheet, note on special cases). Nobody is stunned in the saddle. Without a hex
    to retreat to (`way_back`) he is wounded instead (play sheet, note 1); for a retreat over the edge of a moat the
    option ``moat-retreat-fall`` counts.
    """
    state = _hurt(character.state, effect.harm)
    if effect.retreat and state == "stunned":
        state = "dead"
    elif effect.retreat and not way_back:
        state = _hurt(state, "wounded")
    elif effect.retreat and over_moat and rules.choice("moat-retreat-fall") == "stunned":
        state = _hurt(state, "stunned")
    off_horse = effect.unhorsed or effect.horse_killed or state in ("stunned", "dead")
    return replace(character, state=state, mounted=character.mounted and not off_horse)


def _hurt(state: str, harm: str) -> str:
    """Return the state after a harm, or none; who is not fit survives none."""
    if not harm or state == "dead":
        return state
    return harm if state == "fit" and harm != "killed" else "dead"


def after(
    rules: RuleSet,
    situation: Situation,
    attacker: Character,
    target: Character,
    *,
    way_back: bool = True,
    over_moat: bool = False,
) -> dict[tuple[Character, Character], Fraction]:
    """Return the exact odds of how attacker and target are after one roll of a missile or melee table, by pair.

    `way_back` and `over_moat` say whether whoever retreats has a hex to go to, and whether it lies over the edge of a
    moat.
    """
    odds: dict[tuple[Character, Character], Fraction] = {}
    for letter, chance in situation.odds().items():
        effect = effect_of(rules, situation.table.id, letter)
        pair = (attacker, target)
        if effect.side == ATTACKER:
            pair = (suffer(attacker, effect, rules, way_back=way_back, over_moat=over_moat), target)
        elif effect.side == TARGET:
            pair = (attacker, suffer(target, effect, rules, way_back=way_back, over_moat=over_moat))
        odds[pair] = odds.get(pair, Fraction(0)) + chance
    return odds
