// SPDX-License-Identifier: Apache-2.0
// What the calls of a test read and write, and the few calls that one of them hangs on. Next:
// writers.hpp.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sbst::dse
{

/// Locations of the state; each list ascending, each location once.
struct CallAccesses
{
    std::vector<std::string> reads;
    std::vector<std::string> writes;
};

/// By call of a test.
using TestAccesses = std::vector<CallAccesses>;

/// Precondition: recorded with Record::state.
[[nodiscard]] TestAccesses accesses_of(const Trace& trace, std::size_t length);

/// What the calls behind the first one read.
[[nodiscard]] std::set<std::string> reads_of(const TestAccesses& accesses);

/// What the first calls write, `count` of them.
[[nodiscard]] std::set<std::string> writes_of(const TestAccesses& accesses, std::size_t count);

/// How many locations two ascending lists share.
[[nodiscard]] std::size_t shared_count(
    std::span<const std::string> a, std::span<const std::string> b);

/// The first call, the call `last`, and the calls before it that it hangs on: those that it refers
/// to, and those that wrote a location which it or another of them read. Ascending.
///
/// What no location tells, such as the time that passed in other calls, is not kept.
[[nodiscard]] std::vector<std::size_t> calls_needed(
    const TestCase& test, const TestAccesses& accesses, std::size_t last);

/// The calls of the first test, then those of the second one, of which an opening is dropped: what
/// the first one leaves is there when the second one begins. Nothing when it would be longer than
/// `max_calls`, or the two begin with different callables.
[[nodiscard]] std::optional<TestCase> joined(const TestCase& first, const TestCase& second,
    std::size_t max_calls, const Catalogue& catalogue);

}  // namespace sbst::dse
