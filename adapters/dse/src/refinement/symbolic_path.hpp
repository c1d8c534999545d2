// SPDX-License-Identifier: Apache-2.0
// A test with what its path says about its literals. Next: goal_conditions.hpp, which chooses among
// the conditions.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/symbolic/path.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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
    [[nodiscard]] symbolic::SymbolicRun& run() { return m_run; }
    /// What must hold to go the way up to a condition, and turn there: the last one is the turned
    /// condition.
    [[nodiscard]] std::vector<symbolic::ExpressionId> constraints_to_turn(std::size_t index);
    /// Locations of the state that calls behind the first one read, or wrote; ascending, each once.
    [[nodiscard]] const std::vector<std::string>& reads() const { return m_reads; }
    [[nodiscard]] const std::vector<std::string>& writes() const { return m_writes; }
    /// A number for the way up to a condition and its turn: the calls, the decisions before it and
    /// the condition itself; the same in all tests that go this way.
    [[nodiscard]] std::uint64_t key_of_turn(std::size_t index) const { return m_keys[index]; }
    /// The test with the values of a model where they differ from its own; nothing where a value is
    /// no literal, or nothing differs.
    [[nodiscard]] std::optional<TestCase> with_model(const symbolic::Assignment& model,
        const Catalogue& catalogue, const TypeUniverse& types) const;

private:
    TestCase m_test;
    symbolic::SymbolicRun m_run;
    std::vector<PathCondition> m_conditions;
    std::vector<std::uint64_t> m_keys;
    std::vector<std::string> m_reads;
    std::vector<std::string> m_writes;
};

/// The calls of the first test, then those of the second one without its first call: what the first
/// one leaves is there when the second one begins. Nothing when it would be longer than
/// `max_calls`, or the two begin with different callables.
[[nodiscard]] std::optional<TestCase> joined(
    const TestCase& first, const TestCase& second, std::size_t max_calls);

/// The test with a literal of its own for every use of one: refinement can then change each alone.
/// Source: DSE paper, III.B (expansion).
[[nodiscard]] TestCase expanded(TestCase test);

}  // namespace sbst::dse
