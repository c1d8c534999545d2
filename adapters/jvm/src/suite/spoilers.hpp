// SPDX-License-Identifier: Apache-2.0
// Tests after which others fail. Next: mending.hpp, which drops them.
#pragma once

#include <sbst/jvm/referee/report.hpp>

#include <cstddef>
#include <vector>

namespace sbst::jvm::detail
{

/// A test that leaves something behind, and those that fail after it.
struct Spoiler
{
    std::size_t test = 0;
    std::vector<std::size_t> victims{};
};

/// Finds the test that explains most failures by its place: a victim fails in a run in which it
/// comes after the spoiler, and never passes after it. Failures of the first run count, and those
/// of others where the test ends otherwise, by an exception or without the expected one: those runs
/// differ in more than their order, so that values may differ. Tests are indices of the report.
/// @returns no victims if there is no test with two or more.
[[nodiscard]] Spoiler find_spoiler(const RefereeReport& report);

/// Tells whether a test failed in one run and passed in another, by the same rules: what tests do
/// may depend on their order.
[[nodiscard]] bool may_depend_on_order(const RefereeReport& report);

}  // namespace sbst::jvm::detail
