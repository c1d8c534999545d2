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
#include <utility>

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

    friend bool operator==(const ExpectedRelation&, const ExpectedRelation&) = default;
};

/// Nothing is known where two conditions ask for different things.
struct Expectation
{
    bool is_not_null = false;
    std::optional<ExpectedRelation> relation{};

    friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// By value of one method. What every way to a branch needs of its values.
class Expectations
{
public:
    /// Null where nothing is known.
    [[nodiscard]] const Expectation* of(ValueId id) const;
    /// Where it differs from what is known already, nothing is known from now on.
    void add(ValueId id, const Expectation& expectation);

    /// Adds what a branch, and those that decide whether it is reached, need of the values that
    /// they compare with null or an integer.
    void note(const AnalysedMethod& method, const DecidingBranch& branch);
    /// Tells whether all that is noted leads through an instruction.
    [[nodiscard]] bool is_required(const AnalysedMethod& method, std::uint32_t instruction) const;

private:
    std::map<ValueId, std::optional<Expectation>> m_known;
    std::set<std::pair<std::uint32_t, std::optional<bool>>> m_noted;
};

/// False for a constant, or null, that the expectation excludes; nothing is known of other values.
[[nodiscard]] bool may_meet(const Expectation& expectation, const ValueGraph& graph, ValueId id);

}  // namespace sbst::jvm::detail
