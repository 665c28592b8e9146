"""Dice that an oracle throws: one after another from an iterator, each told with who threw it and what for."""

from collections.abc import Iterator


class NoDieLeftError(Exception):
    """A die of so many sides was wanted, and none was left."""

    def __init__(self, faces: range) -> None:
        super().__init__(faces)
        self.faces = faces


class Dice:
    """Dice from an iterator of faces: of a d10 they are 0 to 9, of a d6 1 to 6."""

    def __init__(self, faces: Iterator[int]) -> None:
        self.left = faces
        self.thrown: list[tuple[str, tuple[int, ...]]] = []

    def d10(self, name: str) -> int:
        """Zero is zero."""
        return self._throw(name, range(10), 1)[0]

    def d6(self, name: str) -> int:
        return self._throw(name, range(1, 7), 1)[0]

    def two_d6(self, name: str) -> int:
        return sum(self._throw(name, range(1, 7), 2))

    def _throw(self, name: str, faces: range, number: int) -> tuple[int, ...]:
        shown = []
        for _ in range(number):
            try:
                shown.append(next(self.left))
            except StopIteration:
                raise NoDieLeftError(faces) from None
            assert shown[-1] in faces, (name, shown)
        self.thrown.append((name, tuple(shown)))
        return tuple(shown)
