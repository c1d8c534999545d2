// SPDX-License-Identifier: Apache-2.0
// `report` of a study file: comparisons and published numbers.
#pragma once

#include "configurations.hpp"

namespace sbst::study
{

/// Reads it; `file_name` resolves names of files.
/// @throws ConfigError for unknown keys, invalid values and missing keys.
[[nodiscard]] ReportSpec read_report_spec(const YamlValue& value, const TextFunction& file_name);

}  // namespace sbst::study
