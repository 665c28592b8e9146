"""The machines of a dask cluster, as an executor like any other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from mangonel.errors import DataError

__all__ = ["of_cluster"]


_PATIENCE = 10.0
"""Seconds until a scheduler that says nothing is given up."""
_RETRIES = 3


@contextmanager
def of_cluster(address: str) -> Iterator[Executor]:
    """Yield the workers of a scheduler. The work of a lost one is done by another.

    Raises
    ------
    DataError
        If nobody answers there or has workers, or a needed library is not installed.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise DataError("needs more: pip install 'mangonel[cluster]'", path="--cluster") from None
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise DataError(f"no scheduler answers ({error})", path="--cluster", value=address) from None
    with client:
        executor = client.get_executor(pure=False, retries=_RETRIES)
        cores = sum(client.ncores().values())
        if not cores:
            raise DataError("the scheduler has no workers", path="--cluster", value=address)
        executor.workers = cores
        yield executor
