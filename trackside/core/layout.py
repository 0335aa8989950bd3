"""One field table, two forms of a state: a plain object of integers and lists, and a numpy record."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np

BITS, NUMBER = "q", "h"
"""The packing of entries, as type codes of the array module: 64-bit and 16-bit integers."""

PACKED = (BITS, NUMBER)
"""The order of a state's bytes: the widest first, so that they are aligned."""


@dataclass(frozen=True)
class Field:
    """The shape of one named field, and the packing of its entries."""

    shape: tuple[int, ...] = ()
    code: str = NUMBER


def number() -> Any:
    """Declare a single number."""
    return Field()


def numbers(n: int) -> Any:
    """Declare a row of n numbers."""
    return Field((n,))


def grid(rows: int, columns: int) -> Any:
    """Declare a grid of numbers."""
    return Field((rows, columns))


def bits() -> Any:
    """Declare a set of numbers up to 62, as the bits of one integer: see `trackside.core.bits`."""
    return Field(code=BITS)


class _Declared(type):
    """A metaclass that turns declared fields into slots, so that a misspelt field is an error."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _Declared:
        fields = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        kept = {key: value for key, value in namespace.items() if key not in fields}
        kept["__slots__"] = tuple(fields)
        kept["fields"] = fields
        kept["duplicate"], kept["to_bytes"] = _copier(fields), _packer(fields)
        kept["from_bytes"] = classmethod(_unpacker(fields))
        return super().__new__(mcs, name, bases, kept)


def _copier(fields: dict[str, Field]) -> Any:
    """Return a `duplicate` unrolled for these fields: copying is the most frequent operation on states."""
    lines = [f"other.{name} = {_copy(f'self.{name}', field.shape)}" for name, field in fields.items()]
    return _method("other = new(type(self))", *lines, "return other")


def _copy(name: str, shape: tuple[int, ...]) -> str:
    """Return the code that copies a field, row by row."""
    if len(shape) < 2:
        return f"{name}[:]" if shape else name
    return f"[{', '.join(f'{name}[{row}][:]' for row in range(shape[0]))}]"


def _packer(fields: dict[str, Field]) -> Any:
    """Return a `to_bytes` unrolled for these fields."""
    parts: list[str] = []
    for code in PACKED:
        values = [value for name, field in fields.items() if field.code == code for value in _values(name, field.shape)]
        parts += [f"array({code!r}, [{', '.join(values)}]).tobytes()"] if values else []
    return _method("return " + (" + ".join(parts) or "b''"))


def _unpacker(fields: dict[str, Field]) -> Any:
    """Return a `from_bytes` unrolled for these fields."""
    lines, begin = ["state = new(cls)"], 0
    for code in PACKED:
        listed = [(name, field.shape) for name, field in fields.items() if field.code == code]
        end = begin + array(code).itemsize * sum(prod(shape) for _, shape in listed)
        lines.append(f"n = array({code!r}, packed[{begin}:{end}]).tolist()")
        begin, at = end, 0
        for name, shape in listed:
            lines.append(f"state.{name} = {_taken(at, shape)}")
            at += prod(shape)
    return _method(*lines, "return state", parameters="cls, packed")


def _taken(at: int, shape: tuple[int, ...]) -> str:
    """Return the code that takes a field from a list of numbers."""
    if len(shape) < 2:
        return f"n[{at}:{at + shape[0]}]" if shape else f"n[{at}]"
    size = prod(shape[1:])
    return f"[{', '.join(_taken(at + row * size, shape[1:]) for row in range(shape[0]))}]"


def _values(name: str, shape: tuple[int, ...]) -> list[str]:
    """Return the code that lists a field's entries, row by row."""
    if len(shape) < 2:
        return [f"*self.{name}" if shape else f"self.{name}"]
    return [f"*self.{name}[{row}]" for row in range(shape[0])]


def _method(*lines: str, parameters: str = "self") -> Any:
    namespace: dict[str, Any] = {"new": object.__new__, "array": array}
    exec("\n    ".join([f"def method({parameters}):", *lines]), namespace)
    return namespace["method"]


class Layout(metaclass=_Declared):
    """The base of every game's State: fields start at zero, compare by value and convert both ways.

    >>> class Pair(Layout):
    ...     left: int = number()
    ...     rest: list[int] = numbers(2)
    >>> pair = Pair()
    >>> pair.rest[1] = 7
    >>> Pair.from_record(pair.to_record()) == pair
    True
    """

    fields: dict[str, Field]

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, _zeros(field.shape))

    if TYPE_CHECKING:  # every State class gets these, generated for its own fields

        def duplicate(self) -> Self:
            """Return a separate state with the same contents."""  # see `_copier`

        def to_bytes(self) -> bytes:
            """Return the contents as bytes, identical to those of the record."""  # see `_packer`

        @classmethod
        def from_bytes(cls, packed: bytes | bytearray) -> Self:
            """Return the state with these contents."""  # see `_unpacker`

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.fields)

    __hash__ = None  # type: ignore[assignment]  # a state changes in place, so it must not be a key

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)}' for n in self.fields)})"

    @classmethod
    @cache
    def dtype(cls) -> np.dtype[np.void]:
        """Return the numpy record type of this layout."""
        import numpy as np

        for name in cls.fields:
            if hasattr(np.ndarray, name) or hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: numpy has an attribute of that name; rename the field")
        packed = sorted(cls.fields.items(), key=lambda item: PACKED.index(item[1].code))
        return np.dtype([(name, field.code, field.shape) for name, field in packed])

    def to_record(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """Return the same contents as an array of one numpy record."""
        import numpy as np

        return np.frombuffer(self.to_bytes(), self.dtype()).copy()

    @classmethod
    def to_records(cls, states: Sequence[Self]) -> np.ndarray[Any, np.dtype[np.void]]:
        """Return many states as an array of numpy records."""
        import numpy as np

        return np.frombuffer(b"".join(state.to_bytes() for state in states), cls.dtype()).copy()

    @classmethod
    def from_record(cls, record: np.ndarray[Any, np.dtype[np.void]]) -> Self:
        """Return the plain form of an array of one numpy record."""
        return cls.from_bytes(record.tobytes())


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]
