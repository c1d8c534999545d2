// SPDX-License-Identifier: Apache-2.0
// The parts of `report` that compare criteria as a paper does: its questions about pairs, the
// correlation of criteria, means of groups. Next: report_questions.cpp.
#pragma once

#include "yaml_map.hpp"

#include <sbst/study/study_file.hpp>

namespace sbst::study
{

/// @throws ConfigError naming the place, like the others here.
[[nodiscard]] Comparison read_pair(const YamlValue& value);
[[nodiscard]] QuestionSpec read_questions(const YamlValue& value);
[[nodiscard]] CriteriaCorrelation read_correlation(const YamlValue& value);
[[nodiscard]] PublishedMeans read_published_means(const YamlValue& value);

}  // namespace sbst::study
