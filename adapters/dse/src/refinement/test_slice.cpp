// SPDX-License-Identifier: Apache-2.0
#include "test_slice.hpp"

#include <algorithm>
#include <functional>
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

/// Gives every reference to a call another number.
void renumber(Call& call, const std::function<std::uint32_t(std::uint32_t)>& renumbered)
{
    for (Argument& argument : call.arguments)
    {
        if (auto* result = std::get_if<ResultRef>(&argument))
        {
            result->call = renumbered(result->call);
        }
        if (auto* other = std::get_if<ArgumentRef>(&argument))
        {
            other->call = renumbered(other->call);
        }
    }
}

bool refers_to(const Call& call, std::size_t index)
{
    return std::ranges::any_of(call.arguments, [index](const Argument& argument) {
        const auto* result = std::get_if<ResultRef>(&argument);
        const auto* other = std::get_if<ArgumentRef>(&argument);
        return (result != nullptr && result->call == index) ||
               (other != nullptr && other->call == index);
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

std::vector<std::string> reads_of(const TestAccesses& accesses)
{
    std::vector<std::string> reads;
    for (std::size_t i = 1; i < accesses.size(); ++i)
    {
        reads.insert(reads.end(), accesses[i].reads.begin(), accesses[i].reads.end());
    }
    make_set(reads);
    return reads;
}

std::size_t shared_count(std::span<const std::string> a, std::span<const std::string> b)
{
    std::vector<std::string> shared;
    std::ranges::set_intersection(a, b, std::back_inserter(shared));
    return shared.size();
}

std::vector<std::size_t> calls_behind(
    const TestCase& test, const TestAccesses& accesses, std::size_t last)
{
    std::vector<std::size_t> calls{last};
    std::vector<std::string> reads = accesses[last].reads;
    for (std::size_t i = last; i-- > 0;)
    {
        const bool is_needed = i == 0 || shared_count(accesses[i].writes, reads) > 0 ||
                               std::ranges::any_of(calls, [&](std::size_t later) {
                                   return refers_to(test.calls[later], i);
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

TestCase with_calls(const TestCase& test, std::span<const std::size_t> calls)
{
    TestCase result;
    for (const std::size_t index : calls)
    {
        Call call = test.calls[index];
        renumber(call, [calls](std::uint32_t old) {
            return static_cast<std::uint32_t>(
                std::ranges::lower_bound(calls, std::size_t{old}) - calls.begin());
        });
        result.calls.push_back(std::move(call));
    }
    return result;
}

std::optional<TestCase> joined(const TestCase& first, const TestCase& second, std::size_t max_calls)
{
    const std::size_t length = first.length() + second.length();
    if (first.calls.empty() || second.calls.empty() || length > max_calls + 1 ||
        first.calls.front().callable != second.calls.front().callable)
    {
        return std::nullopt;
    }
    TestCase both = first;
    const auto shift = static_cast<std::uint32_t>(first.length() - 1);
    for (std::size_t i = 1; i < second.length(); ++i)
    {
        Call call = second.calls[i];
        renumber(call, [shift](std::uint32_t old) { return old > 0 ? old + shift : old; });
        both.calls.push_back(std::move(call));
    }
    return both;
}

}  // namespace sbst::dse
