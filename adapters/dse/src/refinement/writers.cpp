// SPDX-License-Identifier: Apache-2.0
#include "writers.hpp"

#include <sbst/guided/sequence_slice.hpp>
#include <sbst/test/fingerprint.hpp>

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

namespace sbst::dse
{

namespace
{

std::string shape_of(
    const TestCase& test, const TestAccesses& accesses, std::span<const std::size_t> calls)
{
    std::string shape;
    for (const std::size_t call : calls)
    {
        shape += std::to_string(test.calls[call].callable.index());
        for (const std::string& location : accesses[call].writes)
        {
            shape += ' ' + location;
        }
        shape += ';';
    }
    return shape;
}

std::vector<std::string> written_by(
    const TestAccesses& accesses, std::span<const std::size_t> calls)
{
    std::set<std::string> writes;
    for (const std::size_t call : calls)
    {
        writes.insert(accesses[call].writes.begin(), accesses[call].writes.end());
    }
    return {writes.begin(), writes.end()};
}

}  // namespace

std::vector<Writer> Writers::of(
    GoalId goal, const WantedWrites& wanted, const Archive<TestCase>& archive, const Probe& probe)
{
    // A test that runs may replace others in the archive.
    std::vector<TestCase> tests;
    for (std::size_t i = 0; i < archive.covering_test_count(); ++i)
    {
        tests.push_back(archive.covering_test(i));
    }
    std::vector<Writer> writers;
    for (const TestCase& test : tests)
    {
        const std::uint64_t key = fingerprint(test);
        auto known = m_accesses.find(key);
        if (known == m_accesses.end())
        {
            TestAccesses accesses = probe(test);
            if (accesses.size() != test.length())
            {
                continue;
            }
            known = m_accesses.emplace(key, std::move(accesses)).first;
        }
        add_parts(goal, test, known->second, wanted, writers);
    }
    const auto rank = [&](const Writer& writer) {
        return std::tuple(joins(goal, writer.shape), wanted.unwritten.size() - writer.missing,
            wanted.reads.size() - writer.shared, writer.test.length());
    };
    std::ranges::stable_sort(
        writers, [&](const Writer& a, const Writer& b) { return rank(a) < rank(b); });
    return writers;
}

/// For each location the part that ends with its last write.
void Writers::add_parts(GoalId goal, const TestCase& test, const TestAccesses& accesses,
    const WantedWrites& wanted, std::vector<Writer>& writers) const
{
    std::set<std::string> missing(wanted.reads.begin(), wanted.reads.end());
    for (std::size_t last = test.length(); last-- > 1 && !missing.empty();)
    {
        const auto writes_missing = [&](const std::string& location) {
            return missing.erase(location) > 0;
        };
        if (std::ranges::count_if(accesses[last].writes, writes_missing) == 0)
        {
            continue;
        }
        const std::vector<std::size_t> calls = calls_needed(test, accesses, last);
        const std::string shape = shape_of(test, accesses, calls);
        const std::vector<std::string> writes = written_by(accesses, calls);
        Writer writer{part_of(test, calls), shared_count(writes, wanted.unwritten),
            shared_count(writes, wanted.reads), false, shape};
        writer.replaces_own_calls =
            writer.missing > 0 &&
            writer.shared - writer.missing == wanted.reads.size() - wanted.unwritten.size();
        if (joins(goal, shape) < max_joins_of_shape &&
            !m_joined.contains({goal.index(), fingerprint(writer.test)}))
        {
            writers.push_back(std::move(writer));
        }
    }
}

std::uint32_t Writers::joins(GoalId goal, const std::string& shape) const
{
    const auto found = m_joins_of_shape.find({goal.index(), shape});
    return found == m_joins_of_shape.end() ? 0 : found->second;
}

void Writers::mark_joined(GoalId goal, const Writer& writer)
{
    m_joined.insert({goal.index(), fingerprint(writer.test)});
    ++m_joins_of_shape[{goal.index(), writer.shape}];
}

}  // namespace sbst::dse
