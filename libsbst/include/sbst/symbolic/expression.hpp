// SPDX-License-Identifier: Apache-2.0
// Expressions over the literals of a test: one hash-consed graph of bit-vectors, truth values,
// floating-point numbers, strings and arrays. Next: expression_graph.hpp, which builds them.
#pragma once

#include <sbst/id.hpp>
#include <sbst/numeric/u256.hpp>
#include <sbst/test/change.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace sbst::symbolic
{

enum class SortKind : std::uint8_t
{
    boolean,
    bit_vector,
    float32,
    float64,
    /// A sequence of 16-bit code units.
    string,
    /// From bit-vectors to bit-vectors.
    array
};

struct Sort
{
    SortKind kind = SortKind::boolean;
    /// Bits of a bit-vector, or of an array's items: 1 to 256; 0 for other sorts.
    std::uint16_t width = 0;
    /// Bits of an array's keys.
    std::uint16_t key_width = 0;

    friend constexpr bool operator==(const Sort&, const Sort&) = default;
};

[[nodiscard]] constexpr Sort boolean_sort()
{
    return {};
}
[[nodiscard]] constexpr Sort bit_vector_sort(unsigned width)
{
    return {SortKind::bit_vector, static_cast<std::uint16_t>(width)};
}
[[nodiscard]] constexpr Sort float32_sort()
{
    return {SortKind::float32};
}
[[nodiscard]] constexpr Sort float64_sort()
{
    return {SortKind::float64};
}
[[nodiscard]] constexpr Sort string_sort()
{
    return {SortKind::string};
}
[[nodiscard]] constexpr Sort array_sort(unsigned key_width, unsigned width)
{
    return {
        SortKind::array, static_cast<std::uint16_t>(width), static_cast<std::uint16_t>(key_width)};
}

/// Writes a sort as SMT-LIB 2 does: `Bool`, `(_ BitVec 8)`, `(_ FloatingPoint 11 53)`, `String`,
/// `(Array (_ BitVec 256) (_ BitVec 256))`.
[[nodiscard]] std::string to_text(const Sort& sort);

/// What an expression does with its operands. Every operation is total: the row's result in
/// a special case holds, in evaluation and for every solver.
enum class Op : std::uint8_t
{
    constant,
    variable,

    // On truth values.
    not_,
    and_,  // two
    or_,   // two
    // On two operands of one sort; numbers: IEEE equality, so that NaN equals nothing.
    equal,
    // condition, then, else: of any sort.
    ite,

    // On two bit-vectors of one width, modulo 2^width.
    add,
    sub,
    mul,
    udiv,  // all ones for a divisor of 0
    urem,  // the dividend for a divisor of 0
    sdiv,  // towards 0; for a divisor of 0, 1 of a negative dividend and else -1
    srem,  // sign of the dividend, which it is for a divisor of 0
    pow,   // base, exponent
    bit_and,
    bit_or,
    bit_xor,
    bit_not,  // one
    shl,      // value, count; 0 for a count of width or more
    lshr,
    ashr,  // count of width or more: only signs
    ult,   // truth values
    slt,

    // Three: (a + b) mod m and (a * b) mod m without wrapping; 0 for an m of 0.
    add_mod,
    mul_mod,

    concat,       // high, low
    extract,      // of the bits Node::a down to Node::b
    zero_extend,  // to the width of the sort
    sign_extend,

    // An injective function of one to eight bit-vectors of 256 bits: Keccak-256 of their bytes, big
    // endian, one after the other. To 256 bits.
    keccak,

    // On floating-point numbers of one sort; rounding to nearest even.
    float_add,
    float_sub,
    float_mul,
    float_div,
    float_rem,  // as fmod: truncated quotient, sign of the dividend
    float_neg,
    float_lt,  // truth values; false for NaN
    float_le,
    is_nan,
    float_to_float,   // to the other sort
    signed_to_float,  // of a bit-vector of at most 64 bits
    float_to_signed,  // truncated, saturated, 0 for NaN; to the width of the sort, at most 64
    float_to_bits,    // IEEE 754 bits; one NaN only: the quiet one without payload
    bits_to_float,    // of 32 or 64 bits

    // On strings. Lengths and places are bit-vectors of 32 bits, units of 16.
    length,
    unit_at,  // string, place (unsigned); 0 beyond the end
    string_concat,
    substring,      // string, first, count (unsigned); what there is of it
    starts_with,    // string, prefix
    ends_with,      // string, suffix
    contains,       // string, part
    index_of,       // string, part, first place (unsigned); -1 when it is not there
    is_integer,     // "-"? and decimal digits, a value that 64 bits (two's complement) can hold
    parse_integer,  // to 64 bits; 0 where not is_integer
    print_integer,  // of a signed bit-vector of at most 64 bits: decimal, no leading 0
    matches,        // whole string; Node::a is the number of the regular language

    // On arrays.
    constant_array,  // of the item at all keys
    select,          // array, key
    store            // array, key, item
};

/// The name of an operation as SMT-LIB 2 has it where it has one, such as `bvadd`.
[[nodiscard]] const char* name_of(Op op);

struct ExpressionTag;
/// An expression of one graph. Invalid by default.
using ExpressionId = StrongId<ExpressionTag>;

struct VariableTag;
using VariableId = StrongId<VariableTag>;

/// What a variable may be. An empty one: every value of the sort.
struct Domain
{
    /// Inclusive bounds of a bit-vector, in two's complement of its width where signed. Used when
    /// `is_bounded`.
    bool is_bounded = false;
    bool is_signed = false;
    U256 least{};
    U256 greatest{};
    /// The only values of a bit-vector, ascending; empty = not used.
    std::vector<U256> members{};
    /// The word of the test's literal for each member; empty = the member itself.
    std::vector<U256> literals{};
    /// Bounds of a string's length, and its greatest unit.
    std::uint32_t least_length = 0;
    std::uint32_t greatest_length = 256;
    std::uint16_t greatest_unit = 0xffff;
};

/// A literal of a test, or a part of one.
struct Variable
{
    Sort sort;
    LiteralAddress address;
    Domain domain{};
    /// For people and solvers: letters, digits, `_` and `.`; unique in its graph.
    std::string name;
};

/// One operation of a graph; operands have smaller ids than it.
struct Node
{
    Op op = Op::constant;
    Sort sort;
    /// A constant: its place in the table of its sort. A variable: its id. Else see Op.
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    /// The operands, in the graph's list.
    std::uint32_t first_operand = 0;
    std::uint32_t operand_count = 0;
};

}  // namespace sbst::symbolic
