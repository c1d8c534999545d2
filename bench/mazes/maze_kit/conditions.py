# SPDX-License-Identifier: Apache-2.0
"""The kinds of conditions over numbers. Each takes the site and returns what Site.add() takes, or None.

The constant of an equation is what its other side is worth in the witness. Each kind brings a
parameter of its own, which can make it true whatever the others are, and most of them use earlier
parameters and stored words as well. EASY ones a search follows by distances, MEDIUM ones too, with
more effort. HARD ones give it no direction: products modulo 2^bits, remainders, mixed bits. Solvers
find them: remainders and quotients have 64 bits or less, because solvers split them into circuits;
the rest has up to 256 bits.
"""
from .expressions import (BOOL, BYTES32, WORD, Argument, Binary, Cast, Constant, hexadecimal,
                          number, sint, uint)

PRIMES = (65_521, 131_071, 524_287, 1_000_003, 1_048_573)
SMALL_PRIMES = (9_973, 10_007, 10_169, 12_289, 16_381, 20_011)


def equation(site, kind, expression, hints=(), first=()):
    """`expression == what it is in the witness`, behind the parts `first`."""
    if expression is None:
        return None
    value = site.value_of(expression)
    is_plain = expression.type.kind == "int" or value < 10**7
    constant = Constant(expression.type, value, not is_plain)
    return kind, [*first, Binary("==", expression, constant)], hints


def binary(op, left, right):
    return None if left is None or right is None else Binary(op, left, right)


def chain(left, *steps):
    """((left op right) op right)...; None if an operand is None."""
    for op, right in zip(steps[::2], steps[1::2]):
        left = binary(op, left, right)
    return left


def odd(site, type_, bits=None):
    """A constant that has an inverse modulo 2^bits."""
    bits = min(bits or type_.bits, type_.bits - (type_.kind == "int"))
    return hexadecimal(site.rng.bits(bits) | 1 | 1 << (bits - 1), type_)


# ---- easy ----

def window(site):
    type_ = uint(site.rng.pick([16, 32, 64, 128, 256]))
    a = site.fresh(type_)
    if a is None:
        return None
    value = site.value_of(a)
    span = 1 << max(type_.bits - 6, 1)
    low, high = max(value - span, 0), min(value + span, (1 << type_.bits) - 2)
    return "a window", [Binary(">", a, hexadecimal(low, type_)),
                        Binary("<=", a, hexadecimal(high, type_))], ()


def large_constant(site):
    a = site.fresh(uint(site.rng.pick([64, 128, 256])))
    return equation(site, "a large constant", a)


def flag(site):
    a, b = site.fresh(BOOL), site.operand(uint(64))
    bit = chain(b, ">>", number(site.rng.between(1, 30)), "&", number(1, uint(64)))
    if a is None or bit is None:
        return None
    odd_bit = Binary("==", bit, number(1, uint(64)))
    op = "==" if site.value_of(a) == site.value_of(odd_bit) else "!="
    return "a flag and a bit", [Binary(op, a, odd_bit)], ()


# ---- medium ----

def linear(site):
    a, b = site.operand(WORD), site.fresh(WORD)
    return equation(site, "linear", chain(a, "*", number(site.rng.between(3, 99)), "+", b))


def narrow(site):
    a, b = site.fresh(uint(8)), site.fresh(uint(8))
    if a is None or b is None:
        return None
    wide = uint(16)
    left = Binary("*", Cast(wide, a), number(site.rng.between(7, 90), wide))
    right = Binary("*", Cast(wide, b), number(site.rng.between(91, 127), wide))
    return equation(site, "linear over bytes", Binary("+", left, right))


def square(site):
    type_ = uint(64)
    a = site.fresh(type_, site.rng.between(10**6, 2**31))
    return equation(site, "a square", chain(a, "*", a, "+", number(site.rng.below(999), type_)))


def signed_shift(site):
    type_ = sint(site.rng.pick([64, 128]))
    a, b = site.operand(type_), site.fresh(type_)
    return equation(site, "signed, shifted",
                    chain(a, ">>", number(site.rng.between(3, 9)), "-", b))


def shifted_by_argument(site):
    a = site.fresh(uint(8), site.rng.between(1, 200))
    pattern = hexadecimal(site.rng.bits(256) | 1 << 255)
    return equation(site, "a shift by an argument",
                    chain(pattern, ">>", a, "&", hexadecimal(0xffffff)))


def product_remainder(site):
    type_ = uint(site.rng.pick([32, 64]))
    a, b = site.operand(type_), site.fresh(type_)
    return equation(site, "remainder of a product and mixed bits", chain(
        a, "*", odd(site, type_), "^", b, "%", number(site.rng.pick(PRIMES), type_)))


def sum_remainder(site):
    type_ = uint(64)
    a, b, c = site.operand(type_), site.operand(type_), site.fresh(type_)
    product = binary("*", b, odd(site, type_, 40))
    return equation(site, "remainder of a sum", chain(
        a, "+", product, "+", c, "%", number(site.rng.pick(PRIMES), type_)))


# ---- hard ----

def two_products(site):
    type_ = uint(site.rng.pick([32, 64]))
    a, b = site.operand(type_), site.fresh(type_)
    mixed = binary("^", binary("*", a, odd(site, type_)), binary("*", b, odd(site, type_)))
    return equation(site, "remainder of two products",
                    chain(mixed, "%", number(site.rng.pick(PRIMES), type_)))


def two_remainders(site):
    type_ = uint(site.rng.pick([32, 64]))
    a = site.fresh(type_)
    if a is None:
        return None
    p, q = site.rng.shuffled(SMALL_PRIMES)[:2]
    first = Binary("%", a, number(p, type_))
    first = Binary("==", first, number(site.value_of(first), type_))
    value = site.value_of(a)
    hint = {a.name: value + p if value + p < 1 << type_.bits else value - p}
    return equation(site, "two remainders", Binary("%", a, number(q, type_)), [hint], [first])


def inverse(site):
    type_ = uint(site.rng.pick([64, 128, 256]))
    return equation(site, "a product modulo 2^bits", chain(
        site.mixed(type_), "*", odd(site, type_), "+", hexadecimal(site.rng.bits(40), type_)))


def high_bits(site):
    type_ = uint(site.rng.pick([64, 128, 256]))
    return equation(site, "high bits of a product", chain(
        site.mixed(type_), "*", odd(site, type_), ">>", number(type_.bits - 28)))


def mixed_shifts(site):
    type_ = uint(site.rng.pick([64, 128, 256]))
    a, b = site.fresh(type_), site.operand(type_)
    left = binary("^", a, binary(">>", a, number(site.rng.between(7, 29))))
    return equation(site, "mixed shifts", chain(
        left, "^", binary("<<", b, number(site.rng.between(3, 19)))))


def masks(site):
    type_ = uint(site.rng.pick([64, 128, 256]))
    mask = site.rng.bits(type_.bits)
    left = binary("&", site.fresh(type_), hexadecimal(mask, type_))
    right = binary("&", site.fresh(type_), hexadecimal(mask ^ ((1 << type_.bits) - 1), type_))
    return equation(site, "bits of two words", chain(
        left, "|", right, "*", odd(site, type_)))


def fields(site):
    low = hexadecimal(0xffffff)
    left = chain(site.fresh(WORD), ">>", number(site.rng.between(90, 170)), "&", low)
    right = chain(site.mixed(WORD), "&", low, "<<", number(24))
    return equation(site, "bit fields", chain(
        left, "|", right, "*", odd(site, WORD), "&", hexadecimal((1 << 48) - 1)))


def sum_and_difference(site):
    a, b = site.operand(WORD), site.fresh(WORD)
    if a is None or b is None:
        return None
    total, rest = Binary("+", a, b), Binary("-", a, b)
    hints = []
    if isinstance(a, Argument):
        step = site.rng.between(1, 10**9)
        hints = [{a.name: WORD.wrap(site.value_of(a) + step),
                  b.name: WORD.wrap(site.value_of(b) - step)}]
    first = Binary("==", total, hexadecimal(site.value_of(total)))
    return equation(site, "sum and difference", rest, hints, [first])


def factors(site):
    type_ = uint(16)
    p, q = (site.rng.pick(SMALL_PRIMES + (30_011, 40_009, 50_021, 60_013)) for _ in range(2))
    a, b = site.fresh(type_, p), site.fresh(type_, q)
    if a is None or b is None:
        return None
    wide = uint(32)
    return equation(site, "two factors", Binary("*", Cast(wide, a), Cast(wide, b)), (),
                    [Binary(">", a, number(1000, type_)), Binary(">", b, number(1000, type_))])


def quotient(site):
    type_ = uint(site.rng.pick([32, 64]))
    b = site.fresh(type_, site.rng.between(1000, 1 << (type_.bits // 2)))
    a = site.fresh(type_)
    if a is None or b is None:
        return None
    first = Binary("/", a, b)
    first = Binary("==", first, number(site.value_of(first), type_))
    hints = [{a.name: site.value_of(a) + each} for each in (-1, 1)]
    return equation(site, "quotient and remainder", Binary("%", a, b), hints,
                    [Binary(">", b, number(100, type_)), first])


def signed_remainder(site):
    type_ = sint(site.rng.pick([32, 64]))
    a, b = site.operand(type_), site.fresh(type_)
    return equation(site, "signed remainder of a product", chain(
        a, "-", b, "*", odd(site, type_), "%", number(site.rng.pick(PRIMES), type_)))


def folded_bytes(site):
    a = site.fresh(BYTES32)
    if a is None:
        return None
    word, type_ = Cast(WORD, a), uint(64)
    high = Cast(type_, Binary(">>", word, number(site.rng.between(100, 180))))
    return equation(site, "folded bytes32", chain(
        high, "*", odd(site, type_), "^", Cast(type_, word), "*", odd(site, type_)))


def product_of_parts(site):
    type_ = uint(64)
    a = site.fresh(type_)
    low = binary("&", a, hexadecimal(0xffffff, type_))
    return equation(site, "product of two parts", chain(
        low, "*", odd(site, type_, 30), "+", binary(">>", a, number(40)), "&",
        hexadecimal(0xffffffff, type_)))


EASY = (window, large_constant, flag)
MEDIUM = (linear, narrow, square, signed_shift, shifted_by_argument, product_remainder,
          sum_remainder)
HARD = (two_products, two_remainders, inverse, high_bits, mixed_shifts, masks, fields,
        sum_and_difference, factors, quotient, signed_remainder, folded_bytes, product_of_parts)
