// SPDX-License-Identifier: Apache-2.0
#include "construction/compared_values.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using sbst::jvm::detail::ConstantSide;
using sbst::jvm::detail::satisfying;
using sbst::jvm::detail::value_of_constant;

namespace
{

/// What the opcode asks of its operands, by the JVM specification.
bool jumps(Opcode opcode, std::int64_t left, std::int64_t right)
{
    switch (opcode)
    {
        case Opcode::ifeq:
        case Opcode::if_icmpeq:
            return left == right;
        case Opcode::ifne:
        case Opcode::if_icmpne:
            return left != right;
        case Opcode::iflt:
        case Opcode::if_icmplt:
            return left < right;
        case Opcode::ifge:
        case Opcode::if_icmpge:
            return left >= right;
        case Opcode::ifgt:
        case Opcode::if_icmpgt:
            return left > right;
        default:
            return left <= right;
    }
}

}  // namespace

TEST_CASE(
    "compared values: all that satisfy, among a constant and its neighbours", "[jvm][construction]")
{
    const auto opcode = static_cast<Opcode>(
        GENERATE(range(static_cast<int>(Opcode::ifeq), static_cast<int>(Opcode::if_icmple) + 1)));
    const auto side = GENERATE(ConstantSide::left, ConstantSide::right);
    const std::int64_t constant = GENERATE(std::int64_t{0}, std::int64_t{-1}, std::int64_t{41},
        std::int64_t{std::numeric_limits<std::int32_t>::max()});
    for (const bool wanted : {false, true})
    {
        std::size_t fitting = 0;
        const std::vector<Value> found = satisfying(opcode, wanted, Value(constant), side);
        for (const std::int64_t value : {constant - 1, constant, constant + 1})
        {
            const bool does = side == ConstantSide::left ? jumps(opcode, constant, value) :
                                                           jumps(opcode, value, constant);
            const bool is_found =
                std::find(found.begin(), found.end(), Value(value)) != found.end();
            CHECK(is_found == (does == wanted));
            fitting += is_found ? 1U : 0U;
        }
        CHECK(fitting == found.size());
    }
    CHECK(satisfying(opcode, {}, Value(constant), side).size() == 3);
}

TEST_CASE("compared values: what is no integer is itself", "[jvm][construction]")
{
    for (const Value& value : {Value(2.5), Value(std::string("gold"))})
    {
        CHECK(satisfying(Opcode::iflt, true, value, ConstantSide::right) ==
              std::vector<Value>{value});
    }
    CHECK_FALSE(value_of_constant({.kind = Constant::Kind::class_ref}));
    CHECK_FALSE(value_of_constant({.kind = Constant::Kind::double_float,
        .number = std::numeric_limits<double>::quiet_NaN()}));
}
