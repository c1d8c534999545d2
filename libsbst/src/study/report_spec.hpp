// SPDX-License-Identifier: Apache-2.0
// `report` of a study file: what is compared, and what others published.
#pragma once

#include "configurations.hpp"

namespace sbst::study
{

/// Reads it; `file_name` makes names of files what they stand for.
/// @throws ConfigError for unknown keys, values that are none and what is missing.
[[nodiscard]] ReportSpec read_report_spec(const YamlValue& value, const TextFunction& file_name);

}  // namespace sbst::study
