"""Of a ladder assault: who steps into a hex of the wall that an enemy has left in a fight."""

from typing import TYPE_CHECKING

from oracle.men import Man

if TYPE_CHECKING:
    from oracle.ladder import Assault


def advance(game: "Assault", before: list[Man | None], took_part: list[Man]) -> None:
    """After an attack let one man of the side that won step forward; `before` is the wall as it was."""
    left = {place: man.side for place, man in enumerate(before) if man in took_part and man and game.free(place)}
    by_defenders = [place for place, side in left.items() if side == "defender"]
    by_besiegers = [place for place, side in left.items() if side == "besieger"]
    if by_defenders:
        besieger_advances(game, by_defenders, took_part)
    if by_besiegers and game.policy("defence_advance"):
        defender_advances(game, by_besiegers, took_part)


def besieger_advances(game: "Assault", emptied: list[int], took_part: list[Man]) -> None:
    for place in emptied:
        climber = game.climber_at(place)
        if climber in took_part and climber.able:
            game.cross(game.ladders[place])
            return
    if not game.policy("advance"):
        return
    for place in emptied:
        for beside in (place - 1, place + 1):
            man = game.besieger_at(beside)
            if man in took_part and man.able and game.upright_at(beside):
                game.move_on_wall(man, place)
                return


def defender_advances(game: "Assault", emptied: list[int], took_part: list[Man]) -> None:
    for place in emptied:
        for beside in (place - 1, place + 1):
            man = game.defender_at(beside)
            if man in took_part and man.able and game.upright_at(place) and not game.upright_at(beside):
                game.move_on_wall(man, place)
                return
