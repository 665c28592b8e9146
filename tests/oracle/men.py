"""Men, what can happen to them, and the column on which they fight."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from oracle import tables
from oracle.rules import Rules

Roll = Callable[[], int]
Kind = dict[str, Any]
# What an oracle is handed: a rule set, or options over the base.
Given = Rules | Mapping[str, str]


@dataclass(eq=False)
class Man:
    kind: Kind
    side: str
    state: str = "fit"
    # Marks that last for a phase or a player turn.
    attacked: bool = False
    moved: bool = False
    shot: bool = False
    in_melee: bool = False
    under_attack: bool = False  # since his last melee phase

    @property
    def living(self) -> bool:
        return self.state != "dead"

    @property
    def able(self) -> bool:
        return self.state in ("fit", "wounded")

    @property
    def attack(self) -> int:
        return int(self.kind["wounded_attack"] if self.state == "wounded" else self.kind["attack"])

    @property
    def defence(self) -> int:
        if self.state == "stunned" and self.kind.get("stunned_defence"):
            return int(self.kind["stunned_defence"])
        return int(self.kind["wounded_defence"] if self.state == "wounded" else self.kind["defence"])

    def wound(self) -> None:
        self.state = "wounded" if self.state == "fit" else "dead"

    def stun(self) -> None:
        self.state = "stunned" if self.state == "fit" else "dead"

    def kill(self) -> None:
        self.state = "dead"


def movement(kind: Kind, state: str, rules: Rules) -> int:
    """The movement allowance of a man on foot in this state."""
    if rules.option("movement-allowances") == "croisades" and kind["armour"] == "unarmoured":
        return rules.number("movement-croisades", "unarmoured_wounded" if state == "wounded" else "unarmoured")
    return int(kind["wounded_movement"] if state == "wounded" else kind["movement"])


def riding(kind: Kind, state: str, rules: Rules) -> int:
    """The movement allowance of a rider in this state; since Croisades that of fit knights is another."""
    if state == "wounded":
        return int(kind["mounted_wounded_movement"])
    if rules.option("movement-allowances") == "croisades" and kind["armour"] == "dismounted-knight":
        return rules.number("movement-croisades", "mounted_knight")
    return int(kind["mounted_movement"])


def first_of(men: Iterable[Man], *states: str) -> Man | None:
    """The first man in the first of these states, else in the second, and so on."""
    men = list(men)
    for state in states:
        for man in men:
            if man.state == state:
                return man
    return None


def party_falls_back(rules: Rules, others: Iterable[Man]) -> bool:
    """Whether a party in the open goes back with a man who has to retreat; `others` are the rest of it."""
    how = rules.option("carrier-retreat")
    return how == "falls-back" or (how == "holds-with-two" and sum(man.able for man in others) < tables.CARRY_ON)


def recover(men: Iterable[Man]) -> None:
    for man in men:
        if man.state == "stunned":
            man.state = "fit"


def count(men: Iterable[Man], *states: str) -> int:
    return sum(man.state in states for man in men)


def burnt_after(rules: Rules) -> int:
    """The age of a fire at which what burns is lost."""
    return 3 if rules.option("fire-three-turns") == "laid" else 4


def moved_column(ratio: int, moves: list[int], rules: Rules) -> tuple[int, int]:
    """The column that a ratio and columns moved lead to, and how far left it went before it was limited."""
    last = len(rules.tables["melee-foot"].columns)
    column = ratio if rules.option("column-above-12-1") == "ratio" else min(ratio, last)
    if rules.option("shift-order") == "sum":
        moves = [sum(moves)]
    lowest = column
    for columns in moves:
        lowest = min(lowest, column + columns)
        if columns:
            column = max(1, min(column + columns, last))
    return max(1, min(column, last)), lowest


def column_of(
    attackers: int,
    attack: int,
    defence: int,
    ground: int,
    rules: Rules,
    *,
    rides: bool = False,
    panicked: bool = False,
) -> int | None:
    """The column of so many attackers (2 is 2-1) on ground that moves it so far, None if there can be no attack."""
    ratio = attack // defence
    if ratio < 1:
        if rules.option("sub-one-to-one-odds") == "impossible":
            return None
        ratio = 1
    bonuses = attackers - 1 if rules.option("joint-bonus-number") == "each" else min(attackers - 1, 1)
    joint = bonuses * rules.number("joint-attack", "mounted" if rides else "foot")
    after_panic = rules.number("panicked", "column_shift") if panicked else 0
    column, lowest = moved_column(ratio, [ground, joint, after_panic], rules)
    return None if lowest < 1 and rules.option("column-below-1-1") == "impossible" else column


def odds_column(attackers: list[Man], target: Man, signs: list[str], target_sign: str, rules: Rules) -> int | None:
    """The combat column of men on foot, who stand on ground of these signs."""
    attack = sum(man.attack for man in attackers)
    ground = tables.sign_columns(rules, signs, target_sign)
    return column_of(len(attackers), attack, target.defence, ground, rules)
