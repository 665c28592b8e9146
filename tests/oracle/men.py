"""Men, what can happen to them, and the column on which they fight."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from oracle import tables

Roll = Callable[[], int]
Kind = dict[str, Any]
Options = dict[str, str]

DEFAULTS: Options = {
    "missile-ranges": "base",
    "movement-allowances": "base",
    "ladder-climb-and-cross": "by-allowance",
    "ladder-topple-wounded": "0",
    "ladder-combat-sign": "-",
    "column-below-1-1": "stay",
    "joint-bonus-number": "one",
    "column-above-12-1": "last-column",
    "shift-order": "sum",
    "ram-every-second-turn-start": "first-turn",
    "oil-retreat": "killed",
    "fire-three-turns": "laid",
    "sub-one-to-one-odds": "impossible",
    "ladder-topple-condition": "no-shot",
    "mantlet-cover": "heavy",
    "dismounted-knight": "1",
    "climb-in-raising-move": "allowed",
    "retreat-from-ladder": "foot",
    "wall-retreat": "reserve",
    "carrier-retreat": "falls-back",
    "fall-on-man": "never",
    "ram-rate": "every-turn",
    "ram-bombarded-wall-minus-one": "0",
    "ram-tower-minus-one": "0",
    "ram-against-keep": "allowed",
    "inner-wall-d-count": "4",
    "fire-arrow-to-hit": "none",
    "fire-arrow-weapons": "bows",
    "burning-hex-occupants": "retreat",
    "oil-occupants-of-burning-machine": "retreat",
    "fire-spread-timing": "end-of-turn",
    "revised-ballista": "base",
    "mounted-missile-croisades": "base",
    "mounted-heavy-cover": "medium",
    "downward-radius": "play-sheet",
    "siege-tower-shooter-cover": "radius",
    "missed-shot-rule": "forbidden",
    "missed-shot-modifiers": "all",
    "shooter-aptitude": "optional",
    "band-retreat": "once",
    "panic-rule": "optional",
    "second-panic": "automatic",
    "panicked-reach": "in-reach",
    "healing-table": "d10",
    "healing-who-rolls": "once",
}


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

    def suffer(self, letter: str) -> None:
        """D, E or F of the combat table."""
        {"D": self.stun, "E": self.wound, "F": self.kill}[letter]()


def movement(kind: Kind, state: str, options: Options) -> int:
    """The movement allowance of a man in this state."""
    if options["movement-allowances"] == "croisades" and kind["armour"] == "unarmoured":
        return 4 if state == "wounded" else 8
    return int(kind["wounded_movement"] if state == "wounded" else kind["movement"])


def first_of(men: Iterable[Man], *states: str) -> Man | None:
    """The first man in the first of these states, else in the second, and so on."""
    men = list(men)
    for state in states:
        for man in men:
            if man.state == state:
                return man
    return None


def recover(men: Iterable[Man]) -> None:
    for man in men:
        if man.state == "stunned":
            man.state = "fit"


def count(men: Iterable[Man], *states: str) -> int:
    return sum(man.state in states for man in men)


def burnt_after(options: Options) -> int:
    """The age of a fire at which what burns is lost."""
    return 3 if options.get("fire-three-turns", "laid") == "laid" else 4


def moved_column(ratio: int, moves: list[int], options: Options) -> tuple[int, int]:
    """The column that a ratio and columns moved lead to, and how far left it went before it was limited."""
    column = ratio if options["column-above-12-1"] == "ratio" else min(ratio, tables.LAST_COLUMN)
    if options["shift-order"] == "sum":
        moves = [sum(moves)]
    lowest = column
    for columns in moves:
        lowest = min(lowest, column + columns)
        if columns:
            column = max(1, min(column + columns, tables.LAST_COLUMN))
    return max(1, min(column, tables.LAST_COLUMN)), lowest


def column_of(
    attackers: int,
    attack: int,
    defence: int,
    ground: int,
    options: Options,
    *,
    rides: bool = False,
    panicked: bool = False,
) -> int | None:
    """The column of so many attackers (2 is 2-1) on ground that moves it so far, None if there can be no attack."""
    ratio = attack // defence
    if ratio < 1:
        if options["sub-one-to-one-odds"] == "impossible":
            return None
        ratio = 1
    joint = 0
    if attackers > 1 and not rides:
        joint = attackers - 1 if options["joint-bonus-number"] == "each" else 1
    column, lowest = moved_column(ratio, [ground, joint, int(panicked)], options)
    return None if lowest < 1 and options["column-below-1-1"] == "impossible" else column


def odds_column(attackers: list[Man], target: Man, signs: list[int], target_sign: int, options: Options) -> int | None:
    """The combat column of men on foot, who stand on ground of these signs."""
    attack = sum(man.attack for man in attackers)
    return column_of(len(attackers), attack, target.defence, min(signs) - target_sign, options)
