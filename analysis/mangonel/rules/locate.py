"""Where the data files are: the program's own, and those of games that other packages bring."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path

from mangonel.errors import DataError

__all__ = [
    "GAMES",
    "GAME_FILES",
    "SYSTEM_FILE",
    "data_root",
    "data_roots",
    "files_in",
    "folders_in",
    "game_file",
    "is_own",
    "is_shipped",
    "names_in",
    "other_games",
    "shipped",
]

GAMES = "mangonel_games"
"""The package without an ``__init__.py`` to which any other package can add a folder with a game."""

SYSTEM_FILE = "system.toml"
"""The file beside the rule sets of a game that says what is read of its tables."""

GAME_FILES = (SYSTEM_FILE, "sheets.toml", "questions.toml")
"""Files beside the rule sets of a game that are no rule sets."""

_SUFFIX = ".toml"


@lru_cache(maxsize=1)
def data_root() -> Path:
    """Return the folder of the shipped data files.

    Returns
    -------
    Path
        ``mangonel/data`` in an installed wheel; in an editable install or a checkout, the ``data`` folder
        beside ``analysis``.

    Raises
    ------
    DataError
        If neither is there, which means that the installation is broken.
    """
    package = Path(__file__).resolve().parent.parent
    places = (package / "data", package.parent.parent / "data")
    for place in places:
        if (place / "rules").is_dir():
            return place
    raise DataError("the data folder is missing; mangonel has to be installed again", file=places[0])


def other_games() -> tuple[Path, ...]:
    """Return the folders of the games that other packages bring, by name."""
    # `importlib.util` asks the same finders, and brings modules that no plain question needs.
    spec = next((spec for finder in sys.meta_path if (spec := finder.find_spec(GAMES, None)) is not None), None)
    places = [] if spec is None else spec.submodule_search_locations or []
    folders = [folder for place in places for folder in Path(place).iterdir() if (folder / "system.py").is_file()]
    return tuple(sorted(folders, key=lambda folder: folder.name))


def data_roots() -> tuple[Path, ...]:
    """Return the folder of the shipped data files, and the folders ``data`` of the games of other packages."""
    return (data_root(), *(folder / "data" for folder in other_games()))


def folders_in(folder: Path) -> list[Path]:
    """Return the folders in a folder, by name; none if there is no such folder."""
    return [folder / name for name in _entries(folder) if (folder / name).is_dir()]


def files_in(folder: Path, suffix: str = _SUFFIX) -> list[Path]:
    """Return the files of a kind in a folder, TOML if nothing is said, by name; none if there is no such folder."""
    return [folder / name for name in names_in(folder, suffix)]


def names_in(folder: Path, suffix: str = _SUFFIX) -> list[str]:
    """Return the names of such files."""
    # To glob takes ten times as long, and each question looks into a few folders.
    return [name for name in _entries(folder) if name.endswith(suffix)]


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - without a path for each that is left out
    except (FileNotFoundError, NotADirectoryError):
        return []


def shipped(kind: str, system: str = "") -> dict[str, Path]:
    """Return the files that come with the games, by name: each stands in a folder that is called like its game.

    Parameters
    ----------
    kind
        ``rules``, ``scenarios`` or ``rosters``.
    system
        The game; those of all games if it is empty.

    Raises
    ------
    DataError
        If two games have a file of one name: it is by its name that a file is asked for.
    """
    files: dict[str, Path] = {}
    for root in data_roots():
        for file in _files(root / kind):
            if file.stem in files:
                raise DataError("another game has a file of this name", file=file, value=files[file.stem].parent.name)
            files[file.stem] = file
    return {name: file for name, file in sorted(files.items()) if system in ("", file.parent.name)}


def _files(folder: Path) -> tuple[Path, ...]:
    """Return the files in the folders of the games."""
    files = (file for game in folders_in(folder) for file in files_in(game))
    return tuple(file for file in files if file.name not in GAME_FILES)


def game_file(system: str, name: str) -> Path:
    """Return one of the `GAME_FILES` of a game.

    Raises
    ------
    DataError
        If it has none of this name.
    """
    files = [root / "rules" / system / name for root in data_roots()]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        raise DataError("there is no such file", file=files[0])
    return file


def is_own(file: Path) -> bool:
    """Return whether a file belongs to the program's own data, which tests validate and a start does not."""
    return file.is_relative_to(data_root())


def is_shipped(file: Path) -> bool:
    """Return whether a file comes with a game, and is none of the user's own."""
    return any(file.resolve().is_relative_to(root.resolve()) for root in data_roots())
