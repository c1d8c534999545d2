// SPDX-License-Identifier: Apache-2.0
// Values for which a conditional jump goes one way, where it compares with a constant. Next:
// branch_slicer.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/test/value.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace sbst::jvm::detail
{

/// A number or a text as a value of a test; nothing for a class object and for NaN.
[[nodiscard]] std::optional<Value> value_of_constant(const Constant& constant);

/// Which operand of a comparison the constant is.
enum class ConstantSide
{
    left,
    right
};

/// The nearest values that compare with the constant as `opcode` (`ifeq` to `ifle`, `if_icmpeq` to
/// `if_icmple`) asks, so that it jumps, or does not; both neighbours and itself where either will
/// do. A value that is no integer has no neighbours: only itself.
[[nodiscard]] std::vector<Value> satisfying(
    Opcode opcode, std::optional<bool> jumps, const Value& constant, ConstantSide side);

/// Tells whether a value compares with the constant so.
[[nodiscard]] bool holds(
    Opcode opcode, bool jumps, std::int64_t constant, ConstantSide side, std::int64_t value);

}  // namespace sbst::jvm::detail
