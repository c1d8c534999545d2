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

/// Statements that will stand at `position` of a test; they refer to earlier statements of the test
/// and to each other by the positions that they will have.
struct Draft
{
    const TestCase* test = nullptr;
    std::size_t position = 0;
    /// The most statements that may be added.
    std::size_t room = 0;
    std::vector<Statement> statements;
    /// A call could not be made because there was no room.
    bool is_out_of_room = false;

    /// Number of statements to which a new one may refer.
    [[nodiscard]] std::size_t visible() const { return position + statements.size(); }
    [[nodiscard]] const Statement& operator[](std::size_t index) const
    {
        return index < position ? test->statements[index] : statements[index - position];
    }
};

/// A place to which a new argument may refer: a statement's result, or one of its arguments.
struct Place
{
    static constexpr std::uint32_t result = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t statement = 0;
    std::uint32_t argument = result;
};

}  // namespace sbst
