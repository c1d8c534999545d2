// SPDX-License-Identifier: Apache-2.0
// Reads `algorithms` of a study file; grids and ablations are expanded here.
#pragma once

#include "yaml_map.hpp"

#include <sbst/study/study_file.hpp>

#include <functional>
#include <string>
#include <vector>

namespace sbst::study
{

using TextFunction = std::function<std::string(const std::string&)>;

/// Reads options of an adapter: any key, one value or a list (several settings of one name). Groups
/// of keys are joined by a dash, as in configuration files. `change` is applied to each value.
[[nodiscard]] std::vector<Setting> read_settings(const YamlValue& map, const TextFunction& change);

/// Adds the stronger settings; they replace settings of the same name; lists stay together.
void override_settings(std::vector<Setting>& settings, const std::vector<Setting>& stronger);

/// Reads the list. An entry: `name` (the algorithm), `label` (default: the name), any option, and
/// one of
///   `grid: {OPTION: [VALUE, ...], ...}`: one configuration for each combination; `ablation:
///   {FACTOR: {OPTION: VALUE, ...}, ...}`: one without changes, and one for each factor with its
///   options (`label-FACTOR`, or `label+FACTOR` under `additions`).
/// @throws ConfigError for labels that are not unique and empty grids.
[[nodiscard]] std::vector<Configuration> read_configurations(const YamlValue& list);

}  // namespace sbst::study
