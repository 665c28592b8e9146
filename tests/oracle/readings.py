"""Points on which the rule text and the model description did not agree, or the description could be read twice.

Every switch: True is the rule text, False the other reading (the description as it was first written). `RULES` is
what the oracles play unless told otherwise. The description has since taken over all of them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Readings:
    # Rules of the player turn: who was in a melee in the last turn does not shoot in the first missile phase.
    melee_bars_first_shot: bool = True
    # DE 5.32: who pours oil does not shoot in that turn. So who has shot does not pour.
    shot_bars_oil: bool = True
    # DE 3.54: wounded, and dead a turn later: the man killed at age 3 is the one wounded at age 2, so a wounded
    # man is killed before a fit one. False: a fit man first, as at age 2.
    burnt_man_dies: bool = True
    # The new ram's own men have not been made to fight. False: being engaged outlives the burnt ram.
    new_ram_not_engaged: bool = True


RULES = Readings()
LETTER = Readings(
    melee_bars_first_shot=False,
    shot_bars_oil=False,
    burnt_man_dies=False,
    new_ram_not_engaged=False,
)
