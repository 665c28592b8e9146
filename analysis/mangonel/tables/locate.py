"""Where the data files are."""

from __future__ import annotations

from pathlib import Path

from mangonel.errors import DataError

__all__ = ["data_root"]


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
