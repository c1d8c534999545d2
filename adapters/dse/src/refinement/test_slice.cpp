// SPDX-License-Identifier: Apache-2.0
#include "test_slice.hpp"

#include <sbst/guided/sequence_slice.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace sbst::dse
{

namespace
{

void make_set(std::vector<std::string>& names)
{
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
}

/// Itself, or by another argument.
bool needs_result_of(const TestCase& test, const Call& call, std::size_t index)
{
    return std::ranges::any_of(call.arguments, [&](const Argument& argument) {
        const auto* result = std::get_if<ResultRef>(&resolve(test, argument));
        return result != nullptr && result->call == index;
    });
}

}  // namespace

TestAccesses accesses_of(const Trace& trace, std::size_t length)
{
    TestAccesses accesses(length);
    for (const StateAccess& access : trace.state.entries())
    {
        if (access.call < length)
        {
            CallAccesses& call = accesses[access.call];
            (access.is_write ? call.writes : call.reads).push_back(access.location);
        }
    }
    for (CallAccesses& call : accesses)
    {
        make_set(call.reads);
        make_set(call.writes);
    }
    return accesses;
}

std::set<std::string> reads_of(const TestAccesses& accesses)
{
    std::set<std::string> reads;
    for (std::size_t i = 1; i < accesses.size(); ++i)
    {
        reads.insert(accesses[i].reads.begin(), accesses[i].reads.end());
    }
    return reads;
}

std::set<std::string> writes_of(const TestAccesses& accesses, std::size_t count)
{
    std::set<std::string> writes;
    for (std::size_t i = 0; i < count; ++i)
    {
        writes.insert(accesses[i].writes.begin(), accesses[i].writes.end());
    }
    return writes;
}

std::size_t shared_count(std::span<const std::string> a, std::span<const std::string> b)
{
    std::vector<std::string> shared;
    std::ranges::set_intersection(a, b, std::back_inserter(shared));
    return shared.size();
}

std::vector<std::size_t> calls_needed(
    const TestCase& test, const TestAccesses& accesses, std::size_t last)
{
    std::vector<std::size_t> calls{last};
    std::vector<std::string> reads = accesses[last].reads;
    for (std::size_t i = last; i-- > 0;)
    {
        const bool is_needed = i == 0 || shared_count(accesses[i].writes, reads) > 0 ||
                               std::ranges::any_of(calls, [&](std::size_t later) {
                                   return needs_result_of(test, test.calls[later], i);
                               });
        if (is_needed)
        {
            calls.push_back(i);
            reads.insert(reads.end(), accesses[i].reads.begin(), accesses[i].reads.end());
            make_set(reads);
        }
    }
    std::ranges::reverse(calls);
    return calls;
}

std::optional<TestCase> joined(const TestCase& first, const TestCase& second, std::size_t max_calls,
    const Catalogue& catalogue)
{
    if (first.calls.empty() || second.calls.empty() ||
        first.calls.front().callable != second.calls.front().callable)
    {
        return std::nullopt;
    }
    TestCase both = first;
    append_sequence(both, second, second.length() - 1, catalogue);
    return both.length() <= max_calls ? std::optional(std::move(both)) : std::nullopt;
}

}  // namespace sbst::dse
