// SPDX-License-Identifier: Apache-2.0
// The chain that a suite's tests see, as JSON: both ways. Next: suite_json.cpp.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/evm/problem/options.hpp>
#include <sbst/report/report_json.hpp>

namespace sbst::evm::detail
{

/// Writes the options that decide what a test means and which goals there are; those that only
/// steer a search are left out.
[[nodiscard]] OrderedJson options_to_json(const ProblemOptions& options);

/// @throws ParseError naming the place: missing, unknown, of another type or unusable.
[[nodiscard]] ProblemOptions options_from_json(const JsonField& field);

/// Refuses members that no reader knows. @throws ParseError.
void require_known_members(const JsonField& field, const std::vector<std::string>& known);

}  // namespace sbst::evm::detail
