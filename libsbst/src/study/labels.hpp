// SPDX-License-Identifier: Apache-2.0
// Names of configurations, groups and budgets in a study file, and what they stand for.
#pragma once

#include <sbst/study/study_file.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::study
{

/// The group of all subjects, which no study may name itself.
inline constexpr const char* every_subject = "all";

/// `@500`, `@2.5s`: the budget of a configuration in a study of several budgets.
[[nodiscard]] std::string budget_suffix(const StudyBudget& budget);

/// With several budgets, makes each configuration one of each budget; names every approach.
void expand_budgets(StudySpec& spec);

/// Replaces the names of configurations in the report by labels: an approach stands for all of its
/// budgets, and for the largest one beside published means. Checks labels and groups.
/// @throws ConfigError naming the place and the known ones.
void resolve_names(StudySpec& spec);

/// Index of a label that exists.
[[nodiscard]] std::size_t index_of(const StudySpec& spec, const std::string& label);

}  // namespace sbst::study
