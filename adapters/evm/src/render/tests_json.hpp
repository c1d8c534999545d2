// SPDX-License-Identifier: Apache-2.0
// Tests as JSON by the names of a catalogue: both ways. Next: suite_json.cpp.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/report/report_json.hpp>
#include <sbst/test/test_case.hpp>

#include <vector>

namespace sbst::evm::detail
{

[[nodiscard]] OrderedJson tests_to_json(
    const std::vector<TestCase>& tests, const Catalogue& catalogue, const TypeUniverse& types);

/// @throws ParseError naming the place: unknown functions, arguments missing, unknown, of another
/// type or out of range, references to later calls, a constructor anywhere but first.
[[nodiscard]] std::vector<TestCase> tests_from_json(
    const JsonField& field, const Catalogue& catalogue, const TypeUniverse& types);

}  // namespace sbst::evm::detail
