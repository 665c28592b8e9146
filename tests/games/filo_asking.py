"""Asking the single rolls of ¡Al filo de la Espada! as the command line does."""

from contextlib import suppress

from mangonel.errors import MangonelError
from mangonel.games.filo.questions import QUESTIONS
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked

FILO, READ, NAVAS = (load_rules(name) for name in ("filo", "filo-read", "navas"))
BY_NAME = {question.name: question for question in QUESTIONS}


def values_of(name, said):
    parameters = BY_NAME[name].parameters
    values = {one.name.replace("-", "_"): False if one.kind == "flag" else one.default for one in parameters}
    assert set(said) <= set(values)
    return {**values, **said}


def ask(name, rules=READ, **said):
    """Return the answer to a question; what is not said is as usual."""
    return BY_NAME[name].answered(rules, values_of(name, said))


def asked_by(name, rules, **said):
    """Return what a question asks a rule set for, up to the answer or to what refuses it."""
    asked = Asked()
    with suppress(MangonelError):
        BY_NAME[name].odds(rules.noting(asked), values_of(name, said))
    return asked


def told(name, rules=READ, **said):
    """Return all that an answer says, or the error that refuses it."""
    try:
        found = ask(name, rules, **said)
    except MangonelError as error:
        return str(error)
    facts = {key: value for key, value in found.facts.items() if key != "readings"}
    return (
        dict(found.odds),
        facts,
        dict(found.named),
        {key: found.lines[key] for key in found.lines if key != "as read"},
    )


def said_of(one, *words):
    """Return a fighter as the command line says him."""
    order = [] if one.order == "organised" else [one.order]
    on_foot = ["foot"] if one.type in ("Ch", "Ha", "Cl") and not one.mounted else []
    leader = [f"leader={one.bonus}"] * bool(one.bonus) + ["ruy_diaz"] * one.ruy_diaz
    return ":".join((one.type, str(one.strength), str(one.quality), *order, *on_foot, *leader, *words))


def combat(attackers, defenders, rules=READ, **said):
    """Return the chances of the results of a combat by the letters of defenders and attackers."""
    return dict(ask("combat", rules, attacker=tuple(attackers.split()), defender=tuple(defenders.split()), **said).odds)
