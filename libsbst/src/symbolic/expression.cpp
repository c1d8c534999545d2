// SPDX-License-Identifier: Apache-2.0
#include <sbst/symbolic/expression.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>

namespace sbst::symbolic
{

namespace
{

constexpr std::array op_names{"constant", "variable", "not", "and", "or", "=", "ite", "bvadd",
    "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "pow", "bvand", "bvor", "bvxor",
    "bvnot", "bvshl", "bvlshr", "bvashr", "bvult", "bvslt", "add_mod", "mul_mod", "concat",
    "extract", "zero_extend", "sign_extend", "keccak", "fp.add", "fp.sub", "fp.mul", "fp.div",
    "fmod", "fp.neg", "fp.lt", "fp.leq", "fp.isNaN", "float_to_float", "signed_to_float",
    "float_to_signed", "float_to_bits", "bits_to_float", "str.len", "unit_at", "str.++",
    "str.substr", "str.prefixof", "str.suffixof", "str.contains", "str.indexof", "is_integer",
    "parse_integer", "print_integer", "str.in_re", "constant_array", "select", "store"};
static_assert(op_names.size() == static_cast<std::size_t>(Op::store) + 1);

}  // namespace

std::string to_text(const Sort& sort)
{
    switch (sort.kind)
    {
        case SortKind::boolean:
            return "Bool";
        case SortKind::bit_vector:
            return fmt::format("(_ BitVec {})", sort.width);
        case SortKind::float32:
            return "(_ FloatingPoint 8 24)";
        case SortKind::float64:
            return "(_ FloatingPoint 11 53)";
        case SortKind::string:
            return "String";
        case SortKind::array:
            break;
    }
    return fmt::format("(Array (_ BitVec {}) (_ BitVec {}))", sort.key_width, sort.width);
}

const char* name_of(Op op)
{
    return op_names.at(static_cast<std::size_t>(op));
}

}  // namespace sbst::symbolic
