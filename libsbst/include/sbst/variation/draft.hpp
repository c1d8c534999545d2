// SPDX-License-Identifier: Apache-2.0
// A draft: the calls of one insertion, made beside the test and inserted only when all of them
// could be made, so that a failure leaves the test unchanged. Next: operators.hpp.
#pragma once

#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sbst
{

/// Calls that will stand at `position` of a test; they refer to earlier calls of the test
/// and to each other by the positions that they will have.
struct Draft
{
    const TestCase* test = nullptr;
    std::size_t position = 0;
    /// The most calls that may be added.
    std::size_t room = 0;
    std::vector<Call> calls;
    /// A call could not be made because there was no room.
    bool is_out_of_room = false;

    /// Number of calls to which a new one may refer.
    [[nodiscard]] std::size_t visible() const { return position + calls.size(); }
    [[nodiscard]] const Call& operator[](std::size_t index) const
    {
        return index < position ? test->calls[index] : calls[index - position];
    }
};

/// The calls `[first, last)` of a test.
struct CallRange
{
    const TestCase& test;
    std::size_t first = 0;
    std::size_t last = 0;
};

/// An argument that is given when a call is made.
struct GivenArgument
{
    std::size_t parameter = 0;
    Argument argument;
};

/// A place that a new argument may refer to: a call's result, or one of its arguments.
struct Place
{
    static constexpr std::uint32_t result = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t call = 0;
    std::uint32_t argument = result;
};

}  // namespace sbst
