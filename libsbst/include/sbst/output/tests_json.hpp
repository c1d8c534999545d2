// SPDX-License-Identifier: Apache-2.0
// tests.json: a suite as it ran, for programs. Next: executed_suite.hpp for what it is written
// from.
#pragma once

#include <sbst/output/writer.hpp>

#include <cstddef>
#include <string>

namespace sbst
{

inline constexpr std::size_t tests_json_schema = 1;

/// Writes the calls of each test with arguments, outcomes, results and observations, and the goals
/// and lines that the test covers. Fields: libsbst/docs/tests-json.md. Strings that are not UTF-8
/// are written with U+FFFD.
[[nodiscard]] std::string write_tests_json(const ExecutedSuite& suite);

/// The row `tests`.
[[nodiscard]] Writer<> tests_json_writer();

}  // namespace sbst
