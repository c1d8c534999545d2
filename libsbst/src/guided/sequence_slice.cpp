// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/sequence_slice.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

/// The call whose result an argument is, whatever lies between.
std::optional<std::size_t> source_of(const TestCase& test, const Argument& argument)
{
    const auto* const result = std::get_if<ResultRef>(&resolve(test, argument));
    return result == nullptr ? std::nullopt : std::optional<std::size_t>(result->call);
}

/// Adds what makes the arguments of a call.
void add_makers(const TestCase& test, std::size_t call, std::vector<bool>& is_needed)
{
    std::vector<std::size_t> open{call};
    while (!open.empty())
    {
        const std::size_t current = open.back();
        open.pop_back();
        is_needed[current] = true;
        for (const Argument& argument : test.calls[current].arguments)
        {
            const auto source = source_of(test, argument);
            if (source && !is_needed[*source])
            {
                open.push_back(*source);
            }
        }
    }
}

bool writes_to_needed(const TestCase& test, std::size_t call, const std::vector<bool>& is_needed,
    const MayWrite& may_write)
{
    const Call& candidate = test.calls[call];
    for (std::size_t a = 0; a < candidate.arguments.size(); ++a)
    {
        const auto source = source_of(test, candidate.arguments[a]);
        if (source && is_needed[*source] && may_write(candidate.callable, a))
        {
            return true;
        }
    }
    return false;
}

constexpr std::uint32_t left_out = std::numeric_limits<std::uint32_t>::max();

/// An argument under new numbers of calls.
Argument renumbered(
    const TestCase& test, const Argument& argument, const std::vector<std::uint32_t>& numbers)
{
    if (const auto* const reference = std::get_if<ArgumentRef>(&argument))
    {
        return numbers[reference->call] != left_out ?
                   Argument(ArgumentRef{numbers[reference->call], reference->argument}) :
                   renumbered(test, resolve(test, argument), numbers);
    }
    const auto* const result = std::get_if<ResultRef>(&argument);
    return result == nullptr ? argument : Argument(ResultRef{numbers[result->call]});
}

}  // namespace

std::vector<std::size_t> calls_behind(
    const TestCase& test, std::size_t call, std::size_t end, const MayWrite& may_write)
{
    std::vector<bool> is_needed(end, false);
    add_makers(test, call, is_needed);
    bool has_grown = true;
    while (has_grown)
    {
        has_grown = false;
        for (std::size_t s = 0; s < end; ++s)
        {
            if (!is_needed[s] && writes_to_needed(test, s, is_needed, may_write))
            {
                add_makers(test, s, is_needed);
                has_grown = true;
            }
        }
    }
    std::vector<std::size_t> calls;
    for (std::size_t s = 0; s < end; ++s)
    {
        if (is_needed[s])
        {
            calls.push_back(s);
        }
    }
    return calls;
}

TestCase part_of(const TestCase& test, std::span<const std::size_t> calls)
{
    std::vector<std::uint32_t> numbers(test.length(), left_out);
    TestCase part;
    for (const std::size_t call : calls)
    {
        Call copy{test.calls[call].callable, {}};
        for (const Argument& argument : test.calls[call].arguments)
        {
            copy.arguments.push_back(renumbered(test, argument, numbers));
        }
        numbers[call] = static_cast<std::uint32_t>(part.length());
        part.calls.push_back(std::move(copy));
    }
    return part;
}

std::size_t append_sequence(
    TestCase& test, const TestCase& sequence, std::size_t output, const Catalogue& catalogue)
{
    const bool is_opened = !sequence.calls.empty() && !test.calls.empty() &&
                           catalogue.is_opening(sequence.calls.front().callable);
    const std::size_t skipped = is_opened ? 1 : 0;
    const auto start = static_cast<std::uint32_t>(test.length());
    const auto moved = [&](std::uint32_t call) {
        return call < skipped ? call : call + start - static_cast<std::uint32_t>(skipped);
    };
    for (std::size_t s = skipped; s < sequence.length(); ++s)
    {
        Call copy = sequence.calls[s];
        for (Argument& argument : copy.arguments)
        {
            if (auto* const result = std::get_if<ResultRef>(&argument))
            {
                result->call = moved(result->call);
            }
            else if (auto* const reference = std::get_if<ArgumentRef>(&argument))
            {
                reference->call = moved(reference->call);
            }
        }
        test.calls.push_back(std::move(copy));
    }
    return moved(static_cast<std::uint32_t>(output));
}

}  // namespace sbst
