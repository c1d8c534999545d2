// SPDX-License-Identifier: Apache-2.0
// What a run remembers of how its calls ended. Next: java_problem.cpp, which asks.
#pragma once

#include <sbst/goal/thrown_table.hpp>
#include <sbst/jvm/problem/java_problem.hpp>

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

class OutcomeNotes
{
public:
    /// @param max_thrown tests that are kept because they threw.
    explicit OutcomeNotes(std::size_t max_thrown) : m_max_thrown(max_thrown) {}

    /// Keeps the first test of each callable under test and exception, up to the call that threw.
    void note_thrown(const JavaSurface& surface, const ThrownTable& ways, const TestCase& test,
        const Trace& trace);
    void note_outcomes(
        const TestCase& test, const Trace& trace, const RunDetail& detail, std::size_t callables);

    /// In the order of execution.
    [[nodiscard]] const std::vector<TestCase>& throwing() const { return m_throwing; }
    /// By CallableId.
    [[nodiscard]] const std::vector<CallOutcomes>& by_callable() const { return m_by_callable; }

private:
    std::size_t m_max_thrown;
    std::vector<CallOutcomes> m_by_callable;
    /// Callables and exceptions, by index.
    std::set<std::pair<std::size_t, std::size_t>> m_thrown;
    std::vector<TestCase> m_throwing;
};

}  // namespace sbst::jvm::detail
