// SPDX-License-Identifier: Apache-2.0
// What a run of a test decided, as conditions over its literals: what Record::path adds to a trace
// beside PathCondition. Next: ../problem/trace.hpp.
#pragma once

#include <sbst/symbolic/evaluation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sbst::symbolic
{

/// Kinds of values that a run knew only as numbers, so that its conditions do not hang on the
/// literals through them.
enum class Concretised : std::uint8_t
{
    hash,         // of bytes that are not whole words
    place,        // an address of memory, a length of bytes, a place in code or data
    environment,  // what the program runs in, and programs beside it
    operation,    // no operation of the graph
    limit,        // the path became too long or too large
    length,       // the number of items of an argument
    resource,     // what the run had left to spend
    count_
};

/// The name in reports. Precondition: not count_.
[[nodiscard]] std::string_view to_string(Concretised kind);

/// The expressions of one run.
struct SymbolicRun
{
    ExpressionGraph graph;
    /// The literals that the test had: a value for each variable.
    Assignment literals;
    /// How often each kind of value lost its expression.
    std::array<std::uint32_t, static_cast<std::size_t>(Concretised::count_)> concretised{};
};

}  // namespace sbst::symbolic
