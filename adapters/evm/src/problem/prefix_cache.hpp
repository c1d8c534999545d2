// SPDX-License-Identifier: Apache-2.0
// Keeps what the first calls of tests left, so that a test which begins like earlier ones runs only
// its other calls. Next: test_runner.cpp.
#pragma once

#include <sbst/evm/exec/search_trace.hpp>
#include <sbst/evm/exec/world_state.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// All that later calls of a test, and its trace, need of the first ones.
struct KeptPrefix
{
    /// The calls themselves, and which of their results later calls use: what they do hangs on
    /// both.
    std::vector<Call> calls;
    std::vector<bool> is_referenced;

    StateDelta delta;
    std::uint64_t block = 0;
    std::uint64_t timestamp = 0;
    std::vector<U256> addresses;
    std::vector<Value> results;
    std::pair<SavedTrace, SavedTrace> trace;
    std::vector<CallOutcome> outcomes;
    std::vector<ContextTrace> contexts;
    std::vector<OutputTrace> outputs;
    std::vector<ProducedObject> produced;
    /// Failures by call, as the table of failures may not have them yet.
    std::vector<std::pair<std::size_t, std::string>> failures;
};

/// A cache of prefixes; the oldest goes first. Never changes what a test does. A prefix is kept
/// once it was seen twice: most are seen once.
class PrefixCache
{
public:
    /// What is known of a test's prefixes, longest first.
    struct Plan
    {
        /// The longest prefix that is kept; null = none.
        const KeptPrefix* kept = nullptr;
        /// The number of calls after which to keep the state; 0 = not.
        std::size_t keep_after = 0;
        std::uint64_t key = 0;
    };

    /// Notes the test's prefixes as seen. The kept one is valid until the next call of keep().
    [[nodiscard]] Plan plan(const TestCase& test, const std::vector<bool>& is_referenced);
    void keep(const Plan& plan, KeptPrefix prefix);

    static constexpr std::size_t most_kept = 512;
    static constexpr std::size_t most_seen = std::size_t{1} << 18U;
    /// The deployment alone is kept elsewhere.
    static constexpr std::size_t least_calls = 2;

private:
    [[nodiscard]] static bool is_same(
        const KeptPrefix& kept, const TestCase& test, const std::vector<bool>& is_referenced);

    std::unordered_set<std::uint64_t> m_seen;
    std::unordered_map<std::uint64_t, KeptPrefix> m_kept;
    /// Keys in the order of arrival; a ring once it is full.
    std::vector<std::uint64_t> m_arrivals;
    std::size_t m_oldest = 0;
};

}  // namespace sbst::evm
