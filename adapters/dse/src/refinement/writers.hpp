// SPDX-License-Identifier: Apache-2.0
// Which parts of tests write what another test reads, to be put before it.
#pragma once

#include "test_slice.hpp"

#include <sbst/goal/goal_graph.hpp>
#include <sbst/search/archive.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sbst::dse
{

/// The locations that the tests of a goal's work read. Both ascending.
struct WantedWrites
{
    std::vector<std::string> reads;
    /// Those of them that its own calls do not write.
    std::vector<std::string> unwritten;
};

/// A part of a covering test that ends with a call which writes.
struct Writer
{
    TestCase test;
    /// Locations that it writes, of the unwritten ones and of all that are read.
    std::size_t missing = 0;
    std::size_t shared = 0;
    /// It writes an unwritten location, and all that the other test writes itself and reads.
    bool replaces_own_calls = false;
    /// The same for writers of the same calls that write the same.
    std::string shape;
};

/// Remembers what tests write, and which writers were joined for which goal.
class Writers
{
public:
    /// Runs a test for its accesses; empty when it did not run.
    using Probe = std::function<TestAccesses(const TestCase&)>;

    /// Parts of covering tests that write one of the locations and were not joined for the goal
    /// yet: those first of which the shape was joined least often, then those that write most of
    /// the unwritten locations, most of all, then short ones. At most a few of one shape for one
    /// goal.
    [[nodiscard]] std::vector<Writer> of(GoalId goal, const WantedWrites& wanted,
        const Archive<TestCase>& archive, const Probe& probe);
    void mark_joined(GoalId goal, const Writer& writer);

private:
    static constexpr std::uint32_t max_joins_of_shape = 3;

    void add_parts(GoalId goal, const TestCase& test, const TestAccesses& accesses,
        const WantedWrites& wanted, std::vector<Writer>& writers) const;
    [[nodiscard]] std::uint32_t joins(GoalId goal, const std::string& shape) const;

    std::map<std::uint64_t, TestAccesses> m_accesses;  // by fingerprint
    std::set<std::pair<std::size_t, std::uint64_t>> m_joined;
    std::map<std::pair<std::size_t, std::string>, std::uint32_t> m_joins_of_shape;
};

}  // namespace sbst::dse
