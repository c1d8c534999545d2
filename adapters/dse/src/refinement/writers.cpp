// SPDX-License-Identifier: Apache-2.0
#include "writers.hpp"

#include <sbst/guided/sequence_slice.hpp>
#include <sbst/test/fingerprint.hpp>

#include <algorithm>
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

}  // namespace

std::vector<Writer> Writers::of(GoalId goal, std::span<const std::string> locations,
    const Archive<TestCase>& archive, const Probe& probe)
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
        add_parts(goal, test, known->second, locations, writers);
    }
    const auto rank = [&](const Writer& writer) {
        return std::tuple(
            joins(goal, writer.shape), locations.size() - writer.shared, writer.test.length());
    };
    std::ranges::stable_sort(
        writers, [&](const Writer& a, const Writer& b) { return rank(a) < rank(b); });
    return writers;
}

/// For each location the part that ends with its last write.
void Writers::add_parts(GoalId goal, const TestCase& test, const TestAccesses& accesses,
    std::span<const std::string> locations, std::vector<Writer>& writers) const
{
    std::set<std::string> missing(locations.begin(), locations.end());
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
        Writer writer{part_of(test, calls), 0, shape};
        for (const std::size_t call : calls)
        {
            writer.shared += shared_count(accesses[call].writes, locations);
        }
        writer.shared = std::min(writer.shared, locations.size());
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
