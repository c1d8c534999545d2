// SPDX-License-Identifier: Apache-2.0
// The options in a study file, by the option table of the adapter's `generate`: the same names,
// values and errors as on the command line. Next: run_record.hpp.
#pragma once

#include "../options/option.hpp"
#include "../options/settings.hpp"

#include <sbst/study/laboratory.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Settings of one run of `generate`. `own` names options that the study sets itself, such as the
/// file under test.
/// @throws ConfigError naming the place: unknown options, invalid values, options that the study
///   sets itself or that change no result.
[[nodiscard]] Settings settings_of_study(std::span<const study::Setting> settings,
    std::span<const Option> options, std::span<const std::string_view> own);

/// The normal form of such settings: sorted by name, as `show` writes them, without those at their
/// default.
[[nodiscard]] std::vector<study::Setting> normalised_settings(
    std::span<const study::Setting> settings, std::span<const Option> options,
    std::span<const std::string_view> own);

/// The study's budget as a run's.
[[nodiscard]] Budget budget_of_study(const study::StudyBudget& budget, bool keep_going);

}  // namespace sbst::cli
