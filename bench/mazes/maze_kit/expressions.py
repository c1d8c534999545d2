# SPDX-License-Identifier: Apache-2.0
"""Expressions of Solidity: what they are worth in an unchecked block, and their text.

Integers are ints, truth values bools, bytes32 an int. An address is the name of an account.
"""
import dataclasses
from typing import NamedTuple


class Type(NamedTuple):
    kind: str  # uint, int, bool, address, bytes
    bits: int = 0

    def __str__(self):
        if self.kind in ("bool", "address"):
            return self.kind
        return f"bytes{self.bits // 8}" if self.kind == "bytes" else f"{self.kind}{self.bits}"

    @property
    def zero(self):
        return {"bool": False, "address": "zero"}.get(self.kind, 0)

    def wrap(self, value):
        """The number modulo 2^bits, in the range of the type."""
        value &= (1 << self.bits) - 1
        if self.kind == "int" and value >> (self.bits - 1):
            value -= 1 << self.bits
        return value


def uint(bits):
    return Type("uint", bits)


def sint(bits):
    return Type("int", bits)


BOOL = Type("bool")
ADDRESS = Type("address")
BYTES32 = Type("bytes", 256)
WORD = uint(256)


class Reverted(Exception):
    """A division by zero ends the transaction."""


@dataclasses.dataclass
class Frame:
    """What a transaction sees."""

    arguments: dict
    storage: dict
    sender: str
    value: int = 0
    time: int = 0
    number: int = 0


@dataclasses.dataclass(frozen=True)
class Constant:
    type: Type
    value: object
    is_hex: bool = False

    def evaluate(self, frame):
        return self.value

    def text(self):
        if self.type == BOOL:
            return str(self.value).lower()
        if self.type == BYTES32:
            return f"bytes32(uint256(0x{self.value:x}))"
        if self.type == ADDRESS:
            return {"zero": "address(0)", "contract": "address(this)"}[self.value]
        return f"0x{self.value:x}" if self.is_hex and self.value >= 0 else str(self.value)


@dataclasses.dataclass(frozen=True)
class Argument:
    type: Type
    name: str

    def evaluate(self, frame):
        return frame.arguments[self.name]

    def text(self):
        return self.name


@dataclasses.dataclass(frozen=True)
class Storage:
    """A state variable or a member of a struct, without keys; an item of a mapping, with keys."""

    type: Type
    name: str
    keys: tuple = ()

    def place(self, frame):
        return (self.name, *(key.evaluate(frame) for key in self.keys))

    def evaluate(self, frame):
        return frame.storage.get(self.place(frame), self.type.zero)

    def text(self):
        return self.name + "".join(f"[{key.text()}]" for key in self.keys)


@dataclasses.dataclass(frozen=True)
class World:
    """What the transaction brings beside arguments."""

    type: Type
    name: str  # a member of Frame

    def evaluate(self, frame):
        return getattr(frame, self.name)

    def text(self):
        return {"sender": "msg.sender", "value": "msg.value", "time": "block.timestamp",
                "number": "block.number"}[self.name]


SENDER = World(ADDRESS, "sender")
VALUE = World(WORD, "value")
TIME = World(WORD, "time")
NUMBER = World(WORD, "number")

COMPARISONS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
               ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b}


def _divide(a, b):
    """Towards zero."""
    if b == 0:
        raise Reverted
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


OPERATIONS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
              "/": _divide, "%": lambda a, b: a - b * _divide(a, b), "&": lambda a, b: a & b,
              "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "<<": lambda a, b: a << b,
              ">>": lambda a, b: a >> b}


@dataclasses.dataclass(frozen=True)
class Binary:
    """A comparison, or an operation modulo 2^bits of the left operand's type."""

    op: str
    left: object
    right: object

    @property
    def type(self):
        return BOOL if self.op in COMPARISONS else self.left.type

    def evaluate(self, frame):
        left, right = self.left.evaluate(frame), self.right.evaluate(frame)
        if self.op in COMPARISONS:
            return COMPARISONS[self.op](left, right)
        if self.op in "<<>>" and right >= 256:
            return 0 if left >= 0 or self.op == "<<" else -1
        return self.type.wrap(OPERATIONS[self.op](left, right))

    def text(self):
        return f"{self._operand(self.left)} {self.op} {self._operand(self.right)}"

    def _operand(self, expression):
        """Sums and products need no parentheses in a comparison."""
        is_inside = isinstance(expression, Binary) and not (
            self.op in COMPARISONS and expression.op in "+-*/%")
        return f"({expression.text()})" if is_inside else expression.text()


@dataclasses.dataclass(frozen=True)
class Cast:
    """A conversion of numbers of one signedness, or between uint256 and bytes32 or int256."""

    type: Type
    operand: object

    def evaluate(self, frame):
        return self.type.wrap(self.operand.evaluate(frame))

    def text(self):
        return f"{self.type}({self.operand.text()})"


def number(value, type_=WORD):
    return Constant(type_, value)


def hexadecimal(value, type_=WORD):
    return Constant(type_, value, True)


def widened(expression, type_):
    return expression if expression.type == type_ else Cast(type_, expression)
