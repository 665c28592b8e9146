"""Every ingredient of the name of a kept file and of the head of a folder: another one is another file, or refused."""

import json
from dataclasses import dataclass, field, fields, replace

import numpy as np
import pytest

from mangonel.engine import keeping
from mangonel.engine.position import position
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import Scenario, build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies import run_folder as folder_module
from mangonel.studies.differences import on_shared_dice
from mangonel.studies.playing import Work
from mangonel.studies.run_folder import KeptFolder

SCENARIO = load_scenario("volley-wall").replaced({"turns": 3})
VOLLEY = build(SCENARIO, load_rules("siege"))
OTHER = build(SCENARIO, load_rules("croisades"))


def known_as(**identity):
    return replace(VOLLEY, identity=replace(VOLLEY.identity, **identity))


def whole(game, keeps, place=None, **how):
    alone = Work(**{"engine": "auto", "trials": 900} | how)
    replace(alone, place=place)(game, keeps=keeps)


def blocks(game, keeps, place=None, **how):
    how = {"engine": "monte-carlo", "trials": 900, "keeps": keeps} | how
    run(game, **how) if place is None else place.run(**how)


def pairs(game, keeps, place=None, other=OTHER, **how):
    begun = None if place is None else place.people.ordered
    on_shared_dice(game, other, **{"trials": 900, "seed": 0, "keeps": keeps, "begun": begun} | how)


GAMES = {
    "sequence": replace(VOLLEY, name="other"),
    "turns": VOLLEY.lasting(2),
    "rules": known_as(digest="other"),
    "scenario": known_as(scenario_digest="other"),
    "code": VOLLEY,
}
HOW = {
    whole: {
        "engine": {"engine": "counts"},
        "state_limit": {"state_limit": 99_999},
        "trials": {"trials": 901},
        "seed": {"seed": 1},
        "from": {"place": position(OTHER, 2)},
        "position": {"place": position(VOLLEY, 2, targets=(0, 12))},
    },
    blocks: {"seed": {"seed": 1}, "precision": {"precision": 0.4}, "from": {"place": position(VOLLEY, 2)}},
    pairs: {
        "other": {"other": known_as(digest="other")},
        "seed": {"seed": 1},
        "precision": {"precision": 0.4},
        "from": {"place": position(VOLLEY, 2)},
    },
}
CASES = [(play, name) for play, how in HOW.items() for name in (*GAMES, *how)]


@pytest.mark.parametrize(("play", "name"), CASES, ids=lambda case: getattr(case, "__name__", case))
def test_another_ingredient_is_another_file(tmp_path, monkeypatch, play, name):
    with KeptFolder.open(tmp_path, {}) as keeps:
        if name in ("from", "position"):
            play(VOLLEY, keeps, **HOW[play][name] | {"place": position(VOLLEY, 2 if play is whole else 3)})
        play(VOLLEY, keeps)
        before = set(tmp_path.glob("*.kept"))
        if name == "code":
            monkeypatch.setattr(keeping, "code_digest", lambda game: f"other code of {game}")
        play(GAMES.get(name, VOLLEY), keeps, **HOW[play].get(name, {}))
        assert len(set(tmp_path.glob("*.kept")) - before) == 1


@pytest.mark.parametrize("play", HOW)
def test_no_ingredient_is_left_untried(tmp_path, monkeypatch, play):
    asked, key = {}, folder_module._key
    monkeypatch.setattr(folder_module, "_key", lambda what: asked.update(what) or key(what))
    with KeptFolder.open(tmp_path, {}) as keeps:
        play(VOLLEY, keeps)
        play(VOLLEY, keeps, place=position(VOLLEY, 2))
    # `play` tells runs from pairs.
    assert asked.keys() - {"play"} == {*GAMES, *HOW[play]} - {"play"}


VERSIONS = {
    "mangonel": (folder_module, "__version__", "other"),
    "mangonel source": (folder_module, "code_digest", lambda: "other"),
    "numpy": (np, "__version__", "other"),
}


@pytest.mark.parametrize("name", VERSIONS)
def test_another_program_is_refused(tmp_path, monkeypatch, name):
    with KeptFolder.open(tmp_path, {}):
        pass
    before = (tmp_path / "kept.json").read_bytes()
    assert json.loads(before).keys() == {*VERSIONS, "named"}
    monkeypatch.setattr(*VERSIONS[name])
    with pytest.raises(DataError, match=f"was kept by {name} .*, and this is other: take another folder"):
        KeptFolder.open(tmp_path, {}).__enter__()
    assert (tmp_path / "kept.json").read_bytes() == before


def test_every_module_of_the_package_and_of_the_game_is_part_of_the_code(tmp_path, monkeypatch):
    package, game = tmp_path / "package", tmp_path / "joust"
    monkeypatch.setattr(keeping, "_PACKAGE", package)
    monkeypatch.setattr(keeping, "other_games", lambda: (game, tmp_path / "another"))
    found = []
    for file in (package / "a.py", package / "room" / "b.py", game / "c.py", tmp_path / "another" / "d.py"):
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text("x = 1")
        keeping.code_digest.cache_clear()
        found.append((keeping.code_digest(), keeping.code_digest("joust")))
    keeping.code_digest.cache_clear()
    # A module of the game is no part of the package, and one of another game of neither.
    assert [len(set(digests)) for digests in zip(*found, strict=True)] == [2, 3]


@dataclass(frozen=True)
class Setup:
    men: int = 3
    unseen: int = field(default=1, repr=False)
    wind: tuple[np.ndarray, ...] = (np.arange(2000),)
    named: dict = field(default_factory=lambda: {"a": [1, (2,)]})


def with_setup(**keys):
    return Scenario(**{key.name: getattr(SCENARIO, key.name) for key in fields(SCENARIO)} | {"setup": Setup(**keys)})


def test_a_scenario_is_known_by_its_assumptions_and_all_of_its_keys():
    gust = np.arange(2000)
    gust[1000] = 0
    others = [
        replace(with_setup(), assumptions={"ram-rate": "every-turn"}),
        *(with_setup(**keys) for keys in ({"men": 4}, {"unseen": 2}, {"wind": (gust,)}, {"named": {"a": [1, (3,)]}})),
    ]
    assert with_setup().digest not in {scenario.digest for scenario in others}
    assert len({scenario.digest for scenario in others}) == len(others)
    assert with_setup(wind=(np.arange(2000),)).digest == with_setup().digest
