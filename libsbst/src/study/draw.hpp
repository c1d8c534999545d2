// SPDX-License-Identifier: Apache-2.0
// Which subjects take part: those that rules draw, without trivial ones. Next: plan.cpp.
#pragma once

#include <sbst/study/laboratory.hpp>
#include <sbst/study/plan.hpp>

#include <string>
#include <vector>

namespace sbst::study
{

/// Tells whether a subject has the group's fact in its range.
[[nodiscard]] bool fits(const Subject& subject, const Group& rule);

/// The weakest first: settings of the study, of the subject, `stronger`.
[[nodiscard]] std::vector<Setting> settings_for(
    const StudySpec& spec, const Subject& subject, const std::vector<Setting>& stronger);

/// Leaves the subjects of a plan that are drawn, in their order; notes the trivial ones, and the
/// searches for them.
/// @throws ConfigError when fewer subjects than wanted fit, and for settings that are not valid.
void draw_subjects(
    const StudySpec& spec, Laboratory& laboratory, const PlanOptions& options, Plan& plan);

}  // namespace sbst::study
