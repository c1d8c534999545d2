// SPDX-License-Identifier: Apache-2.0
// Values for which a conditional jump goes one way, where it compares with a constant. Next:
// branch_slicer.cpp.
#pragma once

#include <sbst/construction/construction_graph.hpp>
#include <sbst/jvm/classfile/class_file.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>
#include <sbst/test/value.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// A number or a text as a value of a test; nothing for a class object and for NaN.
[[nodiscard]] std::optional<Value> value_of_constant(const Constant& constant);

/// The name of null, beside those of constants of classes.
inline constexpr std::string_view null_name = "null";

/// A value of a method that is always the same: a number, or the name of null or of the static
/// field (`shop/State.PAID`) that an object is read from. Nothing for others.
[[nodiscard]] std::optional<Value> constant_written(const ValueGraph& graph, ValueId id);

/// Texts that are as long as the numbers, if these are small; with `is_truth`, empty for a number
/// other than 0, and not empty for 0.
[[nodiscard]] std::vector<Value> texts_of_lengths(const std::vector<Value>& lengths, bool is_truth);

/// Which operand of a comparison the constant is.
enum class ConstantSide
{
    left,
    right
};

/// The relation of a value to a constant where `opcode` (`ifeq` to `ifle`, `if_icmpeq` to
/// `if_icmple`) jumps, or does not.
[[nodiscard]] Relation relation_of(Opcode opcode, bool jumps, ConstantSide side);

/// The nearest values that compare with the constant as `opcode` (`ifeq` to `ifle`, `if_icmpeq` to
/// `if_icmple`) asks, so that it jumps, or does not; both neighbours and itself where either will
/// do. A value that is no integer has no neighbours: only itself.
[[nodiscard]] std::vector<Value> satisfying(
    Opcode opcode, std::optional<bool> jumps, const Value& constant, ConstantSide side);

/// Tells whether a value compares with the constant so.
[[nodiscard]] bool holds(
    Opcode opcode, bool jumps, std::int64_t constant, ConstantSide side, std::int64_t value);

}  // namespace sbst::jvm::detail
