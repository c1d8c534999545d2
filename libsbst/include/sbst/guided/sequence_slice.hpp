// SPDX-License-Identifier: Apache-2.0
// The part of a test that makes one of its objects what it is. Next: sequence_pool.hpp.
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace sbst
{

/// Tells whether a call of the callable may write to the object that it gets in that parameter.
using MayWrite = std::function<bool(CallableId, std::size_t)>;

/// The calls of a test, ascending, on which the result of `call` depends after the first `end`
/// calls: those that made it and its inputs, and those that may have written to one of these.
/// Precondition: call < end <= length.
[[nodiscard]] std::vector<std::size_t> calls_behind(
    const TestCase& test, std::size_t call, std::size_t end, const MayWrite& may_write);

/// A test of these calls alone, which are ascending and contain all results that they refer to.
/// References to arguments of other calls become those arguments.
[[nodiscard]] TestCase part_of(const TestCase& test, std::span<const std::size_t> calls);

/// Appends the calls of a sequence that refers to nothing outside of itself. Its opening, if the
/// catalogue has one, is dropped, and the test's own takes its place. Precondition: both openings,
/// where there are two, call the same callable.
/// @return the place in the test of the sequence's call `output`.
std::size_t append_sequence(
    TestCase& test, const TestCase& sequence, std::size_t output, const Catalogue& catalogue);

}  // namespace sbst
