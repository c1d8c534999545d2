// SPDX-License-Identifier: Apache-2.0
// The rows of commands for contracts. Next: commands.cpp.
#pragma once

#include "../../options/option.hpp"

#include <string_view>
#include <vector>

namespace sbst::cli
{

/// The headings of its own.
struct EvmTopic
{
    static constexpr Heading accounts{"Accounts", 50};
    static constexpr Heading values{"Values and time", 51};
};

/// --contract.
[[nodiscard]] Option contract_option();
/// The chain that tests see and the values that they may vary.
[[nodiscard]] std::vector<Option> problem_options();
/// --fork, whose help depends on the command.
[[nodiscard]] Option fork_option(std::string_view help);
/// Which goals are shown and which functions are called.
[[nodiscard]] std::vector<Option> goal_options();
/// Rows for one command each.
[[nodiscard]] std::vector<Option> analyze_options();
[[nodiscard]] std::vector<Option> replay_options();
/// All of these: the keys of a configuration file.
[[nodiscard]] std::vector<Option> evm_options();

/// Names of the classes of goals, in the order of reports.
[[nodiscard]] std::vector<std::string_view> goal_class_names();

}  // namespace sbst::cli
