// SPDX-License-Identifier: Apache-2.0
// What the code before an instruction needs of values, so that it is reached: which of the values
// that a method returns, or that ways give, can do. Next: branch_slicer.cpp.
#pragma once

#include "analysed_method.hpp"
#include "compared_values.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace sbst::jvm::detail
{

/// A comparison with a constant that must go one way.
struct ExpectedRelation
{
    /// `ifeq` to `ifle`, `if_icmpeq` to `if_icmple`.
    Opcode opcode = Opcode::ifeq;
    bool jumps = true;
    std::int64_t constant = 0;
    ConstantSide side = ConstantSide::right;
};

struct Expectation
{
    bool is_not_null = false;
    std::optional<ExpectedRelation> relation{};
};

/// By value of one method.
using Expectations = std::map<ValueId, Expectation>;

/// False for a constant, or null, that the expectation excludes; nothing is known of other values.
[[nodiscard]] bool may_meet(const Expectation& expectation, const ValueGraph& graph, ValueId id);

/// Adds what a branch, and those that decide whether it is reached, need of the values that they
/// compare with null or an integer; what is known already stays.
/// @param seen branches that were noted before; gets the others.
void note_expectations(const AnalysedMethod& method, const DecidingBranch& branch,
    Expectations& known, std::set<std::uint32_t>& seen);

}  // namespace sbst::jvm::detail
