"""The fights between a ram's men and those who come out against them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from oracle import tables
from oracle.breaking_off import limit_of
from oracle.effects import Side, carry_out, melee_effect
from oracle.fighting import WOUND_ORDER
from oracle.men import Man, count, first_of, odds_column

if TYPE_CHECKING:
    from oracle.ram import RamAttack

TARGET_IN_SORTIE = ("stunned", "fit", "wounded")
TARGET_IN_CREW = ("fit", "wounded", "stunned")


def is_home(game: "RamAttack") -> bool:
    """Whether the sortie has broken off; men on their feet again stay as many as they were."""
    limit = limit_of(game.setup, "sortie")
    lost, losses, last = count(game.sortie, "dead", "wounded"), limit["losses"], limit["turn"]
    return (losses is not None and lost >= losses) or (last is not None and game.turn > last)


def fight_sortie(game: "RamAttack") -> bool:
    """Attack the sortie; say whether the crew inside did it."""
    if is_home(game):
        return False
    attackers, terrain, by_crew = game.behind(), "flat_ground", False
    if not attackers and game.engaged:
        attackers, terrain, by_crew = game.inside(), "covered_ram", True

    def attack(group: list[Man]) -> bool:
        target = first_of(game.sortie, *TARGET_IN_SORTIE)
        if target is None:
            return False
        column = column_on(game, group, target, terrain, "flat_ground")
        if column is None:
            return False
        result = game.fight(f"{'crew' if by_crew else 'men behind'} attack sortie", column)
        apply_melee(game, result, group, target, game.policy("wound"))
        return True

    return attacks(with_room(game, attackers), game.policy("attack"), attack) and by_crew


def sortie_attacks(game: "RamAttack") -> None:
    if is_home(game):
        return

    def attack(group: list[Man]) -> bool:
        target = first_of(game.crew, *TARGET_IN_CREW)
        if target is None:
            return False
        column = column_on(game, group, target, "flat_ground", "covered_ram")
        if column is None:
            return False
        game.engaged, game.attacked_in = True, game.turn
        apply_melee(game, game.fight("sortie attacks crew", column), group, target, game.policy("defence_wound"))
        return True

    attackers = with_room(game, [man for man in game.sortie if man.able])
    attacks(attackers, game.policy("defence_attack"), attack)


def attacks(men: list[Man], policy: str, attack: Callable[[list[Man]], bool]) -> bool:
    """Let men attack together or one after another; say whether any attack was made."""
    if not men:
        return False
    if policy == "joint":
        return attack(men)
    made = [attack([man]) for man in men]
    return any(made)


def with_room(game: "RamAttack", men: list[Man]) -> list[Man]:
    """So many as find room around one man, fit men first."""
    fit_first = sorted(men, key=lambda man: man.state != "fit")
    return fit_first[: game.policy("room")]


def column_on(game: "RamAttack", group: list[Man], target: Man, terrain: str, against: str) -> int | None:
    signs = [tables.sign(game.rules, terrain)]
    return odds_column(group, target, signs, tables.sign(game.rules, against), game.rules)


def apply_melee(game: "RamAttack", result: str, attackers: list[Man], target: Man, wound: str) -> None:
    """A retreat comes to nothing lasting: nobody is driven anywhere."""

    def victim() -> Man:
        man = first_of(attackers, *WOUND_ORDER[wound])
        assert man is not None
        return man

    carry_out(melee_effect(game.rules, result), Side([target]), Side(attackers, victim=victim))
