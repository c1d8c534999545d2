// SPDX-License-Identifier: Apache-2.0
// Which parts of covering tests write what another test reads, and in which order they are tried.
#include "refinement/writers.hpp"

#include "support/catch.hpp"

#include <sbst/test/fingerprint.hpp>

#include <map>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::dse;

namespace
{

/// Covering tests, each for a goal of its own, and what their calls read and write.
class Tests
{
public:
    void add(const std::vector<std::size_t>& callables, TestAccesses accesses)
    {
        TestCase test;
        for (const std::size_t callable : callables)
        {
            test.calls.push_back({CallableId(callable), {}});
        }
        m_accesses[fingerprint(test)] = std::move(accesses);
        m_tests.push_back(test);
        Archive<TestCase>::Candidate candidate(m_tests.back(), m_tests.back().length());
        archive.cover(GoalId(m_tests.size()), candidate);
    }
    [[nodiscard]] Writers::Probe probe()
    {
        return [this](const TestCase& test) {
            ++probes;
            return m_accesses.at(fingerprint(test));
        };
    }

    Archive<TestCase> archive;
    std::size_t probes = 0;

private:
    std::vector<TestCase> m_tests;
    std::map<std::uint64_t, TestAccesses> m_accesses;
};

std::vector<std::size_t> callables_of(const TestCase& test)
{
    std::vector<std::size_t> callables;
    for (const Call& call : test.calls)
    {
        callables.push_back(call.callable.index());
    }
    return callables;
}

using Calls = std::vector<std::size_t>;

const GoalId goal(0);

}  // namespace

TEST_CASE("Writers: parts that end with the last write of what is read", "[dse][refinement]")
{
    Tests tests;
    // open, put a, get, put b; the first put is what the last one reads.
    tests.add({0, 1, 2, 3}, {{}, {{}, {"a"}}, {{"a"}, {}}, {{"a"}, {"b"}}});
    Writers writers;
    const auto found = writers.of(goal, {{"a", "b"}, {"b"}}, tests.archive, tests.probe());
    REQUIRE(found.size() == 2);
    CHECK(callables_of(found[0].test) == Calls{0, 1, 3});
    CHECK(found[0].missing == 1);
    CHECK(found[0].shared == 2);
    CHECK(found[0].replaces_own_calls);
    CHECK(callables_of(found[1].test) == Calls{0, 1});
    CHECK(found[1].missing == 0);
    CHECK(found[1].shared == 1);
    CHECK_FALSE(found[1].replaces_own_calls);
}

TEST_CASE("Writers: those of what is unwritten come first, then of more, then shorter ones",
    "[dse][refinement]")
{
    Tests tests;
    tests.add({0, 4, 1}, {{}, {{}, {"c"}}, {{"c"}, {"a"}}});
    tests.add({0, 2}, {{}, {{}, {"a"}}});
    tests.add({0, 3}, {{}, {{}, {"b"}}});
    tests.add({0, 5}, {{}, {{}, {"z"}}});
    Writers writers;
    const auto found = writers.of(goal, {{"a", "b"}, {"b"}}, tests.archive, tests.probe());
    REQUIRE(found.size() == 3);
    CHECK(callables_of(found[0].test) == Calls{0, 3});
    CHECK_FALSE(found[0].replaces_own_calls);
    CHECK(callables_of(found[1].test) == Calls{0, 2});
    CHECK(callables_of(found[2].test) == Calls{0, 4, 1});
}

TEST_CASE("Writers: a test is run once, and a part joined once for a goal", "[dse][refinement]")
{
    Tests tests;
    tests.add({0, 1}, {{}, {{}, {"a"}}});
    tests.add({0, 2}, {{}, {{}, {"a"}}});
    Writers writers;
    const WantedWrites wanted{{"a"}, {"a"}};
    const auto first = writers.of(goal, wanted, tests.archive, tests.probe());
    REQUIRE(first.size() == 2);
    writers.mark_joined(goal, first[0]);
    const auto second = writers.of(goal, wanted, tests.archive, tests.probe());
    REQUIRE(second.size() == 1);
    CHECK(second[0].test == first[1].test);
    CHECK(writers.of(GoalId(9), wanted, tests.archive, tests.probe()).size() == 2);
    CHECK(tests.probes == 2);
}

TEST_CASE(
    "Writers: a test that does not run is asked again and writes nothing", "[dse][refinement]")
{
    Tests tests;
    tests.add({0, 1}, {});
    Writers writers;
    const WantedWrites wanted{{"a"}, {"a"}};
    CHECK(writers.of(goal, wanted, tests.archive, tests.probe()).empty());
    CHECK(writers.of(goal, wanted, tests.archive, tests.probe()).empty());
    CHECK(tests.probes == 2);
}
