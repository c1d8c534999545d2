// SPDX-License-Identifier: Apache-2.0
// A test with what its path says about its literals. Next: goal_conditions.hpp, which chooses among
// the conditions.
#pragma once

#include "test_slice.hpp"

#include <sbst/problem/trace.hpp>
#include <sbst/search/refiner.hpp>
#include <sbst/symbolic/path.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sbst::dse
{

/// Owns its expressions, so that negations can join them.
class SymbolicPath
{
public:
    /// Precondition: the trace has a symbolic run.
    SymbolicPath(TestCase test, const Trace& trace, std::size_t max_conditions);

    [[nodiscard]] const TestCase& test() const { return m_test; }
    [[nodiscard]] const std::vector<PathCondition>& conditions() const { return m_conditions; }
    /// More conditions were met than are here.
    [[nodiscard]] bool is_cut() const { return m_is_cut; }
    [[nodiscard]] symbolic::SymbolicRun& run() { return m_run; }
    /// What must hold to go the way up to a condition, and turn there: the last one is the turned
    /// condition.
    [[nodiscard]] std::vector<symbolic::ExpressionId> constraints_to_turn(std::size_t index);
    /// Tells whether the way up to a condition takes numbers of this test for granted.
    [[nodiscard]] bool is_bound(std::size_t index) const;
    [[nodiscard]] const TestAccesses& accesses() const { return m_accesses; }
    /// A number for the way up to a condition and its turn: the calls, the decisions before it and
    /// the condition itself; the same in all tests that go this way.
    [[nodiscard]] std::uint64_t key_of_turn(std::size_t index) const { return m_keys[index]; }
    /// Why a path that shall be this one up to a condition, and turn there, is not; nothing if it
    /// is.
    [[nodiscard]] std::optional<Diverted> diverted(
        const SymbolicPath& found, std::size_t turned) const;
    /// The test with the values of a model where they differ from its own; nothing where a value is
    /// no literal, or nothing differs.
    [[nodiscard]] std::optional<TestCase> with_model(const symbolic::Assignment& model,
        const Catalogue& catalogue, const TypeUniverse& types) const;

private:
    TestCase m_test;
    symbolic::SymbolicRun m_run;
    TestAccesses m_accesses;
    std::vector<PathCondition> m_conditions;
    bool m_is_cut = false;
    std::vector<std::uint64_t> m_keys;
};

/// The test with a literal of its own for every use of one: refinement can then change each alone.
/// Source: DSE paper, III.B (expansion).
[[nodiscard]] TestCase expanded(TestCase test);

}  // namespace sbst::dse
