// SPDX-License-Identifier: Apache-2.0
// The JSON that reports of all adapters share. For adapters of this repository only: it is not
// installed, since it shows a third party's types; others have sbst/report/run_report.hpp. Next:
// sbst/report/run_summary.hpp.
#pragma once

#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst
{
using OrderedJson = nlohmann::ordered_json;

/// Writes a document: members in their order, two spaces a level, arrays and objects that fit on a
/// line on one line, doubles in the fewest digits that read back. What is no UTF-8 in a string is
/// replaced by U+FFFD, and what a terminal would obey is written as an escape. Ends with a newline.
[[nodiscard]] std::string to_json_text(const OrderedJson& json);

/// Writes what is_unsafe() of a JSON text as escapes of JSON: the same document, fit for a
/// terminal.
[[nodiscard]] std::string json_escaped(std::string_view json);

/// Adds `algorithm`, `seed`, `executions` and `stopped_by`.
void add_search(OrderedJson& json, const RunSummary& run);

/// Adds `totals`, `totals_by_class`, `goals`, `tests` and `statements`.
void add_coverage(OrderedJson& json, const GoalTotals& totals,
    const std::vector<ReportedGoal>& goals, const RunSummary& run);

/// Adds `timeline` and `machine`, which holds everything that depends on the machine.
void add_course(OrderedJson& json, const RunSummary& run);
}  // namespace sbst
