# SPDX-License-Identifier: Apache-2.0
"""Conditions that are never true where they stand. Each gives (kind, condition, reason), or None.

Every one is false for all numbers and all states, not only for those of the witness:
- parity, squares: 2, 4 and 2^bits are powers of two, so that wrapping keeps the remainder;
- masks, ranges: the bits of `a & mask` are bits of the mask; an argument is in the range of its type;
- contradictions: the condition directly around fixed the same expression, and nothing is assigned
  between the two;
- stories add their own, about states that no sequence of calls reaches.
"""
from .conditions import chain
from .expressions import Binary, Cast, Constant, hexadecimal, number, uint


def parity(site, a):
    if a is None:
        return None
    one = number(1, a.type)
    doubled = chain(a, "*", number(2 * site.rng.between(1, 60), a.type), "+", one, "&", one)
    return ("parity", Binary("==", doubled, number(0, a.type)),
            "an even number and 1 is odd, modulo 2^bits too")


def square(site, a):
    if a is None:
        return None
    rest = chain(a, "*", a, "&", number(3, a.type))
    return ("a square modulo 4", Binary("==", rest, number(site.rng.pick([2, 3]), a.type)),
            "squares are 0 or 1 modulo 4, and 4 divides 2^bits")


def mask(site, a):
    if a is None:
        return None
    bits = site.rng.bits(a.type.bits - 1) & ~2
    return ("a mask", Binary("==", Binary("&", a, hexadecimal(bits, a.type)),
                             hexadecimal(bits | 2, a.type)), "the mask has no such bit")


def narrow_range(site, _):
    narrow = [each for each in site.function.parameters
              if each.type.kind == "uint" and each.type.bits <= 32]
    if not narrow:
        return None
    a = site.rng.pick(narrow)
    product = Binary("*", Cast(uint(64), a), number(7, uint(64)))
    most = 7 * ((1 << a.type.bits) - 1)
    return "a range", Binary(">", product, number(most + 3, uint(64))), "the type is too narrow"


def contradiction(site, _):
    equation = site.around and site.around.parts[-1]
    if not isinstance(equation, Binary) or equation.op != "==" or \
            not isinstance(equation.right, Constant) or \
            equation.left.type.kind not in ("uint", "int"):
        return None
    right = equation.right
    wrong = Constant(right.type, right.type.wrap(right.value ^ 1), right.is_hex)
    return ("a contradiction", Binary("==", equation.left, wrong),
            "the condition around it says otherwise")


KINDS = (parity, square, mask, narrow_range, contradiction)


def add_impossible(site):
    """Adds one of them at the site, half of the time with a condition inside."""
    numbers = [each for each in site.function.parameters
               if each.type.kind == "uint" and each.type.bits >= 32]
    a = site.rng.pick(numbers) if numbers else None
    for kind in site.rng.shuffled([*KINDS, *site.impossible]):
        made = kind(site, a)
        if made:
            inner = None
            if a and site.rng.chance(50):
                rest = Binary("%", a, number(97, a.type))
                inner = Binary("==", rest, number(5, a.type))
            return site.add_impossible(*made, inner)
    return False
