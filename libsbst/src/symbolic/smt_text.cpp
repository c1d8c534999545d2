// SPDX-License-Identifier: Apache-2.0
#include "smt_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sbst::symbolic
{

namespace
{

/// By SmtOp; those with indices have only their name here.
constexpr std::array smt_names{"", "", "", "", "", "", "re.none", "not", "and", "or", "=>", "=",
    "ite", "+", "-", "-", "<", "<=", "int2bv", "bv2nat", "bvadd", "bvsub", "bvmul", "bvudiv",
    "bvurem", "bvsdiv", "bvsrem", "bvand", "bvor", "bvxor", "bvnot", "bvneg", "bvshl", "bvlshr",
    "bvashr", "bvult", "bvule", "bvslt", "bvsle", "concat", "extract", "zero_extend", "sign_extend",
    "fp.add RNE", "fp.sub RNE", "fp.mul RNE", "fp.div RNE", "fp.rem", "fp.neg", "fp.abs", "fp.eq",
    "fp.lt", "fp.leq", "fp.isNaN", "fp.isInfinite", "fp.isZero", "fp.isNegative", "to_fp", "to_fp",
    "to_fp", "fp.to_sbv", "", "str.len", "str.++", "str.at", "str.substr", "str.prefixof",
    "str.suffixof", "str.contains", "str.indexof", "str.to_code", "str.to_int", "str.from_int",
    "str.in_re", "str.to_re", "re.range", "re.++", "re.union", "re.*", "re.^", "re.loop",
    "as const", "select", "store", ""};
static_assert(smt_names.size() == static_cast<std::size_t>(SmtOp::call) + 1);

/// Hexadecimal where digits fit.
std::string text_of_word(const U256& word, unsigned width)
{
    if (width % 4 == 0)
    {
        const std::string digits = word.to_hex().substr(2);
        return fmt::format("#x{:0>{}}", digits, width / 4);
    }
    std::string bits(width, '0');
    for (unsigned bit = 0; bit < width; ++bit)
    {
        if ((low64(word >> std::uint64_t{bit}) & 1U) != 0)
        {
            bits[width - 1 - bit] = '1';
        }
    }
    return "#b" + bits;
}

std::string text_of_number(double number, SortKind kind)
{
    if (std::isnan(number))
    {
        return kind == SortKind::float32 ? "(_ NaN 8 24)" : "(_ NaN 11 53)";
    }
    if (kind == SortKind::float32)
    {
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
        return fmt::format(
            "(fp #b{} #b{:08b} #b{:023b})", bits >> 31U, (bits >> 23U) & 0xffU, bits & 0x7fffffU);
    }
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return fmt::format("(fp #b{} #b{:011b} #x{:013x})", bits >> 63U, (bits >> 52U) & 0x7ffU,
        bits & 0xfffffffffffffU);
}

/// Only 64-bit numbers and their neighbours.
std::string text_of_integer(Int128 value)
{
    const bool is_below_zero = value < 0;
    const auto magnitude = static_cast<Uint128>(is_below_zero ? -value : value);
    const std::string digits = U256{static_cast<std::uint64_t>(magnitude),
        static_cast<std::uint64_t>(magnitude >> 64U), 0, 0}
                                   .to_decimal();
    return is_below_zero ? fmt::format("(- {})", digits) : digits;
}

std::string float_indices(const Sort& sort)
{
    return sort.kind == SortKind::float32 ? "8 24" : "11 53";
}

bool is_symbol_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

}  // namespace

std::string to_smt_text(const SmtSort& sort)
{
    switch (sort.kind)
    {
        case SmtSort::Kind::integer:
            return "Int";
        case SmtSort::Kind::language:
            return "RegLan";
        case SmtSort::Kind::of_graph:
            break;
    }
    return to_text(sort.sort);
}

std::string text_of_leaf(const SmtTerms& terms, const SmtTerm& leaf)
{
    switch (leaf.op)
    {
        case SmtOp::truth:
            return leaf.a != 0 ? "true" : "false";
        case SmtOp::integer:
            return text_of_integer(terms.integer_of(leaf));
        case SmtOp::word:
            return text_of_word(terms.word_of(leaf), leaf.sort.sort.width);
        case SmtOp::number:
            return text_of_number(terms.number_of(leaf), leaf.sort.sort.kind);
        case SmtOp::text:
            return '"' + to_smt_characters(terms.text_of(leaf)) + '"';
        case SmtOp::call:
            return terms.functions()[leaf.a].name;
        default:
            return smt_names.at(static_cast<std::size_t>(leaf.op));
    }
}

std::string text_of_function(const SmtTerms& terms, const SmtTerm& term)
{
    const char* name = smt_names.at(static_cast<std::size_t>(term.op));
    switch (term.op)
    {
        case SmtOp::int_to_word:
            return fmt::format("(_ {} {})", name, term.sort.sort.width);
        case SmtOp::bv_extract:
        case SmtOp::re_loop:
            return fmt::format("(_ {} {} {})", name, term.a, term.b);
        case SmtOp::bv_zero_extend:
        case SmtOp::bv_sign_extend:
        case SmtOp::re_power:
            return fmt::format("(_ {} {})", name, term.a);
        case SmtOp::fp_of_float:
        case SmtOp::fp_of_signed:
            return fmt::format("(_ {} {}) RNE", name, float_indices(term.sort.sort));
        case SmtOp::fp_of_bits:
            return fmt::format("(_ {} {})", name, float_indices(term.sort.sort));
        case SmtOp::fp_to_signed:
            return fmt::format("(_ {} {}) RTZ", name, term.sort.sort.width);
        case SmtOp::array_constant:
            return fmt::format("({} {})", name, to_smt_text(term.sort));
        case SmtOp::call:
            return terms.functions()[term.a].name;
        default:
            return name;
    }
}

std::string symbol_of(const ExpressionGraph& graph, VariableId id)
{
    const std::string& name = graph[id].name;
    return std::ranges::all_of(name, is_symbol_character) ? fmt::format("|v.{}|", name) :
                                                            fmt::format("|v!{}|", id.index());
}

}  // namespace sbst::symbolic
