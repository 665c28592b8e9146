"""Records are dataclasses as those of the standard library are, whose methods are written when they are needed."""

import copy
import dataclasses
import pickle

import pytest

from mangonel.records import dataclass


@dataclass(frozen=True)
class Whole:
    """A record."""

    name: str
    number: int = 3
    parts: dict[str, int] = dataclasses.field(default_factory=dict)
    seen: int = dataclasses.field(default=0, compare=False, repr=False)

    def __post_init__(self):
        if self.number < 0:
            raise ValueError(self.name)


@dataclass(frozen=True)
class Plain:
    """A record with a hash of its own."""

    name: str

    def __hash__(self):
        return 7


TWIN = dataclasses.make_dataclass(
    "Whole",
    [
        ("name", str),
        ("number", int, 3),
        ("parts", dict, dataclasses.field(default_factory=dict)),
        ("seen", int, dataclasses.field(default=0, compare=False, repr=False)),
    ],
    frozen=True,
)


@pytest.mark.parametrize("values", [("a",), ("a", 4), ("a", 4, {"b": 1}, 2)])
def test_a_record_says_what_its_twin_says(values):
    mine, twin = Whole(*values), TWIN(*values)
    assert repr(mine) == repr(twin)
    assert dataclasses.asdict(mine) == dataclasses.asdict(twin)
    assert Whole.__match_args__ == TWIN.__match_args__
    assert mine == Whole(*values) != twin
    for again in (copy.copy(mine), copy.deepcopy(mine), pickle.loads(pickle.dumps(mine))):
        assert again == mine
        assert again.seen == mine.seen


def test_what_is_not_compared_makes_no_difference():
    assert Whole("a", seen=1) == Whole("a", seen=2)
    assert Whole("a") != Whole("b")
    assert Whole("a").parts is not Whole("a").parts


def test_a_hash_is_that_of_what_is_compared():
    record = dataclass(frozen=True)(
        type("One", (), {"__annotations__": {"a": int}, "__doc__": "One.", "__module__": __name__})
    )
    assert hash(record(1)) == hash(record(1)) != hash(record(2))
    assert hash(Plain("a")) == 7
    with pytest.raises(TypeError, match="unhashable"):
        hash(Whole("a"))


def test_a_record_does_not_change():
    record = Whole("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del record.name
    with pytest.raises(dataclasses.FrozenInstanceError):
        Plain("a").other = 1
    assert dataclasses.replace(record, name="b") == Whole("b")
    with pytest.raises(ValueError, match="a"):
        dataclasses.replace(record, number=-1)


@pytest.mark.parametrize("made_before", [0, 100])
def test_a_record_is_the_same_whether_it_is_the_first_or_the_hundredth(made_before):
    @dataclass(frozen=True)
    class Fresh:
        """A record of which there are none yet."""

        name: str
        number: int = 3
        parts: dict[str, int] = dataclasses.field(default_factory=dict)

    for _ in range(made_before):
        Fresh("a")
    assert vars(Fresh("b")) == {"name": "b", "number": 3, "parts": {}}
    assert list(vars(Fresh(parts={"c": 1}, name="b"))) == ["name", "number", "parts"]
    assert [field.name for field in dataclasses.fields(Fresh)] == ["name", "number", "parts"]
    assert dataclasses.is_dataclass(Fresh)
    with pytest.raises(TypeError, match="multiple values"):
        Fresh("b", name="c")
    with pytest.raises(TypeError, match="takes from 2 to 4"):
        Fresh("b", 1, {}, 2)


def test_a_field_that_is_missing_or_unknown_is_named():
    with pytest.raises(TypeError, match="name"):
        Whole()
    with pytest.raises(TypeError, match="other"):
        Whole("a", other=1)


def test_no_method_is_written_and_compiled_before_it_is_needed():
    @dataclass(frozen=True)
    class Untouched:
        name: str

    assert not isinstance(Untouched.__dict__["__dataclass_fields__"], dict)
    methods = [Untouched.__dict__[name] for name in ("__init__", "__repr__", "__eq__", "__hash__")]
    assert "<string>" not in {method.__code__.co_filename for method in methods}
    assert Untouched("a") == Untouched("a")
    assert Untouched.__dict__["__init__"] is methods[0]
