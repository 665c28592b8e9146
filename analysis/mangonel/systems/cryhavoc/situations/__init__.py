"""One roll on a table in one situation: missiles, melee, walls, fire, and what decides about cover and ground."""
